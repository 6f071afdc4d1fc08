"""Page numbers: as recorded, with an en dash, and shortened as the manuals ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_RANGE = re.compile(r"([^\s,–—-]+)\s*(?:-{1,3}|–|—)\s*([^\s,–—-]+)")
_FOUR_DIGITS = re.compile(r"(?<!\d)\d{4}$")
_NUMBERED = re.compile(r"(\D*)(\d+)")


def pages(recorded: str, last: Callable[[str, str], str] = lambda _first, last: last) -> str:
    """Pages as a style writes them, ranges with an en dash; what is no range stays as recorded.

    Args:
        recorded: The pages as plain text: `5341-5350`, `7–9, 12`, `e12`.
        last: Shortens the last page of a range, given the first.
    """
    pieces = [piece.strip() for piece in recorded.split(",")]
    return ", ".join(
        f"{match[1]}–{last(match[1], match[2])}" if (match := _RANGE.fullmatch(piece)) else piece
        for piece in pieces
        if piece
    )


def several(recorded: str) -> bool:
    """Whether these are several pages rather than one."""
    return "," in recorded or _RANGE.search(recorded) is not None


def labelled(recorded: str, written: str) -> str:
    """`pp. 5–9` or `p. 5`."""
    return f"{'pp.' if several(recorded) else 'p.'} {written}"


def two_digits(first: str, last: str) -> str:
    """At least two digits of the last page, and all that changed (MLA 9 section 2.139).

    103-104 becomes 103–04, 395-401 395–401, 6596-6606 6596–606; 96-101 stays.
    """
    return _shortened(first, last, at_least=2)


def changed_digits(first: str, last: str) -> str:
    """Only the digits that changed (Citing Medicine, chapter 1, box on location): 123-5."""
    return _shortened(first, last, at_least=1)


def chicago(first: str, last: str) -> str:
    """CMOS 17 section 9.61.

    A first page below 100 or a multiple of 100 is followed by all digits (3–10, 100–120); 101 to
    109, 201 to 209 and so on by what changed (101–8, 505–14); any other by two digits, or more
    where more changed (321–28, 498–532, 11564–615). Where three of four digits change, all four
    are written (6596–6606), as the manual asked up to its fifteenth edition and the citation
    programs still do: no reader mistakes it.
    """
    short = chicago_16(first, last)
    return last if len(short) == 3 and _FOUR_DIGITS.search(last) else short


def chicago_16(first: str, last: str) -> str:
    """As `chicago`, but 6596–606 (the value `chicago-16` of CSL 1.0.2)."""
    ends = _comparable(first, last)
    if ends is None or int(ends[1]) < 100 or int(ends[1]) % 100 == 0:
        return last
    return _shortened(first, last, at_least=1 if int(ends[1]) % 100 < 10 else 2)


def _comparable(first: str, last: str) -> tuple[str, str, str] | None:
    """The common letter before two page numbers, and the numbers; `None` if they have none."""
    start, end = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
    if start is None or end is None or end[1] not in {"", start[1]}:
        return None
    return start[1], start[2], end[2]


def _shortened(first: str, last: str, at_least: int) -> str:
    ends = _comparable(first, last)
    if ends is None:
        return last
    letter, start, end = ends
    if len(start) != len(end) or int(end) <= int(start):
        return last
    same = 0
    while same < len(end) - at_least and start[same] == end[same]:
        same += 1
    return end[same:] if same or not letter else last
