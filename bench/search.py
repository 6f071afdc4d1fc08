"""Building and querying, beside the peers: `python -m bench search`."""

from __future__ import annotations

import random
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import SEED, corpus, queries
from bench.child import EngineFailed, NotInstalled, running
from bench.engines import ENGINES, OURS
from bench.measure import summary
from bench.tables import blocks, number, ratio, table
from bench.worker import SHOWN_ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bench.corpus import Corpus

HITS = 50
"""How many hits with their scores are asked of every engine after each key."""
RANKED = 1_000
"""How many the reading room asks of its own."""
YEARS = "words and years"
FACETS = "readingroom: the facets of what is typed"
AS_THE_ROOM = "readingroom, 1,000 ranked as in the room"

_TYPED = """\
Typed key by key ({keys:,} keys), {hits} hits with scores and {rows} rows after each; milliseconds.
"""
_RATIOS = """\
Times of the engine over those of readingroom on the same keys: above 1 it is the slower one.
"""
_BUILT = """\
Building and opening. The memory is the most that the building process had resident, less what it
had before (all of it if the engine starts that process itself), and what the searching process had
resident once open.
"""


@dataclass
class Typing:
    """The times of one engine over one set of keys, in milliseconds, by the index of the key."""

    label: str
    wall: dict[int, float]
    cpu: dict[int, float]


@dataclass
class Result:
    """What was measured over one collection.

    `engines` has the figures for the JSON file and the tables; `trouble` says why an engine has
    none.
    """

    size: int
    kind: str
    keys: int
    engines: dict[str, dict[str, Any]] = field(default_factory=dict)
    typing: list[Typing] = field(default_factory=list)
    sets: list[Typing] = field(default_factory=list)
    trouble: dict[str, str] = field(default_factory=dict)


def measure(
    papers: Corpus, names: Sequence[str], *, seconds: float, say: Any, named: bool = False
) -> Result:
    """Build, open and query every engine over the same papers.

    Args:
        papers: all of them are used.
        names: the engines.
        seconds: how long an engine may be typed to, roughly.
        say: told what is going on.
        named: whether the user named the engines, so that none is left out for its slowness.
    """
    typed = queries.keys(queries.typed_queries(papers))
    result = Result(len(papers.articles), papers.kind, len(typed))
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        file = corpus.write(papers.articles, Path(temporary) / "papers.jsonl")
        for name in names:
            entry = ENGINES[name]
            if entry.largest is not None and result.size > entry.largest and not named:
                result.trouble[entry.label] = f"not tried above {entry.largest:,} papers"
                continue
            say(f"{result.size:,} papers: {entry.label}")
            folder = Path(temporary) / name
            folder.mkdir()
            try:
                _measure(result, name, file, folder, typed, papers, seconds)
            except NotInstalled as error:
                result.trouble[entry.label] = f"not installed ({error}); needs {entry.needs}"
            except EngineFailed as error:
                result.trouble[entry.label] = f"failed: {str(error).strip().splitlines()[-1]}"
    return result


def _measure(
    result: Result,
    name: str,
    file: Path,
    folder: Path,
    typed: Sequence[queries.Key],
    papers: Corpus,
    seconds: float,
) -> None:
    entry = ENGINES[name]
    with running(entry) as child:
        built = child.ask("build", articles=str(file), folder=str(folder))
        figures = {"label": entry.label, "version": child.version, "build": built}
    # A new process: what building left in memory is not what searching needs.
    with running(entry) as child:
        figures["open"] = child.ask("open", folder=str(folder))
        texts = [key.text for key in typed]
        times = _typing(child, entry.label, texts, seconds, HITS)
        result.typing.append(times)
        figures["typing"] = _figures(times)
        if name == OURS:
            again = _typing(child, AS_THE_ROOM, texts, seconds, RANKED)
            result.typing.append(again)
            figures["as the room"] = _figures(again)
            counted = _typing(child, FACETS, texts, seconds, 0, facets=True)
            result.sets.append(counted)
            figures["facets"] = _figures(counted)
        if entry.is_ours:
            for label, texts in query_sets(papers).items():
                if label == YEARS and name != OURS:
                    continue  # which papers are of a year, the library tells the engine
                times = _typing(child, f"{entry.label}: {label}", texts, seconds, HITS)
                result.sets.append(times)
                figures[label] = _figures(times)
    result.engines[name] = figures


