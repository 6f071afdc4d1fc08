"""One thread, one slot: the newest query wins and older ones are dropped."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Q = TypeVar("Q")
A = TypeVar("A")


class Searcher(Generic[Q, A]):
    """Runs searches off the screen's loop.

    Args:
        search: answers a query; it is handed a function that turns true as soon as a newer
            query is waiting, and may raise.
        deliver: takes `(generation, answer)` on the searching thread; a late answer is not
            delivered at all.
        fail: takes `(generation, error)` when a search that is not stale raised.
    """

    def __init__(
        self,
        search: Callable[[Q, Callable[[], bool]], A],
        deliver: Callable[[int, A], None],
        fail: Callable[[int, Exception], None],
    ) -> None:
        self._search = search
        self._deliver = deliver
        self._fail = fail
        self._slot: tuple[int, Q] | None = None
        self._newest = 0
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._work, name="searcher", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def submit(self, generation: int, query: Q) -> None:
        """Put a query into the slot; whatever was there or is being searched is dropped.

        Args:
            generation: a number greater than all before it.
            query: what to search.
        """
        with self._changed:
            self._slot = (generation, query)
            self._newest = generation
            self._changed.notify()

    def close(self) -> None:
        """Stop; a search under way is given up and not waited for beyond a second."""
        with self._changed:
            self._closed = True
            self._newest += 1
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=1)

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._slot is None and not self._closed:
                    self._changed.wait()
                if self._closed or self._slot is None:
                    return
                generation, query = self._slot
                self._slot = None

            def is_stale(mine: int = generation) -> bool:
                return mine != self._newest

            try:
                answer = self._search(query, is_stale)
            except Exception as error:  # noqa: BLE001 - handed on to be shown, not swallowed
                if not is_stale():
                    self._fail(generation, error)
            else:
                if not is_stale():
                    self._deliver(generation, answer)
