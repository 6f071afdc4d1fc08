"""The best answer to a query: all its words, else the best partial matches, typos forgiven."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from index.search.analyse import STOP_WORDS
from index.search.conditions import All, AnyOf, Filter, Fuzzy, Words, is_strict, tree, written
from index.search.engine import Hits, group
from index.search.highlight import Matcher, matcher_of
from index.search.mending import Mending, asked
from index.search.nearness import Nearness
from index.search.suggest import suggest_with
from index.search.telling import named, telling_terms
from index.search.tree import And, Best, Everything, Nothing, Or, Prefix, Term

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from index.search.conditions import Condition
    from index.search.engine import Engine
    from index.search.lookup import Lookup
    from index.search.mending import Asked
    from index.search.query import Query
    from index.search.tree import Node

TELLING_TERMS = 25
"""Terms of a pasted text that are searched."""
FEW = 20
"""Papers that meet a query; fewer are followed by those that come near to it."""
MAX_NEAR = 200
"""So many of those at most."""
SHOWN_VARIANTS = 3
"""How many of the words that are searched instead of a mistyped one are named."""
SHOWN_UNKNOWN = 6
"""How many words that occur nowhere are named."""

_PARTIAL = "no paper has all words: best partial matches"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query found.

    `partial` tells that no paper meets all conditions and `hits` are the nearest to it. Where few
    papers meet them, `near` papers at the end of `hits` only come near to it; they have scores of
    their own. `notes` say what was ignored or searched instead, `matcher` highlights what was
    really searched.
    `suggestion` is the query with the words that the collection does not know put right, as far
    as it has words near to them; `None` if there is nothing to put right.
    """

    hits: Hits
    partial: bool
    explanation: str
    notes: tuple[str, ...]
    matcher: Matcher
    suggestion: str | None = None
    near: int = 0

    @property
    def exact(self) -> int:
        """How many papers, from the first on, the query really finds."""
        return self.hits.total - self.near


def answer(
    engine: Engine,
    query: Query,
    sets: Mapping[str, Collection[int]],
    limit: int,
    is_stale: Callable[[], bool],
) -> Answer:
    """Answer a query.

    First the papers that meet all conditions; if they are fewer than `FEW`, those follow that come
    nearest to it: the paper that is wanted may say one of the words in another way (on known items
    that finds it far more often). If there are none, words that the collection does not know are
    read as typos of words it knows. If still none, the papers that hold the most of the words.
    What comes near need not have the words of a phrase together, if the phrase occurs nowhere or is
    only written as one (`time-dependent`). Exclusions, sets of papers and fields always hold, but
    that the words of a phrase within a field need not stand together.

    A pasted text is answered by the papers that hold the most of its telling terms.

    Args:
        engine: the collection.
        query: from `query.parse`.
        sets: the sets of ordinals that the query names; see `Query.sets`. One that is missing is
            taken to be empty, and a note says so.
        limit: how many papers to rank.
        is_stale: asked now and then.

    Raises:
        Stale: `is_stale` turned true.
        IndexUnusable: the index is damaged.
    """
    missing = [request for request in query.sets if request.name not in sets]
    notes = [*query.notes, *(f"{request.shown} cannot be told here" for request in missing)]
    given = {**sets, **{request.name: () for request in missing}}

    def run(node: Node) -> Hits:
        return engine.run(node, given, limit, is_stale)

    if query.is_pasted:
        terms = telling_terms(engine, [query.text], TELLING_TERMS)
        if terms:
            node = Best(tuple(Term(item.term) for item in terms))
            explanation = f"{query.explanation}: {named(terms)}"
            matcher = matcher_of(node, partial(group, engine))
            return Answer(run(node), False, explanation, tuple(notes), matcher)
        query = replace(query, is_pasted=False)
    return _Answering(query, Mending(engine, is_stale), run, notes, is_stale).answer()


def found_directly(answer: Answer, lookup: Lookup, ordinals: Sequence[int]) -> Answer:
    """The answer to a query that is the identifier of known papers.

    An unmistakable identifier finds these papers alone. What may be a citation key may be a word
    as well: its papers come first and those that hold all its words follow.

    Args:
        answer: what a search for the query's words has found.
        lookup: the query's `lookup`.
        ordinals: the papers that it names; at least one.
    """
    explanation = lookup.shown
    if lookup.kind != "key" or answer.partial:
        hits = Hits(list(ordinals), [0.0] * len(ordinals))
        return Answer(hits, False, explanation, (), Matcher())
    first = list(dict.fromkeys(ordinals))
    ranked = answer.hits.ordinals[: len(answer.hits.scores)]
    scored = dict(zip(ranked, answer.hits.scores, strict=True))
    best = max(answer.hits.scores, default=0.0)
    others = [ordinal for ordinal in answer.hits.ordinals if ordinal not in first]
    scores = [best] * len(first) + [scored[ordinal] for ordinal in others if ordinal in scored]
    if others:
        explanation += f", then {answer.explanation}"
    near = len(set(answer.hits.ordinals[answer.exact :]).difference(first))
    hits = Hits(first + others, scores)
    return replace(answer, hits=hits, partial=False, explanation=explanation, near=near)


