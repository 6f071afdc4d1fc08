"""Starting and typing in a pseudo-terminal, beside a bare app: `python -m bench start`."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench import ROOT, SEED, CannotMeasure
from bench.bare_app import FIRST_ROW
from bench.measure import anonymous_memory, median, summary
from bench.recorder import Frame, Recorder, first
from bench.stored import paths_below
from bench.tables import blocks, number, ratio, table
from index.library import Library
from index.search.query import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

REPEATS = 15
"""How often a start is timed."""
FEW_REPEATS = 5
"""How often what takes longer is timed."""
KEY_SECONDS = 0.09
"""The time from key to key, that of a quick typist."""
TYPED = 8
"""How many queries are typed."""

_BESIDE = """\
Beside a bare app (Input, list by the line API, Static, Footer; the same TEXTUAL_FPS) or what is
named; medians unless said otherwise. Answers are compared with the bare app's echo.
"""
_SETTLE = 0.6
_ESCAPE = "\x1b"
# What readingroom sets for itself; the bare app gets the same.
_PACE = {"TEXTUAL_FPS": "240", "ESCDELAY": "25"}
_LIST_COLUMNS = 40
_TOP_LINES = 4
_WORD = re.compile(r"[a-z]{4,}")


class Program(NamedTuple):
    """Something to start, and a text that is on screen once its list is."""

    argv: Sequence[str]
    env: Mapping[str, str | None]
    marker: str


class Keys(NamedTuple):
    """Milliseconds from keys to what they cause, key by key."""

    echo: list[float]
    answer: list[float]


def bare() -> Program:
    """The bare app."""
    return Program([sys.executable, "-m", "bench.bare_app"], _PACE, FIRST_ROW)


def room(home: Path, marker: str) -> Program:
    """The reading room over a library."""
    # Not the installed command, which may run another tree than this one.
    argv = [sys.executable, "-m", "tui.cli"]
    return Program(argv, {"READINGROOM_HOME": str(home)}, marker)


def prepare_seeds(home: Path) -> None:
    """Make a library of the seeds with its index."""
    with Library(paths_below(home)) as library:
        library.imports.prepare()
        library.search.ensure()


def first_row(home: Path) -> str:
    """The beginning of the first row of a library's list.

    Raises:
        CannotMeasure: it has no papers.
    """
    with Library(paths_below(home)) as library:
        ordinals = library.papers.ordinals()
        rows = library.papers.rows(ordinals[:1])
    if not rows:
        raise CannotMeasure(f"no papers in {home}")
    return (rows[0].heading or rows[0].detail)[:20].rstrip()


def queries_of(home: Path) -> list[str]:
    """Two or three words that follow one another in abstracts of a library."""
    chance = random.Random(SEED)
    found: list[str] = []
    with Library(paths_below(home)) as library:
        ordinals = library.papers.ordinals()
        for _ in range(TYPED * 20):
            words = library.papers.forms(chance.choice(ordinals)).plain.lower().split()
            start = chance.randrange(max(1, len(words) - 3))
            piece = words[start : start + chance.choice((2, 3))]
            if len(piece) > 1 and all(_WORD.fullmatch(word) for word in piece):
                found.append(" ".join(piece))
            if len(found) == TYPED:
                break
    return found


def first_paint(program: Program) -> float:
    """Seconds from the start of a program to the first frame with rows of its list."""
    with _running(program) as terminal:
        _await_rows(terminal, program)
        terminal.listen_till_quiet(0.1)
        return first(list(terminal.frames()), lambda frame: _shows(frame, program.marker))


def first_answer(program: Program, query: str) -> tuple[float, float]:
    """Seconds from the start to the first rows, and to the answer to a query typed right then."""
    with _running(program) as terminal:
        _await_rows(terminal, program)
        terminal.key(f"/{query}")
        explained = _explanation(query)
        if not terminal.wait_for_raw(explained, timeout=600):
            raise CannotMeasure(f"no answer to {query!r}")
        terminal.listen_till_quiet(0.1)
        frames = list(terminal.frames())
    painted = first(frames, lambda frame: _shows(frame, program.marker))
    return painted, first(frames, lambda frame: _explains(frame, explained))


def type_into_bare(queries: Sequence[str]) -> Keys:
    """Type queries into the bare app."""
    program = bare()
    with _running(program) as terminal:
        _await_rows(terminal, program)
        terminal.listen(_SETTLE)
        sent = [_type(terminal, query, lambda: terminal.key("\x15")) for query in queries]
        frames = list(terminal.frames())
    echo = []
    for query, times in zip(queries, sent, strict=True):
        for end, at in enumerate(times, start=1):
            echo += _echo(frames, query[:end], at)
    return Keys(echo, [])


def type_into_room(program: Program, queries: Sequence[str]) -> Keys:
    """Type queries into the search box of the reading room."""
    with _running(program) as terminal:
        _await_rows(terminal, program)
        # One query first, so that the index is open and all is loaded.
        warm = queries[0][:3]
        terminal.key(f"/{warm}")
        if not terminal.wait_for_raw(_explanation(warm), timeout=600):
            raise CannotMeasure("the search never answered")
        terminal.listen(_SETTLE)
        terminal.key(_ESCAPE)
        terminal.listen(_SETTLE)
        sent = [_type(terminal, query, lambda: terminal.key(_ESCAPE)) for query in queries]
        frames = list(terminal.frames())
    echo: list[float] = []
    answer: list[float] = []
    for query, times in zip(queries, sent, strict=True):
        for end, at in enumerate(times, start=1):
            echo += _echo(frames, query[:end], at)
        answer += _answers(frames, query, times)
    return Keys(echo, answer)


def _type(terminal: Recorder, query: str, clear: Callable[[], object]) -> list[float]:
    """Type a query at an even pace, wait, and clear it; return when its keys were sent."""
    sent = []
    for character in query:
        sent.append(terminal.key(character))
        terminal.listen(KEY_SECONDS - (terminal.now - sent[-1]))
    terminal.listen(_SETTLE)
    clear()
    terminal.listen(_SETTLE)
    return sent


def _echo(frames: Sequence[Frame], text: str, sent: float) -> list[float]:
    """Milliseconds from a key to the first frame that shows it; nothing for a blank."""
    if text.endswith(" "):
        return []
    at = first(frames, lambda frame: any(text in line for line in frame.lines[:3]), sent)
    return [(at - sent) * 1000]


def _answers(frames: Sequence[Frame], query: str, sent: Sequence[float]) -> list[float]:
    """Milliseconds from each key of a query to the list and explanation that answer it.

    An answer to a later key will do: the reader sees that the screen has caught up. Keys that
    change nothing in what is explained cannot be told from the key before, and are left out.
    """
    explained = [_explanation(query[:end]) for end in range(1, len(query) + 1)]
    found = []
    for index, at in enumerate(sent):
        if index and explained[index] == explained[index - 1]:
            continue
        later = explained[index:]
        until = sent[index + 1] if index + 1 < len(sent) else at + _SETTLE
        settled = next(
            (f for f in reversed(frames) if at <= f.seconds < until and _explains(f, later[0])),
            None,
        )

        def caught_up(
            frame: Frame, later: Sequence[str] = later, settled: Frame | None = settled
        ) -> bool:
            if settled is not None and _explains(frame, later[0]):
                return _list_of(frame) == _list_of(settled)
            return any(_explains(frame, text) for text in later)

        found.append((first(frames, caught_up, at) - at) * 1000)
    return found


def _explanation(text: str) -> str:
    return f"{parse(text, typing=True).explanation} · "


def _explains(frame: Frame, text: str) -> bool:
    return any(line.strip().startswith(text) for line in frame.lines[:_TOP_LINES])


def _list_of(frame: Frame) -> list[str]:
    return [line[:_LIST_COLUMNS] for line in frame.lines[_TOP_LINES:-1]]


def _shows(frame: Frame, text: str) -> bool:
    return any(text in line for line in frame.lines)


def _running(program: Program) -> Recorder:
    return Recorder(program.argv, env=program.env, cwd=ROOT)


def _await_rows(terminal: Recorder, program: Program) -> None:
    if not terminal.wait_for_raw(program.marker, timeout=60):
        raise CannotMeasure(f"{program.marker!r} was never painted")


def memory_browsing(program: Program, keys: Sequence[str]) -> float | None:
    """Anonymous memory of a program, in MB, after some keys."""
    with _running(program) as terminal:
        _await_rows(terminal, program)
        terminal.listen(_SETTLE)
        for key in keys:
            terminal.key(key)
            terminal.listen_till_quiet(0.1, longest=2)
        return anonymous_memory(terminal.pid)


def run_seconds(argv: Sequence[str]) -> float:
    """Seconds that a program takes from start to end."""
    started = time.perf_counter()
    subprocess.run(argv, stdout=subprocess.DEVNULL, check=True, cwd=ROOT)
    return time.perf_counter() - started


def measure(
    libraries: Mapping[str, Path], say: Callable[[str], None], repeats: int = REPEATS
) -> dict[str, Any]:
    """Everything about starting and typing, over the seeds and over other libraries.

    Args:
        libraries: folders of further libraries, by the name that the tables use.
        say: told what is going on.
        repeats: how often starts are timed; other things a third as often.
    """
    few = max(1, min(repeats, FEW_REPEATS))
    found: dict[str, Any] = {"libraries": {}}
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        seeds = Path(temporary) / "seeds"
        prepare_seeds(seeds)
        say("--help")
        help_argv = [*room(seeds, "").argv, "--help"]
        bare_argv = [sys.executable, "-c", "import argparse"]
        found["help"] = _alternately(
            lambda: run_seconds(help_argv), lambda: run_seconds(bare_argv), repeats
        )
        say("first launch")
        query = queries_of(seeds)[0]
        marker = first_row(seeds)
        found["first launch"] = [
            first_answer(room(Path(temporary) / f"new {number}", marker), query)[1]
            for number in range(few)
        ]
        for name, home in {"seeds": seeds, **libraries}.items():
            say(f"starting over {name}")
            found["libraries"][name] = _over(home, repeats, few)
    found["bare memory"] = memory_browsing(bare(), ["a", "b"])
    return found


def _over(home: Path, repeats: int, few: int) -> dict[str, Any]:
    program = room(home, first_row(home))
    queries = queries_of(home)
    with Library(paths_below(home)) as library:
        count = library.papers.count()
    ours, theirs = _alternately(lambda: first_paint(program), lambda: first_paint(bare()), repeats)
    starts = [first_answer(program, queries[0]) for _ in range(few)]
    typed = type_into_room(program, queries)
    plain = type_into_bare(queries)
    browse = ["\x1b[6~"] * 20 + ["G", "gg", f"/{queries[0]}", _ESCAPE]
    return {
        "papers": count,
        "first paint": ours,
        "bare first paint": theirs,
        "first answer": [answered - painted for painted, answered in starts],
        "echo": typed.echo,
        "answer": typed.answer,
        "bare echo": plain.echo,
        "memory": memory_browsing(program, browse),
    }


def _alternately(
    ours: Callable[[], float], theirs: Callable[[], float], repeats: int
) -> tuple[list[float], list[float]]:
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def user_library() -> Path | None:
    """The library that `READINGROOM_HOME` names, if there is one."""
    named = os.environ.get("READINGROOM_HOME")
    home = Path(named) if named else None
    return home if home is not None and paths_below(home).library_file.exists() else None


def report(found: Mapping[str, Any]) -> str:
    """The table."""
    ours, theirs = found["help"]
    rows = [
        _row("`--help`, ms", _ms(ours), _ms(theirs), "`python -c 'import argparse'`"),
        _row("first launch on the seeds: command to first answer, ms", _ms(found["first launch"])),
    ]
    for name, over in found["libraries"].items():
        label = f"{name}, {over['papers']:,} papers: "
        echo, bare_echo = summary(over["echo"]), summary(over["bare echo"])
        answer = summary(over["answer"])
        rows += [
            _row(
                f"{label}first paint, ms", _ms(over["first paint"]), _ms(over["bare first paint"])
            ),
            _row(f"{label}first answer after the first paint, ms", _ms(over["first answer"])),
            _row(f"{label}key to echo, p50, ms", echo.p50, bare_echo.p50),
            _row(f"{label}key to echo, p99, ms", echo.p99, bare_echo.p99),
            _row(f"{label}key to list and explanation, p50, ms", answer.p50, bare_echo.p50),
            _row(f"{label}key to list and explanation, p99, ms", answer.p99, bare_echo.p99),
            _row(f"{label}anonymous memory, MB", over["memory"], found["bare memory"]),
        ]
    return blocks([
        "### Starting and typing in a pseudo-terminal of 120 x 40",
        _BESIDE,
        table(["what", "readingroom", "bare", "ratio", "compared with"], rows),
    ])  # fmt: skip


def _ms(seconds: Sequence[float]) -> float:
    return median(seconds) * 1000


def _row(what: str, ours: float | None, theirs: float | None = None, named: str = "") -> list[str]:
    other = named or ("the bare app" if theirs is not None else "")
    return [what, number(ours), number(theirs), ratio(ours, theirs), other]
