"""The posting snapshot: the engine for large collections.

It answers as every engine does, only faster: a query is a handful of operations on whole arrays.
Importing this loads numpy.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from index.search import generations, rank
from index.search.engine import IndexUnusable, Stale
from index.search.postings import (
    Matches,
    best_partial,
    every,
    intersection,
    ranked,
    union,
    without,
)
from index.search.snapshot_build import full_stamp
from index.search.snapshot_collection import Collection
from index.search.snapshot_files import open_segments
from index.search.tree import (
    Among,
    And,
    Best,
    Everything,
    InField,
    Not,
    Nothing,
    Or,
    Phrase,
    Term,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Collection as AnyCollection
    from pathlib import Path

    from index.search.engine import Hits
    from index.search.generations import Generation
    from index.search.tree import Leaf, Node

_KEPT_MATCHES = 1_000_000
"""Papers in all the matches that are kept at hand; 16 bytes each."""


def open_snapshot(folder: Path, stamp: Mapping[str, str]) -> SnapshotEngine:
    """Open the current snapshot of a folder, in milliseconds.

    What is large is not read, so damage within it goes unnoticed here; `SnapshotEngine.verify`
    looks for it.

    Args:
        folder: as given to `build_snapshot`.
        stamp: as given to `build_snapshot`.

    Raises:
        IndexUnusable: there is none, it is of other papers or versions, it is damaged, or somebody
            else could have made it. It must then be built.
    """
    return generations.open_current(folder, full_stamp(stamp), SnapshotEngine, quick=True)


@contextmanager
def _guarded() -> Iterator[None]:
    """Tell that numbers make no sense: whatever operation meets them fails."""
    try:
        yield
    except (IndexError, ValueError, MemoryError) as error:
        raise IndexUnusable(f"the index is damaged: {type(error).__name__}") from error


class SnapshotEngine:
    """An engine over one snapshot; it may be used from several threads.

    Args:
        generation: the verified files.

    Raises:
        IndexUnusable: they are damaged.
    """

    def __init__(self, generation: Generation) -> None:
        self._path = generation.path
        self._segments = open_segments(generation)
        self._collection = Collection(self._segments)
        self._kept = _Kept()

    def verify(self) -> None:
        """Read every byte of the files and compare it with what was written; may take seconds.

        Raises:
            IndexUnusable: something has changed.
        """
        generations.verify(self._path)

    @property
    def count(self) -> int:
        """Papers in the collection."""
        return self._collection.count

    def document_frequency(self, term: str) -> int:
        """How many papers hold the term."""
        with _guarded():
            papers, _ = self._collection.postings(Term(term))
        return len(papers)

    def words(self, prefix: str) -> Sequence[str]:
        """The collection's folded words that begin with the prefix."""
        with _guarded():
            return _merged([segment.words_from(prefix) for segment in self._segments])

    def expand(self, prefix: str) -> Sequence[str]:
        """The terms of those words."""
        with _guarded():
            return _merged([segment.expand(prefix) for segment in self._segments])

    def distances(self, first: Leaf, second: Leaf, ordinals: Sequence[int]) -> dict[int, int]:
        """How near two words stand in papers; see `Engine.distances`."""
        with _guarded():
            return self._collection.distances(first, second, ordinals)

    def run(
        self,
        node: Node,
        sets: Mapping[str, AnyCollection[int]],
        limit: int,
        is_stale: Callable[[], bool],
    ) -> Hits:
        """Find and rank the papers that match a tree; see `Engine.run`."""
        with _guarded():
            run = _Run(self._collection, self._kept, sets, is_stale)
            matches = run.matches(node)
            run.check()
            return ranked(matches, self._collection.ordinals, limit)


def _merged(lists: Sequence[list[str]]) -> list[str]:
    """Several ascending lists as one, without duplicates."""
    if len(lists) == 1:
        return lists[0]
    # Sorting makes use of what is in order already.
    return list(dict.fromkeys(sorted(string for strings in lists for string in strings)))


class _Kept:
    """Matches of the words and phrases met last: of a query being typed, most stay the same."""

    def __init__(self) -> None:
        self._matches: OrderedDict[Node, Matches] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def get(self, node: Node) -> Matches | None:
        """The matches of a node, if they are at hand."""
        with self._lock:
            if node in self._matches:
                self._matches.move_to_end(node)
            return self._matches.get(node)

    def add(self, node: Node, matches: Matches) -> None:
        """Keep the matches of a node, and drop the oldest for them."""
        with self._lock:
            if node in self._matches:
                return  # another thread was faster
            self._matches[node] = matches
            self._size += len(matches.papers) + 1
            while self._size > _KEPT_MATCHES:
                _, oldest = self._matches.popitem(last=False)
                self._size -= len(oldest.papers) + 1


class _Run:
    """One query being answered."""

    def __init__(
        self,
        collection: Collection,
        kept: _Kept,
        sets: Mapping[str, AnyCollection[int]],
        is_stale: Callable[[], bool],
    ) -> None:
        self._collection = collection
        self._kept = kept
        self._sets = sets
        self._is_stale = is_stale

    def check(self) -> None:
        """Give up if the answer is no longer wanted."""
        if self._is_stale():
            raise Stale

    def matches(self, node: Node) -> Matches:
        """The papers that match a node, and their scores."""
        self.check()
        size = self._collection.size
        match node:
            case And(children) if children:
                return intersection([self.matches(child) for child in children], size)
            case And() | Everything():
                return every(self._collection.papers)
            case Or(children):
                return union([self.matches(child) for child in children], size)
            case Not(child):
                unwanted = self.matches(child).papers
                return every(without(self._collection.papers, unwanted, size))
            case Best(children):
                clauses = [self.matches(child) for child in children]
                return best_partial(clauses, self._collection.count, size)
            case Among(name):
                return every(self._collection.among(self._sets.get(name, ())))
            case Nothing() | Phrase(()):
                return every(self._collection.papers[:0])
            case text:
                found = self._kept.get(text)
                if found is None:
                    found = self._searched(text)
                    self._kept.add(text, found)
                return found

    def _searched(self, node: Leaf | Phrase | InField) -> Matches:
        match node:
            case Phrase(parts):
                distinct = [self.matches(part) for part in dict.fromkeys(parts)]
                return self._consecutive(parts, intersection(distinct, self._collection.size))
            case InField(field, inner):
                parts = inner.parts if isinstance(inner, Phrase) else (inner,)
                return self._consecutive(parts, self.matches(inner), field)
            case leaf:
                papers, frequencies = self._collection.postings(leaf)
                idf = rank.idf(self._collection.count, len(papers))
                norms = self._collection.norms[papers]
                return Matches(papers, rank.term_score(frequencies.astype(np.float64), idf, norms))

    def _consecutive(
        self, parts: Sequence[Leaf], matches: Matches, field: str | None = None
    ) -> Matches:
        """Those of the matches where the parts stand one after the other."""
        self.check()
        found = self._collection.consecutive(parts, matches.papers, field)
        return intersection([every(found), matches], self._collection.size)
