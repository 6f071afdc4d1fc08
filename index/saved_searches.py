"""Saved searches: nine slots on the shelf, each with a name, a query and an order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from index.clean import clean, visible
from index.errors import InputError

if TYPE_CHECKING:
    from index.journal import Act, Journal, Writing

SEARCH = "search"
"""The kind of entry, as the journal calls it."""
SLOTS = tuple("123456789")


class SavedSearch(NamedTuple):
    """A search that a digit calls up."""

    slot: str
    name: str
    query: str
    order: str


class SavedSearches:
    """Keeps saved searches; every change can be undone like any other on the shelf.

    Args:
        journal: where they are kept.

    Raises:
        LibraryError: every method: the shelf cannot be read or written.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def all(self) -> list[SavedSearch]:
        """The saved searches by slot."""
        return [
            _decoded(entry.name, entry.value)
            for entry in self._journal.entries(SEARCH)
            if entry.name in SLOTS
        ]

    def save(self, name: str, query: str, order: str, slot: str | None = None) -> SavedSearch:
        """Save a search.

        Args:
            name: its name; the query itself if it is empty.
            query: what to search.
            order: how to sort what is found.
            slot: its digit; by default that of the search with this name, else a free one.

        Raises:
            InputError: there is no query, no such slot, or no slot is free.
        """
        query, name = _line(query), _line(name)
        if not query:
            raise InputError("nothing to save: search for something first")
        if slot is not None and slot not in SLOTS:
            raise InputError(f"there is no place {slot} for a search: 1 to 9 are the places")
        saved: list[SavedSearch] = []

        def decide(writing: Writing) -> str:
            known = {
                item: _decoded(item, value)
                for item in SLOTS
                if (value := writing.value("", SEARCH, item)) is not None
            }
            wanted = name or query
            same = next((item for item, other in known.items() if other.name == wanted), None)
            place = slot or same or next((item for item in SLOTS if item not in known), None)
            if place is None:
                raise InputError(
                    f"all nine places are taken: `:save 9 {wanted}` takes the place of "
                    f"{known['9'].name}"
                )
            saved.append(SavedSearch(place, wanted, query, order))
            fields = {"name": wanted, "query": query, "order": order}
            writing.set("", SEARCH, place, json.dumps(fields, ensure_ascii=False, sort_keys=True))
            return f"saved the search {place} {wanted}"

        self._journal.act(decide)
        return saved[0]

    def forget(self, slot: str) -> Act | None:
        """Take a saved search away; `None` if there is none."""

        def decide(writing: Writing) -> str:
            known = writing.value("", SEARCH, slot)
            writing.set("", SEARCH, slot, None)
            name = "" if known is None else _decoded(slot, known).name
            return f"took the search {slot} {name} away"

        return self._journal.act(decide)


def _line(text: str) -> str:
    return " ".join(visible(clean(text)).split())


def _decoded(slot: str, value: str) -> SavedSearch:
    fields = json.loads(value)
    return SavedSearch(slot, fields["name"], fields["query"], fields["order"])
