"""The one thread that writes the shelf, and looks whether another window has."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from index.errors import ReadingRoomError
from tui.browser.messages import Failed, MarksChanged, PapersChanged, PapersSettled, Told
from tui.browser.noting import keep_left_drafts

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message import Message

    from index.library import Library

T = TypeVar("T")

LOOK_SECONDS = 0.4
"""How often to look what another window has done."""
SETTLED_LOOKS = 4
"""After so many looks without a change the papers have settled."""


class _Seen(NamedTuple):
    shelf: int
    library: int
    stamp: str


class Shelving:
    """Does what is asked of it one after the other, never on the screen's loop.

    Args:
        library: whose shelf it is.
        post: delivers a message to the screen from any thread.
    """

    def __init__(self, library: Library, post: Callable[[Message], object]) -> None:
        self._library = library
        self._post = post
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shelf")
        self._seen: _Seen | None = None
        self._is_looking = False
        self._trouble = ""
        self._unsettled = 0

    async def do(self, job: Callable[[Library], T]) -> T:
        """Do a job on the thread and give its result once it is committed.

        Raises:
            ReadingRoomError: what the job raises.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, job, self._library)

    def look(self) -> None:
        """Look whether another window has changed marks or papers; returns at once."""
        if not self._is_looking:
            self._is_looking = True
            self._thread.submit(self._look)

    def close(self) -> None:
        """Finish what has been asked."""
        self._thread.shutdown()

    def _look(self) -> None:
        library = self._library
        try:
            seen = _Seen(library.shelf.data_version(), library.papers.data_version(), self._stamp())
            is_first = self._seen is None
            self._seen = self._seen or seen
            if is_first or seen != self._seen:
                if library.matches.apply():
                    seen = seen._replace(stamp=library.papers.content_stamp())
                if library.marks.refresh():
                    self._post(MarksChanged())
                if seen.stamp != self._seen.stamp:
                    self._post(PapersChanged())
                    self._unsettled = SETTLED_LOOKS
                self._seen = seen
            self._settle()
            for line in keep_left_drafts(library):
                self._post(Told(line))
            self._trouble = ""
        except ReadingRoomError as error:
            # The same trouble is told once, not twice a second.
            if str(error) != self._trouble:
                self._trouble = str(error)
                self._post(Failed(self._trouble))
        finally:
            self._is_looking = False

    def _settle(self) -> None:
        # While files are being added the papers change all the time: the index follows afterwards.
        if self._unsettled:
            self._unsettled -= 1
            if not self._unsettled:
                self._post(PapersSettled())

    def _stamp(self) -> str:
        before = self._seen
        version = self._library.papers.data_version()
        if before is not None and version == before.library:
            return before.stamp
        return self._library.papers.content_stamp()
