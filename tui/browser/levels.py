"""From one level of the screen to another: back, clear, quit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser import state as states
from tui.commands import Place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.browser.adding import Adding
    from tui.browser.asking import Asking
    from tui.browser.marking import Marking
    from tui.browser.piping import Piping
    from tui.browser.screen import BrowserScreen

ACTS = "acts"
"""The group of workers in which commands go on that take long."""


class Levels:
    """Goes back one level at a time.

    Args:
        screen: the screen.
        asking: clears the question.
        marking: marks a paper that has been read to its end when it is left.
        adding: is stopped at the end.
        piping: its command is ended by Esc and at the end.
    """

    def __init__(
        self,
        screen: BrowserScreen,
        asking: Asking,
        marking: Marking,
        adding: Adding,
        piping: Piping,
    ) -> None:
        self._screen = screen
        self._adding = adding
        self._piping = piping
        self._asking = asking
        self._marking = marking

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "read.back": lambda _: self._back(),
            "room.back": lambda _: self._back_or_quit(),
            "room.quit": lambda _: self.leave(),
        }

    def to_list(self) -> None:
        """Go to the list."""
        screen = self._screen
        self._marking.read_to_the_end()
        screen.remove_class("-reading")
        screen.set_focus(screen.paper_list)

    def leave(self, picked: tuple[int, ...] | None = None) -> None:
        """End the visit, with what was picked, as soon as what is under way has been done."""
        self._screen.run_worker(self._leave(picked))

    async def _leave(self, picked: tuple[int, ...] | None) -> None:
        self._adding.stop()
        self._piping.stop()
        app = self._screen.app
        for worker in [worker for worker in app.workers if worker.group == ACTS]:
            await worker.wait()
        app.exit(picked)

    def _back(self) -> None:
        screen = self._screen
        state = screen.state
        if self._piping.stop():
            return
        if screen.place is Place.READER:
            self.to_list()
        elif state.anchor is not None:
            screen.become(states.ended_range(state))
        elif state.is_asking:
            self._asking.clear()
        elif state.selected:
            screen.become(states.none_selected(state))

    def _back_or_quit(self) -> None:
        if self._screen.place is Place.READER:
            self.to_list()
        else:
            self.leave()
