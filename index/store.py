"""The papers, in SQLite: the truth from which every index can be rebuilt."""

from __future__ import annotations

import secrets
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from index.database import Database
from index.forms import byline
from index.identity import abstract_hash, strong_aliases
from index.markup.fold import fold
from index.paper import Source
from index.store_rows import (
    FORM_COLUMNS,
    PAPER_COLUMNS,
    form_values,
    paper_values,
    read_forms,
    read_names,
    read_paper,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from index.forms import Forms
    from index.paper import Paper

MIGRATIONS = (
    """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (
    source INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    format TEXT NOT NULL,
    content_hash TEXT NOT NULL UNIQUE,
    records INTEGER
);
CREATE TABLE papers (
    ordinal INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    base_key TEXT NOT NULL COLLATE NOCASE,
    kind TEXT NOT NULL,
    title TEXT,
    authors TEXT NOT NULL,
    editors TEXT NOT NULL,
    abstract TEXT NOT NULL,
    year INTEGER, month INTEGER, day INTEGER,
    venue TEXT, series TEXT, volume TEXT, issue TEXT, pages TEXT, publisher TEXT, place TEXT,
    keywords TEXT NOT NULL,
    links TEXT NOT NULL,
    ids TEXT NOT NULL,
    collection TEXT
);
CREATE INDEX papers_by_key ON papers (base_key);
CREATE TABLE forms (
    ordinal INTEGER PRIMARY KEY REFERENCES papers ON DELETE CASCADE,
    plain TEXT NOT NULL,
    spans TEXT NOT NULL,
    title TEXT,
    title_spans TEXT NOT NULL,
    name TEXT,
    long_name TEXT,
    gist TEXT NOT NULL,
    links TEXT NOT NULL
);
CREATE TABLE occurrences (
    ordinal INTEGER NOT NULL REFERENCES papers ON DELETE CASCADE,
    source INTEGER NOT NULL REFERENCES sources ON DELETE CASCADE,
    number INTEGER,
    record_key TEXT,
    PRIMARY KEY (ordinal, source, number)
);
CREATE TABLE aliases (
    alias TEXT NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (alias, id)
) WITHOUT ROWID;
""",
)


class Row(NamedTuple):
    """What a list shows of a paper.

    `heading` is the title, the name, or empty; `detail` the gist of an untitled paper or the
    byline of a titled one.
    """

    ordinal: int
    heading: str
    detail: str
    titled: bool


@dataclass(frozen=True, slots=True)
class Added:
    """What came of one record: its ordinal, and whether the paper is new to the library."""

    ordinal: int
    new: bool


class PaperStore:
    """All papers of a library, numbered by ordinals that are never used twice.

    Args:
        path: the SQLite file.

    Raises:
        LibraryError: the file cannot be opened (every method: cannot be read or written).
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, MIGRATIONS)

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def meta(self, name: str) -> str | None:
        """A fact about the library itself, or `None`."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def set_meta(self, name: str, value: str) -> None:
        """Remember a fact about the library."""
        with self._database.writing() as connection:
            _set_meta(connection, name, value)

    def content_stamp(self) -> str:
        """A string that changes with every change to the papers or their forms."""
        return self.meta("stamp") or "empty"

    def data_version(self) -> int:
        """A number that changes when another process has written to the library."""
        with self._database.reading() as connection:
            version: int = connection.execute("PRAGMA data_version").fetchone()[0]
        return version

    def count(self) -> int:
        """How many papers there are."""
        with self._database.reading() as connection:
            number: int = connection.execute("SELECT count(*) FROM papers").fetchone()[0]
        return number

    def ordinals(self) -> array[int]:
        """Every ordinal in file order."""
        with self._database.reading() as connection:
            low, high, number = connection.execute(
                "SELECT min(ordinal), max(ordinal), count(*) FROM papers"
            ).fetchone()
            if not number:
                return array("i")
            if high - low + 1 == number:
                return array("i", range(low, high + 1))
            rows = connection.execute("SELECT ordinal FROM papers ORDER BY ordinal")
            return array("i", (row[0] for row in rows))

    def collections(self) -> tuple[str, ...]:
        """The collections in the order in which they came, each once."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT collection FROM papers WHERE collection IS NOT NULL "
                "GROUP BY collection ORDER BY min(ordinal)"
            )
            return tuple(row[0] for row in rows)

    def paper(self, ordinal: int) -> Paper:
        """One paper with its first source.

        Raises:
            KeyError: there is no such ordinal.
        """
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {PAPER_COLUMNS} FROM papers WHERE ordinal = ?",
                (ordinal,),
            ).fetchone()
            if row is None:
                raise KeyError(ordinal)
            source = connection.execute(
                "SELECT file, number, records, record_key, format FROM occurrences "
                "JOIN sources USING (source) WHERE ordinal = ? ORDER BY source, number LIMIT 1",
                (ordinal,),
            ).fetchone()
        return read_paper(row, Source(*source))

    def forms(self, ordinal: int) -> Forms:
        """The stored forms of one paper.

        Raises:
            KeyError: there is no such ordinal.
        """
        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {FORM_COLUMNS} FROM forms WHERE ordinal = ?",
                (ordinal,),
            ).fetchone()
        if row is None:
            raise KeyError(ordinal)
        return read_forms(row)

    def rows(self, ordinals: Sequence[int]) -> list[Row]:
        """The list rows of the given papers, in the order given; unknown ordinals are left out.

        Costs are proportional to the number asked for: ask for what is on screen.
        """
        found: dict[int, Row] = {}
        with self._database.reading() as connection:
            for start in range(0, len(ordinals), 500):
                part = ordinals[start : start + 500]
                marks = ",".join("?" * len(part))
                for ordinal, title, name, gist, authors, year in connection.execute(
                    "SELECT ordinal, forms.title, name, gist, authors, year "
                    f"FROM forms JOIN papers USING (ordinal) WHERE ordinal IN ({marks})",
                    tuple(part),
                ):
                    if title is not None or authors != "[]":
                        heading, detail = title or name or "", byline(read_names(authors), year)
                        found[ordinal] = Row(ordinal, heading, detail, titled=True)
                    else:
                        found[ordinal] = Row(ordinal, name or "", gist, titled=False)
        return [found[ordinal] for ordinal in ordinals if ordinal in found]

    def contents(self) -> Iterator[tuple[int, Paper, Forms]]:
        """Every paper with its forms, in file order, a few at a time.

        The papers carry no source other than an empty one: an index needs none.
        """
        last = -1
        while True:
            with self._database.reading() as connection:
                rows = connection.execute(
                    f"SELECT ordinal, {PAPER_COLUMNS}, {FORM_COLUMNS} "
                    "FROM papers JOIN forms USING (ordinal) "
                    "WHERE ordinal > ? ORDER BY ordinal LIMIT 500",
                    (last,),
                ).fetchall()
            if not rows:
                return
            for row in rows:
                yield row[0], read_paper(row[1:-8], Source("")), read_forms(row[-8:])
            last = rows[-1][0]

    def ordinal_of_id(self, identifier: str) -> int | None:
        """The ordinal of a paper id."""
        found = self._ordinals("SELECT ordinal FROM papers WHERE id = ?", (identifier,))
        return found[0] if found else None

    def ordinals_of_id_prefix(self, prefix: str) -> list[int]:
        """Ordinals of the papers whose id begins with `prefix` (hexadecimal digits)."""
        return self._ordinals(
            "SELECT ordinal FROM papers WHERE id >= ? AND id < ?", (prefix, prefix + "g")
        )

    def ordinals_of_base_key(self, base: str) -> list[int]:
        """Ordinals of the papers that share the base of a citation key.

        Case does not count: BibTeX takes keys that differ in nothing else for one.
        """
        return self._ordinals(
            "SELECT ordinal FROM papers WHERE base_key = ? ORDER BY ordinal", (base,)
        )

    def base_key(self, ordinal: int) -> str:
        """The citation key that a paper has if no other shares it.

        Raises:
            KeyError: there is no such ordinal.
        """
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT base_key FROM papers WHERE ordinal = ?", (ordinal,)
            ).fetchone()
        if row is None:
            raise KeyError(ordinal)
        key: str = row[0]
        return key

    def ordinals_of_alias(self, alias: str) -> list[int]:
        """Ordinals of the papers with an identifier, given as `doi:...` or `arxiv:...`."""
        return self._ordinals(
            "SELECT ordinal FROM aliases JOIN papers USING (id) WHERE alias = ? ORDER BY ordinal",
            (alias,),
        )

    def has_source(self, content_hash: str) -> bool:
        """Whether a file with this content has been added before."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT 1 FROM sources WHERE content_hash = ?", (content_hash,)
            ).fetchone()
        return row is not None

    def add(
        self,
        papers: Iterable[tuple[Paper, Forms, str]],
        *,
        file: str,
        format_name: str,
        content_hash: str,
        records: int,
        facts: dict[str, str] | None = None,
    ) -> list[Added]:
        """Add the records of one file in one transaction.

        Args:
            papers: each record with its forms and the base of its citation key. The ids that
                the papers carry are kept for papers seen for the first time.
            file: the file's name.
            format_name: the name of its format.
            content_hash: SHA-256 of its bytes.
            records: how many records it holds.
            facts: library facts to remember in the same transaction.

        Returns:
            What came of each record, in order.
        """
        added: list[Added] = []
        with self._database.writing() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO sources (file, format, content_hash, records) "
                "VALUES (?, ?, ?, ?)",
                (file, format_name, content_hash, records),
            )
            source = connection.execute(
                "SELECT source FROM sources WHERE content_hash = ?", (content_hash,)
            ).fetchone()[0]
            for paper, forms, base_key in papers:
                known = _same_paper(connection, paper)
                ordinal = known if known is not None else _insert(connection, paper, base_key)
                if known is None:
                    _insert_forms(connection, ordinal, forms)
                connection.execute(
                    "INSERT OR IGNORE INTO occurrences VALUES (?, ?, ?, ?)",
                    (ordinal, source, paper.source.number, paper.source.record_key),
                )
                added.append(Added(ordinal, known is None))
            for name, value in (facts or {}).items():
                _set_meta(connection, name, value)
            if any(item.new for item in added):
                _new_stamp(connection)
        return added

    def replace_forms(self, forms: Iterable[tuple[int, Forms]], version: str) -> None:
        """Store forms made anew for known papers, and the version that they were made by."""
        with self._database.writing() as connection:
            for ordinal, made in forms:
                _insert_forms(connection, ordinal, made)
            _set_meta(connection, "forms", version)
            _new_stamp(connection)

    def _ordinals(self, sql: str, values: tuple[str, ...]) -> list[int]:
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(sql, values)]


