"""Whoosh on a short lead: the only module that imports it.

A Whoosh index holds pickles, and loading a pickle can run any code. Whoever uses Whoosh gets it
from here, after every place where it loads a pickle has been given an unpickler that knows nothing
but the few classes an index contains.
"""

from __future__ import annotations

import io
import pickle
from collections import defaultdict
from functools import cache
from importlib import metadata
from types import SimpleNamespace
from typing import Any

import whoosh.codec.whoosh3
import whoosh.columns
import whoosh.compat
import whoosh.externalsort
import whoosh.filedb.structfile
import whoosh.formats
import whoosh.index
from whoosh import fields, formats, matching, query, scoring
from whoosh.filedb.filestore import FileStorage
from whoosh.index import FileIndex, create_in
from whoosh.searching import Searcher

from index.search.engine import IndexUnusable

__all__ = [
    "FileIndex",
    "FileStorage",
    "Searcher",
    "create_in",
    "distribution",
    "fields",
    "formats",
    "matching",
    "query",
    "scoring",
]

DISTRIBUTION = "Whoosh-Reloaded"
"""Several distributions install a package `whoosh`; indexes of one are not for another."""


def _bytes_of(text: str, _: str) -> bytes:
    """What pickles of protocol 2 call `_codecs.encode` for: they have no bytes, only text."""
    return text.encode("latin-1")


class _SafeUnpickler(pickle.Unpickler):
    """Loads what a Whoosh index holds: plain values and its list of segments."""

    _ALLOWED: dict[tuple[str, str], Any] = {  # noqa: RUF012 - never changed
        ("whoosh.codec.whoosh3", "W3Segment"): whoosh.codec.whoosh3.W3Segment,
        ("whoosh.codec.whoosh3", "W3Codec"): whoosh.codec.whoosh3.W3Codec,
        ("collections", "defaultdict"): defaultdict,
        ("builtins", "int"): int,
        ("__builtin__", "int"): int,
        ("_codecs", "encode"): _bytes_of,
    }

    def find_class(self, module: str, name: str) -> Any:
        """Look up a class that a pickle names, if it may."""
        try:
            return self._ALLOWED[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"{module}.{name} has no place in an index") from None


def _load(stream: Any) -> Any:
    return _SafeUnpickler(stream).load()


def _loads(data: bytes) -> Any:
    return _SafeUnpickler(io.BytesIO(data)).load()


def _disarm() -> None:
    """Put the safe unpickler in every place where Whoosh loads a pickle."""
    safe = SimpleNamespace(
        load=_load,
        loads=_loads,
        dump=pickle.dump,
        dumps=pickle.dumps,
        PicklingError=pickle.PicklingError,
    )
    for module in (whoosh.compat, whoosh.index):
        module.pickle = safe
    for module in (whoosh.compat, whoosh.columns, whoosh.codec.whoosh3, whoosh.formats):
        module.loads = _loads
    for module in (whoosh.compat, whoosh.externalsort):
        module.load = _load
    whoosh.filedb.structfile.load_pickle = _load
    # Readers of older formats bring their own unpickler; no index of ours has such a format.
    whoosh.index.toc_loaders = {}


_disarm()


@cache
def distribution() -> str:
    """The name and version of the distribution that owns the package `whoosh`.

    Raises:
        IndexUnusable: it is not `DISTRIBUTION`, or not alone in it.
    """
    owners = []
    for distribution in metadata.distributions():
        declared = distribution.read_text("top_level.txt")
        if declared is None:  # only some build tools write that file
            record = distribution.read_text("RECORD") or ""
            owns = any(line.startswith("whoosh/") for line in record.splitlines())
        else:
            owns = "whoosh" in declared.split()
        if owns:
            owners.append((distribution.name, distribution.version))
    if [name for name, _ in owners] != [DISTRIBUTION]:
        found = ", ".join(sorted(name for name, _ in owners)) or "none"
        raise IndexUnusable(
            f"the package whoosh must come from {DISTRIBUTION} alone, but comes from: {found}"
        )
    return " ".join(owners[0])
