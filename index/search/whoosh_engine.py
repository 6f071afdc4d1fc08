"""The Whoosh index: how it is built, opened safely and searched.

It is the index of record, and answers by itself for small collections. Analysis, statistics,
formula and query tree are ours, shared with every engine.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from index.search import generations
from index.search.analyse import ANALYSE_VERSION, content_tokens
from index.search.engine import BuildCancelled, IndexUnusable, Stale, ranked
from index.search.statistics import Statistics
from index.search.whoosh_guard import (
    FileIndex,
    FileStorage,
    Searcher,
    create_in,
    distribution,
    fields,
    formats,
)
from index.search.whoosh_queries import FIELD, Bm25, PostingReader, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from index.search.engine import Document, Hits
    from index.search.generations import Generation
    from index.search.tree import Leaf, Node

SCHEMA_VERSION = 1
"""Raised when the same analysis is stored in another way."""

_REPORT_EVERY = 128


class _Terms(fields.FieldType):  # type: ignore[misc] # Whoosh is not typed
    """A field whose value is analysed already: (term, position) pairs.

    Whoosh keeps no lengths for it; it would round them to a byte.
    """

    def __init__(self) -> None:
        super().__init__(formats.Positions(), None)

    def index(
        self, value: Sequence[tuple[str, int]], **_: object
    ) -> Iterator[tuple[bytes, int, float, bytes]]:
        """Yield (term, frequency, weight, encoded positions) for each distinct term."""
        positions = defaultdict(list)
        for term, position in value:
            positions[term].append(position)
        for term, places in positions.items():
            yield term.encode(), len(places), float(len(places)), self.format.encode(places)


_SCHEMA = fields.Schema(**{FIELD: _Terms()})


def build(
    documents: Iterable[Document],
    folder: Path,
    stamp: Mapping[str, str],
    *,
    progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> None:
    """Build an index and make it the folder's current one.

    What was there before stays until the new index is complete on disk, and for good if anything
    goes wrong.

    Args:
        documents: the papers; their ordinals must differ.
        folder: the index's own folder; made (mode 0700) if it is missing.
        stamp: what the papers are; the index can only be opened with the same.
        progress: told now and then how many papers are indexed.
        cancelled: asked now and then.

    Raises:
        IndexUnusable: the folder cannot be written (the `OSError` is its cause) or is not safe.
        BuildCancelled: `cancelled` turned true.
        ValueError: two documents have the same ordinal.
    """
    full_stamp = _full_stamp(stamp)
    try:
        generations.prepare(folder)
        with generations.temporary(folder) as path:
            statistics = _write(documents, path, progress or _ignore, cancelled or _never)
            statistics.save(path)
            generations.publish(path, statistics.count, full_stamp)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise IndexUnusable(f"the index cannot be written: {reason}") from error


def _write(
    documents: Iterable[Document],
    path: Path,
    progress: Callable[[int], None],
    cancelled: Callable[[], bool],
) -> Statistics:
    ordinals: dict[int, int] = {}  # to length, in order
    words: set[str] = set()
    index = create_in(str(path), _SCHEMA)
    writer = index.writer()
    # Should this fail, the writer is left as it is: cancelling it can fail too, and its files and
    # its lock go with their folder.
    for number, document in enumerate(documents):
        if number % _REPORT_EVERY == 0:
            if cancelled():
                raise BuildCancelled
            progress(number)
        if document.ordinal in ordinals:
            raise ValueError(f"two documents have the ordinal {document.ordinal}")
        content = content_tokens(document)
        writer.add_document(**{FIELD: content.tokens})
        ordinals[document.ordinal] = content.length
        words |= content.words
    writer.commit()
    (path / f"{index.indexname}_WRITELOCK").unlink()
    progress(len(ordinals))
    return Statistics(list(ordinals), list(ordinals.values()), sorted(words))


def _ignore(_: int) -> None:
    pass


def _never() -> bool:
    return False


def _full_stamp(stamp: Mapping[str, str]) -> dict[str, str]:
    ours = {
        "whoosh": distribution(),
        "schema": str(SCHEMA_VERSION),
        "analyse": str(ANALYSE_VERSION),
    }
    return {**ours, **{f"of {name}": value for name, value in stamp.items()}}


def open_engine(folder: Path, stamp: Mapping[str, str]) -> WhooshEngine:
    """Open the current index of a folder.

    Args:
        folder: as given to `build`.
        stamp: as given to `build`.

    Raises:
        IndexUnusable: there is none, it is of other papers or versions, it is damaged, or somebody
            else could have made it. It must then be built.
    """
    return generations.open_current(folder, _full_stamp(stamp), WhooshEngine)


@contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except (Stale, IndexUnusable):
        raise
    # Damaged files make Whoosh fail in every way there is, from struct.error to TypeError.
    except Exception as error:
        raise IndexUnusable(f"the index is damaged: {type(error).__name__}") from error


class WhooshEngine:
    """An engine over one Whoosh index; it may be used from several threads.

    Args:
        generation: the verified files.

    Raises:
        IndexUnusable: it cannot be read.
    """

    def __init__(self, generation: Generation) -> None:
        path, count = generation
        self._lock = threading.Lock()  # readers of one index share their place in its files
        with _guarded():
            self._statistics = Statistics.load(path)
            storage = FileStorage(str(path), readonly=True)
            reader = FileIndex(storage, schema=_SCHEMA).reader()
            self._searcher = Searcher(reader, weighting=Bm25(self._statistics))
            self._postings = PostingReader(reader)
            self._numbers = {o: number for number, o in enumerate(self._statistics.ordinals)}
            if not count == self._statistics.count == reader.doc_count_all():
                raise IndexUnusable("the index is damaged: papers are missing")

    @property
    def count(self) -> int:
        """Papers in the collection."""
        return self._statistics.count

    def document_frequency(self, term: str) -> int:
        """How many papers hold the term."""
        with self._lock, _guarded():
            return int(self._searcher.doc_frequency(FIELD, term))

    def words(self, prefix: str) -> Sequence[str]:
        """The collection's folded words that begin with the prefix."""
        return self._statistics.words_from(prefix)

    def expand(self, prefix: str) -> Sequence[str]:
        """The terms of those words."""
        return self._statistics.expand(prefix)

    def distances(self, first: Leaf, second: Leaf, ordinals: Sequence[int]) -> dict[int, int]:
        """How near two words stand in papers; see `Engine.distances`."""
        with self._lock, _guarded():
            run = self._run({}, _never)
            numbers = [self._numbers[o] for o in ordinals if o in self._numbers]
            found = run.distances(first, second, numbers)
        return {self._statistics.ordinals[number]: apart for number, apart in found.items()}

    def run(
        self,
        node: Node,
        sets: Mapping[str, Collection[int]],
        limit: int,
        is_stale: Callable[[], bool],
    ) -> Hits:
        """Find and rank the papers that match a tree; see `Engine.run`."""
        ordinals = self._statistics.ordinals
        with self._lock, _guarded():
            scores = self._run(sets, is_stale).scores(node)
        return ranked({ordinals[number]: score for number, score in scores.items()}, limit)

    def _run(self, sets: Mapping[str, Collection[int]], is_stale: Callable[[], bool]) -> Run:
        return Run(self, self._searcher, self._postings, self._statistics, sets, is_stale)
