"""The library as the reading room uses it: store, search service, rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.engines.base import SearchEngine
from bench.stored import fill, paths_below
from index.library import Library
from index.mark_state import NO_MARKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article


class Room(SearchEngine):
    """Whatever engine the search service chooses."""

    @property
    def version(self) -> str:
        """That of this project."""
        from importlib.metadata import version

        return version("readingroom")

    def prepare(self, articles: Iterable[Article], folder: Path) -> None:
        """Store the papers."""
        fill(articles, folder)

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build from the stored papers whatever the search service builds."""
        del articles
        with Library(paths_below(folder)) as library:
            library.search.ensure()

    def index_folder(self, folder: Path) -> Path:
        """The index without the papers."""
        return paths_below(folder).index

    def open(self, folder: Path) -> None:
        """Open the library and its index."""
        self._library = Library(paths_below(folder))
        self._library.search.ensure()

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """Answer as in the reading room; `every_word` says nothing to it."""
        del every_word
        hits = self._library.search.run(text, typing=unfinished, limit=limit).hits
        return list(zip(hits.ordinals, hits.scores, strict=False))

    def facets(self, text: str) -> object:
        """All facets, as the pane shows them."""
        return self._library.facets.count(text, NO_MARKS)

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """The rows of the list."""
        return self._library.papers.rows(handles)
