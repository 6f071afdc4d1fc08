"""Wrapping and styled pieces of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tui.text import pieces, truncated, wrap

FAMILY = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{MICROSCOPE}"


def lines(text: str, width: int) -> list[str]:
    return [text[start:end] for start, end in wrap(text, width)]


def test_lines_break_at_blanks() -> None:
    assert lines("one two three", 7) == ["one two", "three"]


def test_long_words_break_where_they_must() -> None:
    assert lines("abcdefgh ij", 5) == ["abcde", "fgh", "ij"]


def test_newlines_end_lines_and_empty_lines_stay() -> None:
    assert lines("a\n\nb", 10) == ["a", "", "b"]


def test_wide_characters_count_two_cells() -> None:
    assert lines("论文列表", 5) == ["论文", "列表"]


def test_graphemes_are_never_cut() -> None:
    assert lines(FAMILY * 3, 4) == [FAMILY * 2, FAMILY]


@given(st.text(max_size=200), st.integers(2, 30))
def test_every_line_fits_and_no_word_is_lost(text: str, width: int) -> None:
    spans = wrap(text, width)
    for start, end in spans:
        line = text[start:end]
        assert "\n" not in line
        # A single grapheme wider than the line is shown all the same.
        assert cell_len(line) <= width or len(line.strip()) <= 12
    kept = "".join(text[start:end] for start, end in spans)
    assert kept.replace(" ", "") == text.replace("\n", "").replace(" ", "")


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("short", 10, "short"),
        ("exactly", 7, "exactly"),
        ("too long for it", 9, "too long…"),
        ("论文列表", 5, "论文…"),
        ("anything", 0, ""),
        ("anything", 1, "…"),
    ],
)
def test_truncated(text: str, width: int, shown: str) -> None:
    assert truncated(text, width) == shown


def test_pieces_lay_later_styles_over_earlier_ones() -> None:
    base, bold, red = Style(), Style(bold=True), Style(color="red")
    found = pieces("abcdef", 1, 6, base, [(0, 4, bold), (3, 5, red)])
    assert [(piece.text, piece.style) for piece in found] == [
        ("bc", bold),
        ("d", bold + red),
        ("e", red),
        ("f", base),
    ]
