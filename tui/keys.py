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
    terminal's name (`ctrl+d`, `alt+x`, `pagedown`).
    """
    if key.startswith(("alt+", "ctrl+")):
        return key
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
        self._prefixes: dict[Place, dict[tuple[str, ...], Command]] = {}
        self._held: tuple[str, ...] = ()
        for command in commands:
            for sequence in command.keys:
                self.add(command, sequence)

    def add(self, command: Command, sequence: str) -> None:
        """Let a sequence stand for a command, in all of the command's places.

        Raises:
            KeyClash: it stands for another there, begins another, or another begins it; then
                nothing has changed.
        """
        keys = tuple(sequence.split(" "))
        beginnings = [keys[:end] for end in range(1, len(keys))]
        for place in command.places:
            sequences, prefixes = self._sequences.get(place, {}), self._prefixes.get(place, {})
            if other := sequences.get(keys):
                raise KeyClash(f"{sequence!r} cannot be both {command.id} and {other.id}")
            if other := prefixes.get(keys):
                raise KeyClash(
                    f"{sequence!r} cannot be {command.id}: it is the start of another, {other.id}"
                )
            for beginning in beginnings:
                if other := sequences.get(beginning):
                    raise KeyClash(
                        f"{sequence!r} cannot be {command.id}: its start of {' '.join(beginning)!r}"
                        f" is {other.id}"
                    )
        for place in command.places:
            self._sequences.setdefault(place, {})[keys] = command
            prefixes = self._prefixes.setdefault(place, {})
            for beginning in beginnings:
                prefixes.setdefault(beginning, command)

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
