from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from index.search.query import MAX_CHARACTERS, MAX_WORDS, parse
from index.search.tree import And, Everything, Node, Not, Phrase, Prefix, Term


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
        "NOT diffusion",
        "diffusion)",
        "((diffusion",
        "diffusion*",
        "diffusion~",
        "?diffusion",
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


@pytest.mark.parametrize("text", ["", "  ", "\t\n", "-", '"', '""', "* ( ) -- !", "\x00"])
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


def test_long_queries_are_cut_and_say_so() -> None:
    words = [f"word{number}" for number in range(40)]
    query = parse(" ".join(words), typing=True)
    assert len(query.clauses) == MAX_WORDS
    assert query.notes == (f"only the first {MAX_WORDS} words were read",)

    # The word the cut goes through is left out, and the last word is taken as finished.
    query = parse("abcdefghi " * 3 + "b" * MAX_CHARACTERS, typing=True)
    assert query.node == Term("abcdefghi")
    assert query.notes == (f"only the first {MAX_CHARACTERS} characters were read",)

    query = parse("\u9c81" * 5000, typing=True)
    assert query.node == phrase(*"\u9c81" * MAX_WORDS)
    assert len(query.notes) == 2

    # Each of these characters is eighteen in NFKC.
    assert len(parse("\ufdfa" * 5000, typing=True).clauses) <= MAX_WORDS


def test_one_word_more_than_is_read_needs_a_note() -> None:
    text = " ".join(f"word{number}" for number in range(MAX_WORDS))
    assert parse(text, typing=False).notes == ()
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
    assert query.is_empty == (query.node == Everything())
    assert sum(len(clause.words) for clause in query.clauses) <= MAX_WORDS
    for clause in query.clauses:
        assert len(clause.leaves) == len(clause.words)
    if not typing:
        assert "Prefix" not in repr(query.node)


@given(st.text(alphabet='ab-" *()', max_size=30))
def test_typing_differs_in_the_last_word_alone(text: str) -> None:
    finished = parse(text + " ", typing=True)
    assert finished == parse(text + " ", typing=False)
