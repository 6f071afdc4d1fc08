"""The ranking formula, in one place for every engine.

BM25 as in S. Robertson and H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
Foundations and Trends in Information Retrieval 3(4), 2009, with the inverse document frequency of
Lucene's `BM25Similarity`, which is never negative:

    idf(t)      = ln(1 + (N - df + 0.5) / (df + 0.5))
    score(t, d) = idf(t) * tf * (K1 + 1) / (tf + K1 * (1 - B + B * length(d) / average))

N is the number of papers, df how many of them hold the term, tf how often the paper holds it and
length its length in words; all four are exact. A query scores the sum over its terms.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

Value = TypeVar("Value", float, "NDArray[np.float64]")
"""The formula holds for one paper and, element by element, for arrays of papers."""

K1 = 1.2
"""How slowly further occurrences of a term stop counting."""
B = 0.7
"""How much a long paper is held against it, between 0 and 1."""
SCORE_DECIMALS = 9
"""Engines add a paper's parts in different orders, which shows in the last bits of a float alone.
Scores are rounded to this many decimals before they are compared, so that ties are ties."""
REACH = 8
"""Words that are farther apart than so many positions are not near each other."""
REORDERED = 50
"""So many of the best papers are put in order anew by how near the words stand in them."""
PARTIAL_STRICTNESS = 2
"""How much of a query a partial match must hold; see `partial_share`."""


def idf(count: int, document_frequency: int) -> float:
    """How rare a term is.

    Args:
        count: papers in the collection (N).
        document_frequency: papers among them that hold the term (df).
    """
    return math.log(1.0 + (count - document_frequency + 0.5) / (document_frequency + 0.5))


def length_norm(length: Value, average: float) -> Value:
    """The part of the formula's denominator that depends on the paper alone.

    Args:
        length: the paper's length in words.
        average: mean length over the collection; 0 if no paper has a counted word.
    """
    # Without an average all lengths are 0; every paper then counts as one of average length.
    ratio = length / average if average else length + 1.0
    return K1 * (1.0 - B + B * ratio)


def term_score(frequency: Value, term_idf: float, norm: Value) -> Value:
    """The score of one term in one paper.

    Args:
        frequency: occurrences of the term in the paper (tf), at least 1.
        term_idf: from `idf`.
        norm: the paper's `length_norm`.
    """
    return term_idf * frequency * (K1 + 1.0) / (frequency + norm)


def nearness(distance: int, first_idf: float, second_idf: float) -> float:
    """What two words that follow each other in a query add where they stand near in a paper.

    The rarer of them says how much; the square of their distance divides it. After S. Buettcher,
    C. Clarke and B. Lushman, "Term proximity scoring for ad-hoc retrieval on very large text
    collections", SIGIR 2006.

    Args:
        distance: positions between the nearest occurrences; 1 if one follows the other.
        first_idf: the `idf` of one word.
        second_idf: the `idf` of the other.
    """
    return min(first_idf, second_idf) / (distance * distance) if distance <= REACH else 0.0


def best_partial(clauses: Sequence[Mapping[int, float]], count: int) -> dict[int, float]:
    """The papers that hold the most of a query's clauses, and their scores.

    A clause weighs the `idf` of the number of papers that match it, so a rare word counts for more
    than a common one; clauses that nothing matches are passed over. A paper covers the clauses it
    matches. Papers are kept that cover at least `partial_share` of what the best one covers; their
    score is the sum over the clauses they match.

    Args:
        clauses: for each clause, the score of every paper that matches it.
        count: papers in the collection (N).
    """
    matched = [clause for clause in clauses if clause]
    covered: dict[int, float] = {}
    scores: dict[int, float] = {}
    for clause in matched:
        weight = idf(count, len(clause))
        for paper, score in clause.items():
            covered[paper] = covered.get(paper, 0.0) + weight
            scores[paper] = scores.get(paper, 0.0) + score
    least = partial_share(len(matched)) * max(covered.values(), default=0.0)
    return {paper: score for paper, score in scores.items() if covered[paper] >= least}


def partial_share(clauses: int) -> float:
    """The share of the best paper's coverage that a partial match must reach.

    Half for two clauses, a third for four, a seventh for twelve: of few words nearly all must be
    there, while no paper holds all the words of a long question. On the test collections Cranfield,
    MED and SciFact, whose queries are long, this list is as good at its top as that of every paper
    with any of the words (nDCG@10 .381, .712, .693 to .381, .718, .692), and a sixth as long.
    """
    return PARTIAL_STRICTNESS / (PARTIAL_STRICTNESS + clauses)
