"""Measures of a ranking, as trec_eval defines them, and how sure a difference is."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from bench import SEED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

DEPTH = 10
"""Where nDCG and the reciprocal rank stop."""
RESAMPLES = 10_000


def ndcg(ranking: Sequence[int], gains: Mapping[int, int], depth: int = DEPTH) -> float:
    """Normalised discounted cumulative gain.

    A paper at rank r adds gain / log2(r + 1); the sum is divided by that of the best possible
    ranking (K. Jarvelin and J. Kekalainen, "Cumulated gain-based evaluation of IR techniques",
    ACM TOIS 20(4), 2002, with trec_eval's linear gains).

    Args:
        ranking: numbers of papers, best first.
        gains: the gain of each judged paper; the others have none.
        depth: how many ranks count.
    """
    best = sorted((gain for gain in gains.values() if gain > 0), reverse=True)
    ideal = _discounted(best[:depth])
    found = _discounted([max(gains.get(number, 0), 0) for number in ranking[:depth]])
    return found / ideal if ideal else 0.0


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))


def average_precision(ranking: Sequence[int], gains: Mapping[int, int]) -> float:
    """The mean, over all relevant papers, of the precision at their ranks; 0 for those missed."""
    relevant = sum(gain > 0 for gain in gains.values())
    found = 0
    total = 0.0
    for rank, number in enumerate(ranking, start=1):
        if gains.get(number, 0) > 0:
            found += 1
            total += found / rank
    return total / relevant if relevant else 0.0


def reciprocal_rank(ranking: Sequence[int], gains: Mapping[int, int], depth: int = DEPTH) -> float:
    """One over the rank of the first relevant paper, 0 if none is within the depth."""
    for rank, number in enumerate(ranking[:depth], start=1):
        if gains.get(number, 0) > 0:
            return 1.0 / rank
    return 0.0


MEASURES: Mapping[str, Callable[[Sequence[int], Mapping[int, int]], float]] = {
    "nDCG@10": ndcg,
    "AP@100": average_precision,
    "RR@10": reciprocal_rank,
}


class Interval(NamedTuple):
    """A mean difference and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval excludes 0."""
        return self.low > 0 or self.high < 0


def paired_bootstrap(
    collections: Sequence[tuple[Sequence[float], Sequence[float]]], resamples: int = RESAMPLES
) -> Interval:
    """The difference of two systems over the same queries, with its percentile interval.

    Queries are drawn again, with replacement, within each collection; the collections count
    alike, however many queries they have.

    Args:
        collections: for each, the scores of the one and of the other system, query by query.
        resamples: how often to draw.

    Returns:
        The first system's mean less the second's.

    Raises:
        ImportError: numpy is not installed.
    """
    import numpy as np

    chance = np.random.default_rng(SEED)
    drawn = np.zeros(resamples)
    mean = 0.0
    for ours, theirs in collections:
        difference = np.asarray(ours) - np.asarray(theirs)
        # Some thousand rows at a time: all at once would take hundreds of megabytes.
        for start in range(0, resamples, 1_000):
            rows = min(1_000, resamples - start)
            picked = chance.integers(0, len(difference), (rows, len(difference)))
            drawn[start : start + rows] += difference[picked].mean(axis=1)
        mean += float(difference.mean())
    low, high = np.percentile(drawn / len(collections), [2.5, 97.5])
    return Interval(mean / len(collections), float(low), float(high))
