"""Zip archives: their members as files to be brought in, never written anywhere."""

from __future__ import annotations

import os
import struct
import zipfile
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Self, cast

from index.clean import clean, visible
from index.errors import InputError
from index.importers.files import Place
from index.importers.unpacking import (
    MAXIMUM_RATIO,
    BrokenFile,
    explained,
    is_too_much,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

MAXIMUM_MEMBERS = 10_000
ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
_ENCRYPTED = 0x1
_OFFICE = {
    "[Content_Types].xml": "an Office document",
    "META-INF/manifest.xml": "an OpenDocument or Java file",
    "META-INF/container.xml": "an e-book",
}


def is_zip(start: bytes) -> bool:
    """Whether a file that begins so is a zip archive."""
    return start.startswith((ZIP, _EMPTY_ZIP))


class Archives:
    """Opens zip archives, of which one is open at a time."""

    def __init__(self) -> None:
        self._place: Place | None = None
        self._raw: BinaryIO | None = None
        self._zip: zipfile.ZipFile | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close()

    def members(self, archive: Place) -> Iterator[Place | str]:
        """The files in an archive in its own order; one that cannot be read is told in a line.

        Folders, hidden files and what macOS adds are left out. The name of a member is shown,
        never followed.

        Raises:
            InputError: the archive is damaged, an office document, or a bomb.
        """
        try:
            with explained():
                infos = self._opened(archive).infolist()
        except BrokenFile as error:
            raise InputError(f"cannot read {archive.shown}: {error}") from error
        self._check(infos, archive.shown)
        for info in infos:
            parts = [part for part in info.filename.replace("\\", "/").split("/") if part]
            if not parts or info.filename.endswith("/") or any(map(_is_hidden, parts)):
                continue
            inner = visible(clean("/".join(part for part in parts if part not in {".", ".."})))
            shown = f"{archive.shown}/{inner}"
            if info.flag_bits & _ENCRYPTED:
                yield f"{shown} needs a password"
            elif is_too_much(info.file_size, info.compress_size):
                yield f"{shown} unpacks to more than {MAXIMUM_RATIO} times its size"
            else:
                name = f"{archive.name}/{inner}"
                member = partial(self._member, archive, info)
                yield Place(name, shown, member, path=archive.path)

    def _check(self, infos: list[zipfile.ZipInfo], shown: str) -> None:
        names = {info.filename for info in infos}
        for name, kind in _OFFICE.items():
            if name in names:
                raise InputError(f"{shown} is {kind}, not a list of papers")
        if len(infos) > MAXIMUM_MEMBERS:
            raise InputError(f"{shown} holds more than {MAXIMUM_MEMBERS:,} files: unpack it first")
        # Members may lie over each other: only what the archive itself measures counts.
        size = self._raw.seek(0, os.SEEK_END) if self._raw is not None else 0
        if is_too_much(sum(info.file_size for info in infos), size):
            raise InputError(
                f"{shown} unpacks to more than {MAXIMUM_RATIO} times its size, "
                "as no list of papers does"
            )

    def _opened(self, archive: Place) -> zipfile.ZipFile:
        if self._zip is None or self._place is not archive:
            self._close()
            self._raw = archive.open()
            self._raw.seek(0)
            with _damage():
                self._zip, self._place = zipfile.ZipFile(self._raw), archive
        return self._zip

    def _member(self, archive: Place, info: zipfile.ZipInfo) -> BinaryIO:
        opened = self._opened(archive)
        with _damage():
            return cast("BinaryIO", opened.open(info))

    def _close(self) -> None:
        if self._zip is not None:
            self._zip.close()
        if self._raw is not None and self._place is not None and not self._place.is_copy:
            self._raw.close()
        self._zip = self._raw = self._place = None


@contextmanager
def _damage() -> Iterator[None]:
    """Turn whatever else `zipfile` raises over a damaged archive into `BadZipFile`."""
    try:
        yield
    except UnicodeDecodeError as error:
        raise zipfile.BadZipFile("a name in it is no text") from error
    except (NotImplementedError, OverflowError, RuntimeError, ValueError, struct.error) as error:
        raise zipfile.BadZipFile(str(error)) from error


def _is_hidden(part: str) -> bool:
    return part == "__MACOSX" or (part.startswith(".") and part not in {".", ".."})
