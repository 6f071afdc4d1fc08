from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.clean import visible
from index.search.answer import FEW, MAX_NEAR, Answer, answer
from index.search.engine import Document, Stale
from index.search.highlight import highlight
from index.search.query import parse
from tests.index.search.seed_data import read_lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.search.engine import Engine
    from index.search.whoosh_engine import WhooshEngine

KNOWN_ITEMS = read_lines("known_item.jsonl")
PARTIAL = "no paper has all words: best partial matches"


def never() -> bool:
    return False


def ask(engine: Engine, text: str, *, typing: bool = False) -> Answer:
    return answer(engine, parse(text, typing=typing), {}, 1000, never)


@pytest.fixture
def zoo(engine_of: Callable[..., WhooshEngine]) -> WhooshEngine:
    return engine_of(
        "elephant tiger lion",
        "elephant tiger",
        "elephant zebra",
        "sparse attention heads",
        "heads of attention",
        "multimodal giraffes",
    )


def test_all_words_come_first(zoo: WhooshEngine) -> None:
    found = ask(zoo, "tiger elephant")
    assert set(found.hits.ordinals) == {1, 2}
    assert not found.partial
    assert found.explanation == "tiger AND elephant"
    assert found.notes == ()


def test_partial_matches_hold_most_of_the_words(zoo: WhooshEngine) -> None:
    found = ask(zoo, "lion tiger giraffe elephant")
    # In so many of six papers: lion 1, ln(1 + 5.5/1.5) = 1.54, giraffe 1 as well, tiger 2,
    # ln(1 + 4.5/2.5) = 1.03, elephant 3, ln 2 = 0.69. Paper 1 has three of the four words and
    # covers 3.26. A third of it, 1.09, must be there: two words are enough, and giraffe alone as it
    # is rare. Elephant alone, which is all that paper 3 has, is not.
    assert set(found.hits.ordinals) == {1, 2, 6}
    assert found.hits.ordinals[0] == 1
    assert found.partial
    assert found.notes == (PARTIAL,)
    assert found.explanation == "lion AND tiger AND giraffe AND elephant"


def test_unknown_words_are_passed_over_and_named(zoo: WhooshEngine) -> None:
    found = ask(zoo, "tiger quagga elephant")
    assert set(found.hits.ordinals) == {1, 2}
    assert found.partial
    assert found.notes == ("not in the collection: quagga", PARTIAL)


def test_nothing_is_found_where_nothing_is(zoo: WhooshEngine) -> None:
    found = ask(zoo, "quagga okapi")
    assert found.hits.total == 0
    assert not found.partial
    assert found.notes == ("not in the collection: quagga, okapi",)


def test_exclusions_hold_in_partial_answers(zoo: WhooshEngine) -> None:
    found = ask(zoo, "lion tiger giraffe elephant -lion")
    assert 1 not in found.hits.ordinals
    assert 2 in found.hits.ordinals
    assert ask(zoo, "tiger -tiger").hits.total == 0


def test_only_exclusions(zoo: WhooshEngine) -> None:
    found = ask(zoo, "-elephant -heads")
    assert list(found.hits.ordinals) == [6]
    assert not found.partial


def test_no_query_is_every_paper(zoo: WhooshEngine) -> None:
    assert list(ask(zoo, "").hits.ordinals) == [1, 2, 3, 4, 5, 6]


def test_typos_are_searched_as_what_was_meant(zoo: WhooshEngine) -> None:
    found = ask(zoo, "elehpant tiger")
    assert set(found.hits.ordinals) == {1, 2}
    assert not found.partial
    assert found.notes == ("elehpant: searched elephant",)
    start, end = highlight("An elephant", found.matcher)[0]
    assert "An elephant"[start:end] == "elephant"
    # A word that occurs is never taken for a typo; giraffes has the stem giraff.
    assert ask(zoo, "giraffe").notes == ()


def test_a_typo_in_an_unfinished_word(zoo: WhooshEngine) -> None:
    found = ask(zoo, "tiger elehp", typing=True)
    assert set(found.hits.ordinals) == {1, 2}
    assert found.notes == ("elehp*: searched elephant",)


