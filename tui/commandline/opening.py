"""The bare command and `pick`: the room on the terminal, wherever the streams lead."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple, TextIO

from tui.commandline.parsing import add_command
from tui.commandline.running import FOUND, NOTHING_FOUND, WRONG_USE, complain
from tui.commandline.showing import STYLE_HELP
from tui.terminals import is_colourless, is_dumb, output_encoding, shows_signs

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from index.library import Library
    from tui.commandline.parsing import Commands, Parser
    from tui.settings import Settings

EXAMPLES = """
  readingroom pick watermark
  git commit -m "Cite $(readingroom pick --style apa-in-text)"
  readingroom pick | readingroom cite - --style bibtex >> references.bib
"""


VISIT_EXAMPLES = """
  readingroom icml2026.json references.bib
  readingroom ~/papers
  curl -s https://example.org/papers.bib | readingroom -
"""

MOST_REMARKS = 3
"""So many lines on what is wrong with the files of a visit are shown at its beginning."""


def add_picking_parser(commands: Commands) -> None:
    """Add `pick` to a command line."""
    pick = add_command(
        commands,
        "pick",
        "choose papers on the screen and write them to standard output",
        EXAMPLES,
    )
    pick.takes_query = True
    pick.add_argument("query", metavar="QUERY", nargs="*", help="what the list begins with")
    pick.add_argument(
        "--style", default="key", metavar="STYLE", help=f"{STYLE_HELP} (default: key)"
    )
    pick.set_defaults(run=_pick)


ROOM_OPTIONS = {"ascii": False, "plain": False}
"""The options of the bare command, and what they are where they are not given."""


def add_room_options(parser: Parser) -> None:
    """Add the options of the bare command to a command line."""
    parser.add_argument(
        "--ascii", action="store_true", help="draw the reading room in ASCII characters only"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="a dialogue line by line, for screen readers, simple terminals and pipes",
    )
    parser.set_defaults(run=open_room)


def add_visiting_parser(commands: Commands) -> None:
    """Add `visit` to a command line."""
    visit = add_command(
        commands,
        "visit",
        "look at files of papers without keeping them; the word may be left out",
        VISIT_EXAMPLES,
    )
    visit.add_argument(
        "files", metavar="FILE", nargs="+", help="a file, folder, .gz or .zip; - for a pipe"
    )
    visit.add_argument(
        "--encoding", metavar="NAME", help="of text that is not UTF-8 and does not say what it is"
    )
    visit.add_argument(
        "--include-rejected",
        action="store_true",
        help="show rejected, withdrawn and undecided submissions too",
    )
    visit.set_defaults(run=_look_at)


def open_room(options: argparse.Namespace) -> int:
    """Open the reading room, on the screen or as a dialogue; the exit status."""
    if options.plain:
        return _hold_dialogue()
    streams = _claim_terminal()
    if streams is None:
        complain(
            "needs a terminal; `readingroom search QUERY` works without one, "
            "`readingroom --plain` through a pipe"
        )
        return WRONG_USE
    return _visit(streams, None, "", ascii_only=options.ascii)


def _hold_dialogue() -> int:
    """Talk line by line about the reader's own library."""
    from index.errors import ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            from tui.plain.dialogue import hold_dialogue

            _, problems = _settings(library)
            return hold_dialogue(library, problems)
    except ReadingRoomError as error:
        complain(error)
        return WRONG_USE


def _settings(library: Library) -> tuple[Settings, list[str]]:
    """What the user has chosen, applied to citation keys, and what is wrong in it."""
    from index.errors import LibraryError
    from index.paper_keys import KEY_PATTERN
    from tui.settings import read_settings

    settings, problems = read_settings(library.paths.config_file)
    try:
        # What makes keys is slow to load, and nearly always there is nothing to make.
        if settings.key != (library.papers.meta(KEY_PATTERN) or ""):
            library.imports.use_key_pattern(settings.key)
    except LibraryError as error:
        # What can only be read can still be read.
        problems.append(str(error))
    return settings, problems


def _pick(options: argparse.Namespace) -> int:
    from index.citations import UnknownStyle, style_info

    try:
        # A style that is not there is told before anybody chooses.
        style_info(options.style)
    except UnknownStyle as error:
        complain(error)
        return WRONG_USE
    streams = _claim_terminal()
    if streams is None:
        complain("pick needs a terminal; `readingroom search QUERY --keys` works without one")
        return WRONG_USE
    return _visit(streams, " ".join(options.query).strip(), options.style)


