"""The lines around the panes: status, explanation, footer, and the which-key line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser.state import explanation_line, status_line
from tui.commands import COPY_IDS, Place, box_keys
from tui.glyphs import glyphs, key_label
from tui.widgets.line import KeysLine, Line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tui.browser.screen import BrowserScreen
    from tui.browser.state import State
    from tui.keys import Pending


FIRST_IN_FOOTER = frozenset({"search", "read", "copy", "help"})


class Frame:
    """Writes the lines around the panes.

    Args:
        screen: whose lines they are.
        names: other names for commands in the footer than those of the table.

    Attributes:
        hint: what stands in the place of the explanation while nothing is asked.
    """

    def __init__(self, screen: BrowserScreen, names: Mapping[str, str]) -> None:
        self._screen = screen
        self._names = names
        self._is_pending = False
        self.hint = ""

    def repaint(self, state: State, collections: Sequence[str]) -> None:
        """Write all lines for a state."""
        self._screen.query_one("#status", Line).show(*status_line(state, collections))
        self._screen.query_one("#explanation", Line).show(explanation_line(state) or self.hint)
        self.repaint_footer(state)

    def repaint_footer(self, state: State) -> None:
        """Write the keys that matter now, unless a prefix is held."""
        if self._is_pending:
            return
        if state.place is Place.BOX:
            self._screen.query_one(KeysLine).show([(key, short) for key, short, _ in box_keys()])
            return
        shown = {
            command.footer: key_label(command.keys[0])
            for command in self._screen.keymap.commands
            if command.footer and command.keys and state.place in command.places
        }
        if copying := self._copy_key():
            shown["copy"] = copying
        # A narrow footer has room for the first few.
        order = sorted(shown, key=lambda name: name not in FIRST_IN_FOOTER)
        self._screen.query_one(KeysLine).show(
            [(shown[name], self._names.get(name, name)) for name in order]
        )

    def _copy_key(self) -> str | None:
        """What most of the keys that copy begin with."""
        begin = [
            sequence.split(" ")[0]
            for command in self._screen.keymap.commands
            if command.id in COPY_IDS
            for sequence in command.keys
        ]
        return key_label(max(begin, key=begin.count)) if begin else None

    def show_prefix(self, pending: Pending | None, state: State) -> None:
        """Write what continues a held prefix; with `None` the footer comes back."""
        self._is_pending = pending is not None
        self._screen.set_class(self._is_pending, "-pending")
        if pending is None:
            self.repaint_footer(state)
            return
        pairs = [
            (key_label(key), self._screen.areas.room.title(command))
            for key, command in pending.continuations
            if self._screen.areas.room.is_available(command)
        ]
        if not pairs:
            pairs = [("Esc", "nothing is here yet")]
        self._screen.query_one(KeysLine).show(
            pairs, f"{key_label(pending.prefix)} {glyphs().ellipsis} "
        )
