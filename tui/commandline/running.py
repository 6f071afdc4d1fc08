"""What every command needs: exit statuses, an open library, and one line for what goes wrong."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.library import Library

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - has no other name

FOUND, NOTHING_FOUND, WRONG_USE = 0, 1, 2
"""Exit statuses, as grep has them."""

INTERRUPTED = 130


def complain(message: object) -> None:
    """Say something in one line on standard error."""
    print(f"readingroom: {message}", file=sys.stderr)


def with_library(act: Callable[[Library], int]) -> int:
    """Open the library, prepare it, act, and turn errors into one line and a status."""
    from index.errors import AmbiguousKey, KeyNotFound, ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            library.imports.prepare(progress("preparing"))
            return act(library)
    except AmbiguousKey as error:
        complain(error)
        return WRONG_USE
    except KeyNotFound as error:
        complain(error)
        return NOTHING_FOUND
    except ReadingRoomError as error:
        complain(error)
        return WRONG_USE


def progress(verb: str) -> Callable[[int, int], None] | None:
    """Tells on standard error how much is done, if that is a terminal."""
    if not sys.stderr.isatty():
        return None

    def report(done: int, total: int) -> None:
        end = "\r\x1b[K" if done == total else ""
        print(f"\r{verb} {done:,} of {total:,}{end}", end="", file=sys.stderr, flush=True)

    return report


def open_index(library: Library) -> None:
    """Have the index ready to be asked, and say so if it had to be made anew."""
    if repaired := library.search.ensure(progress("indexing")):
        complain(f"the search index was made anew: {repaired}")


def count(text: str) -> int:
    """A number of papers given as an argument."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number
