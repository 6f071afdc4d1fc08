from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search import generations, whoosh_queries
from index.search.engine import BuildCancelled, Document, Hits, IndexUnusable, Stale
from index.search.query import parse
from index.search.tree import (
    Among,
    And,
    Best,
    Everything,
    Node,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Synonyms,
    Term,
)
from index.search.whoosh_engine import build, open_engine
from tests.index.search.oracle import Oracle
from tests.index.search.strategies import LEAVES, collections, nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index.search.engine import Engine
    from index.search.whoosh_engine import WhooshEngine

ROOT = Path(__file__).resolve().parents[3]


def run(
    engine: Engine, node: Node, sets: Mapping[str, set[int]] | None = None, limit: int = 100
) -> Hits:
    return engine.run(node, sets or {}, limit, lambda: False)


def found(engine: Engine, text: str, *, typing: bool = False) -> list[int]:
    return list(run(engine, parse(text, typing=typing).node).ordinals)


# Scores, by hand


@pytest.fixture
def three(engine_of: Callable[..., WhooshEngine]) -> WhooshEngine:
    """Lengths 3, 2 and 1, so the average is 2.

    The denominators' constant parts, 1.2 * (0.3 + 0.7 * length / 2): 1.62, 1.2, 0.78.
    """
    return engine_of("latent latent watermark", "watermark image", "graph")


# In one of three papers: ln(1 + 2.5 / 1.5); in two: ln(1 + 1.5 / 2.5).
ONE, TWO = math.log(8 / 3), math.log(1.6)
LATENT_1 = ONE * 2 * 2.2 / (2 + 1.62)
WATERMARK_1 = TWO * 1 * 2.2 / (1 + 1.62)
WATERMARK_2 = TWO * 1 * 2.2 / (1 + 1.2)


def test_a_term_scores_bm25(three: WhooshEngine) -> None:
    hits = run(three, Term("latent"))
    assert hits.ordinals == [1]
    assert hits.scores == pytest.approx([LATENT_1])
    # 0.980829 * 4.4 / 3.62
    assert pytest.approx(1.192168, abs=1e-6) == LATENT_1
    # The shorter paper first.
    hits = run(three, Term("watermark"))
    assert hits.ordinals == [2, 1]
    assert hits.scores == pytest.approx([WATERMARK_2, WATERMARK_1])


def test_all_and_any(three: WhooshEngine) -> None:
    both = (Term("latent"), Term("watermark"))
    hits = run(three, And(both))
    assert hits.ordinals == [1]
    assert hits.scores == pytest.approx([LATENT_1 + WATERMARK_1])
    hits = run(three, Or(both))
    assert hits.ordinals == [1, 2]
    assert hits.scores == pytest.approx([LATENT_1 + WATERMARK_1, WATERMARK_2])


def test_synonyms_score_as_one_term(three: WhooshEngine) -> None:
    # latent or image: in papers 1 (twice) and 2 (once), so the document frequency is two.
    hits = run(three, Synonyms(("latent", "imag", "absent")))
    assert hits.ordinals == [1, 2]
    assert hits.scores == pytest.approx([TWO * 2 * 2.2 / (2 + 1.62), TWO * 2.2 / (1 + 1.2)])


