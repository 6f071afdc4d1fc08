from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from index.search.answer import Answer, answer, found_directly
from index.search.engine import Document, Hits, Stale
from index.search.highlight import highlight
from index.search.lookup import Lookup
from index.search.query import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from index.search.engine import Engine
    from index.search.whoosh_engine import WhooshEngine

PARTIAL = "no paper has all words: best partial matches"
TOGETHER = "no paper meets these conditions together"


def ask(
    engine: Engine,
    text: str,
    sets: Mapping[str, Collection[int]] | None = None,
    *,
    typing: bool = False,
) -> Answer:
    return answer(engine, parse(text, typing=typing), sets or {}, 1000, lambda: False)


def found(engine: Engine, text: str, sets: Mapping[str, Collection[int]] | None = None) -> set[int]:
    return set(ask(engine, text, sets).hits.ordinals)


@pytest.fixture
def zoo(engine_of: Callable[..., WhooshEngine]) -> WhooshEngine:
    return engine_of(
        Document(1, "Graph elephants", "tiger lion watermark", "Ada Lovelace; Jonathan Ho"),
        Document(2, "Elephant surveys", "graph tiger watermarking", "Jonathan Q. Ho"),
        Document(3, "GraphKit", "zebra wader", "", "ICML", year=2019, is_titled=False),
        Document(4, "", "lion zebra colour", keywords="graph learning"),
    )


@pytest.mark.parametrize(
    ("text", "ordinals"),
    [
        ("tiger OR zebra", {1, 2, 3, 4}),
        ("tiger -lion", {2}),
        ("tiger NOT lion", {2}),
        ("(tiger OR zebra) lion", {1, 4}),
        ("lion tiger OR wader", {1, 3}),
        ("NOT (tiger OR wader)", {4}),
        ("title:graph", {1}),
        ("title:graphkit", {3}),  # the name of an untitled paper
        ("title:(elephant OR graphkit) -title:survey", {1, 3}),
        ("abstract:graph", {2}),
        ("keyword:graph", {4}),
        ("author:lovelace", {1}),
        ('author:"jonathan ho"', {1}),
        ("author:(jonathan ho)", {1, 2}),
        ("venue:icml", {3}),
        ("venue:2019", {3}),
        ("-venue:icml zebra", {4}),
        ("water*", {1, 2}),
        ("*mark", {1, 2}),  # like any word, watermark finds its forms
        ("*mark*", {1, 2}),
        ("wa?er", {3}),
        ("w*r", {3}),
        ("tigre~", {1, 2}),
        ("zebar~1", {3, 4}),
        ("abstract:wa*", {1, 2, 3}),
        ("-*mark* lion", {4}),
        ('"tiger wat*"', {2}),
        ('"lion water*"', {1}),
        ("*", {1, 2, 3, 4}),
        ("tiger OR *", {1, 2, 3, 4}),
    ],
)
def test_grammar(zoo: WhooshEngine, text: str, ordinals: set[int]) -> None:
    answer = ask(zoo, text)
    assert set(answer.hits.ordinals) == ordinals
    assert not answer.partial


def test_sets_are_the_callers(zoo: WhooshEngine) -> None:
    sets = {"year:2019..": {3, 4}, "is:read": {1, 4}}
    assert found(zoo, "zebra year:>=2019", sets) == {3, 4}
    assert found(zoo, "year:>=2019 -is:read", sets) == {3}
    assert found(zoo, "is:read OR wader", sets) == {1, 3, 4}
    assert ask(zoo, "zebra year:>=2019", sets).notes == ()


def test_sets_that_are_not_given_are_empty(zoo: WhooshEngine) -> None:
    answer = ask(zoo, "zebra is:starred")
    assert answer.hits.total == 0
    assert answer.notes == ("is:starred cannot be told here", "nothing for is:starred")
    assert found(zoo, "zebra -is:starred") == {3, 4}


# Partial matches


def test_sets_and_fields_hold_in_partial_answers(zoo: WhooshEngine) -> None:
    assert found(zoo, "tiger zebra colour") == {4}
    answer = ask(zoo, "tiger zebra colour title:elephant")
    assert set(answer.hits.ordinals) == {1, 2}
    assert answer.partial
    assert answer.notes == (PARTIAL,)
    assert found(zoo, "tiger zebra colour is:read", {"is:read": {1, 3}}) == {1, 3}
    # Without paper 4, lion and zebra are in one paper each and weigh ln(1 + 3.5/1.5) = 1.20, tiger
    # in two and weighs ln 2 = 0.69. Paper 1 covers 1.90 with tiger and lion. Of three words two
    # fifths of it, 0.76, must be there: zebra alone is enough, tiger alone, in paper 2, is not.
    assert found(zoo, "tiger lion zebra colour -colour") == {1, 3}


