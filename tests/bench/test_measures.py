"""The measures, by examples worked out by hand."""

from __future__ import annotations

import pytest

from bench import judging
from bench.measure import median, percentile, summary
from bench.tables import number, ratio, score, table

GAINS = {1: 3, 2: 2, 3: 1, 4: 0}


def test_ndcg_of_a_ranking_worked_out_by_hand() -> None:
    # DCG: 2/log2(2) + 0/log2(3) + 3/log2(4) = 2 + 0 + 1.5 = 3.5
    # best: 3/log2(2) + 2/log2(3) + 1/log2(4) = 3 + 1.261860 + 0.5 = 4.761860
    assert judging.ndcg([2, 9, 1], GAINS) == pytest.approx(3.5 / 4.761860, abs=1e-6)


def test_ndcg_stops_at_its_depth_on_both_sides() -> None:
    # Within two ranks: found 2/log2(2) = 2, best 3 + 1.261860.
    assert judging.ndcg([2, 9, 1], GAINS, 2) == pytest.approx(2 / 4.261860, abs=1e-6)


def test_the_best_ranking_has_the_highest_ndcg() -> None:
    assert judging.ndcg([1, 2, 3, 4], GAINS) == pytest.approx(1.0)
    assert judging.ndcg([4, 8, 9], GAINS) == 0.0
    assert judging.ndcg([1], {1: 0}) == 0.0


def test_average_precision_counts_what_was_missed() -> None:
    # Relevant at ranks 1 and 3 of three relevant papers: (1/1 + 2/3 + 0) / 3.
    assert judging.average_precision([2, 9, 1], GAINS) == pytest.approx((1 + 2 / 3) / 3)
    assert judging.average_precision([], GAINS) == 0.0


def test_reciprocal_rank() -> None:
    assert judging.reciprocal_rank([9, 4, 3], GAINS) == pytest.approx(1 / 3)
    assert judging.reciprocal_rank([0] * 10 + [1], GAINS) == 0.0


def test_the_interval_of_a_constant_difference_is_a_point() -> None:
    pytest.importorskip("numpy")
    found = judging.paired_bootstrap([([0.5, 0.6, 0.7], [0.4, 0.5, 0.6])], resamples=200)
    assert found == pytest.approx((0.1, 0.1, 0.1))
    assert found.is_sure


def test_the_interval_of_no_difference_holds_zero() -> None:
    pytest.importorskip("numpy")
    found = judging.paired_bootstrap([([0.0, 1.0] * 20, [1.0, 0.0] * 20)], resamples=500)
    assert found.mean == 0.0
    assert found.low < 0 < found.high
    assert not found.is_sure


def test_collections_count_alike_whatever_their_size() -> None:
    pytest.importorskip("numpy")
    small, large = ([1.0], [0.0]), ([0.0] * 99, [0.0] * 99)
    assert judging.paired_bootstrap([small, large], resamples=50).mean == pytest.approx(0.5)


def test_percentiles_are_values_that_occurred() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert percentile(values, 0.5) == 50.0
    assert percentile(values, 0.99) == 99.0
    assert percentile([7.0], 0.99) == 7.0
    assert summary([1.0, 2.0, 3.0, 10.0]) == (4, 2.0, 10.0, 4.0)
    assert median([3.0, 1.0]) == 2.0
    with pytest.raises(ValueError, match="no values"):
        percentile([], 0.5)


def test_tables_are_markdown() -> None:
    assert table(["what", "n"], [["a", 1], ["bcdef"]]) == (
        "| what  |   n |\n| ----- | --: |\n| a     |   1 |\n| bcdef |     |"
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "-"),
        (0.0, "0"),
        (0.0414, "0.041"),
        (2.5, "2.50"),
        (41.26, "41.3"),
        (12345.6, "12,346"),
    ],
)
def test_numbers_have_three_digits_that_say_something(value: float | None, shown: str) -> None:
    assert number(value) == shown


def test_scores_and_ratios() -> None:
    assert score(0.5) == ".500"
    assert score(1.0) == "1.000"
    assert ratio(3.0, 2.0) == "1.5 x"
    assert ratio(3.0, None) == "-"