def test_a_typo_may_mean_several_words(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of(*(f"wor{letter}" for letter in "abcdefghijkl"), "word word", "word")
    found = ask(engine, "worz")
    # Twelve words are one letter away. The eight commonest are searched, three of them named.
    assert found.notes == ("worz: searched word, wora, worb, ...",)
    assert found.hits.total == 10
    assert {4, 13, 14} <= set(found.hits.ordinals)


def test_a_typo_within_a_compound(zoo: WhooshEngine) -> None:
    found = ask(zoo, "sparse-atention")
    assert list(found.hits.ordinals) == [4]
    assert found.notes == ("atention: searched attention",)


@pytest.mark.parametrize(
    ("text", "shown"),
    [('"heads attention"', '"heads attention"'), ("heads-attention", "heads-attention")],
)
def test_a_phrase_that_occurs_nowhere_counts_as_its_words(
    zoo: WhooshEngine, text: str, shown: str
) -> None:
    found = ask(zoo, text)
    assert set(found.hits.ordinals) == {4, 5}
    assert found.partial
    assert found.notes == (f"no paper has {shown}: searched its words",)


def test_a_phrase_that_occurs_counts_as_one(zoo: WhooshEngine) -> None:
    found = ask(zoo, '"attention heads" "tiger lion"')
    # Neither paper 5, which has the words of the one phrase, nor 2, of the other.
    assert list(found.hits.ordinals) == [1, 4]
    assert found.notes == (PARTIAL,)


@pytest.mark.parametrize(
    "text",
    ["titel:tiger", "year:20..23 tiger", "(tiger", "tiger~", "tig* tiger", "tiger OR quagga",
     "https://github.com/tiger", "tiger\u00a0quagga", "10.1145/tiger", "tiger ***", "is:tiger",
     "title: tiger", "tiger title:", "tiger AND", "OR tiger", "foo:tiger", "tiger && quagga",
     "+tiger", "tiger^2", "[tiger TO quagga]", "tiger NEAR quagga", "{!lucene} tiger"],
)  # fmt: skip
@pytest.mark.parametrize("typing", [True, False])
def test_grammar_of_other_programs_still_finds_the_words(
    zoo: WhooshEngine, text: str, typing: bool
) -> None:
    assert {1, 2} <= set(ask(zoo, text, typing=typing).hits.ordinals)


# Papers that come near


@pytest.mark.parametrize(("count", "near"), [(1, [101, 102]), (FEW - 1, [101, 102]), (FEW, [])])
def test_few_papers_are_followed_by_those_that_come_near(
    engine_of: Callable[..., WhooshEngine], count: int, near: list[int]
) -> None:
    # Tiger and lion are in as many papers: either is half of what the best paper covers.
    engine = engine_of(
        *(Document(number, "", "tiger and lion") for number in range(1, count + 1)),
        *(Document(100 + number, "", text) for number, text in enumerate(("", "tiger", "lion"))),
    )
    found = ask(engine, "lion tiger")
    assert list(found.hits.ordinals[: found.exact]) == list(range(1, count + 1))
    assert list(found.hits.ordinals[found.exact :]) == near
    assert found.near == len(near)
    assert not found.partial
    assert found.notes == ()


def test_only_so_many_come_near(engine_of: Callable[..., WhooshEngine]) -> None:
    half = MAX_NEAR // 2 + 1
    found = ask(engine_of("tiger lion", *["tiger"] * half, *["lion"] * half), "tiger lion")
    assert (found.exact, found.near) == (1, MAX_NEAR)


@pytest.mark.parametrize("text", ["lion", "attention-heads", '"elephant tiger"', "zebra -lion"])
def test_nothing_comes_near_to_a_single_word_or_phrase(zoo: WhooshEngine, text: str) -> None:
    found = ask(zoo, text)
    assert found.exact == found.hits.total > 0
    assert found.near == 0


def test_papers_that_come_near_stay_behind(engine_of: Callable[..., WhooshEngine]) -> None:
    filler = "filler " * 20
    engine = engine_of(
        f"latent {filler} watermark {filler} graph", "latent watermark", "graph filler", "filler"
    )
    # Each word is in two of four papers and weighs ln 2. The lengths are 43, 2, 2 and 1, on average
    # 12. Paper 2 has two of the three words, but it is short and they stand side by side.
    long, short = 1.2 * (0.3 + 0.7 * 43 / 12), 1.2 * (0.3 + 0.7 * 2 / 12)
    exact = 3 * math.log(2) * 2.2 / (1 + long)
    near = 2 * math.log(2) * 2.2 / (1 + short) + math.log(2)
    assert near > 2 * exact
    # Paper 3 has a third of what paper 1 covers, less than two fifths.
    found = ask(engine, "latent watermark graph")
    assert list(found.hits.ordinals) == [1, 2]
    assert found.hits.scores == pytest.approx([exact, near])
    assert found.near == 1


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("tiger lion", {3, 4, 5, 6, 7, 8}),
        ("tiger lion -old", {3, 4, 5, 6}),
        ("tiger lion is:read", {5, 6, 7, 8}),
        ("tiger lion -is:read", {3, 4}),
        ("tiger lion title:zoo", {5, 6}),
        ("tiger lion -old is:read", {5, 6}),
    ],
)
def test_what_must_hold_holds_in_papers_that_come_near(
    engine_of: Callable[..., WhooshEngine], text: str, near: set[int]
) -> None:
    engine = engine_of(
        Document(1, "Zoo", "tiger and lion"),
        Document(2, "Zoo", "lion and tiger"),
        Document(3, "", "tiger"),
        Document(4, "", "lion"),
        Document(5, "Zoo", "tiger"),
        Document(6, "Zoo", "lion"),
        Document(7, "", "old tiger"),
        Document(8, "", "old lion"),
    )
    # Whatever is wanted, tiger is in as many of the papers as lion, and 1 or 2 has both.
    sets = {"is:read": {1, 5, 6, 7, 8}}
    found = answer(engine, parse(text, typing=False), sets, 99, never)
    assert set(found.hits.ordinals[found.exact :]) == near
    assert found.exact
    assert {1, 2} >= set(found.hits.ordinals[: found.exact])


