"""APA citations in the text, several works in one pair of parentheses (APA 7 chapter 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations import untitled
from index.citations.references import apa
from index.citations.references.listing import entries, in_order, lettered
from index.citations.references.people import dotted, listed
from index.citations.references.titles import in_double_quotes
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index.citations.record import Cited
    from index.citations.references.people import People, Person
    from index.citations.references.work import Work

_FULL = 2
"""Authors that are all named; of more the first (8.17)."""


def in_text(items: Sequence[Cited]) -> str:
    """`(Doe, 2019a, 2019b; Roe et al., 2020)`, in the order of the reference list (8.12)."""
    ordered = lettered(in_order(entries(items)))
    neighbours = _Neighbours(entry.work for entry in ordered if entry.work is not None)
    texts: list[str] = []
    last = ""
    for entry in ordered:
        if entry.work is None:
            texts.append(untitled.apa_in_text(untitled.facts(entry.item)))
            last = ""
            continue
        who, year = _who(entry.work, neighbours), apa.year(entry.work)
        if who == last:
            texts[-1] += f", {year}"
        else:
            texts.append(f"{who}{'' if who.endswith(',”') else ','} {year}")
        last = who if entry.work.authors else ""
    return f"({'; '.join(texts)})"


class _Neighbours:
    """What the works that are cited together could be confused with.

    Args:
        works: All works between the parentheses.
    """

    def __init__(self, works: Iterable[Work]) -> None:
        self._initials: dict[str, set[str]] = {}
        self._lists: dict[tuple[int | None, Person], set[People]] = {}
        for one in works:
            names = one.authors.names
            if names and names[0].given:
                self._initials.setdefault(names[0].family, set()).add(dotted(names[0].given))
            if len(names) > _FULL or one.authors.more:
                self._lists.setdefault(_group(one), set()).add(one.authors)

    def share_family_name(self, person: Person) -> bool:
        """Whether another first author has the same family name but other initials (8.20)."""
        others = self._initials.get(person.family, set()) - {dotted(person.given)}
        return bool(person.given) and bool(others)

    def names_needed(self, one: Work) -> int:
        """How many names tell a list from those of the same year that begin alike (8.18).

        "et al." stands for two names or more: where only one is left, all are written.
        """
        names, shown = one.authors.names, 1
        for other in self._lists[_group(one)] - {one.authors}:
            pairs = zip(names, other.names, strict=False)
            same = next(
                (place for place, (mine, theirs) in enumerate(pairs) if mine != theirs),
                min(len(names), len(other.names)),
            )
            shown = max(shown, same + 1)
        return len(names) if 1 < shown >= len(names) - 1 else shown


def _group(one: Work) -> tuple[int | None, Person]:
    return (one.date.year if one.date else None), one.authors.names[0]


def _who(one: Work, neighbours: _Neighbours) -> str:
    """The authors as far as they tell the work from the others; else the title (8.14)."""
    names = one.authors.names
    if not names:
        return in_double_quotes(one.title, ",") if one.title else NO_TITLE
    texts = [person.whole or person.family for person in names]
    if not names[0].whole and neighbours.share_family_name(names[0]):
        texts[0] = f"{dotted(names[0].given)} {names[0].family}"
    if len(names) <= _FULL and not one.authors.more:
        return listed(texts, "&")
    shown = neighbours.names_needed(one)
    if shown >= len(names) and not one.authors.more:
        return listed(texts, "&")
    comma = "," if shown > 1 else ""
    return f"{', '.join(texts[:shown])}{comma} et al."
