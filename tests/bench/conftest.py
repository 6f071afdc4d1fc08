"""Generated papers for the measurements, so that no data set is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench import corpus

if TYPE_CHECKING:
    from pathlib import Path

    from bench.corpus import Corpus

PAPERS = 50


@pytest.fixture
def no_shared_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(corpus.SHARED_VARIABLE, str(tmp_path / "none"))


@pytest.fixture
def papers(no_shared_data: None) -> Corpus:
    return corpus.load(PAPERS)


@pytest.fixture
def papers_file(papers: Corpus, tmp_path: Path) -> Path:
    return corpus.write(papers.articles, tmp_path / "papers.jsonl")
