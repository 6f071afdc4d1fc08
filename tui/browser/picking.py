"""The room as a picker: Enter takes papers instead of reading them, and ends the visit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser import state as states
from tui.commands import Place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.browser.levels import Levels
    from tui.browser.screen import BrowserScreen

FOOTER = {"read": "pick"}
"""What the footer calls commands that do something else here."""


class Picking:
    """Takes the selected papers, or the current one.

    Args:
        screen: where they are chosen.
        levels: ends the visit.
    """

    def __init__(self, screen: BrowserScreen, levels: Levels) -> None:
        self._screen = screen
        self._levels = levels

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What commands do here in place of what they do in the room."""
        return {"read.open": lambda _: self._take(), "read.back": lambda _: self._back()}

    def _take(self) -> None:
        state, targets = self._screen.state, self._screen.targets()
        if state.needs_answer and state.answered != state.generation:
            # What is under the cursor is about to be something else.
            self._screen.tell("The search is not done yet")
        elif targets:
            self._levels.leave(targets)
        else:
            self._screen.tell("No paper to pick: the list is empty")

    def _back(self) -> None:
        state = self._screen.state
        if self._screen.place is Place.READER:
            self._levels.to_list()
        elif state.anchor is not None:
            self._screen.become(states.ended_range(state))
        else:
            self._levels.leave()
