"""Several references as one list: in the order of the style, with letters and numbers."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from index.citations import untitled
from index.citations.references import (
    acm,
    apa,
    chicago,
    harvard,
    ieee,
    mla,
    nature,
    vancouver,
)
from index.citations.references.work import work

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from index.citations.record import Cited
    from index.citations.references.people import People
    from index.citations.references.work import Work

REFERENCES: Mapping[str, Callable[[Work], str]] = {
    "apa": apa.reference,
    "mla": mla.reference,
    "chicago-author-date": chicago.reference,
    "ieee": ieee.reference,
    "acm": acm.reference,
    "harvard": harvard.reference,
    "nature": nature.reference,
    "vancouver": vancouver.reference,
}
"""What writes one entry of a paper with a title or authors, by style."""

NUMBERS: Mapping[str, str] = {
    "ieee": "[{}] ", "acm": "[{}] ", "nature": "{}. ", "vancouver": "{}. ",
}  # fmt: skip
"""The styles that count in the order given, and how."""

LETTERED = frozenset({"apa", "chicago-author-date", "harvard"})
"""Styles that tell works of the same authors and year apart by a letter."""

_NO_LETTER = re.compile(r"[^\w ]|_")
_ARTICLES = ("a ", "an ", "the ")


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper on its way into a list; `work` is `None` for one without title and authors."""

    item: Cited
    work: Work | None


def references(items: Sequence[Cited], style: str) -> str:
    """A list of references, one on a line.

    Author-date styles sort by authors, year and title, and tell works of the same authors and
    year apart by letters (APA 7 sections 9.44 to 9.48, CMOS 17 sections 15.16 to 15.20); numbered
    styles count in the order given.
    """
    write = REFERENCES[style]
    listed = entries(items)
    if style not in NUMBERS:
        listed = in_order(listed, demoted=style == "chicago-author-date")
    if style in LETTERED:
        listed = lettered(listed)
    lines = [
        untitled.TEXTS[style](untitled.facts(entry.item))
        if entry.work is None
        else write(entry.work)
        for entry in listed
    ]
    if style in NUMBERS:
        lines = [NUMBERS[style].format(n) + line for n, line in enumerate(lines, start=1)]
    return "\n".join(lines)


def entries(items: Sequence[Cited]) -> list[Entry]:
    """Papers as entries, in their order."""
    return [Entry(item, None if item.paper.is_untitled else work(item.paper)) for item in items]


def in_order(listed: Sequence[Entry], *, demoted: bool = False) -> list[Entry]:
    """Entries in alphabetical order.

    Authors are compared name by name, so that a work of one author stands before that author's
    works with others; works without a date come first, articles at the start of a title do not
    count (APA 7 sections 9.44 to 9.49).

    Args:
        listed: The entries.
        demoted: Whether a particle in lower case is passed over (CMOS 17 section 16.71).
    """
    if len(listed) < 2:
        return list(listed)
    return sorted(listed, key=lambda entry: (*_place(entry, demoted=demoted), entry.item.key))


def _place(entry: Entry, *, demoted: bool) -> tuple[tuple[tuple[str, str], ...], str, str]:
    """Authors, year and title, as the alphabet sees them."""
    if entry.work is None:
        description = untitled.facts(entry.item).description
        return ((_folded(description), ""),), "", ""
    authors = tuple(
        (
            _folded(person.whole or (person.stem if demoted else person.family)),
            _folded(f"{person.given} {person.suffix}"),
        )
        for person in entry.work.authors.names
    )
    title = _folded(entry.work.title)
    for article in _ARTICLES:
        title = title.removeprefix(article)
    year = f"{entry.work.date.year:04}" if entry.work.date else ""
    return (authors, year, title) if authors else (((title, ""),), year, "")


@lru_cache(maxsize=8192)
def _folded(text: str) -> str:
    """A text as the alphabet sees it: no case, no accents, no punctuation."""
    return _NO_LETTER.sub("", unicodedata.normalize("NFKD", text.casefold())).strip()


def lettered(listed: Sequence[Entry]) -> list[Entry]:
    """Entries with the letters `a`, `b` in the order given, where authors and year are equal."""
    groups: dict[tuple[People, int | None], list[int]] = {}
    for place, entry in enumerate(listed):
        if entry.work is not None and entry.work.authors:
            year = entry.work.date.year if entry.work.date else None
            groups.setdefault((entry.work.authors, year), []).append(place)
    result = list(listed)
    for group in groups.values():
        for count, place in enumerate(group if len(group) > 1 else ()):
            entry = result[place]
            if entry.work is not None:
                result[place] = Entry(entry.item, replace(entry.work, letter=_letter(count)))
    return result


def _letter(count: int) -> str:
    """`a` to `z`, then `aa`."""
    first, last = divmod(count, 26)
    return (_letter(first - 1) if first else "") + chr(ord("a") + last)
