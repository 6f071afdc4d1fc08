"""The command line. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from tui.commandline.adding import add_adding_parser
from tui.commandline.finding import add_finding_parsers
from tui.commandline.marking import add_marks_parser
from tui.commandline.opening import open_room
from tui.commandline.running import FOUND, INTERRUPTED
from tui.commandline.showing import add_showing_parsers

if TYPE_CHECKING:
    from collections.abc import Sequence

EPILOG = """\
Without a command the reading room opens; ? there lists the keys.
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
    options = make_parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough; the interpreter must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FOUND
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def make_parser() -> argparse.ArgumentParser:
    """The command line with all its commands."""
    parser = argparse.ArgumentParser(
        prog="readingroom",
        description="A keyboard-driven terminal browser for collections of research papers.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.set_defaults(run=open_room)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    add_finding_parsers(commands)
    add_showing_parsers(commands)
    add_adding_parser(commands)
    add_marks_parser(commands)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"readingroom {version('readingroom')}")
        parser.exit()


if __name__ == "__main__":
    sys.exit(main())
