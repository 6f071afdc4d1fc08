"""Text on a grid of cells: wrapping with offsets kept, and styled pieces of a line."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment

from tui.glyphs import glyphs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import Style

_REGIONAL = re.compile("[\U0001f1e6-\U0001f1ff]")


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


def graphemes(text: str) -> list[tuple[int, int, int]]:
    """What a reader takes for characters, each as `(start, end, cells)`.

    These are Rich's clusters, so that what is cut and what is counted agree: a base with its
    combining marks, and emoji joined by ZWJ. Regional indicators go in pairs, as flags do (UAX #29,
    rules GB12 and GB13), which Rich leaves apart.
    """
    spans, _ = split_graphemes(text)
    if not _REGIONAL.search(text):
        return spans
    joined: list[tuple[int, int, int]] = []
    is_half = False
    for start, end, cells in spans:
        is_regional = _REGIONAL.match(text, start) is not None
        if is_half and is_regional:
            first, _, before = joined.pop()
            joined.append((first, end, before + cells))
            is_half = False
        else:
            joined.append((start, end, cells))
            is_half = is_regional
    return joined


def _fit(text: str, start: int, width: int) -> int:
    """The offset after the last grapheme that still fits into `width` cells."""
    # Graphemes are seldom longer than a few code points, but nothing keeps them from it: the last
    # one in the window may go on behind it.
    size = width * 12
    while True:
        window = text[start : start + size]
        is_all = start + size >= len(text)
        spans = graphemes(window) if is_all else graphemes(window)[:-1]
        used, end = 0, start
        for first, last, cells in spans:
            if used + cells > width:
                return end if end > start else start + (last - first)
            used += cells
            end = start + last
        if is_all:
            return end
        size *= 4


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
    if not text.isascii():
        inside = _whole_graphemes(text, start, end, inside)
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


def _whole_graphemes(
    text: str, start: int, end: int, ranges: Sequence[tuple[int, int, Style]]
) -> list[tuple[int, int, Style]]:
    """The ranges widened to whole graphemes: half of one is drawn elsewhere, or not at all."""
    line = text[start:end]
    if line.isascii():
        return list(ranges)
    starts = [start + first for first, _, _ in graphemes(line)]
    starts.append(end)
    return [
        (
            starts[max(0, bisect_right(starts, first) - 1)],
            starts[bisect_left(starts, min(last, end))],
            style,
        )
        for first, last, style in ranges
    ]
