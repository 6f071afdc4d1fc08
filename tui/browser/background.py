"""What the screen has done off its loop: preparing the library, and searching."""

from __future__ import annotations

import gc
import threading
import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from index.errors import LibraryError, ReadingRoomError
from tui.browser.messages import (
    Answered,
    Broken,
    Failed,
    PapersChanged,
    PapersSettled,
    Progressed,
    SearchReady,
    ShelfRead,
)
from tui.browser.state import Found
from tui.searcher import Searcher

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.message import Message

    from index.library import Library
    from index.sorting import Order


class Question(NamedTuple):
    """What the searcher is asked: a query, or the papers related to a `subject`; and the order."""

    query: str
    subject: int | None
    order: Order


class Background:
    """Prepares the library once, then answers queries.

    Args:
        library: whose parts are used; only from the threads here.
        post: delivers a message to the screen from any thread.
    """

    def __init__(self, library: Library, post: Callable[[Message], object]) -> None:
        self._library = library
        self._post = post
        self._renewing = threading.Lock()
        self._wanted = 0
        self._joined: tuple[str, frozenset[int]] = ("", frozenset())
        self._searcher: Searcher[Question, Found] = Searcher(
            self._search, self._deliver, self._fail
        )

    def start(self) -> None:
        """Begin; returns at once."""
        threading.Thread(target=self._prepare, name="prepare", daemon=True).start()
        self._searcher.start()

    def ask(self, generation: int, question: Question) -> None:
        """Ask for an answer; only the newest question gets one."""
        self._searcher.submit(generation, question)

    def renew(self) -> None:
        """The papers have changed: bring the index up to them; returns at once."""
        with self._renewing:
            self._wanted += 1
            # The thread that is at it goes round once more.
            is_under_way = self._wanted > 1
        self._library.search.stop_filing()
        if is_under_way:
            return
        threading.Thread(target=self._renew, name="renew", daemon=True).start()

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
            self._open_shelf()
            self._complete(0)
        except Exception as error:  # noqa: BLE001 - shown or ends the visit, never swallowed
            self._post(trouble(error))

    def _renew(self) -> None:
        while True:
            with self._renewing:
                answered = self._wanted
            try:
                self._bring_up(answered)
            except Exception as error:  # noqa: BLE001 - shown or ends the visit, never swallowed
                self._post(trouble(error))
            with self._renewing:
                self._wanted -= answered
                if not self._wanted:
                    return

    def _bring_up(self, answered: int) -> None:
        """Open or build the index that answers, then what a large collection still needs.

        Args:
            answered: how many of the renewals that are wanted this is.
        """
        self._post(SearchReady(self._library.search.ensure(self._progress("indexing"))))
        self._complete(answered)

    def _complete(self, answered: int) -> None:
        try:
            self._library.search.complete(self._progress("filing"))
        except LibraryError:
            # Given up for a newer change, which is filed in its turn.
            if self._wanted <= answered:
                raise
        self._post(Progressed(""))

    def _open_shelf(self) -> None:
        """Without its shelf the room is still good for reading."""
        try:
            library = self._library
            if library.matches.apply():
                self._post(PapersChanged())
                self._post(PapersSettled())
            library.marks.refresh()
            self._post(ShelfRead(library.searches.all(), library.shelf.queries()))
            library.shelf.back_up_daily()
        except ReadingRoomError as error:
            self._post(Failed(str(error)))

    def _progress(self, verb: str) -> Callable[[int, int], None]:
        last = 0.0

        def report(done: int, total: int) -> None:
            nonlocal last
            now = time.monotonic()
            if done == total or now - last > 0.05:
                last = now
                self._post(Progressed(f"{verb} {done:,} of {total:,}"))

        return report

    def _search(self, question: Question, is_stale: Callable[[], bool]) -> Found:
        started = time.perf_counter()
        library, order = self._library, question.order
        search = library.search
        shared = None
        if question.subject is not None:
            answer, shared = search.related(question.subject, is_stale=is_stale)
        elif question.query.strip():
            answer = search.run(question.query, typing=True, is_stale=is_stale)
        else:
            return self._all_sorted(order, started)
        ordinals: Sequence[int] = answer.hits.ordinals
        if order != "relevance":
            # What only comes near to the query stays behind what answers it.
            exact, near = ordinals[: answer.exact], ordinals[answer.exact :]
            ordinals = [*self._sorted(exact, order), *self._sorted(near, order)]
        found = Found(
            ordinals,
            answer.exact,
            answer.explanation,
            answer.notes,
            partial(search.highlight, answer),
            (time.perf_counter() - started) * 1000,
            answer.suggestion,
            shared,
            answer.near,
            order,
        )
        return self._without_joined(found)

    def _without_joined(self, found: Found) -> Found:
        """An answer without records that another paper shows, which the index may not know yet."""
        papers = self._library.papers
        stamp = papers.content_stamp()
        if self._joined[0] != stamp:
            self._joined = (stamp, frozenset(papers.joined.pairs().values()))
        joined = self._joined[1]
        gone = joined.intersection(found.ordinals) if joined else joined
        return found.without(gone) if gone else found

    def _all_sorted(self, order: Order, started: float) -> Found:
        ordinals = self._sorted(self._library.papers.ordinals(), order)
        milliseconds = (time.perf_counter() - started) * 1000
        return Found(
            ordinals, len(ordinals), "all papers", (), lambda _: (), milliseconds, order=order
        )

    def _sorted(self, ordinals: Sequence[int], order: Order) -> Sequence[int]:
        starred = self._library.marks.state.starred if order == "starred" else ()
        return self._library.sorter.sort(ordinals, order, starred)

    def _deliver(self, generation: int, found: Found) -> None:
        self._post(Answered(generation, found))

    def _fail(self, generation: int, error: Exception) -> None:
        del generation
        self._post(trouble(error))


def trouble(error: Exception) -> Message:
    """An error that a user can do something about is told; any other ends the visit."""
    if isinstance(error, ReadingRoomError):
        return Failed(str(error))
    return Broken(error)