class _Answering:
    """One query being answered: the papers that meet it, or come nearest to it."""

    def __init__(
        self,
        query: Query,
        mending: Mending,
        run: Callable[[Node], Hits],
        notes: list[str],
        is_stale: Callable[[], bool],
    ) -> None:
        self._query = query
        self._mending = mending
        self._run = run
        self._notes = notes
        self._is_stale = is_stale
        self._has_split_phrase = False

    @cached_property
    def _nearness(self) -> Nearness:
        """Of the words that are wanted, as they were searched."""
        condition = self._query.condition
        wanted = [] if condition is None else asked(condition)
        wanted = [item for item in wanted if not item.is_excluded]
        leaves = [self._mending.meant(item.part, item.typed) for item in wanted]
        return Nearness(self._mending.engine, leaves, self._is_stale)

    def answer(self) -> Answer:
        condition = self._query.condition
        if condition is None:
            return self._finish(self._run(Everything()), Everything())
        node = tree(condition, self._mending.leaf)
        hits = self._run(node)
        self._notes += self._mending.notes
        unknown = self._mending.unknown(condition)
        if hits.total:
            self._name_unknown(unknown)
            return self._followed(hits, node, condition)

        mistyped = [item for item in unknown if not item.is_excluded and self._variants(item)]
        if mistyped:
            self._notes += map(self._searched_instead, mistyped)
            node = self._mended(condition)
            hits = self._run(node)
            if hits.total:
                return self._followed(hits, node, condition)

        self._name_unknown([item for item in unknown if item not in mistyped])
        if self._is_hopeless(condition):
            return self._finish(hits, node)
        node = self._loosened(condition, ())
        hits = self._run(node)
        loose = [child for child in _conjuncts(condition) if not is_strict(child)]
        if not hits.total:
            known = [item for item in asked(condition) if item not in unknown]
            if not all(item.is_excluded for item in known):
                self._notes.append("no paper meets these conditions together")
        elif len(loose) > 1 or (loose and not self._has_split_phrase):
            self._notes.append(_PARTIAL)
        return self._finish(self._nearness.reordered(hits), node, is_partial=hits.total > 0)

    def _followed(self, hits: Hits, node: Node, condition: Condition) -> Answer:
        """The answer with these hits and, if they are few, the papers that come near."""
        loose = [child for child in _conjuncts(condition) if not is_strict(child)]
        # Scores belong to the first papers: where some have none, no others with scores can follow.
        is_ranked = len(hits.scores) == hits.total
        if hits.total >= FEW or len(loose) < 2 or not is_ranked:
            return self._finish(self._nearness.reordered(hits), node)
        loosened = self._loosened(condition, ())
        found = self._nearness.reordered(self._run(loosened))
        hits = self._nearness.reordered(hits)
        exact = list(hits.ordinals)
        known = set(exact)
        ranked = zip(found.ordinals, found.scores, strict=False)
        others = [pair for pair in ranked if pair[0] not in known][:MAX_NEAR]
        scores = [*hits.scores, *(score for _, score in others)]
        both = Hits([*exact, *(ordinal for ordinal, _ in others)], scores)
        # What the papers that come near were found by is highlighted as well.
        return replace(self._finish(both, Or((node, loosened))), near=len(others))

    def _finish(self, hits: Hits, node: Node, *, is_partial: bool = False) -> Answer:
        return Answer(
            hits,
            is_partial,
            self._query.explanation,
            tuple(dict.fromkeys(self._notes)),
            matcher_of(node, partial(group, self._mending.engine)),
            # Whoever has found plenty has hardly mistyped.
            suggest_with(self._mending, self._query) if hits.total < FEW or is_partial else None,
        )

    def _mended(self, condition: Condition) -> Node:
        """What meets a condition, typos mended; what needs an unknown word meets nothing."""
        match condition:
            case Words():
                return self._mending.whole(condition) or Nothing()
            case All(children):
                return And(tuple(map(self._mended, children)))
            case AnyOf(children):
                return Or(tuple(map(self._mended, children)))
            case _:
                return tree(condition, self._mending.leaf)

    def _loosened(self, condition: Condition, held: tuple[Node, ...]) -> Node:
        """What comes nearest to a condition.

        Args:
            condition: the condition.
            held: what must hold besides. It counts where the best are chosen, not afterwards: the
                best of all papers need not be among those that are wanted.
        """
        children = _conjuncts(condition)
        held = (*held, *(self._strict(child) for child in children if is_strict(child)))
        if all(map(is_strict, children)):
            return And(held)
        loose = [
            node for child in children if not is_strict(child) for node in self._loose(child, held)
        ]
        return Best(tuple(And((node, *held)) if held else node for node in dict.fromkeys(loose)))

    def _strict(self, condition: Condition) -> Node:
        """What meets a condition that must hold, or at least all words of a phrase in a field."""
        node = self._mended(condition)
        if not isinstance(condition, Words) or len(condition.parts) == 1:
            return node
        if self._mending.whole(condition) is None or self._run(node).total:
            return node
        self._note_split(condition)
        return And(tuple(self._mending.singly(condition)))

    def _loose(self, condition: Condition, held: tuple[Node, ...]) -> list[Node]:
        """What counts in a partial match: the condition itself, if some paper meets it."""
        node = self._mended(condition)
        if not isinstance(condition, Words):
            if isinstance(condition, AnyOf) and not self._run(And((node, *held))).total:
                node = Or(tuple(self._loosened(child, held) for child in condition.children))
            return [node]
        if self._mending.whole(condition) is None:
            nodes = self._mending.singly(condition)
            if nodes and len(condition.parts) == 1:
                self._note_split(condition)
            return nodes
        if len(condition.parts) == 1:
            return [node]
        if not self._run(And((node, *held))).total:
            self._note_split(condition)
        elif not _is_compound(condition):
            return [node]
        return self._mending.singly(_without_slight_words(condition))

    def _variants(self, item: Asked) -> list[str]:
        return list(self._mending.variants(item.part, item.typed).values())

    def _searched_instead(self, item: Asked) -> str:
        words = self._variants(item)
        more = ", ..." * (len(words) > SHOWN_VARIANTS)
        return f"{_typed(item)}: searched {', '.join(words[:SHOWN_VARIANTS])}{more}"

    def _name_unknown(self, unknown: list[Asked]) -> None:
        if words := list(dict.fromkeys(map(_typed, unknown))):
            more = ", ..." * (len(words) > SHOWN_UNKNOWN)
            named = ", ".join(words[:SHOWN_UNKNOWN])
            self._notes.append(f"not in the collection: {named}{more}")

    def _note_split(self, words: Words) -> None:
        self._has_split_phrase = True
        self._notes.append(f"no paper has {words.shown}: searched its words")

    def _is_hopeless(self, condition: Condition) -> bool:
        """Whether a set or a field alone leaves nothing; a note then says which."""
        hopeless = False
        for child in _conjuncts(condition):
            if not isinstance(child, Words | Filter) or not is_strict(child):
                continue
            if not self._run(self._strict(child)).total:
                hopeless = True
                # Unknown words are named already.
                if isinstance(child, Filter) or self._mending.whole(child) is not None:
                    self._notes.append(f"nothing for {written(child)}")
        return hopeless


def _conjuncts(condition: Condition) -> tuple[Condition, ...]:
    return condition.children if isinstance(condition, All) else (condition,)


def _is_compound(words: Words) -> bool:
    """Whether words stand together only because of how English writes them: `time-dependent`.

    That is no reason to pass over a paper that has them apart. A character of Chinese says too
    little by itself for that.
    """
    return (
        len(words.parts) > 1
        and not words.shown.startswith('"')
        and all(len(typed.word) > 1 or typed.word.isascii() for typed in words.typed)
    )


def _without_slight_words(words: Words) -> Words:
    """A phrase without its stop words: of `state-of-the-art` state and art remain."""
    telling = [
        (part, typed)
        for part, typed in zip(words.parts, words.typed, strict=True)
        if typed.word not in STOP_WORDS
    ]
    if not telling:
        return words
    parts, typed = zip(*telling, strict=True)
    return replace(words, parts=parts, typed=typed)


def _typed(item: Asked) -> str:
    """An unknown word as it was typed."""
    word = item.typed.word
    match item.part:
        case Prefix():
            word += "*"
        case Fuzzy(_, slips):
            word += f"~{slips}"
    return f"-{word}" if item.is_excluded else word
