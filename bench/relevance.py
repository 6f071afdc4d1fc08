"""How good the ranking is, beside the peers: `python -m bench relevance`."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench import corpus, judged
from bench.child import EngineFailed, NotInstalled, running
from bench.engines import BEST_OF_OURS, ENGINES
from bench.judging import MEASURES, paired_bootstrap
from bench.measure import percentile
from bench.tables import NOTHING, blocks, number, score, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bench.child import Child
    from bench.judged import Judged

HITS = 100
"""How deep the rankings go."""
WHOLE = "whole"
GENERATED_PAPERS = 300

_MEANS = """\
nDCG@10 on each, then means over the collections; the milliseconds are a query's median on the last.
"""
_DIFFERENCES = """\
readingroom's nDCG@10 less each peer's, with the 95 % interval of a paired bootstrap (the mean
weighs the collections alike); * marks intervals without 0.
"""
_KNOWN = """\
Mean reciprocal rank of the first ten. The percentages: with so much of the last word typed, on {}.
"""
MAIN, KNOWN = "nDCG@10", "RR@10"


class System(NamedTuple):
    """An engine, and how the words of a query are joined."""

    label: str
    engine: str
    words: str


OURS = System("readingroom", BEST_OF_OURS, "all-first")
SYSTEMS = (
    OURS,
    System("SQLite FTS5, any word", "fts5", "any"),
    System("SQLite FTS5, all words first", "fts5", "all-first"),
    System("tantivy, any word", "tantivy", "any"),
    System("tantivy, all words first", "tantivy", "all-first"),
    System("bm25s, any word", "bm25s", "any"),
    System("Xapian, any word", "xapian", "any"),
    System("Xapian, all words first", "xapian", "all-first"),
    System("Whoosh alone, any word", "whoosh", "any"),
)
"""All that can be compared; ours comes first."""
DEFAULT_PEERS = ("fts5", "tantivy", "bm25s")


@dataclass
class Judgement:
    """The measures of one system over one collection and one way of typing.

    `values` has, by the name of the measure, a value for each query; `milliseconds` is the median
    time of a query.
    """

    system: str
    collection: str
    typed: str
    values: Mapping[str, Sequence[float]]
    milliseconds: float

    def mean(self, measure: str) -> float:
        """The mean over the queries."""
        values = self.values[measure]
        return sum(values) / len(values)


@dataclass
class Report:
    """All judgements of a run; `missing` says why a system has none."""

    collections: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)

    def find(self, system: str, collection: str, typed: str = WHOLE) -> Judgement | None:
        """One judgement, or `None`."""
        wanted = (system, collection, typed)
        for item in self.judgements:
            if (item.system, item.collection, item.typed) == wanted:
                return item
        return None

    def systems(self, typed: str = WHOLE) -> list[str]:
        """The systems with judgements, in order."""
        return list(dict.fromkeys(i.system for i in self.judgements if i.typed == typed))


def measure(sizes: Sequence[int], peers: Sequence[str], say: Callable[[str], None]) -> Report:
    """Judge every system on every collection at hand.

    Args:
        sizes: how many papers to search for known items.
        peers: the engines to compare with.
        say: told what is going on.
    """
    report = Report()
    data = corpus.shared_folder()
    collections = judged.available()
    known: Iterable[Judged] = ()
    if data is None or not collections:
        known = [judged.generated(GENERATED_PAPERS)]
    else:
        known = (judged.known_items(data, size) for size in dict.fromkeys(sizes) if size >= 1_000)
    wanted = [system for system in SYSTEMS if system is OURS or system.engine in peers]
    for collection in collections:
        report.collections.append(collection.name)
        judge_all(report, collection, wanted, {WHOLE: (collection, False)}, say)
    for number_, collection in enumerate(known):
        report.known.append(collection.name)
        asked = {WHOLE: (collection, False)}
        if number_ == 0:
            asked |= {
                f"{share} %": (judged.typed_to(collection, share), True)
                for share in judged.TYPED_SHARES
            }
        judge_all(report, collection, wanted, asked, say)
    return report


def judge_all(
    report: Report,
    collection: Judged,
    systems: Sequence[System],
    asked: Mapping[str, tuple[Judged, bool]],
    say: Callable[[str], None],
) -> None:
    """Judge systems on one collection; each engine is built once.

    Args:
        report: what is found goes in here.
        collection: the papers.
        systems: the systems.
        asked: by name, the queries and whether their last word is unfinished.
        say: told what is going on.
    """
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        file = corpus.write(collection.articles, Path(temporary) / "papers.jsonl")
        for engine in dict.fromkeys(system.engine for system in systems):
            entry = ENGINES[engine]
            mine = [system for system in systems if system.engine == engine]
            if entry.largest is not None and len(collection.articles) > entry.largest:
                why = f"not tried above {entry.largest:,} papers"
                report.missing.update({f"{s.label} on {collection.name}": why for s in mine})
                continue
            say(f"{collection.name}: {entry.label}")
            folder = Path(temporary) / engine
            folder.mkdir()
            try:
                with running(entry) as child:
                    child.ask("build", articles=str(file), folder=str(folder))
                    child.ask("open", folder=str(folder))
                    for system in mine:
                        for typed, (queries, unfinished) in asked.items():
                            report.judgements.append(
                                judge(child, system, queries, typed, unfinished=unfinished)
                            )
            except (NotInstalled, EngineFailed) as error:
                last = str(error).strip().splitlines()[-1]
                kind = "not installed" if isinstance(error, NotInstalled) else "failed"
                report.missing.update(
                    {s.label: f"{kind} ({last}); needs {entry.needs}" for s in mine}
                )


def judge(
    child: Child, system: System, queries: Judged, typed: str, *, unfinished: bool
) -> Judgement:
    """Ask an open engine all queries of a collection, and judge what it finds."""
    reply = child.ask(
        "answer",
        queries=[topic.text for topic in queries.topics],
        limit=HITS,
        words=system.words,
        unfinished=unfinished,
    )
    values = {
        name: [
            measure_(ranking, topic.gains)
            for ranking, topic in zip(reply["found"], queries.topics, strict=True)
        ]
        for name, measure_ in MEASURES.items()
    }
    return Judgement(system.label, queries.name, typed, values, percentile(reply["wall"], 0.5))


def text(report: Report) -> str:
    """The tables of a report."""
    parts = []
    if report.collections:
        parts += [
            "### Relevance on judged collections",
            _MEANS,
            _collection_table(report),
            _DIFFERENCES,
            _difference_table(report, MAIN, report.collections),
        ]
    if report.known:
        parts += [
            "### Known items",
            _KNOWN.format(report.known[0]),
            _known_table(report),
            "readingroom's MRR@10 less each peer's.",
            _difference_table(report, KNOWN, report.known, mean=False),
        ]
    if report.missing:
        parts.append("\n".join(f"- {label}: {why}" for label, why in report.missing.items()))
    return blocks(parts)


def _collection_table(report: Report) -> str:
    rows = []
    for system in report.systems():
        found = [report.find(system, name) for name in report.collections]
        complete = [item for item in found if item is not None]
        if not complete:
            continue
        means: list[float | None] = [None] * len(MEASURES)
        if len(complete) == len(found):
            means = [sum(i.mean(name) for i in complete) / len(complete) for name in MEASURES]
        rows.append([
            system,
            *(score(item.mean(MAIN)) if item else NOTHING for item in found),
            *map(score, means),
            number(complete[-1].milliseconds),
        ])  # fmt: skip
    return table(["system", *report.collections, *(f"mean {m}" for m in MEASURES), "ms"], rows)


def _known_table(report: Report) -> str:
    typed = [f"{share} %" for share in judged.TYPED_SHARES]
    rows = []
    for system in report.systems():
        found = [report.find(system, name) for name in report.known]
        found += [report.find(system, report.known[0], share) for share in typed]
        if any(found):
            rows.append([system, *(score(i.mean(KNOWN)) if i else NOTHING for i in found)])
    return table(["system", *report.known, *typed], rows)


def _difference_table(
    report: Report, measure_name: str, names: Sequence[str], *, mean: bool = True
) -> str:
    rows = []
    for system in report.systems():
        if system == OURS.label:
            continue
        pairs = [_pair(report, measure_name, system, name) for name in names]
        cells = [_difference([pair]) if pair else NOTHING for pair in pairs]
        complete = [pair for pair in pairs if pair is not None]
        if mean:
            cells.append(_difference(complete) if len(complete) == len(pairs) else NOTHING)
        rows.append([system, *cells])
    return table(["peer", *names, *(["mean"] if mean else [])], rows)


def _pair(
    report: Report, measure_name: str, system: str, collection: str
) -> tuple[Sequence[float], Sequence[float]] | None:
    ours, theirs = (report.find(label, collection) for label in (OURS.label, system))
    if ours is None or theirs is None:
        return None
    return ours.values[measure_name], theirs.values[measure_name]


def _difference(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> str:
    try:
        found = paired_bootstrap(pairs)
    except ImportError:
        return "needs numpy"
    return f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]{'*' if found.is_sure else ' '}"


def figures(report: Report) -> dict[str, Any]:
    """The means for the JSON file."""
    return {
        "judgements": [
            {
                "system": item.system,
                "collection": item.collection,
                "typed": item.typed,
                "queries": len(item.values[MAIN]),
                "milliseconds": item.milliseconds,
                **{name: item.mean(name) for name in MEASURES},
            }
            for item in report.judgements
        ],
        "missing": report.missing,
    }
