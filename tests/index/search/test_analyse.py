from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.search import analyse
from index.search.analyse import (
    FIELDS,
    MAX_TERM,
    STOP_WORDS,
    TITLE_WEIGHT,
    content_tokens,
    field_positions,
    stretches,
    term_of,
    terms,
    tokens,
    words,
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


# What makes words, what parts them, and what looks like the one and does the other.
tricky = st.text(
    alphabet=st.one_of(
        st.sampled_from("aZ09'+#_-. \t\n\x1c\u2019\u00b4\u00e9\u0301\u200b\u3000\u212a\u2028"),
        st.sampled_from("\u9c81\u306e\u0939\u093f\uff23\uff0b\ufb03\u00bd\u0130"),
        st.characters(),
    )
)


@settings(max_examples=1000)
@given(st.one_of(tricky, st.text()))
def test_words_are_those_of_the_tokens(text: str) -> None:
    assert words(text) == [token.word for token in tokens(text)]


def test_words_that_are_found_once_are_found_again() -> None:
    for _ in range(2):
        assert words("The model's C++, O'Brien") == ["the", "model", "c++", "o", "brien"]


def test_only_so_many_runs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = analyse._WordsOfRun()
    monkeypatch.setattr(analyse, "_words_of_runs", kept)
    monkeypatch.setattr(analyse, "_KEPT_RUNS", 2)
    long = "a" * (MAX_TERM + 1)
    assert words(f"{long} don't do that") == ["a" * MAX_TERM, "don", "do", "that"]
    assert kept == {"don't": ("don",), "do": ("do",)}


def test_a_stretch_is_a_text_of_a_field() -> None:
    document = Document(1, "Ab cd", "the ef", "gh", "ij", year=2026)
    title, abstract, author, venue = (
        field_positions(field).start for field in ("title", "abstract", "author", "venue")
    )
    found = [stretch for stretch in stretches(document, words) if stretch.words]
    assert found == [
        ("title", title, ["ab", "cd"]),
        ("title", title + 2 + 64, ["ab", "cd"]),
        ("abstract", abstract, ["the", "ef"]),
        ("author", author, ["gh"]),
        ("venue", venue, ["ij", "2026"]),
    ]
    assert [stretch.is_counted for stretch in found] == [True, True, True, False, False]
    order = [FIELDS.index(stretch.field) for stretch in found]
    assert order == sorted(order)


def test_a_field_ends_where_the_next_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyse, "FIELD_POSITIONS", 70)
    found = [
        stretch for stretch in stretches(Document(1, "a b c d", "e " * 80), words) if stretch.words
    ]
    # The second copy of the title starts at 4 + 64, so there is room for two words of it.
    assert found == [
        ("title", 0, ["a", "b", "c", "d"]),
        ("title", 68, ["a", "b"]),
        ("abstract", 140, ["e"] * 70),
    ]


def test_endless_words_and_signs_take_no_endless_time() -> None:
    # Each of these would take minutes if analysis were not linear.
    size = 200_000
    assert len(terms("a" * size)) == 1
    assert len(terms("a'" * size)) == size
    assert len(terms("c+" * size)) == size
    assert len(terms("\u0939\u093f" * size)) == 1
    assert len(words("a'" * size)) == size
    assert len(words("c+" * size)) == size


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
