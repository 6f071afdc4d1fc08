"""Sets of stored papers that no text index knows: by year, by source, by what they have."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Literal

from index.markup.fold import fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.database import Database

Feature = Literal["code", "pdf", "title"]

CODE_HOSTS = (
    "bitbucket.org",
    "codeberg.org",
    "github.com",
    "github.io",
    "gitlab.com",
    "huggingface.co",
    "sr.ht",
)
"""An address there that an abstract gives counts as a link to code."""

_HAVING = {
    "code": "SELECT ordinal FROM list_rows WHERE code",
    "pdf": "SELECT ordinal FROM list_rows WHERE pdf",
    "title": "SELECT ordinal FROM list_rows WHERE titled",
}

_VALUES = {
    "in": "SELECT ordinal, coalesce(heading, file) FROM occurrences "
    "JOIN sources USING (source) ORDER BY ordinal, source",
    "venue": "SELECT ordinal, venue FROM papers WHERE venue IS NOT NULL ORDER BY ordinal",
    "year": "SELECT ordinal, CAST(year AS TEXT) FROM papers WHERE year IS NOT NULL "
    "ORDER BY ordinal",
    "keyword": "SELECT ordinal, value FROM papers, json_each(papers.keywords) ORDER BY ordinal",
    "author": "SELECT ordinal, value FROM papers, json_each(papers.authors) ORDER BY ordinal",
    "has": "SELECT ordinal, 'code' FROM list_rows WHERE code UNION ALL "
    "SELECT ordinal, 'pdf' FROM list_rows WHERE pdf UNION ALL "
    "SELECT ordinal, 'title' FROM list_rows WHERE titled ORDER BY ordinal",
}
"""Queries for the values of each field, in file order."""


class PaperSets:
    """Finds ordinals, always in ascending order.

    Args:
        database: the papers' store.

    Raises:
        LibraryError: every method: the file cannot be read.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_years(self, low: int | None, high: int | None) -> array[int]:
        """Papers of the years from `low` to `high`, both included; `None` leaves a side open."""
        return self._select(
            "SELECT ordinal FROM papers INDEXED BY papers_by_year "
            "WHERE year BETWEEN ? AND ? ORDER BY ordinal",
            -(1 << 31) if low is None else low,
            1 << 31 if high is None else high,
        )

    def in_collection(self, text: str) -> array[int]:
        """Papers of the sources whose heading, or else file name, contains the folded text."""
        with self._database.reading() as connection:
            sources = connection.execute("SELECT source, file, heading FROM sources").fetchall()
        wanted = fold(text)
        found = [
            source
            for source, file, heading in sources
            if wanted in fold(file) or (heading and wanted in fold(heading))
        ]
        marks = ",".join("?" * len(found))
        return self._select(
            f"SELECT DISTINCT ordinal FROM occurrences WHERE source IN ({marks}) ORDER BY ordinal",
            *found,
        )

    def having(self, feature: Feature) -> array[int]:
        """Papers with a link to code, a link to a PDF, or a title."""
        return self._select(_HAVING[feature])

    def values_of(self, field: str) -> Iterator[tuple[int, str]]:
        """Each paper's values of a field, in file order.

        Args:
            field: `in` (what the paper's sources call themselves), `venue`, `year`, `keyword`,
                `author` (the parts of a name, as a JSON object) or `has` (a `Feature`).
        """
        with self._database.reading() as connection:
            yield from connection.execute(_VALUES[field])

    def year_places(self) -> Iterator[tuple[int, int]]:
        """Ordinals with a number that is the smaller the newer the paper is; none without a year.

        Papers of the same year have the same number.
        """
        with self._database.reading() as connection:
            rows = connection.execute("SELECT ordinal, year FROM papers WHERE year IS NOT NULL")
            found = rows.fetchall()
        newest = max((year for _, year in found), default=0)
        yield from ((ordinal, newest - year) for ordinal, year in found)

    def added_places(self) -> Iterator[tuple[int, int]]:
        """Ordinals with a number that is the smaller the later the paper's first file came in."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT ordinal, min(source) FROM occurrences GROUP BY ordinal"
            ).fetchall()
        newest = max((source for _, source in rows), default=0)
        yield from ((ordinal, newest - source) for ordinal, source in rows)

    def _select(self, sql: str, *values: int) -> array[int]:
        with self._database.reading() as connection:
            return array("i", [row[0] for row in connection.execute(sql, values)])
