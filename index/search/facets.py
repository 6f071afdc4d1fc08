"""Facets: the values of the papers that a query finds, each with the number of papers it leaves.

A count is the total of the query that choosing the value makes, where no other value of its field
is chosen: what has been chosen in a field does not count for the field's other values, as one of
them would be another way for a paper to be found.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from index.markup.fold import fold
from index.search.engine import Stale
from index.search.facet_fields import STORED_FIELDS, Counted, Listing
from index.search.facet_text import FIELDS, chosen, key_of, query_of_rest, shown_value, without

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from index.search.facet_fields import Field
    from index.search.service import Search

SHOWN = 100
"""Values of a field that are listed at most, besides those that are chosen."""

MOST_YEARS = 10_000
"""So many years can be written with four digits."""


class Marks(Protocol):
    """The reader's marks on papers, as sets of ordinals."""

    @property
    def starred(self) -> Collection[int]:
        """Papers with a star."""

    @property
    def read(self) -> Collection[int]:
        """Papers that have been read."""

    @property
    def notes(self) -> Collection[int]:
        """Papers with a note."""

    @property
    def tags(self) -> Mapping[str, Collection[int]]:
        """Papers by tag."""


class FacetValue(NamedTuple):
    """A value of a field, and how many papers it leaves."""

    key: str
    value: str
    papers: int
    is_chosen: bool


class Facet(NamedTuple):
    """A field: its most frequent values, those that are chosen among them, of `total`.

    The counts are those of the best partial matches only where `is_partial`: no paper meets the
    query, and which come nearest to it may be others once a value is chosen.
    """

    field: str
    values: tuple[FacetValue, ...]
    total: int
    is_partial: bool


class _Papers:
    """The papers of a query, and whether they only come nearest to it."""

    def __init__(self, ordinals: Sequence[int], *, is_partial: bool) -> None:
        self.ordinals = ordinals
        self.is_partial = is_partial

    def common(self, marked: Collection[int]) -> frozenset[int]:
        """Those that are marked."""
        return self._set.intersection(marked) if marked else frozenset()

    @cached_property
    def _set(self) -> frozenset[int]:
        return frozenset(self.ordinals)


class Facets:
    """Counts what a query's papers have.

    Args:
        search: finds the papers.
    """

    def __init__(self, search: Search) -> None:
        self._search = search

    def count(
        self,
        text: str,
        marks: Marks,
        *,
        limit: int = SHOWN,
        containing: Mapping[str, str] | None = None,
        is_stale: Callable[[], bool] = lambda: False,
    ) -> list[Facet]:
        """The facets of a query, in the order of `facet_text.FIELDS`.

        Args:
            text: the query, still being typed.
            marks: the reader's.
            limit: how many values of a field to list.
            containing: what the values of some fields must contain.
            is_stale: asked now and then.

        Raises:
            Stale: `is_stale` turned true.
            SearchNotReady: the index is being built.
            LibraryError: the papers cannot be read.
        """
        fields = self._search.facets.fields()
        taken = chosen(text)
        whole = self._papers(text, is_stale)
        found = []
        for name in FIELDS:
            if is_stale():
                raise Stale
            keys = taken.get(name, [])
            is_open = not keys or name in {"has", "is"}
            papers = whole if is_open else self._papers(without(text, name), is_stale)
            part = key_of((containing or {}).get(name, ""))
            listing = self._listing(fields, name, papers, marks, limit, part, keys)
            listed = {value.key for value in listing.values}
            # What no paper has can be chosen all the same, and has to be seen to be taken back.
            absent = [Counted(key, key, 0) for key in keys if key not in listed]
            values = tuple(
                FacetValue(*value, value.key in keys) for value in (*listing.values, *absent)
            )
            found.append(Facet(name, values, listing.total, papers.is_partial))
        return found

    def _papers(self, text: str, is_stale: Callable[[], bool]) -> _Papers:
        answer = self._search.run_query(query_of_rest(text), limit=0, is_stale=is_stale)
        return _Papers(answer.hits.ordinals, is_partial=answer.partial)

    def _listing(
        self,
        fields: Mapping[str, Field],
        name: str,
        papers: _Papers,
        marks: Marks,
        limit: int,
        containing: str,
        keys: Sequence[str],
    ) -> Listing:
        listed: list[Counted] = []
        total = 0
        if name in STORED_FIELDS:
            # All years are listed, the newest first.
            most = MOST_YEARS if name == "year" else limit
            listed, total = fields[name].listing(papers.ordinals, most, containing, keys)
        marked = _marked(name, papers, marks)
        for value in marked:
            if (value.papers and containing in value.key) or value.key in keys:
                listed.append(value)
                total += bool(value.papers)
        if name == "year":
            listed.sort(reverse=True)
        if name == "tag":
            listed.sort(key=lambda value: (-value.papers, value.key))
            listed = [
                item for place, item in enumerate(listed) if place < limit or item.key in keys
            ]
        return Listing(listed, total)


def _marked(name: str, papers: _Papers, marks: Marks) -> list[Counted]:
    """The values of a field that are the reader's marks."""
    if name not in {"tag", "has", "is"}:
        return []
    if name == "has":
        return [Counted("note", "note", len(papers.common(marks.notes)))]
    if name == "is":
        read = len(papers.common(marks.read))
        starred, unread = len(papers.common(marks.starred)), len(papers.ordinals) - read
        counts = {"starred": starred, "unread": unread, "read": read}
        return [Counted(mark, mark, count) for mark, count in counts.items()]
    # Tags that differ in case or accents only are one, as a query takes them.
    tagged: dict[str, tuple[str, set[int]]] = {}
    for tag, ordinals in marks.tags.items():
        key = key_of(tag)
        if key == fold(tag):
            _, those = tagged.setdefault(key, (shown_value(tag), set()))
            those |= papers.common(ordinals)
    return [Counted(key, value, len(those)) for key, (value, those) in tagged.items()]
