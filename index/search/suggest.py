"""Did you mean: a query with its unknown words put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.search.analyse import STOP_WORDS, term_of, tokens
from index.search.mending import Mending, asked
from index.search.tree import Term

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.search.conditions import Part, Typed
    from index.search.engine import Engine
    from index.search.query import Query

SHORTEST_HALF = 3
"""Letters of the shortest word that is looked for in words run together."""

MAX_WORDS = 16
"""Words of a query that are looked at; each may take some milliseconds."""


def suggest(engine: Engine, query: Query, is_stale: Callable[[], bool]) -> str | None:
    """The text of a query with its unknown words replaced by the collection's nearest ones.

    Of equally near words it takes the commonest. A word that only occurs as others' typo is put
    right as well, words run together come apart, and fields that do not exist get the names of
    those that do. Operators, brackets and everything else stay as typed.

    Args:
        engine: the collection.
        query: from `query.parse`.
        is_stale: asked now and then.

    Returns:
        The text, or `None` if nothing is unknown, or nothing near it is known.

    Raises:
        Stale: `is_stale` turned true.
    """
    return suggest_with(Mending(engine, is_stale), query)


def suggest_with(mending: Mending, query: Query) -> str | None:
    """As `suggest`, with what has been found out about the words already."""
    if query.is_pasted:
        return None
    replacements = {slip.start: (slip.end, slip.meant) for slip in query.slips if slip.meant}
    meant_by_word: dict[str, str] = {}
    words = asked(query.condition) if query.condition is not None else []
    for part, typed, _ in words[:MAX_WORDS]:
        if typed.start not in replacements and (meant := _meant(mending, part, typed)):
            replacements[typed.start] = (typed.end, meant)
            meant_by_word[typed.word] = meant
    if not replacements:
        return None
    # A word typed twice is asked for once.
    for token in tokens(query.text):
        if token.word in meant_by_word:
            replacements.setdefault(token.start, (token.end, meant_by_word[token.word]))
    pieces = []
    place = 0
    for start, (end, meant) in sorted(replacements.items()):
        pieces += [query.text[place:start], meant]
        place = end
    return "".join([*pieces, query.text[place:]]).strip()


def _meant(mending: Mending, part: Part, typed: Typed) -> str | None:
    if mending.is_known(part):
        return mending.likelier(part, typed)
    if variants := mending.variants(part, typed):
        return next(iter(variants.values()))
    return _apart(mending.engine, typed.word) if isinstance(part, Term) else None


def _apart(engine: Engine, word: str) -> str | None:
    """Two words of the collection that a word consists of; the halves that are both common."""
    best, most = None, 0
    if not word.isalpha():
        return None
    for place in range(SHORTEST_HALF, len(word) - SHORTEST_HALF + 1):
        halves = word[:place], word[place:]
        if not STOP_WORDS.isdisjoint(halves):
            continue
        rarer = min(engine.document_frequency(term_of(half)) for half in halves)
        if rarer > most:
            best, most = " ".join(halves), rarer
    return best
