"""The command line. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import argparse
import os
import re
import sys
from typing import TYPE_CHECKING, NoReturn

from tui.commandline.adding import add_adding_parser
from tui.commandline.completion import add_completion_parser
from tui.commandline.doctor import add_doctor_parser
from tui.commandline.exporting import add_export_parser
from tui.commandline.finding import add_finding_parsers
from tui.commandline.keys import add_keys_parser
from tui.commandline.marking import add_marks_parser
from tui.commandline.matching import add_matches_parser
from tui.commandline.opening import (
    ROOM_OPTIONS,
    add_picking_parser,
    add_room_options,
    add_visiting_parser,
    open_room,
)
from tui.commandline.parsing import Parser, did_you_mean
from tui.commandline.running import (
    FOUND,
    INTERRUPTED,
    WRONG_USE,
    complain,
    forget_output,
    mend_streams,
)
from tui.commandline.showing import add_showing_parsers
from tui.commandline.sources import add_sources_parsers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PATTERN = re.compile(r"[*?\[]")

EPILOG = """\
Without a command the reading room opens, on files if some are named; ? there lists the keys.
KEY is a citation key, an id or its first four digits or more, a DOI or an arXiv id.
Exit status: 0 found, 1 nothing found, 2 wrong use or unreadable input.
The library lives in the user's data and cache folders, or under READINGROOM_HOME.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `readingroom`.

    Args:
        arguments: the words after the command's name; those of the process by default.

    Returns:
        The exit status.
    """
    mend_streams()
    words = sys.argv[1:] if arguments is None else list(arguments)
    try:
        # The room opens sooner without the parsers of all commands.
        status = _obey(words) if words else open_room(argparse.Namespace(**ROOM_OPTIONS))
        sys.stdout.flush()
    except BrokenPipeError:
        forget_output()
        return FOUND
    except OSError as error:
        complain(f"{error.filename or 'cannot write the output'}: {error.strerror or error}")
        forget_output()
        return WRONG_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _obey(words: Sequence[str]) -> int:
    parser, commands = make_parser()
    if (problem := _not_a_command(words, commands)) is not None:
        complain(problem)
        return WRONG_USE
    try:
        options = parser.parse_args(_with_command(words, commands))
    except SystemExit as end:
        # A help has been printed, or a complaint: what is printed must arrive like all else.
        return int(end.code or FOUND)
    status: int = options.run(options)
    return status


def make_parser() -> tuple[Parser, Mapping[str, Parser]]:
    """The command line, and the parsers of its commands by name."""
    parser = Parser(
        prog="readingroom",
        description="A keyboard-driven terminal browser for collections of research papers.",
        epilog=EPILOG,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    add_room_options(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    add_visiting_parser(commands)
    add_finding_parsers(commands)
    add_showing_parsers(commands)
    add_picking_parser(commands)
    add_export_parser(commands)
    add_adding_parser(commands)
    add_sources_parsers(commands)
    add_marks_parser(commands)
    add_matches_parser(commands)
    add_keys_parser(commands)
    add_doctor_parser(commands)
    add_completion_parser(commands, parser)
    return parser, commands.choices


def _not_a_command(words: Sequence[str], commands: Mapping[str, Parser]) -> str | None:
    """What to tell where the first word is no command, no option and no file; else `None`."""
    first = words[0] if words else "-"
    is_file = "/" in first or _PATTERN.search(first) or os.path.lexists(first)
    if first in commands or first.startswith("-") or is_file:
        return None
    from index.clean import visible

    hint = did_you_mean(first, commands) or f"; there are {', '.join(commands)}"
    return visible(f"{first} is no command{hint} (`readingroom --help` says what they do)")


def _with_command(words: Sequence[str], commands: Mapping[str, Parser]) -> list[str]:
    """The words with `visit` before files that are named without a command.

    The first word is a command only if it equals one; `--` or `./` before it make it a file.
    """
    place = next(
        (at for at, word in enumerate(words) if word in {"-", "--"} or not word.startswith("-")),
        None,
    )
    if place is None or words[place] in commands or (words[place] == "--" and len(words) == 1):
        return list(words)
    return [*words[:place], "visit", *words[place:]]


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"readingroom {version('readingroom')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
