from __future__ import annotations

import itertools
import json
import math
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search import snapshot, snapshot_sources, snapshot_writer, whoosh_engine
from index.search.engine import Document, Hits, Stale, group
from index.search.query import parse
from index.search.rank import K1, B
from index.search.snapshot import SnapshotEngine, open_snapshot
from index.search.snapshot_build import build_snapshot
from index.search.tree import (
    Among,
    And,
    Best,
    Everything,
    InField,
    Node,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Synonyms,
    Term,
)
from tests.index.search.oracle import Oracle
from tests.index.search.seed_data import read_lines
from tests.index.search.strategies import LEAVES, collections, nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from index.search.engine import Engine
    from index.search.whoosh_engine import WhooshEngine

ROOT = Path(__file__).resolve().parents[3]
ODD = {"odd": set(range(1, 61, 2))}


def run(
    engine: Engine, node: Node, sets: Mapping[str, set[int]] | None = None, limit: int = 100
) -> Hits:
    return engine.run(node, sets or {}, limit, lambda: False)


def ordinals(engine: Engine, node: Node, **options: int) -> list[int]:
    return list(run(engine, node, **options).ordinals)


def built(documents: Sequence[Document], folder: Path) -> SnapshotEngine:
    build_snapshot(documents, folder, {})
    return open_snapshot(folder, {})


def assert_alike(
    engine: Engine, other: Engine, trees: Sequence[Node], *, limit: int, terms: Sequence[str] = ()
) -> None:
    """Both engines give the same answers."""
    assert engine.count == other.count
    for prefix in ("", "c", "cat", "do", "z"):
        assert list(engine.words(prefix)) == list(other.words(prefix))
        assert list(engine.expand(prefix)) == list(other.expand(prefix))
    for term in terms:
        assert engine.document_frequency(term) == other.document_frequency(term)
    for tree in trees:
        hits, expected = run(engine, tree, ODD, limit), run(other, tree, ODD, limit)
        assert list(hits.ordinals) == list(expected.ordinals), tree
        assert list(hits.scores) == pytest.approx(list(expected.scores), abs=2e-9), tree
    # All that the collections of the strategies may have, or may have had.
    for first, second in itertools.product(LEAVES, repeat=2):
        found = engine.distances(first, second, range(61))
        assert found == other.distances(first, second, range(61)), (first, second)


@pytest.fixture
def engine_of(tmp_path: Path) -> Callable[..., SnapshotEngine]:
    """Builds an engine from abstracts (numbered from 1) or documents."""
    numbers: Iterator[int] = itertools.count()

    def make(*papers: str | Document) -> SnapshotEngine:
        documents = [
            paper if isinstance(paper, Document) else Document(number, "", paper)
            for number, paper in enumerate(papers, 1)
        ]
        return built(documents, tmp_path / f"snapshot{next(numbers)}")

    return make


# Scores, by hand


@pytest.fixture
def three(engine_of: Callable[..., SnapshotEngine]) -> SnapshotEngine:
    """Lengths 3, 2 and 1, so the average is 2."""
    return engine_of("latent latent watermark", "watermark image", "graph")


# In one of three papers: ln(1 + 2.5 / 1.5); in two: ln(1 + 1.5 / 2.5).
ONE, TWO = math.log(8 / 3), math.log(1.6)
# The papers' norms: that of one of average length is K1 itself.
NORM_1, NORM_2 = K1 * (1 - B + B * 3 / 2), K1
LATENT_1 = ONE * 2 * (K1 + 1) / (2 + NORM_1)
WATERMARK_1 = TWO * 1 * (K1 + 1) / (1 + NORM_1)
WATERMARK_2 = TWO * 1 * (K1 + 1) / (1 + NORM_2)


def test_terms_and_their_combinations_score_bm25(three: SnapshotEngine) -> None:
    latent, watermark = Term("latent"), Term("watermark")
    for node, papers, scores in (
        (latent, [1], [LATENT_1]),
        (watermark, [2, 1], [WATERMARK_2, WATERMARK_1]),
        (And((latent, watermark)), [1], [LATENT_1 + WATERMARK_1]),
        (Or((latent, watermark)), [1, 2], [LATENT_1 + WATERMARK_1, WATERMARK_2]),
        (Phrase((latent, watermark)), [1], [LATENT_1 + WATERMARK_1]),
        (InField("abstract", latent), [1], [LATENT_1]),
        # latent or image: in papers 1 (twice) and 2 (once), so the document frequency is two.
        (
            Synonyms(("latent", "imag", "absent")),
            [1, 2],
            [TWO * 2 * (K1 + 1) / (2 + NORM_1), WATERMARK_2],
        ),
    ):
        hits = run(three, node)
        assert list(hits.ordinals) == papers
        assert hits.scores == pytest.approx(scores)


