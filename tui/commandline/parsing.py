"""Arguments read strictly, and told in one line where they are wrong."""

from __future__ import annotations

import argparse
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from _typeshed import SupportsWrite

    Commands = argparse._SubParsersAction["Parser"]  # noqa: SLF001 - has no other name

# A word that is to be left out of what is found.
_WITHOUT = re.compile(r"-[^-\s].*", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that names the way out.

    Options cannot be shortened: an option that comes later would change what a script says.

    Attributes:
        takes_query: whether `-word` is a part of a query rather than an option.
    """

    takes_query = False

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """End with status 2 and one line."""
        from index.clean import visible

        self.exit(2, f"readingroom: {visible(message)}; `{self.prog} --help` tells more\n")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help; unlike argparse's own way an output that fails is an error."""
        (file or sys.stdout).write(self.format_help())

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As ever, but unknown options are an error of the command that was given them."""
        if self.takes_query and args is not None:
            # argparse takes what holds a blank for no option, and a query does not mind one.
            args = [f" {word}" if self._is_excluded(word) else word for word in args]
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            options = [name for action in self._actions for name in action.option_strings]
            self.error(f"unknown argument {unknown[0]}{did_you_mean(unknown[0], options)}")
        return found, unknown

    def _is_excluded(self, word: str) -> bool:
        """Whether `-word` speaks of papers; `-h` and `-oFILE` are options."""
        short = {name for action in self._actions for name in action.option_strings} - {"-h"}
        return bool(_WITHOUT.fullmatch(word)) and word != "-h" and word[:2] not in short


def add_command(
    commands: Commands,
    name: str,
    summary: str,
    examples: str,
    **settings: Any,
) -> Parser:
    """Add a command.

    Args:
        commands: where it is added.
        name: its name.
        summary: what it does, for the list of commands and its own help.
        examples: a command line each, with a remark behind it.
        settings: as for `ArgumentParser`.
    """
    description = summary[0].upper() + summary[1:] + "."
    return commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=f"examples:\n{examples.strip(chr(10))}" if examples else None,
        **settings,
    )


def one_of(what: str, names: Iterable[str]) -> Callable[[str], str]:
    """What takes an argument that must be one of several names."""
    known = tuple(names)

    def take(text: str) -> str:
        if text not in known:
            hint = did_you_mean(text, known) or f"; there are {', '.join(known)}"
            raise argparse.ArgumentTypeError(f"there is no {what} {text!r}{hint}")
        return text

    return take


def count(text: str) -> int:
    """A number of papers given as an argument."""
    if not text.strip().isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1 up, not {text!r}")
    return int(text)


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """`: did you mean NAME?` for the nearest name; empty if none is near."""
    import difflib

    near = difflib.get_close_matches(text[:100], list(known), n=1, cutoff=0.6)
    return f": did you mean {near[0]}?" if near else ""
