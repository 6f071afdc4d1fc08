"""Questions: what is in the search box, and which papers are related to one."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from index.sorting import ORDERS
from tui.browser import state as states
from tui.browser.background import Question

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from index.sorting import Order
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
            "search.sort": self._sort,
        }

    def ask(self) -> None:
        """Hand the question to the searcher; without an index it waits until there is one."""
        state = self._screen.state
        if state.is_ready and state.needs_answer:
            question = Question(state.query, state.subject, state.order)
            self._background.ask(state.generation, question)

    def again(self) -> None:
        """Have the same question answered anew."""
        screen = self._screen
        if screen.state.needs_answer and screen.state.is_ready:
            screen.become(states.asked_again(screen.state))
            self.ask()

    def clear(self) -> None:
        """Ask nothing: all papers are shown."""
        self._screen.become(states.cleared(self._screen.state))
        self._screen.box.value = ""
        self.ask()

    def accept(self) -> None:
        """Take the query that was perhaps meant; where none is shown Tab moves on as ever."""
        found = self._screen.state.found
        if found is not None and found.suggestion is not None:
            self.fill(found.suggestion)
        else:
            self._screen.focus_next()

    def _open_box(self, query: str) -> None:
        screen = self._screen
        screen.areas.levels.to_list()
        self.fill(query or screen.box.value)
        screen.set_focus(screen.box)

    def fill(self, query: str) -> None:
        """Put a query into the box, which asks it."""
        box = self._screen.box
        box.value = query
        box.cursor_position = len(query)

    def _relate(self) -> None:
        screen = self._screen
        if screen.state.current is not None:
            screen.become(states.related(screen.state, screen.state.current))
            screen.box.value = ""
            self.ask()

    def sort(self, order: Order) -> None:
        """Have the list in another order."""
        screen = self._screen
        if order != screen.state.order:
            screen.become(states.sorted_by(screen.state, order))
            self.ask()

    def sort_by_name(self, name: str) -> None:
        """Have the list in the order of a name or its beginning; an unknown one is told."""
        known = [order for order in ORDERS if order.startswith(name)]
        if len(known) == 1:
            self.sort(cast("Order", known[0]))
        else:
            self._screen.tell(f"no order {name}: {', '.join(ORDERS)}", trouble=True)

    def _sort(self, order: str) -> None:
        from tui.dialogs.choice import ChoiceDialog

        screen = self._screen
        if order:
            self.sort_by_name(order)
            return
        names = list(ORDERS)
        lines = [f"{name:<10} {ORDERS[name]}" for name in names]

        def chosen(index: int | None) -> None:
            if index is not None:
                self.sort(cast("Order", names[index]))

        screen.app.push_screen(ChoiceDialog("Sort how?", lines), chosen)

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
            label = screen.keymap.label
            screen.tell(
                f"{label('search.related')} shows related papers; {label('search.shared')} then "
                "searches a word that one of them shares"
            )
            return

        def chosen(index: int | None) -> None:
            if index is not None:
                self.fill(words[index])

        screen.app.push_screen(ChoiceDialog("Search which shared word?", words), chosen)
