from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.markup.fold import fold, fold_with_offsets


@pytest.mark.parametrize(
    ("plain", "folded"),
    [
        ("ASCII Text", "ascii text"),
        ("Poincaré", "poincare"),
        ("Poincare\u0301", "poincare"),
        ("Fréchet", "frechet"),
        ("a\u2010b\u2011c\u2012d\u2013e\u2014f\u2015g\u2212h", "a-b-c-d-e-f-g-h"),
        ("eﬃcient", "efficient"),
        ("ℓ₂", "l2"),
        ("Łukasz", "lukasz"),
        ("Erdős–Rényi", "erdos-renyi"),
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("Øystein Đorđe Ħ İstanbul ı", "oystein dorde h istanbul i"),
        ("Æsop œuvre", "aesop oeuvre"),
        ("co\u00adoperate", "cooperate"),
        ("“a” ‘b’ ’", "\"a\" 'b' '"),
        ("𝒪(n²)", "o(n2)"),
        ("ϵ ε", "ε ε"),
        ("x̂", "x"),
        ("½", "1/2"),
        ("ﬁne…", "fine..."),
        ("no\u00a0break", "no break"),
        ("한국어", "한국어"),
        ("が", "が"),
        ("हिन्दी", "हिन्दी"),
        ("", ""),
    ],
)
def test_fold(plain: str, folded: str) -> None:
    assert fold(plain) == folded


def test_offsets_point_to_the_character_a_folded_one_came_from() -> None:
    folded = fold_with_offsets("eﬃc\u00adé")
    assert folded.text == "effice"
    assert list(folded.offsets) == [0, 1, 1, 1, 2, 4, 5]


def test_offsets_of_ascii_are_its_own() -> None:
    folded = fold_with_offsets("Abc")
    assert folded.text == "abc"
    assert list(folded.offsets) == [0, 1, 2, 3]


@settings(deadline=None)
@given(st.text(max_size=80))
def test_folding_with_and_without_offsets_agrees(plain: str) -> None:
    folded = fold_with_offsets(plain)
    assert folded.text == fold(plain)
    assert len(folded.offsets) == len(folded.text) + 1
    assert folded.offsets[-1] == len(plain)
    assert list(folded.offsets) == sorted(folded.offsets)
    for index, character in enumerate(folded.text):
        assert character in fold(plain[folded.offsets[index]])


@settings(deadline=None)
@given(st.text(max_size=80))
def test_folding_twice_changes_nothing(plain: str) -> None:
    assert fold(fold(plain)) == fold(plain)


@settings(deadline=None)
@given(st.text(max_size=80))
def test_case_does_not_matter(plain: str) -> None:
    assert fold(plain.casefold()) == fold(plain)
