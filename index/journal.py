"""The reader's entries and the journal of every change to them, which undo replays backwards.

An entry is a value under a subject (a paper's id, or nothing for what belongs to no paper), a
kind and a name. An act is what the reader did at one time; it changes any number of entries. The
journal keeps for each what was there before and after, so that an act can be undone and redone
exactly, also after a restart. An act that was undone can be redone until something new is done;
its changes stay in the journal for good.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence

    from index.database import Database

_SET = "INSERT OR REPLACE INTO entries (value, subject, kind, name) VALUES (?, ?, ?, ?)"
_REMOVE = "DELETE FROM entries WHERE subject = ? AND kind = ? AND name = ?"
_NEWEST_DONE = "SELECT act, what FROM acts WHERE state = 'done' ORDER BY act DESC LIMIT 1"
_FIRST_UNDONE = "SELECT act, what FROM acts WHERE state = 'undone' ORDER BY act LIMIT 1"


class Entry(NamedTuple):
    """A value that the reader left under a subject, a kind and a name."""

    subject: str
    kind: str
    name: str
    value: str


class Change(NamedTuple):
    """An entry set to a value, or taken away (`after` is `None`)."""

    subject: str
    kind: str
    name: str
    after: str | None


class Act(NamedTuple):
    """What was done, undone or redone: its wording, and the changes as they now hold."""

    what: str
    changes: tuple[Change, ...]


class Writing:
    """Entries within a transaction: they can be read, and changes to them are collected."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._before: dict[tuple[str, str, str], str | None] = {}
        self._after: dict[tuple[str, str, str], str | None] = {}

    def values(self, kind: str, name: str) -> dict[str, str]:
        """The values of a kind and name, by subject, as they were before this act."""
        return dict(
            self._connection.execute(
                "SELECT subject, value FROM entries WHERE kind = ? AND name = ?", (kind, name)
            )
        )

    def value(self, subject: str, kind: str, name: str = "") -> str | None:
        """One value as it was before this act; `None` if there is no such entry."""
        row = self._connection.execute(
            "SELECT value FROM entries WHERE subject = ? AND kind = ? AND name = ?",
            (subject, kind, name),
        ).fetchone()
        return row[0] if row else None

    def names(self, kind: str) -> list[str]:
        """Every name of a kind, each once, in order."""
        rows = self._connection.execute(
            "SELECT DISTINCT name FROM entries WHERE kind = ? ORDER BY name", (kind,)
        )
        return [row[0] for row in rows]

    def set(self, subject: str, kind: str, name: str, after: str | None) -> None:
        """Change an entry, or take it away with `None`; the same value again is no change."""
        key = (subject, kind, name)
        if key not in self._before:
            self._before[key] = self.value(*key)
        self._after[key] = after

    def set_all(self, subjects: Iterable[str], kind: str, name: str, after: str | None) -> None:
        """Change the entries of many subjects at once."""
        before = self.values(kind, name)
        for subject in subjects:
            key = (subject, kind, name)
            self._before.setdefault(key, before.get(subject))
            self._after[key] = after

    def note_aliases(self, aliases: Iterable[tuple[str, str]]) -> None:
        """Remember by what a subject is known, as pairs of subject and alias; it is no change."""
        self._connection.executemany("INSERT OR IGNORE INTO mark_aliases VALUES (?, ?)", aliases)

    def changes(self) -> list[tuple[Change, str | None]]:
        """What was really changed, each with the value before."""
        return [
            (Change(*key, after), self._before[key])
            for key, after in self._after.items()
            if after != self._before[key]
        ]


class Journal:
    """Entries and acts in the shelf's file.

    Args:
        database: the shelf's, with the tables of `shelf_schema`.

    Raises:
        LibraryError: every method: the file cannot be read or written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def revision(self) -> int:
        """A number that grows with every change to the entries."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT value FROM counters WHERE name = 'entries'")
            revision: int = row.fetchone()[0]
        return revision

    def entries(self, *kinds: str) -> list[Entry]:
        """The entries of some kinds, by subject, kind and name."""
        marks = ",".join("?" * len(kinds))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT subject, kind, name, value FROM entries WHERE kind IN ({marks}) "
                "ORDER BY subject, kind, name",
                kinds,
            )
            return [Entry(*row) for row in rows]

    def aliases(self) -> dict[str, list[str]]:
        """By what the subjects are known, beside their own ids."""
        found: dict[str, list[str]] = {}
        with self._database.reading() as connection:
            for subject, alias in connection.execute(
                "SELECT subject, alias FROM mark_aliases ORDER BY subject, alias"
            ):
                found.setdefault(subject, []).append(alias)
        return found

    def act(self, decide: Callable[[Writing], str]) -> Act | None:
        """Do one act in one transaction.

        Args:
            decide: looks at the entries, changes them, and returns the wording of the act.

        Returns:
            The act once it is committed; `None` if it changed nothing.
        """
        with self._database.writing() as connection:
            writing = Writing(connection)
            what = decide(writing)
            changes = writing.changes()
            if not changes:
                return None
            connection.execute("UPDATE acts SET state = 'dropped' WHERE state = 'undone'")
            number = connection.execute(
                "INSERT INTO acts (what, done_at) VALUES (?, ?)", (what, time.time())
            ).lastrowid
            connection.executemany(
                "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?)",
                [(number, *change[:3], before, change.after) for change, before in changes],
            )
            done = tuple(change for change, _ in changes)
            _apply(connection, done)
        return Act(what, done)

    def undo(self) -> Act | None:
        """Take back the newest act that is not undone; `None` if there is none."""
        return self._replay(_NEWEST_DONE, "before", "undone")

    def redo(self) -> Act | None:
        """Do again the act that was undone last; `None` if something new was done since."""
        return self._replay(_FIRST_UNDONE, "after", "done")

    def _replay(self, which: str, value: str, state: str) -> Act | None:
        with self._database.writing() as connection:
            row = connection.execute(which).fetchone()
            if row is None:
                return None
            number, what = row
            rows = connection.execute(
                f"SELECT subject, kind, name, {value} FROM changes WHERE act = ?",
                (number,),
            )
            changes = tuple(Change(*found) for found in rows)
            _apply(connection, changes)
            connection.execute("UPDATE acts SET state = ? WHERE act = ?", (state, number))
        return Act(what, changes)


def _apply(connection: sqlite3.Connection, changes: Sequence[Change]) -> None:
    connection.executemany(
        _SET, [(item.after, *item[:3]) for item in changes if item.after is not None]
    )
    connection.executemany(_REMOVE, [item[:3] for item in changes if item.after is None])
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'entries'")
