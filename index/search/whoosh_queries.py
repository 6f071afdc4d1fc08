"""Answering a query tree with Whoosh's queries and matchers.

Statistics, formula and tree are ours; Whoosh stores the postings and walks them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.search import rank
from index.search.analyse import field_positions
from index.search.engine import Stale, group
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
    Prefix,
    Synonyms,
    Term,
)
from index.search.whoosh_guard import matching, query, scoring

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from index.search.engine import Engine
    from index.search.statistics import Statistics
    from index.search.tree import Leaf, Node

FIELD = "content"
"""The one field that is searched."""

_CHECK_EVERY = 512
_KEPT_POSTINGS = 200_000


class Bm25(scoring.WeightingModel):  # type: ignore[misc]
    """Lets Whoosh score with our formula and our statistics."""

    def __init__(self, statistics: Statistics) -> None:
        self._count = statistics.count
        self._norms = statistics.norms()

    def scorer(self, searcher: Any, fieldname: str, text: bytes, **_: object) -> _Scorer:
        """A scorer for one term."""
        return self.scorer_for(searcher.doc_frequency(fieldname, text))

    def scorer_for(self, document_frequency: int) -> _Scorer:
        """A scorer for whatever occurs in so many papers."""
        return _Scorer(rank.idf(self._count, document_frequency), self._norms)


class _Scorer(scoring.BaseScorer):  # type: ignore[misc]
    """Scores the postings of one term, or of synonyms taken together."""

    def __init__(self, idf: float, norms: Sequence[float]) -> None:
        self._idf = idf
        self._norms = norms

    def score(self, matcher: Any) -> float:
        """Score the paper the matcher stands on."""
        score: float = rank.term_score(matcher.weight(), self._idf, self._norms[matcher.id()])
        return score


class _Listed(query.Query):  # type: ignore[misc]
    """A query whose papers are known already.

    Args:
        weights: for each paper's number its weight: a frequency, if there is a scorer, else its
            score.
        scorer: turns frequencies into scores.
    """

    def __init__(self, weights: Mapping[int, float], scorer: _Scorer | None = None) -> None:
        self._numbers = sorted(weights)
        self._weights = [weights[number] for number in self._numbers]
        self._scorer = scorer

    def estimate_size(self, _: object) -> int:
        """How many papers match; Whoosh orders its matchers by that."""
        return len(self._numbers)

    def matcher(self, *_: object) -> Any:
        """Walk the papers in order."""
        return matching.ListMatcher(self._numbers, self._weights, scorer=self._scorer)


class PostingReader:
    """The postings of single terms, kept at hand: a prefix needs hundreds at every key.

    Args:
        reader: a Whoosh reader.
    """

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._kept: dict[tuple[str, str], dict[int, Any]] = {}
        self._size = 0

    def frequencies(self, term: str) -> Mapping[int, float]:
        """How often each paper holds the term."""
        return self._read(term, "weight")

    def positions(self, term: str) -> Mapping[int, Sequence[int]]:
        """Where each paper holds the term."""
        return self._read(term, "positions")

    def _read(self, term: str, kind: str) -> dict[int, Any]:
        postings = self._kept.get((term, kind))
        if postings is not None:
            return postings
        postings = {}
        if (FIELD, term) in self._reader:
            matcher = self._reader.postings(FIELD, term)
            while matcher.is_active():
                postings[matcher.id()] = matcher.value_as(kind)
                matcher.next()
        self._size += len(postings) + 1
        if self._size > _KEPT_POSTINGS:
            self._kept.clear()
            self._size = len(postings) + 1
        self._kept[term, kind] = postings
        return postings


class Run:
    """One query being answered: turns the tree into Whoosh's queries and walks their matches.

    Papers go by their number in the index here.
    """

    def __init__(
        self,
        engine: Engine,
        searcher: Any,
        postings: PostingReader,
        statistics: Statistics,
        sets: Mapping[str, Collection[int]],
        is_stale: Callable[[], bool],
    ) -> None:
        self._engine = engine
        self._searcher = searcher
        self._postings = postings
        self._statistics = statistics
        self._sets = sets
        self._is_stale = is_stale

    def scores(self, node: Node) -> dict[int, float]:
        """Every matching paper and its score.

        The matches are walked one by one: Whoosh's own collectors skip what cannot reach the top,
        judging by rounded lengths, and all matches are wanted.
        """
        matcher = self._translate(node).matcher(self._searcher, self._searcher.context())
        found: dict[int, float] = {}
        while matcher.is_active():
            if len(found) % _CHECK_EVERY == 0:
                self._check()
            found[matcher.id()] = matcher.score()
            matcher.next()
        return found

    def _check(self) -> None:
        if self._is_stale():
            raise Stale

    def _translate(self, node: Node) -> Any:
        everything = range(self._statistics.count)
        match node:
            case Term(term):
                return query.Term(FIELD, term)
            case Synonyms() | Prefix():
                frequencies = self._frequencies(node)
                scorer = self._searcher.weighting.scorer_for(len(frequencies))
                return _Listed(frequencies, scorer)
            case Phrase(parts):
                return _Listed(self._phrase(parts))
            case InField(field, inner):
                return _Listed(self._in_field(field, inner))
            case And(children) if children:
                return query.And([self._translate(child) for child in children])
            case Or(children):
                union = query.Or([self._translate(child) for child in children])
                # The matcher Whoosh prefers for small indexes loses scores below an And.
                union.matcher_type = query.Or.DEFAULT_MATCHER
                return union
            case Not(child):
                matched = self.scores(child)
                return _Listed({number: 0.0 for number in everything if number not in matched})
            case Best(children):
                clauses = [self.scores(child) for child in children]
                return _Listed(rank.best_partial(clauses, self._statistics.count))
            case Among(name):
                wanted = set(self._sets.get(name, ()))
                ordinals = self._statistics.ordinals
                return _Listed({n: 0.0 for n in everything if ordinals[n] in wanted})
            case And() | Everything():
                return _Listed(dict.fromkeys(everything, 0.0))
            case Nothing():
                return _Listed({})

    def _frequencies(self, leaf: Leaf) -> dict[int, float]:
        """How often each paper holds any of a leaf's terms."""
        summed: dict[int, float] = {}
        for term in group(self._engine, leaf):
            self._check()
            for number, frequency in self._postings.frequencies(term).items():
                summed[number] = summed.get(number, 0.0) + frequency
        return summed

    def _positions(self, leaf: Leaf) -> dict[int, set[int]]:
        """Where each paper holds any of a leaf's terms."""
        places: dict[int, set[int]] = {}
        for term in group(self._engine, leaf):
            self._check()
            for number, positions in self._postings.positions(term).items():
                places.setdefault(number, set()).update(positions)
        return places

    def _phrase(self, parts: Sequence[Leaf]) -> dict[int, float]:
        scores = [self.scores(part) for part in dict.fromkeys(parts)]
        return {number: sum(part[number] for part in scores) for number in self._starts(parts)}

    def _in_field(self, field: str, node: Leaf | Phrase) -> dict[int, float]:
        span = field_positions(field)
        starts = self._starts(node.parts) if isinstance(node, Phrase) else self._positions(node)
        scores = self.scores(node)
        return {
            number: scores[number]
            for number, places in starts.items()
            if any(place in span for place in places)
        }

    def distances(self, first: Leaf, second: Leaf, numbers: Sequence[int]) -> dict[int, int]:
        """How near two words stand; see `Engine.distances`. Papers go by their number."""
        one, other = self._positions(first), self._positions(second)
        found = {}
        for number in numbers:
            here, there = one.get(number, set()), other.get(number, set())
            # A word can occur too often for all pairs to be compared.
            for apart in range(1, rank.REACH + 1):
                if any(place + apart in there or place - apart in there for place in here):
                    found[number] = apart
                    break
        return found

    def _starts(self, parts: Sequence[Leaf]) -> dict[int, set[int]]:
        """Where each paper holds the parts one after the other: positions of the first."""
        places = [self._positions(part) for part in parts]
        found = {}
        for number in min(places, key=len):
            if not all(number in part for part in places):
                continue
            starts = places[0][number]
            for offset, part in enumerate(places[1:], 1):
                starts = {start for start in starts if start + offset in part[number]}
            if starts:
                found[number] = starts
        return found
