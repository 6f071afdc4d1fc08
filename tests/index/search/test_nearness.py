from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search import snapshot_build, whoosh_engine
from index.search.engine import Document, Hits
from index.search.nearness import MAX_FORMS, Nearness
from index.search.rank import REACH, REORDERED, nearness
from index.search.snapshot import open_snapshot
from index.search.snapshot_build import build_snapshot, update_snapshot
from index.search.tree import And, Or, Prefix, Synonyms, Term
from tests.index.search.oracle import Oracle
from tests.index.search.strategies import collections, leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from index.search.engine import Engine
    from index.search.tree import Leaf, Node

LATENT, GRAPH = Term("latent"), Term("graph")


def never() -> bool:
    return False


def run(engine: Engine, node: Node, limit: int = 1000) -> Hits:
    return engine.run(node, {}, limit, never)


def reordered(engine: Engine, leaves: Sequence[Leaf], hits: Hits) -> Hits:
    return Nearness(engine, leaves, never).reordered(hits)


@pytest.fixture(params=["oracle", "whoosh", "snapshot"])
def engine_of(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., Engine]:
    """Builds an engine from abstracts (numbered from 1) or documents."""
    numbers: Iterator[int] = iter(range(1000))

    def make(*papers: str | Document) -> Engine:
        documents = [
            paper if isinstance(paper, Document) else Document(number, "", paper)
            for number, paper in enumerate(papers, 1)
        ]
        folder = tmp_path / f"index{next(numbers)}"
        if request.param == "oracle":
            return Oracle(documents)
        if request.param == "whoosh":
            whoosh_engine.build(documents, folder, {})
            return whoosh_engine.open_engine(folder, {})
        build_snapshot(documents, folder, {})
        return open_snapshot(folder, {})

    return make


def test_the_rarer_word_over_the_square_of_the_distance() -> None:
    assert nearness(1, 2.0, 3.0) == 2.0
    assert nearness(2, 3.0, 2.0) == 0.5
    # 6.4 / 64, and out of reach.
    assert nearness(8, 6.4, 7.0) == pytest.approx(0.1)
    assert nearness(9, 6.4, 7.0) == 0.0
    assert REACH == 8


# Distances


@pytest.mark.parametrize(
    ("abstract", "distance"),
    [
        ("latent graph", 1),
        ("graph latent", 1),
        ("latent of the graph", 3),  # words that do not count stand in between all the same
        ("latent x x x graph x latent", 2),
        ("latent x x x x x x x graph", 8),
        ("latent x x x x x x x x graph", None),
        ("latent", None),
        ("", None),
    ],
)
def test_distances(engine_of: Callable[..., Engine], abstract: str, distance: int | None) -> None:
    engine = engine_of("graph", abstract, "latent")
    expected = {} if distance is None else {2: distance}
    # 99 is no paper.
    assert engine.distances(LATENT, GRAPH, [1, 2, 3, 99]) == expected
    assert engine.distances(GRAPH, LATENT, [99, 3, 2]) == expected
    assert engine.distances(LATENT, GRAPH, [1, 3]) == {}
    assert engine.distances(LATENT, GRAPH, []) == {}


def test_parts_of_a_paper_are_never_near_each_other(engine_of: Callable[..., Engine]) -> None:
    engine = engine_of(
        Document(1, "On latent", "graph"),
        Document(2, "", "latent", "Graph", "graph", "graph"),
        Document(3, "", "graph", "Latent", "latent", "latent"),
        Document(4, "Graph of a latent", "none"),
    )
    # The heading counts twice, but one copy does not follow the other: 3, not 1.
    assert engine.distances(LATENT, GRAPH, [1, 2, 3, 4]) == {4: 3}
    assert engine.distances(LATENT, LATENT, [1, 2, 3, 4]) == {}


def test_an_occurrence_of_both_words_does_not_count_for_itself(
    engine_of: Callable[..., Engine],
) -> None:
    engine = engine_of("latent", "latent x latent", "latent graph", "graph x x latent x graph")
    either = Synonyms(("latent", "graph"))
    assert engine.distances(LATENT, LATENT, [1, 2, 3, 4]) == {2: 2}
    assert engine.distances(either, LATENT, [1, 2, 3, 4]) == {2: 2, 3: 1, 4: 2}
    assert engine.distances(either, Prefix("la", "la"), [1, 2, 3, 4]) == {2: 2, 3: 1, 4: 2}
    assert engine.distances(Synonyms(()), either, [1, 2, 3, 4]) == {}


