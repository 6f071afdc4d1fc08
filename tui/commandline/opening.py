"""The bare command: opens the reading room on the terminal, wherever the streams lead."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

from tui.commandline.running import FOUND, WRONG_USE, complain

if TYPE_CHECKING:
    import argparse


def open_room(options: argparse.Namespace) -> int:
    """Open the reading room; the exit status."""
    del options
    complaints = _claim_terminal()
    if complaints is None:
        complain("needs a terminal; `readingroom search QUERY` works without one")
        return WRONG_USE
    # Both are read when Textual is imported: at its 60 frames a second a key is seen late, and
    # with its own delay Esc is felt late.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    os.environ.setdefault("ESCDELAY", "25")
    from index.errors import ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            from tui.app import ReadingRoom
            from tui.settings import read_settings

            settings, problems = read_settings(library.paths.config_file)
            room = ReadingRoom(library, settings, problems)
            room.run()
            if room.crash is not None:
                details = f"; details in {room.crash_report}" if room.crash_report else ""
                print(
                    f"readingroom: stopped by an error of its own: "
                    f"{type(room.crash).__name__}{details}",
                    file=complaints,
                )
            return room.return_code or FOUND
    except ReadingRoomError as error:
        print(f"readingroom: {error}", file=complaints)
        return WRONG_USE


def _claim_terminal() -> TextIO | None:
    """Give keys and screen to the terminal even if streams are redirected.

    Keys are read from standard input and the screen is painted on standard error; where one of
    them is something else, the controlling terminal takes its place.

    Returns:
        Where messages go after the screen is closed: the old standard error. `None` if there is
        no terminal.
    """
    complaints = sys.stderr
    missing = [number for number in (0, 2) if not os.isatty(number)]
    if not missing:
        return complaints
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return None
    if 2 in missing:
        complaints = os.fdopen(os.dup(2), "w", buffering=1)
    for number in missing:
        os.dup2(terminal, number)
    os.close(terminal)
    return complaints
