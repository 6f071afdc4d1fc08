"""The engines that are measured, one module each, and what each needs."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bench.engines.base import SearchEngine

OURS = "readingroom"
"""The engine that the others are compared with."""
SYSTEM_PYTHON = Path("/usr/bin/python3")
"""Debian's Python, the only one that sees Debian's packages."""


class Entry(NamedTuple):
    """An engine that can be measured.

    `factory` names it as `module:class`, followed by its arguments, if any, each after a colon.
    `largest` is the largest collection it is tried on unless it is named on the command line, and
    `needs` says how to install it.
    """

    label: str
    factory: str
    needs: str = ""
    largest: int | None = None
    system_python: bool = False
    is_ours: bool = False


ENGINES: dict[str, Entry] = {
    OURS: Entry("readingroom", "bench.engines.room:Room", is_ours=True),
    # Our engines by themselves, without the library around them: what builds and what opens them.
    "readingroom-snapshot": Entry(
        "readingroom's snapshot engine",
        "bench.engines.ours:Ours"
        ":index.search.snapshot_build.build_snapshot:index.search.snapshot.open_snapshot",
        "pip install numpy",
        is_ours=True,
    ),
    "readingroom-whoosh": Entry(
        "readingroom's Whoosh engine",
        "bench.engines.ours:Ours"
        ":index.search.whoosh_engine.build:index.search.whoosh_engine.open_engine",
        largest=10_000,
        is_ours=True,
    ),
    "whoosh": Entry("Whoosh alone", "bench.engines.whoosh_alone:WhooshAlone"),
    "fts5": Entry("SQLite FTS5", "bench.engines.fts5:Fts5", "a Python whose sqlite3 has FTS5"),
    "tantivy": Entry(
        "tantivy", "bench.engines.tantivy_index:Tantivy", "pip install tantivy (extra `bench`)"
    ),
    "xapian": Entry(
        "Xapian",
        "bench.engines.xapian_index:Xapian",
        "apt-get install python3-xapian",
        system_python=True,
    ),
    "bm25s": Entry(
        "bm25s (any word)",
        "bench.engines.bm25s_index:Bm25s",
        "pip install bm25s (extra `bench`)",
    ),
}
"""By the name that the command line uses, in the order of the tables."""

BEST_OF_OURS = "readingroom-snapshot"
"""Which engine of ours stands for all when the ranking is judged: their answers are equal, so the
fastest will do."""


def create(factory: str) -> SearchEngine:
    """Make an engine.

    Args:
        factory: as in `Entry`.

    Raises:
        ImportError: what it needs is not installed.
    """
    module, name, *arguments = factory.split(":")
    engine: SearchEngine = getattr(importlib.import_module(module), name)(*arguments)
    return engine


def interpreter(entry: Entry) -> str:
    """The Python that an engine runs under."""
    return str(SYSTEM_PYTHON) if entry.system_python else sys.executable
