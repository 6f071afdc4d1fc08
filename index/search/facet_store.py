"""The fields of all papers, ready to be counted: read once for each state of the papers."""

from __future__ import annotations

import threading
import unicodedata
from typing import TYPE_CHECKING

from index.search.engine import IndexUnusable
from index.search.facet_fields import STORED_FIELDS, ListedField, gather

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from index.search.facet_fields import Field
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
    """

    def __init__(self, store: PaperStore, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._lock = threading.Lock()
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
                self._fields = self._read(stamp)
                self._stamp = stamp
            return self._fields

    def exactly(self, request: Exactly) -> Sequence[int]:
        """The papers with a value, in ascending order.

        Raises:
            LibraryError: the papers cannot be read.
        """
        return self.fields()[request.field].papers(request.value)

    def _read(self, papers: str) -> Mapping[str, Field]:
        sets = self._store.sets
        if self._store.count() <= LISTED:
            return {name: ListedField(gather(sets, name)) for name in STORED_FIELDS}
        from index.search.facet_arrays import field_of, open_fields, write_fields

        stamp = {
            "papers": papers,
            "facets": str(_VERSION),
            "unicode": unicodedata.unidata_version,
        }
        try:
            return open_fields(self._folder, stamp)
        except IndexUnusable:
            gathered = {name: gather(sets, name) for name in STORED_FIELDS}
        try:
            write_fields(self._folder, stamp, gathered)
            return open_fields(self._folder, stamp)
        except IndexUnusable:
            # Where nothing can be kept they are read anew at each visit.
            return {name: field_of(part) for name, part in gathered.items()}
