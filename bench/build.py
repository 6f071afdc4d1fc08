"""From stored papers to a search that answers: `python -m bench build`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import ROOT, corpus
from bench.measure import Clock, descendants, ended_children, folder_size, resident_memory
from bench.stored import fill, paths_below
from bench.tables import blocks, number, table
from index.library import Library
from index.search import generations
from index.search.engine import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.corpus import Article

_LOOK_SECONDS = 0.005
_WEIGH_SECONDS = 0.05
_ASK_SECONDS = 0.1
# A build that has ended but left no index behind is waited for no longer than this.
_COMMIT_SECONDS = 900.0

_COLUMNS = """\
Seconds: to store the papers (as plain text, no markup parsed); then from the start of the build to
the first sign of progress, to the first answer, to an answer over all papers, to the committed
Whoosh index, to the end. MB: index, library file, and the most memory of the building processes,
less what was there before.
"""

BUDGETS = {8_000: (3.0, 20.0), 87_460: (20.0, 120.0)}
"""Seconds to the first answer over all papers, and until Whoosh has committed, by size."""


def measure(articles: Iterable[Article], home: Path) -> dict[str, Any]:
    """Make a library below `home`, then build its index in a new process and look on.

    Returns:
        `papers`, `store` (seconds to store them), and what `_watch` returns.

    Raises:
        subprocess.CalledProcessError: the build failed.
    """
    clock = Clock()
    count = fill(articles, home)
    stored = clock.wall
    done = subprocess.run(
        [sys.executable, "-m", "bench.build", str(home)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return {"papers": count, "store": stored, **json.loads(done.stdout)}


def _watch(home: Path) -> dict[str, Any]:
    """Build the index of a library and look on.

    Returns:
        Seconds until the first sign of `progress`, until a query `answers`, until it answers over
        `all` papers, until the Whoosh index is `committed`, and until the build was `done`; the
        `cpu` seconds of all processes; MB of the `index`, of the `library` file, and the most
        `memory` that this process and those it started had resident together.
    """
    paths = paths_below(home)
    found: dict[str, Any] = dict.fromkeys(("progress", "answers", "all", "committed", "done"))
    with Library(paths) as library:
        total = library.papers.count()
        search = library.search
        clock = Clock()
        before = resident_memory() or 0.0
        errors: list[BaseException] = []

        def build() -> None:
            try:
                search.ensure(lambda *_: _note(found, "progress", clock))
                search.complete()
            except BaseException as error:
                errors.append(error)
                raise
            _note(found, "done", clock)

        builder = threading.Thread(target=build)
        builder.start()
        most, weighed, asked = 0.0, 0.0, 0.0
        while found["all"] is None or found["committed"] is None:
            time.sleep(_LOOK_SECONDS)
            if clock.wall - weighed > _WEIGH_SECONDS:
                weighed = clock.wall
                most = max(most, _together())
            if search.is_ready:
                _note(found, "answers", clock)
                if found["all"] is None and clock.wall - asked > _ASK_SECONDS:
                    asked = clock.wall
                    if search.run("", limit=1).hits.total == total:
                        _note(found, "all", clock)
            if _is_committed(paths.index / "whoosh"):
                _note(found, "committed", clock)
            if errors or (found["done"] and clock.wall - found["done"] > _COMMIT_SECONDS):
                break
        builder.join()
        found["cpu"] = clock.cpu + ended_children().cpu
    return {
        **found,
        "index": folder_size(paths.index),
        "library": folder_size(paths.data),
        "memory": most - before if most else None,
    }


def _note(found: dict[str, Any], what: str, clock: Clock) -> None:
    if found[what] is None:
        found[what] = clock.wall


def _is_committed(folder: Path) -> bool:
    try:
        generations.current_name(folder)
    except IndexUnusable:
        return False
    return True


def _together() -> float:
    own = resident_memory() or 0.0
    return own + sum(resident_memory(pid) or 0.0 for pid in descendants(os.getpid()))


def report(results: Sequence[dict[str, Any]]) -> str:
    """The table for all sizes."""
    rows = [
        [
            f"{result['papers']:,}",
            *(
                number(result[name])
                for name in (
                    *("store", "progress", "answers", "all", "committed", "done", "cpu"),
                    *("index", "library", "memory"),
                )
            ),
        ]
        for result in results
    ]
    lines = [
        "### From stored papers to search",
        _COLUMNS,
        table(
            [
                *("papers", "store", "progress", "answers", "over all", "Whoosh", "end", "CPU s"),
                *("index MB", "library MB", "memory MB"),
            ],
            rows,
        ),
    ]
    for size, (answers, committed) in BUDGETS.items():
        lines.append(
            f"Budget at {size:,}: answers over all within {answers:g} s, Whoosh committed within "
            f"{committed:g} s."
        )
    return blocks(lines)


def papers_of_size(size: int) -> Sequence[Article]:
    """The papers that a library of that size is made of."""
    return corpus.load(size).first(size)


if __name__ == "__main__":
    print(json.dumps(_watch(Path(sys.argv[1]))))
