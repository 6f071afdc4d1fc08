"""Starting and typing in a pseudo-terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("pyte")
pytest.importorskip("termios")

from bench import CannotMeasure, start
from bench.recorder import Frame, first
from bench.stored import fill

if TYPE_CHECKING:
    from pathlib import Path

    from bench.corpus import Corpus


def frame(seconds: float, box: str, explanation: str, rows: str) -> Frame:
    return Frame(seconds, ["status", f" / {box}", f"   {explanation}", "", rows, "footer"])


def test_the_first_frame_that_shows_it_is_found() -> None:
    frames = [frame(1.0, "", "", "a"), frame(2.0, "", "", "b"), frame(3.0, "", "", "b")]
    assert first(frames, lambda item: "b" in item.lines[4]) == 2.0
    assert first(frames, lambda item: "b" in item.lines[4], since=2.5) == 3.0
    with pytest.raises(CannotMeasure):
        first(frames, lambda item: "c" in item.lines[4])


def test_an_answer_is_there_when_list_and_explanation_are() -> None:
    frames = [
        frame(1.01, "g", "", "all"),
        frame(1.03, "g", "g* · 9 of 9", "all"),
        frame(1.05, "g", "g* · 9 of 9", "found"),
        frame(1.12, "gr", "g* · 9 of 9", "found"),
        frame(1.14, "gr", "gr* · 3 of 9", "found less"),
    ]
    answers = start._answers(frames, "gr", [1.0, 1.1])
    assert answers == pytest.approx([50.0, 40.0])


def test_an_answer_to_a_later_key_will_do() -> None:
    frames = [frame(1.2, "gra", "gra* · 1 of 9", "found")]
    assert start._answers(frames, "gra", [1.0, 1.05, 1.1]) == pytest.approx([200.0, 150.0, 100.0])


def test_a_key_that_explains_the_same_is_left_out() -> None:
    frames = [frame(1.02, "g", "g* · 9 of 9", ""), frame(1.12, "g ", "g · 9 of 9", "")]
    assert len(start._answers(frames, "g  ", [1.0, 1.1, 1.2])) == 2


def test_a_blank_has_no_echo_that_could_be_seen() -> None:
    frames = [frame(1.01, "ab", "", "")]
    assert start._echo(frames, "a ", 1.0) == []
    assert start._echo(frames, "ab", 1.0) == pytest.approx([10.0])


def test_the_first_row_and_the_queries_are_the_librarys_own(papers: Corpus, tmp_path: Path) -> None:
    assert fill(papers.articles, tmp_path) == 50
    assert start.first_row(tmp_path) == papers.articles[0].title[:20].rstrip()
    text = " ".join(article.abstract.lower() for article in papers.articles)
    queries = start.queries_of(tmp_path)
    assert len(queries) == start.TYPED
    assert all(query in text for query in queries)


def test_starting_and_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "TYPED", 1)
    monkeypatch.setattr(start, "_SETTLE", 0.3)
    found = start.measure({}, lambda _: None, repeats=1)
    over = found["libraries"]["seeds"]
    assert over["papers"] == 38
    assert over["first paint"][0] > 0
    assert over["bare first paint"][0] > 0
    assert over["first answer"][0] > 0
    assert min(over["answer"]) >= min(over["echo"]) > 0
    assert over["memory"] > found["bare memory"] > 0
    report = start.report(found)
    assert "seeds, 38 papers: key to list and explanation, p99" in report
    assert "first launch on the seeds" in report


def test_a_library_without_papers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotMeasure, match="no papers"):
        start.first_row(tmp_path / "empty")
