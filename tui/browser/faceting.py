"""Facets: a query narrowed by choosing values, each with the number of papers that it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tui.browser.background import trouble
from tui.searcher import Searcher

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from index.library import Library
    from index.search.facets import Facet
    from tui.browser.asking import Asking
    from tui.browser.saving import Saving
    from tui.browser.screen import BrowserScreen
    from tui.dialogs.facets import FacetDialog


class Wanted(NamedTuple):
    """What is to be counted: a query's facets, some of them filtered by a text."""

    query: str
    containing: Mapping[str, str]


class Faceting:
    """Counts facets in a thread of its own and puts what is chosen into the search box.

    Args:
        screen: whose query is narrowed.
        library: counts.
        asking: takes the query.
        saving: remembers it.
    """

    def __init__(
        self, screen: BrowserScreen, library: Library, asking: Asking, saving: Saving
    ) -> None:
        self._screen = screen
        self._library = library
        self._asking = asking
        self._saving = saving
        self._counter: Searcher[Wanted, Sequence[Facet]] | None = None
        self._dialog: FacetDialog | None = None
        self._opened: set[str] = set()
        self._generation = 0

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {"search.facets": self._open}

    def close(self) -> None:
        """Stop counting."""
        if self._counter is not None:
            self._counter.close()

    def count(self, containing: Mapping[str, str]) -> None:
        """Have the facets of the query counted, once they can be; only the newest are shown."""
        state = self._screen.state
        if self._dialog is not None and self._counter is not None and state.is_ready:
            self._generation += 1
            self._dialog.generation = self._generation
            self._counter.submit(self._generation, Wanted(state.query, containing))

    def again(self) -> None:
        """Count the facets that are shown anew: there is an index now, or another one."""
        if self._dialog is not None:
            self._dialog.recount()

    def toggle(self, field: str, value: str) -> None:
        """Put a value into the search box, or take it out."""
        from index.search.facet_text import toggled
        from tui.browser import state as states

        screen = self._screen
        query = toggled(screen.state.query, field, value)
        # The box reports its text later; counts and list are to be of the same query at once.
        screen.become(states.typed(screen.state, query))
        self._asking.ask()
        self._asking.fill(query)

    @staticmethod
    def names() -> Sequence[str]:
        """What the fields are called."""
        from tui.widgets.facet_rows import TITLES

        return list(TITLES.values())

    def _open(self, name: str) -> None:
        from tui.dialogs.facets import FacetDialog
        from tui.widgets.facet_rows import TITLES

        screen = self._screen
        named = [field for field, title in TITLES.items() if name and title.startswith(name)]
        if name and not named:
            screen.tell(f"no field {name}: {', '.join(self.names())}", trouble=True)
            return
        if self._counter is None:
            self._counter = Searcher(self._count, self._deliver, self._fail)
            self._counter.start()
        self._opened.update(named[:1])
        self._dialog = FacetDialog(self, self._opened, named[0] if named else None)
        before = screen.state.query

        def closed(_: None) -> None:
            self._dialog = None
            if screen.state.query != before:
                screen.act(self._saving.remember(screen.state.query))

        screen.app.push_screen(self._dialog, closed)

    def _count(self, wanted: Wanted, is_stale: Callable[[], bool]) -> Sequence[Facet]:
        library = self._library
        return library.facets.count(
            wanted.query, library.marks.state, containing=wanted.containing, is_stale=is_stale
        )

    def _deliver(self, generation: int, facets: Sequence[Facet] | None) -> None:
        dialog = self._dialog
        if dialog is not None:
            dialog.post_message(dialog.Counted(generation, facets))

    def _fail(self, generation: int, error: Exception) -> None:
        self._deliver(generation, None)
        self._screen.post_message(trouble(error))
