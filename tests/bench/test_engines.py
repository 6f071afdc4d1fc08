"""Every engine that is installed, over generated papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import search
from bench.child import EngineFailed, NotInstalled, running
from bench.engines import ENGINES, OURS, Entry
from bench.engines.base import split

if TYPE_CHECKING:
    from pathlib import Path

    from bench.corpus import Corpus


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_finds_papers_by_their_titles(
    name: str, papers: Corpus, papers_file: Path, tmp_path: Path
) -> None:
    entry = ENGINES[name]
    folder = tmp_path / "index"
    folder.mkdir()
    try:
        with running(entry) as child:
            built = child.ask("build", articles=str(papers_file), folder=str(folder))
    except NotInstalled as error:
        pytest.skip(f"{entry.label}: {error}")
    assert built["seconds"] > 0
    assert built["megabytes"] > 0
    titles = [article.title.lower() for article in papers.articles[:10]]
    with running(entry) as child:
        assert child.ask("open", folder=str(folder))["seconds"] > 0
        whole = child.ask("answer", queries=titles, limit=5, words="all-first", unfinished=False)
        typed = child.ask(
            "answer", queries=[t[:-1] for t in titles], limit=5, words="all-first", unfinished=True
        )
        keys = ["ba", "bal", "ba ta"]
        times = child.ask("type", keys=keys, order=[2, 0, 1], seconds=1.0, limit=50)
    # The room numbers its papers from one.
    first = 1 if name == OURS else 0
    assert [numbers[0] for numbers in whole["found"]] == list(range(first, first + 10))
    assert [numbers[0] for numbers in typed["found"]] == list(range(first, first + 10))
    assert times["taken"] == [0, 1, 2]
    assert len(times["wall"]) == len(times["cpu"]) == 3
    assert min(times["wall"]) > 0


def test_a_slow_engine_gets_some_of_the_keys(
    papers: Corpus, papers_file: Path, tmp_path: Path
) -> None:
    entry = ENGINES["fts5"]
    keys = [f"{letter}a" for letter in "bcdfghjklm" * 10]
    order = list(reversed(range(100)))
    with running(entry) as child:
        child.ask("build", articles=str(papers_file), folder=str(tmp_path))
    with running(entry) as child:
        child.ask("open", folder=str(tmp_path))
        times = child.ask("type", keys=keys, order=order, seconds=0.0, limit=50)
    assert times["taken"] == list(range(76, 100))


def test_what_is_not_installed_is_named_with_the_tables(
    papers: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent = Entry("Absent", "bench.engines.no_such_module:Absent", "a miracle")
    monkeypatch.setitem(ENGINES, "absent", absent)
    result = search.measure(papers, ["absent"], seconds=0.1, say=lambda _: None)
    assert "needs a miracle" in result.trouble["Absent"]
    assert "- Absent: not installed" in search.report(result)


def test_what_fails_is_named_with_the_tables(
    papers: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        ENGINES, "wrong", Entry("Wrong", "bench.engines.ours:Ours:json.dump:json.load")
    )
    result = search.measure(papers, ["wrong"], seconds=0.1, say=lambda _: None)
    assert result.trouble["Wrong"].startswith("failed: TypeError")


def test_a_failing_engine_says_why() -> None:
    with running(ENGINES["fts5"]) as child, pytest.raises(EngineFailed, match="KeyError"):
        child.ask("dance")


def test_a_large_collection_is_not_tried_on_a_slow_engine(
    papers: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGINES, "slow", ENGINES["fts5"]._replace(label="Slow", largest=10))
    result = search.measure(papers, ["slow"], seconds=0.1, say=lambda _: None)
    assert result.trouble == {"Slow": "not tried above 10 papers"}


def test_the_search_part_reports_figures_and_ratios(papers: Corpus) -> None:
    result = search.measure(papers, [OURS, "fts5"], seconds=0.5, say=lambda _: None)
    assert result.trouble == {}
    typing = result.engines["fts5"]["typing"]["wall"]
    assert 0 < typing["p50"] <= typing["p99"]
    assert {"phrases"} < result.engines[OURS].keys()
    report = search.report(result)
    assert "generated papers" in report
    assert "Times of the engine over those of readingroom" in report


@pytest.mark.parametrize(
    ("text", "unfinished", "expected"),
    [
        ("Graph neural ne", True, (["graph", "neural"], "ne")),
        ("graph neural ", True, (["graph", "neural"], None)),
        ("graph neural", False, (["graph", "neural"], None)),
        ("graph graph", True, (["graph"], "graph")),
        ("?", True, ([], None)),
    ],
)
def test_what_is_typed_is_split(
    text: str, unfinished: bool, expected: tuple[list[str], str | None]
) -> None:
    assert split(text, unfinished=unfinished) == expected
