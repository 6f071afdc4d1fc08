"""The best answer to a query: all its words, else the best partial matches, typos forgiven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.search.analyse import term_of
from index.search.engine import group
from index.search.highlight import matcher_of
from index.search.tree import And, Best, Phrase, Prefix, Synonyms
from index.search.typos import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from index.search.engine import Engine, Hits
    from index.search.highlight import Matcher
    from index.search.query import Clause, Query
    from index.search.tree import Leaf, Node

MAX_VARIANTS = 8
"""How many terms are searched instead of a mistyped one."""
SHOWN_VARIANTS = 3
"""How many of them are named."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found.

    `partial` tells that no paper meets all conditions and `hits` are the nearest to it. `notes`
    say what was ignored or searched instead, `matcher` highlights what was really searched.
    """

    hits: Hits
    partial: bool
    explanation: str
    notes: tuple[str, ...]
    matcher: Matcher


def answer(
    engine: Engine,
    query: Query,
    sets: Mapping[str, Collection[int]],
    limit: int,
    is_stale: Callable[[], bool],
) -> Answer:
    """Answer a query.

    First the papers that meet all conditions. If there are none, words that the collection does
    not know are read as typos of words it knows. If still none, the papers that hold the most of
    the words; phrases that occur nowhere then count as their words. Exclusions always hold.

    Args:
        engine: the collection.
        query: from `query.parse`.
        sets: sets of ordinals that the query may name.
        limit: how many papers to rank.
        is_stale: asked now and then.

    Raises:
        Stale: `is_stale` turned true.
        IndexUnusable: the index is damaged.
    """

    def run(node: Node) -> Hits:
        return engine.run(node, sets, limit, is_stale)

    def finish(hits: Hits, node: Node, notes: Sequence[str], *, partial: bool) -> Answer:
        matcher = matcher_of(node, lambda leaf: group(engine, leaf))
        return Answer(hits, partial, query.explanation, (*query.notes, *notes), matcher)

    hits = run(query.node)
    if hits.total or not query.positive:
        return finish(hits, query.node, (), partial=False)

    mended = [_mend(engine, clause, is_stale) for clause in query.positive]
    notes = [note for repair in mended for note in repair.notes]
    wholes = [repair.whole for repair in mended if repair.whole is not None]
    if notes and len(wholes) == len(mended):
        node: Node = And((*wholes, *query.excluded))
        hits = run(node)
        if hits.total:
            return finish(hits, node, notes, partial=False)

    if unknown := [word for repair in mended for word in repair.unknown]:
        notes.append(f"not in the collection: {', '.join(unknown)}")
    children: list[Node] = []
    loosened = False
    for repair in mended:
        if repair.whole is not None and run(repair.whole).total:
            children.append(repair.whole)
        else:
            children += repair.leaves
            if repair.whole is not None:
                loosened = True
                notes.append(f"no paper has {repair.clause.shown}: searched its words")
    node = And((Best(tuple(dict.fromkeys(children))), *query.excluded))
    hits = run(node)
    if hits.total and (len(mended) > 1 or not loosened):
        notes.append("no paper has all words: best partial matches")
    return finish(hits, node, notes, partial=hits.total > 0)


@dataclass(frozen=True, slots=True)
class _Repair:
    """A clause with its typos mended.

    `leaves` are its words that the collection knows, now; `unknown` the others, as typed. `whole`
    is the clause as it was meant, or `None` if that needs an unknown word.
    """

    clause: Clause
    whole: Leaf | Phrase | None
    leaves: tuple[Leaf, ...]
    unknown: tuple[str, ...]
    notes: tuple[str, ...]


def _mend(engine: Engine, clause: Clause, is_stale: Callable[[], bool]) -> _Repair:
    leaves: list[Leaf] = []
    unknown: list[str] = []
    notes: list[str] = []
    for leaf, word in zip(clause.leaves, clause.words, strict=True):
        if any(engine.document_frequency(term) for term in group(engine, leaf)):
            leaves.append(leaf)
            continue
        unfinished = isinstance(leaf, Prefix)
        variants = _variants(engine, word, is_stale, unfinished=unfinished)
        typed = word + "*" * unfinished
        if variants:
            leaves.append(Synonyms(tuple(variants)))
            named = list(variants.values())[:SHOWN_VARIANTS]
            more = ", ..." * (len(variants) > SHOWN_VARIANTS)
            notes.append(f"{typed}: searched {', '.join(named)}{more}")
        else:
            unknown.append(typed)
    whole: Leaf | Phrase | None = None
    if not unknown:
        whole = leaves[0] if len(leaves) == 1 else Phrase(tuple(leaves))
    return _Repair(clause, whole, tuple(leaves), tuple(unknown), tuple(notes))


def _variants(
    engine: Engine, word: str, is_stale: Callable[[], bool], *, unfinished: bool
) -> dict[str, str]:
    """Terms a mistyped word may stand for, each with a word it comes from, commonest first."""
    words = nearest(word, engine.words(word[0]), is_stale, unfinished=unfinished)
    by_term: dict[str, str] = {}
    for candidate in words:
        by_term.setdefault(term_of(candidate), candidate)
    common = sorted(by_term, key=lambda term: (-engine.document_frequency(term), term))
    return {term: by_term[term] for term in common[:MAX_VARIANTS]}
