"""Saved searches, the queries of before, and reading lists."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from index.saved_searches import SLOTS
from tui.browser.marking import sentence

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from index.saved_searches import SavedSearch
    from tui.browser.asking import Asking
    from tui.browser.marking import Marking
    from tui.browser.screen import BrowserScreen
    from tui.browser.shelving import Shelving
    from tui.commands import Command


class Saving:
    """Saves searches and calls them up.

    Args:
        screen: whose searches they are.
        shelving: keeps them.
        marking: shows what is kept.
        asking: asks them again.
    """

    def __init__(
        self, screen: BrowserScreen, shelving: Shelving, marking: Marking, asking: Asking
    ) -> None:
        self._screen = screen
        self._shelving = shelving
        self._marking = marking
        self._asking = asking
        self._saved: Sequence[SavedSearch] = ()
        self._queries: list[str] = []
        self._place = 0
        self._typed = ""

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        called = {f"search.saved{slot}": self._call_up(slot) for slot in SLOTS}
        return {
            **called,
            "search.saved": lambda _: self._choose(),
            "search.save": self._save,
            "search.forget": self._forget,
            "mark.reading_list": self._reading_list,
        }

    def name(self, command: Command) -> str | None:
        """The name of the search that a command calls up; `None` if it calls up none."""
        slot = command.id.removeprefix("search.saved")
        return next((search.name for search in self._saved if search.slot == slot), None)

    def use(self, saved: Sequence[SavedSearch], queries: list[str]) -> None:
        """Take what lies on the shelf; queries asked since then stay the newest."""
        self._saved = saved
        asked = [query for query in self._queries if query not in queries]
        self._queries = [*queries, *asked]
        self._place = len(self._queries)

    async def remember(self, query: str) -> None:
        """Keep a query that was asked in good earnest."""
        query = query.strip()
        if not query:
            return
        self._queries = [known for known in self._queries if known != query] + [query]
        self._place = len(self._queries)
        try:
            await self._shelving.do(lambda library: library.shelf.remember_query(query))
        except ReadingRoomError as error:
            self._screen.tell(f"The query is not kept for later: {error}", trouble=True)

    def walk(self, step: int) -> None:
        """Put an older or newer query into the box; past the newest comes what was typed."""
        if self._place == len(self._queries):
            self._typed = self._screen.box.value
        place = max(0, min(self._place + step, len(self._queries)))
        if place != self._place:
            self._place = place
            newest = place == len(self._queries)
            self._asking.fill(self._typed if newest else self._queries[place])

    def _call_up(self, slot: str) -> Callable[[str], None]:
        def call_up(_: str) -> None:
            found = next((search for search in self._saved if search.slot == slot), None)
            if found is None:
                self._screen.tell(f"No search is saved as '{slot}: `:save {slot} NAME` saves one")
            else:
                self._ask(found)

        return call_up

    def _ask(self, search: SavedSearch) -> None:
        self._asking.sort_by_name(search.order)
        self._asking.fill(search.query)

    def _choose(self) -> None:
        from tui.dialogs.choice import ChoiceDialog

        saved = self._saved
        if not saved:
            self._screen.tell("No search is saved: `:save NAME` saves the one in the box")
            return
        lines = [
            f"'{search.slot}  {search.name}"
            + (f"  ({search.query})" if search.query != search.name else "")
            for search in saved
        ]

        def chosen(index: int | None) -> None:
            if index is not None:
                self._ask(saved[index])

        self._screen.app.push_screen(ChoiceDialog("Saved searches", lines), chosen)

    async def _save(self, words: str) -> None:
        state = self._screen.state
        first, _, rest = words.partition(" ")
        slot, name = (first, rest) if first in SLOTS else (None, words)
        try:
            found = await self._shelving.do(
                lambda library: library.searches.save(name, state.query, state.order, slot)
            )
        except ReadingRoomError as error:
            self._screen.tell(f"Not saved: {error}", trouble=True)
            return
        await self.reload()
        self._screen.tell(f"Saved: '{found.slot} asks {found.name}")

    async def _forget(self, slot: str) -> None:
        act = await self._marking.kept(lambda library: library.searches.forget(slot.strip("' ")))
        if act is None:
            self._screen.tell(f"No search is saved as '{slot}: `:searches` shows them")
        else:
            self._screen.tell(
                f"{sentence(act)}: {self._screen.keymap.label('mark.undo')} brings it back"
            )

    async def reload(self) -> None:
        """Read the saved searches again."""
        self._saved = await self._shelving.do(lambda library: library.searches.all())

    async def _reading_list(self, file: str) -> None:
        screen = self._screen
        targets = screen.targets() if screen.state.selected else tuple(screen.state.rows)

        def make() -> str:
            from index.reading_list import reading_list

            library = screen.library
            return "".join(reading_list(library.papers, library.cite, library.marks.state, targets))

        if not targets:
            screen.tell("No reading list: the list is empty")
            return
        try:
            text = await asyncio.to_thread(make)
        except ReadingRoomError as error:
            screen.tell(f"No reading list: {error}", trouble=True)
            return
        count = f"{len(targets):,} papers" if len(targets) > 1 else "1 paper"
        if not file:
            await screen.areas.copying.send(text, f"reading list of {count}")
            return
        path = Path(file).expanduser()
        try:
            with path.open("x", encoding="utf-8") as out:
                out.write(text)
        except FileExistsError:
            screen.tell(f"{path} is there already: nothing was written", trouble=True)
        except OSError as error:
            screen.tell(f"cannot write {path}: {error.strerror or error}", trouble=True)
        else:
            screen.tell(f"Wrote a reading list of {count} to {path}")
