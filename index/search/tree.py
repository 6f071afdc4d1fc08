"""The query tree every engine understands.

Leaves name words, inner nodes combine them. A node matches a set of papers and gives each of them
a score (see `rank`); nodes that only filter score 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Term:
    """Papers that hold the term (an analysed word)."""

    term: str


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Papers that hold any of the terms, which score as if they were one term.

    Occurrences are summed within each paper and the group has one document frequency, that of the
    union. A rare form among the synonyms therefore does not outweigh the common ones.
    """

    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prefix:
    """An unfinished word: the synonyms it may become.

    `prefix` is the folded beginning of the word. The group holds the terms of all the collection's
    words that begin with it, and `term`, which is what the beginning means as a word of its own.
    """

    prefix: str
    term: str


Leaf: TypeAlias = Term | Synonyms | Prefix


@dataclass(frozen=True, slots=True)
class Phrase:
    """Papers where the parts stand at consecutive positions.

    Scores like an `And` of its distinct parts: occurrences count over the whole paper.
    """

    parts: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True)
class InField:
    """Papers where the node occurs within one field; see `analyse.FIELDS`.

    Scores like the node: occurrences count over the whole paper.
    """

    field: str
    node: Leaf | Phrase


@dataclass(frozen=True, slots=True)
class And:
    """Papers that match every child; scores add up. Without children, every paper."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Papers that match any child; the scores of those that match add up."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Papers that do not match the child; they score 0."""

    child: Node


@dataclass(frozen=True, slots=True)
class Best:
    """Papers that match the most of the children, as `rank.best_partial` weighs them."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Among:
    """Papers whose ordinal is in the set of that name, given to the engine with the query."""

    name: str


@dataclass(frozen=True, slots=True)
class Everything:
    """Every paper, with score 0."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No paper."""


Node: TypeAlias = Leaf | Phrase | InField | And | Or | Not | Best | Among | Everything | Nothing
