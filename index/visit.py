"""A library for one visit: some files and nothing else, with the reader's own shelf."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from index.importers.files import STANDARD_INPUT
from index.library import Library

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.paths import Paths

_CHUNK = 1 << 20


@contextmanager
def visiting(files: Sequence[str], home: Paths) -> Iterator[Library]:
    """An open library without papers, for files that are added to it for this visit only.

    Its papers and its index lie in a temporary folder that is removed at the end. Marks and keys
    go to the shelf of the reader's own library, where they stay.

    Args:
        files: what is looked at; `-` is standard input, which is read here to its end.
        home: the folders of the reader's own library.

    Yields:
        The library; its `guests` are the files.

    Raises:
        LibraryError: the folders cannot be used.
    """
    # Only the reader can enter the folder.
    with tempfile.TemporaryDirectory(prefix="readingroom-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        paths = replace(
            home, data=folder / "data", cache=folder / "cache", shelf=home.shelf or home.data
        )
        guests = [_piped(folder) if file == STANDARD_INPUT else file for file in files]
        with Library(paths) as library:
            library.guests = tuple(guests)
            library.imports.go_without_seeds()
            yield library


def _piped(folder: Path) -> str:
    """What comes on standard input, as a file that can be read more than once."""
    path = folder / "standard input"
    with path.open("wb") as out:
        while chunk := sys.stdin.buffer.read(_CHUNK):
            out.write(chunk)
    return str(path)
