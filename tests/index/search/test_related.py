from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from index.search.engine import Document, Stale
from index.search.highlight import highlight
from index.search.query import parse
from index.search.related import FEW, MAX_SHARED, TERMS, answer_related, related, shared_words
from index.search.telling import named, telling_terms
from tests.index.search.oracle import Oracle

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.search.whoosh_engine import WhooshEngine

PAPERS = [
    Document(
        1, "TigerNet", "A tiger and the TIGERS of the lion: we show 3 zebras", is_titled=False
    ),
    Document(2, "On tigers", "Of a lion."),
    Document(3, "", "tiger"),
    Document(4, "", "zebras of the quagga"),
    Document(5, "", "nothing of the kind"),
    *[Document(number, "", "filler text") for number in range(6, 20)],
]


@pytest.fixture
def engine() -> Oracle:
    return Oracle(PAPERS)


def test_telling_terms_are_frequent_here_and_rare_there(engine: Oracle) -> None:
    telling = telling_terms(engine, [PAPERS[0].abstract], 10)
    # tiger: twice, in 3 of 19 papers; zebra and lion once, in 2. Show is a stop word, 3 a number.
    assert [item.term for item in telling] == ["tiger", "lion", "zebra"]
    assert [item.word for item in telling] == ["tiger", "lion", "zebras"]
    assert telling[0].idf < telling[1].idf == telling[2].idf
    assert telling_terms(engine, [PAPERS[0].abstract], 1) == telling[:1]
    # Text given twice counts twice: quagga is the rarest, but twice lion outweighs it.
    assert [t.term for t in telling_terms(engine, ["quagga lion", "lion"], 10)] == [
        "lion",
        "quagga",
    ]
    assert telling_terms(engine, ["quagga lion"], 10, least_papers=2) == [telling[1]]
    assert telling_terms(engine, ["of the unicorn 3 x", ""], 10) == []
    assert telling_terms(engine, ["x " * 5_000 + "lion"], 10) == []  # too far behind


def test_an_explanation_names_eight_terms() -> None:
    words = " ".join("abcdefghi").replace(" ", "1 ") + "1"
    engine = Oracle([Document(1, "", words)])
    telling = telling_terms(engine, [words], 9)
    assert named(telling[:8]) == "a1, b1, c1, d1, e1, f1, g1, h1"
    assert named(telling) == "a1, b1, c1, d1, e1, f1, g1, h1, ..."


def test_related_papers_share_telling_terms(engine: Oracle) -> None:
    found = related(engine, replace(PAPERS[0], abstract="tiger " * 6 + PAPERS[0].abstract))
    answer = answer_related(engine, found, 10, lambda: False)
    # Tiger occurs eight times and counts four times, 1 + log2(8). Among the other papers it is in
    # two, with idf ln(20/2.5) = 2.08, lion and zebra are in one, with ln(20/1.5) = 2.59. Paper 2
    # (tiger, lion) covers 8.32 + 2.59 = 10.91. Of six clauses a quarter of that, 2.73, must be
    # there: paper 3 (tiger, 8.32) comes up to it, paper 4, with zebra alone, does not. It would if
    # tiger counted only twice: of four clauses a third of 6.75.
    assert list(answer.hits.ordinals) == [2, 3]
    assert answer.explanation == "papers that share: tiger, lion, zebras"
    assert not answer.partial
    assert answer.notes == ()
    assert highlight("a zebra", answer.matcher) == [(2, 7)]
    # TigerNet occurs in no other paper and cannot find any.
    assert "tigernet" not in {item.term for item in found.terms}


@pytest.mark.parametrize(("fair", "total"), [(FEW, FEW), (FEW - 1, FEW)])
def test_the_measure_is_the_paper_itself_if_enough_others_come_up_to_it(
    engine_of: Callable[..., WhooshEngine], fair: int, total: int
) -> None:
    # Of eight terms that weigh much the same, a fifth must be there, which is 1.6 of them: two are
    # enough. With one a paper only comes up to the other papers.
    words = [f"word{number}" for number in range(8)]
    twos = [
        Document(number, "", " ".join((words * 2)[number % 8 : number % 8 + 2]))
        for number in range(1, fair + 1)
    ]
    paper = Document(50, "", " ".join(words))
    one = Document(51, "", words[0])
    filler = [Document(number, "", "other text") for number in range(60, 90)]
    engine = engine_of(*twos, paper, one, *filler)
    hits = answer_related(engine, related(engine, paper), 100, lambda: False).hits
    assert hits.total == total
    assert (one.ordinal in hits.ordinals) == (fair < FEW)


def test_the_heading_counts_twice(engine: Oracle) -> None:
    paper = Document(99, "Zebras", "tiger lion")
    assert [item.term for item in related(engine, paper).terms] == ["zebra", "lion", "tiger"]


def test_a_paper_like_no_other(engine: Oracle) -> None:
    answer = answer_related(engine, related(engine, PAPERS[4]), 10, lambda: False)
    assert answer.hits.total == 0
    assert answer.explanation == "related papers"
    assert answer.notes == ("no word of it is in any other paper",)


def test_shared_words_are_the_rarest_as_written(engine: Oracle) -> None:
    terms = related(engine, PAPERS[0]).terms
    assert shared_words(terms, PAPERS[1]) == ("lion", "tiger")
    assert shared_words(terms, Document(99, "ZEBRA", "lions")) == ("lion", "zebras")
    assert shared_words(terms, PAPERS[4]) == ()


def test_seeds(seeds: list[Document], seed_engine: WhooshEngine) -> None:
    by_name = {document.heading: document for document in seeds}
    paper = by_name["DistSeal"]
    found = related(seed_engine, paper)
    assert len(found.terms) == TERMS
    hits = answer_related(seed_engine, found, 1000, lambda: False).hits
    # Three of the abstracts are about watermarks.
    expected = {by_name["SemBind"].ordinal, by_name["RLCracker"].ordinal}
    assert set(hits.ordinals[:2]) == expected
    assert paper.ordinal not in hits.ordinals


def test_each_shared_word_is_a_query_for_both_papers(
    seeds: list[Document], seed_engine: WhooshEngine
) -> None:
    by_ordinal = {document.ordinal: document for document in seeds}
    for paper in seeds:
        found = related(seed_engine, paper)
        ordinals = answer_related(seed_engine, found, 1000, lambda: False).hits.ordinals
        assert paper.ordinal not in ordinals
        for other in ordinals[:3]:
            shared = shared_words(found.terms, by_ordinal[other])
            assert 1 <= len(shared) <= MAX_SHARED
            for word in shared:
                node = parse(word, typing=False).node
                held = seed_engine.run(node, {}, 0, lambda: False).ordinals
                assert {paper.ordinal, other} <= set(held)


def test_gives_up_when_stale(seeds: list[Document], seed_engine: WhooshEngine) -> None:
    found = related(seed_engine, seeds[0])
    with pytest.raises(Stale):
        answer_related(seed_engine, found, 10, lambda: True)
