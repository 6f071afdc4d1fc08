"""The last doors before the terminal: control characters, ASCII decoration, encodings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from rich.cells import split_graphemes
from rich.segment import Segment
from textual.filter import LineFilter

from tui.spelling import instead, is_encodable

if TYPE_CHECKING:
    from textual.color import Color

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")

_HORIZONTAL = "─━┄┅┈┉╌╍╴╶╸╺╼╾▔"
_DOUBLE = "═▀"
_VERTICAL = "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▌▐▏▎▍▋▊▉▕"
_DECORATION = {
    **{chr(code): "+" for code in range(0x2500, 0x2580)},
    **{chr(code): "#" for code in range(0x2580, 0x25A0)},
    **dict.fromkeys(_HORIZONTAL, "-"),
    **dict.fromkeys(_DOUBLE, "="),
    **dict.fromkeys(_VERTICAL, "|"),
    **dict.fromkeys("▁▂▃▄▅▆▇", " "),
    "▶": ">",
    "◀": "<",
    "▲": "^",
    "▼": "v",
    "🔎": "/ ",
}
"""Frames, bars and arrows of Textual's widgets; every one as wide as what it replaces."""


class ControlGuard(LineFilter):
    """Replaces any control character that is left in what goes to the terminal.

    Text is cleaned when it comes in; this is the last door, for whatever slipped through.
    """

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, with `\N{REPLACEMENT CHARACTER}` for control characters."""
        del background
        found = _CONTROL.search
        if not any(found(text) for text, _, control in segments if not control):
            return segments
        return [
            Segment(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text), style, control)
            if not control
            else Segment(text, style, control)
            for text, style, control in segments
        ]


class Transcription(LineFilter):
    """Writes what the terminal cannot show in characters that it can, cell by cell.

    Args:
        encoding: the terminal's; what it cannot encode becomes its base letter or `?`.
        decorated: leave frames and bars as they are, as far as they can be encoded.
    """

    def __init__(self, encoding: str, *, decorated: bool) -> None:
        super().__init__()
        self._encoding = encoding
        self._decorated = decorated

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, each as wide as before."""
        del background
        if all(text.isascii() for text, _, _ in segments):
            return segments
        return [
            Segment(text, style, control)
            if text.isascii() or control
            else Segment(transcribed(text, self._encoding, decorated=self._decorated), style)
            for text, style, control in segments
        ]


@lru_cache(4096)
def transcribed(text: str, encoding: str, *, decorated: bool = True) -> str:
    """A text in the characters of an encoding, with as many cells as before.

    Args:
        text: any text.
        encoding: the name of a codec.
        decorated: leave frames and bars as they are, as far as they can be encoded.
    """
    written: list[str] = []
    spans, _ = split_graphemes(text)
    for start, end, cells in spans:
        grapheme = text[start:end]
        if not decorated and grapheme in _DECORATION:
            written.append(_DECORATION[grapheme])
        elif is_encodable(grapheme, encoding):
            written.append(grapheme)
        else:
            likeness = _DECORATION.get(grapheme) or instead(grapheme, encoding) or "??"
            written.append(likeness[:cells].ljust(cells))
    return "".join(written)
