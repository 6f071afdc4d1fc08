"""Bytes as they lie in a file or an archive, unpacked, and never without bounds."""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    from _typeshed import WriteableBuffer

    class _Source(Protocol):
        def read1(self, size: int, /) -> bytes: ...


MAXIMUM_UNPACKED = 8 * 1024**3
"""Bytes that may come out of one packed file or archive."""

MAXIMUM_RATIO = 200
"""How many times its packed size a file may have; texts have about 4, JSON and XML up to 30."""

SMALL = 64 * 1024**2
"""Bytes that are never too many, whatever the ratio."""


class BrokenFile(Exception):
    """A file that cannot be read on; the message says why."""


@contextmanager
def explained() -> Iterator[None]:
    """Turn what unpacking and reading raise into `BrokenFile`."""
    try:
        yield
    except EOFError as error:
        raise BrokenFile("the packed file breaks off") from error
    except (gzip.BadGzipFile, zipfile.BadZipFile, zlib.error, lzma.LZMAError) as error:
        raise BrokenFile(f"the packed file is damaged ({error})") from error
    except OSError as error:
        raise BrokenFile(error.strerror or str(error)) from error


class Stream(io.RawIOBase):
    """Bytes from a file or something that unpacks, whose errors are `BrokenFile`.

    Args:
        source: where they come from, from the beginning.
        packed: how many packed bytes were taken so far; given, it bounds what may come of them.
    """

    def __init__(self, source: _Source, packed: Callable[[], int] | None = None) -> None:
        super().__init__()
        self._source = source
        self._packed = packed
        self._given = 0

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        """Give as many bytes as there are in one step; none at the end.

        Raises:
            BrokenFile: it cannot be read on.
        """
        view = memoryview(buffer).cast("B")
        with explained():
            data = self._source.read1(len(view))
        view[: len(data)] = data
        self._given += len(data)
        if self._packed is not None and is_too_much(self._given, self._packed()):
            raise BrokenFile(
                f"it unpacks to more than {MAXIMUM_RATIO} times its size, as no list of papers does"
            )
        return len(data)


def is_too_much(unpacked: int, packed: int) -> bool:
    """Whether so many bytes, unpacked from so many, are a bomb rather than a text."""
    return unpacked > SMALL and (
        unpacked > MAXIMUM_UNPACKED or unpacked > MAXIMUM_RATIO * max(packed, 1)
    )


def unpacked(raw: BinaryIO, *, is_gzip: bool) -> BinaryIO:
    """The bytes of a file from its beginning, those in gzip unpacked.

    Raises:
        BrokenFile: it cannot be read (also when the stream is read).
    """
    with explained():
        raw.seek(0)
    if is_gzip:
        stream = Stream(gzip.GzipFile(fileobj=raw), raw.tell)
    else:
        stream = Stream(cast("_Source", raw))
    return io.BufferedReader(stream)