@pytest.mark.parametrize(
    ("limit", "scores", "near"), [(0, 0, 0), (1, 1, 0), (2, 2, 0), (3, 5, 2), (9, 5, 2)]
)
def test_scores_belong_to_the_first_papers(
    engine_of: Callable[..., WhooshEngine], limit: int, scores: int, near: int
) -> None:
    # Taken by themselves the short papers score more, 6.6 / 3.4 of an idf each, where the long ones
    # score 4.4 / 2.7.
    long = "tiger lion" + " filler" * 100
    engine = engine_of(long, long, long, "tiger tiger tiger", "lion lion lion")
    # Where not all exact papers are ranked, none can come after them with a score.
    found = answer(engine, parse("lion tiger", typing=False), {}, limit, never)
    assert list(found.hits.ordinals) == [1, 2, 3, 4, 5][: 3 + near]
    assert found.near == near
    assert len(found.hits.scores) == scores
    for part in (found.hits.scores[:3], found.hits.scores[3:]):
        assert list(part) == sorted(part, reverse=True)


def test_a_compound_need_not_stand_together(engine_of: Callable[..., WhooshEngine]) -> None:
    engine = engine_of("time-dependent flow", "a flow dependent on time", *["other text"] * 4)
    found = ask(engine, "time-dependent flow")
    assert list(found.hits.ordinals) == [1, 2]
    assert found.near == 1
    # Quotation marks mean it: the phrase is in one of six papers and weighs ln(1 + 5.5/1.5) = 1.54,
    # flow in two and weighs ln(1 + 4.5/2.5) = 1.03, less than half of both.
    assert list(ask(engine, '"time dependent" flow').hits.ordinals) == [1]


