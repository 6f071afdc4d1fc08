"""The terms that tell what a text is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.search import rank
from index.search.analyse import STOP_WORDS, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index.search.engine import Engine

MAX_CHARACTERS = 10_000
"""Characters of each text that are read."""
MAX_NAMED = 8
"""How many terms an explanation names."""


class Telling(NamedTuple):
    """A term of a text.

    `word` is a word of the text that it comes from, `idf` how rare it is (see `rank`), `frequency`
    how often the text holds it.
    """

    term: str
    word: str
    idf: float
    frequency: int


def telling_terms(
    engine: Engine, texts: Iterable[str], limit: int, *, least_papers: int = 1
) -> list[Telling]:
    """The terms that set a text apart from the collection: frequent here, rare there (tf-idf).

    G. Salton and C. Buckley, "Term-weighting approaches in automatic text retrieval", Information
    Processing & Management 24(5), 1988. Stop words, single letters and numbers tell nothing.

    Args:
        engine: the collection.
        texts: the parts of the text, in plain text; a part given twice counts twice.
        limit: how many terms are wanted.
        least_papers: papers that must hold a term. With 2, what only one paper says is left out.

    Returns:
        The most telling first.
    """
    frequencies: dict[str, int] = {}
    words: dict[str, str] = {}
    for text in texts:
        plain = text[:MAX_CHARACTERS]
        for token in tokens(plain):
            if says_something(token.word):
                frequencies[token.term] = frequencies.get(token.term, 0) + 1
                words.setdefault(token.term, plain[token.start : token.end])
    weights: dict[str, float] = {}
    found: dict[str, Telling] = {}
    for term, frequency in frequencies.items():
        papers = engine.document_frequency(term)
        if papers >= least_papers:
            idf = rank.idf(engine.count, papers)
            weights[term] = frequency * idf
            found[term] = Telling(term, words[term], idf, frequency)
    best = sorted(found, key=lambda term: (-weights[term], term))
    return [found[term] for term in best[:limit]]


def named(terms: Sequence[Telling]) -> str:
    """The first words of some terms, for an explanation."""
    words = ", ".join(item.word for item in terms[:MAX_NAMED])
    return f"{words}, ..." if len(terms) > MAX_NAMED else words


def says_something(word: str) -> bool:
    """Whether a folded word may tell what a text is about."""
    if len(word) == 1 and word.isascii():
        return False
    return word not in STOP_WORDS and not word.isdecimal()