def test_an_unfinished_word_scores_as_synonyms(engine_of: Callable[..., SnapshotEngine]) -> None:
    engine = engine_of("watermark watermarks water", "watershed image", "graph")
    # Lengths 3, 2, 1 again. "wate" may become any of them: 3 occurrences and 1, in two papers.
    hits = run(engine, Prefix("wate", "wate"))
    assert list(hits.ordinals) == [1, 2]
    assert hits.scores == pytest.approx([TWO * 3 * (K1 + 1) / (3 + NORM_1), WATERMARK_2])


def test_the_most_of_the_words(three: SnapshotEngine) -> None:
    # latent weighs ln(8/3) = 0.98, watermark ln(1.6) = 0.47: paper 2 has a third of paper 1's.
    words = (Term("latent"), Term("watermark"), Term("absent"))
    hits = run(three, Best(words))
    assert list(hits.ordinals) == [1]
    assert hits.scores == pytest.approx([LATENT_1 + WATERMARK_1])
    # Two as rare as each other: either will do.
    assert ordinals(three, Best((Term("latent"), Term("imag")))) == [1, 2]


def test_filters_score_nothing(three: SnapshotEngine) -> None:
    starred = {"starred": {3, 1, 99}}
    hits = run(three, Among("starred"), starred)
    assert list(hits.ordinals) == [1, 3]
    assert hits.scores == [0.0, 0.0]
    assert run(three, Among("unheard of"), starred).total == 0
    assert ordinals(three, Not(Term("latent"))) == [2, 3]
    assert ordinals(three, Everything()) == ordinals(three, And(())) == [1, 2, 3]
    assert run(three, Nothing()).total == run(three, Or(())).total == 0
    hits = run(three, And((Term("watermark"), Among("starred"), Not(Term("image")))), starred)
    assert list(hits.ordinals) == [1]
    assert hits.scores == pytest.approx([WATERMARK_1])


# The list of results


def test_the_best_are_ranked_and_the_rest_follow_in_order(
    engine_of: Callable[..., SnapshotEngine],
) -> None:
    engine = engine_of(*(f"cat {'dog ' * (9 - number)}" for number in range(9)), "bird")
    assert ordinals(engine, Term("cat")) == list(range(9, 0, -1))
    hits = run(engine, Term("cat"), limit=3)
    assert list(hits.ordinals) == [9, 8, 7, 1, 2, 3, 4, 5, 6]
    assert len(hits.scores) == 3
    assert hits.total == 9
    for limit in (0, -1):
        assert ordinals(engine, Term("cat"), limit=limit) == list(range(1, 10))


def test_equal_scores_rank_by_ordinal_whatever_the_order_of_the_papers(
    engine_of: Callable[..., SnapshotEngine],
) -> None:
    engine = engine_of(*(Document(number, "", "a cat") for number in (5, 900, 2**40, 3, 41)))
    assert ordinals(engine, Term("cat")) == [3, 5, 41, 900, 2**40]
    # Also where the limit cuts through them.
    assert ordinals(engine, Term("cat"), limit=2) == [3, 5, 41, 900, 2**40]
    both = engine_of(
        *(Document(number, "", "a cat") for number in (9, 8, 7)), Document(50, "", "cat cat cat")
    )
    assert ordinals(both, Term("cat"), limit=2) == [50, 7, 8, 9]


def test_results_are_a_sequence_of_plain_numbers(
    engine_of: Callable[..., SnapshotEngine],
) -> None:
    found = run(engine_of("cat", "dog", "cat dog"), Term("cat")).ordinals
    assert [type(ordinal) for ordinal in found] == [int, int]
    assert list(found[:1]) == [1]
    assert found.index(3) == 1
    assert found[-1] == 3
    assert json.dumps(list(found)) == "[1, 3]"


# Collections without anything


