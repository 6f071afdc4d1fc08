"""Titles for untitled papers: looks for full records that match them, and shows both."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from tui.browser.background import trouble
from tui.browser.marking import sentence
from tui.browser.messages import Told

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from index.library import Library
    from index.matches import Match
    from tui.browser.marking import Marking
    from tui.browser.screen import BrowserScreen


class Matching:
    """Finds matches in the background and has them reviewed.

    Args:
        screen: where they are told and shown.
        library: whose papers they are.
        marking: has accepted ones kept.
    """

    def __init__(self, screen: BrowserScreen, library: Library, marking: Marking) -> None:
        self._screen = screen
        self._library = library
        self._marking = marking
        self._lock = threading.Lock()
        self._is_looking = False
        self._look_again = False
        self._told = 0

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {"mark.matches": lambda _: self._review()}

    def look(self) -> None:
        """Look for matches and tell how many papers have one; returns at once."""
        with self._lock:
            self._look_again = self._is_looking
            if self._is_looking:
                return
            self._is_looking = True
        threading.Thread(target=self._look, name="matches", daemon=True).start()

    def _look(self) -> None:
        while True:
            try:
                self._tell(self._library.matches.offered())
            except Exception as error:  # noqa: BLE001 - shown or ends the visit, never swallowed
                self._screen.post_message(trouble(error))
            with self._lock:
                if not self._look_again:
                    self._is_looking = False
                    return
                self._look_again = False

    def _tell(self, offered: Sequence[Match]) -> None:
        count = len({match.ordinal for match in offered if match.is_same})
        # What is left over after some were accepted is no news.
        if count > self._told:
            papers = (
                "1 paper may have a title" if count == 1 else f"{count:,} papers may have titles"
            )
            self._screen.post_message(Told(f"{papers}: :matches shows them"))
        self._told = count

    async def _review(self) -> None:
        from tui.dialogs.matches import MatchesDialog

        screen = self._screen
        try:
            offered = await asyncio.to_thread(self._library.matches.offered)
        except ReadingRoomError as error:
            screen.tell(str(error), trouble=True)
            return
        if offered:
            screen.app.push_screen(MatchesDialog(self._library.papers, offered, self._accept))
        else:
            screen.tell("No full record matches an untitled paper")

    def _accept(self, matches: Sequence[Match]) -> None:
        self._screen.act(self._accepted(matches))

    async def _accepted(self, matches: Sequence[Match]) -> None:
        pairs = [(match.ordinal, match.full_ordinal) for match in matches]
        act = await self._marking.kept(lambda library: library.matches.accept(pairs))
        if act is not None:
            undo = self._screen.keymap.label("mark.undo")
            self._screen.tell(f"{sentence(act)}: {undo} undoes it")
