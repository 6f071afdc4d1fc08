"""Wrapping and styled pieces of text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tui.glyphs import ASCII, UNICODE, use_glyphs
from tui.text import graphemes, pieces, truncated, wrap

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


FLAG = "\N{REGIONAL INDICATOR SYMBOL LETTER D}\N{REGIONAL INDICATOR SYMBOL LETTER E}"
KEYCAP = "1\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
CLUSTERS = {
    "e\u0301": 1, FLAG: 2, KEYCAP: 2, "👩🏽": 2, FAMILY: 2, "鲁": 2, "한": 2, "שָׁ": 1, "ي\u0651": 1,
    "a": 1, "👨\u200d👩\u200d👧\u200d👦": 2, "o" + "\u0302" * 60: 1,
}  # fmt: skip


@pytest.mark.parametrize(("cluster", "cells"), CLUSTERS.items(), ids=ascii)
def test_what_is_one_character_to_a_reader_is_cut_as_one(cluster: str, cells: int) -> None:
    text = cluster * 5
    assert graphemes(text) == [
        (at * len(cluster), (at + 1) * len(cluster), cells) for at in range(5)
    ]
    for width in range(1, 5 * cells + 2):
        cut = truncated(text, width).removesuffix("…")
        assert cut == cluster * (len(cut) // len(cluster))
        assert cell_len(truncated(text, width)) <= width
    assert lines(text, 2 * cells) == [cluster * 2, cluster * 2, cluster]


def test_an_odd_flag_letter_stands_alone() -> None:
    assert [end - start for start, end, _ in graphemes(FLAG + FLAG[0] + "a" + FLAG)] == [2, 1, 1, 2]


def test_ranges_never_cut_a_grapheme() -> None:
    text = f"x{FAMILY}e\u0301{FLAG}y"
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            found = pieces(text, 0, len(text), Style(), [(start, end, Style(bold=True))])
            assert "".join(item.text for item in found) == text
            assert sum(cell_len(item.text) for item in found) == cell_len(text)
            bold = "".join(item.text for item in found if item.style and item.style.bold)
            assert text[start:end] in bold


def test_an_ellipsis_of_three_dots_has_its_room() -> None:
    use_glyphs(ASCII)
    try:
        assert truncated("one two three", 9) == "one tw..."
        assert [truncated("abcdef", width) for width in range(5)] == ["", ".", "..", "...", "a..."]
        assert truncated("鲁棒性", 5) == "鲁..."
        assert truncated("鲁棒性", 4) == "..."
    finally:
        use_glyphs(UNICODE)
