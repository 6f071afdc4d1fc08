"""The search part of the library: an engine that is always there, or says that it is coming."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from index.errors import LibraryError, ReadingRoomError
from index.search.answer import answer, found_directly
from index.search.builder import Child, build_index
from index.search.engine import IndexUnusable
from index.search.facet_store import FacetStore
from index.search.highlight import highlight
from index.search.query import parse
from index.search.related import answer_related, related, shared_words
from index.search.resolving import Resolver
from index.search.sources import document_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from index.search.answer import Answer
    from index.search.builder import Kind
    from index.search.engine import Document, Engine
    from index.search.query import Query
    from index.search.requests import SetRequest
    from index.search.telling import Telling
    from index.store import PaperStore

    Progress = Callable[[int, int], None]

T = TypeVar("T")

RANKED = 1_000
"""How many results are ranked; the others follow in file order."""
SMALL = 500
"""Up to so many papers Whoosh answers by itself; beyond, the snapshot does."""


class SearchNotReady(ReadingRoomError):
    """The index is still being built."""


class Search:
    """Answers queries over the papers of a store.

    Safe to use from several threads: an index is opened or built by one of them.

    Args:
        store: the papers.
        library: the store's file, for the processes that build large indexes.
        folder: where the indexes live; its content can be thrown away at any time.
        find_key: the ordinals of the papers that may be meant by a citation key or id.
        marked: the papers that a request about the reader's marks asks for, in ascending order;
            `None` for any other request.

    Attributes:
        facets: what the papers' fields say.
    """

    def __init__(
        self,
        store: PaperStore,
        library: Path,
        folder: Path,
        find_key: Callable[[str], Sequence[int]],
        marked: Callable[[SetRequest], Collection[int] | None],
    ) -> None:
        self._store = store
        self._library = library
        self._folder = folder
        self.facets = FacetStore(store, folder / "facets", self._keep_facets)
        self._resolver = Resolver(store, find_key, marked, self.facets.exactly)
        self._engine: Engine | None = None
        self._opening = threading.Lock()
        self._child: Child | None = None
        self._facets_child: Child | None = None

    @property
    def is_ready(self) -> bool:
        """Whether a query can be answered now."""
        return self._engine is not None

    def ensure(self, progress: Progress | None = None) -> str | None:
        """Open the index that answers, or build it where it is missing, stale or damaged.

        Args:
            progress: told how many papers are indexed and how many there are.

        Returns:
            Why an index that was there had to be made anew, in a few words, else `None`.

        Raises:
            LibraryError: the index cannot be built.
        """
        with self._opening:
            kind: Kind = "whoosh" if self._store.count() <= SMALL else "snapshot"
            engine, reason = self._opened(kind)
            if engine is None:
                self._build(kind, progress)
                engine, _ = self._opened(kind)
            if engine is None:
                raise LibraryError("the search index cannot be used right after it was built")
            self._engine = engine
            return reason

    def complete(self, progress: Progress | None = None) -> None:
        """Do what a large collection still needs; it takes minutes, and queries are answered.

        The snapshot, of which opening it checks little more than the sizes, is checked byte by
        byte, the fields are read for counting, and the Whoosh index is built if it is not there.

        Raises:
            LibraryError: an index cannot be built.
        """
        if self._store.count() <= SMALL:
            return
        from index.search.snapshot import SnapshotEngine

        if isinstance(self._engine, SnapshotEngine):
            try:
                self._engine.verify()
            except IndexUnusable:
                self._build("snapshot", progress)
                self.ensure(progress)
        self.facets.fields()
        if self._opened("whoosh")[0] is None:
            self._build("whoosh", progress)

    def stop_filing(self) -> None:
        """Give up building the Whoosh index of a large collection; `complete` raises then.

        The papers have changed: what it would make is of no use any more.
        """
        if self._child is not None and self._child.kind == "whoosh":
            self._child.stop()

    def close(self) -> None:
        """Give up a build that is under way."""
        self.facets.close()
        for child in (self._child, self._facets_child):
            if child is not None:
                child.stop()

    def run(
        self,
        text: str,
        *,
        typing: bool = False,
        limit: int = RANKED,
        is_stale: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Answer a query.

        Args:
            text: what was typed; nothing is an error.
            typing: whether the last word is still being typed (it is then a prefix).
            limit: how many results to rank.
            is_stale: asked now and then; once true the search is given up.

        Raises:
            SearchNotReady: the index is being built.
            Stale: `is_stale` turned true.
            LibraryError: the index was found damaged and cannot be built anew.
            IndexUnusable: it was found damaged twice in a row.
        """
        query = parse(text, typing=typing)
        found = self.run_query(query, limit=limit, is_stale=is_stale)
        if query.lookup is not None:
            ordinals = self._resolver.looked_up(query.lookup)
            if ordinals:
                return found_directly(found, query.lookup, ordinals)
            if query.lookup.kind not in {"key", "url"}:
                note = f"no paper has {query.lookup.shown}: searched its words"
                found = replace(found, notes=(note, *found.notes))
        return found

    def run_query(
        self,
        query: Query,
        *,
        limit: int = RANKED,
        is_stale: Callable[[], bool] = lambda: False,
    ) -> Answer:
        """Answer a query that has been read; an identifier is not looked up.

        Args:
            query: from `query.parse`.
            limit: as for `run`.
            is_stale: as for `run`.

        Raises:
            As `run`.
        """
        known, notes = self._resolver.sets(query.sets)
        found = self._ask(lambda engine: answer(engine, query, known, limit, is_stale))
        return replace(found, notes=(*notes, *found.notes)) if notes else found

    def related(
        self,
        ordinal: int,
        *,
        limit: int = RANKED,
        is_stale: Callable[[], bool] = lambda: False,
    ) -> tuple[Answer, Callable[[int], tuple[str, ...]]]:
        """The papers that are like a paper, and what gives the words that one shares with it.

        Args:
            ordinal: the paper.
            limit: how many results to rank.
            is_stale: as for `run`.

        Returns:
            The answer, and a function from the ordinal of a result to the rare words that it
            shares, the rarest first; each of them is a query.

        Raises:
            KeyError: there is no such paper.
            As `run`.
        """
        subject = self._document(ordinal)

        def find(engine: Engine) -> tuple[Answer, Callable[[int], tuple[str, ...]]]:
            found = related(engine, subject)
            shared = partial(self._shared, found.terms)
            return answer_related(engine, found, limit, is_stale), shared

        return self._ask(find)

    def highlight(self, answer: Answer, text: str) -> list[tuple[int, int]]:
        """The ranges `[start, end)` of a plain text that an answer's query matches."""
        return highlight(text, answer.matcher)

    def _shared(self, terms: Collection[Telling], ordinal: int) -> tuple[str, ...]:
        return shared_words(terms, self._document(ordinal))

    def _document(self, ordinal: int) -> Document:
        return document_of(ordinal, self._store.paper(ordinal), self._store.forms(ordinal))

    def _ask(self, question: Callable[[Engine], T]) -> T:
        """Ask the engine; one that turns out to be damaged is made anew and asked again."""
        if self._engine is None:
            raise SearchNotReady("the search index is being built")
        try:
            return question(self._engine)
        except IndexUnusable:
            self.ensure()
        if self._engine is None:
            raise SearchNotReady("the search index is being built")
        return question(self._engine)

    def _opened(self, kind: Kind) -> tuple[Engine | None, str | None]:
        """The engine of a kind, if its index is there, and what is wrong with it, if it is."""
        stamp = {"papers": self._store.content_stamp()}
        try:
            if kind == "whoosh":
                from index.search.whoosh_engine import open_engine

                return open_engine(self._folder / kind, stamp), None
            from index.search.snapshot import open_snapshot

            return open_snapshot(self._folder / kind, stamp), None
        except IndexUnusable as unusable:
            return None, unusable.reason if unusable.is_damage else None

    def _keep_facets(self, folder: Path) -> None:
        self._facets_child = Child("facets", self._library, folder)
        self._facets_child.run(lambda _: None)

    def _build(self, kind: Kind, progress: Progress | None) -> None:
        total = self._store.count()

        def tell(done: int) -> None:
            if progress is not None:
                progress(done, total)

        if total <= SMALL:
            try:
                build_index(kind, self._store, self._folder / kind, tell)
            except IndexUnusable as error:
                raise LibraryError(f"cannot build the search index: {error}") from error
        else:
            self._child = Child(kind, self._library, self._folder / kind)
            self._child.run(tell)
