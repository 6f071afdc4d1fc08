"""The fields of all papers, ready to be counted: read once for each state of the papers."""

from __future__ import annotations

import threading
import unicodedata
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from index.search.engine import IndexUnusable
from index.search.facet_fields import STORED_FIELDS, ListedField, gather

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from index.search.facet_fields import Field, Gathered
    from index.search.requests import Exactly
    from index.store import PaperStore

LISTED = 500
"""Up to so many papers are counted one by one, without numpy."""

_VERSION = 1
"""Raised whenever values are read, grouped or stored in another way."""


class FacetStore:
    """Gives the fields of the papers as they are now.

    Safe to use from several threads: one reads the papers, the others wait for it.

    Args:
        store: the papers.
        folder: where the fields of a large collection are kept; can be thrown away at any time.
        keep: has another process do what `keep_fields` does; raises `LibraryError` if it fails.
    """

    def __init__(self, store: PaperStore, folder: Path, keep: Callable[[Path], None]) -> None:
        self._store = store
        self._folder = folder
        self._keep = keep
        self._lock = threading.Lock()
        self._is_closed = False
        self._stamp = ""
        self._fields: Mapping[str, Field] = {}

    def fields(self) -> Mapping[str, Field]:
        """The fields, by name; reading them takes seconds where there are very many papers.

        Raises:
            LibraryError: the papers cannot be read.
        """
        with self._lock:
            stamp = self._store.content_stamp()
            if stamp != self._stamp:
                self._fields = self._read()
                self._stamp = stamp
            return self._fields

    def close(self) -> None:
        """Read nothing more: the papers are about to be closed."""
        self._is_closed = True

    def exactly(self, request: Exactly) -> Sequence[int]:
        """The papers with a value, in ascending order.

        Raises:
            LibraryError: the papers cannot be read.
        """
        return self.fields()[request.field].papers(request.value)

    def _read(self) -> Mapping[str, Field]:
        if self._store.count() <= LISTED:
            sets = self._store.sets
            return {name: ListedField(gather(sets, name)) for name in STORED_FIELDS}
        from index.search.facet_arrays import field_of, open_fields

        try:
            return open_fields(self._folder, _stamp(self._store))
        except IndexUnusable:
            try:
                self._keep(self._folder)
                return open_fields(self._folder, _stamp(self._store))
            except ReadingRoomError:
                if self._is_closed:
                    raise
                # Where nothing can be kept they are read anew at each visit.
                return {name: field_of(part) for name, part in _gathered(self._store).items()}


def keep_fields(store: PaperStore, folder: Path) -> None:
    """Read the fields of all papers and write them into a folder.

    Raises:
        IndexUnusable: the folder cannot be written or is not safe.
        LibraryError: the papers cannot be read.
    """
    from index.search.facet_arrays import write_fields

    stamp = _stamp(store)
    write_fields(folder, stamp, _gathered(store))


def _gathered(store: PaperStore) -> dict[str, Gathered]:
    return {name: gather(store.sets, name) for name in STORED_FIELDS}


def _stamp(store: PaperStore) -> dict[str, str]:
    return {
        "papers": store.content_stamp(),
        "facets": str(_VERSION),
        "unicode": unicodedata.unidata_version,
    }
