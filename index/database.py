"""SQLite as the library uses it: private files, write-ahead log, one connection a thread."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from index.errors import LibraryError
from index.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

BUSY_MILLISECONDS = 5_000


class Database:
    """A SQLite file with numbered migrations.

    Readers never wait for a lock (write-ahead log); where the file system refuses that, the
    rollback journal is used. Each thread has a connection of its own.

    Args:
        path: the file; it is created (mode 0600) in a folder of mode 0700.
        migrations: SQL scripts; script *i* leads from schema version *i* to *i + 1*.
        synchronous: "FULL" where a committed change must survive a power cut, else "NORMAL".
        before_migration: called with an open connection before an existing file is migrated.

    Raises:
        LibraryError: the file cannot be opened, is damaged, or was written by a newer version.
    """

    def __init__(
        self,
        path: Path,
        migrations: Sequence[str],
        *,
        synchronous: Literal["NORMAL", "FULL"] = "NORMAL",
        before_migration: Callable[[sqlite3.Connection], object] | None = None,
    ) -> None:
        self.path = path
        self._synchronous = synchronous
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        private_folder(path.parent)
        with self._explained():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._migrate(migrations, before_migration)

    def connection(self) -> sqlite3.Connection:
        """This thread's connection."""
        known: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if known is None:
            with self._explained():
                known = self._connect()
            self._local.connection = known
        return known

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that takes the write lock at once and commits at the end.

        Raises:
            LibraryError: another process holds the lock, or the disk refuses.
        """
        connection = self.connection()
        with self._explained():
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.rollback()
                raise
            connection.commit()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, with SQLite's errors turned into one clear line.

        Raises:
            LibraryError: the file cannot be read.
        """
        with self._explained():
            yield self.connection()

    def close(self) -> None:
        """Close every thread's connection."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()
        self._local = threading.local()

    def _connect(self) -> sqlite3.Connection:
        # One connection is only ever used by the thread that made it; the check is off so that
        # `close` may close them all.
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(f"PRAGMA synchronous={self._synchronous}")
        connection.execute("PRAGMA foreign_keys=ON")
        with self._lock:
            self._connections.append(connection)
        return connection

    def _migrate(
        self,
        migrations: Sequence[str],
        before_migration: Callable[[sqlite3.Connection], object] | None,
    ) -> None:
        connection = self.connection()
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(migrations):
            raise LibraryError(
                f"{self.path} was written by a newer readingroom: update this one to open it"
            )
        if version == len(migrations):
            return
        if version and before_migration is not None:
            before_migration(connection)
        with self.writing():
            # Another process may have migrated while this one waited for the lock.
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            for number, script in enumerate(migrations[version:], start=version + 1):
                for statement in script.split(";\n"):
                    if statement.strip():
                        connection.execute(statement)
                connection.execute(f"PRAGMA user_version={number}")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if "locked" in str(error) or "busy" in str(error):
                message = f"{self.path} is being written by another readingroom: try again"
            else:
                message = f"cannot use {self.path}: {error}"
            raise LibraryError(message) from error
        except sqlite3.DatabaseError as error:
            raise LibraryError(
                f"{self.path} is damaged ({error}): move it away and start again"
            ) from error
        except OSError as error:
            raise LibraryError(f"cannot use {self.path}: {error.strerror or error}") from error
