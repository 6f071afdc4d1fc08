"""Orders in which papers can be listed, other than by relevance."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Literal, get_args

from index.markup.fold import fold

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from index.store import PaperStore

Order = Literal["relevance", "file", "title", "year", "added", "starred"]
ORDERS: Mapping[str, str] = {
    "relevance": "by relevance",
    "file": "in the order of the files",
    "title": "by title or name",
    "year": "by year, the newest first",
    "added": "the last added first",
    "starred": "starred ones first",
}
"""What each order is called in a sentence."""

assert tuple(ORDERS) == get_args(Order)  # noqa: S101 - two lists of the same names


class Sorter:
    """Sorts papers; what it has to know of all of them it keeps until they change.

    Args:
        store: the papers.

    Raises:
        LibraryError: the papers cannot be read.
    """

    def __init__(self, store: PaperStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._stamp = ""
        self._places: dict[str, dict[int, int]] = {}

    def sort(
        self, ordinals: Sequence[int], order: Order, starred: Collection[int] = ()
    ) -> Sequence[int]:
        """Papers in another order; what is equal keeps the order that it has.

        Args:
            ordinals: the papers, in the order of relevance or of the files.
            order: how to sort.
            starred: the papers with a star.
        """
        match order:
            case "relevance":
                return ordinals
            case "file":
                return sorted(ordinals)
            case "starred":
                return sorted(ordinals, key=lambda ordinal: ordinal not in starred)
            case _:
                places = self._known(order)
                last = 1 << 31
                return sorted(ordinals, key=lambda ordinal: places.get(ordinal, last))

    def _known(self, order: Literal["title", "year", "added"]) -> dict[int, int]:
        with self._lock:
            stamp = self._store.content_stamp()
            if stamp != self._stamp:
                self._places.clear()
                self._stamp = stamp
            if order not in self._places:
                self._places[order] = self._read(order)
            return self._places[order]

    def _read(self, order: Literal["title", "year", "added"]) -> dict[int, int]:
        if order == "title":
            rows = self._store.rows(self._store.ordinals())
            # What has no letter or digit at its beginning is sorted by the first one.
            listed = sorted(rows, key=lambda row: _sortable(row.heading or row.detail))
            return {row.ordinal: place for place, row in enumerate(listed)}
        if order == "year":
            return dict(self._store.sets.year_places())
        return dict(self._store.sets.added_places())


def _sortable(text: str) -> str:
    folded = fold(text)
    start = next((place for place, letter in enumerate(folded) if letter.isalnum()), 0)
    return folded[start:]
