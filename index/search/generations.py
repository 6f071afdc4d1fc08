"""A private folder whose content is replaced as a whole, or not at all.

Every build goes to a folder of its own, is synced to disk, gets a manifest as its last file, and
becomes current by the renaming of a pointer file. A build that dies leaves no manifest and no
pointer; two builds at once do not meet, and the last one wins. What is current is checked against
its manifest before anyone reads it: byte for byte, or where that would take too long the large
files by their sizes first and the rest of it afterwards.

    folder/current                   the name of the current generation
    folder/gen-<pid>-<random>/       its files, and manifest.json
    folder/tmp-<pid>-<random>/       a build under way, or what is left of one
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
import shutil
import stat
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from index.paths import make_folder
from index.search.engine import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

T = TypeVar("T")

POINTER = "current"
MANIFEST = "manifest.json"
ABANDONED_AFTER = 24 * 60 * 60
"""Seconds after which another process's build is taken for dead, whatever its number says."""
SMALL = 1 << 16
"""Bytes up to which even a quick check reads a file."""

Facts: TypeAlias = "Mapping[str, int | str]"
"""What the manifest says about a file: its `size` and its `sha256`."""

_NAME = re.compile(r"(tmp|gen)-([0-9]{1,10})-[0-9a-f]{16}")
_publishing = threading.Lock()  # a build of another thread must not be swept up half published


class Generation(NamedTuple):
    """A verified generation: its folder and how many papers it holds."""

    path: Path
    papers: int


def prepare(folder: Path) -> None:
    """Make the folder, readable by its owner alone, or check the one that is there.

    Raises:
        OSError: it cannot be made.
        IndexUnusable: it is a link, or others own it or can write to it.
    """
    make_folder(folder)
    _require_private(folder)


@contextmanager
def temporary(folder: Path) -> Iterator[Path]:
    """A new folder to build in. It is removed again if the block fails or does not publish it.

    Raises:
        OSError: it cannot be made.
    """
    path = folder / f"tmp-{os.getpid()}-{secrets.token_hex(8)}"
    path.mkdir(mode=0o700)
    try:
        yield path
    finally:
        # Published, the folder has another name by now. An error here must not hide the first.
        shutil.rmtree(path, ignore_errors=True)


def publish(
    built: Path,
    count: int,
    stamp: Mapping[str, str],
    *,
    taken_over: Mapping[str, Facts] | None = None,
) -> None:
    """Seal a folder from `temporary` and make it the current generation.

    Args:
        built: the folder, its files written and closed.
        count: papers in it.
        stamp: what it was built from and with; `current` asks for the same.
        taken_over: the facts of files that come unchanged from the generation before. They are
            not read again: damage they may have suffered since must not be sealed as sound.

    Raises:
        OSError: the disk is full, or the folder cannot be written.
    """
    folder = built.parent
    files = dict(taken_over or {})
    for entry in sorted(built.iterdir()):
        if entry.name not in files:
            _seal(entry)
            files[entry.name] = {"size": entry.stat().st_size, "sha256": _sha256(entry)}
    manifest = {"count": count, "stamp": dict(stamp), "files": files}
    _write(built / MANIFEST, json.dumps(manifest, indent=1, sort_keys=True))
    _sync_folder(built)
    name = built.name.replace("tmp-", "gen-", 1)
    with _publishing:
        built.rename(folder / name)
        pointer = folder / f"{POINTER}-{secrets.token_hex(8)}"
        try:
            _write(pointer, name)
            pointer.replace(folder / POINTER)
        except OSError:
            pointer.unlink(missing_ok=True)
            shutil.rmtree(folder / name, ignore_errors=True)
            raise
        _sync_folder(folder)
        _sweep(folder, name)


def current(folder: Path, stamp: Mapping[str, str], *, quick: bool = False) -> Generation:
    """Find the current generation and check every byte of it.

    Args:
        folder: the folder of all generations.
        stamp: what it must have been built from and with.
        quick: check files beyond `SMALL` by their sizes alone; `verify` makes up for it.

    Raises:
        IndexUnusable: there is none, it was built from or with something else, it is not ours
            alone, or it is damaged.
    """
    path = folder / current_name(folder)
    with _damage_told():
        _require_private(path)
        manifest = _manifest(path)
        if manifest["stamp"] != dict(stamp):
            reason = "the index was built for other papers or by another version"
            raise IndexUnusable(reason, is_damage=False)
        files = manifest["files"]
        if {entry.name for entry in path.iterdir()} != {MANIFEST, *files}:
            raise IndexUnusable("files of the index are missing or added")
        for name, facts in files.items():
            _check(path / name, facts, read=not quick or facts["size"] <= SMALL)
        return Generation(path, int(manifest["count"]))


