"""The command `completion`: a script that has a shell complete the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command, one_of
from tui.commandline.running import FOUND
from tui.commandline.showing import STYLE_NAMES

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from tui.commandline.parsing import Commands, Parser

SHELLS = ("bash", "zsh", "fish")

EXAMPLES = """
  eval "$(readingroom completion bash)"       in ~/.bashrc
  eval "$(readingroom completion zsh)"        in ~/.zshrc, after compinit
  readingroom completion fish | source        in ~/.config/fish/config.fish
"""


def add_completion_parser(commands: Commands, parser: Parser) -> None:
    """Add `completion` to a command line.

    Args:
        commands: where it is added.
        parser: the whole command line, which is what will be completed.
    """
    completion = add_command(
        commands, "completion", "write what has a shell complete commands and options", EXAMPLES
    )
    completion.add_argument(
        "shell", type=one_of("shell", SHELLS), choices=SHELLS, help="whose completion it is"
    )
    completion.set_defaults(run=lambda options: _write(parser, options.shell))


def _write(parser: Parser, shell: str) -> int:
    import shtab

    from index.citations.export import FORMATS

    for action in _arguments(parser):
        if action.metavar == "STYLE":
            # Others are allowed, so they are no choices while arguments are read.
            action.choices = STYLE_NAMES
        elif action.metavar == "FORMAT":
            action.choices = FORMATS
        elif action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    print(shtab.complete(parser, shell))
    return FOUND


def _arguments(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a parser and of its commands."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to them
        yield action
        if isinstance(action.choices, dict):
            for command in action.choices.values():
                yield from _arguments(command)
