"""Notes that are being written: files that outlive a crash until the shelf has their text.

A draft is a text file, which an editor may be given, and a record beside it of the papers that it
is about and of the note that was there before. The record is locked as long as the room or the
editor is alive that writes the draft; a draft without a lock was left behind and can be taken up.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import time
from typing import TYPE_CHECKING

from index.clean import decode
from index.errors import LibraryError
from index.mark_texts import normal_note
from index.paths import private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_RECORD = ".json"
_TEXT = ".md"
_ASIDE = ".kept.md"


class Draft:
    """One note that is being written.

    Attributes:
        path: the text file.
        papers: the ids of the papers that it is about.
        before: the note that was there when the writing began.
        lock: a file descriptor; the draft counts as being written while it is open anywhere.
    """

    def __init__(self, path: Path, papers: Sequence[str], before: str, lock: int) -> None:
        self.path = path
        self.papers = tuple(papers)
        self.before = before
        self.lock = lock

    def text(self) -> str:
        """What has been written, as a note is kept.

        Raises:
            LibraryError: the file cannot be read.
        """
        try:
            return normal_note(decode(self.path.read_bytes()).text)
        except OSError as error:
            raise LibraryError(f"cannot read {self.path}: {error.strerror or error}") from error

    def write(self, text: str) -> None:
        """Replace the text of the file, whole or not at all.

        Raises:
            LibraryError: it cannot be written.
        """
        _write(self.path, text)

    def release(self) -> bool:
        """Let go of the lock; whether somebody else, such as an editor in a window, holds it."""
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1
        probe = _locked(self.path.with_suffix(_RECORD))
        if probe is None:
            return True
        os.close(probe)
        return False

    def discard(self) -> None:
        """Remove the files: the shelf has the text, or there is nothing to keep."""
        self._forget(self.path, self.path.with_name(self.path.name + "~"))

    def set_aside(self) -> Path:
        """Keep the text in a file that nobody takes up by himself; where it is."""
        kept = self.path.with_suffix(_ASIDE)
        self.path.replace(kept)
        self._forget()
        return kept

    def _forget(self, *paths: Path) -> None:
        for path in (*paths, self.path.with_suffix(_RECORD)):
            path.unlink(missing_ok=True)
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


class Drafts:
    """The folder of drafts.

    Args:
        folder: where they are; it is made when it is needed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def begin(self, papers: Sequence[str], before: str) -> Draft:
        """A new draft, locked, with the text of the note so far.

        Args:
            papers: the ids of the papers that it is about.
            before: that note.

        Raises:
            LibraryError: the files cannot be written.
        """
        name = f"note-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(4)}"
        path = private_folder(self._folder) / f"{name}{_TEXT}"
        record = path.with_suffix(_RECORD)
        # The record comes first: a text without one belongs to nobody.
        fields = {"papers": list(papers), "before": before}
        _write(record, json.dumps(fields, ensure_ascii=False) + "\n")
        lock = _locked(record)
        if lock is None:
            raise LibraryError(f"cannot lock {record}: is its folder on another machine?")
        _write(path, f"{before}\n" if before else "")
        return Draft(path, papers, before, lock)

    def left(self) -> Iterator[Draft]:
        """Drafts that nobody writes any more, locked for the caller, the oldest first."""
        try:
            records = sorted(self._folder.glob(f"note-*{_RECORD}"))
        except OSError:
            return
        for record in records:
            path = record.with_suffix(_TEXT)
            lock = _locked(record)
            if lock is None:
                continue
            try:
                fields = json.loads(record.read_text(encoding="utf-8"))
                draft = Draft(path, fields["papers"], fields["before"], lock)
            except (OSError, ValueError, KeyError, TypeError):
                # It was not even begun, or has just been taken up by another window.
                os.close(lock)
                continue
            if path.exists():
                yield draft
            else:
                draft.discard()


def _locked(record: Path) -> int | None:
    """An open descriptor with the lock on a record; `None` if somebody has it, or it is gone."""
    try:
        descriptor = os.open(record, os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # It may have been removed by whoever had the lock.
        is_there = os.fstat(descriptor).st_nlink > 0
    except OSError:
        is_there = False
    if not is_there:
        os.close(descriptor)
        return None
    return descriptor


def _write(path: Path, text: str) -> None:
    partial = path.with_name(f"{path.name}.partial")
    try:
        with os.fdopen(
            os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise LibraryError(f"cannot write {path}: {error.strerror or error}") from error
