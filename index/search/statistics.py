"""What an index knows about its papers besides the postings: exact lengths, ordinals, words."""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.search import rank
from index.search.analyse import term_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_NUMBERS = "papers.bin"
_WORDS = "words.txt"


@dataclass(frozen=True, slots=True)
class Statistics:
    """The collection's statistics; papers are numbered from 0 in the order they were indexed.

    `ordinals` and `lengths` (in words) have one number a paper, `words` are the collection's
    folded words in code point order.
    """

    ordinals: Sequence[int]
    lengths: Sequence[int]
    words: Sequence[str]

    @property
    def count(self) -> int:
        """Papers in the collection."""
        return len(self.ordinals)

    def norms(self) -> list[float]:
        """The `rank.length_norm` of each paper."""
        average = sum(self.lengths) / len(self.lengths) if self.lengths else 0.0
        return [rank.length_norm(length, average) for length in self.lengths]

    def words_from(self, prefix: str) -> Sequence[str]:
        """The words that begin with a prefix."""
        start = bisect_left(self.words, prefix)
        end = bisect_left(self.words, prefix + chr(sys.maxunicode), start)
        return self.words[start:end]

    def expand(self, prefix: str) -> list[str]:
        """The terms of those words, in code point order."""
        return sorted({term_of(word) for word in self.words_from(prefix)})

    def save(self, folder: Path) -> None:
        """Write the statistics to a folder as plain numbers and text.

        Raises:
            OSError: they cannot be written.
        """
        numbers = array("q", self.ordinals)
        numbers.extend(self.lengths)
        if sys.byteorder == "big":
            numbers.byteswap()
        (folder / _NUMBERS).write_bytes(numbers.tobytes())
        (folder / _WORDS).write_bytes("\n".join(self.words).encode())

    @classmethod
    def load(cls, folder: Path) -> Statistics:
        """Read what `save` wrote.

        Raises:
            OSError: it cannot be read.
            ValueError: it was not written by `save`.
        """
        numbers = array("q", (folder / _NUMBERS).read_bytes())
        if sys.byteorder == "big":
            numbers.byteswap()
        count, odd = divmod(len(numbers), 2)
        if odd:
            raise ValueError("an odd number of numbers")
        words = (folder / _WORDS).read_bytes().decode()
        return cls(numbers[:count], numbers[count:], words.split("\n") if words else [])
