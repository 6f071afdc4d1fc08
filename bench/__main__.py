"""The command line of the measurements."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import CannotMeasure, corpus
from bench.engines import ENGINES, OURS
from bench.measure import machine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PARTS = ("search", "relevance", "start", "build")
SIZES = (1_000, 8_000, 87_460)
SECONDS = 60.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print Markdown.

    Args:
        arguments: the words after `python -m bench`; those of the process by default.

    Returns:
        0; 2 if a setting or a library is not there, or a part could not be measured.
    """
    options = _parser().parse_args(arguments)
    parts = PARTS if options.part == "all" else (options.part,)
    found: dict[str, Any] = {"machine": machine()}
    print(f"{machine()['cores']} cores, Python {machine()['python']}\n")
    try:
        with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
            homes = options.keep or Path(temporary)
            built: dict[int, Path] = {}
            # The libraries that `build` makes are the ones that `start` opens.
            for part in sorted(parts, key=(*PARTS[:2], "build", "start").index):
                found[part] = _RUN[part](options, homes, built)
                if options.json:  # after each part: the next one may take long
                    text = json.dumps(found, indent=1) + "\n"
                    options.json.write_text(text, encoding="utf-8")
    except (CannotMeasure, subprocess.CalledProcessError) as problem:
        print(f"bench: {problem}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure readingroom beside its peers.",
        epilog="Engines: " + "; ".join(f"{name}: {e.label}" for name, e in ENGINES.items()),
    )
    parser.add_argument("part", nargs="?", choices=(*PARTS, "all"), default="all")
    parser.add_argument(
        "--sizes",
        type=_sizes,
        metavar="N,N",
        help=f"how many papers (default: {','.join(map(str, SIZES))})",
    )
    parser.add_argument(
        "--peers",
        type=_peers,
        metavar="NAME,NAME",
        help="the engines beside ours (default: all; for relevance fts5,tantivy,bm25s); "
        "`none` for none",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help="about how long each engine is typed to (default: %(default)g)",
    )
    parser.add_argument(
        "--grid",
        nargs="*",
        metavar="CONSTANT=V,V",
        help="relevance: try other settings of the ranking, such as rank.K1=1.2,1.5",
    )
    parser.add_argument(
        "--product", action="store_true", help="with --grid: all combinations of its values"
    )
    parser.add_argument(
        "--library",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="start: a library to open, as in READINGROOM_HOME, which is the default",
    )
    parser.add_argument(
        "--repeats", type=int, metavar="N", help="start: how often a start is timed (default: 15)"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="build: leave the libraries there"
    )
    return parser


def _sizes(text: str) -> list[int]:
    return [int(part) for part in text.replace("_", "").split(",")]


def _peers(text: str) -> list[str]:
    names = [] if text == "none" else text.split(",")
    unknown = set(names) - ENGINES.keys()
    if unknown:
        raise argparse.ArgumentTypeError(
            f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(ENGINES)}"
        )
    return names


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def _search(options: argparse.Namespace, *_: object) -> Any:
    from bench import search

    sizes = options.sizes or SIZES
    names = list(ENGINES) if options.peers is None else list(dict.fromkeys([OURS, *options.peers]))
    papers = corpus.load(max(sizes))
    results = []
    for size in sizes:
        part = papers._replace(articles=papers.first(size))
        result = search.measure(
            part, names, seconds=options.seconds, say=_say, named=options.peers is not None
        )
        print(search.report(result) + "\n", flush=True)
        results.append(
            {
                "papers": result.size,
                "kind": result.kind,
                "engines": result.engines,
                "trouble": result.trouble,
            }
        )
    return results


def _relevance(options: argparse.Namespace, *_: object) -> Any:
    if options.grid is not None:
        from bench import grid

        axes = grid.parse_axes(options.grid) or grid.default_axes()
        rows = grid.measure(grid.points(axes, product=options.product), _say)
        print(grid.text(rows) + "\n", flush=True)
        return rows
    from bench import relevance

    peers = relevance.DEFAULT_PEERS if options.peers is None else options.peers
    report = relevance.measure(options.sizes or SIZES[1:], peers, _say)
    print(relevance.text(report) + "\n", flush=True)
    return relevance.figures(report)


def _build(options: argparse.Namespace, homes: Path, built: dict[int, Path]) -> Any:
    from bench import build

    results = []
    for size in options.sizes or SIZES:
        _say(f"building a library of {size:,}")
        built[size] = homes / f"papers-{size}"
        results.append(build.measure(build.papers_of_size(size), built[size]))
    print(build.report(results) + "\n", flush=True)
    return results


def _start(options: argparse.Namespace, homes: Path, built: dict[int, Path]) -> Any:
    from bench import start

    if options.part == "start" and options.sizes:
        _build(options, homes, built)
    user = start.user_library()
    given = options.library or ([user] if user is not None and not built else [])
    libraries = {f"library {number}": home for number, home in enumerate(given, start=1)}
    libraries |= {f"sample {number}": home for number, home in enumerate(built.values(), start=1)}
    found = start.measure(libraries, _say, options.repeats or start.REPEATS)
    print(start.report(found) + "\n", flush=True)
    return found


_RUN: dict[str, Callable[[argparse.Namespace, Path, dict[int, Path]], Any]] = {
    "search": _search,
    "relevance": _relevance,
    "build": _build,
    "start": _start,
}

if __name__ == "__main__":
    sys.exit(main())
