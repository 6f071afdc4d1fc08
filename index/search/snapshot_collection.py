"""The segments of a snapshot taken together: one numbering of papers, one set of statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from index.search import rank
from index.search.analyse import FIELDS
from index.search.postings import chosen_tokens, joined, ranges, summed
from index.search.tree import Prefix, Synonyms, Term

if TYPE_CHECKING:
    from collections.abc import Collection as AnyCollection
    from collections.abc import Iterator, Sequence

    from index.search.postings import Floats, Mask, Numbers
    from index.search.snapshot_files import Segment
    from index.search.tree import Leaf


class Collection:
    """The papers of all segments, numbered from the first segment's to the last's.

    Attributes:
        size: how many numbers there are.
        papers: the numbers of the papers that are still there, ascending.
        ordinals: of every number.
        norms: the `rank.length_norm` of every number.

    Args:
        segments: at least one.
    """

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self.ordinals: Numbers = np.concatenate([segment.ordinals for segment in segments])
        self.size = len(self.ordinals)
        self.papers: Numbers = np.flatnonzero(np.concatenate([_live(s) for s in segments]))
        lengths = np.concatenate([segment.lengths for segment in segments]).astype(np.float64)
        average = float(lengths[self.papers].mean()) if self.count else 0.0
        self.norms: Floats = rank.length_norm(lengths, average)
        self._by_ordinal = [np.argsort(segment.ordinals, kind="stable") for segment in segments]

    @property
    def count(self) -> int:
        """How many papers there are."""
        return len(self.papers)

    def among(self, ordinals: AnyCollection[int]) -> Numbers:
        """The papers with these ordinals, ascending."""
        wanted = np.fromiter(ordinals, np.int64, len(ordinals))
        return self.papers[np.isin(self.ordinals[self.papers], wanted)]

    def postings(self, leaf: Leaf) -> tuple[Numbers, Numbers]:
        """The papers that hold any of a leaf's terms, ascending, and how often they do."""
        papers, frequencies = [], []
        for first, segment in self._numbered():
            found, counts = _postings(segment, leaf)
            if segment.live is not None:
                kept = segment.live[found]
                found, counts = found[kept], counts[kept]
            papers.append(found + first if first else found)
            frequencies.append(counts)
        if len(papers) == 1:
            return papers[0], frequencies[0]
        return np.concatenate(papers), np.concatenate(frequencies)

    def consecutive(self, parts: Sequence[Leaf], papers: Numbers, field: str | None) -> Numbers:
        """Papers where terms of the parts stand one after the other, ascending.

        Args:
            parts: at least one.
            papers: those that hold all parts; others may be found as well, in vain.
            field: the field all that must be in, if any.
        """
        wanted = np.zeros(self.size, dtype=np.bool_)
        wanted[papers] = True
        found = []
        for first, segment in self._numbered():
            mine = wanted[first : first + len(segment.ordinals)]
            found.append(_consecutive(segment, parts, mine, field) + first)
        return np.concatenate(found)

    def distances(self, first: Leaf, second: Leaf, ordinals: Sequence[int]) -> dict[int, int]:
        """How near two words stand in papers; see `Engine.distances`."""
        found: dict[int, int] = {}
        for segment, order in zip(self._segments, self._by_ordinal, strict=True):
            wanted = np.asarray(ordinals, dtype=np.int64)
            places = np.searchsorted(segment.ordinals, wanted, sorter=order)
            numbers = order[np.minimum(places, len(order) - 1)] if len(order) else order
            numbers = numbers[segment.ordinals[numbers] == wanted[: len(numbers)]]
            if segment.live is not None:
                numbers = numbers[segment.live[numbers]]
            nearest = _nearest(segment, first, second, numbers)
            for number, distance in zip(numbers.tolist(), nearest.tolist(), strict=True):
                if distance <= rank.REACH:
                    found[int(segment.ordinals[number])] = distance
        return found

    def _numbered(self) -> Iterator[tuple[int, Segment]]:
        """The segments, each with the number of its first paper."""
        first = 0
        for segment in self._segments:
            yield first, segment
            first += len(segment.ordinals)


def _live(segment: Segment) -> Mask:
    return np.ones(len(segment.ordinals), dtype=np.bool_) if segment.live is None else segment.live


def _is_term(segment: Segment, leaf: Leaf) -> Mask:
    """Which of the segment's terms are a leaf's."""
    match leaf:
        case Term(term):
            terms: tuple[str, ...] = (term,)
            found = np.zeros(len(segment.terms), dtype=np.bool_)
        case Synonyms(terms):
            found = np.zeros(len(segment.terms), dtype=np.bool_)
        case Prefix(prefix, term):
            terms = (term,)
            found = segment.has_words_from(prefix)
    for term in terms:
        number = segment.terms.find(term)
        if number is not None:
            found[number] = True
    return found


