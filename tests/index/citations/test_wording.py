from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations.wording import Opening, opening, single_quotes, stopped


@pytest.mark.parametrize(
    ("plain", "expected"),
    [
        ("We study it.", Opening("We study it", cut=False)),
        ("Why?", Opening("Why?", cut=False)),
        # 60 characters exactly: nothing is cut.
        ("a" * 29 + " " + "b" * 30, Opening("a" * 29 + " " + "b" * 30, cut=False)),
        # 61 characters: the second word does not fit any more.
        ("a" * 30 + " " + "b" * 30, Opening("a" * 30, cut=True)),
        # A blank at character 60: the words before it fit exactly.
        ("a" * 29 + " " + "b" * 30 + " c", Opening("a" * 29 + " " + "b" * 30, cut=True)),
        ("x, " + "y" * 70, Opening("x", cut=True)),
        ("y" * 70, Opening("y" * 60, cut=True)),
        ("水" * 70, Opening("水" * 60, cut=True)),
        ("y" * 59 + "e\u0301" + "y" * 10, Opening("y" * 59, cut=True)),
        ("two\n\nlines  here", Opening("two lines here", cut=False)),
        ("...", Opening("...", cut=False)),
        ('The "it" is', Opening("The ‘it’ is", cut=False)),
    ],
)
def test_opening(plain: str, expected: Opening) -> None:
    assert opening(plain) == expected


@given(st.text())
def test_an_opening_is_never_long_and_never_made_up(plain: str) -> None:
    found = opening(plain)

    assert len(found.text) <= 60
    quotes = str.maketrans("“”‘’", "''''")
    one_line = " ".join(plain.split()).replace('"', "'").translate(quotes)
    assert one_line.startswith(found.text.translate(quotes))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“a” and “b”", "‘a’ and ‘b’"),
        ('"a" ("b")', "‘a’ (‘b’)"),
        ("it’s", "it’s"),
        ('say "a"; then', "say ‘a’; then"),
    ],
)
def test_single_quotes(text: str, expected: str) -> None:
    assert single_quotes(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A", "A."),
        ("A.", "A."),
        ("A?", "A?"),
        ("A!”", "A!”"),
        ("Martin King Jr.", "Martin King Jr."),
        ("a…”", "a…”."),
        ("(n.d.)", "(n.d.)."),
    ],
)
def test_a_sentence_ends_once(text: str, expected: str) -> None:
    assert stopped(text) == expected
