"""Files that are private, explained errors, and transactions that hold or leave nothing."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from index.database import Database
from index.errors import LibraryError
from index.paths import Paths, default_paths, private_folder

TABLE = ("CREATE TABLE t (x INTEGER);\n",)


def test_the_file_and_its_folder_are_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "x.db"
    Database(path, TABLE).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db", TABLE)
    with pytest.raises(RuntimeError), database.writing() as connection:
        connection.execute("INSERT INTO t VALUES (1)")
        raise RuntimeError
    assert database.connection().execute("SELECT count(*) FROM t").fetchone() == (0,)


def test_a_damaged_file_is_told_in_one_line_that_names_it(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"this is no database, though it is long enough to look at" * 20)
    with pytest.raises(LibraryError, match=r"x\.db is damaged .*: move it away"):
        Database(path, TABLE)


def test_a_newer_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=9")
    with pytest.raises(LibraryError, match="newer readingroom"):
        Database(path, TABLE)


def test_migrations_run_once_and_only_the_missing_ones(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    Database(path, TABLE).close()
    backed_up: list[int] = []
    more = (*TABLE, "ALTER TABLE t ADD COLUMN y;\nINSERT INTO t VALUES (1, 2);\n")

    def note(connection: sqlite3.Connection) -> None:
        backed_up.append(connection.execute("PRAGMA user_version").fetchone()[0])

    for _ in range(2):
        database = Database(path, more, before_migration=note)
        assert database.connection().execute("SELECT x, y FROM t").fetchall() == [(1, 2)]
        database.close()
    assert backed_up == [1]


def test_a_writer_that_finds_another_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("index.database.BUSY_MILLISECONDS", 10)
    path = tmp_path / "x.db"
    one, other = Database(path, TABLE), Database(path, TABLE)
    with one.writing(), pytest.raises(LibraryError, match="another readingroom"), other.writing():
        pass


def test_each_thread_has_its_own_connection(tmp_path: Path) -> None:
    database = Database(tmp_path / "x.db", TABLE)
    found: list[sqlite3.Connection] = []
    thread = threading.Thread(target=lambda: found.append(database.connection()))
    thread.start()
    thread.join()
    assert found[0] is not database.connection()
    database.close()


def test_home_puts_everything_under_one_folder() -> None:
    assert default_paths({"READINGROOM_HOME": "/x"}) == Paths(
        Path("/x/data"), Path("/x/cache"), Path("/x/config")
    )
    assert default_paths({}).data.name == "readingroom"


def test_a_folder_that_cannot_be_made_is_told_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match="READINGROOM_HOME"):
        private_folder(tmp_path / "file" / "folder")


def test_a_folder_open_to_others_is_closed(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    os.chmod(folder, 0o777)  # noqa: PTH101
    assert stat.S_IMODE(private_folder(folder).stat().st_mode) == 0o700
