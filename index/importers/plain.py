"""Plain text: an optional heading, then abstracts with blank lines between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.citations.record import year_in
from index.clean import clean
from index.importers.files import MAXIMUM_LINE
from index.importers.reading import Format, Raw
from index.importers.report import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile

MAXIMUM_HEADING = 80
"""A first block longer than this many characters is an abstract."""

_SENTENCE_END = (".", "!", "?", "。", "！", "？", ":", ";")


def read_plain(file: InputFile) -> Iterator[Raw | Problem]:
    """The abstracts of a plain file, with the heading that they stand under.

    The first block is a heading if it is one line of at most `MAXIMUM_HEADING` characters, ends
    no sentence, and something follows it. The year that it names is that of the papers.
    """
    heading: dict[str, Any] = {}
    first: Raw | None = None
    for number, block in enumerate(_blocks(file), start=1):
        if isinstance(block, Problem):
            yield block
        elif number == 1 and _is_heading(text := block.fields["abstract"]):
            first = block
            name = text.lstrip("# ").strip()
            heading = {"collection": name, "year": year_in(name)} if name else {}
        else:
            first = None
            yield Raw(block.line, {**block.fields, **heading})
    if first is not None:
        yield first


def _is_heading(text: str) -> bool:
    return "\n" not in text and len(text) <= MAXIMUM_HEADING and not text.endswith(_SENTENCE_END)


def _blocks(file: InputFile) -> Iterator[Raw | Problem]:
    """Runs of lines that are not blank."""
    block: list[str] = []
    begin = length = 0
    for line in file.lines():
        if line.text is None or length > MAXIMUM_LINE:
            begin = begin or line.number
            yield Problem(file.shown, begin, f"longer than {MAXIMUM_LINE // 1024 // 1024} MB")
            block, begin, length = [], 0, 0
            continue
        # Cleaning may break it: a form feed ends a line too.
        for text in clean(line.text).split("\n"):
            if text.strip():
                begin = begin or line.number
                block.append(text)
                length += len(text)
            elif block:
                yield Raw(begin, {"abstract": "\n".join(block).strip()})
                block, begin, length = [], 0, 0
    if block:
        yield Raw(begin, {"abstract": "\n".join(block).strip()})


def _recognises(head: str) -> bool:
    return bool(head)


FORMAT_PLAIN = Format("plain", "plain text", _recognises, read_plain)
