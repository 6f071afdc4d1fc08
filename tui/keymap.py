"""The table of commands with the user's own keys in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.commands import BY_ID, COMMANDS
from tui.glyphs import key_label
from tui.keys import KeyClash, Sequencer
from tui.settings import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tui.commands import Command


class KeyMap:
    """Which keys run which commands.

    What the user gives replaces the keys of a command. A sequence that clashes with another is
    left out and all the rest counts; a command that would be left without any key keeps its own.

    Args:
        keys: the user's sequences, by the ids of commands.

    Attributes:
        commands: the table, with the keys that count.
        problems: a line on each thing that does not count.
    """

    def __init__(self, keys: Mapping[str, Sequence[str]] | None = None) -> None:
        self.problems: list[str] = []
        self.commands: tuple[Command, ...] = COMMANDS
        if keys:
            self._replace(keys)
        self.by_id = {command.id: command for command in self.commands}

    def sequencer(self) -> Sequencer:
        """A sequencer with these keys."""
        return Sequencer(self.commands)

    def label(self, name: str) -> str:
        """How a command is called up, as people write it; empty if by nothing at all."""
        command = self.by_id[name]
        if command.keys:
            return key_label(command.keys[0])
        return f":{command.name}" if command.name else ""

    def _replace(self, keys: Mapping[str, Sequence[str]]) -> None:
        wanted = self._understood(keys)
        sequencer = Sequencer(command for command in COMMANDS if command.id not in wanted)
        counting: dict[str, tuple[str, ...]] = {}
        clashes: dict[str, list[str]] = {}
        for name, sequences in wanted.items():
            found = []
            for sequence in sequences:
                try:
                    sequencer.add(BY_ID[name], sequence)
                    found.append(sequence)
                except KeyClash as clash:
                    clashes.setdefault(name, []).append(str(clash))
            counting[name] = tuple(found)
        for name, lines in clashes.items():
            kept = ""
            if not counting[name]:
                counting[name] = self._free(BY_ID[name], sequencer)
                kept = f"; {name} keeps {' and '.join(counting[name])}" if counting[name] else ""
            self.problems += [f"keys: {line}{kept}" for line in lines]
        self.commands = tuple(
            command._replace(keys=counting.get(command.id, command.keys)) for command in COMMANDS
        )

    def _understood(self, keys: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
        """The sequences of known commands, those that cannot be used left out."""
        # Most users have no keys of their own, and the first paint waits for this module.
        from tui.key_names import BadKey, key_sequence

        found: dict[str, tuple[str, ...]] = {}
        for name, sequences in keys.items():
            if name not in BY_ID:
                hint = nearest(name, list(BY_ID)) or "`readingroom keys` lists them"
                self.problems.append(f"keys: there is no command {name!r}; {hint}")
                continue
            usable: list[str] = []
            for sequence in sequences:
                try:
                    usable.append(key_sequence(sequence))
                except BadKey as error:
                    self.problems.append(f"keys: {name}: {error}")
            if usable or not sequences:
                found[name] = tuple(dict.fromkeys(usable))
        return found

    @staticmethod
    def _free(command: Command, sequencer: Sequencer) -> tuple[str, ...]:
        """The command's own keys, as many as nothing else has taken."""
        free: list[str] = []
        for sequence in command.keys:
            try:
                sequencer.add(command, sequence)
            except KeyClash:
                continue
            free.append(sequence)
        return tuple(free)
