"""A search engine too simple to be wrong: it reads every paper for every query."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from index.search.analyse import content_tokens, field_positions, term_of
from index.search.engine import ranked
from index.search.rank import K1, REACH, B, partial_share
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

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from index.search.engine import Document, Hits
    from index.search.tree import Leaf, Node


class Oracle:
    """Implements `Engine` straight from the definitions."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.contents = {document.ordinal: content_tokens(document) for document in documents}

    @property
    def count(self) -> int:
        return len(self.contents)

    def document_frequency(self, term: str) -> int:
        return sum(any(t == term for t, _ in c.tokens) for c in self.contents.values())

    def words(self, prefix: str) -> list[str]:
        every = set().union(*(content.words for content in self.contents.values()))
        return sorted(word for word in every if word.startswith(prefix))

    def expand(self, prefix: str) -> list[str]:
        return sorted({term_of(word) for word in self.words(prefix)})

    def distances(self, first: Leaf, second: Leaf, ordinals: Sequence[int]) -> dict[int, int]:
        one, other = self.group(first), self.group(second)
        found = {}
        for ordinal in ordinals:
            tokens = self.contents[ordinal].tokens if ordinal in self.contents else []
            ones = [position for term, position in tokens if term in one]
            others = {position for term, position in tokens if term in other}
            around = {a - b for a in ones for b in range(a - REACH, a + REACH + 1) if b in others}
            if apart := set(map(abs, around)) - {0}:
                found[ordinal] = min(apart)
        return found

    def run(
        self,
        node: Node,
        sets: Mapping[str, Collection[int]],
        limit: int,
        is_stale: Callable[[], bool],
    ) -> Hits:
        return ranked(self.scores(node, sets), limit)

    def scores(self, node: Node, sets: Mapping[str, Collection[int]]) -> dict[int, float]:
        """Every matching ordinal and its score."""
        found = {}
        for ordinal in self.contents:
            score = self.score(ordinal, node, sets)
            if score is not None:
                found[ordinal] = score
        return found

    def score(self, ordinal: int, node: Node, sets: Mapping[str, Collection[int]]) -> float | None:
        """The score of one paper, `None` if it does not match."""
        match node:
            case Term() | Synonyms() | Prefix():
                return self.bm25(ordinal, self.group(node))
            case Phrase(parts):
                if not self.holds_phrase(ordinal, parts):
                    return None
                scores = (self.score(ordinal, part, sets) for part in set(parts))
                return sum(score for score in scores if score is not None)
            case InField(field, inner):
                parts = inner.parts if isinstance(inner, Phrase) else (inner,)
                held = self.holds_phrase(ordinal, parts, field_positions(field))
                return self.score(ordinal, inner, sets) if held else None
            case And(children):
                scores_ = [self.score(ordinal, child, sets) for child in children]
                return None if None in scores_ else sum(s for s in scores_ if s is not None)
            case Or(children):
                found = [self.score(ordinal, child, sets) for child in children]
                kept = [score for score in found if score is not None]
                return sum(kept) if kept else None
            case Not(child):
                return 0.0 if self.score(ordinal, child, sets) is None else None
            case Best(children):
                return self.best(children, sets).get(ordinal)
            case Among(name):
                return 0.0 if ordinal in sets.get(name, ()) else None
            case Everything():
                return 0.0
            case Nothing():
                return None

    def group(self, leaf: Leaf) -> set[str]:
        match leaf:
            case Term(term):
                return {term}
            case Synonyms(terms):
                return set(terms)
            case Prefix(prefix, term):
                return {term, *self.expand(prefix)}

    def bm25(self, ordinal: int, terms: set[str]) -> float | None:
        counts = {
            o: sum(term in terms for term, _ in content.tokens)
            for o, content in self.contents.items()
        }
        tf = counts[ordinal]
        if not tf:
            return None
        df = sum(count > 0 for count in counts.values())
        idf = math.log(1 + (self.count - df + 0.5) / (df + 0.5))
        lengths = [content.length for content in self.contents.values()]
        average = sum(lengths) / len(lengths)
        ratio = self.contents[ordinal].length / average if average else 1
        return idf * tf * (K1 + 1) / (tf + K1 * (1 - B + B * ratio))

    def holds_phrase(self, ordinal: int, parts: Sequence[Leaf], span: range | None = None) -> bool:
        at = {
            position: term
            for term, position in self.contents[ordinal].tokens
            if span is None or position in span
        }
        groups = [self.group(part) for part in parts]
        return any(
            all(at.get(start + place) in group for place, group in enumerate(groups))
            for start in at
        )

    def best(
        self, children: Sequence[Node], sets: Mapping[str, Collection[int]]
    ) -> dict[int, float]:
        clauses = [scores for child in children if (scores := self.scores(child, sets))]
        weights = [math.log(1 + (self.count - len(c) + 0.5) / (len(c) + 0.5)) for c in clauses]
        covered = {
            ordinal: sum(w for c, w in zip(clauses, weights, strict=True) if ordinal in c)
            for ordinal in self.contents
        }
        least = partial_share(len(clauses)) * max(covered.values(), default=0.0)
        return {
            ordinal: sum(c.get(ordinal, 0.0) for c in clauses)
            for ordinal, share in covered.items()
            if share and share >= least
        }
