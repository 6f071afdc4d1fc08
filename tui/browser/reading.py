"""Moving over the list and through a paper: pages, matches, sentences, the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser.state import stepped
from tui.commands import Place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tui.browser.marking import Marking
    from tui.browser.screen import BrowserScreen

FAR = 1 << 30
"""More rows and lines than any list or page has."""


class Reading:
    """Moves the cursor, the page and what is marked on it.

    Args:
        screen: whose list and reader are moved.
        marking: marks what has been read to its end.
    """

    def __init__(self, screen: BrowserScreen, marking: Marking) -> None:
        self._screen = screen
        self._marking = marking

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "move.down": lambda _: self._move(1),
            "move.up": lambda _: self._move(-1),
            "move.half_down": lambda _: self._move(self._page_size() // 2),
            "move.half_up": lambda _: self._move(-(self._page_size() // 2)),
            "move.page_down": lambda _: self._move(self._page_size()),
            "move.page_up": lambda _: self._move(-self._page_size()),
            "move.first": lambda _: self._move(-FAR),
            "move.last": lambda _: self._move(FAR),
            "search.next": lambda _: self._step_match(1),
            "search.previous": lambda _: self._step_match(-1),
            "read.open": lambda _: self.read(),
            "read.page": lambda _: self._page_on(),
            "read.sentence": lambda _: self._step_sentence(1),
            "read.sentence_back": lambda _: self._step_sentence(-1),
            "read.raw": lambda _: self._toggle_raw(),
        }

    def read(self) -> None:
        """Go to the reader."""
        screen = self._screen
        if screen.state.current is not None:
            screen.add_class("-reading")
            screen.set_focus(screen.reader)

    def _move(self, rows: int) -> None:
        screen = self._screen
        if screen.place is Place.READER:
            screen.reader.scroll_lines(rows)
            self._marking.read_to_the_end()
        else:
            screen.move_to(screen.state.cursor + rows)

    def _page_size(self) -> int:
        screen = self._screen
        if screen.place is Place.READER:
            return max(2, screen.reader.scrollable_content_region.height - 1)
        return max(2, screen.paper_list.page_rows - 1)

    def _page_on(self) -> None:
        screen = self._screen
        is_further = screen.reader.page_down()
        self._marking.read_to_the_end()
        if not is_further:
            screen.move_to(screen.state.cursor + 1)

    def _step_match(self, step: int) -> None:
        screen = self._screen
        position = stepped(screen.state.match, len(screen.page.matches), step)
        if position is None:
            screen.tell("No match in this paper")
        else:
            screen.become(screen.state._replace(match=position))

    def _step_sentence(self, step: int) -> None:
        screen = self._screen
        count = len(screen.page.sentences)
        if screen.state.raw:
            raw = screen.keymap.label("read.raw")
            screen.tell(f"The source has no sentence cursor: {raw} shows the rendered text")
            return
        before = screen.state.sentence
        if before is None or not count:
            position = stepped(None, count, 1)
        else:
            position = max(0, min(before + step, count - 1))
        screen.become(screen.state._replace(sentence=position))

    def _toggle_raw(self) -> None:
        state = self._screen.state
        self._screen.become(state._replace(raw=not state.raw, match=None, sentence=None))