def _postings(segment: Segment, leaf: Leaf) -> tuple[Numbers, Numbers]:
    """Papers of the segment, whether they are still there or not, and frequencies."""
    papers, frequencies = [], []
    is_term = _is_term(segment, leaf)
    if isinstance(leaf, Prefix) and leaf.prefix in segment.groups:
        group = segment.groups[leaf.prefix]
        papers.append(segment.group_documents[group])
        frequencies.append(segment.group_frequencies[group])
        is_term &= ~segment.has_words_from(leaf.prefix)
    terms = np.flatnonzero(is_term)
    single = len(papers) + len(terms) == 1  # then there is nothing to add up
    for start, end in ranges(segment.term_postings, terms):
        papers.append(segment.documents[start:end])
        frequencies.append(segment.frequencies[start:end])
    if not papers:
        return segment.documents[:0], segment.frequencies[:0]
    if single:
        return papers[0], frequencies[0]
    return summed(np.concatenate(papers), np.concatenate(frequencies), len(segment.ordinals))


def _consecutive(
    segment: Segment, parts: Sequence[Leaf], wanted: Mask, field: str | None
) -> Numbers:
    """Papers of the segment; see `Collection.consecutive`.

    The places of the rarest part are looked up. Those of the others are not: the text around the
    rarest is compared with them.
    """
    is_term = [_is_term(segment, part) for part in parts]
    terms = [np.flatnonzero(mask) for mask in is_term]
    counts = np.diff(segment.term_tokens)
    rarest = min(range(len(parts)), key=lambda number: counts[terms[number]].sum())
    papers, places = _tokens(segment, terms[rarest], wanted)
    for number, mask in enumerate(is_term):
        if number != rarest:
            is_part = np.append(mask[segment.word_terms], False)  # a gap is no word
            # Beyond its beginning and its end there are gaps, as there are at both of them.
            words = segment.text.take(places + (number - rarest), mode="clip")
            fits = np.flatnonzero(is_part.take(words))
            papers, places = papers[fits], places[fits]
    if field is not None:
        number = FIELDS.index(field)
        starts = np.ascontiguousarray(segment.field_starts[number :: len(FIELDS)])
        ends = np.ascontiguousarray(segment.field_starts[number + 1 :: len(FIELDS)])
        papers = papers[(starts.take(papers) <= places) & (places < ends.take(papers))]
    found = np.zeros(len(segment.ordinals), dtype=np.bool_)
    found[papers] = True
    return np.flatnonzero(found)


def _nearest(segment: Segment, first: Leaf, second: Leaf, numbers: Numbers) -> Numbers:
    """For each paper, the least distance of two words in it, or more than any that counts."""
    nearest = np.full(len(numbers), rank.REACH + 1, dtype=np.int64)
    fields = len(FIELDS)
    starts = segment.field_starts[numbers * fields].astype(np.int64)
    ends = segment.field_starts[(numbers + 1) * fields].astype(np.int64)
    if not len(numbers) or not (ends - starts).sum():
        return nearest
    text = np.concatenate(
        [segment.text[start:end] for start, end in zip(starts, ends, strict=True)]
    )
    paper = np.repeat(np.arange(len(numbers)), ends - starts)
    # A gap between the parts of a paper, or between papers, is too wide to be near.
    gaps = text == len(segment.word_terms)
    places = np.arange(len(text)) + (np.cumsum(gaps) + paper) * (rank.REACH + 1)
    terms = segment.word_terms.take(text, mode="clip")
    is_first = _is_term(segment, first).take(terms) & ~gaps
    is_second = _is_term(segment, second).take(terms) & ~gaps
    here, there = places[is_first], places[is_second]
    if not len(here) or not len(there):
        return nearest
    before = np.searchsorted(there, here, side="left") - 1
    after = np.searchsorted(there, here, side="right")
    far = rank.REACH + 1
    behind = np.where(before >= 0, here - there[np.maximum(before, 0)], far)
    ahead = np.where(after < len(there), there[np.minimum(after, len(there) - 1)] - here, far)
    np.minimum.at(nearest, paper[is_first], np.minimum(behind, ahead))
    return nearest


def _tokens(segment: Segment, terms: Numbers, wanted: Mask) -> tuple[Numbers, Numbers]:
    """The papers and places of all tokens of some terms, at least those in the wanted papers."""
    postings = ranges(segment.term_postings, terms)
    papers = joined(segment.documents, postings)
    frequencies = joined(segment.frequencies, postings)
    places = joined(segment.places, ranges(segment.term_tokens, terms))
    if frequencies.sum(dtype=np.int64) != len(places):
        raise ValueError("not as many places as occurrences")
    chosen = wanted[papers]
    # Leaving out a few costs more than it saves.
    if np.count_nonzero(chosen) < len(chosen) // 2:
        places = chosen_tokens(frequencies, places, chosen)
        papers, frequencies = papers[chosen], frequencies[chosen]
    return np.repeat(papers, frequencies), places
