"""What a query asks for, as it was typed: before the collection's words are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from index.search.tree import (
    Among,
    And,
    Everything,
    InField,
    Not,
    Or,
    Phrase,
    Prefix,
    Term,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from index.search.requests import SetRequest
    from index.search.tree import Leaf, Node

SEARCHED_FIELDS = {
    "title": ("title", "name"),
    "author": ("author",),
    "abstract": ("abstract",),
    "venue": ("venue",),
    "keyword": ("keyword",),
}
"""The parts of a paper (see `analyse.FIELDS`) that a field of the query language searches.

`title:` also searches the names of untitled papers: it finds what the list shows as the heading.
"""


MAX_SHOWN = 80
"""Characters of a word or phrase that are shown."""


@dataclass(frozen=True, slots=True)
class Wildcard:
    """The words of the collection that a pattern describes.

    In the folded `pattern`, `*` stands for any letters or none, `?` for one.
    """

    pattern: str


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """The words of the collection that are at most so many slips from a folded word."""

    word: str
    slips: int


Part: TypeAlias = Term | Prefix | Wildcard | Fuzzy
"""One word of a query."""


class Typed(NamedTuple):
    """Where a part comes from: `word` is folded, [start, end) its place in the query's text."""

    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Words:
    """A word, or several that stand one after the other, perhaps within one field.

    Two are equal if they ask for the same, however it was typed.

    Attributes:
        parts: the words; several are a phrase.
        within: one of `SEARCHED_FIELDS`, or `None`.
        typed: where each part comes from.
        shown: how an explanation writes it.
        is_slight: whether it says nothing about a paper, so that it counts only if nothing else
            was typed beside it.
    """

    parts: tuple[Part, ...]
    within: str | None = None
    typed: tuple[Typed, ...] = field(default=(), compare=False)
    shown: str = field(default="", compare=False)
    is_slight: bool = field(default=False, compare=False)

    def node(self, leaves: Sequence[Leaf]) -> Node:
        """The tree, given what each part stands for."""
        node = leaves[0] if len(leaves) == 1 else Phrase(tuple(leaves))
        if self.within is None:
            return node
        fields = tuple(InField(name, node) for name in SEARCHED_FIELDS[self.within])
        return fields[0] if len(fields) == 1 else Or(fields)


@dataclass(frozen=True, slots=True)
class Filter:
    """Papers of a set that the caller knows."""

    request: SetRequest


@dataclass(frozen=True, slots=True)
class Every:
    """Every paper (`*`)."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """Papers that do not meet the condition."""

    child: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Papers that meet every condition; two of them at least, none an `All` itself."""

    children: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Papers that meet any of the conditions; two of them at least, none an `AnyOf` itself."""

    children: tuple[Condition, ...]


Condition: TypeAlias = Words | Filter | Every | Excluded | All | AnyOf


def clipped(text: str) -> str:
    """A text short enough to be shown within a line."""
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def tree(
    condition: Condition,
    leaf: Callable[[Part], Leaf],
    excluded_leaf: Callable[[Part], Leaf] | None = None,
) -> Node:
    """The tree for an engine.

    Args:
        condition: the condition.
        leaf: what a part stands for.
        excluded_leaf: the same for what is excluded, if that differs.
    """
    excluded_leaf = excluded_leaf or leaf
    match condition:
        case Words(parts):
            return condition.node([leaf(part) for part in parts])
        case Filter(request):
            return Among(request.name)
        case Every():
            return Everything()
        case Excluded(child):
            return Not(tree(child, excluded_leaf))
        case All(children):
            return And(tuple(tree(child, leaf, excluded_leaf) for child in children))
        case AnyOf(children):
            return Or(tuple(tree(child, leaf, excluded_leaf) for child in children))


def written(condition: Condition) -> str:
    """How an explanation writes a condition, such as `(graph OR tree) AND NOT title:survey`."""
    match condition:
        case Words():
            return condition.shown
        case Filter(request):
            return request.shown
        case Every():
            return "*"
        case Excluded(child):
            return f"NOT {_bracketed(child)}"
        case All(children):
            return " AND ".join(map(_bracketed, children))
        case AnyOf(children):
            return " OR ".join(map(_bracketed, children))


def _bracketed(condition: Condition) -> str:
    text = written(condition)
    return f"({text})" if isinstance(condition, All | AnyOf) else text


def conditions(condition: Condition) -> Iterator[tuple[Words | Filter, bool]]:
    """The words and sets a condition is made of, in order, and whether each is excluded."""
    match condition:
        case Words() | Filter():
            yield condition, False
        case Excluded(child):
            for inner, excluded in conditions(child):
                yield inner, not excluded
        case All(children) | AnyOf(children):
            for child in children:
                yield from conditions(child)
        case Every():
            pass


def is_strict(condition: Condition) -> bool:
    """Whether a condition must hold even in a partial match.

    Exclusions, sets and words within a field must; words anywhere in a paper need not.
    """
    match condition:
        case Words(_, within):
            return within is not None
        case All(children) | AnyOf(children):
            return all(map(is_strict, children))
        case _:
            return True


def all_of(children: Sequence[Condition]) -> Condition | None:
    """The condition that all of some hold; `None` if there are none."""
    flat = _flat(children, All)
    kept = [child for child in flat if not isinstance(child, Every)] or flat
    return kept[0] if len(kept) < 2 and kept else All(tuple(kept)) if kept else None


def any_of(children: Sequence[Condition]) -> Condition | None:
    """The condition that any of some holds; `None` if there are none."""
    kept = _flat(children, AnyOf)
    return kept[0] if len(kept) < 2 and kept else AnyOf(tuple(kept)) if kept else None


def _flat(children: Sequence[Condition], kind: type[All | AnyOf]) -> list[Condition]:
    """The children without nested conditions of the same kind, each once."""
    flat: dict[Condition, None] = {}
    for child in children:
        inner = child.children if isinstance(child, kind) else (child,)
        flat.update(dict.fromkeys(inner))
    return list(flat)
