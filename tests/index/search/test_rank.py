from __future__ import annotations

import math

import pytest

from index.search.rank import best_partial, idf, length_norm, partial_share, term_score


def test_idf_is_lucenes() -> None:
    # ln(1 + (10 - 2 + 0.5) / (2 + 0.5)) = ln(4.4)
    assert idf(10, 2) == pytest.approx(math.log(4.4))
    # A term in every paper: ln(1 + 0.5 / 10.5), small but positive.
    assert idf(10, 10) == pytest.approx(math.log(22 / 21))


def test_length_norm() -> None:
    # 1.2 * (0.3 + 0.7 * 3 / 2) = 1.2 * 1.35 = 1.62; at average length it is K1 itself.
    assert length_norm(3, 2.0) == pytest.approx(1.62)
    assert length_norm(2, 2.0) == pytest.approx(1.2)
    assert length_norm(0, 0.0) == pytest.approx(1.2)


def test_term_score() -> None:
    # 2 * 3 * 2.2 / (3 + 2) = 13.2 / 5
    assert term_score(3, 2.0, 2.0) == pytest.approx(2.64)


def test_partial_matches_must_hold_most_of_the_words() -> None:
    # Ten papers. Rare (1 paper) weighs ln(1 + 9.5/1.5) = 1.99, common (4) ln(1 + 6.5/4.5) = 0.89.
    rare = {1: 2.0}
    common = {1: 0.5, 2: 0.6, 3: 0.4, 4: 0.3}
    # Papers 2-4 cover 0.89 of 2.88, below half of the best, which covers all.
    assert best_partial([rare, common, {}], 10) == {1: 2.5}
    # Without a paper that has both, the rare word's paper covers 1.99 of 2.88; 0.89 is less than
    # half of it.
    assert best_partial([rare, {2: 0.6, 3: 0.4, 4: 0.3, 5: 0.1}], 10) == {1: 2.0}
    # Two words as rare as each other: both papers.
    assert best_partial([{1: 2.0}, {2: 1.0}], 10) == {1: 2.0, 2: 1.0}


def test_nothing_matches_nothing() -> None:
    assert best_partial([], 10) == {}
    assert best_partial([{}, {}], 10) == {}


def test_partial_share_relaxes_with_the_length_of_the_query() -> None:
    assert partial_share(2) == pytest.approx(1 / 2)
    assert partial_share(4) == pytest.approx(1 / 3)
    assert partial_share(12) == pytest.approx(1 / 7)
