"""The papers to measure with: real ones where they are at hand, else generated ones."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench import ROOT, SEED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SHARED_VARIABLE = "READINGROOM_SHARED"
"""Names the folder with `data/papers/papers.jsonl.gz` and `data/relevance/` in it."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_SYLLABLES = [first + vowel for first in "bcdfghjklmnprstvwz" for vowel in "aeiou"]
_ENDINGS = ["", "s", "ing", "ed", "tion", "al", "er", "ity", "ly", "ment"]


class Article(NamedTuple):
    """A paper as every engine gets it: plain text, `number` counts from 0."""

    number: int
    title: str
    abstract: str
    authors: str = ""
    venue: str = ""
    year: int | None = None


class Corpus(NamedTuple):
    """Papers in an order that was drawn by chance, so that the first N are a sample.

    `kind` says where they come from, for the tables.
    """

    articles: Sequence[Article]
    kind: str
    is_real: bool

    def first(self, size: int) -> Sequence[Article]:
        """The first papers; all if there are fewer."""
        return self.articles[:size]


def shared_folder() -> Path | None:
    """The folder with the large data sets, or `None` where there is none."""
    named = os.environ.get(SHARED_VARIABLE)
    folder = Path(named) if named else ROOT.parent / "shared"
    return folder / "data" if (folder / "data").is_dir() else None


def load(size: int) -> Corpus:
    """At least `size` papers, or as many as there are.

    Args:
        size: how many will be used; only generated papers are made to measure.
    """
    data = shared_folder()
    file = data / "papers" / "papers.jsonl.gz" if data else None
    if file is None or not file.exists():
        return Corpus(generate(size), "generated papers over a Zipf vocabulary", is_real=False)
    articles = read_papers(file)
    random.Random(SEED).shuffle(articles)
    articles = [article._replace(number=number) for number, article in enumerate(articles[:size])]
    return Corpus(articles, "real papers, shuffled with a fixed seed", is_real=True)


def read_papers(file: Path) -> list[Article]:
    """The papers of `papers.jsonl.gz` in the order of their lines, which are their numbers."""
    articles = []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            venue = record["venue"] or ""
            year = _YEAR.search(venue)
            articles.append(
                Article(
                    number,
                    record["title"] or "",
                    record["abstract"] or "",
                    (record["author"] or "").replace(";", "; "),
                    venue,
                    int(year[0]) if year else None,
                )
            )
    return articles


def generate(size: int) -> list[Article]:
    """Papers of made-up words whose frequencies follow Zipf's law.

    Real text has about 30,000 words per 10,000 abstracts, lengths of 100 to 220 words and titles
    of 5 to 12; so have these.
    """
    chance = random.Random(SEED)
    words = _vocabulary(chance, 40_000)
    weights = list(accumulate(1.0 / (rank + 2.7) for rank in range(len(words))))

    def text(shortest: int, longest: int) -> str:
        count = chance.randint(shortest, longest)
        return " ".join(chance.choices(words, cum_weights=weights, k=count))

    people = [text(2, 2).title() for _ in range(500)]
    return [
        Article(
            number,
            text(5, 12).capitalize(),
            ". ".join(text(14, 30).capitalize() for _ in range(7)) + ".",
            "; ".join(chance.sample(people, 3)),
            f"venue{chance.randint(2015, 2025)}",
            chance.randint(2015, 2025),
        )
        for number in range(size)
    ]


def _vocabulary(chance: random.Random, size: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < size:
        stem = "".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4)))
        found.setdefault(stem + chance.choice(_ENDINGS))
    return list(found)


def write(articles: Iterable[Article], file: Path) -> Path:
    """Write papers for another process to read one by one."""
    with file.open("w", encoding="utf-8") as lines:
        for article in articles:
            lines.write(json.dumps(article) + "\n")
    return file


def read(file: Path) -> Iterator[Article]:
    """Read what `write` wrote; only one paper is in memory at a time."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield Article(*json.loads(line))
