"""Single steps of adding a record to the store, each inside a transaction of its caller."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from index.addresses import address_of
from index.identity import abstract_hash, aliases, completed, strong_aliases, titles_agree
from index.importers.shingles import SAME_SHORT, SHORT_WORDS, containment_of
from index.paper import Source
from index.paper_sets import CODE_HOSTS
from index.store_rows import (
    FORM_COLUMNS,
    PAPER_COLUMNS,
    form_values,
    paper_values,
    read_paper,
    row_values,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from index.forms import Forms
    from index.paper import Paper

_PAPER_NAMES = [column.strip().removeprefix("papers.") for column in PAPER_COLUMNS.split(",")]
_FORM_NAMES = [column.strip().removeprefix("forms.") for column in FORM_COLUMNS.split(",")]

# Columns are constants of this project; values are always bound.
_BY_ALIAS = "SELECT ordinal, title FROM aliases JOIN papers USING (id) WHERE alias = ?"
_SELECT = f"SELECT {PAPER_COLUMNS} FROM papers WHERE ordinal = ?"
_INSERT = (
    f"INSERT INTO papers ({', '.join(_PAPER_NAMES)}, base_key) "
    f"VALUES ({', '.join('?' * (len(_PAPER_NAMES) + 1))})"
)
_UPDATE = (
    f"UPDATE papers SET {', '.join(f'{name} = ?' for name in _PAPER_NAMES)}, "
    "base_key = ? WHERE ordinal = ?"
)
_INSERT_FORMS = (
    f"INSERT OR REPLACE INTO forms (ordinal, {', '.join(_FORM_NAMES)}) "
    f"VALUES ({', '.join('?' * (len(_FORM_NAMES) + 1))})"
)
_INSERT_ROW = (
    "INSERT OR REPLACE INTO list_rows (ordinal, heading, detail, titled, code, pdf, revision) "
    "VALUES (?, ?, ?, ?, ?, ?, (SELECT value FROM meta WHERE name = 'revision'))"
)
_INSERT_ALIAS = (
    "INSERT INTO aliases (alias, id) VALUES (?, ?) "
    "ON CONFLICT (alias, id) DO UPDATE SET lent = 0 WHERE lent"
)
# An older version of the same file, or another file of its name.
_SAME_PLACE = (
    "SELECT papers.ordinal, papers.title, forms.plain FROM sources JOIN occurrences USING (source) "
    "JOIN papers USING (ordinal) JOIN forms USING (ordinal) WHERE sources.file = ? AND {}"
)
_SAME_KEY = _SAME_PLACE.format("record_key = ?")
_SAME_NUMBER = _SAME_PLACE.format("record_key IS NULL AND number = ?")


def same_paper(connection: sqlite3.Connection, paper: Paper) -> int | None:
    """The ordinal of the paper that a record is, or `None` if it is of a new one.

    By a shared identifier; else by the same abstract where the titles agree or one is missing;
    else by the id, which for a short abstract is made of title, first author and year; else by
    its key or, without one, its place in a file of that name, if the abstracts contain each
    other.
    """
    for alias in strong_aliases(paper.ids):
        row = connection.execute(_BY_ALIAS, (alias,)).fetchone()
        if row:
            return int(row[0])
    if digest := abstract_hash(paper.abstract):
        for ordinal, title in connection.execute(_BY_ALIAS, (f"abstract:{digest}",)):
            if titles_agree(paper.title, title):
                return int(ordinal)
    row = (
        connection.execute("SELECT ordinal FROM papers WHERE id = ?", (paper.id,)).fetchone()
        or connection.execute(_BY_ALIAS, (f"id:{paper.id}",)).fetchone()
    )
    return int(row[0]) if row else _at_same_place(connection, paper)


def _at_same_place(connection: sqlite3.Connection, paper: Paper) -> int | None:
    """The paper of the record that stood where this one stands, if it is the same one, mended."""
    where = paper.source
    if where.record_key is not None:
        rows = connection.execute(_SAME_KEY, (where.file, where.record_key)).fetchall()
    else:
        rows = connection.execute(_SAME_NUMBER, (where.file, where.number)).fetchall()
    if not rows:
        return None
    from index.markup.parse import parse

    plain = parse(paper.abstract).plain
    by_key = where.record_key is not None
    for ordinal, title, known in rows:
        contained = containment_of(plain, known)
        if contained.share < SAME_SHORT:
            continue
        # Much of a short abstract may be the same in another paper's.
        named = titles_agree(paper.title, title) and (by_key or (paper.title and title))
        if contained.words >= SHORT_WORDS or named:
            return int(ordinal)
    return None


def insert(connection: sqlite3.Connection, paper: Paper, forms: Forms, base_key: str) -> int:
    """Add a new paper and return its ordinal.

    A paper that was here before and was removed has its id again.
    """
    paper = replace(paper, id=_former_id(connection, paper) or paper.id)
    cursor = connection.execute(_INSERT, (*paper_values(paper), base_key))
    ordinal = int(cursor.lastrowid or 0)
    insert_forms(connection, ordinal, paper, forms)
    insert_aliases(connection, paper, paper.id)
    return ordinal


def complete(
    connection: sqlite3.Connection,
    ordinal: int,
    record: Paper,
    make: Callable[[Paper], tuple[Forms, str]],
) -> bool:
    """Complete a known paper by a further record of it; whether that changed anything.

    Whatever identifies the record leads to the paper from now on.
    """
    known = read_paper(connection.execute(_SELECT, (ordinal,)).fetchone(), Source(""))
    insert_aliases(connection, record, known.id)
    paper = completed(known, record)
    if paper == known:
        return False
    forms, base_key = make(paper)
    update(connection, ordinal, paper, base_key)
    insert_forms(connection, ordinal, paper, forms)
    return True


def update(connection: sqlite3.Connection, ordinal: int, paper: Paper, base_key: str) -> None:
    """Write a known paper anew, without its forms."""
    connection.execute(_UPDATE, (*paper_values(paper), base_key, ordinal))


def insert_forms(connection: sqlite3.Connection, ordinal: int, paper: Paper, forms: Forms) -> None:
    """Store the forms of a paper, and its row in lists, in place of those it may have."""
    connection.execute(_INSERT_FORMS, (ordinal, *form_values(forms)))
    connection.execute(_INSERT_ROW, (ordinal, *row_values(paper, forms), *_has(paper, forms)))


def begin_revision(connection: sqlite3.Connection) -> None:
    """Everything that is written from here on belongs to a new revision."""
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) + 1 WHERE name = 'revision'")


def take_back_revision(connection: sqlite3.Connection) -> None:
    """Nothing was written: there is no new revision after all."""
    connection.execute("UPDATE meta SET value = CAST(value AS INTEGER) - 1 WHERE name = 'revision'")


def _former_id(connection: sqlite3.Connection, paper: Paper) -> str | None:
    """The id by which a paper was known that is no longer here; `None` if none is sure."""
    for alias in aliases(paper):
        rows = connection.execute(
            "SELECT aliases.id, papers.ordinal FROM aliases LEFT JOIN papers USING (id) "
            "WHERE alias = ?",
            (alias,),
        ).fetchall()
        # What two papers shared tells nothing of either.
        if len(rows) == 1 and rows[0][1] is None:
            return str(rows[0][0])
    return None


def _has(paper: Paper, forms: Forms) -> tuple[bool, bool]:
    """Whether a paper links to code and to a PDF."""
    kinds = {link.kind for link in paper.links}
    hosted = any(f"{host}/" in url for url in forms.links for host in CODE_HOSTS)
    return "code" in kinds or hosted, "pdf" in kinds


def insert_aliases(connection: sqlite3.Connection, record: Paper, identifier: str) -> None:
    """Have whatever identifies a record lead to the paper with an id."""
    known = {*aliases(record), *(f"url:{address_of(link.url)}" for link in record.links)}
    connection.executemany(_INSERT_ALIAS, [(alias, identifier) for alias in sorted(known)])
