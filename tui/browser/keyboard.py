"""Keys in the order in which they were pressed, whatever the screen is busy with.

Textual hands a key to the widget that has the focus when the key comes in. After Enter in the
search box the focus moves only when the answer is there; keys pressed meanwhile are meant for the
list, so they are held until then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from tui.glyphs import key_label
from tui.keys import Cancelled, Pending, Run, normal_key

if TYPE_CHECKING:
    from textual import events

    from tui.browser.screen import BrowserScreen

LEAVING = frozenset({"enter", "escape"})
"""Keys of a text box after which the focus may move."""
NEVER_HELD = frozenset({"ctrl+q", "ctrl+c"})


class Keyboard:
    """Feeds the sequencer and runs commands as the keys come in.

    Args:
        screen: whose commands are run.
    """

    def __init__(self, screen: BrowserScreen) -> None:
        self._screen = screen
        self._sequencer = screen.keymap.sequencer()
        self._held: list[events.Key] | None = None

    def take(self, event: events.Key) -> bool:
        """Take a key before any widget sees it; whether it is used up."""
        if self._held is not None and event.key not in NEVER_HELD:
            self._held.append(event)
            return True
        screen = self._screen
        if not screen.is_current:
            # A key that was held back opened a dialog: what follows is for that.
            return False
        if isinstance(screen.focused, Input):
            if event.key in LEAVING:
                self._held = []
            return False
        outcome = self._sequencer.feed(normal_key(event.key, event.character), screen.place)
        match outcome:
            case Run(command):
                screen.show_prefix(None)
                screen.run_command(command)
            case Pending():
                screen.show_prefix(outcome)
            case Cancelled(prefix, key):
                screen.show_prefix(None)
                if key != "escape":
                    screen.tell(f"{key_label(f'{prefix} {key}')} is no command")
            case _:
                return False
        return True

    def release(self) -> None:
        """The text box has done what its key asked for: go on with the keys that were held."""
        held, self._held = self._held or [], None
        while held:
            event = held.pop(0)
            if not self.take(event):
                self._screen.forward(event)
            if self._hold_on(held):
                return

    def _hold_on(self, keys: list[events.Key]) -> bool:
        """Whether keys are being held again; if so, these come after them."""
        if self._held is None:
            return False
        self._held.extend(keys)
        return True

    def cancel_prefix(self) -> None:
        """Forget a held prefix."""
        if self._sequencer.is_pending:
            self._sequencer.cancel()
            self._screen.show_prefix(None)
