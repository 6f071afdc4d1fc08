"""`python -m bench`, and its build part."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bench import build
from bench.__main__ import main
from bench.worker import patch
from index.search import rank

if TYPE_CHECKING:
    from pathlib import Path

    from bench.corpus import Corpus


def test_a_build_is_looked_on(papers: Corpus, tmp_path: Path) -> None:
    found = build.measure(papers.articles, tmp_path / "home")
    assert found["papers"] == 50
    assert 0 < found["answers"] <= found["all"]
    assert found["committed"] > 0
    assert found["index"] > 0
    assert found["library"] > 0
    report = build.report([found])
    assert "| 50 " in report
    assert "Budget at 8,000: answers over all within 3 s, Whoosh committed within 20 s." in report


def test_search_from_the_command_line(
    no_shared_data: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    arguments = ["search", "--sizes", "50", "--peers", "fts5", "--seconds", "0.2"]
    assert main([*arguments, "--json", str(file)]) == 0
    printed = capsys.readouterr().out
    assert "### Search over 50 generated papers" in printed
    assert "| SQLite FTS5 " in printed
    figures = json.loads(file.read_text(encoding="utf-8"))
    assert figures["search"][0]["engines"].keys() == {"readingroom", "fts5"}
    assert figures["machine"].keys() == {"cores", "python"}


def test_a_wrong_setting_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["relevance", "--grid", "rank.NONE=1"]) == 2
    assert "there is no index.search.rank.NONE" in capsys.readouterr().err


def test_an_unknown_peer_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["search", "--peers", "altavista"])
    assert "unknown: altavista" in capsys.readouterr().err


def test_constants_are_patched_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank, "K1", rank.K1)
    patch({"index.search.rank.K1": 0.5})
    assert rank.K1 == 0.5
    with pytest.raises(AttributeError, match="has no NONE"):
        patch({"index.search.rank.NONE": 1})