def test_the_best_are_chosen_among_those_that_are_wanted(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    # Paper 1 has all but one word and would set the measure, but it is not wanted.
    engine = engine_of("ant bee cow dog eel", "ant fox", "bee fox", *["fox"] * 9)
    text = "ant bee cow dog eel gnu"
    assert found(engine, text) == {1}
    assert found(engine, f"{text} is:read", {"is:read": {2, 3}}) == {2, 3}
    assert found(engine, f"{text} fox -cow") >= {2, 3}


def test_brackets_and_alternatives_loosen_by_themselves(zoo: WhooshEngine) -> None:
    # Nothing has both graph and wader, nor both Lovelace and colour.
    answer = ask(zoo, "(graph wader) OR (lovelace colour)")
    assert answer.partial
    # Wader, in one paper, weighs ln(1 + 3.5/1.5) = 1.20, graph, in three, ln(1 + 1.5/3.5) = 0.36,
    # less than half of it: paper 2 is out. Lovelace and colour weigh the same: either will do.
    assert set(answer.hits.ordinals) == {1, 3, 4}
    # An alternative that something meets counts as a whole.
    assert found(zoo, "quagga (lion OR wader)") == {1, 3, 4}
    assert found(zoo, "colour wader (tiger zebra OR quagga)") == {3, 4}


def test_explicit_and_is_as_forgiving_as_none(zoo: WhooshEngine) -> None:
    assert ask(zoo, "tiger AND colour AND quagga").hits == ask(zoo, "tiger colour quagga").hits


def test_phrases_within_fields_count_as_words_of_the_field(zoo: WhooshEngine) -> None:
    answer = ask(zoo, 'author:"ho jonathan"')
    assert set(answer.hits.ordinals) == {1, 2}
    assert answer.notes == ('no paper has author:"ho jonathan": searched its words',)
    assert answer.partial
    assert found(zoo, 'author:"tiger lion"') == set()


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("title:lion", ("nothing for title:lion",)),
        ("tiger title:lion", ("nothing for title:lion",)),
        ("title:quagga", ("not in the collection: quagga",)),
        ("year:1999 tiger", ("nothing for year 1999",)),
        ("zebra author:ho", (TOGETHER,)),
        ("zebra colour author:ho", (TOGETHER,)),
        ("tiger -tiger", (TOGETHER,)),
        ("quagga -tiger", ("not in the collection: quagga",)),
    ],
)
def test_an_empty_list_says_why(zoo: WhooshEngine, text: str, notes: tuple[str, ...]) -> None:
    answer = ask(zoo, text, {"year:1999": ()})
    assert answer.hits.total == 0
    assert not answer.partial
    assert answer.notes == notes


# Typos, wildcards


def test_typos_are_mended_wherever_they_stand(zoo: WhooshEngine) -> None:
    answer = ask(zoo, "title:elehpant")
    assert set(answer.hits.ordinals) == {1, 2}
    assert answer.notes == ("elehpant: searched elephant",)
    assert answer.suggestion == "title:elephant"
    assert found(zoo, "(elehpant OR quagga) tiger") == {1, 2}
    # What must not occur is taken as typed, but a suggestion is made.
    answer = ask(zoo, "lion -elehpant")
    assert set(answer.hits.ordinals) == {1, 4}
    assert answer.notes == ("not in the collection: -elehpant",)
    assert answer.suggestion == "lion -elephant"
    # So is it where alternatives find something.
    answer = ask(zoo, "wader OR elehpant")
    assert set(answer.hits.ordinals) == {3}
    assert answer.notes == ("not in the collection: elehpant",)
    assert answer.suggestion == "wader OR elephant"


def test_a_wildcard_that_nothing_fits_counts_as_what_is_around_it(zoo: WhooshEngine) -> None:
    answer = ask(zoo, "zebra?wader")
    assert set(answer.hits.ordinals) == {3}
    assert answer.notes == (
        "not in the collection: zebra?wader",
        "no paper has zebra?wader: searched its words",
    )
    assert found(zoo, "k*xyz") == set()


def test_a_wildcard_that_fits_too_much_says_so(engine_of: Callable[..., WhooshEngine]) -> None:
    words = [f"1a{number:03}" for number in range(501)]
    assert ask(engine_of(" ".join(words[:500])), "*a*").notes == ()
    # The last word is in two papers, the first 500 in one.
    answer = ask(engine_of(" ".join(words), words[-1]), "*a*")
    assert answer.notes == ("*a* is too broad: of its 501 words 500 common ones were searched",)
    assert answer.hits.total == 2
    # Among very many, only the shortest are considered.
    words = [f"1a{number:04}" for number in range(1_000)]
    answer = ask(engine_of(" ".join(words), "1a5", "1a5", "1a99999", "1a99999"), "*a*")
    note = "*a* is too broad: of its 1,002 words 500 short and common ones were searched"
    assert answer.notes == (note,)
    assert set(answer.hits.ordinals) == {1, 2, 3}


