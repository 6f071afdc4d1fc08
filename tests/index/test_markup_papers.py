"""What holds on a sample of real titles and abstracts."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections import Counter
from functools import cache

import pytest

from index.markup.bibtex import to_bibtex
from index.markup.fold import fold, fold_with_offsets
from index.markup.parse import parse
from index.markup.tokens import Marked
from tests.shared import SHARED, requires_shared

SIZE = 4000
WORD = re.compile(r"[a-z]{3,}")
ACCENT = re.compile(r"\\(?:['`^\"~=.]\{?\\?|[Hcvudbrk]\{)([A-Za-z])\}?")
LETTER = re.compile(r"\\(?:[LlOo]|ss)(?:\{\}| )")
# What has no text of its own: names of environments and labels, colours, names of commands.
COMMAND = re.compile(
    r"\\(?:begin|end)\s*\{[^}]*\}(?:\[[^\]]*\])?"
    r"|\\(?:label|vspace|hspace|color|textcolor)\s*\{[^}]*\}"
    r"|\\[A-Za-z]+"
)


@cache
def sample() -> list[str]:
    """Titles and abstracts, half of them with some markup, always the same ones."""
    assert SHARED is not None
    with gzip.open(SHARED / "data" / "papers" / "papers.jsonl.gz", "rt", encoding="utf-8") as lines:
        papers = [json.loads(line) for line in lines]
    texts = [paper[part] for paper in papers for part in ("title", "abstract") if paper[part]]
    marked_up = [text for text in texts if re.search(r"[\\$*`{]|--", text)]
    pick = random.Random(26)
    return pick.sample(texts, SIZE // 2) + pick.sample(marked_up, SIZE // 2)


def lost_words(raw: str, marked: Marked) -> set[str]:
    """Words of three letters and more that the text holds more often than what became of it."""
    shown = fold(marked.plain + " " + " ".join(marked.links))
    written = fold(COMMAND.sub(" ", LETTER.sub("", ACCENT.sub(r"\1", raw))))
    counts = Counter(WORD.findall(written))
    return {word for word, count in counts.items() if shown.count(word) < count}


def test_a_lost_word_would_be_noticed() -> None:
    raw = "We **lose** nothing: $x$ and nothing."
    assert not lost_words(raw, parse(raw))
    assert lost_words(raw, parse("We lose nothing.")) == {"and", "nothing"}


@requires_shared
def test_no_word_and_no_percent_sign_is_lost() -> None:
    for raw in sample():
        marked = parse(raw)
        assert not lost_words(raw, marked), raw
        shown = marked.plain + "".join(marked.links)
        assert shown.count("%") >= raw.count("%"), raw


@requires_shared
def test_spans_lie_in_the_text_and_folding_keeps_its_place() -> None:
    for raw in sample():
        marked = parse(raw)
        assert all(0 <= span.start < span.end <= len(marked.plain) for span in marked.spans)
        folded = fold_with_offsets(marked.plain)
        assert folded.text == fold(marked.plain)
        assert fold(folded.text) == folded.text


@requires_shared
@pytest.mark.parametrize("ascii_only", [False, True])
def test_readers_take_the_fields_and_give_the_text_back(ascii_only: bool) -> None:
    bibtexparser = pytest.importorskip("bibtexparser")
    database = pytest.importorskip("pybtex.database")
    texts = sample()[-500:]
    fields = [to_bibtex(parse(raw), ascii_only=ascii_only) for raw in texts]
    text = "".join(
        f"@article{{k{number},\n  abstract = {{{field}}}\n}}\n"
        for number, field in enumerate(fields)
    )
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    assert len(library.entries) == len(texts)
    assert len(database.parse_string(text, "bibtex").entries) == len(texts)
    if not ascii_only:
        same = [
            parse(entry["abstract"]).plain == parse(raw).plain.replace("\n", " ")
            for entry, raw in zip(library.entries, texts, strict=True)
        ]
        # An address without a scheme comes back with one.
        assert sum(same) >= 490
