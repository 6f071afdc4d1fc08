"""Building the posting snapshot, and bringing it up to date.

It has two segments at most: a large one that is only ever marked where papers were removed, and a
small one that is written anew with every paper that comes. Both become one when a tenth of the
papers would be removed or in the small one, so an update costs a tenth of a build at the most, and
on average far less.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from index.search import generations
from index.search.analyse import ANALYSE_VERSION
from index.search.engine import BuildCancelled, IndexUnusable
from index.search.snapshot_files import (
    FORMAT_VERSION,
    open_segments,
    segment_files,
    write_removed,
)
from index.search.snapshot_sources import AnalysedPapers, SegmentPapers, word_counts
from index.search.snapshot_writer import write_segment

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from index.search.engine import Document
    from index.search.generations import Facts
    from index.search.postings import Mask
    from index.search.snapshot_files import Segment

MERGED_SHARE = 0.1
"""The share of the papers that may be removed or in the small segment before all is merged."""

_LARGE, _SMALL = "0", "1"
_REPORT_EVERY = 128


def build_snapshot(
    documents: Iterable[Document],
    folder: Path,
    stamp: Mapping[str, str],
    *,
    progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> None:
    """Build a snapshot and make it the folder's current one.

    What was there before stays until the new one is complete on disk, and for good if anything
    goes wrong.

    Args:
        documents: the papers; their ordinals must differ. They are taken one by one.
        folder: the snapshot's own folder; made (mode 0700) if it is missing.
        stamp: what the papers are; the snapshot can only be opened with the same.
        progress: told now and then how many papers are analysed. Sorting follows, which takes
            half as long at the most.
        cancelled: asked now and then.

    Raises:
        IndexUnusable: the folder cannot be written (the `OSError` is its cause) or is not safe.
        BuildCancelled: `cancelled` turned true.
        ValueError: two documents have the same ordinal.
    """
    check = _checker(cancelled)
    with _written(folder) as path:
        with AnalysedPapers(path) as papers:
            _analyse(documents, papers, progress, check)
            write_segment(path, _LARGE, [papers], check)
            count = len(papers.ordinals)
        generations.publish(path, count, full_stamp(stamp))


def update_snapshot(
    folder: Path,
    stamp: Mapping[str, str],
    new_stamp: Mapping[str, str],
    *,
    added: Iterable[Document] = (),
    removed: Collection[int] = (),
    progress: Callable[[int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> None:
    """Bring the current snapshot of a folder up to date, in one step; readers keep theirs.

    Args:
        folder: as given to `build_snapshot`.
        stamp: what the snapshot was made of.
        new_stamp: what it is made of afterwards.
        added: papers that are new; a changed paper is removed and added.
        removed: ordinals of papers that go; others than the snapshot's do no harm.
        progress: told now and then how many of the added papers are analysed.
        cancelled: asked now and then.

    Raises:
        IndexUnusable: there is no snapshot with that stamp, it is damaged, or the new one cannot
            be written.
        BuildCancelled: `cancelled` turned true.
        ValueError: an added paper has the ordinal of one that stays, or of another added one.
    """
    check = _checker(cancelled)
    # All of it is checked: damage must not be copied into files that are then sealed as sound.
    generation = generations.current(folder, full_stamp(stamp))
    segments = open_segments(generation)
    gone = np.fromiter(removed, np.int64)
    remaining = [_remaining(segment, gone) for segment in segments]
    with _written(folder) as path:
        with AnalysedPapers(path) as papers:
            _analyse(added, papers, progress, check)
            live = [int(np.count_nonzero(mask)) for mask in remaining]
            count = sum(live) + len(papers.ordinals)
            for segment, mask in zip(segments, remaining, strict=True):
                if both := np.intersect1d(segment.ordinals[mask], papers.ordinals).tolist():
                    raise ValueError(f"two documents have the ordinal {both[0]}")
            older = [SegmentPapers(*pair) for pair in zip(segments, remaining, strict=True)]
            dead = len(remaining[0]) - live[0]
            taken_over: dict[str, Facts] = {}
            if dead + count - live[0] > MERGED_SHARE * count:
                write_segment(path, _LARGE, [*older, papers], check)
            else:
                taken_over = _take_over(generation.path, path)
                if dead:
                    _mark_removed(path, segments[0], remaining[0])
                if count > live[0]:
                    write_segment(path, _SMALL, [*older[1:], papers], check)
        generations.publish(path, count, full_stamp(new_stamp), taken_over=taken_over)


def full_stamp(stamp: Mapping[str, str]) -> dict[str, str]:
    """What a snapshot of these papers, made by this version, is stamped with."""
    ours = {"snapshot": str(FORMAT_VERSION), "analyse": str(ANALYSE_VERSION)}
    return {**ours, **{f"of {name}": value for name, value in stamp.items()}}


@contextmanager
def _written(folder: Path) -> Iterator[Path]:
    """A new generation of a folder, to be written in the block."""
    try:
        generations.prepare(folder)
        with generations.temporary(folder) as path:
            yield path
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise IndexUnusable(f"the index cannot be written: {reason}") from error


def _checker(cancelled: Callable[[], bool] | None) -> Callable[[], None]:
    def check() -> None:
        if cancelled is not None and cancelled():
            raise BuildCancelled

    return check


def _analyse(
    documents: Iterable[Document],
    papers: AnalysedPapers,
    progress: Callable[[int], None] | None,
    check: Callable[[], None],
) -> None:
    done = 0
    for done, document in enumerate(documents, 1):
        if done % _REPORT_EVERY == 1:
            check()
            if progress is not None:
                progress(done - 1)
        papers.add(document)
    papers.finish()
    if progress is not None:
        progress(done)


def _remaining(segment: Segment, gone: NDArray[np.int64]) -> Mask:
    """Which papers of a segment stay."""
    stays = ~np.isin(segment.ordinals, gone)
    return stays if segment.live is None else stays & segment.live


def _take_over(old: Path, new: Path) -> dict[str, Facts]:
    """Have the large segment's files in a new generation too, without copying if possible."""
    known = generations.facts(old)
    taken_over = {}
    for file in segment_files(old, _LARGE):
        try:
            os.link(file, new / file.name)
        except OSError:  # the file system knows no links
            shutil.copy2(file, new / file.name)
        taken_over[file.name] = known[file.name]
    return taken_over


def _mark_removed(path: Path, segment: Segment, remaining: Mask) -> None:
    mute = np.flatnonzero(word_counts(SegmentPapers(segment, remaining)) == 0)
    write_removed(path, _LARGE, np.flatnonzero(~remaining), mute)
