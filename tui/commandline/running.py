"""What every command needs: exit statuses, an open library, and one line for what goes wrong."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.library import Library
    from tui.settings import Settings

FOUND, NOTHING_FOUND, WRONG_USE = 0, 1, 2
"""Exit statuses, as grep has them."""

INTERRUPTED = 130

STANDARD_INPUT = "-"


def complain(message: object, to: TextIO | None = None) -> None:
    """Say something in one line on standard error, or where that was before the screen opened."""
    from index.clean import visible

    # Messages name files, and a file may be called anything.
    print(f"readingroom: {visible(str(message))}", file=to or sys.stderr)


def mend_streams() -> None:
    """Have all three standard streams open, and write UTF-8.

    Where one is closed the next file to be opened would take its place, and be written to. What
    is written to an output that was closed fails and is told.
    """
    for number, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    sys.stdin = sys.stdin or os.fdopen(0, "r", encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def forget_output() -> None:
    """Whoever read our output has had enough; the interpreter must not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def with_library(act: Callable[[Library], int]) -> int:
    """Open the library, prepare it, act, and turn errors into one line and a status."""
    from index.errors import AmbiguousKey, KeyNotFound, ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            settings = settings_of(library)
            library.imports.prepare(progress("preparing"))
            library.imports.use_key_pattern(settings.key, progress("making keys"))
            library.matches.apply()
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


def settings_of(library: Library) -> Settings:
    """What the user has chosen; what is wrong in it is told."""
    from tui.settings import read_settings

    settings, problems = read_settings(library.paths.config_file)
    for problem in problems:
        complain(problem)
    return settings


def papers_named(library: Library, keys: Sequence[str]) -> list[int]:
    """The papers that keys name; `-` stands for the first word of each line of standard input.

    Raises:
        KeyNotFound: nothing answers to a key, or standard input names none.
        AmbiguousKey: several papers answer to a key.
    """
    from index.errors import KeyNotFound

    named: list[str] = []
    for key in keys:
        if key != STANDARD_INPUT:
            named.append(key)
            continue
        given = sys.stdin.buffer.read().decode("utf-8", "replace")
        named += [words[0] for line in given.splitlines() if (words := line.split())]
    if not named:
        raise KeyNotFound("no key on standard input")
    return [library.cite.find(key) for key in named]


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
