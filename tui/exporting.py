"""Papers as one file that other programs read."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

from index.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from index.citations.desk import Record
    from index.library import Library

STANDARD_OUTPUT = "-"


def export_papers(
    library: Library,
    ordinals: Sequence[int],
    format_name: str,
    target: str | None,
    *,
    raw: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Write papers to a file, or to standard output.

    A file appears at once and whole: what was there before stays until all is written.

    Args:
        library: where the papers and their keys are.
        ordinals: the papers, in the order in which they are written.
        format_name: a name from `index.citations.export.FORMATS`.
        target: the file's name; `None` and `-` are standard output.
        raw: in CSV, leave cells that begin like a formula as they are.
        progress: told how many papers are written and how many there are.

    Returns:
        How many papers were written.

    Raises:
        InputError: the file cannot be written.
        UnknownFormat: there is no such format.
        LibraryError: the library cannot be read or the keys cannot be pinned.
    """
    from index.citations.export import export

    records = _told(library.cite.records(ordinals, pin=True), len(ordinals), progress)
    if target is None or target == STANDARD_OUTPUT:
        written = export(records, format_name, sys.stdout.buffer, raw=raw)
        sys.stdout.buffer.flush()
        return written
    try:
        with replacing(Path(target)) as out:
            return export(records, format_name, out, raw=raw)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror or error}") from error


def format_of(name: str | None, target: str | None, *, raw: bool = False) -> str:
    """The format asked for: by name, else by the ending of the file's name, else BibTeX.

    Raises:
        UnknownFormat: there is no such format.
        InputError: `raw` goes with another format.
    """
    from index.citations.export import SUFFIXES, known_format

    found = known_format(name or SUFFIXES.get(Path(target or "").suffix.lower(), "bibtex"))
    if raw and found != "csv":
        raise InputError("--raw goes with --format csv")
    return found


def chosen(library: Library, query: str | None, tell: Callable[[str], None]) -> Sequence[int]:
    """The papers to be written: what a query finds, the best first, or all of them.

    Papers that only come near to the query are left out.

    Args:
        library: its index is open if there is a query.
        query: the query, or `None`.
        tell: is told what was ignored or searched instead, and if there are no papers.
    """
    if query is None:
        every = library.papers.ordinals()
        if not every:
            tell("the library is empty: nothing is written")
        return every
    answer = library.search.run(query)
    for note in answer.notes:
        tell(note)
    if answer.partial or not answer.exact:
        tell("no paper meets the whole query: nothing is written")
        return ()
    return answer.hits.ordinals[: answer.exact]


def receipt(written: int, target: str) -> str:
    """What is told when all is written."""
    from index.clean import visible

    papers = "paper" if written == 1 else "papers"
    return f"{written:,} {papers} written to {visible(target)}"


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A new file that takes the place of `path` when all has been written, and not before.

    Its mode is that of the file it replaces, else what the user's mask makes of a new file; a
    symbolic link keeps pointing to it. What is no regular file, a device or a named pipe, is
    written to as it is.

    Raises:
        OSError: it cannot be written.
    """
    import tempfile

    path = Path(os.path.realpath(path))
    known = path.stat() if path.exists() else None
    if known is not None and not stat.S_ISREG(known.st_mode):
        with path.open("wb") as out:
            yield out
        return
    with tempfile.NamedTemporaryFile(
        dir=path.parent, prefix=f".{path.name[:100]}.", suffix=".partial", delete=False
    ) as out:
        partial = Path(out.name)
        try:
            partial.chmod(stat.S_IMODE(known.st_mode) if known else 0o666 & ~_mask())
            yield out
            out.flush()
            os.fsync(out.fileno())
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


def _mask() -> int:
    """The user's mask for the modes of new files, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _told(
    records: Iterator[Record], total: int, progress: Callable[[int, int], None] | None
) -> Iterator[Record]:
    """The records, with word of every hundredth."""
    for number, record in enumerate(records, start=1):
        yield record
        if progress is not None and (number % 100 == 0 or number == total):
            progress(number, total)
