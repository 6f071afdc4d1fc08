from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from index.search.conditions import Words, conditions
from index.search.grammar import MAX_WORDS
from index.search.query import (
    MAX_CHARACTERS,
    PASTED_CHARACTERS,
    PASTED_WORDS,
    Query,
    parse,
)
from index.search.tree import And, Everything, Node, Not, Phrase, Prefix, Term


def words_of(query: Query) -> list[Words]:
    """Everything of a query that asks for words."""
    found = () if query.condition is None else conditions(query.condition)
    return [item for item, _ in found if isinstance(item, Words)]


def phrase(*terms: str) -> Phrase:
    return Phrase(tuple(Term(term) for term in terms))


@pytest.mark.parametrize(
    ("text", "node", "explanation"),
    [
        ("latent watermarks ", And((Term("latent"), Term("watermark"))), "latent AND watermarks"),
        ("latent", Term("latent"), "latent"),
        ('"attention heads"', phrase("attent", "head"), '"attention heads"'),
        ('"attention hea', phrase("attent", "hea"), '"attention hea"'),
        ('"heads"', Term("head"), '"heads"'),
        ("\u201cattention heads\u201d", phrase("attent", "head"), '"attention heads"'),
        ('"big dog"-cat', And((phrase("big", "dog"), Term("cat"))), '"big dog" AND cat'),
        ('x"a b"y', phrase("a", "b"), '"a b"'),
        ("GPT-4o", phrase("gpt", "4o"), "GPT-4o"),
        ("state-of-the-art", phrase("state", "of", "the", "art"), "state-of-the-art"),
        ("10.1145/3290605", phrase("10", "1145", "3290605"), "10.1145/3290605"),
        ("\u9c81\u68d2", phrase("\u9c81", "\u68d2"), "\u9c81\u68d2"),
        ("C++", Term("c++"), "C++"),
        ("-image", Not(Term("imag")), "NOT image"),
        ("-a", Not(Term("a")), "NOT a"),
        (
            'cat -"big dog"',
            And((Term("cat"), Not(phrase("big", "dog")))),
            'cat AND NOT "big dog"',
        ),
        ("cat -GPT-4o", And((Term("cat"), Not(phrase("gpt", "4o")))), "cat AND NOT GPT-4o"),
        ("cat - dog", And((Term("cat"), Term("dog"))), "cat AND dog"),
        ("cat-dog", phrase("cat", "dog"), "cat-dog"),
        ("cat -", Term("cat"), "cat"),
        ("\u2011cat \u2014dog", And((Term("cat"), Term("dog"))), "cat AND dog"),
        ("cat cats CAT", Term("cat"), "cat"),
        ("the art of war", And((Term("art"), Term("war"))), "art AND war"),
        ("the", Term("the"), "the"),
        ("of the", And((Term("of"), Term("the"))), "of AND the"),
        ("x", Term("x"), "x"),
        ('"the" cat', And((Term("the"), Term("cat"))), '"the" AND cat'),
        ("top-k", phrase("top", "k"), "top-k"),
        ("GPT 4", And((Term("gpt"), Term("4"))), "GPT AND 4"),
    ],
)
def test_finished_queries(text: str, node: Node, explanation: str) -> None:
    query = parse(text, typing=False)
    if text == 'x"a b"y':  # the single letters fall away beside the phrase
        assert query.notes == ("ignored: x, y",)
    assert query.node == node
    assert query.explanation == explanation


@pytest.mark.parametrize(
    ("text", "node", "explanation"),
    [
        ("lat", Prefix("lat", "lat"), "lat*"),
        ("studies", Prefix("studies", "studi"), "studies*"),
        ("latent ", Term("latent"), "latent"),
        ("latent,", Term("latent"), "latent"),
        ("big lat", And((Term("big"), Prefix("lat", "lat"))), "big AND lat*"),
        ('"big lat', Phrase((Term("big"), Prefix("lat", "lat"))), '"big lat*"'),
        ('"big lat ', phrase("big", "lat"), '"big lat"'),
        ('"big lat"', phrase("big", "lat"), '"big lat"'),
        ("GPT-4", Phrase((Term("gpt"), Prefix("4", "4"))), "GPT-4*"),
        ("GPT-", Term("gpt"), "GPT"),
        ("C+", Prefix("c+", "c+"), "C+*"),
        ("t", Prefix("t", "t"), "t*"),
        # One letter says too little yet; "the" may become "theory".
        ("big t", Term("big"), "big"),
        ("big the", And((Term("big"), Prefix("the", "the"))), "big AND the*"),
        ("big the ", Term("big"), "big"),
        # Half an excluded word would exclude far too much.
        ("big -lat", And((Term("big"), Not(Term("lat")))), "big AND NOT lat"),
    ],
)
def test_unfinished_queries(text: str, node: Node, explanation: str) -> None:
    query = parse(text, typing=True)
    assert query.node == node
    assert query.explanation == explanation
    assert query.notes == ()


