"""Words and punctuation that every style shares."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from index.citations.record import one_line
from index.names import is_east_asian

OPENING_LIMIT = 60
_TRAILING = " ,;:.–—-、。，；："
_OPENERS = "([{<—–-/‘“"
_CLOSERS = "’”'\""


@dataclass(frozen=True, slots=True)
class Opening:
    """The first words of an abstract; `cut` says that the abstract goes on after them."""

    text: str
    cut: bool


def opening(plain: str) -> Opening:
    """The first words of an abstract, 60 characters at most, ready to stand in quotation marks.

    Cut at the end of a word (Chinese and Japanese, which put no blanks between words, at a
    character), trailing punctuation dropped, double quotation marks made single.
    """
    text = one_line(plain)
    if len(text) <= OPENING_LIMIT:
        return Opening(single_quotes(_trimmed(text)), cut=False)
    end = next((i for i in range(OPENING_LIMIT, 0, -1) if _breaks(text, i)), None)
    if end is None:
        end = OPENING_LIMIT
        while end > 1 and unicodedata.combining(text[end]):
            end -= 1
    return Opening(single_quotes(_trimmed(text[:end])), cut=True)


def _breaks(text: str, at: int) -> bool:
    after, before = text[at], text[at - 1]
    return after == " " or is_east_asian(after) or is_east_asian(before)


def _trimmed(text: str) -> str:
    return text.rstrip(_TRAILING) or text


def single_quotes(text: str) -> str:
    """Double quotation marks made single, for a text that will stand in double ones."""
    out: list[str] = []
    for i, character in enumerate(text):
        if character == "“":
            out.append("‘")
        elif character == "”":
            out.append("’")
        elif character == '"':
            before = text[i - 1] if i else " "
            out.append("‘" if before.isspace() or before in _OPENERS else "’")
        else:
            out.append(character)
    return "".join(out)


def stopped(text: str) -> str:
    """A text that ends a sentence: with a full stop, unless it brings its own `.`, `!` or `?`."""
    return text if text.rstrip(_CLOSERS).endswith((".", "!", "?")) else f"{text}."
