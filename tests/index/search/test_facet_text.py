"""Facets in a query's text: added, taken away, and read back as they were meant."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from index.search.conditions import All, AnyOf, Filter, all_of
from index.search.facet_text import (
    FIELDS,
    chosen,
    clause,
    editable,
    key_of,
    query_of_rest,
    shown_value,
    toggled,
    without,
)
from index.search.lexer import Kind, Lexer, normalised
from index.search.query import parse
from index.search.requests import EXACT_FIELDS, Exactly, Has, Is, Tagged, YearRange

PIECES = (
    "graph", "neur", "the", "x", "OR", "AND", "NOT", "-audio", "(", ")", "f(x)", '"a phrase"',
    '"open', "year:2019", "year:>=2015", "(year:2019 OR year:2020)", "venue:icml", "tag:a",
    "has:code", "in:=x", "title:(a b)", "author:=\u201cA B\u201d", "NOT year:2021", "water*",
    "wat~", "#", "\u00a0", "e\u0301", "\uff08", "year:", "10.1145/3290605",
)  # fmt: skip
queries = st.lists(st.sampled_from(PIECES), max_size=7).flatmap(
    lambda pieces: st.lists(
        st.sampled_from((" ", " ", " ", "", "  ")), min_size=len(pieces), max_size=len(pieces)
    ).map(lambda blanks: "".join(a + b for a, b in zip(pieces, blanks, strict=True)))
)
texts = st.one_of(
    st.text(max_size=20),
    st.text(alphabet='aB é"()*~:=-.\u201c#/\u200d\u1100\u1161', max_size=12),
    st.sampled_from(("ICLR 2020", "de la Cruz", "C++", "OR", "NOT x", "a:b", "doi:1", "\u00b4")),
)


@st.composite
def values(draw: st.DrawFn) -> tuple[str, str]:
    """A field, and a value of it as it is shown."""
    field = draw(st.sampled_from(FIELDS))
    if field in {"has", "is"}:
        known = {"has": ("code", "pdf", "title", "note"), "is": ("starred", "read", "unread")}
        return field, draw(st.sampled_from(known[field]))
    if field == "year":
        return field, str(draw(st.integers(1000, 9999)))
    value = shown_value(draw(texts))
    if field == "tag":
        value = value.replace(" ", "-")
    assume(key_of(value))
    return field, value


def has_stray_bracket(text: str) -> bool:
    depth = 0
    for lexeme in Lexer(text).lexemes():
        depth += (lexeme.kind is Kind.OPEN) - (lexeme.kind is Kind.CLOSE)
        if depth < 0:
            return True
    return False


def asked(field: str, value: str) -> Filter:
    key = key_of(value)
    match field:
        case "year":
            return Filter(YearRange(int(value), int(value)))
        case "has":
            return Filter(Has(key))  # type: ignore[arg-type]
        case "is":
            return Filter(Is(key))  # type: ignore[arg-type]
        case "tag":
            return Filter(Tagged(key))
        case _:
            return Filter(Exactly(field, key))


@given(values())
def test_a_value_is_read_back_exactly(pair: tuple[str, str]) -> None:
    field, value = pair
    for end in ("", " "):
        assert parse(f"{clause(field, value)}{end}", typing=True).condition == asked(field, value)
    assert chosen(toggled("", field, value)) == {field: [key_of(value)]}


@given(texts)
def test_a_value_is_shown_without_signs_that_change_it(text: str) -> None:
    value = shown_value(text)
    assert shown_value(value) == value
    assert '"' not in value


@given(queries, values())
def test_a_value_that_is_added_and_taken_away_leaves_no_trace(
    text: str, pair: tuple[str, str]
) -> None:
    field, value = pair
    assume(key_of(value) not in chosen(text).get(field, ()))
    longer = toggled(text, field, value)
    assert key_of(value) in chosen(longer)[field]
    back = toggled(longer, field, value)
    assert chosen(back) == chosen(text)
    if has_stray_bracket(normalised(text, 4000)[0]):
        # A bracket that closes nothing says nothing, but would close the one around the rest.
        assert parse(back, typing=True).condition == parse(text, typing=True).condition
    else:
        # Only what is hard to tell apart from signs is written in its normal form.
        assert back == editable(text)
        assert editable(text) in {text, normalised(text, 4000)[0]}


@given(queries, values())
def test_a_value_holds_beside_all_the_rest(text: str, pair: tuple[str, str]) -> None:
    field, value = pair
    assume(field not in chosen(text))
    rest = query_of_rest(text).condition
    expected = all_of([asked(field, value)] + ([rest] if rest is not None else []))
    found = parse(toggled(text, field, value), typing=True).condition
    if isinstance(expected, All) and isinstance(found, All):
        assert set(found.children) == set(expected.children)
    else:
        assert found == expected


@given(queries, values())
def test_without_a_field_another_value_of_it_can_be_chosen(
    text: str, pair: tuple[str, str]
) -> None:
    field, _ = pair
    rest = without(text, field)
    assert len(chosen(rest).get(field, ())) <= len(chosen(text).get(field, ()))
    if field not in chosen(text):
        assert parse(rest, typing=True).condition == parse(text, typing=True).condition


@pytest.mark.parametrize(
    ("text", "field", "value", "expected"),
    [
        ("", "year", "2019", "year:2019 "),
        ("graph neur", "venue", "ICLR 2020", 'venue:="ICLR 2020" graph neur'),
        ("graph OR tre", "year", "2019", "year:2019 (graph OR tre"),
        ("year:2019 graph", "year", "2020", "(year:2019 OR year:2020) graph"),
        ("(year:2019 OR year:2020) x", "year", "2021", "(year:2019 OR year:2020 OR year:2021) x"),
        ("(year:2019 OR year:2020) x", "year", "2019", "year:2020 x"),
        ("year:2019 (graph OR tre", "year", "2019", "graph OR tre"),
        ("graph AND year:2019 x", "year", "2019", "graph x"),
        ("graph year:2019", "year", "2019", "graph "),
        ("has:code graph", "has", "pdf", "has:pdf has:code graph"),
        ("has:pdf has:code graph", "has", "code", "has:pdf graph"),
        ("", "author", "Juan de la Cruz", 'author:="Juan de la Cruz" '),
        ("", "tag", "survey", 'tag:"survey" '),
        ("", "tag", "c*", 'tag:="c*" '),
    ],
)  # fmt: skip
def test_what_a_choice_does_to_the_text(text: str, field: str, value: str, expected: str) -> None:
    assert toggled(text, field, value) == expected


@pytest.mark.parametrize(
    "text",
    ["NOT year:2019 x", "-year:2019 x", "year:2019 OR graph", "(year:2019 OR graph) x",
     "year:2019..2020 x", "title:(year:2019) x", "(year:2019 OR venue:=a) x", "tag:sur"],
)  # fmt: skip
def test_what_need_not_hold_is_not_chosen(text: str) -> None:
    assert chosen(text) == {}


@pytest.mark.parametrize("field", EXACT_FIELDS)
def test_an_equals_sign_asks_for_the_whole_value(field: str) -> None:
    condition = parse(f'{field}:="Juan de la Cruz" graph', typing=True).condition
    assert isinstance(condition, All)
    assert condition.children[0] == asked(field, "Juan de la Cruz")
    both = parse(f"({field}:=a OR {field}:=B) ", typing=True).condition
    assert both == AnyOf((asked(field, "a"), asked(field, "b")))


def test_a_whole_value_is_searched_as_words_until_it_is_finished() -> None:
    typed = parse('venue:="ICML 20', typing=True).condition
    assert typed == parse('venue:"ICML 20', typing=True).condition
    assert parse("venue:=ICML", typing=False).condition == Filter(Exactly("venue", "icml"))
    assert parse('venue:="" x ', typing=True).notes == ("venue: needs a word",)
