"""Questions: what is in the search box, and which papers are related to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser import state as states

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.browser.background import Background
    from tui.browser.screen import BrowserScreen


class Asking:
    """Keeps box, state and searcher at the same question.

    Args:
        screen: whose question it is.
        background: answers it.
    """

    def __init__(self, screen: BrowserScreen, background: Background) -> None:
        self._screen = screen
        self._background = background

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "search.box": self._open_box,
            "search.clear": lambda _: self.clear(),
            "search.related": lambda _: self._relate(),
            "search.shared": lambda _: self._search_shared_word(),
        }

    def ask(self) -> None:
        """Hand the question to the searcher; without an index it waits until there is one."""
        state = self._screen.state
        if not state.is_ready or not state.is_asking:
            return
        if state.subject is not None:
            self._background.relate(state.generation, state.subject)
        else:
            self._background.search(state.generation, state.query)

    def again(self) -> None:
        """Have the same question answered anew."""
        screen = self._screen
        if screen.state.is_asking and screen.state.is_ready:
            screen.become(states.asked_again(screen.state))
            self.ask()

    def clear(self) -> None:
        """Ask nothing: all papers are shown."""
        self._screen.become(states.cleared(self._screen.state))
        self._screen.box.value = ""

    def accept(self) -> None:
        """Take the query that was perhaps meant; where none is shown Tab moves on as ever."""
        found = self._screen.state.found
        if found is not None and found.suggestion is not None:
            self._fill(found.suggestion)
        else:
            self._screen.focus_next()

    def _open_box(self, query: str) -> None:
        screen = self._screen
        screen.to_list()
        self._fill(query or screen.box.value)
        screen.set_focus(screen.box)

    def _fill(self, query: str) -> None:
        box = self._screen.box
        box.value = query
        box.cursor_position = len(query)

    def _relate(self) -> None:
        screen = self._screen
        if screen.state.current is not None:
            screen.become(states.related(screen.state, screen.state.current))
            screen.box.value = ""
            self.ask()

    def _search_shared_word(self) -> None:
        from tui.dialogs.choice import ChoiceDialog

        screen = self._screen
        found, current = screen.state.found, screen.state.current
        words = (
            found.shared(current)
            if found is not None and found.shared is not None and current is not None
            else ()
        )
        if not words:
            screen.tell("R shows related papers; # then searches a word that one of them shares")
            return

        def chosen(index: int | None) -> None:
            if index is not None:
                self._fill(words[index])

        screen.app.push_screen(ChoiceDialog("Search which shared word?", words), chosen)
