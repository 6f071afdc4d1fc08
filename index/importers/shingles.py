"""How much of one abstract stands in another: normal words, word shingles, containment.

A shingle is three successive words, known by its CRC-32. Containment is the share of the smaller
set of shingles that the larger one holds as well (Broder, "On the resemblance and containment of
documents", 1997), so that an abstract that was cut short is still contained in the whole one.
"""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

SHINGLE_WORDS = 3
SAME = 0.5
"""The containment from which two abstracts are taken for one."""
SAME_SHORT = 0.7
"""The same where one of them is short."""
SHORT_WORDS = 60
"""An abstract of fewer words is short."""
SIMILAR = 0.3
"""The containment from which two abstracts may be versions of one."""
SHARED = 10
"""So many shingles must be shared whatever their share is."""

MOST_TOKENS = 1_500
"""Longer texts are not compared word by word: it takes time that grows with the square."""

Verdict = Literal["same", "similar"]

_ADDRESS = re.compile(r"https?://\S+")
_DIVIDED = re.compile(r"(?<=\w)-\s+(?=\w)")
_WORD = re.compile(r"[a-z0-9]+")
_TOKEN = re.compile(r"\S+")


def normal_words(plain: str) -> list[str]:
    """The words of a plain text without case, accents, addresses and divisions at line ends."""
    text = plain
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        text = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    text = _ADDRESS.sub(" ", text.casefold())
    return _WORD.findall(_DIVIDED.sub("", text))


def shingles(words: Sequence[str]) -> frozenset[int]:
    """The shingles of a text; one of fewer than three words is a single shingle."""
    if not words:
        return frozenset()
    last = max(1, len(words) - SHINGLE_WORDS + 1)
    return frozenset(
        crc32(" ".join(words[start : start + SHINGLE_WORDS]).encode()) for start in range(last)
    )


def containment(one: AbstractSet[int], other: AbstractSet[int]) -> float:
    """The share of the smaller set that is in the other, 0 to 1; 0 if one is empty."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


class Contained(NamedTuple):
    """How much two abstracts have in common.

    Attributes:
        share: their containment.
        shared: how many shingles they share.
        words: the words of the shorter one.
    """

    share: float
    shared: int
    words: int


def verdict(contained: Contained) -> Verdict | None:
    """What two abstracts are to each other.

    Returns:
        "same" if they are one abstract, "similar" if perhaps two versions of one, else `None`.
    """
    share, shared, words = contained
    if shared < SHARED or share < SIMILAR:
        return None
    return "same" if share >= (SAME_SHORT if words < SHORT_WORDS else SAME) else "similar"


def containment_of(one: str, other: str) -> Contained:
    """How much two plain abstracts have in common."""
    return compared(normal_words(one), normal_words(other))


def compared(words: Sequence[str], others: Sequence[str]) -> Contained:
    """How much two abstracts have in common, given their normal words."""
    own, theirs = shingles(words), shingles(others)
    return Contained(containment(own, theirs), len(own & theirs), min(len(words), len(others)))


def differing(one: str, other: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The ranges `[start, end)` of each of two texts whose words are not in the other's place.

    Texts of more than `MOST_TOKENS` have none.
    """
    tokens = [list(islice(_TOKEN.finditer(text), MOST_TOKENS + 1)) for text in (one, other)]
    if max(map(len, tokens)) > MOST_TOKENS:
        return [], []
    normal = [[tuple(normal_words(token[0])) or token[0] for token in text] for text in tokens]
    found: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    matcher = SequenceMatcher(None, normal[0], normal[1], autojunk=False)
    for tag, *ends in matcher.get_opcodes():
        if tag == "equal":
            continue
        for side, (first, last) in enumerate((ends[:2], ends[2:])):
            if first < last:
                start, end = tokens[side][first].start(), tokens[side][last - 1].end()
                found[side].append((start, end))
    return found
