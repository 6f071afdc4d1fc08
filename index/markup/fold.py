"""Folding: the form of a text in which spellings that mean the same compare equal.

Folding works character by character, so every folded character has an exact origin in the plain
text. It is Unicode's NFKC and full case folding (Unicode Standard, chapters 3.11 and 3.13), then
diacritics off, dashes, quotes and ligatures unified.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Letters with a stroke and the like have no canonical decomposition; these are the spellings
# people type for them (and those of ISO 9 / ICU's Latin-ASCII transform).
_SPECIAL = {
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
    "ȷ": "j",
    "ŋ": "n",
    "ƒ": "f",
    "ɨ": "i",
    "ɫ": "l",
    "ʉ": "u",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "\u2010": "-",  # hyphen
    "\u2011": "-",  # non-breaking hyphen
    "\u2012": "-",  # figure dash
    "\u2013": "-",  # en dash
    "\u2014": "-",  # em dash
    "\u2015": "-",  # horizontal bar
    "\u2043": "-",  # hyphen bullet
    "\u2212": "-",  # minus sign
    "\u2018": "'",
    "\u2019": "'",
    "\u201a": "'",
    "\u201b": "'",
    "\u02bc": "'",  # modifier letter apostrophe
    "\u00b4": "'",  # acute accent, typed as an apostrophe; NFKC alone would make it a blank
    "\u2032": "'",  # prime
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u201f": '"',
    "\u2044": "/",  # fraction slash, as in NFKC of one half
}

# Invisible characters that would split a word.
_INVISIBLE = frozenset("\u00ad\u034f\u200b\u200c\u200d\u2060\ufeff")

# The blocks of diacritics common to Latin, Greek and Cyrillic. Marks of other scripts (Indic vowel
# signs, Japanese voicing) are not accents and stay.
_DIACRITICS = (
    (0x0300, 0x036F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0x20D0, 0x20FF),
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFE20, 0xFE2F),
)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and where each of its characters comes from.

    `offsets[i]` is the index, in the plain text, of the character that gave `text[i]`. There is
    one offset more than there are characters: the last is the length of the plain text.
    """

    text: str
    offsets: Sequence[int]


def _is_dropped(character: str) -> bool:
    if character in _INVISIBLE:
        return True
    code = ord(character)
    return any(first <= code <= last for first, last in _DIACRITICS)


def _fold_once(text: str) -> str:
    special = "".join(_SPECIAL.get(character, character) for character in text)
    decomposed = unicodedata.normalize("NFKD", special)
    kept = "".join(character for character in decomposed if not _is_dropped(character))
    # Recomposing keeps Hangul syllables and voiced kana whole: their parts are no accents.
    return unicodedata.normalize("NFC", kept.casefold())


class _FoldTable(dict[int, str]):
    """A table for `str.translate` that works out a character the first time it is met."""

    def __missing__(self, code: int) -> str:
        folded = chr(code)
        # Case folding can bring in a mark, decomposition a capital: repeat until nothing moves.
        while (again := _fold_once(folded)) != folded:
            folded = again
        self[code] = folded
        return folded


_TABLE = _FoldTable()


def fold(plain: str) -> str:
    """Fold a text for comparison and search; folding twice changes nothing more."""
    if plain.isascii():
        return plain.lower()
    return plain.translate(_TABLE)


def fold_with_offsets(plain: str) -> Folded:
    """Fold a text and keep the origin of every folded character.

    `fold_with_offsets(plain).text == fold(plain)`.
    """
    if plain.isascii():
        return Folded(plain.lower(), range(len(plain) + 1))
    pieces: list[str] = []
    offsets: list[int] = []
    for index, character in enumerate(plain):
        folded = _TABLE[ord(character)]
        pieces.append(folded)
        offsets.extend([index] * len(folded))
    offsets.append(len(plain))
    return Folded("".join(pieces), offsets)
