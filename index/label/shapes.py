"""The shapes of coined names, and acronyms with their long forms."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from index.label.known_names import KNOWN
from index.label.name_words import ADJECTIVAL_ENDINGS, NEVER_BEGINS

_VERSION: Final = re.compile(r"v?\d{1,3}(?:\.\d{1,3}){0,2}B?")
_TRAILING_VERSION: Final = re.compile(r"[-.]?v?\d+(?:\.\d+)*[+*]*$")
_JOINERS: Final = re.compile(r"[-‐‑]")
_INNER_DIGIT: Final = re.compile(r"[^\W\d]{2}\d[^\W\d]{2}")
_ROMAN: Final = re.compile(r"[IVX]{1,4}")


LONGEST_WORD: Final = 32
"""Characters of the longest word of a name."""
LONGEST_FORM: Final = 120
"""Characters of the longest long form."""


class Shape(Enum):
    """How a word looks, from the most to the least like a coined name."""

    MIXED = "inner capitals among small letters"
    COMPOUND = "hyphen or digit with capitals"
    CAPITALS = "three capitals or more"
    TWO_CAPITALS = "two capitals"
    NUMBERED = "a capitalised word with a digit"
    TITLED = "capitalised words with hyphens"
    JOINED = "known names with a hyphen"
    CAPITALISED = "a capitalised word"
    RUN = "several capitalised words"


def is_version(text: str) -> bool:
    """Whether it reads as a version or size: "2", "1.5", "v3", "10.7B"."""
    return _VERSION.fullmatch(text) is not None


def is_capitalised(word: str) -> bool:
    """Whether it is an ordinary word with a capital, as any sentence's first word."""
    return word[:1].isupper() and word[1:].islower() and word.isalpha()


def is_known(word: str) -> bool:
    """Whether it belongs to the common stock of the field, or is a Roman numeral."""
    return word in KNOWN or word.rstrip("s") in KNOWN or _ROMAN.fullmatch(word) is not None


def shape_of(word: str) -> Shape | None:
    """Return the shape of a word that may be a coined name, `None` for an ordinary word.

    Known names of the field, quantities ("20x", "8K") and hyphenated adjectives ("LLM-driven")
    are ordinary.
    """
    if not 2 <= len(word) <= LONGEST_WORD or not any(map(str.isalpha, word)) or is_known(word):
        return None
    parts = [part for part in _JOINERS.split(word) if part]
    if len(parts) > 1:
        return _shape_of_compound(parts)
    if word[0].isdigit():
        letters = word.lstrip("0123456789.")
        return Shape.COMPOUND if len(letters) > 2 and letters[1:2].isupper() else None
    if not any(map(str.isupper, word)):
        # "word2vec": letters on both sides of a digit.
        return Shape.NUMBERED if _INNER_DIGIT.search(word) else None
    base = _TRAILING_VERSION.sub("", word) or word
    if is_capitalised(base):
        return Shape.CAPITALISED if base == word else Shape.NUMBERED
    letters = "".join(filter(str.isalpha, base))
    if letters.isupper() or (letters[:-1].isupper() and letters.endswith("s")):
        if len(letters.rstrip("s")) < 3:
            return Shape.TWO_CAPITALS if letters == word or word[-1] in "s+*" else Shape.COMPOUND
        return Shape.CAPITALS
    return Shape.MIXED


def _shape_of_compound(parts: list[str]) -> Shape | None:
    if parts[-1].lower() in ADJECTIVAL_ENDINGS:
        return None
    coined = [part for part in parts if not (part.islower() or part.isdigit())]
    if not coined or (len(coined) == 1 and is_known(coined[0])):
        return None
    if all(map(is_known, coined)):
        return Shape.JOINED
    if all(map(is_capitalised, coined)):
        return Shape.TITLED if len(coined) == len(parts) else None
    return Shape.COMPOUND if sum(map(len, parts)) > 2 else Shape.TWO_CAPITALS


def long_form_before(phrase: str, acronym: str) -> str | None:
    """Return the shortest end of `phrase` that `acronym` abbreviates, if there is one.

    The algorithm of Schwartz and Hearst, "A simple algorithm for identifying abbreviation
    definitions in biomedical text" (PSB 2003): read from the right, each letter of the short
    form is found in the long one, the first at the beginning of a word; the long form has at
    most min(n + 5, 2n) words for n letters. No long form begins with an article, a pronoun,
    "novel" or "new".
    """
    letters = [letter.lower() for letter in acronym.rstrip("s") if letter.isalnum()]
    if len(letters) < 2:
        return None
    words = phrase.split(" ")
    text = " ".join(words[-min(len(letters) + 5, 2 * len(letters)) :])
    lowered = text.lower()
    at = len(lowered)
    for place in range(len(letters) - 1, -1, -1):
        at = lowered.rfind(letters[place], 0, at)
        while place == 0 and at > 0 and lowered[at - 1].isalnum():
            at = lowered.rfind(letters[0], 0, at)
        if at < 0:
            return None
    found = text[at:]
    first, *rest = re.split(r"\W+", found.lower())
    if not rest or first in NEVER_BEGINS or len(found) > LONGEST_FORM:
        return None
    return found


def abbreviates(acronym: str, phrase: str) -> bool:
    """Whether the letters of `acronym` occur in `phrase` in this order."""
    rest = iter(phrase.lower())
    return all(letter in rest for letter in acronym.lower().rstrip("s") if letter.isalnum())
