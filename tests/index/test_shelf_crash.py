"""What happens to marks when the process is killed, the disk is full, or nothing can be written."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from index.database import Database, _choose_journal, is_networked
from index.errors import LibraryError
from index.library import Library
from index.paths import default_paths
from index.shelf import Shelf

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534

CHANGES = """
import sys
from index.library import Library
with Library() as library:
    marks = library.marks
    marks.refresh()
    done = len(marks.state.notes)
    for number in range(done, 500):
        # One change a paper and number, so that what is kept tells how many were made.
        act = marks.tag([number % 38 + 1], [f"n{number}"])
        assert act is not None
        print(number, flush=True)
"""


def run(code: str, home: Path, limit: int | None = None) -> subprocess.Popen[str]:
    if limit is not None:
        # Python ignores the signal, so that the process can say what is wrong.
        code = f"import resource as r; r.setrlimit(r.RLIMIT_FSIZE, ({limit}, {limit}))\n{code}"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT, env={**os.environ, "READINGROOM_HOME": str(home)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def kept(home: Path) -> set[str]:
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.refresh()
        return set(library.marks.state.tags)


def test_killed_at_random_moments_nothing_that_was_said_to_be_kept_is_lost(home: Path) -> None:
    chance = random.Random(11)
    code = CHANGES.replace("len(marks.state.notes)", "len(marks.state.tags)")
    done, kills = 0, 0
    while done < 500:
        child = run(code, home)
        assert child.stdout is not None
        said = -1
        wanted = chance.randint(1, 90)
        for line in child.stdout:
            said = int(line)
            wanted -= 1
            if wanted == 0:
                child.send_signal(signal.SIGKILL)
                kills += 1
                break
        said = max([said, *map(int, child.stdout.read().split())])
        child.wait()
        tags = kept(home)
        done = len(tags)
        # Perhaps the last change was kept and there was no time left to say so.
        assert done - said in {1, 2}
        assert tags == {f"n{number}" for number in range(done)}
        child.stdout.close()
        child.stderr.close() if child.stderr else None
    assert kills >= 4


@pytest.mark.parametrize(
    ("limit", "pages", "told"),
    [
        (400_000, 0, "cannot use {}: disk I/O error; is there room on the disk?"),
        (None, 40, "cannot write {}: the disk is full; make room and try again"),
    ],
    ids=["limit", "pages"],
)
def test_a_full_disk_is_told_in_one_line_and_what_was_kept_stays(
    home: Path, limit: int | None, pages: int, told: str
) -> None:
    code = f"""
from index.errors import LibraryError
from index.library import Library
with Library() as library:
    kept = 0
    if {pages}:
        library.shelf._database.connection().execute("PRAGMA max_page_count={pages}")
    try:
        while True:
            library.marks.note([kept % 38 + 1], "x" * 5000 + str(kept))
            kept += 1
    except LibraryError as error:
        print(error)
    print(kept)
    library.marks.refresh()
    # It can still be read.
    print(len(library.marks.state.notes), len(library.papers.rows(library.papers.ordinals())))
"""
    child = run(code, home, limit)
    out, err = child.communicate()
    assert err == ""
    message, count, read = out.splitlines()
    assert message == told.format(home / "data" / "shelf.db")
    assert int(count) > 2
    assert read == f"{min(38, int(count))} 38"
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.refresh()
        assert len(library.marks.state.notes) == min(38, int(count))
        assert library.marks.star([1]) is not None


@pytest.fixture
def locked_home(home: Path) -> Iterator[Path]:
    """A home whose owner may read it and not write it; the superuser becomes somebody else."""
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.star([1])
    # The folders that pytest makes are closed to others.
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    copy = place / "home"
    shutil.copytree(home, copy)
    for path in (copy, *copy.rglob("*")):
        if os.getuid() == 0:
            os.chown(path, NOBODY, NOBODY)
        path.chmod(0o500 if path.is_dir() else 0o400)
    yield copy
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o700)
    shutil.rmtree(place)


def test_a_folder_that_can_only_be_read_is_read(home: Path, locked_home: Path) -> None:
    # What is loaded on the way must be loaded while the modules can be read.
    code = f"""
import os
from index.errors import LibraryError
from index.library import Library

def visit():
    with Library() as library:
        library.search.ensure()
        yield library.search.run("watermark").exact
        library.marks.refresh()
        try:
            library.marks.star([1])
        except LibraryError as error:
            yield error
        yield library.shelf.back_up_daily()

list(visit())
if os.getuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
os.environ["READINGROOM_HOME"] = {str(locked_home)!r}
print(*visit(), sep="\\n")
"""
    child = run(code, home)
    out, err = child.communicate()
    assert err == ""
    found, message, backup = out.splitlines()
    assert int(found) >= 3
    assert message == (
        f"{locked_home}/data/shelf.db can only be read: nothing can be kept until it, and its "
        "folder, can be written"
    )
    assert backup == "None"


def test_where_there_can_be_no_write_ahead_log_the_old_journal_is_used(tmp_path: Path) -> None:
    path = tmp_path / "shelf.db"
    # With lock files SQLite has no shared memory, as on some file systems.
    connection = sqlite3.connect(f"file:{path}?vfs=unix-dotfile", uri=True, isolation_level=None)
    _choose_journal(connection, path)
    assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "delete"
    connection.execute("CREATE TABLE some (thing)")
    connection.close()
    shelf = Shelf(tmp_path / "other.db", tmp_path / "backups")
    assert shelf._database.journal_mode == "wal"
    shelf.close()


def test_a_network_file_system_is_known_by_the_table_of_mounts(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw 0 0\n"
        "server:/home /home/with\\040blank nfs4 rw 0 0\n"
        "tmpfs /home/with\\040blank/local tmpfs rw 0 0\n"
    )
    assert is_networked(Path("/home/with blank/data/shelf.db"), mounts)
    assert not is_networked(Path("/home/with blank/local/shelf.db"), mounts)
    assert not is_networked(Path("/home/other"), mounts)
    assert not is_networked(Path("/home/with blank/x"), tmp_path / "none")


def test_a_damaged_shelf_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "shelf.db"
    path.write_bytes(b"no database at all, but long enough to be looked at" * 50)
    with pytest.raises(LibraryError, match=r"shelf\.db is damaged .*move it away"):
        Shelf(path, tmp_path / "backups")


def test_a_migration_is_backed_up_first_and_keeps_pinned_keys(tmp_path: Path) -> None:
    from index.shelf_schema import MIGRATIONS

    old = Database(tmp_path / "shelf.db", MIGRATIONS[:1])
    with old.writing() as connection:
        connection.execute("INSERT INTO pinned_keys VALUES ('key', 'a', 1.0)")
    old.close()
    shelf = Shelf(tmp_path / "shelf.db", tmp_path / "backups")
    assert shelf.paper_of_key("key") == "a"
    assert shelf.journal.entries("star") == []
    assert len(list((tmp_path / "backups").glob("shelf-*.db"))) == 1
    shelf.close()