def test_all_that_was_searched_is_highlighted(zoo: WhooshEngine) -> None:
    text = "Watermarks, waders and a tiger; elephants of a lion"

    def marked(query: str) -> list[str]:
        matcher = ask(zoo, query).matcher
        return [text[a:b] for a, b in highlight(text, matcher)]

    assert marked("wa*r*") == ["Watermarks", "waders"]
    assert marked("(tiger OR wader) -lion") == ["waders", "tiger"]
    assert marked("title:elehpant tigre~") == ["tiger", "elephants"]
    assert marked("is:read") == []


# Pasted texts

TEXT = (
    "In this text we talk about a tiger and of a lion, and of the tiger and how it is with "
    "its watermarks, and there is nothing in it about the unicorn or any of these."
)


def test_a_pasted_text_finds_papers_like_it(zoo: WhooshEngine) -> None:
    answer = ask(zoo, TEXT)
    # Papers 1 and 2 hold tiger and watermark, 1 and 4 lion; nothing else is known. Of the three,
    # which weigh the same, at least 4/7 must be there.
    assert list(answer.hits.ordinals) == [1, 2]
    assert answer.explanation == "papers like the pasted text: tiger, lion, watermarks"
    assert answer.notes == ()
    assert not answer.partial
    assert answer.suggestion is None
    assert highlight("lions of a text", answer.matcher) == [(0, 5)]


def test_only_so_much_of_a_pasted_text_is_read(zoo: WhooshEngine) -> None:
    answer = ask(zoo, "unicorn " * 1_250)
    assert answer.notes == (
        "only the first 4,000 characters were read",
        "not in the collection: unicorn",
    )
    assert "zebra" in ask(zoo, TEXT + " zebra" * 2_000).explanation
    assert "zebra" not in ask(zoo, TEXT + " unicorn" * 600 + " zebra" * 9).explanation


def test_a_pasted_text_that_tells_nothing_is_searched_as_words(
    engine_of: Callable[..., WhooshEngine],
) -> None:
    engine = engine_of("the of", "the", "lion")
    answer = ask(engine, "the of " * 20)
    assert list(answer.hits.ordinals) == [1]
    assert answer.explanation == "the AND of"


# Identifiers


def test_an_identifier_finds_its_papers_alone(zoo: WhooshEngine) -> None:
    searched = ask(zoo, "10.1145/3290605")
    assert searched.hits.total == 0
    found = found_directly(searched, Lookup("doi", "10.1145/3290605"), [3])
    assert found.hits == Hits([3], [0.0])
    assert found.explanation == "DOI 10.1145/3290605"
    assert found.notes == ()


def test_a_key_that_is_a_word_finds_both(zoo: WhooshEngine) -> None:
    searched = ask(zoo, "tiger OR lion")
    best = searched.hits.scores[0]
    found = found_directly(searched, Lookup("key", "tiger2019"), [4, 3])
    assert list(found.hits.ordinals[:2]) == [4, 3]
    assert set(found.hits.ordinals) == {1, 2, 3, 4}
    assert found.hits.scores[:2] == [best, best]
    assert len(found.hits.scores) == 4
    assert found.explanation == "key tiger2019, then tiger OR lion"


def test_a_paper_that_a_key_names_is_not_merely_near(zoo: WhooshEngine) -> None:
    searched = replace(ask(zoo, ""), hits=Hits([1, 2, 3, 4], [4.0, 3.0, 2.0, 1.0]), near=2)
    found = found_directly(searched, Lookup("key", "tiger2019"), [4])
    # Paper 3 still only comes near.
    assert found.hits == Hits([4, 1, 2, 3], [4.0, 4.0, 3.0, 2.0])
    assert found.near == 1
    assert found.exact == 3


def test_every_stage_can_be_given_up(zoo: WhooshEngine) -> None:
    for text in ("(elehpant OR quagga) *xx* zebar~2 title:lion", TEXT):
        query = parse(text, typing=False)
        calls = 0

        def count() -> bool:
            nonlocal calls
            calls += 1
            return False

        answer(zoo, query, {}, 9, count)
        assert calls
        for number in range(calls):
            left = [True] + [False] * number
            with pytest.raises(Stale):
                answer(zoo, query, {}, 9, left.pop)
