"""One of our own engines by itself."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from bench.engines.base import SearchEngine
from bench.engines.row_table import RowTable
from index.search.answer import answer
from index.search.engine import Document
from index.search.query import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article
    from index.search.engine import Engine

_STAMP = {"papers": "bench"}


def _named(name: str) -> Any:
    module, _, function = name.rpartition(".")
    return getattr(importlib.import_module(module), function)


class Ours(SearchEngine):
    """An engine of `index.search`, asked as the search service asks it.

    Args:
        build: the full name of what is called as `build(documents, folder, stamp)`.
        opener: the full name of what is called as `opener(folder, stamp)` and gives the engine.
    """

    def __init__(self, build: str, opener: str) -> None:
        self._build = _named(build)
        self._opener = _named(opener)
        self._engine: Engine | None = None

    @property
    def version(self) -> str:
        """That of this project."""
        from importlib.metadata import version

        return version("readingroom")

    def prepare(self, articles: Iterable[Article], folder: Path) -> None:
        """Keep the rows: our indexes hold none."""
        for _ in RowTable.filling(articles, folder):
            pass

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the index."""
        self._build(
            (
                Document(
                    article.number,
                    article.title,
                    article.abstract,
                    article.authors,
                    article.venue,
                    year=article.year,
                )
                for article in articles
            ),
            self.index_folder(folder),
            _STAMP,
        )

    def index_folder(self, folder: Path) -> Path:
        """The index without the rows."""
        return folder / "index"

    def open(self, folder: Path) -> None:
        """Open the index."""
        self._engine = self._opener(self.index_folder(folder), _STAMP)
        self._rows = RowTable(folder)

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """Answer as in the reading room: all words first, then the best partial matches.

        `every_word` says nothing to it.
        """
        del every_word
        assert self._engine is not None
        hits = answer(self._engine, parse(text, typing=unfinished), {}, limit, lambda: False).hits
        return list(zip(hits.ordinals, hits.scores, strict=False))

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """The rows of papers."""
        return self._rows.rows(handles)
