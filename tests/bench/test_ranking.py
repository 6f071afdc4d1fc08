"""Judging rankings, and trying other settings, over generated papers."""

from __future__ import annotations

import pytest

from bench import CannotMeasure, grid, judged, relevance
from bench.relevance import KNOWN, OURS, SYSTEMS
from index.search import rank


def test_known_items_are_found_and_compared(no_shared_data: None) -> None:
    pytest.importorskip("numpy")
    report = relevance.measure([50], ["fts5"], lambda _: None)
    ours = report.find(OURS.label, report.known[0])
    theirs = report.find("SQLite FTS5, all words first", report.known[0])
    assert ours is not None
    assert theirs is not None
    # Four words of a paper find it again.
    assert ours.mean(KNOWN) > 0.9
    assert theirs.mean(KNOWN) > 0.9
    assert report.find(OURS.label, report.known[0], "40 %") is not None
    text = relevance.text(report)
    assert "Known items" in text
    assert "MRR@10 less each peer's" in text
    assert {item["system"] for item in relevance.figures(report)["judgements"]} == {
        system.label for system in SYSTEMS if system is OURS or system.engine == "fts5"
    }


def test_the_axes_are_the_constants_of_the_formula() -> None:
    axes = grid.default_axes()
    assert rank.K1 in axes["rank.K1"]
    assert rank.B in axes["rank.B"]
    assert "rank.SCORE_DECIMALS" not in axes
    assert "analyse.TITLE_WEIGHT" in axes


def test_points_change_one_constant_at_a_time_or_all() -> None:
    axes = {"rank.K1": [rank.K1, 9.0], "rank.B": [rank.B, 0.1]}
    now = {"rank.K1": rank.K1, "rank.B": rank.B}
    alone = grid.points(axes, product=False)
    assert alone == [now, {**now, "rank.K1": 9.0}, {**now, "rank.B": 0.1}]
    both = grid.points(axes, product=True)
    assert both[0] == now
    assert len(both) == 4
    assert {"rank.K1": 9.0, "rank.B": 0.1} in both


def test_axes_are_given_in_words() -> None:
    assert grid.parse_axes(["rank.K1=1,2.5"]) == {"rank.K1": [1, 2.5]}


@pytest.mark.parametrize("wrong", ["rank.K1", "rank.NONE=1", "none.K1=1", "rank.K1=a"])
def test_axes_that_are_not_there_are_refused(wrong: str) -> None:
    with pytest.raises(CannotMeasure, match=r"there is no|not of the form|not a list"):
        grid.parse_axes([wrong])


def test_a_setting_reaches_the_engine(
    no_shared_data: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid, "GENERATED_PAPERS", 50)
    # Of words cut to one letter nothing can be found; the index is built anew for it.
    rows = grid.measure([{"analyse.MAX_TERM": 64}, {"analyse.MAX_TERM": 1}], lambda _: None)
    assert rows[0]["known items"] > 0.9
    assert rows[1]["known items"] < 0.5
    assert "analyse.MAX_TERM = 1" in grid.text(rows)


def test_generated_collections_ask_for_what_is_there() -> None:
    found = judged.generated(50)
    for topic in found.topics:
        (number,) = topic.gains
        abstract = found.articles[number].abstract.lower().split()
        assert all(word in abstract for word in topic.text.split())
        assert found.articles[number].title == ""
