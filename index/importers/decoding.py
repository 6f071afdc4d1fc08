"""Bytes to text, a chunk at a time, for files that need not fit into memory."""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, BinaryIO, cast

from index.clean import decode
from index.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import BufferedReader

CHUNK = 256 * 1024
_WIDE_ENCODINGS = ("utf-16", "utf-32")
_LONGEST_MARK = 4
_FALLBACK = "readingroom.cp1252"
# They belong to host names and source code; the first two raise errors of their own.
_NO_TEXT = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    # The five bytes that cp1252 leaves undefined mean nothing.
    bad = error.object[error.start : error.end]
    return bad.decode("cp1252", errors="ignore"), error.end


codecs.register_error(_FALLBACK, _as_cp1252)


def checked_encoding(name: str) -> str:
    """The name of an encoding of text, as it is to be shown.

    Raises:
        InputError: there is no such encoding.
    """
    try:
        codec = codecs.lookup(name)
        io.TextIOWrapper(io.BytesIO(), encoding=name).close()
    except (LookupError, ValueError):
        codec = None
    if codec is None or codec.name.replace("-", "_") in _NO_TEXT:
        raise InputError(
            f"there is no encoding {name!r}: utf-8, cp1252, gb18030, shift_jis, utf-16 and others "
            "are known"
        )
    return codec.name


class Decoding:
    r"""The text of a stream of bytes, in chunks, its line ends made `\n`.

    A byte order mark decides on the encoding, else what the caller was told; without either it is
    UTF-8, and single bytes that are not are read as cp1252 (Windows Western).

    Args:
        stream: the bytes, from the beginning.
        told: the encoding that the file is said to have.

    Attributes:
        guessed: how many lines had bytes that were read as cp1252.
        damaged: how many lines had bytes that the encoding does not have, shown as U+FFFD.
        encoding: what it is read as; known with the first chunk.
    """

    def __init__(self, stream: BinaryIO, told: str | None = None) -> None:
        self._stream = stream
        self.encoding = told or "utf-8"
        self.guessed = 0
        self.damaged = 0

    def chunks(self) -> Iterator[str]:
        """Its text.

        Raises:
            BrokenFile: the bytes cannot be read on, after all that could.
        """
        head = self._stream.read(_LONGEST_MARK)
        marked = decode(head).encoding
        is_marked = marked.startswith(_WIDE_ENCODINGS) or head.startswith(codecs.BOM_UTF8)
        if is_marked:
            self.encoding = marked.removesuffix("-le").removesuffix("-be")
        if self.encoding in {"utf-8", "utf-8-sig"}:
            pieces = self._as_utf8(head)
        else:
            pieces = self._as_told(head)
        line_ends = io.IncrementalNewlineDecoder(None, translate=True)
        is_first = True
        for piece in pieces:
            text = line_ends.decode(piece)
            if is_first:
                # A mark may have been set before a file that had one.
                text = text.lstrip("\ufeff")
                is_first = not text
            if text:
                yield text
        if rest := line_ends.decode("", final=True):
            yield rest

    def _bytes(self, head: bytes) -> Iterator[bytes]:
        # `read1` never throws away what came before an error.
        read = cast("BufferedReader", self._stream).read1
        yield head + read(CHUNK)
        while data := read(CHUNK):
            yield data

    def _as_utf8(self, head: bytes) -> Iterator[str]:
        pending = b""
        for data in self._bytes(head):
            text, pending = self._utf8(pending + data, final=False)
            yield text
        yield self._utf8(pending, final=True)[0]

    def _utf8(self, data: bytes, *, final: bool) -> tuple[str, bytes]:
        try:
            text, length = codecs.utf_8_decode(data, "strict", final)
        except UnicodeDecodeError:
            text, length = codecs.utf_8_decode(data, _FALLBACK, final)
            for line in data[:length].split(b"\n"):
                try:
                    line.decode()
                except UnicodeDecodeError:
                    self.guessed += 1
        return text, data[length:]

    def _as_told(self, head: bytes) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder(self.encoding)(errors="replace")
        for data in self._bytes(head):
            yield self._counted(decoder.decode(data))
        yield self._counted(decoder.decode(b"", True))

    def _counted(self, text: str) -> str:
        if "\ufffd" in text:
            self.damaged += sum("\ufffd" in line for line in text.split("\n"))
        return text
