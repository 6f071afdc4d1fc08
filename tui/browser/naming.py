"""The `:` line: commands by name, with their arguments and completion."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from tui.commands import BY_NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tui.commands import Command


class UnknownCommand(ValueError):
    """No command has this name; the message names the nearest one."""


def parse_command(text: str) -> tuple[Command, str]:
    """The command that a line names, and its argument (empty if there is none).

    Raises:
        UnknownCommand: no command has that name.
    """
    name, _, argument = text.strip().removeprefix(":").partition(" ")
    command = BY_NAME.get(name)
    if command is None:
        beginning = [known for known in BY_NAME if known.startswith(name)] if name else []
        if len(beginning) == 1:
            return BY_NAME[beginning[0]], argument.strip()
        near = difflib.get_close_matches(name, BY_NAME, n=1)
        hint = f": did you mean :{near[0]}?" if near else ": :help lists them"
        raise UnknownCommand(f"no command :{name}{hint}")
    return command, argument.strip()


def completer(arguments: Callable[[Command, str], Sequence[str]]) -> Callable[[str], str | None]:
    """A function that completes a line, or returns `None`.

    Args:
        arguments: the possible arguments of a command, given what is typed of one.
    """

    def complete(text: str) -> str | None:
        name, blank, argument = text.partition(" ")
        if not blank:
            return next((known for known in sorted(BY_NAME) if known.startswith(name)), None)
        command = BY_NAME.get(name)
        if command is None:
            return None
        known = arguments(command, argument)
        found = next((item for item in known if item.lower().startswith(argument.lower())), None)
        return None if found is None else f"{name} {found}"

    return complete
