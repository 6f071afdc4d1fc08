"""The file of what the reader did: marks, pinned keys, copies, queries. It outlives every index."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from index.database import Database
from index.errors import LibraryError
from index.journal import Journal
from index.paths import private_folder
from index.shelf_schema import MIGRATIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

BACKUPS_KEPT = 5
COPIES_KEPT = 20
QUERIES_KEPT = 200


@dataclass(frozen=True, slots=True)
class Copy:
    """Something that was copied: what it was called, its text, and when (seconds since 1970)."""

    what: str
    text: str
    copied_at: float


class Shelf:
    """The reader's own data, in a file apart from the papers and keyed by paper id.

    A backup is made once a day and before each migration; the newest five are kept.

    Args:
        path: the SQLite file.
        backups: the folder for its backups.

    Attributes:
        journal: the reader's marks and saved searches, with every change to them.

    Raises:
        LibraryError: the file cannot be opened (every method: cannot be read or written).
    """

    def __init__(self, path: Path, backups: Path) -> None:
        self._backups = backups
        self._database = Database(
            path, MIGRATIONS, synchronous="FULL", before_migration=self._back_up
        )
        self.journal = Journal(self._database)

    @property
    def database(self) -> Database:
        """The file itself."""
        return self._database

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def data_version(self) -> int:
        """A number that changes when anything but this thread has written to the shelf."""
        return self._database.data_version()

    def back_up_daily(self) -> Path | None:
        """Make today's backup unless there is one; the new file, or `None`.

        A shelf that can only be read is not backed up.

        Raises:
            LibraryError: the backup cannot be written.
        """
        today = datetime.now(UTC).strftime("%Y%m%d")
        if self._database.is_read_only or any(self._backups.glob(f"shelf-{today}*.db")):
            return None
        with self._database.reading() as connection:
            return self._back_up(connection)

    def keys_of(self, paper_id: str) -> tuple[str, ...]:
        """The keys pinned for a paper, the newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT key FROM pinned_keys WHERE paper_id = ? AND pinned_at > 0 "
                "ORDER BY pinned_at DESC, key",
                (paper_id,),
            )
            return tuple(row[0] for row in rows)

    def paper_of_key(self, key: str) -> str | None:
        """The id of the paper for which a key is pinned."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT paper_id FROM pinned_keys WHERE key = ?", (key,)
            ).fetchone()
        return row[0] if row else None

    def newest_keys(self, paper_ids: Sequence[str], *, reserved: bool = False) -> dict[str, str]:
        """The key last pinned for each of a few papers, by id; those without one are left out.

        Args:
            paper_ids: the papers.
            reserved: whether the keys are wanted that are only reserved, instead of pinned ones.
        """
        marks = ",".join("?" * len(paper_ids))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT paper_id, key FROM pinned_keys WHERE paper_id IN ({marks}) "
                "AND (pinned_at = 0) = ? ORDER BY pinned_at, key DESC",
                (*paper_ids, reserved),
            )
            return dict(rows.fetchall())

    def papers_of_keys(self, keys: Sequence[str]) -> dict[str, str]:
        """The ids of the papers for which a few keys are pinned, by key."""
        marks = ",".join("?" * len(keys))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT key, paper_id FROM pinned_keys WHERE key IN ({marks})", tuple(keys)
            )
            return dict(rows.fetchall())

    def pin(self, keys: Mapping[str, str]) -> None:
        """Pin keys for ever, given as paper id -> key; a pinned key never changes its paper."""
        now = time.time()
        with self._database.writing() as connection:
            connection.executemany(
                "INSERT INTO pinned_keys VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE "
                "SET pinned_at = excluded.pinned_at "
                "WHERE pinned_at = 0 AND paper_id = excluded.paper_id",
                [(key, paper_id, now) for paper_id, key in keys.items()],
            )

    def reserve(self, keys: Mapping[str, str]) -> None:
        """Have keys lead to papers for ever that were not handed out, given as paper id -> key."""
        with self._database.writing() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO pinned_keys VALUES (?, ?, 0)",
                [(key, paper_id) for paper_id, key in keys.items()],
            )

    def remember_copy(self, what: str, text: str) -> None:
        """Keep a copy in the list of the last twenty."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO copies (what, text, copied_at) VALUES (?, ?, ?)",
                (what, text, time.time()),
            )
            connection.execute(
                "DELETE FROM copies WHERE copy NOT IN "
                "(SELECT copy FROM copies ORDER BY copy DESC LIMIT ?)",
                (COPIES_KEPT,),
            )

    def copies(self) -> tuple[Copy, ...]:
        """The last twenty copies, the newest first."""
        with self._database.reading() as connection:
            rows: Iterable[tuple[str, str, float]] = connection.execute(
                "SELECT what, text, copied_at FROM copies ORDER BY copy DESC LIMIT ?",
                (COPIES_KEPT,),
            )
            return tuple(Copy(*row) for row in rows)

    def remember_query(self, query: str) -> None:
        """Keep a query among the last two hundred."""
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO queries VALUES (?, ?)", (query, time.time()))
            connection.execute(
                "DELETE FROM queries WHERE query NOT IN "
                "(SELECT query FROM queries ORDER BY asked_at DESC LIMIT ?)",
                (QUERIES_KEPT,),
            )

    def queries(self) -> list[str]:
        """The last two hundred queries, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT query FROM queries ORDER BY asked_at, query")
            return [row[0] for row in rows]

    def _back_up(self, connection: sqlite3.Connection) -> Path:
        folder = private_folder(self._backups)
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
        target, partial = folder / f"shelf-{stamp}.db", folder / f"shelf-{stamp}.partial"
        try:
            partial.touch(mode=0o600)
            with closing(sqlite3.connect(partial)) as copy:
                connection.backup(copy)
            partial.replace(target)
            for old in sorted(folder.glob("shelf-*.db"))[:-BACKUPS_KEPT]:
                old.unlink(missing_ok=True)
        except (OSError, sqlite3.Error) as error:
            partial.unlink(missing_ok=True)
            raise LibraryError(f"cannot back up the shelf to {folder}: {error}") from error
        return target
