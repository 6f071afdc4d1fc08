"""SQLite as the library uses it: private files, write-ahead log, one connection a thread."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from index.errors import LibraryError
from index.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

BUSY_MILLISECONDS = 5_000
NETWORK_FILE_SYSTEMS = frozenset(
    {
        "9p", "afs", "ceph", "cifs", "fuse.glusterfs", "fuse.sshfs", "gpfs", "lustre", "ncpfs",
        "nfs", "nfs4", "smb3", "smbfs",
    }
)  # fmt: skip


class Database:
    """A SQLite file with numbered migrations.

    Readers never wait for a lock (write-ahead log); where the file system refuses that, or lies
    on another machine, the rollback journal is used. Each thread has a connection of its own. A
    file that can be read but not written is opened for reading.

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
        self.is_read_only = not _is_writable(path)
        with self._explained():
            if not self.is_read_only:
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self._migrate(migrations, before_migration)

    @property
    def journal_mode(self) -> str:
        """How SQLite keeps a transaction whole: `wal`, or `delete` where that is not safe."""
        with self.reading() as connection:
            mode: str = connection.execute("PRAGMA journal_mode").fetchone()[0]
        return mode

    def damage(self) -> str | None:
        """What SQLite finds wrong with the file as a whole, which takes a while to see."""
        with self.reading() as connection:
            found: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        return None if found == "ok" else found

    def data_version(self) -> int:
        """A number that changes when anything but this thread's connection has written."""
        with self.reading() as connection:
            version: int = connection.execute("PRAGMA data_version").fetchone()[0]
        return version

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
            if self.is_read_only:
                raise LibraryError(
                    f"{self.path} can only be read: nothing can be kept until it, and its folder, "
                    "can be written"
                )
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.commit()
            except BaseException:
                # A full disk may have ended the transaction already.
                if connection.in_transaction:
                    connection.rollback()
                raise

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
        if self.is_read_only:
            connection = _connected_for_reading(self.path)
        else:
            connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        if not self.is_read_only:
            _choose_journal(connection, self.path)
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
        if self.is_read_only:
            raise LibraryError(
                f"{self.path} was written by an older readingroom and can only be read: it cannot "
                "be brought up to date until it, and its folder, can be written"
            )
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
            elif "full" in str(error):
                message = f"cannot write {self.path}: the disk is full; make room and try again"
            elif "I/O" in str(error):
                message = f"cannot use {self.path}: {error}; is there room on the disk?"
            else:
                message = f"cannot use {self.path}: {error}"
            raise LibraryError(message) from error
        except sqlite3.DatabaseError as error:
            raise LibraryError(
                f"{self.path} is damaged ({error}): move it away and start again"
            ) from error
        except OSError as error:
            raise LibraryError(f"cannot use {self.path}: {error.strerror or error}") from error


def _is_writable(path: Path) -> bool:
    """Whether SQLite can write a file: it needs the folder as well, for its journal."""
    if path.exists():
        return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    return True


def _connected_for_reading(path: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(path))}"
    connection = _opened(f"{address}?mode=ro")
    try:
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        # The write-ahead log needs a file beside it even to be read; without one there is nothing
        # in it, and nobody can be writing in this folder.
        connection.close()
        connection = _opened(f"{address}?immutable=1")
    return connection


def _opened(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)


def _choose_journal(connection: sqlite3.Connection, path: Path) -> None:
    """Use the write-ahead log where it is safe.

    It keeps an index in memory that processes share, so it works on one machine only (SQLite,
    "Write-Ahead Logging", disadvantages).
    """
    wanted = "DELETE" if is_networked(path) else "WAL"
    try:
        mode = connection.execute(f"PRAGMA journal_mode={wanted}").fetchone()[0]
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise
        mode = ""
    if mode != wanted.lower():
        connection.execute("PRAGMA journal_mode=DELETE")


def is_networked(path: Path, mounts: Path = Path("/proc/self/mounts")) -> bool:
    """Whether a file lies on a file system of another machine, as far as Linux tells.

    Args:
        path: the file.
        mounts: the table of mounts, as in proc(5).
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    points = {}
    for line in lines:
        _, point, kind, *_ = [*line.split(" "), "", ""]
        points[Path(point.replace("\\040", " "))] = kind
    place = path.resolve()
    kind = next((points[folder] for folder in (place, *place.parents) if folder in points), "")
    return kind in NETWORK_FILE_SYSTEMS
