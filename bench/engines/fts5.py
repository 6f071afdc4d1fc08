"""SQLite's full-text search."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from bench.engines.base import SearchEngine, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article

_NAME = "papers.db"


class Fts5(SearchEngine):
    """Porter stems, prefix indexes of two and three characters, `bm25` with the title twice."""

    @property
    def version(self) -> str:
        """The version of SQLite."""
        return f"SQLite {sqlite3.sqlite_version}"

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the index, which also holds the text."""
        connection = sqlite3.connect(folder / _NAME)
        connection.execute(
            "CREATE VIRTUAL TABLE papers USING fts5("
            "title, abstract, authors UNINDEXED, tokenize='porter unicode61', prefix='2 3')"
        )
        # As a setting of the table the weights let FTS5 sort while it searches.
        connection.execute(
            "INSERT INTO papers (papers, rank) VALUES ('rank', 'bm25(2.0, 1.0, 0.0)')"
        )
        connection.executemany(
            "INSERT INTO papers (rowid, title, abstract, authors) VALUES (?, ?, ?, ?)",
            (
                (article.number, article.title, article.abstract, article.authors)
                for article in articles
            ),
        )
        connection.execute("INSERT INTO papers (papers) VALUES ('optimize')")
        connection.commit()
        connection.close()

    def open(self, folder: Path) -> None:
        """Open the index."""
        self._connection = sqlite3.connect(folder / _NAME)

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """Match, and sort by rank."""
        words, last = split(text, unfinished=unfinished)
        quoted = [f'"{word}"' for word in words]
        if last is not None:
            quoted.append(f'"{last}"*')
        if not quoted:
            return []
        found = self._connection.execute(
            "SELECT rowid, rank FROM papers WHERE papers MATCH ? ORDER BY rank LIMIT ?",
            ((" AND " if every_word else " OR ").join(quoted), limit),
        )
        return [(number, -rank) for number, rank in found]

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """Titles and authors."""
        marks = ",".join("?" * len(handles))
        return self._connection.execute(
            f"SELECT rowid, title, authors FROM papers WHERE rowid IN ({marks})", tuple(handles)
        ).fetchall()
