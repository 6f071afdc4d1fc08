"""Several references as one list: in the order of the style, with letters and numbers."""

from __future__ import annotations

import unicodedata
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
from index.citations.references.people import people
from index.citations.references.work import work

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from index.citations.record import Cited
    from index.citations.references.work import Work
    from index.paper import Paper

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

_ARTICLES = ("a ", "an ", "the ")

Place = tuple[tuple[tuple[str, str], ...], str, str]
"""Where a paper stands in an alphabetical list: authors, year, title."""


def references(items: Sequence[Cited], style: str) -> str:
    """A list of references, one on a line.

    Author-date styles sort by authors, year and title, and tell works of the same authors and
    year apart by letters (APA 7 sections 9.44 to 9.48, CMOS 17 sections 15.16 to 15.20); numbered
    styles count in the order given.
    """
    write = REFERENCES[style]
    if style not in NUMBERS:
        items = in_order(items, demoted=style == "chicago-author-date")
    letters = year_letters(items) if style in LETTERED else [""] * len(items)
    lines = [
        untitled.TEXTS[style](untitled.facts(item))
        if item.paper.is_untitled
        else write(work(item.paper, letter))
        for item, letter in zip(items, letters, strict=True)
    ]
    if style in NUMBERS:
        lines = [NUMBERS[style].format(n) + line for n, line in enumerate(lines, start=1)]
    return "\n".join(lines)


def in_order(items: Sequence[Cited], *, demoted: bool = False) -> list[Cited]:
    """Papers in alphabetical order.

    Authors are compared name by name, so that a work of one author stands before that author's
    works with others; works without a date come first, articles at the start of a title do not
    count (APA 7 sections 9.44 to 9.49).

    Args:
        items: The papers.
        demoted: Whether a particle in lower case is passed over (CMOS 17 section 16.71).
    """
    if len(items) == 1:
        return list(items)
    return sorted(items, key=lambda item: (_place(item, demoted=demoted), item.key))


def _place(item: Cited, *, demoted: bool) -> Place:
    if item.paper.is_untitled:
        description = untitled.facts(item).description
        return ((_folded(description), ""),), "", ""
    authors = tuple(
        (
            _folded(person.whole or (person.stem if demoted else person.family)),
            _folded(f"{person.given} {person.suffix}"),
        )
        for person in people(item.paper.authors).names
    )
    title = _folded(work(item.paper).title)
    for article in _ARTICLES:
        title = title.removeprefix(article)
    year = f"{item.paper.date.year:04}" if item.paper.date else ""
    return (authors, year, title) if authors else (((title, ""),), year, "")


def _folded(text: str) -> str:
    """A text as the alphabet sees it: no case, no accents, no punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in letters if c.isalnum() or c == " ").strip()


def year_letters(items: Sequence[Cited]) -> list[str]:
    """The letter of each paper: `a`, `b` in the order given; none where the year is enough."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for place, item in enumerate(items):
        if not item.paper.is_untitled and (authors := _authors(item.paper)):
            year = item.paper.date.year if item.paper.date else None
            groups.setdefault((authors, year), []).append(place)
    letters = [""] * len(items)
    for group in groups.values():
        if len(group) > 1:
            for count, place in enumerate(group):
                letters[place] = _letter(count)
    return letters


def _authors(paper: Paper) -> tuple[object, ...]:
    known = people(paper.authors)
    return (*known.names, known.more) if known else ()


def _letter(count: int) -> str:
    """`a` to `z`, then `aa`."""
    first, last = divmod(count, 26)
    return (_letter(first - 1) if first else "") + chr(ord("a") + last)
