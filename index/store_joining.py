"""Showing two records as one paper and apart again, each inside a transaction of its caller.

While two records are joined the table `papers` has one row, the enriched paper, under ordinal and
id of the one that is known by its abstract. Both records stay as they were in `originals`. What
leads to the full record leads to the paper: its identifiers are lent to it, and its occurrences
moved there, each with a note of where it belongs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.enrichment import enriched
from index.identity import abstract_hash, completed, strong_aliases
from index.paper import Source
from index.store_rows import PAPER_COLUMNS, paper_values, read_paper
from index.store_writing import complete, insert_aliases, insert_forms, update

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from index.forms import Forms
    from index.paper import Paper

    Make = Callable[[Paper], tuple[Forms, str]]

_NAMES = PAPER_COLUMNS.replace("papers.", "")
_READ = f"SELECT ordinal, {_NAMES} FROM originals WHERE shown = ? ORDER BY ordinal = shown DESC"
_KEEP = (
    f"INSERT INTO originals (ordinal, shown, {_NAMES}) "
    f"SELECT ordinal, ?, {_NAMES} FROM papers WHERE ordinal = ?"
)
_UPDATE = (
    f"UPDATE originals SET ({_NAMES}) = ({', '.join('?' * (_NAMES.count(',') + 1))}) "
    "WHERE ordinal = ?"
)
_RESTORE = (
    f"INSERT INTO papers (ordinal, {_NAMES}, base_key) "
    f"SELECT ordinal, {_NAMES}, ? FROM originals WHERE ordinal = ?"
)
_LEND = (
    "INSERT OR IGNORE INTO aliases (alias, id, lent) "
    "SELECT alias, ?, 1 FROM aliases WHERE id = ? AND NOT lent "
    "UNION ALL SELECT 'id:' || ?, ?, 1"
)


def originals(connection: sqlite3.Connection, ordinal: int) -> list[tuple[int, Paper]]:
    """The two records of a joined paper with their ordinals, its own first; else nothing."""
    rows = connection.execute(_READ, (ordinal,)).fetchall()
    return [(row[0], read_paper(row[1:], Source(""))) for row in rows]


def join(connection: sqlite3.Connection, ordinal: int, full: int, make: Make) -> None:
    """Show a paper with what a full record says of it; the record is no paper of its own then."""
    for record in (ordinal, full):
        connection.execute(_KEEP, (ordinal, record))
    (_, paper), (_, full_record) = originals(connection, ordinal)
    connection.execute(
        "UPDATE OR IGNORE occurrences SET original = ordinal, ordinal = ? WHERE ordinal = ?",
        (ordinal, full),
    )
    _lend(connection, full_record, paper)
    connection.execute("DELETE FROM papers WHERE ordinal = ?", (full,))
    connection.execute(
        "INSERT OR REPLACE INTO removed_rows "
        "SELECT ?, CAST(value AS INTEGER) FROM meta WHERE name = 'revision'",
        (full,),
    )
    _write(connection, ordinal, enriched(paper, full_record), make)


def part_those_of(connection: sqlite3.Connection, sources: Sequence[int], make: Make) -> None:
    """Part all joined papers that have a record in one of some sources."""
    rows = connection.execute(
        "SELECT DISTINCT ordinal FROM occurrences JOIN originals USING (ordinal) "
        f"WHERE source IN ({','.join('?' * len(sources))})",
        tuple(sources),
    ).fetchall()
    for (ordinal,) in rows:
        part(connection, ordinal, make)


def part(connection: sqlite3.Connection, ordinal: int, make: Make) -> None:
    """Show the two records of a joined paper as they were before, or have become since."""
    (_, paper), (full, record) = originals(connection, ordinal)
    connection.execute("DELETE FROM aliases WHERE id = ? AND lent", (paper.id,))
    _write(connection, ordinal, paper, make)
    forms, base_key = make(record)
    connection.execute(_RESTORE, (base_key, full))
    insert_forms(connection, full, record, forms)
    connection.execute(
        "UPDATE occurrences SET ordinal = original, original = NULL WHERE original = ?", (full,)
    )
    connection.execute("DELETE FROM originals WHERE shown = ?", (ordinal,))
    connection.execute("DELETE FROM removed_rows WHERE ordinal = ?", (full,))


def complete_known(
    connection: sqlite3.Connection, ordinal: int, record: Paper, make: Make
) -> tuple[bool, int | None]:
    """Complete a known paper by a further record of it.

    Returns:
        Whether that changed anything, and the ordinal of the full record if the paper is joined
        and the further record is one of that.
    """
    both = originals(connection, ordinal)
    if not both:
        return complete(connection, ordinal, record, make), None
    (_, paper), (full, full_record) = both
    is_full = _is_of_full(connection, record, paper, full_record)
    known = full_record if is_full else paper
    insert_aliases(connection, record, known.id)
    mended = completed(known, record)
    if is_full:
        _lend(connection, mended, paper)
    changed = mended != known
    if changed:
        connection.execute(_UPDATE, (*paper_values(mended), full if is_full else ordinal))
        (_, paper), (_, full_record) = originals(connection, ordinal)
        _write(connection, ordinal, enriched(paper, full_record), make)
    return changed, full if is_full else None


def _is_of_full(connection: sqlite3.Connection, record: Paper, paper: Paper, full: Paper) -> bool:
    """Whether a record that leads to a joined paper is one of the full record."""

    def leads(alias: str, known: Paper) -> bool:
        row = connection.execute(
            "SELECT 1 FROM aliases WHERE alias = ? AND id = ? AND NOT lent", (alias, known.id)
        ).fetchone()
        return row is not None

    if record.id == full.id or any(leads(alias, full) for alias in strong_aliases(record.ids)):
        return True
    if record.title is not None and paper.title is None:
        return True
    digest = f"abstract:{abstract_hash(record.abstract)}"
    return leads(digest, full) and not leads(digest, paper)


def _lend(connection: sqlite3.Connection, full: Paper, paper: Paper) -> None:
    connection.execute(_LEND, (paper.id, full.id, full.id, paper.id))


def _write(connection: sqlite3.Connection, ordinal: int, paper: Paper, make: Make) -> None:
    forms, base_key = make(paper)
    update(connection, ordinal, paper, base_key)
    insert_forms(connection, ordinal, paper, forms)
