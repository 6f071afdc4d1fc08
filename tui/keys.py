"""One key sequencer, fed from the table of commands: Textual itself binds single keys only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events

    from tui.commands import Command, Place


@runtime_checkable
class TakesKeys(Protocol):
    """A screen that takes keys as they come in, before any widget sees them."""

    def take_key(self, event: events.Key) -> bool:
        """Take a key; whether it is used up."""


class KeyClash(ValueError):
    """A sequence stands for two commands, or is the beginning of another."""


class Run(NamedTuple):
    """A sequence is complete: run this command."""

    command: Command


class Pending(NamedTuple):
    """A prefix is held: these keys continue it, in the order of the table."""

    prefix: str
    continuations: tuple[tuple[str, Command], ...]


class Cancelled(NamedTuple):
    """A prefix was given up by a key that does not continue it."""

    prefix: str
    key: str


class Unbound(NamedTuple):
    """The key means nothing here."""

    key: str


Outcome = Run | Pending | Cancelled | Unbound


def normal_key(key: str, character: str | None) -> str:
    """The name of a key press as the table of commands writes it.

    Printable characters stand for themselves, the blank is `space`, other keys keep the
    terminal's name (`ctrl+d`, `pagedown`).
    """
    if character is not None and len(character) == 1 and character.isprintable():
        return "space" if character == " " else character
    return key


class Sequencer:
    """Turns key presses into commands.

    Args:
        commands: the table.

    Raises:
        KeyClash: the table's sequences clash in some place.
    """

    def __init__(self, commands: Iterable[Command]) -> None:
        self._sequences: dict[Place, dict[tuple[str, ...], Command]] = {}
        self._prefixes: dict[Place, set[tuple[str, ...]]] = {}
        self._held: tuple[str, ...] = ()
        for command in commands:
            for place in command.places:
                for sequence in command.keys:
                    self._add(place, tuple(sequence.split(" ")), command)
        for place, sequences in self._sequences.items():
            for keys in sequences:
                if keys in self._prefixes.get(place, ()):
                    raise KeyClash(f"{' '.join(keys)!r} is a command and the start of another")

    @property
    def is_pending(self) -> bool:
        """Whether a prefix is held."""
        return bool(self._held)

    def feed(self, key: str, place: Place) -> Outcome:
        """Take one key press.

        Args:
            key: its normal name.
            place: where the keyboard is.
        """
        keys = (*self._held, key)
        sequences = self._sequences.get(place, {})
        if command := sequences.get(keys):
            self._held = ()
            return Run(command)
        if keys in self._prefixes.get(place, ()):
            self._held = keys
            length = len(keys)
            return Pending(
                " ".join(keys),
                tuple(
                    (sequence[length], command)
                    for sequence, command in sequences.items()
                    if sequence[:length] == keys
                ),
            )
        held, self._held = self._held, ()
        return Cancelled(" ".join(held), key) if held else Unbound(key)

    def cancel(self) -> None:
        """Forget a held prefix."""
        self._held = ()

    def _add(self, place: Place, keys: tuple[str, ...], command: Command) -> None:
        sequences = self._sequences.setdefault(place, {})
        if keys in sequences:
            raise KeyClash(f"{' '.join(keys)!r} is both {sequences[keys].id} and {command.id}")
        sequences[keys] = command
        self._prefixes.setdefault(place, set()).update(keys[:end] for end in range(1, len(keys)))
