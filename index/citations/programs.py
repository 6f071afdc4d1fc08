"""The formats that programs read: how an entry is written, and how several make one text."""

from __future__ import annotations

import json
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.citations import biblatex, bibtex, csl, ris, typst, untitled_records

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from index.citations.record import Cited


@dataclass(frozen=True, slots=True)
class Format:
    """How entries become one text.

    Attributes:
        entry: Writes an entry.
        full: Writes an entry with everything that the format can carry; `entry` does if `None`.
        before: What stands before the first entry.
        between: What parts two entries.
        after: What stands after the last one.
    """

    entry: Callable[[Cited], str]
    full: Callable[[Cited], str] | None = None
    before: str = ""
    between: str = "\n\n"
    after: str = ""

    def text(self, items: Iterable[Cited]) -> str:
        """All entries as one text."""
        return self.before + self.between.join(map(self.entry, items)) + self.after


def _bibtex(item: Cited, *, full: bool = False) -> str:
    write = untitled_records.bibtex if item.paper.is_untitled else bibtex.entry
    return write(item, full=full)


def _biblatex(item: Cited, *, full: bool = False) -> str:
    write = untitled_records.biblatex if item.paper.is_untitled else biblatex.entry
    return write(item, full=full)


def _ris(item: Cited) -> str:
    return untitled_records.ris(item) if item.paper.is_untitled else ris.entry(item)


def _csl(item: Cited) -> str:
    record = untitled_records.csl(item) if item.paper.is_untitled else csl.item_of(item)
    return textwrap.indent(json.dumps(record, ensure_ascii=False, indent=2), "  ")


def _typst(item: Cited) -> str:
    return untitled_records.typst(item) if item.paper.is_untitled else typst.entry(item)


FORMATS: Mapping[str, Format] = {
    "bibtex": Format(_bibtex, lambda item: _bibtex(item, full=True)),
    "biblatex": Format(_biblatex, lambda item: _biblatex(item, full=True)),
    "ris": Format(_ris, between=""),
    "csl-json": Format(_csl, before="[\n", between=",\n", after="\n]"),
    "typst": Format(_typst),
}
"""The formats by the names of their styles."""
