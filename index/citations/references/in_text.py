"""APA citations in the text, several works in one pair of parentheses (APA 7 chapter 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.citations import untitled
from index.citations.references import apa
from index.citations.references.listing import in_order, year_letters
from index.citations.references.people import dotted, listed
from index.citations.references.titles import in_double_quotes
from index.citations.references.work import NO_TITLE, work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.citations.record import Cited
    from index.citations.references.people import Person
    from index.citations.references.work import Work

_FULL = 2
"""Authors that are all named; of more the first (8.17)."""


@dataclass(frozen=True, slots=True)
class _Mention:
    """A work between the parentheses: who, and when."""

    who: str
    year: str


def in_text(items: Sequence[Cited]) -> str:
    """`(Doe, 2019a, 2019b; Roe et al., 2020)`, in the order of the reference list (8.12)."""
    items = in_order(items)
    letters = year_letters(items)
    works = [
        None if item.paper.is_untitled else work(item.paper, letter)
        for item, letter in zip(items, letters, strict=True)
    ]
    complete = [one for one in works if one is not None]
    texts: list[str] = []
    last = None
    for item, one in zip(items, works, strict=True):
        if one is None:
            texts.append(untitled.apa_in_text(untitled.facts(item)))
            last = None
            continue
        mention = _Mention(_who(one, complete), apa.year(one))
        if one.authors and mention.who == last:
            texts[-1] += f", {mention.year}"
        else:
            comma = "" if mention.who.endswith(",”") else ","
            texts.append(f"{mention.who}{comma} {mention.year}")
        last = mention.who
    return f"({'; '.join(texts)})"


def _who(one: Work, others: Sequence[Work]) -> str:
    """The authors as far as they tell the work from the others; else the title (8.14)."""
    names = one.authors.names
    if not names:
        return in_double_quotes(one.title, ",") if one.title else NO_TITLE
    texts = [person.whole or person.family for person in names]
    if _shares_family_name(names[0], others):
        texts[0] = names[0].whole or f"{dotted(names[0].given)} {names[0].family}"
    if len(names) <= _FULL and not one.authors.more:
        return listed(texts, "&")
    shown = _needed(one, others)
    if shown >= len(names) and not one.authors.more:
        return listed(texts, "&")
    comma = "," if shown > 1 else ""
    return f"{', '.join(texts[:shown])}{comma} et al."


def _shares_family_name(person: Person, others: Sequence[Work]) -> bool:
    """Whether another first author has the same family name but other initials (8.20)."""
    return bool(person.given) and any(
        first.family == person.family and first.given and dotted(first.given) != dotted(person.given)
        for other in others
        for first in other.authors.names[:1]
    )


def _needed(one: Work, others: Sequence[Work]) -> int:
    """How many names tell this list from those of the same year that begin alike (8.18).

    "et al." stands for two names or more: where only one is left, all are written.
    """
    names, shown = one.authors.names, 1
    for other in others:
        theirs = other.authors.names
        if theirs == names or len(theirs) <= _FULL or _year(other) != _year(one):
            continue
        same = 0
        while same < min(len(names), len(theirs)) and names[same] == theirs[same]:
            same += 1
        if same:
            shown = max(shown, same + 1)
    return len(names) if shown >= len(names) - 1 and shown > 1 else shown


def _year(one: Work) -> int | None:
    return one.date.year if one.date else None
