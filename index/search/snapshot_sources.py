"""What a segment is made of: papers analysed just now, or the papers of older segments."""

from __future__ import annotations

import tempfile
from array import array
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from index.search.analyse import (
    FIELDS,
    MAX_TERM,
    STOP_WORDS,
    runs,
    stretches,
    term_of,
    words_of_run,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from index.search.engine import Document
    from index.search.postings import Mask, Numbers
    from index.search.snapshot_files import Segment

GAP = -1
"""Stands in a block after each stretch of words: nothing follows them immediately."""

BLOCK = 1 << 20
"""Words that are in memory at once, but for a single longer paper."""


class Block(NamedTuple):
    """The texts of some papers, one after the other: the numbers of their words, and gaps.

    `sizes` tells how many of these are each paper's.
    """

    words: Numbers
    sizes: Numbers


class Source(Protocol):
    """Papers, numbered from 0, and their words, numbered in any order."""

    @property
    def ordinals(self) -> Numbers:
        """Of each paper."""

    @property
    def lengths(self) -> Numbers:
        """Of each paper."""

    @property
    def field_sizes(self) -> Numbers:
        """Words and gaps of each field of each paper, the fields of a paper in a row."""

    @property
    def words(self) -> Sequence[str]:
        """All words, and perhaps some that do not occur."""

    @property
    def terms(self) -> Sequence[str]:
        """The term of each word."""

    def blocks(self) -> Iterator[Block]:
        """The texts of all papers, in order. They can be asked for several times."""


def word_counts(source: Source) -> Numbers:
    """How often each of a source's words occurs."""
    counts = np.zeros(len(source.words) + 1, dtype=np.int64)
    for block in source.blocks():
        counts += np.bincount(block.words - GAP, minlength=len(counts))
    return counts[-GAP:]


class _WordNumbers(dict[str, tuple[int, ...]]):
    """The numbers of the words of each run of a text; words are numbered as they are met.

    The stop words come first, so that a number tells whether a word counts.
    """

    def __init__(self) -> None:
        self.words: dict[str, int] = {}
        self.terms: list[str] = []
        for word in sorted(STOP_WORDS):
            self._number(word)

    def __missing__(self, run: str) -> tuple[int, ...]:
        numbers = tuple(map(self._number, words_of_run(run)))
        if len(run) <= MAX_TERM:
            self[run] = numbers
        return numbers

    def _number(self, word: str) -> int:
        number = self.words.get(word)
        if number is None:
            number = self.words[word] = len(self.words)
            self.terms.append(term_of(word))
        return number

    def split(self, plain: str) -> list[int]:
        """The numbers of the words of a text."""
        return list(chain.from_iterable(map(self.__getitem__, runs(plain))))


class AnalysedPapers:
    """Papers analysed just now; their texts go to a temporary file. Implements `Source`.

    Args:
        folder: for that file, which vanishes when this is closed, or with the process.
    """

    def __init__(self, folder: Path) -> None:
        self._numbers = _WordNumbers()
        self._ordinals: dict[int, None] = {}
        self._lengths: list[Numbers] = []  # of each block: of each of its papers
        self._field_sizes: list[Numbers] = []  # likewise
        self._file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by __exit__
        self._start_block()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _start_block(self) -> None:
        self._words = array("i")
        self._stretches = array("i")  # of each: its field, size, and whether it counts
        self._stretches_of = array("i")  # of each paper: how many

    def add(self, document: Document) -> None:
        """Analyse a paper.

        Raises:
            ValueError: there is one with that ordinal already.
            OSError: the disk is full.
        """
        if document.ordinal in self._ordinals:
            raise ValueError(f"two documents have the ordinal {document.ordinal}")
        self._ordinals[document.ordinal] = None
        found = 0
        for stretch in stretches(document, self._numbers.split):
            if stretch.words:
                self._words.extend(stretch.words)
                self._words.append(GAP)
                size = len(stretch.words) + 1
                self._stretches.extend((FIELDS.index(stretch.field), size, stretch.is_counted))
                found += 1
        self._stretches_of.append(found)
        if len(self._words) >= BLOCK:
            self.finish()

    def finish(self) -> None:
        """Put the papers added so far in the file; to be called after the last.

        Raises:
            OSError: the disk is full.
        """
        words = np.array(self._words, dtype=np.int32)
        fields, sizes, counted = np.array(self._stretches, dtype=np.int32).reshape(-1, 3).T
        count = len(self._stretches_of)
        papers = np.repeat(np.arange(count), np.array(self._stretches_of, dtype=np.int32))
        places = papers * len(FIELDS) + fields
        field_sizes = np.zeros(count * len(FIELDS), dtype=np.int64)
        np.add.at(field_sizes, places, sizes)
        is_counted = np.repeat(counted, sizes).astype(np.bool_) & (words >= len(STOP_WORDS))
        lengths = np.bincount(np.repeat(papers, sizes)[is_counted], minlength=count)
        self._field_sizes.append(field_sizes)
        self._lengths.append(lengths)
        self._file.write(words.tobytes())
        self._start_block()

    @property
    def ordinals(self) -> Numbers:
        """Of each paper."""
        return np.fromiter(self._ordinals, np.int64)

    @property
    def lengths(self) -> Numbers:
        """Of each paper."""
        return np.concatenate(self._lengths)

    @property
    def field_sizes(self) -> Numbers:
        """Words and gaps of each field of each paper."""
        return np.concatenate(self._field_sizes)

    @property
    def words(self) -> Sequence[str]:
        """All words, and perhaps some stop words that do not occur."""
        return list(self._numbers.words)

    @property
    def terms(self) -> Sequence[str]:
        """The term of each word."""
        return self._numbers.terms

    def blocks(self) -> Iterator[Block]:
        """The texts of all papers."""
        self._file.seek(0)
        for field_sizes in self._field_sizes:
            sizes = _by_paper(field_sizes)
            read = self._file.read(int(sizes.sum()) * np.dtype(np.int32).itemsize)
            yield Block(np.frombuffer(read, dtype=np.int32), sizes)


class SegmentPapers:
    """The papers of a segment, or some of them. Implements `Source`.

    Args:
        segment: the segment.
        chosen: which of its papers.
    """

    def __init__(self, segment: Segment, chosen: Mask) -> None:
        self._segment = segment
        self._chosen = chosen

    @property
    def ordinals(self) -> Numbers:
        """Of each paper."""
        return self._segment.ordinals[self._chosen]

    @property
    def lengths(self) -> Numbers:
        """Of each paper."""
        return self._segment.lengths[self._chosen]

    @property
    def field_sizes(self) -> Numbers:
        """Words and gaps of each field of each paper."""
        sizes = np.diff(self._segment.field_starts).reshape(-1, len(FIELDS))
        return sizes[self._chosen].ravel()

    @property
    def words(self) -> Sequence[str]:
        """All words, and those that only other papers have."""
        return self._segment.words.slice(0, len(self._segment.words))

    @property
    def terms(self) -> Sequence[str]:
        """The term of each word."""
        terms = self._segment.terms.slice(0, len(self._segment.terms))
        return [terms[number] for number in self._segment.word_terms.tolist()]

    def blocks(self) -> Iterator[Block]:
        """The texts of all papers."""
        starts = self._segment.field_starts[:: len(FIELDS)]
        first, count = 0, len(self._chosen)
        while first < count:
            end = int(np.searchsorted(starts, starts[first] + BLOCK, side="right")) - 1
            end = max(end, first + 1)
            chosen, sizes = self._chosen[first:end], np.diff(starts[first : end + 1])
            words = self._segment.text[int(starts[first]) : int(starts[end])]
            words = words[np.repeat(chosen, sizes)]
            yield Block(np.where(words < len(self._segment.words), words, GAP), sizes[chosen])
            first = end


def _by_paper(field_sizes: Numbers) -> Numbers:
    sizes: Numbers = field_sizes.reshape(-1, len(FIELDS)).sum(axis=1)
    return sizes
