"""Names and gists of thousands of real papers, whose titles tell the names."""

from __future__ import annotations

import gzip
import json
import random
import re
import unicodedata
from functools import cache

from index.label import label
from index.markup.parse import parse
from index.sentences import sentences
from tests.shared import SHARED, requires_shared

pytestmark = requires_shared

SAMPLE = 2_000
SEED = 2026
_NAME_WORD = re.compile(r"[A-Za-z0-9][\w.+-]*")
_DANGLING = "a an the of for to in on with and or nor but by from that which at into via than"
DANGLING = frozenset(_DANGLING.split())


def is_coined(word: str) -> bool:
    """An inner capital, capitals, or a digit among letters."""
    letters = any(map(str.isalpha, word))
    return letters and (any(map(str.isupper, word[1:])) or any(map(str.isdigit, word)))


def name_of(title: str) -> str | None:
    """The name of a title "Name: rest": one or two words, one at least of coined shape."""
    name, colon, rest = title.partition(": ")
    words = name.split()
    if not (colon and rest.strip() and 1 <= len(words) <= 2):
        return None
    if not all(_NAME_WORD.fullmatch(word) for word in words) or not any(map(is_coined, words)):
        return None
    return " ".join(words)


@cache
def papers() -> list[tuple[str, str]]:
    """Title and abstract of every accepted paper."""
    assert SHARED is not None
    with gzip.open(SHARED / "data" / "papers" / "papers.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        (row["title"], row["abstract"])
        for row in rows
        if row["abstract"] and row["status"] not in {"Reject", "Withdraw", "Desk Reject"}
    ]


@cache
def named_papers() -> list[tuple[str, str]]:
    """A fixed sample of names and the abstracts they occur in."""
    eligible = {
        (name, abstract)
        for title, abstract in papers()
        if (name := name_of(title))
        and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", abstract)
    }
    return random.Random(SEED).sample(sorted(eligible), SAMPLE)


def folded(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def test_names_of_named_papers() -> None:
    answered = right = 0
    for name, abstract in named_papers():
        marked = parse(abstract)
        found = label(marked.plain, marked.links).name
        if found is not None:
            answered += 1
            right += folded(found) == folded(name)
    assert right / answered >= 0.93
    assert right / SAMPLE >= 0.82


def test_gists_of_real_papers() -> None:
    for _, abstract in random.Random(SEED).sample(papers(), SAMPLE):
        text = " ".join(abstract.split())
        gist = label(abstract).gist
        assert gist
        assert gist in text
        width = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in gist)
        assert width <= 70
        assert gist.rsplit(maxsplit=1)[-1].lower().strip("(),\"'") not in DANGLING


def test_sentences_of_real_papers_cover_them() -> None:
    for _, abstract in random.Random(SEED).sample(papers(), SAMPLE):
        found = sentences(abstract)
        joined = "".join(abstract[start:end] for start, end in found)
        assert "".join(joined.split()) == "".join(abstract.split())
        # Abstracts are cut into sentences of a length that people write.
        assert len(abstract) / len(found) < 1_500