def test_characters_without_blanks_between_them_stand_together(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of("\u9c81\u68d2 flow", "\u68d2 flow \u9c81", *["other text"] * 4)
    # The weights are those of the phrase above.
    assert list(ask(engine, "\u9c81\u68d2 flow").hits.ordinals) == [1]


@pytest.mark.parametrize("text", ["latent graph", "latent -image graph", "ltaent graph"])
@pytest.mark.parametrize("far", [1, FEW - 1])
def test_words_side_by_side_come_first(
    engine_of: Callable[..., WhooshEngine], text: str, far: int
) -> None:
    # Twelve words each. Latent is twice in the others, but far from graph.
    others = ["latent latent" + " filler" * 9 + " graph"] * far
    engine = engine_of(*others, "latent graph" + " filler" * 10, "image" + " filler" * 11)
    found = ask(engine, text)
    assert list(found.hits.ordinals) == [far + 1, *range(1, far + 1)]
    assert found.near == 0


def test_words_side_by_side_come_first_among_partial_matches(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of(
        "latent latent" + " filler" * 9 + " graph", "latent graph" + " filler" * 10, "filler"
    )
    found = ask(engine, "latent graph quagga")
    assert list(found.hits.ordinals) == [2, 1]
    assert found.partial


def test_a_stale_query_is_given_up(zoo: WhooshEngine) -> None:
    query = parse("elehpant quagga", typing=True)
    for calls in range(6):  # it is asked at several stages, and obeyed at each
        left = [True] + [False] * calls
        with pytest.raises(Stale):
            answer(zoo, query, {}, 9, left.pop)


# The seeds


@pytest.mark.parametrize("typing", [True, False])
@pytest.mark.parametrize("item", KNOWN_ITEMS, ids=lambda item: item["query"])
def test_known_items(
    seeds: list[Document], seed_engine: WhooshEngine, item: dict[str, object], typing: bool
) -> None:
    rows = [(row["file"], row["n"]) for row in read_lines("plain.jsonl")]
    wanted = rows.index((item["file"], item["n"])) + 1
    found = list(ask(seed_engine, str(item["query"]), typing=typing).hits.ordinals)
    if item["kind"] == "keyword":
        assert found[0] == wanted
    else:
        assert wanted in found[:3]


@pytest.mark.parametrize(
    "query", [str(item["query"]) for item in KNOWN_ITEMS if item["kind"] == "keyword"]
)
def test_the_list_is_not_empty_while_typing(seed_engine: WhooshEngine, query: str) -> None:
    lengths = range(1, len(query) + 1)
    totals = [ask(seed_engine, query[:n], typing=True).hits.total for n in lengths]
    # Of all first words only "reddit" is in no abstract; until the second there is nothing.
    empty = {query[:n] for n, total in zip(lengths, totals, strict=True) if not total}
    assert empty <= {"redd", "reddit ", "reddit C"}


def test_what_is_highlighted_is_what_was_found(
    seeds: list[Document], seed_engine: WhooshEngine
) -> None:
    found = ask(seed_engine, "latnet watermar", typing=True)
    exact, near = found.hits.ordinals[: found.exact], found.hits.ordinals[found.exact :]
    assert exact
    assert near
    for document in seeds:
        text = f"{document.heading} {document.abstract}"
        marked = {text[a:b].casefold()[:5] for a, b in highlight(text, found.matcher)}
        assert marked <= {"laten", "water"}
        assert (marked == {"laten", "water"}) == (document.ordinal in exact)
        assert bool(marked) >= (document.ordinal in near)


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(
            st.sampled_from(
                ["latent", "watermark", "watermrk", "xyzzy", "the", "-", "-the", '"', "a", "C++",
                 "GPT-4o", "attention heads", "(", "*", "in-", " ", "\u9c81\u68d2"]
            ),
            max_size=12,
        ).map(" ".join),
    ),
    st.booleans(),
)  # fmt: skip
def test_any_text_is_answered(seed_engine: WhooshEngine, text: str, typing: bool) -> None:
    found = ask(seed_engine, text, typing=typing)
    assert len(set(found.hits.ordinals)) == len(found.hits.scores) == found.hits.total <= 38
    assert 0 <= found.near <= found.hits.total
    assert found.exact or not found.near
    assert found.suggestion is None or found.suggestion == visible(found.suggestion)
