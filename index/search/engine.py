"""The door to every search engine, and what passes through it."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from index.errors import ReadingRoomError
from index.search.rank import SCORE_DECIMALS
from index.search.tree import Prefix, Synonyms, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from index.search.tree import Leaf, Node


class Stale(Exception):
    """The caller no longer wants the answer."""


class BuildCancelled(Exception):
    """The caller no longer wants the index; nothing is left of it."""


class IndexUnusable(ReadingRoomError):
    """There is no index that can be searched, or it cannot be made.

    Attributes:
        reason: why, in a few words.
        is_damage: whether something is wrong, as opposed to an index that was never built or that
            was built for other papers or by another version.
    """

    def __init__(self, reason: str, *, is_damage: bool = True) -> None:
        super().__init__(reason)
        self.reason = reason
        self.is_damage = is_damage


@dataclass(frozen=True, slots=True)
class Document:
    """What is searched of a paper, in plain text.

    `ordinal` names the paper everywhere in memory; `heading` is its title, or with `is_titled`
    false the name of an untitled paper, or empty.
    """

    ordinal: int
    heading: str
    abstract: str
    authors: str = ""
    venue: str = ""
    keywords: str = ""
    year: int | None = None
    is_titled: bool = True


@dataclass(frozen=True, slots=True)
class Hits:
    """The papers that match a query.

    `ordinals` holds all of them: first the best by score, equal ones in ascending order of their
    ordinals, then the rest in ascending order. `scores` belong to the first ones.
    """

    ordinals: Sequence[int]
    scores: Sequence[float]

    @property
    def total(self) -> int:
        """How many papers match."""
        return len(self.ordinals)


class Engine(Protocol):
    """A searchable collection. Engines differ in speed, never in their answers.

    Every method raises `IndexUnusable` if the index turns out to be damaged.
    """

    @property
    def count(self) -> int:
        """Papers in the collection."""

    def document_frequency(self, term: str) -> int:
        """How many papers hold the term."""

    def words(self, prefix: str) -> Sequence[str]:
        """The collection's folded words that begin with the prefix, in code point order."""

    def expand(self, prefix: str) -> Sequence[str]:
        """The terms of those words, in code point order."""

    def distances(self, first: Leaf, second: Leaf, ordinals: Sequence[int]) -> Mapping[int, int]:
        """How near two words stand in papers: the least distance of their positions, 1 or more.

        Args:
            first: one word.
            second: the other; an occurrence of both does not count for itself.
            ordinals: the papers, a few.

        Returns:
            Those papers where they are at most `rank.REACH` apart.
        """

    def run(
        self,
        node: Node,
        sets: Mapping[str, Collection[int]],
        limit: int,
        is_stale: Callable[[], bool],
    ) -> Hits:
        """Find and rank the papers that match a tree.

        Args:
            node: the tree.
            sets: sets of ordinals that `Among` nodes of the tree name.
            limit: how many papers to rank.
            is_stale: asked now and then.

        Raises:
            Stale: `is_stale` turned true.
            KeyError: an `Among` node names a set that was not given.
        """


def group(engine: Engine, leaf: Leaf) -> tuple[str, ...]:
    """The terms a leaf stands for, in code point order; some may not occur in the collection."""
    match leaf:
        case Term(term):
            return (term,)
        case Synonyms(terms):
            return tuple(sorted(set(terms)))
        case Prefix(prefix, term):
            # Tens of thousands of terms, for one letter: they are in order already.
            found = engine.expand(prefix)
            place = bisect_left(found, term)
            is_there = place < len(found) and found[place] == term
            return tuple(found) if is_there else (*found[:place], term, *found[place:])


def ranked(scores: Mapping[int, float], limit: int) -> Hits:
    """Put matches in order.

    Args:
        scores: score by ordinal.
        limit: how many papers to rank.
    """
    rounded = {ordinal: round(score, SCORE_DECIMALS) for ordinal, score in scores.items()}
    order = sorted(rounded, key=lambda ordinal: (-rounded[ordinal], ordinal))
    best = order[: max(limit, 0)]
    return Hits(best + sorted(order[len(best) :]), [rounded[ordinal] for ordinal in best])