class _Streams(NamedTuple):
    """Where results and messages go while the terminal has the screen."""

    results: TextIO
    complaints: TextIO


def _look_at(options: argparse.Namespace) -> int:
    """Open the room on files, in a library of their own."""
    from index.errors import ReadingRoomError
    from index.paths import default_paths
    from index.visit import visiting
    from tui.adding import add_files, report_lines

    try:
        with visiting(options.files, default_paths()) as library:
            report = add_files(
                library,
                library.guests or (),
                include_rejected=options.include_rejected,
                encoding=options.encoding,
            )
            lines = report_lines(report)
            if not library.papers.count():
                for line in lines[1:] or ["no papers there"]:
                    complain(line)
                return WRONG_USE if report.failed else NOTHING_FOUND
            streams = _claim_terminal()
            if streams is None:
                complain("needs a terminal; `readingroom add FILE` works without one")
                return WRONG_USE
            return _show(library, streams, lines[1:])
    except ReadingRoomError as error:
        complain(error)
        return WRONG_USE


def _visit(streams: _Streams, picking: str | None, style: str, *, ascii_only: bool = False) -> int:
    """Open the room on the reader's own library."""
    from index.errors import ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            return _show(library, streams, (), picking, style, ascii_only=ascii_only)
    except ReadingRoomError as error:
        complain(error, to=streams.complaints)
        return WRONG_USE


def _fitted(settings: Settings, encoding: str, *, ascii_only: bool) -> Settings:
    """The settings as this terminal allows; what Textual reads from the environment is set."""
    if ascii_only or settings.ascii is None:
        # Frames are of ambiguous width themselves, and would be drawn wider than they have room.
        is_ascii = ascii_only or settings.ambiguous == 2 or not shows_signs(os.environ, encoding)
        from dataclasses import replace

        settings = replace(settings, ascii=is_ascii)
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
    if settings.ambiguous == 2:
        from tui.widths import widen_ambiguous

        widen_ambiguous()
    return settings


def _show(
    library: Library,
    streams: _Streams,
    remarks: Sequence[str] = (),
    picking: str | None = None,
    style: str = "",
    *,
    ascii_only: bool = False,
) -> int:
    settings, problems = _settings(library)
    told = [*problems, *remarks[:MOST_REMARKS]]
    if is_dumb(os.environ):
        term = f"TERM is {os.environ.get('TERM') or 'not set'}: no screen can be drawn"
        if picking is not None:
            message = f"{term}; `readingroom search QUERY --keys` works without one"
            complain(message, to=streams.complaints)
            return WRONG_USE
        from tui.plain.dialogue import hold_dialogue

        return hold_dialogue(library, [f"{term}, so this is --plain.", *told])
    encoding = output_encoding(sys.__stderr__)
    settings = _fitted(settings, encoding, ascii_only=ascii_only)
    from tui.app import ReadingRoom

    room = ReadingRoom(library, settings, told, picking, encoding)
    picked = room.run()
    if room.crash is not None:
        details = f"; details in {room.crash_report}" if room.crash_report else ""
        message = f"stopped by an error of its own: {type(room.crash).__name__}{details}"
        complain(message, to=streams.complaints)
    if room.return_code or picking is None:
        return room.return_code or FOUND
    return _hand_out(library, picked or (), style, streams.results)


def _hand_out(library: Library, picked: tuple[int, ...], style: str, results: TextIO) -> int:
    if not picked:
        return NOTHING_FOUND
    text = library.cite.write(picked, style).text
    results.write(text if text.endswith("\n") else text + "\n")
    results.flush()
    return FOUND


def _claim_terminal() -> _Streams | None:
    """Give keys and screen to the terminal even if streams are redirected.

    Keys are read from standard input, the screen is painted on standard error and its size is
    asked of standard output; where one of them is something else, the controlling terminal takes
    its place.

    Returns:
        The old standard output and standard error. `None` if there is no terminal.
    """
    missing = [number for number in (0, 1, 2) if not os.isatty(number)]
    streams = _Streams(sys.stdout, sys.stderr)
    if not missing:
        return streams
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return None
    if 1 in missing:
        # RIS has its own line ends: nothing must translate them.
        results = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="")
        streams = streams._replace(results=results)
    if 2 in missing:
        streams = streams._replace(complaints=os.fdopen(os.dup(2), "w", buffering=1))
    for number in missing:
        os.dup2(terminal, number)
    os.close(terminal)
    return streams
