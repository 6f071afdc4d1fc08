"""Choosing what the next act is about: one by one, a range, all results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser import state as states

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.browser.screen import BrowserScreen
    from tui.browser.state import State


class Selecting:
    """Selects rows, and finds unread ones.

    Args:
        screen: whose list it is.
    """

    def __init__(self, screen: BrowserScreen) -> None:
        self._screen = screen

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "select.toggle": lambda _: self._become(states.toggled),
            "select.range": lambda _: self._become(states.begun_range),
            "select.all": lambda _: self._become(states.all_selected),
            "select.none": lambda _: self._become(states.none_selected),
            "move.unread": lambda _: self._to_unread(1),
            "move.unread_back": lambda _: self._to_unread(-1),
        }

    def _become(self, step: Callable[[State], State]) -> None:
        self._screen.become(step(self._screen.state))

    def _to_unread(self, step: int) -> None:
        screen = self._screen
        index = states.unread_from(screen.state, step)
        if index is None:
            screen.tell("No unread paper further " + ("down" if step > 0 else "up"))
        else:
            screen.move_to(index)
