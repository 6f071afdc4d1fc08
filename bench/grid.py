"""The ranking under other settings: `python -m bench relevance --grid`.

Settings are constants of `index.search` modules. They are changed in a new process before anything
is imported there, so that every module sees them.
"""

from __future__ import annotations

import importlib
import itertools
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench import CannotMeasure, corpus, judged
from bench.child import running
from bench.engines import BEST_OF_OURS, ENGINES
from bench.relevance import GENERATED_PAPERS, KNOWN, MAIN, OURS, WHOLE, judge
from bench.tables import blocks, score, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from bench.judged import Judged

PACKAGE = "index.search"
SHARE = 60
"""How much of the last word is typed, in percent, in the last column."""
_BUILDING = "analyse"
_KNOWN_VALUES: Mapping[str, Sequence[float]] = {
    "rank.K1": (0.9, 1.2, 1.5, 1.8),
    "rank.B": (0.4, 0.55, 0.75, 0.9),
    "rank.PARTIAL_STRICTNESS": (2, 4, 8),
    "analyse.TITLE_WEIGHT": (1, 2, 3),
}
_NO_SETTING = frozenset({"rank.SCORE_DECIMALS"})

Settings = dict[str, Any]


def default_axes() -> dict[str, list[Any]]:
    """The constants of the ranking formula, with values around the present ones."""
    axes = {}
    names = [f"rank.{name}" for name in vars(importlib.import_module(f"{PACKAGE}.rank"))]
    for name in [*names, "analyse.TITLE_WEIGHT"]:
        if not name.partition(".")[2].isupper() or name in _NO_SETTING:
            continue
        value = current(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            around = _KNOWN_VALUES.get(name, (value / 2, value, value * 2))
            axes[name] = sorted({*around, value})
    return axes


def current(name: str) -> Any:
    """The present value of a setting, given as `module.CONSTANT`.

    Raises:
        CannotMeasure: there is no such constant.
    """
    module, _, constant = name.rpartition(".")
    try:
        return getattr(importlib.import_module(f"{PACKAGE}.{module}"), constant)
    except (ImportError, AttributeError) as error:
        raise CannotMeasure(f"there is no {PACKAGE}.{name}") from error


def parse_axes(texts: Iterable[str]) -> dict[str, list[Any]]:
    """Axes as given on the command line: `rank.K1=1.2,1.5`.

    Raises:
        CannotMeasure: one is not of that form, or there is no such constant.
    """
    axes = {}
    for given in texts:
        name, equals, values = given.partition("=")
        if not equals:
            raise CannotMeasure(f"not of the form module.CONSTANT=value,value: {given}")
        current(name)
        try:
            axes[name] = [json.loads(value) for value in values.split(",")]
        except json.JSONDecodeError as error:
            raise CannotMeasure(f"not a list of numbers: {values}") from error
    return axes


def points(axes: Mapping[str, Sequence[Any]], *, product: bool) -> list[Settings]:
    """The settings to try: the present ones, then all others.

    Args:
        axes: the values of each constant.
        product: every combination, instead of one constant changed at a time.
    """
    now = {name: current(name) for name in axes}
    if product:
        found = [
            dict(zip(axes, values, strict=True)) for values in itertools.product(*axes.values())
        ]
    else:
        found = [{**now, name: value} for name, values in axes.items() for value in values]
    return [now, *(point for point in _unique(found) if point != now)]


def _unique(settings: Iterable[Settings]) -> list[Settings]:
    return [dict(items) for items in dict.fromkeys(tuple(point.items()) for point in settings)]


def measure(settings: Sequence[Settings], say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Judge our engine under all settings on all collections at hand.

    Returns:
        For each the settings and, by the name of a column, its measure.
    """
    data = corpus.shared_folder()
    collections = judged.available()
    known = (
        judged.known_items(data, judged.KNOWN_ITEM_SIZE)
        if data is not None and collections
        else judged.generated(GENERATED_PAPERS)
    )
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="bench-") as temporary:
        stand = _Stand(Path(temporary))
        for point in settings:
            say(_shown(point))
            row: dict[str, Any] = {"settings": point}
            for collection in collections:
                row[collection.name] = stand.judge(point, collection, MAIN)
            if collections:
                row["mean"] = sum(row[c.name] for c in collections) / len(collections)
            row["known items"] = stand.judge(point, known, KNOWN)
            row[f"typed {SHARE} %"] = stand.judge(
                point, judged.typed_to(known, SHARE), KNOWN, unfinished=True
            )
            found.append(row)
    return found


class _Stand:
    """Builds an index for each analysis once, and opens it with each formula."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._built: dict[str, Path] = {}

    def judge(
        self, point: Settings, collection: Judged, measure_name: str, *, unfinished: bool = False
    ) -> float:
        entry = ENGINES[BEST_OF_OURS]
        patched = {f"{PACKAGE}.{name}": value for name, value in point.items()}
        analysis = [f"{n}={v}" for n, v in point.items() if n.startswith(f"{_BUILDING}.")]
        key = " ".join([collection.name, *analysis])
        if key not in self._built:
            folder = self._folder / str(len(self._built))
            folder.mkdir()
            file = corpus.write(collection.articles, folder / "papers.jsonl")
            with running(entry, patched) as child:
                child.ask("build", articles=str(file), folder=str(folder))
            self._built[key] = folder
        with running(entry, patched) as child:
            child.ask("open", folder=str(self._built[key]))
            return judge(child, OURS, collection, WHOLE, unfinished=unfinished).mean(measure_name)


def text(rows: Sequence[Mapping[str, Any]]) -> str:
    """The table, the present settings first."""
    names = [name for name in rows[0] if name != "settings"]
    cells = [
        [_shown(row["settings"], rows[0]["settings"]), *(score(row[name]) for name in names)]
        for row in rows
    ]
    return blocks([
        "### Settings of the ranking",
        (f"nDCG@10 on the collections, MRR@10 on known items. At present: "
        f"{_shown(rows[0]['settings'])}."),
        table(["changed", *names], cells),
    ])  # fmt: skip


def _shown(point: Settings, base: Settings | None = None) -> str:
    changed = [
        f"{name} = {value:g}" for name, value in point.items() if not base or base[name] != value
    ]
    return ", ".join(changed) or "nothing"