def test_words_that_occur_very_often(engine_of: Callable[..., Engine]) -> None:
    # To compare all pairs would take minutes.
    engine = engine_of("latent " * 40_000 + "x " * 5 + "graph " * 40_000)
    assert engine.distances(LATENT, GRAPH, [1]) == {1: 6}


def test_papers_that_are_gone_or_changed_have_the_distances_they_have_now(tmp_path: Path) -> None:
    papers = [Document(number, "", "latent graph") for number in range(40)]
    build_snapshot(papers, tmp_path, {"n": "1"})
    changed = Document(4, "", "latent of a graph")
    added = [changed, Document(50, "", "graph x latent")]
    update_snapshot(tmp_path, {"n": "1"}, {"n": "2"}, added=added, removed={3, 4})
    engine = open_snapshot(tmp_path, {"n": "2"})
    assert len(engine._segments) == 2
    assert engine.distances(LATENT, GRAPH, [2, 3, 4, 5, 50]) == {2: 1, 4: 3, 5: 1, 50: 2}


@settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    collections,
    collections,
    st.sets(st.integers(0, 60), max_size=20),
    st.lists(leaves, min_size=3, max_size=6),
    st.sampled_from([0.0, 99.0]),
)
def test_every_engine_has_the_same_distances(
    tmp_path: Path,
    papers: list[Document],
    added: list[Document],
    removed: set[int],
    words: list[Leaf],
    share: float,
) -> None:
    removed |= {paper.ordinal for paper in added}
    live = [paper for paper in papers if paper.ordinal not in removed] + added
    oracle = Oracle(live)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        # All in one segment, or two segments, the first with papers that are gone.
        patch.setattr(snapshot_build, "MERGED_SHARE", share)
        build_snapshot(papers, tmp_path / "snapshot", {"n": "1"})
        stamps = {"n": "1"}, {"n": "2"}
        update_snapshot(tmp_path / "snapshot", *stamps, added=added, removed=removed)
        snapshot = open_snapshot(tmp_path / "snapshot", {"n": "2"})
        whoosh_engine.build(live, tmp_path / "whoosh", {})
        whoosh = whoosh_engine.open_engine(tmp_path / "whoosh", {})
    for first in words:
        for second in words:
            expected = oracle.distances(first, second, range(61))
            assert whoosh.distances(first, second, range(61)) == expected, (first, second)
            assert snapshot.distances(first, second, range(61)) == expected, (first, second)
    hits = run(oracle, Or(tuple(words)), 5)
    expected_hits = reordered(oracle, words, hits)
    for engine in (whoosh, snapshot):
        other = reordered(engine, words, run(engine, Or(tuple(words)), 5))
        assert list(other.ordinals) == list(expected_hits.ordinals)
        assert list(other.scores) == pytest.approx(list(expected_hits.scores), abs=2e-9)


# The order of the papers

FAR = "latent latent" + " filler" * 9 + " graph"
NEAR = "latent graph" + " filler" * 10
NONE = "filler" + " filler" * 11
"""Twelve words each: all are of average length."""


def test_the_paper_with_the_words_side_by_side_comes_first(
    engine_of: Callable[..., Engine],
) -> None:
    engine = engine_of(FAR, NEAR, NONE, NONE, NONE, NONE)
    # Each word is in two of six papers. Twice in a paper it counts 2 * 2.2 / (2 + 1.2) = 1.375,
    # once it counts 2.2 / (1 + 1.2) = 1.
    idf = math.log(1 + 4.5 / 2.5)
    hits = run(engine, And((LATENT, GRAPH)))
    assert list(hits.ordinals) == [1, 2]
    assert list(hits.scores) == pytest.approx([2.375 * idf, 2 * idf])
    # In paper 2 the words are one apart, in paper 1 ten.
    hits = reordered(engine, [LATENT, GRAPH], hits)
    assert list(hits.ordinals) == [2, 1]
    assert list(hits.scores) == pytest.approx([3 * idf, 2.375 * idf])


