"""The measuring process: one engine, commands and replies as lines of JSON.

Each engine has a process of its own, so that its memory is its own and its libraries disturb no
other; Xapian's runs under another Python. All times are taken here: the pipe costs none.

    python -m bench.worker bench.engines.fts5:Fts5
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import corpus
from bench.engines import create
from bench.engines.base import Ask
from bench.measure import (
    Clock,
    ended_children,
    folder_size,
    forget_peak,
    no_collections,
    peak_memory,
    resident_memory,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from bench.corpus import Article
    from bench.engines.base import SearchEngine

SHOWN_ROWS = 40
"""How many rows are fetched for the screen after each key."""
FEWEST_KEYS = 24
"""How many keys are timed however slow an engine is."""
_PILOT_KEYS = 12
_COLLECT_EVERY = 200


class Worker:
    """Obeys commands for one engine.

    Args:
        engine: what is measured.
    """

    def __init__(self, engine: SearchEngine) -> None:
        self._engine = engine
        self._commands: dict[str, Callable[..., dict[str, Any]]] = {
            "version": self.version,
            "build": self.build,
            "open": self.open,
            "type": self.type,
            "answer": self.answer,
        }

    def obey(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """Do a command: `do` names it, everything else is given to it.

        Raises:
            KeyError: there is no such command.
        """
        options = dict(command)
        return self._commands[options.pop("do")](**options)

    def version(self) -> dict[str, Any]:
        """Tell what is measured."""
        return {"version": self._engine.version}

    def build(self, articles: str, folder: str) -> dict[str, Any]:
        """Build an index of the papers in a file; reading the file is not timed."""
        source, target = Path(articles), Path(folder)
        self._engine.prepare(corpus.read(source), target)
        forget_peak()
        before = resident_memory()
        clock = Clock()
        self._engine.build(_unclocked(corpus.read(source), clock), target)
        return {
            "seconds": clock.wall,
            "cpu": clock.cpu + ended_children().cpu,
            "megabytes": folder_size(self._engine.index_folder(target)),
            "before": before,
            "peak": peak_memory(),
            "children": ended_children().peak,
        }

    def open(self, folder: str) -> dict[str, Any]:
        """Open an index."""
        clock = Clock()
        self._engine.open(Path(folder))
        return {"seconds": clock.wall, "cpu": clock.cpu, "resident": resident_memory()}

    def type(
        self,
        keys: Sequence[str],
        order: Sequence[int],
        seconds: float,
        limit: int,
        *,
        facets: bool = False,
    ) -> dict[str, Any]:
        """Time what comes of keys: the best papers with scores, and the rows on screen.

        An engine that is too slow for all of them in the time gets some of them.

        Args:
            keys: what stands in the box after each key.
            order: all indexes into `keys` in an order drawn by chance; the first of them are
                taken when not all can be, so that two engines have keys in common.
            seconds: how long it may take, roughly.
            limit: how many papers to rank.
            facets: count the facets instead.

        Returns:
            The indexes of the keys `taken`, and for each the milliseconds of `wall` and `cpu`.
        """
        do = self._engine.facets if facets else partial(self._key, Ask(limit, unfinished=True))
        self._pilot([keys[index] for index in order[-_PILOT_KEYS:]], do, seconds)
        each = self._pilot([keys[index] for index in order[:_PILOT_KEYS]], do, seconds)
        taken = sorted(order[: max(int(seconds / each), FEWEST_KEYS)])
        wall, cpu = [], []
        for start in range(0, len(taken), _COLLECT_EVERY):
            with no_collections():
                for index in taken[start : start + _COLLECT_EVERY]:
                    cpu_before, before = time.process_time(), time.perf_counter()
                    do(keys[index])
                    wall.append((time.perf_counter() - before) * 1000)
                    cpu.append((time.process_time() - cpu_before) * 1000)
        return {"taken": taken, "wall": wall, "cpu": cpu, "resident": resident_memory()}

    def _pilot(self, texts: Sequence[str], do: Callable[[str], object], seconds: float) -> float:
        """Try a few keys, for a tenth of the time at most; return the mean seconds of one."""
        clock = Clock()
        done = 0
        for text in texts:
            do(text)
            done += 1
            if clock.wall > seconds / 10:
                break
        return max(clock.wall / max(done, 1), 1e-6)

    def _key(self, ask: Ask, text: str) -> None:
        hits = self._engine.search(text, ask)
        self._engine.rows([handle for handle, _ in hits[:SHOWN_ROWS]])

    def answer(
        self, queries: Sequence[str], limit: int, words: str, *, unfinished: bool
    ) -> dict[str, Any]:
        """The numbers of the best papers for each query, and the milliseconds it took."""
        ask = Ask(limit, unfinished, words)
        found, wall = [], []
        for query in queries:
            clock = Clock()
            hits = self._engine.search(query, ask)
            wall.append(clock.wall * 1000)
            found.append([self._engine.number(handle) for handle, _ in hits[:limit]])
        return {"found": found, "wall": wall}


def _unclocked(articles: Iterable[Article], clock: Clock) -> Iterator[Article]:
    source = iter(articles)
    while True:
        with clock.paused():
            article = next(source, None)
        if article is None:
            return
        yield article


def patch(settings: Mapping[str, Any]) -> None:
    """Give constants of modules other values.

    Args:
        settings: value by `module.CONSTANT`.

    Raises:
        AttributeError: a module has no such constant.
    """
    for name, value in settings.items():
        module_name, _, constant = name.rpartition(".")
        module = importlib.import_module(module_name)
        if not hasattr(module, constant):
            raise AttributeError(f"{module_name} has no {constant}")
        setattr(module, constant, value)


def main(factory: str, settings: Mapping[str, Any]) -> None:
    """Obey the commands on standard input until it ends.

    Args:
        factory: the engine; see `bench.engines.Entry`.
        settings: see `patch`; done before the engine is imported, so that it sees nothing else.
    """
    # Whatever a library prints must not come between the replies.
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    patch(settings)
    try:
        worker = Worker(create(factory))
    except ImportError as error:
        print(json.dumps({"missing": str(error)}), file=replies, flush=True)
        return
    print(json.dumps(worker.version()), file=replies, flush=True)
    for line in sys.stdin:
        print(json.dumps(worker.obey(json.loads(line))), file=replies, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]) if len(sys.argv) > 2 else {})
