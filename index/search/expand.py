"""Wildcards and fuzzy words, spelt out in the collection's own words."""

from __future__ import annotations

import fnmatch
import re
from operator import methodcaller
from typing import TYPE_CHECKING

from index.search.analyse import MAX_TERM, term_of
from index.search.conditions import Fuzzy, Wildcard
from index.search.engine import Stale
from index.search.tree import Synonyms, Term
from index.search.typos import within

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.search.conditions import Part
    from index.search.engine import Engine
    from index.search.tree import Leaf

MAX_TERMS = 500
"""Terms that a wildcard or fuzzy word stands for at most."""
MAX_WORDS = 1_000
"""Words among which these are chosen; stemming all the words with an `a` would take a second."""

_SIGNS = re.compile(r"[*?]+")
_CHECK_EVERY = 4_096


def literal_words(pattern: str) -> tuple[str, ...]:
    """What a wildcard's pattern consists of besides its signs."""
    return tuple(piece for piece in _SIGNS.split(pattern) if piece)


def _test(pattern: str) -> Callable[[str], object]:
    """What tells whether a pattern describes a word."""
    bare = pattern.strip("*")
    if literal_words(pattern) == (bare,) and pattern.startswith("*"):
        # By far the most usual, and more than twice as fast.
        return methodcaller("__contains__" if pattern.endswith("*") else "endswith", bare)
    # Translated, a star tries no second place once what follows it was found.
    return re.compile(fnmatch.translate(pattern)).match


class Expander:
    """Spells out the parts of one query.

    Args:
        engine: the collection.
        is_stale: asked now and then.

    Attributes:
        notes: which patterns stood for more words than could be searched.
    """

    def __init__(self, engine: Engine, is_stale: Callable[[], bool]) -> None:
        self.notes: list[str] = []
        self._engine = engine
        self._is_stale = is_stale
        self._expanded: dict[Wildcard | Fuzzy, Leaf] = {}

    def leaf(self, part: Part) -> Leaf:
        """What a part stands for; without a word that fits, synonyms without a term.

        Raises:
            Stale: `is_stale` turned true.
        """
        if not isinstance(part, Wildcard | Fuzzy):
            return part
        leaf = self._expanded.get(part)
        if leaf is None:
            leaf = self._expanded[part] = self._expand(part)
        return leaf

    def _expand(self, part: Wildcard | Fuzzy) -> Leaf:
        if isinstance(part, Wildcard):
            shown = part.pattern
            words = sorted(self._matching(part.pattern), key=len)
        else:
            shown = f"{part.word}~{part.slips}"
            candidates = self._engine.words(part.word[0])
            words = within(part.word, candidates, part.slips, self._is_stale)
        terms = list(dict.fromkeys(map(term_of, words[:MAX_WORDS])))
        if len(terms) > MAX_TERMS:
            frequency = self._engine.document_frequency
            terms = sorted(terms, key=lambda term: (-frequency(term), term))[:MAX_TERMS]
            which = "common" if len(words) <= MAX_WORDS else "short and common"
            self.notes.append(
                f"{shown} is too broad: of its {len(words):,} words {MAX_TERMS} {which} ones "
                "were searched"
            )
        return Term(terms[0]) if len(terms) == 1 else Synonyms(tuple(sorted(terms)))

    def _matching(self, pattern: str) -> list[str]:
        """The collection's words that a pattern describes, in code point order."""
        pieces = literal_words(pattern)
        if sum(map(len, pieces)) > MAX_TERM:
            return []
        beginning = "" if pattern[0] in "*?" else pieces[0]
        candidates = self._engine.words(beginning)
        matches = _test(pattern)
        telling = max(pieces, key=len)
        found: list[str] = []
        for start in range(0, len(candidates), _CHECK_EVERY):
            if self._is_stale():
                raise Stale
            some = candidates[start : start + _CHECK_EVERY]
            found += [word for word in some if telling in word and matches(word)]
        return found