def test_an_unfinished_word_scores_as_synonyms(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of("watermark watermarks water", "watershed image", "graph")
    # Lengths 3, 2, 1 again. "wate" may become any of them: 3 occurrences and 1, in two papers.
    hits = run(engine, Prefix("wate", "wate"))
    assert hits.ordinals == [1, 2]
    assert hits.scores == pytest.approx([TWO * 3 * 2.2 / (3 + 1.62), TWO * 2.2 / (1 + 1.2)])


def test_a_phrase_scores_its_words_over_the_whole_paper(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of("b a b", "b b", "c")
    # "a b" occurs in paper 1 alone, where b occurs twice.
    hits = run(engine, Phrase((Term("a"), Term("b"))))
    assert hits.ordinals == [1]
    # "a" is a stop word: lengths 2, 2, 1, average 5/3.
    norm = 1.2 * (0.3 + 0.7 * 2 / (5 / 3))
    a, b = ONE * 2.2 / (1 + norm), TWO * 2 * 2.2 / (2 + norm)
    assert hits.scores == pytest.approx([a + b])


def test_a_word_twice_in_a_phrase_scores_once(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of("b b b", "c")
    once, twice = run(engine, Term("b")), run(engine, Phrase((Term("b"), Term("b"))))
    assert once == twice
    assert once.total == 1


def test_a_heading_counts_twice(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of(Document(5, "latent", "graph"), Document(4, "", "latent graph vision"))
    # Lengths 2 + 1 and 3, both average; latent twice and once, in two of two papers.
    hits = run(engine, Term("latent"))
    idf = math.log(1 + 0.5 / 2.5)
    assert hits.ordinals == [5, 4]
    assert hits.scores == pytest.approx([idf * 2 * 2.2 / (2 + 1.2), idf * 2.2 / (1 + 1.2)])


def test_filters_score_nothing(three: WhooshEngine) -> None:
    starred = {"starred": {3, 1, 99}}
    assert run(three, Among("starred"), starred) == Hits([1, 3], [0.0, 0.0])
    assert run(three, Among("unheard of"), starred).total == 0
    assert run(three, Not(Term("latent"))) == Hits([2, 3], [0.0, 0.0])
    assert run(three, Everything()) == Hits([1, 2, 3], [0.0] * 3)
    assert run(three, And(())) == Hits([1, 2, 3], [0.0] * 3)
    assert run(three, Nothing()).total == run(three, Or(())).total == 0
    hits = run(three, And((Term("watermark"), Among("starred"), Not(Term("image")))), starred)
    assert hits.ordinals == [1]
    assert hits.scores == pytest.approx([WATERMARK_1])


def test_the_best_are_ranked_and_the_rest_follow_in_order(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of(*(f"cat {'dog ' * (9 - number)}" for number in range(9)), "bird")
    ranked = list(range(9, 0, -1))
    assert run(engine, Term("cat")).ordinals == ranked
    hits = run(engine, Term("cat"), limit=3)
    assert hits.ordinals == [9, 8, 7, 1, 2, 3, 4, 5, 6]
    assert len(hits.scores) == 3
    assert hits.total == 9
    assert run(engine, Term("cat"), limit=0).ordinals == sorted(ranked)


def test_equal_scores_rank_by_ordinal(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of(*(Document(number, "", "a cat") for number in (5, 900, 3, 41)))
    assert run(engine, Term("cat")).ordinals == [3, 5, 41, 900]


# What finds what


@pytest.mark.parametrize(
    ("plain", "query"),
    [
        ("a theorem of Poincar\u00e9", "Poincare"),
        ("a theorem of Poincare", "Poincar\u00e9"),
        ("a plug\u2011and\u2011play method", "plug-and-play"),
        ("a plug-and-play method", "plug\u2011and\u2011play"),
        ("an e\ufb03cient method", "efficient"),
        ("\u6df1\u5ea6\u5b66\u4e60\u6a21\u578b\u7684\u9c81\u68d2\u6027", "\u9c81\u68d2"),
        ("written in C++.", "C++"),
        ("an \u2113\u2082 norm", "l2"),
        ("an l2 norm", "\u2113\u2082"),
        ("GPT-4o and others", "GPT-4o"),
        ("xyz-abc", "abc xyz"),
        ("the model's weights", "models weight"),
        ("r/ChatGPT", "r/chatgpt"),
        ("\u0141ukasz S\u00f8ren", "lukasz soren"),
    ],
)
def test_spellings_that_mean_the_same(
    engine_of: Callable[..., WhooshEngine], plain: str, query: str
) -> None:
    engine = engine_of("nothing of that kind", plain)
    assert found(engine, query) == [2]
    assert found(engine, query, typing=True) == [2]


def test_small_words_alone_find_what_they_say(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of("the cat", "this dog", "x of y")
    assert found(engine, "the") == [1]
    assert found(engine, "x") == [3]
    assert found(engine, "the", typing=True) == [1]
    assert set(found(engine, "t", typing=True)) == {1, 2}
    # Beside another word they do not narrow anything.
    assert found(engine, "the dog") == [2]


def test_an_unfinished_word_finds_every_form_it_may_become(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of("robustness", "studies", "differentially", "cat")
    for word, paper in (("robustness", 1), ("studies", 2), ("differentially", 3)):
        for length in range(2, len(word) + 1):
            assert found(engine, word[:length], typing=True) == [paper]


def test_phrases(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of(
        "attention heads matter",
        "heads need attention",
        "attention to heads",
        Document(4, "attention", "heads"),
        "an attention head. Other heads",
    )
    # A heading and the abstract after it are no phrase, nor are two copies of the heading.
    assert sorted(found(engine, '"attention heads"')) == [1, 5]
    assert found(engine, '"attention attention"') == []
    assert sorted(found(engine, '"attention hea', typing=True)) == [1, 5]
    assert found(engine, '"attention to heads"') == [3]
    assert found(engine, 'attention -"attention heads" -need') == [4, 3]


def test_authors_keywords_venue_and_year_are_searched(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    paper = Document(7, "T", "x", "Ada Lovelace; Alan Turing", "ICML", "looms", 2026)
    engine = engine_of(paper, Document(8, "", "y"))
    for query in ("lovelace", "looms", "icml 2026", '"icml 2026"', '"ada lovelace"'):
        assert found(engine, query) == [7]
    assert found(engine, '"turing looms"') == []


def test_words_terms_and_frequencies(three: WhooshEngine) -> None:
    assert three.count == 3
    assert three.document_frequency("watermark") == 2
    assert three.document_frequency("absent") == 0
    assert three.words("") == ["graph", "image", "latent", "watermark"]
    assert three.expand("im") == ["imag"]


@pytest.mark.parametrize("papers", [(), ("",), ("", "* -", "the")])
def test_collections_without_words(
    engine_of: Callable[..., WhooshEngine], papers: tuple[str, ...]
) -> None:
    engine = engine_of(*papers)
    assert engine.count == len(papers)
    assert run(engine, Everything()).total == len(papers)
    assert found(engine, "cat", typing=True) == []
    assert found(engine, "-cat") == list(range(1, len(papers) + 1))
    assert run(engine, Phrase((Term("a"), Term("b")))).total == 0
    assert found(engine, "the") == ([3] if "the" in papers else [])


# Against the oracle


@settings(
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(collections, st.lists(nodes, min_size=4, max_size=12))
def test_every_answer_is_the_oracles(
    tmp_path: Path, papers: list[Document], trees: list[Node]
) -> None:
    build(papers, tmp_path, {})
    engine, oracle = open_engine(tmp_path, {}), Oracle(papers)
    sets = {"odd": set(range(1, 61, 2))}
    for tree in trees:
        hits, expected = run(engine, tree, sets, 3), run(oracle, tree, sets, 3)
        assert list(hits.ordinals) == list(expected.ordinals), tree
        assert hits.scores == pytest.approx(expected.scores, abs=2e-9), tree
    ordinals = [*oracle.contents, 10_000]
    for first, second in itertools.product(LEAVES, repeat=2):
        found = engine.distances(first, second, ordinals)
        assert found == oracle.distances(first, second, ordinals), (first, second)
    for tree, other in itertools.pairwise(trees):
        every = set(run(engine, Or((tree, other)), sets).ordinals)
        assert set(run(engine, And((tree, other)), sets).ordinals) <= every
        assert set(run(engine, Best((tree, other)), sets).ordinals) <= every


def test_only_so_many_postings_are_kept(
    engine_of: Callable[..., WhooshEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whoosh_queries, "_KEPT_POSTINGS", 5)
    engine = engine_of("cat catalog dog", "cat cattle", "catapult dog cat")
    for _ in range(2):
        assert sorted(found(engine, "cat", typing=True)) == [1, 2, 3]
        assert sum(map(len, engine._postings._kept.values())) <= 5
        assert found(engine, "catap", typing=True) == [3]


def test_postings_of_many_blocks_are_the_oracles(tmp_path: Path) -> None:
    # Whoosh stores postings in blocks of 128.
    papers = [
        Document(number, "", f"cat {'dog ' * (number % 3)} {'cat' if number % 7 else 'bird eye'}")
        for number in range(700)
    ]
    build(papers, tmp_path, {})
    engine, oracle = open_engine(tmp_path, {}), Oracle(papers)
    for text in ("cat", "cat dog", "bird", "cat -dog", '"bird eye"', '"dog cat"'):
        node = parse(text, typing=False).node
        hits, expected = run(engine, node), run(oracle, node)
        assert list(hits.ordinals) == list(expected.ordinals)
        assert hits.scores == pytest.approx(expected.scores, abs=2e-9)


# Giving up, going wrong


@pytest.mark.parametrize(
    "node", [Term("cat"), Prefix("c", "c"), Phrase((Term("cat"), Term("dog"))), Everything()]
)
def test_a_stale_query_is_given_up(engine_of: Callable[..., WhooshEngine], node: Node) -> None:
    engine = engine_of("cat dog", "cat")
    with pytest.raises(Stale):
        engine.run(node, {}, 10, lambda: True)
    assert run(engine, node).total


def test_a_long_search_asks_again_whether_it_is_stale(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of(*["cat"] * 2000)
    answers = iter([False, True])
    with pytest.raises(Stale):
        engine.run(Term("cat"), {}, 10, lambda: next(answers))


def test_threads_may_share_an_engine(engine_of: Callable[..., WhooshEngine]) -> None:
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
            assert list(pool.map(again, range(100))) == [expected] * 100
    finally:
        sys.setswitchinterval(interval)


def test_an_index_is_opened_only_for_the_papers_it_was_built_from(tmp_path: Path) -> None:
    build([Document(1, "", "cat")], tmp_path, {"papers": "abc"})
    assert open_engine(tmp_path, {"papers": "abc"}).count == 1
    for stamp in ({"papers": "abd"}, {}, {"papers": "abc", "label": "2"}):
        with pytest.raises(IndexUnusable) as caught:
            open_engine(tmp_path, stamp)
        assert not caught.value.is_damage


@pytest.mark.parametrize("version", ["ANALYSE_VERSION", "SCHEMA_VERSION"])
def test_an_index_of_another_version_is_not_opened(
    tmp_path: Path, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    build([Document(1, "", "cat")], tmp_path, {})
    monkeypatch.setattr(f"index.search.whoosh_engine.{version}", 99)
    with pytest.raises(IndexUnusable) as caught:
        open_engine(tmp_path, {})
    assert not caught.value.is_damage


def test_whoosh_failing_in_a_search_means_a_damaged_index(
    engine_of: Callable[..., WhooshEngine], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = engine_of("cat dog", "cat")

    def fail(*_: object) -> None:
        raise TypeError("what a flipped byte can lead to")

    monkeypatch.setattr("whoosh.codec.whoosh3.W3TermsReader.matcher", fail)
    for node in (Term("cat"), Prefix("c", "c")):
        with pytest.raises(IndexUnusable, match="TypeError"):
            run(engine, node)


def test_an_index_with_too_few_papers_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build([Document(1, "", "cat")], tmp_path, {})
    true = generations.current

    def miscounted(
        folder: Path, stamp: Mapping[str, str], *, quick: bool = False
    ) -> generations.Generation:
        return true(folder, stamp, quick=quick)._replace(papers=2)

    monkeypatch.setattr(generations, "current", miscounted)
    with pytest.raises(IndexUnusable, match="missing"):
        open_engine(tmp_path, {})


def test_opening_follows_a_pointer_that_moves_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build([Document(1, "", "cat")], tmp_path, {})
    true = generations.current
    calls = []

    def replaced_once(
        folder: Path, stamp: Mapping[str, str], *, quick: bool = False
    ) -> generations.Generation:
        calls.append(folder)
        if len(calls) == 1:  # another process replaces the index just after its name was read
            build([Document(2, "", "cat")], tmp_path, {})
            raise IndexUnusable("gone")
        return true(folder, stamp, quick=quick)

    monkeypatch.setattr(generations, "current", replaced_once)
    assert found(open_engine(tmp_path, {}), "cat") == [2]
    assert len(calls) == 2


def test_two_papers_cannot_have_one_ordinal(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ordinal 1"):
        build([Document(1, "", "a"), Document(1, "", "b")], tmp_path, {})
    assert list(tmp_path.iterdir()) == []


def test_progress_and_cancelling(tmp_path: Path) -> None:
    seen: list[int] = []
    answers = [True, False]
    papers = [Document(number, "", "cat") for number in range(300)]
    build(papers, tmp_path, {}, progress=seen.append)
    assert seen[0] == 0
    assert seen[-1] == 300
    assert seen == sorted(seen)
    before = set(tmp_path.iterdir())
    with pytest.raises(BuildCancelled):
        build(papers, tmp_path, {}, cancelled=answers.pop)
    assert set(tmp_path.iterdir()) == before
    assert open_engine(tmp_path, {}).count == 300


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(IndexUnusable, match="cannot be written") as caught:
        build([], tmp_path / "file" / "index", {})
    assert isinstance(caught.value.__cause__, OSError)


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="nothing is read-only for this user"
)
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(IndexUnusable, match="cannot be written"):
        build([], tmp_path, {})
    tmp_path.chmod(0o700)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room", [0, 2_000, 20_000])
def test_a_full_disk_leaves_the_old_index(tmp_path: Path, room: int) -> None:
    resource = pytest.importorskip("resource")
    build([Document(1, "", "cat")], tmp_path, {})
    before = set(tmp_path.iterdir())
    papers = [Document(n, "", " ".join(f"w{n * k}" for k in range(90))) for n in range(300)]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(IndexUnusable, match="cannot be written") as caught:
            build(papers, tmp_path, {})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert isinstance(caught.value.__cause__, OSError)
    assert set(tmp_path.iterdir()) == before
    assert found(open_engine(tmp_path, {}), "cat") == [1]
    build(papers, tmp_path, {})  # no lock is left behind
    assert open_engine(tmp_path, {}).count == 300


BUILDER = """
import os, sys
from pathlib import Path
from index.search.engine import Document
from index.search.whoosh_engine import build
folder, name, end = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
papers = (Document(n, "", f"{name} paper{n}") for n in range(150))
def progress(done):
    if end == "die" and done: os._exit(9)
build(papers, folder, {"name": name}, progress=progress)
"""


def builder(folder: Path, name: str, end: str = "finish") -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", BUILDER, folder, name, end], cwd=ROOT)


def test_a_build_that_is_killed_leaves_the_old_index(tmp_path: Path) -> None:
    assert builder(tmp_path, "first", "die").wait(timeout=60) == 9
    with pytest.raises(IndexUnusable) as caught:
        open_engine(tmp_path, {"name": "first"})
    assert not caught.value.is_damage
    build([Document(1, "", "cat")], tmp_path, {})
    before = set(tmp_path.iterdir())
    if os.name == "posix":
        assert len(before) == 2  # the pointer and one generation: the litter is gone
    assert builder(tmp_path, "second", "die").wait(timeout=60) == 9
    assert found(open_engine(tmp_path, {}), "cat") == [1]


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    processes = [builder(tmp_path, "cat"), builder(tmp_path, "dog")]
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    (manifest,) = tmp_path.glob(f"{generations.current_name(tmp_path)}/{generations.MANIFEST}")
    last = next(name for name in ("cat", "dog") if f'"of name": "{name}"' in manifest.read_text())
    assert len(found(open_engine(tmp_path, {"name": last}), last)) == 150