def _set_meta(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))


def _new_stamp(connection: sqlite3.Connection) -> None:
    # Random, not counted: a library that is deleted and made again must not look like the old.
    _set_meta(connection, "stamp", secrets.token_hex(8))


def _same_paper(connection: sqlite3.Connection, paper: Paper) -> int | None:
    """The ordinal of the paper that a record is, by identifier or by abstract and title."""
    for alias in strong_aliases(paper.ids):
        row = connection.execute(
            "SELECT ordinal FROM aliases JOIN papers USING (id) WHERE alias = ?", (alias,)
        ).fetchone()
        if row:
            return int(row[0])
    digest = abstract_hash(paper.abstract)
    if digest is None:
        row = connection.execute("SELECT ordinal FROM papers WHERE id = ?", (paper.id,)).fetchone()
        return int(row[0]) if row else None
    title = fold(paper.title) if paper.title else None
    for ordinal, other in connection.execute(
        "SELECT ordinal, title FROM aliases JOIN papers USING (id) WHERE alias = ?",
        (f"abstract:{digest}",),
    ):
        if title is None or other is None or fold(other) == title:
            return int(ordinal)
    return None


def _insert(connection: sqlite3.Connection, paper: Paper, base_key: str) -> int:
    values = paper_values(paper)
    cursor = connection.execute(
        f"INSERT INTO papers ({_bare(PAPER_COLUMNS)}, base_key) "
        f"VALUES ({','.join('?' * (len(values) + 1))})",
        (*values, base_key),
    )
    aliases = list(strong_aliases(paper.ids))
    if digest := abstract_hash(paper.abstract):
        aliases.append(f"abstract:{digest}")
    connection.executemany(
        "INSERT OR IGNORE INTO aliases VALUES (?, ?)", [(alias, paper.id) for alias in aliases]
    )
    return int(cursor.lastrowid or 0)


def _insert_forms(connection: sqlite3.Connection, ordinal: int, forms: Forms) -> None:
    connection.execute(
        f"INSERT OR REPLACE INTO forms (ordinal, {_bare(FORM_COLUMNS)}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (ordinal, *form_values(forms)),
    )


def _bare(columns: str) -> str:
    return columns.replace("papers.", "").replace("forms.", "")
