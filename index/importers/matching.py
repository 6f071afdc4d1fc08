"""Finds the full records whose abstract is that of an untitled paper, among any number of papers.

Of the shingles of each full record one in eight is kept, the same ones of every text (FracMinHash:
Irber and others, "Lightweight compositional analysis of metagenomes with FracMinHash", 2022). A
paper's candidates are the records that share most of the kept ones; what they have in common is
then told by all of their shingles.

    hashes.npy, ordinals.npy    kept shingles in ascending order, and whose each is
    found.json                  for each untitled paper the full records that match it
"""

from __future__ import annotations

import json
from array import array
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from index.importers.shingles import Verdict, compared, normal_words, shingles, verdict
from index.search import generations
from index.search.engine import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from numpy.typing import NDArray

    from index.search.generations import Generation
    from index.store import PaperStore

MATCHING_VERSION = 1
SCALE = 8
"""One shingle in so many is kept."""
COMMON = 200
"""A shingle of more records says nothing of any of them."""
CANDIDATES = 8
"""So many records are looked at for a paper."""

_TELL_EVERY = 128


class Found(NamedTuple):
    """That the abstract of a full record matches that of an untitled paper.

    Attributes:
        ordinal: the untitled paper.
        full_ordinal: the full record.
        containment: of their shingles, 0 to 1.
        shared: how many shingles they share.
        verdict: whether they are the same abstract or only similar.
    """

    ordinal: int
    full_ordinal: int
    containment: float
    shared: int
    verdict: Verdict


class Kept(NamedTuple):
    """The kept shingles of records, in ascending order, and the ordinal of each one's record."""

    hashes: NDArray[np.uint32]
    ordinals: NDArray[np.int32]

    def candidates(self, wanted: AbstractSet[int], count: int = CANDIDATES) -> list[int]:
        """The records that share most of the kept ones among some shingles, the best first."""
        kept = np.array(sorted(item for item in wanted if item % SCALE == 0), dtype=np.uint32)
        shared: Counter[int] = Counter()
        firsts = np.searchsorted(self.hashes, kept, "left").tolist()
        lasts = np.searchsorted(self.hashes, kept, "right").tolist()
        for first, last in zip(firsts, lasts, strict=True):
            if last - first <= COMMON:
                shared.update(self.ordinals[first:last].tolist())
        ranked = sorted(shared.items(), key=lambda item: (-item[1], item[0]))
        return [ordinal for ordinal, _ in ranked[:count]]


def keep(texts: Iterable[tuple[int, str]]) -> Kept:
    """Keep what is needed of records, given as pairs of ordinal and plain abstract."""
    hashes, ordinals = array("I"), array("i")
    for ordinal, plain in texts:
        kept = [item for item in shingles(normal_words(plain)) if item % SCALE == 0]
        hashes.extend(kept)
        ordinals.extend([ordinal] * len(kept))
    return _sorted(np.array(hashes, dtype=np.uint32), np.array(ordinals, dtype=np.int32))


def matches(
    kept: Kept,
    untitled: Iterable[tuple[int, str]],
    text_of: Callable[[list[int]], Mapping[int, str]],
) -> Iterator[Found]:
    """The full records that match untitled papers, those of a paper in a row, the best first.

    Args:
        kept: of the full records.
        untitled: ordinals and plain abstracts.
        text_of: gives plain abstracts of full records by their ordinals.
    """
    for ordinal, plain in untitled:
        words = normal_words(plain)
        texts = text_of(kept.candidates(shingles(words)))
        found = []
        for full, text in texts.items():
            contained = compared(words, normal_words(text))
            said = verdict(contained)
            if said is not None:
                found.append(Found(ordinal, full, contained.share, contained.shared, said))
        yield from sorted(found, key=lambda item: (-item.containment, item.full_ordinal))


