"""What goes to terminals that cannot show everything, cell by cell as wide as before."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import ControlType, Segment
from textual.color import Color

from index.clean import clean
from tui.filters import Transcription, transcribed
from tui.spelling import spelled


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("Poincaré", "ascii", "Poincare"),
        ("Poincare\N{COMBINING ACUTE ACCENT}", "ascii", "Poincare"),
        ("Poincaré ±鲁", "latin-1", "Poincaré ±??"),
        ("鲁棒性", "ascii", "??????"),
        ("Ａ", "ascii", "A "),
        ("ﬁne", "ascii", "fne"),
        ("“a”—b’s…", "ascii", '"a"-b\'s.'),
        ("😀 🇩🇪", "ascii", "?? ??"),
        ("┌─┐", "ascii", "+-+"),
        ("x₂ ≤ α", "ascii", "x2 ? ?"),
        ("ß", "iso8859-1", "ß"),
    ],
)
def test_what_an_encoding_lacks_is_spelled(text: str, encoding: str, shown: str) -> None:
    assert transcribed(text, encoding) == shown


def test_frames_and_bars_are_drawn_in_ascii_and_words_stay() -> None:
    drawn = "╭─ Poincaré ─╮│█▌╰═╯ 🔎"
    assert transcribed(drawn, "utf-8", decorated=False) == "+- Poincaré -+|#|+=+ / "


# A joiner with nothing to join has no width that Rich agrees with itself about.
texts = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u200d")) | (
    st.lists(st.sampled_from([*"aé鲁─🇩 ", "👩\u200d🔬", "e\u0301", "☝️"])).map("".join)
)


@given(texts.map(clean), st.sampled_from(["ascii", "latin-1", "cp437", "euc-jp"]), st.booleans())
def test_every_text_can_be_sent_and_is_as_wide_as_before(
    text: str, encoding: str, decorated: bool
) -> None:
    shown = transcribed(text, encoding, decorated=decorated)
    shown.encode(encoding)
    assert cell_len(shown) == cell_len(text)


@given(texts, st.sampled_from(["ascii", "latin-1", "euc-jp"]))
def test_every_line_of_the_dialogue_can_be_sent(text: str, encoding: str) -> None:
    spelled(text, encoding).encode(encoding)


def test_control_segments_pass_and_plain_lines_are_not_touched() -> None:
    door = Transcription("ascii", decorated=False)
    plain = [Segment("plain")]
    assert door.apply(plain, Color(0, 0, 0)) is plain
    mixed = [Segment("é"), Segment("\x1b]2;é", None, [(ControlType.BELL,)])]
    assert [item.text for item in door.apply(mixed, Color(0, 0, 0))] == ["e", "\x1b]2;é"]