@pytest.mark.parametrize("papers", [(), ("",), ("", "* -", "the")])
def test_collections_without_words(
    engine_of: Callable[..., SnapshotEngine], papers: tuple[str, ...]
) -> None:
    engine = engine_of(*papers)
    everything = list(range(1, len(papers) + 1))
    assert engine.count == len(papers)
    assert ordinals(engine, Everything()) == everything
    assert ordinals(engine, Not(Term("cat"))) == everything
    for node in (
        Prefix("c", "c"),
        Phrase((Term("a"), Term("b"))),
        Phrase((Prefix("a", "a"),)),
        Phrase(()),
        InField("title", Term("cat")),
        Best((Term("a"), Nothing())),
        Synonyms(()),
    ):
        assert ordinals(engine, node) == []
    assert ordinals(engine, Term("the")) == ([3] if "the" in papers else [])
    assert list(engine.words("")) == (["the"] if "the" in papers else [])


# Against the other engines


@settings(
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    collections,
    st.lists(nodes, min_size=4, max_size=12),
    st.sampled_from([(1, 1, 1), (7, 5, 2), (1 << 20, 1 << 23, 1 << 16)]),
)
def test_every_answer_is_the_oracles(
    tmp_path: Path, papers: list[Document], trees: list[Node], sizes: tuple[int, int, int]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        # Many blocks, parts and groups, or one block and part and no group.
        patch.setattr(snapshot_sources, "BLOCK", sizes[0])
        patch.setattr(snapshot_writer, "PART", sizes[1])
        patch.setattr(snapshot_writer, "GROUP_POSTINGS", sizes[2])
        engine = built(papers, tmp_path)
    assert_alike(engine, Oracle(papers), trees, limit=3, terms=("cat", "dog", "the", "no"))


@settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(collections, st.lists(nodes, min_size=4, max_size=12))
def test_every_answer_is_that_of_whoosh(
    tmp_path: Path, papers: list[Document], trees: list[Node]
) -> None:
    whoosh_engine.build(papers, tmp_path / "whoosh", {})
    other = whoosh_engine.open_engine(tmp_path / "whoosh", {})
    assert_alike(built(papers, tmp_path / "snapshot"), other, trees, limit=3)


def test_the_seeds_are_found_as_by_whoosh(
    seeds: list[Document], seed_engine: WhooshEngine, tmp_path: Path
) -> None:
    engine = built(seeds, tmp_path)
    queries = [str(row["query"]) for row in read_lines("known_item.jsonl")]
    assert len(queries) == 76
    for query in queries:
        for text in (query, query[: len(query) // 2], query[: len(query) // 3], query[0]):
            node = parse(text, typing=True).node
            hits, expected = run(engine, node), run(seed_engine, node)
            assert list(hits.ordinals) == list(expected.ordinals)
            assert hits.scores == pytest.approx(expected.scores, abs=2e-9)
            some = Best(tuple(Term(term) for term in text.split()))
            assert ordinals(engine, some) == ordinals(seed_engine, some)


def test_a_large_collection_is_searched_as_by_whoosh(tmp_path: Path) -> None:
    chance = random.Random(4)
    letters = "aeioubcdmnprst"
    words = ["".join(chance.choices(letters, k=chance.randint(1, 9))) for _ in range(4000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    papers = [
        Document(
            number,
            " ".join(chance.choices(words, weights, k=chance.randint(0, 8))),
            " ".join(chance.choices(words, weights, k=chance.randint(0, 60))),
            is_titled=bool(number % 3),
        )
        for number in chance.sample(range(100_000), 3000)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshot_sources, "BLOCK", 10_000)
        patch.setattr(snapshot_writer, "PART", 30_000)
        patch.setattr(snapshot_writer, "GROUP_POSTINGS", 1_000)
        engine = built(papers, tmp_path / "snapshot")
    assert len(engine._segments[0].groups) > 20
    whoosh_engine.build(papers, tmp_path / "whoosh", {})
    other = whoosh_engine.open_engine(tmp_path / "whoosh", {})
    found = 0
    for _ in range(200):
        first, second = chance.choices(words, weights, k=2)
        text = chance.choice(["", f"{first} ", f"{first} -", f'"{first} ']) + second
        node = parse(text[: chance.randint(1, len(text))], typing=True).node
        node = (
            InField("title", node) if isinstance(node, Prefix) and chance.random() < 0.2 else node
        )
        hits, expected = run(engine, node, limit=50), run(other, node, limit=50)
        assert list(hits.ordinals) == list(expected.ordinals), text
        assert hits.scores == pytest.approx(expected.scores, abs=2e-9)
        found += hits.total > 50
    assert found > 50


def test_a_word_may_occur_more_often_than_two_bytes_can_say(tmp_path: Path) -> None:
    papers = [Document(1, "", "cat " * 70_000 + "catalog"), Document(2, "", "cat")]
    engine = built(papers, tmp_path)
    trees = (Term("cat"), Prefix("cat", "cat"), Phrase((Term("cat"), Prefix("cata", "cata"))))
    assert_alike(engine, Oracle(papers), trees, limit=9)


def test_a_prefix_stands_for_the_terms_of_words_that_other_terms_lie_between(
    engine_of: Callable[..., SnapshotEngine],
) -> None:
    # "flies" and "flying" begin with "fl", and their terms "fli" and "fly" enclose "flow".
    engine = engine_of("flies", "flow", "flying", "fly")
    assert group(engine, Prefix("fli", "fli")) == ("fli",)
    assert group(engine, Prefix("flo", "flo")) == ("flo", "flow")
    assert list(engine.expand("fl")) == ["fli", "flow"]
    assert sorted(ordinals(engine, Prefix("fly", "fli"))) == [1, 3, 4]


# Giving up, keeping, sharing


@pytest.mark.parametrize(
    "node",
    [
        Term("cat"),
        Prefix("c", "c"),
        Phrase((Term("cat"), Term("dog"))),
        InField("abstract", Term("cat")),
        And((Term("cat"), Not(Term("bird")))),
        Everything(),
    ],
)
def test_a_stale_query_is_given_up_at_every_step(
    engine_of: Callable[..., SnapshotEngine], node: Node
) -> None:
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    engine_of("cat dog", "cat").run(node, {}, 10, count)
    assert steps >= 2
    for step in range(steps):
        answers = iter([False] * step + [True])
        with pytest.raises(Stale):
            engine_of("cat dog", "cat").run(node, {}, 10, lambda answers=answers: next(answers))


def test_only_so_many_matches_are_kept(
    engine_of: Callable[..., SnapshotEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "_KEPT_MATCHES", 5)
    engine = engine_of("cat catalog dog", "cat cattle", "catapult dog cat")
    for _ in range(2):
        for text, papers in (("cat", [1, 2, 3]), ("catap", [3]), ("dog", [1, 3])):
            node = Prefix(text, text)
            assert sorted(ordinals(engine, node)) == papers
            kept = engine._kept._matches
            assert sum(len(matches.papers) + 1 for matches in kept.values()) <= 5
            assert node in kept
    # What is kept is what was asked for last: one paper and one more, two papers and one more.
    assert list(engine._kept._matches) == [Prefix("catap", "catap"), Prefix("dog", "dog")]


def test_matches_that_are_asked_for_again_are_kept_longest(
    engine_of: Callable[..., SnapshotEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "_KEPT_MATCHES", 5)
    engine = engine_of("cat dog bird")
    for word in ("cat", "dog", "cat", "bird"):  # each takes the room of two
        ordinals(engine, Term(word))
    assert list(engine._kept._matches) == [Term("cat"), Term("bird")]


def test_threads_may_share_an_engine(engine_of: Callable[..., SnapshotEngine]) -> None:
    words = [f"w{number}x" for number in range(40)]
    engine = engine_of(*(" ".join(words[k::step]) for step in range(1, 9) for k in range(step)))
    queries = [And((Term(a), Or((Term(b), Term("w0x"))))) for a, b in itertools.pairwise(words)]
    expected = [run(engine, node) for node in queries]

    def again(_: int) -> list[Hits]:
        return [run(engine, node) for node in queries]

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(again, range(50))) == [expected] * 50
    finally:
        sys.setswitchinterval(interval)


# What is loaded


def modules_after(code: str) -> set[str]:
    code += "\nimport sys; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return set(output.stdout.split())


def test_only_the_snapshot_loads_numpy_and_it_does_not_load_whoosh() -> None:
    loaded = modules_after("import index.search.service, index.search.whoosh_engine")
    assert "whoosh" in loaded
    assert "numpy" not in loaded
    loaded = modules_after("import index.search.snapshot")
    assert "numpy" in loaded
    assert "whoosh" not in loaded
