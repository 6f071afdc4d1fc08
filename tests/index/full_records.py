"""Full records of the seeds' papers, made up for tests: no real ones exist."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from index.library import Library
from index.paths import default_paths

SEALS: dict[str, Any] = {
    "title": "Seals in Latent Space",
    "author": "Ada Lovelace; Alan Turing",
    "year": 2026,
    "booktitle": "Conference on Seals",
    "pages": "17-29",
    "doi": "10.1234/seals.7",
    "url": "https://example.org/seals",
}
"""Facts for the first seed."""
TREES: dict[str, Any] = {
    "title": "Falling Trees",
    "author": "Grace Hopper",
    "date": "2025-11-03",
    "venue": "Journal of Gravity",
    "id": "trees-1",
}
"""Facts for the sixth."""


def write(path: Path, *records: dict[str, Any]) -> Path:
    """A file of records as JSON lines."""
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def of_seed(library: Library, ordinal: int, **facts: Any) -> dict[str, Any]:
    """A full record of a seed's paper, whose abstract lacks the last words."""
    return {"abstract": library.papers.forms(ordinal).plain[:-60].rpartition(" ")[0], **facts}


def add_both(library: Library, folder: Path) -> None:
    """Add full records of the first and the sixth seed; they get the ordinals 39 and 40."""
    records = of_seed(library, 1, **SEALS), of_seed(library, 6, **TREES)
    library.imports.add([write(folder / "full.jsonl", *records)])


def opened(home: Path) -> Library:
    """Another window on a library."""
    return Library(default_paths({"READINGROOM_HOME": str(home)}))


def dump(library: Library) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is stored of papers, but for numbers of revisions."""
    tables = {
        "papers": "*", "forms": "*", "occurrences": "*", "aliases": "*", "originals": "*",
        "list_rows": "ordinal, heading, detail, titled, code, pdf", "sources": "source, file",
    }  # fmt: skip
    with library.papers.database.reading() as connection:
        return {
            table: sorted(connection.execute(f"SELECT {columns} FROM {table}").fetchall(), key=str)
            for table, columns in tables.items()
        }
