"""Writing a segment of the posting snapshot: sorting words by term, a part at a time."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from index.search.analyse import FIELDS
from index.search.postings import joined, ranges, starts_of, summed
from index.search.snapshot_files import ARRAYS, SegmentWriter
from index.search.snapshot_sources import word_counts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from index.search.postings import Numbers
    from index.search.snapshot_sources import Source

PART = 1 << 23
"""Words that are sorted in memory at once, but for a single commoner term; 8 bytes each."""
GROUP_POSTINGS = 1 << 16
"""Postings from which on a prefix gets a group of its own. Adding up fewer takes a millisecond."""
GROUP_LETTERS = 2
"""Letters of the longest prefix that may get a group."""


class _Vocabulary(NamedTuple):
    """The words and terms of a new segment, in code point order.

    `numbers` gives, for each source, the new number of each of its words, and then that of a gap.
    """

    words: Sequence[str]
    word_terms: Numbers
    terms: Sequence[str]
    term_tokens: Numbers
    numbers: Sequence[Numbers]


def write_segment(
    folder: Path, name: str, sources: Sequence[Source], check: Callable[[], None]
) -> None:
    """Write a segment with the papers of several sources, in their order.

    Args:
        folder: the generation being built.
        name: the segment's name.
        sources: the papers; no two may have the same ordinal.
        check: called now and then; what it raises ends the work.

    Raises:
        OSError: the disk is full.
    """
    vocabulary = _vocabulary(sources)
    field_sizes = np.concatenate([source.field_sizes for source in sources])
    types = dict(ARRAYS)
    most = int(field_sizes.reshape(-1, len(FIELDS)).sum(axis=1).max(initial=0))
    if most > np.iinfo(ARRAYS["frequencies"]).max:
        types["frequencies"] = types["group_frequencies"] = "<u4"
    with SegmentWriter(folder, name, types) as writer:
        for source in sources:
            writer.append("ordinals", source.ordinals)
            writer.append("lengths", source.lengths)
        writer.append("field_starts", starts_of(field_sizes) + 1)
        writer.lexicon("word", vocabulary.words)
        writer.lexicon("term", vocabulary.terms)
        writer.append("word_terms", vocabulary.word_terms)
        writer.append("term_tokens", vocabulary.term_tokens)
        _write_text(writer, vocabulary, sources, check)
        term_postings = _write_postings(writer, vocabulary, sources, check)
        _write_groups(writer, vocabulary, term_postings, check)


def _vocabulary(sources: Sequence[Source]) -> _Vocabulary:
    words_of = [source.words for source in sources]
    counts_of = [word_counts(source) for source in sources]
    term_of = {
        word: term
        for source, words, counts in zip(sources, words_of, counts_of, strict=True)
        for word, term, count in zip(words, source.terms, counts.tolist(), strict=True)
        if count
    }
    words = sorted(term_of)
    terms = sorted(set(term_of.values()))
    term_numbers = {term: number for number, term in enumerate(terms)}
    word_terms = np.fromiter((term_numbers[term_of[word]] for word in words), np.int32)
    word_numbers = {word: number for number, word in enumerate(words)}
    gap = len(words)  # words that do not occur may have any number: that of a gap
    numbers = [
        np.array([*(word_numbers.get(word, gap) for word in words), gap], dtype=np.int32)
        for words in words_of
    ]
    term_counts = np.zeros(len(terms) + 1, dtype=np.int64)
    terms_of_numbers = np.append(word_terms, len(terms))  # with that of a gap
    for new, counts in zip(numbers, counts_of, strict=True):
        np.add.at(term_counts, terms_of_numbers[new[:-1]], counts)
    return _Vocabulary(words, word_terms, terms, starts_of(term_counts[:-1]), numbers)


def _write_text(
    writer: SegmentWriter,
    vocabulary: _Vocabulary,
    sources: Sequence[Source],
    check: Callable[[], None],
) -> None:
    writer.append("text", np.array([len(vocabulary.words)]))
    for source, numbers in zip(sources, vocabulary.numbers, strict=True):
        for block in source.blocks():
            check()
            writer.append("text", numbers[block.words])  # a gap, -1, is the last of the numbers


def _write_postings(
    writer: SegmentWriter,
    vocabulary: _Vocabulary,
    sources: Sequence[Source],
    check: Callable[[], None],
) -> Numbers:
    """Write postings and tokens; returns the starts of each term in the postings."""
    sizes: list[Numbers] = [np.zeros(0, dtype=np.int64)]
    for first, last in _parts(vocabulary.term_tokens):
        sorter = _Sorter(vocabulary, first, last)
        paper, place = 0, 1
        for source, numbers in zip(sources, vocabulary.numbers, strict=True):
            for block in source.blocks():
                check()
                papers = np.arange(paper, paper + len(block.sizes), dtype=np.int32)
                sorter.add(numbers[block.words], np.repeat(papers, block.sizes), place)
                paper += len(block.sizes)
                place += len(block.words)
        documents, frequencies, postings = sorter.postings()
        writer.append("documents", documents)
        writer.append("frequencies", frequencies)
        writer.append("places", sorter.places)
        sizes.append(postings)
    term_postings = starts_of(np.concatenate(sizes))
    writer.append("term_postings", term_postings)
    return term_postings


def _parts(term_tokens: Numbers) -> Iterator[tuple[int, int]]:
    """Cut the terms into ranges [first, last) that are sorted at once."""
    first, terms = 0, len(term_tokens) - 1
    while first < terms:
        last = int(np.searchsorted(term_tokens, term_tokens[first] + PART, side="right")) - 1
        last = max(last, first + 1)
        yield first, last
        first = last


class _Sorter:
    """Sorts the tokens of the terms [first, last) by term and place.

    The size of every term is known beforehand, so each token goes to its final place at once.
    """

    def __init__(self, vocabulary: _Vocabulary, first: int, last: int) -> None:
        self._word_terms = np.append(vocabulary.word_terms, -1).astype(np.int64) - first
        self._terms = last - first
        self._starts = vocabulary.term_tokens[first : last + 1] - vocabulary.term_tokens[first]
        self._free = self._starts[:-1].copy()  # of each term: the next free place
        self._documents = np.empty(self._starts[-1], dtype=np.int32)
        self.places = np.empty(self._starts[-1], dtype=np.int32)

    def add(self, words: Numbers, documents: Numbers, place: int) -> None:
        """Put the next tokens in their places; those of other terms are passed over.

        Args:
            words: the words, and gaps.
            documents: the papers they belong to.
            place: that of the first of them in the text.
        """
        terms = self._word_terms[words]
        mine = np.flatnonzero((terms >= 0) & (terms < self._terms))
        # Sorting single numbers is many times faster than a stable sort by one of two.
        keys = (terms[mine] << 32) | mine
        keys.sort()
        terms, order = keys >> 32, keys & 0xFFFFFFFF
        starts = np.flatnonzero(np.diff(terms, prepend=-1))
        sizes = np.diff(starts, append=len(terms))
        met = terms[starts]
        targets = np.arange(len(terms)) + np.repeat(self._free[met] - starts, sizes)
        self._free[met] += sizes
        self._documents[targets] = documents[order]
        self.places[targets] = order + place

    def postings(self) -> tuple[Numbers, Numbers, Numbers]:
        """Papers and frequencies of the postings, and how many there are of each term."""
        documents = self._documents
        is_first = np.diff(documents, prepend=-1) != 0
        is_first[self._starts[:-1]] = True
        firsts = np.flatnonzero(is_first)
        frequencies = np.diff(firsts, append=len(documents))
        return documents[firsts], frequencies, np.diff(np.searchsorted(firsts, self._starts))


def _write_groups(
    writer: SegmentWriter,
    vocabulary: _Vocabulary,
    term_postings: Numbers,
    check: Callable[[], None],
) -> None:
    """Write what begins with the prefixes that get a group, and finish the segment."""
    documents = writer.written("documents")
    frequencies = writer.written("frequencies")
    papers = writer.length("ordinals")
    sizes = np.diff(term_postings)
    prefixes: list[str] = []
    group_sizes: list[int] = []
    for letters in range(1, GROUP_LETTERS + 1):
        for prefix, start, end in _beginnings(vocabulary.words, letters):
            terms = np.unique(vocabulary.word_terms[start:end])
            if sizes[terms].sum() < GROUP_POSTINGS:
                continue
            check()
            where = ranges(term_postings, terms)
            found = summed(joined(documents, where), joined(frequencies, where), papers)
            writer.append("group_documents", found[0])
            writer.append("group_frequencies", found[1])
            prefixes.append(prefix)
            group_sizes.append(len(found[0]))
    writer.append("group_postings", starts_of(np.array(group_sizes, dtype=np.int64)))
    writer.finish(prefixes)


def _beginnings(words: Sequence[str], letters: int) -> Iterator[tuple[str, int, int]]:
    """The prefixes of so many letters, and the ranges [start, end) of the words with them."""
    start = 0
    for prefix, same in groupby(words, lambda word: word[:letters]):
        end = start + sum(1 for _ in same)
        if len(prefix) == letters:
            yield prefix, start, end
        start = end
