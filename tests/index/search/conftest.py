from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.search.engine import Document
from index.search.whoosh_engine import build, open_engine
from tests.index.search.seed_data import read_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from index.search.whoosh_engine import WhooshEngine


@pytest.fixture(scope="session")
def seeds() -> list[Document]:
    """The 38 seed abstracts, numbered from 1 in the order of the expected files."""
    names = {(row["file"], row["n"]): row["name"] or "" for row in read_lines("labels.jsonl")}
    return [
        Document(number, str(names[row["file"], row["n"]]), str(row["plain"]))
        for number, row in enumerate(read_lines("plain.jsonl"), 1)
    ]


@pytest.fixture(scope="session")
def seed_engine(seeds: list[Document], tmp_path_factory: pytest.TempPathFactory) -> WhooshEngine:
    folder = tmp_path_factory.mktemp("seeds") / "index"
    build(seeds, folder, {})
    return open_engine(folder, {})


@pytest.fixture
def engine_of(tmp_path: Path) -> Callable[..., WhooshEngine]:
    """Builds an engine from abstracts (numbered from 1) or documents."""
    numbers: Iterator[int] = iter(range(1000))

    def make(*papers: str | Document) -> WhooshEngine:
        folder = tmp_path / f"index{next(numbers)}"
        documents = [
            paper if isinstance(paper, Document) else Document(number, "", paper)
            for number, paper in enumerate(papers, 1)
        ]
        build(documents, folder, {})
        return open_engine(folder, {})

    return make
