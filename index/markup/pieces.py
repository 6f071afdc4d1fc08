"""The pieces a formula is put together from, and the blanks between them."""

from __future__ import annotations

import unicodedata
from typing import Literal, NamedTuple

from index.markup.symbols import MATH_ALIASES, SYMBOLS
from index.markup.vocabulary import NAMES

# How a piece behaves beside its neighbours: a "name" (log, max) keeps a blank from letters, the
# blanks around a "relation" (≤, ×) are the author's, a "letter" swallows the blank that ended its
# command, a "script" hangs on what is before it.
_Kind = Literal["plain", "name", "relation", "letter", "script", "gap"]


class Piece(NamedTuple):
    """A bit of a formula in Unicode."""

    text: str
    kind: _Kind = "plain"


# Large operators and constants share the category of relations but take no blanks.
_NOT_RELATIONS = frozenset("∂∇∞∑∏∐∫∬∭∮√∛∜¬∀∃∄∁∅∆")


def _symbol_piece(name: str, text: str) -> Piece:
    if name in NAMES or (len(text) > 1 and text.isascii() and text[-1].isalpha()):
        return Piece(text, "name")
    if text.isspace():
        return Piece(text, "gap")
    first = text[:1]
    is_sign = first in {"~", "|", ":", "·", "*", "‖"} or unicodedata.category(first or "x") in {
        "Sm",
        "So",
    }
    if is_sign and first not in _NOT_RELATIONS:
        return Piece(text, "relation")
    return Piece(text, "letter")


PIECES: dict[str, Piece] = {
    name: _symbol_piece(name, text) for name, text in (SYMBOLS | MATH_ALIASES).items()
}
"""The piece that each command without arguments stands for, by its name."""


class Line:
    """Text under construction, with the blanks that keep words apart."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._last = ""
        self._after_name = False

    @property
    def ends_blank(self) -> bool:
        """Whether nothing or a blank comes before the next piece."""
        return not self._last or self._last.isspace()

    def add(self, piece: Piece) -> None:
        """Append a piece, with a blank before it where words would run together."""
        text, kind = piece
        if not text:
            return
        if kind != "script":
            apart = kind == "name" and (self._last.isalnum() or self._last in {")", "]", "}"})
            if apart or (self._after_name and text[0].isalnum()):
                self._parts.append(" ")
            self._after_name = kind == "name"
        self._parts.append(text)
        self._last = text[-1]

    def drop_blank(self) -> None:
        """Take back a blank at the end, because a script follows."""
        if self._parts and self._parts[-1].isspace():
            self._parts.pop()
            self._last = self._parts[-1][-1] if self._parts else ""

    def text(self) -> str:
        """What has been put together."""
        return "".join(self._parts)
