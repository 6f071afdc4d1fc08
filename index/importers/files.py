"""Files as the readers of formats get them: opened, hashed, unpacked, decoded."""

from __future__ import annotations

import hashlib
import stat
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from index.clean import clean, visible
from index.errors import InputError
from index.importers.decoding import Decoding
from index.importers.unpacking import BrokenFile, explained, unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader

STANDARD_INPUT = "-"
MAXIMUM_LINE = 4 * 1024 * 1024
"""Characters; a longer line is no record, and is never held in memory."""

MAXIMUM_TEXT = 256 * 1024 * 1024
"""Characters of a file that is read as a whole."""

HEAD = 64 * 1024
"""Characters by which a format is known."""

_CHUNK = 1024 * 1024
_GZIP = b"\x1f\x8b"
_ARCHIVES = {
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"PK\x03\x04": "zip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "7z",
}


class Line(NamedTuple):
    """A line of a file, counted from one, without its end.

    `text` is `None` where the line is longer than `MAXIMUM_LINE`.
    """

    number: int
    text: str | None


class Place(NamedTuple):
    """Where the bytes of a file are.

    `name` is stored and `shown` told to people; `open` gives the bytes, to be read from the
    beginning. `is_copy` says that it can do so only once. `path` is where the file can be found
    again, for the member of an archive that of the archive.
    """

    name: str
    shown: str
    open: Callable[[], BinaryIO]
    is_copy: bool = False
    path: str | None = None


