"""Resolves what a query asks for that no text index knows: sets of papers, and identifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.errors import LibraryError
from index.search.requests import Exactly, Has, InCollection, Is, Noted, Tagged, YearRange

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from index.search.lookup import Lookup
    from index.search.requests import SetRequest
    from index.store import PaperStore

KEPT_SETS = 32
"""So many sets are kept at hand: the same ones are asked for at every key."""


class Resolver:
    """Answers from the papers' store.

    Args:
        store: the papers.
        find_key: the ordinals of the papers that may be meant by a citation key or id.
        marked: the papers that a request about the reader's marks asks for, in ascending order.
        exactly: the papers with a value of a field, in ascending order.
    """

    def __init__(
        self,
        store: PaperStore,
        find_key: Callable[[str], Sequence[int]],
        marked: Callable[[SetRequest], Collection[int] | None],
        exactly: Callable[[Exactly], Collection[int]],
    ) -> None:
        self._store = store
        self._find_key = find_key
        self._marked = marked
        self._exactly = exactly
        self._kept: dict[str, Collection[int]] = {}
        self._stamp = ""

    def sets(self, requests: Sequence[SetRequest]) -> tuple[dict[str, Collection[int]], list[str]]:
        """The sets by name, and a note on each that cannot be told now (it is empty).

        Args:
            requests: what the query asks for.
        """
        found: dict[str, Collection[int]] = {}
        notes: list[str] = []
        if not requests:
            return found, notes
        stamp = self._store.content_stamp()
        if stamp != self._stamp or len(self._kept) > KEPT_SETS:
            self._kept.clear()
            self._stamp = stamp
        for request in requests:
            try:
                ordinals = self._kept.get(request.name)
                if ordinals is None:
                    # Marks change by themselves, so what they answer is not kept here.
                    ordinals = self._marked(request)
                if ordinals is None:
                    ordinals = self._kept[request.name] = self._resolve(request)
            except LibraryError as error:
                ordinals = ()
                notes.append(f"{request.shown} cannot be told: {error}")
            found[request.name] = ordinals
        return found, notes

    def looked_up(self, lookup: Lookup) -> list[int]:
        """The papers that an identifier names, in file order."""
        if lookup.kind == "key":
            return list(self._find_key(lookup.value))
        aliases = (f"url:{lookup.value}",) if lookup.kind == "url" else lookup.aliases
        return sorted(
            {ordinal for alias in aliases for ordinal in self._store.ordinals_of_alias(alias)}
        )

    def _resolve(self, request: SetRequest) -> Collection[int]:
        sets = self._store.sets
        match request:
            case YearRange(low, high):
                return sets.of_years(low, high)
            case InCollection(text):
                return sets.in_collection(text)
            case Has("code" | "pdf" | "title" as feature):
                return sets.having(feature)
            case Exactly():
                return self._exactly(request)
            case Has() | Is() | Tagged() | Noted():
                # Nobody keeps marks here.
                return ()
