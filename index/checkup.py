"""What the library's files, index and versions are like, and what is wrong with them."""

from __future__ import annotations

import os
import platform
import sqlite3
import stat
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, NamedTuple

from index.database import is_networked
from index.errors import ReadingRoomError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from index.database import Database
    from index.library import Library
    from index.paths import Paths

PACKAGES = ("readingroom", "textual", "Whoosh-Reloaded")


class Finding(NamedTuple):
    """Something that was looked at.

    Attributes:
        area: what it belongs to: versions, paths, library, shelf, index, ...
        name: what it is.
        value: how it was found.
        problem: what is wrong with it and what helps; empty if nothing is.
    """

    area: str
    name: str
    value: str
    problem: str = ""


def versions() -> Iterator[Finding]:
    """The versions of the program and of what it stands on."""
    for package in PACKAGES:
        try:
            yield Finding("versions", package, version(package))
        except PackageNotFoundError:
            yield Finding("versions", package, "missing", "install readingroom again")
    yield Finding("versions", "python", platform.python_version())
    yield Finding("versions", "sqlite", sqlite3.sqlite_version)
    yield Finding("versions", "system", f"{platform.system()} {platform.release()}")


def places(paths: Paths) -> Iterator[Finding]:
    """The folders and files, who may read them, and whether they can be written."""
    for name, place in (
        ("data", paths.data),
        ("cache", paths.cache),
        ("config", paths.config),
        ("papers", paths.library_file),
        ("shelf", paths.shelf_file),
        ("settings", paths.config_file),
    ):
        yield _place(name, place)


def _place(name: str, place: Path) -> Finding:
    try:
        status = place.stat()
    except FileNotFoundError:
        return Finding("paths", name, f"{place} (not there yet)")
    except OSError as error:
        return Finding("paths", name, str(place), f"cannot be looked at: {error.strerror or error}")
    mode = stat.S_IMODE(status.st_mode)
    problem = ""
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        problem = "it belongs to another user: set READINGROOM_HOME to a folder of your own"
    elif not os.access(place, os.W_OK):
        problem = "it can only be read: nothing new can be kept"
    elif name not in {"config", "settings"} and mode & (stat.S_IRWXG | stat.S_IRWXO):
        right = "700" if stat.S_ISDIR(status.st_mode) else "600"
        problem = f"others can get at it: chmod {right} it"
    return Finding("paths", name, f"{place} ({mode:04o})", problem)


def library(paths: Paths, opened: Library) -> Iterator[Finding]:
    """The papers and the shelf: how many, how they are kept, whether they are whole.

    Raises:
        LibraryError: a file cannot be opened.
    """
    papers = opened.papers.count()
    if papers:
        yield Finding("library", "papers", f"{papers:,}")
    else:
        yield Finding("library", "papers", "none: `readingroom add FILE` brings some in")
    sources = opened.sources.files()
    yield Finding("library", "sources", f"{len(sources):,}")
    yield from _file("library", paths.library_file, opened.papers.database)


def shelf(paths: Paths, opened: Library) -> Iterator[Finding]:
    """The reader's own file and its backups.

    Raises:
        LibraryError: a file cannot be opened.
    """
    yield from _file("shelf", paths.shelf_file, opened.shelf.database)
    backups = sorted(paths.backups.glob("shelf-*.db"))
    newest = backups[-1].name.removeprefix("shelf-")[:8] if backups else ""
    day = f"{newest[:4]}-{newest[4:6]}-{newest[6:]}"
    yield Finding("shelf", "backups", f"{len(backups)}, the newest of {day}" if backups else "none")


def _file(area: str, path: Path, database: Database) -> Iterator[Finding]:
    mode = database.journal_mode
    if mode == "wal":
        why = "the write-ahead log"
    elif database.is_read_only:
        why = "it can only be read"
    elif is_networked(path):
        why = "the write-ahead log is not safe on a network file system"
    else:
        why = "the write-ahead log is refused here"
    yield Finding(area, "journal", f"{mode}: {why}")
    wrong = database.damage()
    yield Finding(
        area,
        "content",
        "damaged" if wrong else f"whole, {path.stat().st_size:,} bytes",
        f"{path} is damaged ({wrong}): move it away and start again" if wrong else "",
    )


def index(paths: Paths, opened: Library) -> Iterator[Finding]:
    """The full-text indexes, every byte of them checked.

    Raises:
        LibraryError: the papers cannot be read.
    """
    from index.search.engine import IndexUnusable
    from index.search.generations import current_name
    from index.search.service import SMALL

    openers = {"whoosh": _open_whoosh}
    if opened.papers.count() > SMALL:
        openers["snapshot"] = _open_snapshot
    stamp = {"papers": opened.papers.content_stamp()}
    for kind, check in openers.items():
        folder = paths.index / kind
        try:
            papers = check(folder, stamp)
            name = current_name(folder)
        except IndexUnusable as unusable:
            how = "damaged" if unusable.is_damage else "not there or not current"
            problem = f"{unusable.reason}; the next search makes it anew"
            yield Finding("index", kind, how, problem if unusable.is_damage else "")
            continue
        size = sum(file.stat().st_size for file in (folder / name).iterdir())
        yield Finding("index", kind, f"whole, {papers:,} papers, {size:,} bytes, generation {name}")


def _open_whoosh(folder: Path, stamp: dict[str, str]) -> int:
    from index.search.whoosh_engine import open_engine

    return open_engine(folder, stamp).count


def _open_snapshot(folder: Path, stamp: dict[str, str]) -> int:
    from index.search.snapshot import open_snapshot

    engine = open_snapshot(folder, stamp)
    engine.verify()
    return engine.count


def checked(area: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """What a look finds; an error of the library's is a finding too, and ends it."""
    try:
        yield from look()
    except ReadingRoomError as error:
        yield Finding(area, "error", "cannot be looked at", str(error))