class InputFile:
    """A file to be brought in.

    Args:
        path: where it is; `-` is standard input. Pipes are copied to a temporary file first, since
            a file is read twice: once to know whether it has been added before.
        encoding: the encoding that it is said to have; a byte order mark knows better.

    Attributes:
        name: its name without the folder, safe to store and to show.
        shown: the name to call it in messages.
        size: its size on disk in bytes; that of a member of an archive, unpacked.
        content_hash: SHA-256 (hex) of its bytes.
        path: where it can be found again, absolute; `None` for what came by a pipe.
        line: the number of the last line that `lines` gave; 0 if it gave none.

    Raises:
        InputError: it cannot be opened or is of no use; the message is one line and names it.
    """

    def __init__(self, path: str | Path | Place, *, encoding: str | None = None) -> None:
        self._encoding = encoding
        self._decoding: Decoding | None = None
        self._is_done = False
        self.line = 0
        place = path if isinstance(path, Place) else place_of(path)
        self.name, self.shown, self._open, self._is_copy, self.path = place
        try:
            with explained():
                self._raw = self._open()
                try:
                    self.size, self.content_hash = _measured(self._raw)
                    self._start = self._raw.read(8)
                    self._is_packed = self._start.startswith(_GZIP)
                    for magic, kind in _ARCHIVES.items():
                        if self._start.startswith(magic):
                            raise InputError(f"{self.shown} is packed with {kind}: unpack it first")
                except BaseException:
                    self._raw.close()
                    raise
        except BrokenFile as error:
            raise InputError(f"cannot read {self.shown}: {error}") from error

    @property
    def position(self) -> int:
        """How many of its bytes on disk have been read."""
        if self._is_done:
            return self.size
        return 0 if self._raw.closed else self._raw.tell()

    @property
    def is_wide(self) -> bool:
        """Whether it was told to be in an encoding whose texts are full of zero bytes."""
        return (self._encoding or "").startswith(("utf-16", "utf-32"))

    @property
    def warning(self) -> str | None:
        """What is to be told of its encoding, once it has been read as text."""
        decoding = self._decoding
        if decoding is None or not (decoding.guessed or decoding.damaged):
            return None
        if decoding.damaged:
            lines = _counted_lines(decoding.damaged)
            return f"{lines} damaged: not {decoding.encoding}; what cannot be read is \ufffd"
        return f"{_counted_lines(decoding.guessed)} not UTF-8: read as cp1252 (Windows Western)"

    def release(self) -> None:
        """Let go of it until its contents are asked for, so that any number of files can wait."""
        if not self._is_copy:
            self._raw.close()

    def close(self) -> None:
        """Be done with it."""
        self._is_done = True
        self._raw.close()

    def stream(self) -> BinaryIO:
        """Its bytes from the beginning, unpacked if they are packed with gzip.

        Raises:
            BrokenFile: it cannot be read, which reading the stream may raise as well.
        """
        with explained():
            if self._raw.closed:
                self._raw = self._open()
        return unpacked(self._raw, is_gzip=self._is_packed)

    def chunks(self) -> Iterator[str]:
        r"""Its text from the beginning, without a byte order mark, every line end a `\n`.

        A byte order mark decides on the encoding, else what it was told; without either it is
        UTF-8, and bytes that are not are read as cp1252.

        Raises:
            BrokenFile: it cannot be read on, after all text that could.
        """
        self._decoding = Decoding(self.stream(), self._encoding)
        yield from self._decoding.chunks()

    def lines(self) -> Iterator[Line]:
        r"""Its lines from the beginning; they end with `\n`, `\r` or both.

        Raises:
            BrokenFile: it cannot be read on, after all lines that could.
        """
        self.line = length = 0
        parts: list[str] = []
        for chunk in self.chunks():
            first, *others = chunk.split("\n")
            length += len(first)
            # What is too long is not kept.
            parts = [*parts, first] if length < MAXIMUM_LINE else []
            for following in others:
                self.line += 1
                yield Line(self.line, "".join(parts) if length < MAXIMUM_LINE else None)
                parts, length = [following], len(following)
        if length:
            self.line += 1
            yield Line(self.line, "".join(parts) if length < MAXIMUM_LINE else None)

    def text(self) -> str:
        """Its text as a whole.

        Raises:
            BrokenFile: it cannot be read to its end, or is longer than `MAXIMUM_TEXT`.
        """
        parts: list[str] = []
        length = 0
        for chunk in self.chunks():
            length += len(chunk)
            if length > MAXIMUM_TEXT:
                raise BrokenFile(
                    f"longer than {MAXIMUM_TEXT // 1024 // 1024} MB, which files of this format "
                    "may not be: split it"
                )
            parts.append(chunk)
        return "".join(parts)

    def head(self) -> str:
        """The beginning of its text, at most `HEAD` characters, white space before it dropped.

        Raises:
            BrokenFile: not even its beginning can be read.
        """
        text = ""
        try:
            for chunk in self.chunks():
                text = (text + chunk).lstrip()
                if len(text) >= HEAD:
                    break
        except BrokenFile:
            if not text:
                raise
        return text[:HEAD]

    def first_bytes(self) -> bytes:
        """Its first `HEAD` bytes, unpacked.

        Raises:
            BrokenFile: not even its beginning can be read.
        """
        stream = cast("BufferedReader", self.stream())
        start = b""
        try:
            while len(start) < HEAD and (data := stream.read1(HEAD)):
                start += data
        except BrokenFile:
            if not start:
                raise
        return start


def _counted_lines(number: int) -> str:
    return "1 line is" if number == 1 else f"{number:,} lines are"


def place_of(path: str | Path) -> Place:
    """Where the bytes of a file are that is named on the command line.

    Raises:
        InputError: it cannot be opened, or is neither a file nor a pipe.
    """
    is_standard = str(path) == STANDARD_INPUT
    shown = "standard input" if is_standard else visible(clean(str(path)))
    if is_standard:
        copy = _copied(sys.stdin.buffer)
        return Place(shown, shown, lambda: copy, is_copy=True)
    name = visible(clean(Path(path).name))
    try:
        mode = Path(path).stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{shown} is a folder, not a file")
        if stat.S_ISREG(mode):
            return Place(name, shown, partial(_open, Path(path)), path=str(Path(path).absolute()))
        if not (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)):
            raise InputError(f"{shown} is a device, not a file")
        with Path(path).open("rb") as pipe:
            copy = _copied(pipe)
    except OSError as error:
        raise InputError(f"cannot read {shown}: {error.strerror or error}") from error
    except ValueError as error:
        raise InputError(f"cannot read {shown}: {error}") from error
    return Place(name, shown, lambda: copy, is_copy=True)


def _open(path: Path) -> BinaryIO:
    return path.open("rb")


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
