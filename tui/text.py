"""Text on a grid of cells: wrapping with offsets kept, and styled pieces of a line."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment

from tui.glyphs import glyphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import Style


def wrap(text: str, width: int) -> list[tuple[int, int]]:
    r"""Break a text into lines of at most `width` cells.

    Lines break at blanks and newlines; a word that is too long breaks between graphemes, and
    runs of wide characters break anywhere.

    Args:
        text: any text; `\n` ends a line.
        width: cells, at least 2.

    Returns:
        `[start, end)` of each line, without the blanks at which it was broken.
    """
    width = max(2, width)
    lines: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n"):
        _wrap_paragraph(paragraph, start, width, lines)
        start += len(paragraph) + 1
    return lines


def _wrap_paragraph(text: str, base: int, width: int, lines: list[tuple[int, int]]) -> None:
    if not text.strip(" "):
        lines.append((base, base))
        return
    ascii_only = text.isascii()
    position, length = 0, len(text)
    while position < length:
        while position < length and text[position] == " ":
            position += 1
        if position >= length:
            break
        limit = min(length, position + width) if ascii_only else _fit(text, position, width)
        end = limit
        if limit < length and text[limit] != " ":
            blank = text.rfind(" ", position, limit)
            if blank > position:
                end = blank
        end = max(end, position + 1)
        stop = end
        while stop > position and text[stop - 1] == " ":
            stop -= 1
        lines.append((base + position, base + stop))
        position = end


def _fit(text: str, start: int, width: int) -> int:
    """The offset after the last grapheme that still fits into `width` cells."""
    # No grapheme is longer than a few code points: twelve times the width is ample.
    window = text[start : start + width * 12]
    spans, _ = split_graphemes(window)
    used, end = 0, start
    for first, last, cells in spans:
        if used + cells > width:
            return end if end > start else start + (last - first)
        used += cells
        end = start + last
    return end


def truncated(text: str, width: int) -> str:
    """The text cut to `width` cells, with an ellipsis where something was cut."""
    if width <= 0:
        return ""
    if len(text) <= width and text.isascii():
        return text
    if cell_len(text) <= width:
        return text
    ellipsis = glyphs().ellipsis
    room = width - cell_len(ellipsis)
    if room <= 0:
        return ellipsis[:width]
    end = _fit(text, 0, room)
    # A first character that is wider than the room is not worth a line that is too long.
    return text[:end].rstrip() + ellipsis if cell_len(text[:end]) <= room else ellipsis


def pieces(
    text: str, start: int, end: int, base: Style, ranges: Sequence[tuple[int, int, Style]]
) -> list[Segment]:
    """`text[start:end]` as segments, with styles laid over the base style.

    Args:
        text: the whole text that the offsets count in.
        start: where the line begins.
        end: where it ends.
        base: the style of everything.
        ranges: `(start, end, style)`, later ones over earlier ones.
    """
    inside = [item for item in ranges if item[0] < end and item[1] > start]
    if not inside:
        return [Segment(text[start:end], base)] if end > start else []
    cuts = {start, end}
    for first, last, _ in inside:
        cuts.add(max(start, first))
        cuts.add(min(end, last))
    ordered = sorted(cuts)
    segments = []
    for left, right in pairwise(ordered):
        style = base
        for first, last, over in inside:
            if first <= left and last >= right:
                style = style + over
        segments.append(Segment(text[left:right], style))
    return segments
