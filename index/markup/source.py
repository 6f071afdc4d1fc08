"""Where the pairs of a text lie, found once so that no rule has to search again and again."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property

_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACKETS = re.compile(r"\\.|[\[\]]", re.DOTALL)
_BACKTICKS = re.compile(r"`+")


def _pairs(pattern: re.Pattern[str], text: str, opening: str) -> dict[int, int]:
    """Match brackets of one kind; an escaped or unpaired one has no entry."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    for match in pattern.finditer(text):
        sign = match.group()
        if sign == opening:
            stack.append(match.start())
        elif len(sign) == 1 and stack:
            pairs[stack.pop()] = match.start()
    return pairs


class Source:
    """A raw text and its pairs. Each look-up takes constant or logarithmic time."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._positions: dict[str, list[int]] = {}

    @cached_property
    def braces(self) -> dict[int, int]:
        """The position of the brace that closes the one opened at a position."""
        return _pairs(_BRACES, self.text, "{")

    @cached_property
    def brackets(self) -> dict[int, int]:
        """The position of the square bracket that closes the one opened at a position."""
        return _pairs(_BRACKETS, self.text, "[")

    @cached_property
    def _backtick_runs(self) -> dict[int, list[int]]:
        runs: dict[int, list[int]] = {}
        for match in _BACKTICKS.finditer(self.text):
            runs.setdefault(len(match.group()), []).append(match.start())
        return runs

    def find(self, needle: str, start: int, end: int) -> int:
        """The first position of a string that lies within `[start, end)`, or -1.

        Unlike `str.find` it does not read the text again for each start.
        """
        positions = self._positions.get(needle)
        if positions is None:
            positions = [match.start() for match in re.finditer(re.escape(needle), self.text)]
            self._positions[needle] = positions
        return _first(positions, start, end - len(needle))

    def backtick_run(self, length: int, start: int, end: int) -> int:
        """The first run of exactly so many backticks within `[start, end)`, or -1."""
        return _first(self._backtick_runs.get(length, []), start, end - length)


def _first(positions: list[int], start: int, last: int) -> int:
    index = bisect_left(positions, start)
    return positions[index] if index < len(positions) and positions[index] <= last else -1
