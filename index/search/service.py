"""The search part of the library: an engine that is always there, or says that it is coming."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from index.errors import LibraryError, ReadingRoomError
from index.search.answer import answer
from index.search.engine import Document, IndexUnusable
from index.search.highlight import highlight
from index.search.query import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping
    from pathlib import Path

    from index.search.answer import Answer
    from index.search.engine import Engine
    from index.store import PaperStore

RANKED = 1_000
"""How many results are ranked; the others follow in file order."""


class SearchNotReady(ReadingRoomError):
    """The index is still being built."""


class Search:
    """Answers queries over the papers of a store.

    Safe to use from several threads: the index is opened or built by one of them.

    Args:
        store: the papers.
        folder: where the index lives; its content can be thrown away at any time.
    """

    def __init__(self, store: PaperStore, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._engine: Engine | None = None
        self._opening = threading.Lock()

    @property
    def is_ready(self) -> bool:
        """Whether a query can be answered now."""
        return self._engine is not None

    def ensure(self, progress: Callable[[int, int], None] | None = None) -> str | None:
        """Open the index, or build it where it is missing, stale, foreign or damaged.

        Args:
            progress: told how many papers are indexed and how many there are.

        Returns:
            Why an index that was there had to be rebuilt, in a few words, else `None`.

        Raises:
            LibraryError: the index cannot be built.
        """
        from index.search.whoosh_engine import build, open_engine

        with self._opening:
            stamp = {"papers": self._store.content_stamp()}
            try:
                self._engine = open_engine(self._folder, stamp)
            except IndexUnusable as unusable:
                reason = unusable.reason if unusable.is_damage else None
            else:
                return None
            self._engine = None
            total = self._store.count()
            try:
                build(
                    self._documents(),
                    self._folder,
                    stamp,
                    progress=None if progress is None else lambda done: progress(done, total),
                )
                self._engine = open_engine(self._folder, stamp)
            except IndexUnusable as error:
                raise LibraryError(f"cannot build the search index: {error}") from error
            return reason

    def run(
        self,
        text: str,
        *,
        typing: bool = False,
        sets: Mapping[str, Collection[int]] | None = None,
        limit: int = RANKED,
        is_stale: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Answer a query.

        Args:
            text: what was typed; nothing is an error.
            typing: whether the last word is still being typed (it is then a prefix).
            sets: named sets of ordinals that a query may refer to.
            limit: how many results to rank.
            is_stale: asked now and then; once true the search is given up.

        Raises:
            SearchNotReady: the index is being built.
            Stale: `is_stale` turned true.
            LibraryError: the index was found damaged and cannot be rebuilt.
            IndexUnusable: it was found damaged twice in a row.
        """
        engine = self._engine
        if engine is None:
            raise SearchNotReady("the search index is being built")
        query = parse(text, typing=typing)
        try:
            return answer(engine, query, sets or {}, limit, is_stale)
        except IndexUnusable:
            return answer(self._rebuilt(), query, sets or {}, limit, is_stale)

    def _rebuilt(self) -> Engine:
        """A new engine in place of one that turned out to be damaged."""
        self.ensure()
        if self._engine is None:
            raise SearchNotReady("the search index is being built")
        return self._engine

    def highlight(self, answer: Answer, text: str) -> list[tuple[int, int]]:
        """The ranges `[start, end)` of a plain text that an answer's query matches."""
        return highlight(text, answer.matcher)

    def _documents(self) -> Iterator[Document]:
        for ordinal, paper, forms in self._store.contents():
            people = (
                name.literal or f"{name.given} {name.particle} {name.family}"
                for name in paper.authors
            )
            yield Document(
                ordinal=ordinal,
                heading=forms.heading,
                abstract=forms.plain,
                authors="; ".join(people),
                venue=paper.venue or "",
                keywords="; ".join(paper.keywords),
                year=paper.date.year if paper.date else None,
                is_titled=forms.title is not None,
            )
