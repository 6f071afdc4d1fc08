"""The best papers of an answer, put in order anew by how near the query's words stand in them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, cast

from index.search import rank
from index.search.engine import Hits, group
from index.search.tree import Prefix, Synonyms, Term

if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence

    from index.search.engine import Engine
    from index.search.tree import Leaf

MAX_FORMS = 64
"""A word that stands for more terms than this says too little about nearness yet."""


class Nearness:
    """Adds to scores what neighbouring words of a query are worth where they stand near.

    Args:
        engine: the collection.
        leaves: the words of the query, in order.
        is_stale: asked now and then.
    """

    def __init__(
        self, engine: Engine, leaves: Sequence[Leaf], is_stale: Callable[[], bool]
    ) -> None:
        self._engine = engine
        self._is_stale = is_stale
        distinct = list(dict.fromkeys(leaves))
        definite = set(filter(self._is_definite, distinct)) if len(distinct) > 1 else set()
        self._pairs = [pair for pair in pairwise(distinct) if definite.issuperset(pair)]
        self._idf = {leaf: self._idf_of(leaf) for pair in self._pairs for leaf in pair}

    def reordered(self, hits: Hits) -> Hits:
        """The same papers, the first `rank.REORDERED` of them in order of the sum."""
        count = min(rank.REORDERED, len(hits.scores))
        if not self._pairs or count < 2:
            return hits
        best = list(hits.ordinals[:count])
        scores = dict(zip(best, hits.scores, strict=False))
        for first, second in self._pairs:
            for ordinal, distance in self._engine.distances(first, second, best).items():
                scores[ordinal] += rank.nearness(distance, self._idf[first], self._idf[second])
        scores = {ordinal: round(score, rank.SCORE_DECIMALS) for ordinal, score in scores.items()}
        best.sort(key=lambda ordinal: (-scores[ordinal], ordinal))
        ordinals = cast("MutableSequence[int]", hits.ordinals[:])
        for place, ordinal in enumerate(best):
            ordinals[place] = ordinal
        return Hits(ordinals, [scores[ordinal] for ordinal in best] + list(hits.scores[count:]))

    def _is_definite(self, leaf: Leaf) -> bool:
        match leaf:
            case Term():
                return True
            case Synonyms(terms):
                return 0 < len(terms) <= MAX_FORMS
            case Prefix(prefix, _):
                return len(self._engine.words(prefix)) <= MAX_FORMS

    def _idf_of(self, leaf: Leaf) -> float:
        terms = group(self._engine, leaf)
        if len(terms) == 1:
            papers = self._engine.document_frequency(terms[0])
        else:
            papers = self._engine.run(leaf, {}, 0, self._is_stale).total
        return rank.idf(self._engine.count, papers)