def find_all(
    store: PaperStore, folder: Path, progress: Callable[[int], None] | None = None
) -> None:
    """Find the matches of all papers of a store and keep them, as far as possible from before.

    Args:
        store: the papers.
        folder: where they are kept; its content can be thrown away at any time.
        progress: told now and then how many full records have been read.

    Raises:
        IndexUnusable: the folder cannot be written or is not safe.
    """
    stamp = _stamp(store)
    kept = _brought_up(store, folder, progress)
    found = matches(
        kept,
        store.joined.texts(full=False),
        lambda ordinals: dict(store.joined.texts(full=True, ordinals=ordinals)),
    )
    try:
        generations.prepare(folder)
        with generations.temporary(folder) as path:
            np.save(path / "hashes.npy", kept.hashes, allow_pickle=False)
            np.save(path / "ordinals.npy", kept.ordinals, allow_pickle=False)
            with (path / "found.json").open("w", encoding="utf-8") as file:
                json.dump(list(found), file)
            generations.publish(path, len(kept.hashes), stamp)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise IndexUnusable(f"the matches cannot be kept: {reason}") from error


def found_before(store: PaperStore, folder: Path) -> list[Found]:
    """The matches that were found for the papers as they are now.

    Raises:
        IndexUnusable: there are none, they are of other papers, or damaged.
    """

    def read(generation: Generation) -> list[Found]:
        try:
            rows = json.loads((generation.path / "found.json").read_bytes())
            return [Found(*row) for row in rows]
        except (OSError, ValueError, TypeError) as error:
            raise IndexUnusable(f"the matches are damaged: {type(error).__name__}") from error

    return generations.open_current(folder, _stamp(store), read, quick=True)


def _stamp(store: PaperStore) -> dict[str, str]:
    return {"papers": store.content_stamp(), "matching": str(MATCHING_VERSION)}


def _brought_up(store: PaperStore, folder: Path, progress: Callable[[int], None] | None) -> Kept:
    """What is kept of the full records as they are now; only what has changed is read."""
    before = _before(store, folder)
    if before is not None:
        kept, revision = before
        changed = store.changed_since(revision)
        if len(changed) * 2 <= store.count():
            fresh = keep(_told(store.joined.texts(full=True, ordinals=changed), progress))
            gone = np.array([*changed, *store.removed_since(revision)], dtype=np.int32)
            stays = ~np.isin(kept.ordinals, gone)
            return _sorted(
                np.concatenate([kept.hashes[stays], fresh.hashes]),
                np.concatenate([kept.ordinals[stays], fresh.ordinals]),
            )
    return keep(_told(store.joined.texts(full=True), progress))


def _before(store: PaperStore, folder: Path) -> tuple[Kept, int] | None:
    """What was kept at an earlier revision of the same library, and that revision."""
    try:
        stamp = generations.stamp_of(folder)
        library, _, revision = stamp.get("papers", "").rpartition(".")
        if library != store.content_stamp().rpartition(".")[0] or not revision.isdigit():
            return None
        expected = {"papers": stamp["papers"], "matching": str(MATCHING_VERSION)}
        return generations.open_current(folder, expected, _opened), int(revision)
    except IndexUnusable:
        return None


def _opened(generation: Generation) -> Kept:
    try:
        hashes, ordinals = (
            np.load(generation.path / name, mmap_mode="r", allow_pickle=False)
            for name in ("hashes.npy", "ordinals.npy")
        )
    except (OSError, ValueError) as error:
        raise IndexUnusable(f"the matches are damaged: {type(error).__name__}") from error
    if hashes.dtype != np.uint32 or ordinals.dtype != np.int32 or hashes.shape != ordinals.shape:
        raise IndexUnusable("the matches are damaged: other arrays than expected")
    return Kept(hashes, ordinals)


def _sorted(hashes: NDArray[np.uint32], ordinals: NDArray[np.int32]) -> Kept:
    order = np.lexsort((ordinals, hashes))
    return Kept(hashes[order], ordinals[order])


def _told(
    texts: Iterable[tuple[int, str]], progress: Callable[[int], None] | None
) -> Iterator[tuple[int, str]]:
    for done, text in enumerate(texts):
        if progress is not None and done % _TELL_EVERY == 0:
            progress(done)
        yield text
