"""Text in the characters of an encoding that does not have all of them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_SPELLED = {
    **dict.fromkeys("‐‑‒–—―−", "-"),
    **dict.fromkeys("‘’‚′`´", "'"),
    **dict.fromkeys("“”„″«»", '"'),
    **dict.fromkeys("·…", "."),
    **dict.fromkeys("•●★", "*"),
    "×": "x",
    "\xa0": " ",
}
"""Characters that NFKD leaves as they are, or takes apart into too many."""


def is_encodable(text: str, encoding: str) -> bool:
    """Whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def instead(grapheme: str, encoding: str) -> str:
    """What stands for a character that an encoding does not have.

    The base letters of its compatibility decomposition (NFKD, Unicode Standard Annex #15), a plain
    form of punctuation, or nothing if there is neither.
    """
    if grapheme in _SPELLED:
        return _SPELLED[grapheme]
    return "".join(
        character
        for character in unicodedata.normalize("NFKD", grapheme)
        if not unicodedata.combining(character) and is_encodable(character, encoding)
    )


def spelled(text: str, encoding: str) -> str:
    """A text in the characters of an encoding; `?` for those that have no likeness in it."""
    if text.isascii() or is_encodable(text, encoding):
        return text
    return "".join(_one(character, encoding) for character in text)


@lru_cache(2048)
def _one(character: str, encoding: str) -> str:
    if is_encodable(character, encoding):
        return character
    if unicodedata.combining(character):
        return ""
    return instead(character, encoding) or "?"
