"""Opening the reading room: on a screen, or as a dialogue where there can be none."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from tui.settings import read_settings
from tui.terminals import is_colourless, is_dumb, output_encoding, shows_signs

if TYPE_CHECKING:
    from index.library import Library
    from tui.settings import Settings

FOUND, WRONG_USE = 0, 2


def open_room(*, ascii_only: bool, plain: bool) -> int:
    """Open the reading room and stay until the visit ends.

    Args:
        ascii_only: draw in ASCII whatever the terminal can show.
        plain: hold a dialogue line by line instead of drawing a screen.

    Returns:
        The exit status.
    """
    if plain:
        return _visit(sys.stderr, "")
    complaints = _claim_terminal()
    if complaints is None:
        _complain(
            sys.stderr,
            "needs a terminal; `readingroom search QUERY` works without one, "
            "`readingroom --plain` through a pipe",
        )
        return WRONG_USE
    if is_dumb(os.environ):
        term = os.environ.get("TERM") or "not set"
        return _visit(complaints, f"TERM is {term}: no screen can be drawn, so this is --plain.")
    return _visit(complaints, None, ascii_only=ascii_only)


def _visit(complaints: TextIO, greeting: str | None, *, ascii_only: bool = False) -> int:
    """Visit the user's library, on the screen or, with a greeting, in a dialogue."""
    from index.errors import ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            settings, problems = read_settings(library.paths.config_file)
            if greeting is not None:
                from tui.plain.dialogue import hold_dialogue

                return hold_dialogue(library, [greeting, *problems])
            return _draw(library, settings, problems, complaints, ascii_only=ascii_only)
    except ReadingRoomError as error:
        _complain(complaints, str(error))
        return WRONG_USE


def _draw(
    library: Library,
    settings: Settings,
    problems: list[str],
    complaints: TextIO,
    *,
    ascii_only: bool,
) -> int:
    encoding = output_encoding(sys.__stderr__)
    if ascii_only or settings.ascii is None:
        # Characters of ambiguous width would be drawn wider than frames have room for.
        is_ascii = ascii_only or settings.ambiguous == 2 or not shows_signs(os.environ, encoding)
        settings = replace(settings, ascii=is_ascii)
    _tell_textual(settings)
    if settings.ambiguous == 2:
        from tui.widths import widen_ambiguous

        widen_ambiguous()
    from tui.app import ReadingRoom

    room = ReadingRoom(library, settings, problems, encoding)
    room.run()
    if room.crash is not None:
        details = f"; details in {room.crash_report}" if room.crash_report else ""
        kind = type(room.crash).__name__
        _complain(complaints, f"stopped by an error of its own: {kind}{details}")
    return room.return_code or FOUND


def _complain(out: TextIO, message: str) -> None:
    out.write(f"readingroom: {message}\n")


def _tell_textual(settings: Settings) -> None:
    """Set what Textual reads from the environment when it is imported."""
    # At its 60 frames a second a key is seen late, and with its own delay Esc is felt late.
    os.environ.setdefault("TEXTUAL_FPS", "240")
    os.environ.setdefault("ESCDELAY", "25")
    if not settings.animation:
        os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    if settings.colour == "never" or is_colourless(os.environ):
        os.environ["NO_COLOR"] = "1"
    else:
        # Textual takes an empty one for a wish, too.
        os.environ.pop("NO_COLOR", None)


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