def _typing(
    child: Any,
    label: str,
    texts: Sequence[str],
    seconds: float,
    limit: int,
    *,
    facets: bool = False,
) -> Typing:
    order = list(range(len(texts)))
    random.Random(SEED).shuffle(order)
    reply = child.ask("type", keys=texts, order=order, seconds=seconds, limit=limit, facets=facets)
    taken = reply["taken"]
    return Typing(
        label,
        dict(zip(taken, reply["wall"], strict=True)),
        dict(zip(taken, reply["cpu"], strict=True)),
    )


def _figures(times: Typing) -> dict[str, Any]:
    return {
        "wall": summary([*times.wall.values()])._asdict(),
        "cpu": summary([*times.cpu.values()])._asdict(),
    }


def query_sets(papers: Corpus) -> dict[str, list[str]]:
    """Queries beyond plain words, by name."""
    return {
        "phrases": queries.phrases(papers),
        "fields": queries.fields(papers),
        "Boolean": queries.boolean(papers),
        YEARS: queries.years(papers),
    }


def report(result: Result) -> str:
    """The tables for one collection."""
    baseline = next((times for times in result.typing if times.label == ENGINES[OURS].label), None)
    parts = [
        f"### Search over {result.size:,} {result.kind}",
        _TYPED.format(keys=result.keys, hits=HITS, rows=SHOWN_ROWS),
        table(
            ["engine", "keys", "wall p50", "p99", "mean", "CPU p50", "p99", "mean"],
            map(_time_row, result.typing),
        ),
    ]
    if result.trouble:
        parts.append("\n".join(f"- {label}: {why}" for label, why in result.trouble.items()))
    if baseline is not None:
        parts += [
            _RATIOS,
            table(
                ["engine", "keys in common", "wall p50", "p99", "mean", "CPU p50", "p99", "mean"],
                [_ratio_row(times, baseline) for times in result.typing if times is not baseline],
            ),
        ]
    parts += [
        _BUILT,
        table(
            ["engine", "build s", "CPU s", "index MB", "memory MB", "open ms", "open MB"],
            [_build_row(figures) for figures in result.engines.values()],
        ),
    ]
    if result.sets:
        parts += [
            "Other queries, whole, and facets key by key; milliseconds.",
            table(
                ["engine: queries", "queries", "wall p50", "p99", "mean", "CPU p50", "p99", "mean"],
                map(_time_row, result.sets),
            ),
        ]
    return blocks(parts)


def _time_row(times: Typing) -> list[str]:
    wall, cpu = summary([*times.wall.values()]), summary([*times.cpu.values()])
    return [
        times.label,
        f"{wall.keys:,}",
        *(number(value) for value in (wall.p50, wall.p99, wall.mean, cpu.p50, cpu.p99, cpu.mean)),
    ]


def _ratio_row(times: Typing, baseline: Typing) -> list[str]:
    common = sorted(times.wall.keys() & baseline.wall.keys())
    if not common:
        return [times.label, "0"]
    cells = [times.label, f"{len(common):,}"]
    for mine, base in ((times.wall, baseline.wall), (times.cpu, baseline.cpu)):
        one, other = summary([mine[key] for key in common]), summary([base[key] for key in common])
        cells += [ratio(one.p50, other.p50), ratio(one.p99, other.p99), ratio(one.mean, other.mean)]
    return cells


def _build_row(figures: Mapping[str, Any]) -> list[str]:
    built, opened = figures["build"], figures["open"]
    # An engine that builds in a process of its own uses that one's memory.
    own = 0.0 if built["peak"] is None else built["peak"] - built["before"]
    return [
        f"{figures['label']} ({figures['version']})",
        number(built["seconds"]),
        number(built["cpu"]),
        number(built["megabytes"]),
        number(max(own, built["children"])),
        number(opened["seconds"] * 1000),
        number(opened["resident"]),
    ]
