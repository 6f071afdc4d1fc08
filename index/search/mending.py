"""What the words of a query are taken for, once the collection's own words are known."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.search.analyse import term_of
from index.search.conditions import Wildcard, Words, conditions
from index.search.engine import group
from index.search.expand import Expander, literal_words
from index.search.tree import Prefix, Synonyms, Term
from index.search.typos import LONG_ENOUGH, Speller

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index.search.conditions import Condition, Part, Typed
    from index.search.engine import Engine
    from index.search.tree import Leaf, Node

MAX_RARE_WORDS = 5
"""Words that a rare unfinished word may become at most."""

_NO_WORD = Synonyms(())


class Asked(NamedTuple):
    """A word of a query, where it was typed, and whether it is one that must not occur."""

    part: Part
    typed: Typed
    is_excluded: bool


def asked(condition: Condition) -> list[Asked]:
    """The words of a condition in order."""
    return [
        Asked(part, typed, is_excluded)
        for words, is_excluded in conditions(condition)
        if isinstance(words, Words)
        for part, typed in zip(words.parts, words.typed, strict=True)
    ]


class Mending:
    """Finds out which words of a query the collection has, and what the others may mean.

    Args:
        engine: the collection.
        is_stale: asked now and then; once it is true, methods raise `Stale`.
    """

    def __init__(self, engine: Engine, is_stale: Callable[[], bool]) -> None:
        self.engine = engine
        self._speller = Speller(engine, is_stale)
        self._expander = Expander(engine, is_stale)
        self._known: dict[Part, bool] = {}

    @property
    def notes(self) -> tuple[str, ...]:
        """Which wildcards and fuzzy words, of those met, stand for too many words."""
        return tuple(self._expander.notes)

    def leaf(self, part: Part) -> Leaf:
        """What a part stands for as it was typed."""
        return self._expander.leaf(part)

    def is_known(self, part: Part) -> bool:
        """Whether some paper of the collection holds what a part stands for."""
        known = self._known.get(part)
        if known is None:
            known = self._known[part] = self._occurs(part)
        return known

    def _occurs(self, part: Part) -> bool:
        leaf = self.leaf(part)
        if isinstance(leaf, Prefix):
            # The words it may become can be thousands.
            return bool(self.engine.document_frequency(leaf.term) or self.engine.words(leaf.prefix))
        return any(self.engine.document_frequency(term) for term in group(self.engine, leaf))

    def variants(self, part: Part, typed: Typed) -> Mapping[str, str]:
        """Terms an unknown part may have been meant as, each with a word, the likeliest first."""
        if isinstance(part, Wildcard):
            return {}
        return self._speller.variants(typed.word, unfinished=isinstance(part, Prefix))

    def likelier(self, part: Part, typed: Typed) -> str | None:
        """The word that a known part, or an unfinished one, is likely a typo of all the same."""
        if not isinstance(part, Term | Prefix) or len(typed.word) < LONG_ENOUGH:
            return None
        terms = [part.term]
        if isinstance(part, Prefix):
            if len(self.engine.words(part.prefix)) > MAX_RARE_WORDS:
                return None
            terms += self.engine.expand(part.prefix)
        papers = sum(map(self.engine.document_frequency, dict.fromkeys(terms)))
        return self._speller.likelier(typed.word, papers)

    def whole(self, words: Words) -> Node | None:
        """Words as they were meant, or `None` if that needs one that is unknown."""
        leaves = [self.meant(*pair) for pair in zip(words.parts, words.typed, strict=True)]
        return None if _NO_WORD in leaves else words.node(leaves)

    def singly(self, words: Words) -> list[Node]:
        """Those words that are known, each by itself but within their field.

        A wildcard that fits no word counts as what it is made of.
        """
        found: list[Node] = []
        for part, typed in zip(words.parts, words.typed, strict=True):
            leaf = self.meant(part, typed)
            if leaf != _NO_WORD:
                found.append(words.node([leaf]))
            elif isinstance(part, Wildcard):
                terms = [Term(term_of(word)) for word in literal_words(part.pattern)]
                found += [words.node([term]) for term in terms if self.is_known(term)]
        return found

    def unknown(self, condition: Condition) -> list[Asked]:
        """The words of a condition that no paper holds, in order."""
        return [item for item in asked(condition) if not self.is_known(item.part)]

    def meant(self, part: Part, typed: Typed) -> Leaf:
        """What a part stands for, or was most likely meant as; perhaps synonyms without a term."""
        if self.is_known(part):
            return self.leaf(part)
        return Synonyms(tuple(self.variants(part, typed)))
