"""One slot, newest wins."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator

import pytest

from tui.searcher import Searcher


class Bench:
    """A searcher whose searches wait until they are let go."""

    def __init__(self) -> None:
        self.begun: queue.Queue[str] = queue.Queue()
        self.go = threading.Semaphore(0)
        self.stale: dict[str, bool] = {}
        self.delivered: queue.Queue[tuple[int, str]] = queue.Queue()
        self.failed: queue.Queue[tuple[int, Exception]] = queue.Queue()
        self.searcher: Searcher[str, str] = Searcher(
            self.search,
            lambda generation, answer: self.delivered.put((generation, answer)),
            lambda generation, error: self.failed.put((generation, error)),
        )
        self.searcher.start()

    def search(self, query: str, is_stale: Callable[[], bool]) -> str:
        self.begun.put(query)
        self.go.acquire()
        self.stale[query] = is_stale()
        if query == "bad":
            raise ValueError(query)
        return query.upper()


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    for _ in range(10):
        bench.go.release()
    bench.searcher.close()


def test_an_answer_is_delivered(bench: Bench) -> None:
    bench.go.release()
    bench.searcher.submit(1, "a")
    assert bench.delivered.get(timeout=10) == (1, "A")
    assert bench.stale == {"a": False}


def test_the_newest_query_wins_and_the_others_are_dropped(bench: Bench) -> None:
    bench.searcher.submit(1, "a")
    assert bench.begun.get(timeout=10) == "a"
    bench.searcher.submit(2, "ab")
    bench.searcher.submit(3, "abc")
    bench.go.release()
    assert bench.begun.get(timeout=10) == "abc"
    bench.go.release()
    assert bench.delivered.get(timeout=10) == (3, "ABC")
    assert bench.stale == {"a": True, "abc": False}
    assert bench.delivered.empty()


def test_an_error_is_told_and_the_next_query_answered(bench: Bench) -> None:
    bench.go.release()
    bench.searcher.submit(1, "bad")
    generation, error = bench.failed.get(timeout=10)
    assert (generation, str(error)) == (1, "bad")
    bench.go.release()
    bench.searcher.submit(2, "good")
    assert bench.delivered.get(timeout=10) == (2, "GOOD")