@pytest.mark.parametrize(
    "text",
    [
        "diffusion AND",
        "AND diffusion",
        "diffusion OR",
        "diffusion AND OR",
        "OR AND diffusion NOT",
        "diffusion NOT AND",
        "diffusion)",
        "((diffusion",
        "((diffusion)(",
        "()diffusion(",
        "diffusion?",
        "?diffusion",
        "~diffusion",
        "diffusion~0",
        "[diffusion]",
        "diffusion -",
        "diffusion -!",
        'diffusion "',
        'diffusion ""',
        "diffusion\x00\x1b[\x07",
        ":diffusion",
    ],
)
def test_signs_around_a_word_do_no_harm(text: str) -> None:
    assert parse(text, typing=False).node == Term("diffus")


@pytest.mark.parametrize("text", ["", "  ", "\t\n", "-", '"', '""', "( ) -- ! ~5", "\x00", "?"])
@pytest.mark.parametrize("typing", [True, False])
def test_without_a_word_every_paper_matches(text: str, typing: bool) -> None:
    query = parse(text, typing=typing)
    assert query.is_empty
    assert query.node == Everything()
    assert query.notes == (("no word to search for",) if text.strip(" \t\n\x00") else ())


def test_what_will_be_missed_is_named() -> None:
    # Nobody misses "the", but perhaps the k of k means, and an exclusion.
    assert parse("the k means clustering", typing=False).notes == ("ignored: k",)
    assert parse("cluster -the", typing=False).notes == ("ignored: -the",)


def test_a_pasted_text_asks_for_papers_like_it() -> None:
    title = " ".join(["word"] * PASTED_WORDS)
    assert not parse(title, typing=True).is_pasted
    assert parse(f"{title} more", typing=True).is_pasted
    assert not parse("w" * PASTED_CHARACTERS, typing=True).is_pasted
    assert parse("w" * (PASTED_CHARACTERS + 1), typing=True).is_pasted
    # Two lines of a dozen words may be a title; more are a text.
    assert not parse("Attention Is All\nYou Need", typing=True).is_pasted
    assert parse(
        "one two three four five six seven\neight nine ten (11) 12 13", typing=True
    ).is_pasted
    assert parse(f"{title} more", typing=True).explanation == "papers like the pasted text"


@pytest.mark.parametrize(
    ("added", "is_pasted"),
    [
        ('NOT that; - "well-known" (or not) -x title: a', True),
        ("AND graph", False),
        ("OR graph", False),
        ("title:graph", False),
        ("year:2019..2023", False),
        ("foo:bar", True),
    ],
)
def test_a_long_query_with_operators_is_a_query(added: str, is_pasted: bool) -> None:
    text = "some words of a text, " * 8 + added
    assert parse(text, typing=False).is_pasted == is_pasted
    # In capitals, AND and OR are words.
    assert parse(text.upper(), typing=False).is_pasted


def test_long_queries_are_cut_and_say_so() -> None:
    words = [f"word{number}" for number in range(MAX_WORDS + 10)]
    query = parse(" OR ".join(words), typing=True)
    assert [item.parts for item in words_of(query)] == [(Term(w),) for w in words[:MAX_WORDS]]
    assert query.notes == (f"only the first {MAX_WORDS} words were read",)

    # The word the cut goes through is left out, and the last word is taken as finished.
    query = parse("abcdefghi OR jkl " + "b" * MAX_CHARACTERS, typing=True)
    assert query.explanation == "abcdefghi OR jkl"
    assert query.notes == (f"only the first {MAX_CHARACTERS:,} characters were read",)

    query = parse("\u9c81" * 5000 + " OR x", typing=True)
    assert query.is_pasted
    assert query.node == phrase(*"\u9c81" * MAX_WORDS)
    assert len(query.text) == MAX_CHARACTERS

    # Each of these characters is eighteen in NFKC.
    assert len(parse("\ufdfa" * 5000, typing=True).text) <= MAX_CHARACTERS


def test_one_word_more_than_is_read_needs_a_note() -> None:
    text = " OR ".join(f"word{number}" for number in range(MAX_WORDS))
    assert parse(text, typing=False).notes == ()
    assert parse(f"{text} ... !", typing=False).notes == ()
    assert parse(f"{text} another", typing=False).notes != ()


def test_controls_and_direction_marks_do_not_reach_the_explanation() -> None:
    query = parse("la\u202etent\x1b]0;x\x07 \u2028wa\u00adter", typing=False)
    assert query.explanation.isprintable()
    assert query.node == And((Term("latent"), phrase("0", "x"), Term("water")))


@given(st.text(alphabet=st.characters(), max_size=80), st.booleans())
@example('"' * 700, True)
@example("-" * 700, True)
@example('- -- ---a -"', True)
@example('a"b"c-"d', True)
@example("\ud800\udfff \udc00a", False)
def test_any_text_is_a_query(text: str, typing: bool) -> None:
    query = parse(text, typing=typing)
    assert query.is_empty == (query.condition is None)
    assert sum(len(item.parts) for item in words_of(query)) <= MAX_WORDS
    for item in words_of(query):
        assert len(item.parts) == len(item.typed)
        for typed in item.typed:
            assert 0 <= typed.start < typed.end <= len(query.text)
    if not typing and "*" not in query.text:
        assert "Prefix" not in repr(query.node)


@given(st.text(alphabet='abANDOR-:~" *()', max_size=30))
def test_typing_differs_in_the_last_word_alone(text: str) -> None:
    finished = parse(text + " ", typing=True)
    assert finished == parse(text + " ", typing=False)
