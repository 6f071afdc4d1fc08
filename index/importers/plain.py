"""Plain text: an optional heading, then abstracts with blank lines between them."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAXIMUM_HEADING = 80
"""A first block longer than this many characters is an abstract."""

_BLANK_LINES = re.compile(r"\n[ \t]*\n\s*")
_SENTENCE_END = (".", "!", "?", "。", "！", "？", ":", ";")


@dataclass(frozen=True, slots=True)
class PlainFile:
    """What a plain file holds: a heading, if it has one, and its abstracts in order."""

    heading: str | None
    abstracts: tuple[str, ...]


def read_plain(text: str) -> PlainFile:
    """Split cleaned text into a heading and abstracts.

    The first block is a heading if it is one line of at most `MAXIMUM_HEADING` characters, ends
    no sentence, and something follows it.
    """
    blocks = [block.strip() for block in _BLANK_LINES.split(text.strip("\n")) if block.strip()]
    if len(blocks) > 1:
        first = blocks[0]
        if (
            "\n" not in first
            and len(first) <= MAXIMUM_HEADING
            and not first.endswith(_SENTENCE_END)
        ):
            return PlainFile(first.lstrip("# ").strip() or None, tuple(blocks[1:]))
    return PlainFile(None, tuple(blocks))