def open_current(
    folder: Path, stamp: Mapping[str, str], open_: Callable[[Generation], T], *, quick: bool = False
) -> T:
    """Open the current generation, even while another process is replacing it.

    Args:
        folder: as for `current`.
        stamp: as for `current`.
        open_: opens a verified generation.
        quick: as for `current`.

    Raises:
        IndexUnusable: as from `current` or from `open_`.
    """
    while True:
        name = current_name(folder)
        try:
            return open_(current(folder, stamp, quick=quick))
        except IndexUnusable:
            if current_name(folder) == name:
                raise


def facts(path: Path) -> dict[str, Facts]:
    """What a generation's manifest says about its files.

    Raises:
        IndexUnusable: it cannot be read.
    """
    with _damage_told():
        return dict(_manifest(path)["files"])


def stamp_of(folder: Path) -> dict[str, str]:
    """What the current generation was built from and with; nothing is checked.

    Raises:
        IndexUnusable: there is none, or its manifest cannot be read.
    """
    path = folder / current_name(folder)
    with _damage_told():
        return dict(_manifest(path)["stamp"])


def verify(path: Path) -> None:
    """Check every byte of a generation; it may have been replaced meanwhile.

    Raises:
        IndexUnusable: it is damaged.
    """
    try:
        with _damage_told():
            for name, fact in _manifest(path)["files"].items():
                _check(path / name, fact, read=True)
    except IndexUnusable:
        if current_name(path.parent) == path.name:
            raise


def current_name(folder: Path) -> str:
    """The name of the current generation's folder.

    Raises:
        IndexUnusable: there is none, or the folder is not ours alone.
    """
    if not os.path.lexists(folder):
        raise IndexUnusable("there is no index yet", is_damage=False)
    _require_private(folder)
    try:
        name = (folder / POINTER).read_text(encoding="ascii").strip()
    except FileNotFoundError as error:
        raise IndexUnusable("there is no index yet", is_damage=False) from error
    except (OSError, ValueError) as error:
        raise IndexUnusable(f"the index is damaged: {type(error).__name__}") from error
    match = _NAME.fullmatch(name)
    if not match or match[1] != "gen":
        raise IndexUnusable("the index is damaged: its pointer names no generation")
    return name


def _require_private(folder: Path) -> None:
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode):
        raise IndexUnusable(f"{folder} is not a folder")
    if os.name != "posix":
        return
    if status.st_uid != os.getuid():
        raise IndexUnusable(f"{folder} belongs to another user")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise IndexUnusable(f"others can write to {folder}")


@contextmanager
def _damage_told() -> Iterator[None]:
    """Turn whatever goes wrong with damaged files into `IndexUnusable`."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise IndexUnusable(f"the index is damaged: {type(error).__name__}") from error


def _manifest(path: Path) -> Any:
    return json.loads((path / MANIFEST).read_bytes())


def _check(file: Path, facts: Facts, *, read: bool) -> None:
    status = file.lstat()
    intact = stat.S_ISREG(status.st_mode) and status.st_size == facts["size"]
    if not intact or (read and _sha256(file) != facts["sha256"]):
        raise IndexUnusable(f"the index is damaged: {file.name} has changed")


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    _seal(file)


def _seal(file: Path) -> None:
    """Make a finished file its owner's alone, and bring it to disk."""
    file.chmod(0o600)
    with file.open("r+b") as stream:
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return  # folders cannot be synced there
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sweep(folder: Path, keep: str) -> None:
    """Remove older generations and what dead builds have left."""
    for entry in folder.iterdir():
        match = _NAME.fullmatch(entry.name)
        if match is None or entry.name == keep:
            continue
        pid = int(match[2])
        if pid == os.getpid():
            removable = match[1] == "gen"  # builds of other threads clear up after themselves
        else:
            removable = not _is_alive(pid) or _age(entry) > ABANDONED_AFTER
        if removable:
            # What cannot be removed now (on Windows: still open) is, after the next build.
            shutil.rmtree(entry, ignore_errors=True)


def _age(folder: Path) -> float:
    try:
        return time.time() - folder.lstat().st_mtime
    except FileNotFoundError:
        return 0.0


def _is_alive(pid: int) -> bool:
    if os.name != "posix":
        return True  # asking would kill it; its age must tell
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
