"""Titles of works: capitals, quotation marks, and the punctuation after them."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[^\s‘“”\"\[\](){}/.,;?!:–—…‐‑-]+")
_STRAIGHT_DOUBLE = re.compile(r'(^|[\s(\[{—–/-])"')
_STRAIGHT_SINGLE = re.compile(r"(^|[\s(\[{—–/“-])'(?=\w[^']*'(?!\w))")
_INNER_SINGLE = re.compile(r"‘([^‘’]*)’(?!\w)")
_CLOSERS = "’”"
_HYPHENS = "-‐‑"
_BEFORE_WORD = " ‘’“”([{"
_COMPOUND = re.compile(rf"[{_HYPHENS}]\w")
_ACRONYM = re.compile(rf"[{_HYPHENS}][A-Z0-9]{{2,}}")
_GENUS = re.compile(r"(?:^|\s)[A-Z]\.$")

SMALL_WORDS = frozenset(
    """
    a al an and as at but by for from in into nor of on onto or over per so than the through to up
    via vs with yet
    about above across after against along alongside amid amidst among amongst around atop before
    behind below beneath beside besides between beyond circa despite down during et except inside
    like near next notwithstanding off out plus qua since throughout till toward towards under
    underneath until unto upon versus within without
    """.split()  # noqa: SIM905 - a text of words is read and compared more easily than a list
)
"""Articles, conjunctions and prepositions, of any length (CMOS 17 section 8.159, rules 2-5)."""


def curled(text: str) -> str:
    """Straight quotation marks and apostrophes as typographic ones."""
    if '"' in text:
        text = _STRAIGHT_DOUBLE.sub(r"\1“", text).replace('"', "”")
    if "'" in text:
        text = _STRAIGHT_SINGLE.sub(r"\1‘", text).replace("'", "’")
    return text


def in_double_quotes(text: str, mark: str = "") -> str:
    """A title in double quotation marks, those inside made single, `mark` before the last.

    A full stop is left out where the title brings its own ending; a comma is not, unless a full
    stop ends the title (American usage, CMOS 17 section 6.9).
    """
    inner = text.replace("“", "‘").replace("”", "’")
    return f"“{ended(inner, mark) if mark else inner}”"


def in_single_quotes(text: str) -> str:
    """A title in single quotation marks, those inside made double (British usage)."""
    inner = _INNER_SINGLE.sub(r"“\1”", text)
    return f"‘{inner}’"


def ended(text: str, mark: str = ".") -> str:
    """A text with a mark after it, but inside a quotation mark at its end.

    No full stop follows `.`, `!` or `?`; a comma takes the place of a full stop.
    """
    bare = text.rstrip(_CLOSERS)
    closers = text[len(bare) :]
    if mark == ".":
        return text if bare.endswith((".", "!", "?")) else f"{bare}.{closers}"
    if bare.endswith(".") and not bare.endswith(".."):
        bare = bare[:-1]
    return f"{bare}{mark}{closers}"


@lru_cache(maxsize=1024)
def headline(text: str, untouched: tuple[tuple[int, int], ...] = ()) -> str:
    """A title in headline capitals (CMOS 17 section 8.159, MLA 9 section 2.90).

    First and last words and all others but `SMALL_WORDS` begin with a capital, and so does every
    part of a hyphenated word but a small one (CMOS 17 section 8.161). Only words wholly in lower
    case are changed; single letters are not, unless they begin a compound (`K-Means`), and
    neither is the second part of a species name (`E. coli`, rule 7) or what begins with no
    letter (`3d`, `#tag`).

    Args:
        text: The title.
        untouched: Ranges that hold mathematics.
    """
    words = list(_WORD.finditer(text))
    characters = list(text)
    for place, word in enumerate(words):
        start, end = word.span()
        if word[0] != word[0].lower() or not word[0][0].isalpha():
            continue
        if any(start < stop and begin < end for begin, stop in untouched):
            continue
        if _has_capital(text, start, end, last=place == len(words) - 1):
            characters[start] = word[0][0].upper()
    return "".join(characters)


def _has_capital(text: str, start: int, end: int, *, last: bool) -> bool:
    """Whether headline style gives the word at `[start, end)` a capital."""
    if _ACRONYM.match(text, end) and end - start == 1:
        return False
    before = text[:start].rstrip(_BEFORE_WORD)
    if not before or before[-1] in ":?!":
        return True
    compound = _COMPOUND.match(text, end) is not None
    continued = text[start - 1] in _HYPHENS
    if compound and not continued:
        return True
    if end - start == 1 or (text[start - 1] == " " and _GENUS.search(before)):
        return False
    return last or text[start:end] not in SMALL_WORDS
