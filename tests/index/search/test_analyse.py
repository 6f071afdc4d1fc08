from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.search.analyse import (
    MAX_TERM,
    STOP_WORDS,
    TITLE_WEIGHT,
    content_tokens,
    term_of,
    terms,
    tokens,
)
from index.search.engine import Document


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Watermarking watermarks", ["watermark", "watermark"]),
        ("GPT-4o", ["gpt", "4o"]),
        ("state-of-the-art", ["state", "of", "the", "art"]),
        ("plug\u2011and\u2011play", ["plug", "and", "play"]),
        ("and/or a.b", ["and", "or", "a", "b"]),
        ("hidden_state", ["hidden", "state"]),
        ("model's models'", ["model", "model"]),
        ("don\u2019t", ["don"]),
        ("O'Brien", ["o", "brien"]),
        ("C++, C++17 c# F#", ["c++", "c++", "17", "c#", "f#"]),
        ("17.5M+ x+1 i++j", ["17", "5m", "x", "1", "i", "j"]),
        ("e\ufb03cient", ["effici"]),
        ("\u2113\u2082 l2", ["l2", "l2"]),
        ("Poincar\u00e9 Poincare", ["poincar", "poincar"]),
        ("\u9c81\u68d2\u6027 \u306e\u7814", ["\u9c81", "\u68d2", "\u6027", "\u306e", "\u7814"]),
        ("\ud55c\u56fd\uc5b4", ["\ud55c", "\u56fd", "\uc5b4"]),
        ("\u7528C++\u5199", ["\u7528", "c++", "\u5199"]),
        # Devanagari vowel signs belong to their letters.
        ("\u0939\u093f\u0928\u094d\u0926\u0940", ["\u0939\u093f\u0928\u094d\u0926\u0940"]),
        ("*** -- \u2211 \U0001f600 \t\x00", []),
        ("", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize("word", ["dinov3", "4os", "c++", "\u043c\u043e\u0434\u0435\u043b\u0438"])
def test_what_is_not_plain_english_letters_is_not_stemmed(word: str) -> None:
    assert term_of(word) == word


def test_tokens_know_their_place_in_the_plain_text() -> None:
    plain = "An e\ufb03cient Caf\u00e9's GPT\u20114o"
    cuts = [(t.word, t.position, plain[t.start : t.end]) for t in tokens(plain)]
    assert cuts == [
        ("an", 0, "An"),
        ("efficient", 1, "e\ufb03cient"),
        ("cafe", 2, "Caf\u00e9"),
        ("gpt", 3, "GPT"),
        ("4o", 4, "4o"),
    ]


def test_a_character_that_folds_to_two_words_is_marked_whole_for_both() -> None:
    assert [(t.term, t.start, t.end) for t in tokens("\u00bd")] == [("1", 0, 1), ("2", 0, 1)]


def test_a_decomposed_accent_belongs_to_its_word() -> None:
    assert [(t.start, t.end) for t in tokens("cafe\u0301 x")] == [(0, 5), (6, 7)]


@given(st.text())
def test_tokens_and_terms_agree_on_any_text(text: str) -> None:
    found = tokens(text)
    assert [token.term for token in found] == terms(text)
    assert [token.position for token in found] == list(range(len(found)))
    for token in found:
        assert 0 <= token.start < token.end <= len(text)
        assert 0 < len(token.word) <= MAX_TERM
        assert not any(c.isspace() for c in token.term)


def test_endless_words_and_signs_take_no_endless_time() -> None:
    # Each of these would take minutes if analysis were not linear.
    size = 200_000
    assert len(terms("a" * size)) == 1
    assert len(terms("a'" * size)) == size
    assert len(terms("c+" * size)) == size
    assert len(terms("\u0939\u093f" * size)) == 1


def test_content_counts_the_heading_twice_and_keeps_the_parts_apart() -> None:
    document = Document(
        1, "Neural Graphs", "graphs of the sea", "Ada Lovelace", "ICML", "music", 2026
    )
    content = content_tokens(document)
    # "of" and "the" do not count; authors, venue and keywords neither.
    assert content.length == 2 * TITLE_WEIGHT + 2
    found = [term for term, _ in content.tokens]
    assert found[:6] == ["neural", "graph", "neural", "graph", "graph", "of"]
    assert found[8:] == ["ada", "lovelac", "music", "icml", "2026"]
    assert content.words >= {"graphs", "lovelace", "the", "2026"}
    positions = [position for _, position in content.tokens]
    assert positions == sorted(set(positions))
    neighbours = {
        (a, b)
        for (a, p), (b, q) in zip(content.tokens, content.tokens[1:], strict=False)
        if q == p + 1
    }
    assert ("neural", "graph") in neighbours
    assert ("icml", "2026") in neighbours
    assert not neighbours & {("graph", "neural"), ("graph", "graph"), ("sea", "ada")}


def test_stop_words_are_folded_words() -> None:
    assert {"the", "of", "don", "whereas"} <= STOP_WORDS
    assert not {"system", "fire", "mine", "front"} & STOP_WORDS
    assert all(terms(word) for word in STOP_WORDS)