def test_only_neighbours_in_the_query_count_and_the_rarer_word_says_how_much(
    engine_of: Callable[..., Engine],
) -> None:
    engine = engine_of("latent image graph", "latent image", "latent", "none")
    image, weak = Term("imag"), math.log(1 + 1.5 / 3.5)
    idf = math.log(1 + 2.5 / 2.5)
    either = Synonyms(("imag", "graph"))
    plain = Hits([1, 2], [1.0, 0.5])
    # Latent is in three of four papers, image in two, graph in one.
    cases: list[tuple[list[Leaf], list[float]]] = [
        ([LATENT, image], [weak, weak]),
        ([image, GRAPH], [idf, 0.0]),
        ([LATENT, GRAPH], [weak / 4, 0.0]),
        ([LATENT, image, GRAPH], [weak + idf, weak]),
        # As one word, image and graph are in two papers.
        ([either, LATENT], [weak, weak]),
        ([either, GRAPH], [idf, 0.0]),
    ]
    for words, bonus in cases:
        hits = reordered(engine, words, plain)
        assert list(hits.ordinals) == [1, 2]
        assert list(hits.scores) == pytest.approx([1.0 + bonus[0], 0.5 + bonus[1]], abs=1e-8)


def test_equal_sums_are_in_order_of_the_ordinals(engine_of: Callable[..., Engine]) -> None:
    engine = engine_of("latent graph", "latent", "graph latent")
    hits = reordered(engine, [LATENT, GRAPH], Hits([3, 2, 1], [1.0, 1.0, 1.0]))
    assert list(hits.ordinals) == [1, 3, 2]


@pytest.mark.parametrize("far", [REORDERED - 1, REORDERED])
def test_only_the_best_papers_move(engine_of: Callable[..., Engine], far: int) -> None:
    engine = engine_of(*[FAR] * far, NEAR, NONE)
    hits = run(engine, And((LATENT, GRAPH)))
    every = list(range(1, far + 2))
    assert list(hits.ordinals) == every
    moved = reordered(engine, [LATENT, GRAPH], hits)
    if far < REORDERED:
        assert list(moved.ordinals) == [far + 1, *every[:-1]]
        assert moved.scores[0] > hits.scores[-1]
    else:
        assert list(moved.ordinals) == every
        assert list(moved.scores) == list(hits.scores)
    # Given away, the hits are as they were.
    assert list(hits.ordinals) == every


def test_papers_without_a_score_stay_where_they_are(engine_of: Callable[..., Engine]) -> None:
    engine = engine_of(FAR, FAR, NEAR, NEAR, FAR)
    hits = run(engine, And((LATENT, GRAPH)), 3)
    assert list(hits.ordinals) == [1, 2, 5, 3, 4]
    moved = reordered(engine, [LATENT, GRAPH], hits)
    assert (list(moved.ordinals), moved.scores) == ([1, 2, 5, 3, 4], hits.scores)
    few = Hits([1, 3, 2, 4, 5], [1.0, 1.0])
    moved = reordered(engine, [LATENT, GRAPH], few)
    assert list(moved.ordinals) == [3, 1, 2, 4, 5]
    assert len(moved.scores) == 2


@pytest.mark.parametrize("words", [[], [LATENT], [LATENT, LATENT], [LATENT, Synonyms(())]])
def test_a_single_word_changes_nothing(engine_of: Callable[..., Engine], words: list[Leaf]) -> None:
    hits = Hits([1, 2], [2.0, 1.0])
    assert reordered(engine_of("latent", "latent latent"), words, hits) is hits


def test_a_word_that_may_become_too_many_counts_for_nothing(
    engine_of: Callable[..., Engine],
) -> None:
    def forms(count: int) -> str:
        return " ".join(f"graph{number}" for number in range(count))

    hits = Hits([1, 2], [2.0, 1.9])
    words: list[Leaf] = [LATENT, Prefix("graph", "graph")]
    engine = engine_of(forms(MAX_FORMS), "latent graph0")
    assert list(reordered(engine, words, hits).ordinals) == [2, 1]
    engine = engine_of(forms(MAX_FORMS + 1), "latent graph0")
    assert reordered(engine, words, hits) is hits
    for count, best in ((MAX_FORMS, 2), (MAX_FORMS + 1, 1)):
        words = [LATENT, Synonyms(tuple(forms(count).split()))]
        assert reordered(engine, words, hits).ordinals[0] == best
