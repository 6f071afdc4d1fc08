"""Operations on whole arrays of postings and matches: what a snapshot is searched with.

Papers go by their number here, from 0; *size* is how many numbers there are.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from index.search import rank
from index.search.engine import Hits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.integer[Any]]"
Floats: TypeAlias = "NDArray[np.float64]"
Mask: TypeAlias = "NDArray[np.bool_]"


class Matches(NamedTuple):
    """Papers, in ascending order, and their scores."""

    papers: Numbers
    scores: Floats


def starts_of(sizes: Numbers) -> Numbers:
    """The starts of things of these sizes: thing i reaches from start i to start i + 1."""
    starts = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def runs(numbers: Numbers) -> list[tuple[int, int]]:
    """Ascending numbers as ranges [start, end)."""
    lasts = np.flatnonzero(np.diff(numbers, append=-1) != 1)
    firsts = np.concatenate(([0], lasts[:-1] + 1))[: len(lasts)]
    return list(zip(numbers[firsts].tolist(), (numbers[lasts] + 1).tolist(), strict=True))


def ranges(starts: Numbers, numbers: Numbers) -> list[tuple[int, int]]:
    """Where things with ascending numbers lie, those of consecutive numbers in one piece.

    Args:
        starts: see `starts_of`.
        numbers: of the things.
    """
    return [(int(starts[first]), int(starts[end])) for first, end in runs(numbers)]


def joined(numbers: Numbers, pieces: Iterable[tuple[int, int]]) -> Numbers:
    """The pieces [start, end) of an array, one after the other."""
    found = [numbers[start:end] for start, end in pieces]
    return found[0] if len(found) == 1 else np.concatenate([*found, numbers[:0]])


def summed(papers: Numbers, frequencies: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """Several terms' postings as those of one: papers in ascending order, frequencies added up.

    Raises:
        IndexError: a paper's number is too large.
        ValueError: one is negative.
    """
    if len(papers) and papers.max() >= size:
        raise IndexError("no such paper")
    totals = np.bincount(papers, weights=frequencies, minlength=size)
    found = np.flatnonzero(totals)
    return found, totals[found].astype(np.int64)


def every(papers: Numbers) -> Matches:
    """Papers that match, without a score."""
    return Matches(papers, np.zeros(len(papers)))


def intersection(matches: Sequence[Matches], size: int) -> Matches:
    """Papers that match all; scores add up."""
    rarest, *others = sorted(matches, key=lambda match: len(match.papers))
    papers, scores = rarest
    for match in others:
        if len(match.papers) == size:
            scores = scores + match.scores[papers]
            continue
        place_of = np.full(size, -1, dtype=np.int32)
        place_of[match.papers] = np.arange(len(match.papers), dtype=np.int32)
        place = place_of[papers]
        kept = place >= 0
        papers = papers[kept]
        scores = scores[kept] + match.scores[place[kept]]
    return Matches(papers, scores)


def union(matches: Sequence[Matches], size: int) -> Matches:
    """Papers that match any; the scores of those that match add up."""
    found = np.zeros(size, dtype=np.bool_)
    scores = np.zeros(size)
    for match in matches:
        found[match.papers] = True
        scores[match.papers] += match.scores
    papers = np.flatnonzero(found)
    return Matches(papers, scores[papers])


def without(papers: Numbers, unwanted: Numbers, size: int) -> Numbers:
    """The papers but for the unwanted."""
    kept = np.ones(size, dtype=np.bool_)
    kept[unwanted] = False
    return papers[kept[papers]]


def best_partial(clauses: Sequence[Matches], count: int, size: int) -> Matches:
    """What `rank.best_partial` does, for arrays.

    Args:
        clauses: what each clause matches.
        count: papers in the collection (N).
        size: how many numbers there are.
    """
    matched = [clause for clause in clauses if len(clause.papers)]
    covered = np.zeros(size)
    for clause in matched:
        covered[clause.papers] += rank.idf(count, len(clause.papers))
    least = rank.partial_share(len(matched)) * covered.max(initial=0.0)
    papers, scores = union(matched, size)
    kept = covered[papers] >= least
    return Matches(papers[kept], scores[kept])


def chosen_tokens(frequencies: Numbers, places: Numbers, chosen: Mask) -> Numbers:
    """The places of some of the postings.

    Args:
        frequencies: how many places each posting has.
        places: of all postings, one after the other.
        chosen: which postings.
    """
    ends = np.cumsum(frequencies, dtype=np.int64)[chosen]
    sizes = frequencies[chosen]
    starts = starts_of(sizes)
    tokens: Numbers = np.arange(starts[-1]) + np.repeat(ends - starts[1:], sizes)
    return places[tokens]


def ranked(matches: Matches, ordinals: Numbers, limit: int) -> Hits:
    """Put matches in order, as `engine.ranked` does.

    Args:
        matches: the papers.
        ordinals: of every paper.
        limit: how many papers to rank.
    """
    numbers = ordinals[matches.papers]
    scores = np.round(matches.scores, rank.SCORE_DECIMALS)
    best = np.arange(len(scores))
    limit = max(limit, 0)
    if limit < len(scores):
        bar = np.partition(scores, -limit)[-limit] if limit else np.inf
        above = np.flatnonzero(scores > bar)
        level = np.flatnonzero(scores == bar)
        level = level[np.argsort(numbers[level], kind="stable")]
        best = np.concatenate((above, level[: limit - len(above)]))
    best = best[np.lexsort((numbers[best], -scores[best]))]
    is_rest = np.ones(len(scores), dtype=np.bool_)
    is_rest[best] = False
    # A stable sort takes next to no time where there is nothing to sort, as is nearly always so.
    rest = np.sort(numbers[is_rest], kind="stable")
    # Plain integers are what other parts of the program can use, store and compare.
    listed = array("q", np.concatenate((numbers[best], rest)).astype(np.int64).tobytes())
    return Hits(listed, scores[best].tolist())
