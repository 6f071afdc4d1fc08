"""Rows for engines that store no text."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from bench.corpus import Article

NAME = "rows.db"


class RowTable:
    """Titles and authors in a SQLite table.

    Args:
        folder: where the table is.
    """

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / NAME)

    @classmethod
    def filling(cls, articles: Iterable[Article], folder: Path) -> Iterator[Article]:
        """Pass papers through and keep their rows; the table is there once all have passed."""
        connection = sqlite3.connect(folder / NAME)
        connection.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, title, authors)")
        for article in articles:
            connection.execute(
                "INSERT INTO rows VALUES (?, ?, ?)",
                (article.number, article.title, article.authors),
            )
            yield article
        connection.commit()
        connection.close()

    def rows(self, numbers: Sequence[int]) -> Sequence[object]:
        """The rows of papers."""
        marks = ",".join("?" * len(numbers))
        return self._connection.execute(
            f"SELECT number, title, authors FROM rows WHERE number IN ({marks})", tuple(numbers)
        ).fetchall()
