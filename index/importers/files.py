"""Files as the readers of formats get them: opened, hashed, unpacked, line by line."""

from __future__ import annotations

import gzip
import hashlib
import io
import stat
import sys
import tempfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, AnyStr, BinaryIO, NamedTuple, cast

from index.clean import clean, decode, visible
from index.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STANDARD_INPUT = "-"
MAXIMUM_LINE = 4 * 1024 * 1024
"""Bytes (characters in UTF-16); a longer line is no record, and is never held in memory."""

_CHUNK = 1024 * 1024
_GZIP = b"\x1f\x8b"
_ARCHIVES = {
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7z",
}
_WIDE_ENCODINGS = ("utf-16", "utf-32")


class Line(NamedTuple):
    """A line of a file, counted from one, without its end.

    `text` is `None` where the line is longer than `MAXIMUM_LINE`.
    """

    number: int
    text: str | None


class BrokenFile(Exception):
    """A file that cannot be read on; the message says why."""


class InputFile:
    """A file to be brought in.

    Args:
        path: where it is; `-` is standard input. Pipes are copied to a temporary file first, since
            a file is read twice: once to know whether it has been added before.

    Attributes:
        name: its name without the folder, safe to store and to show.
        shown: the name to call it in messages.
        size: its size on disk in bytes.
        content_hash: SHA-256 (hex) of its bytes.
        guessed: how many of the lines read are not UTF-8 and were taken for cp1252.

    Raises:
        InputError: it cannot be opened or is of no use; the message is one line and names it.
    """

    def __init__(self, path: str | Path) -> None:
        is_standard = str(path) == STANDARD_INPUT
        self.shown = "standard input" if is_standard else visible(clean(str(path)))
        self.name = self.shown if is_standard else visible(clean(Path(path).name))
        self.guessed = 0
        self._path = Path(path)
        self._is_done = False
        try:
            self._raw, self._is_copy = _opened(path, self.shown)
            try:
                self.size, self.content_hash = _measured(self._raw)
                head = self._raw.read(8)
                self._is_packed = head.startswith(_GZIP)
                for magic, kind in _ARCHIVES.items():
                    if head.startswith(magic):
                        raise InputError(f"{self.shown} is packed with {kind}: unpack it first")
            except BaseException:
                self._raw.close()
                raise
        except OSError as error:
            reason = error.strerror or str(error)
            raise InputError(f"cannot read {self.shown}: {reason}") from error

    @property
    def position(self) -> int:
        """How many of its bytes on disk have been read."""
        if self._is_done:
            return self.size
        return 0 if self._raw.closed else self._raw.tell()

    def release(self) -> None:
        """Let go of it until its lines are asked for, so that any number of files can wait."""
        if not self._is_copy:
            self._raw.close()

    def close(self) -> None:
        """Be done with it."""
        self._is_done = True
        self._raw.close()

    def lines(self) -> Iterator[Line]:
        """Its lines from the beginning.

        A byte order mark decides on the encoding; without one each line is read as UTF-8, and as
        cp1252 where it is not.

        Raises:
            BrokenFile: it cannot be read on, after all lines that could.
        """
        self.guessed = 0
        with _explained():
            if self._raw.closed:
                self._raw = self._path.open("rb")
            self._raw.seek(0)
            stream = self._unpacked()
            head = stream.read(4)
            stream.seek(0)
        encoding = decode(head).encoding
        if encoding.startswith(_WIDE_ENCODINGS):
            yield from _wide_lines(stream, encoding.rpartition("-")[0])
            return
        for number, data in enumerate(_bounded(stream.readline, b"\n"), start=1):
            if data is None:
                yield Line(number, None)
                continue
            decoded = decode(data)
            self.guessed += decoded.encoding == "cp1252"
            yield Line(number, decoded.text.rstrip("\r\n"))

    def _unpacked(self) -> BinaryIO:
        if self._is_packed:
            # Only `readline` and `read` are used, which both kinds of file have.
            return cast("BinaryIO", gzip.GzipFile(fileobj=self._raw))
        return self._raw


def _wide_lines(stream: BinaryIO, encoding: str) -> Iterator[Line]:
    wide = io.TextIOWrapper(stream, encoding, errors="replace", newline="\n")
    try:
        for number, text in enumerate(_bounded(wide.readline, "\n"), start=1):
            yield Line(number, None if text is None else text.rstrip("\r\n"))
    finally:
        # Otherwise the file would be closed with the wrapper around it.
        wide.detach()


def _bounded(readline: Callable[[int], AnyStr], end: AnyStr) -> Iterator[AnyStr | None]:
    """Every line with its end; `None` for one that is longer than `MAXIMUM_LINE`."""
    while True:
        with _explained():
            line = readline(MAXIMUM_LINE)
            is_short = len(line) < MAXIMUM_LINE or line.endswith(end)
            is_over = is_short
            while not is_over:
                rest = readline(_CHUNK)
                is_over = not rest or rest.endswith(end)
        if not line:
            return
        yield line if is_short else None


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except EOFError as error:
        raise BrokenFile("the packed file breaks off") from error
    except (gzip.BadGzipFile, zlib.error) as error:
        raise BrokenFile(f"the packed file is damaged ({error})") from error
    except OSError as error:
        raise BrokenFile(error.strerror or str(error)) from error


def _opened(path: str | Path, shown: str) -> tuple[BinaryIO, bool]:
    """A file that can be sought in, and whether it is a copy."""
    if str(path) == STANDARD_INPUT:
        return _copied(sys.stdin.buffer), True
    mode = Path(path).stat().st_mode
    if stat.S_ISDIR(mode):
        raise InputError(f"{shown} is a folder: name the files in it, as in {shown.rstrip('/')}/*")
    if stat.S_ISREG(mode):
        return Path(path).open("rb"), False
    if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
        raise InputError(f"{shown} is a device, not a file")
    with Path(path).open("rb") as pipe:
        return _copied(pipe), True


def _copied(pipe: BinaryIO) -> BinaryIO:
    copy = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 - closed by its owner
    while chunk := pipe.read(_CHUNK):
        copy.write(chunk)
    return copy


def _measured(stream: BinaryIO) -> tuple[int, str]:
    digest = hashlib.sha256()
    size = 0
    stream.seek(0)
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
        size += len(chunk)
    stream.seek(0)
    return size, digest.hexdigest()
