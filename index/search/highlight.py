"""Where a text holds what was searched for, found by the analysis that found the paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.search.analyse import tokens
from index.search.tree import Among, And, Best, Everything, InField, Not, Nothing, Or, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from index.search.analyse import Token
    from index.search.tree import Leaf, Node


@dataclass(frozen=True, slots=True)
class Matcher:
    """What to look for: single terms, and phrases whose parts may each be several terms."""

    terms: frozenset[str] = frozenset()
    phrases: tuple[tuple[frozenset[str], ...], ...] = ()


def matcher_of(node: Node, group: Callable[[Leaf], Iterable[str]]) -> Matcher:
    """What a tree looks for; what it excludes is left out.

    Args:
        node: the tree.
        group: the terms a leaf stands for.
    """
    terms: set[str] = set()
    phrases: list[tuple[frozenset[str], ...]] = []

    def collect(node: Node) -> None:
        match node:
            case And(children) | Or(children) | Best(children):
                for child in children:
                    collect(child)
            case Phrase(parts):
                phrases.append(tuple(frozenset(group(part)) for part in parts))
            case InField(_, inner):
                collect(inner)
            case Not() | Among() | Everything() | Nothing():
                pass
            case leaf:
                terms.update(group(leaf))

    collect(node)
    return Matcher(frozenset(terms), tuple(phrases))


def highlight(plain: str, matcher: Matcher) -> list[tuple[int, int]]:
    """The places of a plain text that match.

    Returns:
        Ranges [start, end), ascending and apart. A word is matched as a whole, a phrase from its
        first word to its last, and only where its words follow each other.
    """
    if not matcher.terms and not matcher.phrases:
        return []
    found = tokens(plain)
    ranges = [(token.start, token.end) for token in found if token.term in matcher.terms]
    for phrase in matcher.phrases:
        ranges += _phrase_ranges(found, phrase)
    return _merged(ranges)


def _phrase_ranges(
    found: Sequence[Token], phrase: Sequence[frozenset[str]]
) -> list[tuple[int, int]]:
    size = len(phrase)
    return [
        (found[start].start, found[start + size - 1].end)
        for start in range(len(found) - size + 1)
        if all(found[start + place].term in part for place, part in enumerate(phrase))
    ]


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
