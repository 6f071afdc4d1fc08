"""What the screen has done off its loop: preparing the library, and searching."""

from __future__ import annotations

import gc
import threading
import time
from functools import partial
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from tui.browser.messages import Answered, Broken, Failed, PapersChanged, Progressed, SearchReady
from tui.browser.state import Found
from tui.searcher import Searcher

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message import Message

    from index.library import Library


class Background:
    """Prepares the library once, then answers queries.

    Args:
        library: whose parts are used; only from the threads here.
        post: delivers a message to the screen from any thread.
    """

    def __init__(self, library: Library, post: Callable[[Message], object]) -> None:
        self._library = library
        self._post = post
        self._searcher: Searcher[str | int, Found] = Searcher(
            self._search, self._deliver, self._fail
        )

    def start(self) -> None:
        """Begin; returns at once."""
        threading.Thread(target=self._prepare, name="prepare", daemon=True).start()
        self._searcher.start()

    def search(self, generation: int, text: str) -> None:
        """Ask for an answer; only the newest question gets one."""
        self._searcher.submit(generation, text)

    def relate(self, generation: int, ordinal: int) -> None:
        """Ask for the papers related to one."""
        self._searcher.submit(generation, ordinal)

    def close(self) -> None:
        """Stop searching."""
        self._searcher.close()

    def _prepare(self) -> None:
        library = self._library
        try:
            if not library.imports.is_prepared:
                library.imports.prepare(self._progress("preparing"))
                self._post(PapersChanged())
            repaired = library.search.ensure(self._progress("indexing"))
            # What has been loaded stays: looking through it for garbage takes tens of
            # milliseconds, and would come in the middle of somebody's typing.
            gc.collect()
            gc.freeze()
            self._post(SearchReady(repaired))
            library.shelf.back_up_daily()
            library.search.complete(self._progress("filing"))
            self._post(Progressed(""))
        except Exception as error:  # noqa: BLE001 - shown or ends the visit, never swallowed
            self._post(_trouble(error))

    def _progress(self, verb: str) -> Callable[[int, int], None]:
        last = 0.0

        def report(done: int, total: int) -> None:
            nonlocal last
            now = time.monotonic()
            if done == total or now - last > 0.05:
                last = now
                self._post(Progressed(f"{verb} {done:,} of {total:,}"))

        return report

    def _search(self, question: str | int, is_stale: Callable[[], bool]) -> Found:
        started = time.perf_counter()
        search = self._library.search
        shared = None
        if isinstance(question, int):
            answer, shared = search.related(question, is_stale=is_stale)
        else:
            answer = search.run(question, typing=True, is_stale=is_stale)
        return Found(
            answer.hits.ordinals,
            answer.exact,
            answer.explanation,
            answer.notes,
            partial(search.highlight, answer),
            (time.perf_counter() - started) * 1000,
            answer.suggestion,
            shared,
            answer.near,
        )

    def _deliver(self, generation: int, found: Found) -> None:
        self._post(Answered(generation, found))

    def _fail(self, generation: int, error: Exception) -> None:
        del generation
        self._post(_trouble(error))


def _trouble(error: Exception) -> Message:
    """An error that a user can do something about is told; any other ends the visit."""
    if isinstance(error, ReadingRoomError):
        return Failed(str(error))
    return Broken(error)
