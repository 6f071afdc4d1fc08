"""The files of a posting snapshot: plain arrays of numbers, mapped into memory.

A snapshot consists of segments, each a set of files in one generation (see `generations`):

    <segment>.json      the format, type and length of each array, and the prefixes with a group
    <segment>.<array>   little-endian numbers, one after the other
    <segment>.dead      numbers of the papers that have been removed since; need not be there
    <segment>.mute      numbers of the words that only those papers hold

Within a segment papers are numbered from 0 in the order they came, words and terms in code point
order. The *text* is what all papers say, word by word, with a gap before the first and after every
stretch of words that follow each other; a *place* is an index into it. For every term there are
*postings*, one for each paper that holds it, and *tokens*, one for each of its places. "Starts" of
n things in an array are n + 1 numbers: thing i reaches from start i to start i + 1.

Reading them needs no pickle and takes no time: what is not asked for is never read from disk.
"""

from __future__ import annotations

import json
import mmap
from bisect import bisect_left
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np

from index.search.analyse import FIELDS
from index.search.engine import IndexUnusable
from index.search.postings import runs, starts_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from index.search.generations import Generation
    from index.search.postings import Mask, Numbers

FORMAT_VERSION = 1
"""Raised when the same analysis is stored in another way."""

ARRAYS = {
    "ordinals": "<i8",  # of each paper
    "lengths": "<i4",  # of each paper, in words
    "text": "<i4",  # of each place: the word; for a gap the number after the last word's
    "field_starts": "<i4",  # in the text, of each field of each paper in a row
    "words": "|u1",  # the folded words, each with a line feed after it, in UTF-8
    "word_starts": "<i8",  # of each word in these bytes
    "word_terms": "<i4",  # the term of each word
    "terms": "|u1",  # the terms, in the same form
    "term_starts": "<i8",
    "term_postings": "<i8",  # starts of each term in the postings
    "term_tokens": "<i8",  # starts of each term in the tokens
    "documents": "<i4",  # of each posting: the paper
    "frequencies": "<u2",  # of each posting: how many tokens it has
    "places": "<i4",  # of each token, ascending within a term
    "group_postings": "<i8",  # starts of each group in the groups' postings
    "group_documents": "<i4",  # of each posting of a group: the paper
    "group_frequencies": "<u2",  # of each posting of a group: occurrences of any of its terms
}
"""The arrays of a segment and their usual types; some are larger where numbers do not fit."""

_TYPES = frozenset({*ARRAYS.values(), "<u4"})
_HEADER = ".json"


class Lexicon:
    """Strings in code point order.

    Args:
        text: the strings in UTF-8, each with a line feed after it.
        starts: where each of them starts.
    """

    def __init__(self, text: Numbers, starts: Numbers) -> None:
        self._text = text
        self._starts = starts

    def __len__(self) -> int:
        return len(self._starts) - 1

    def find(self, string: str) -> int | None:
        """The number of a string."""
        encoded = _encoded(string)
        number = self._place(encoded)
        return number if number < len(self) and self._bytes(number) == encoded else None

    def span(self, prefix: str) -> tuple[int, int]:
        """The numbers [start, end) of the strings that begin with a prefix."""
        encoded = _encoded(prefix)
        # UTF-8 has no byte 0xff, and its order is that of the code points.
        return self._place(encoded), self._place(encoded + b"\xff")

    def slice(self, start: int, end: int) -> list[str]:
        """The strings with the numbers [start, end)."""
        if start >= end:
            return []
        text = self._text[int(self._starts[start]) : int(self._starts[end]) - 1]
        return text.tobytes().decode().split("\n")

    def _place(self, encoded: bytes) -> int:
        return bisect_left(range(len(self)), encoded, key=self._bytes)

    def _bytes(self, number: int) -> bytes:
        return self._text[int(self._starts[number]) : int(self._starts[number + 1]) - 1].tobytes()


def _encoded(string: str) -> bytes:
    return string.encode("utf-8", "surrogatepass")


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """An open segment.

    The arrays are those of the same name on disk; `live` tells of each paper and `spoken` of each
    word whether it is still there (`None`: all are). `groups` gives the range of each group's
    postings.
    """

    name: str
    ordinals: Numbers
    lengths: Numbers
    text: Numbers
    field_starts: Numbers
    words: Lexicon
    word_terms: Numbers
    terms: Lexicon
    term_postings: Numbers
    term_tokens: Numbers
    documents: Numbers
    frequencies: Numbers
    places: Numbers
    groups: Mapping[str, slice]
    group_documents: Numbers
    group_frequencies: Numbers
    live: Mask | None
    spoken: Mask | None

    @property
    def count(self) -> int:
        """Papers in the segment that are still there."""
        return len(self.ordinals) if self.live is None else int(np.count_nonzero(self.live))

    def words_from(self, prefix: str) -> list[str]:
        """The words that begin with a prefix."""
        start, end = self.words.span(prefix)
        words = self.words.slice(start, end)
        return words if self.spoken is None else [*compress(words, self.spoken[start:end])]

    def has_words_from(self, prefix: str) -> Mask:
        """Which terms are those of these words."""
        start, end = self.words.span(prefix)
        terms = self.word_terms[start:end]
        if self.spoken is not None:
            terms = terms[self.spoken[start:end]]
        is_term = np.zeros(len(self.terms), dtype=np.bool_)
        is_term[terms] = True
        return is_term

    def expand(self, prefix: str) -> list[str]:
        """The terms of these words."""
        found: list[str] = []
        for start, end in runs(np.flatnonzero(self.has_words_from(prefix))):
            found += self.terms.slice(start, end)
        return found


class SegmentWriter:
    """Writes the files of a segment.

    Args:
        folder: the generation.
        name: the segment's.
        types: the type of each array, as numpy writes it.
    """

    def __init__(self, folder: Path, name: str, types: Mapping[str, str]) -> None:
        self._folder = folder
        self._name = name
        self.types = types
        self._lengths = dict.fromkeys(types, 0)
        # Unbuffered: then nothing is left to fail when they are closed.
        self._streams = {array: self._file(array).open("wb", buffering=0) for array in types}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for stream in self._streams.values():
            stream.close()

    def append(self, name: str, numbers: Numbers) -> None:
        """Write (more of) an array.

        Raises:
            OSError: the disk is full.
        """
        rest = memoryview(numbers.astype(self.types[name]).tobytes())
        while rest:
            rest = rest[self._streams[name].write(rest) :]
        self._lengths[name] += len(numbers)

    def length(self, name: str) -> int:
        """How many numbers of an array are written so far."""
        return self._lengths[name]

    def written(self, name: str) -> Numbers:
        """What is written of an array so far, mapped into memory."""
        return mapped(self._file(name), self.types[name], self._lengths[name])

    def lexicon(self, name: str, strings: Sequence[str]) -> None:
        """Write strings in code point order as the arrays `<name>s` and `<name>_starts`."""
        sizes = np.fromiter((len(string.encode()) + 1 for string in strings), np.int64)
        self.append(f"{name}_starts", starts_of(sizes))
        text = "".join(f"{string}\n" for string in strings).encode()
        self.append(f"{name}s", np.frombuffer(text, np.uint8))

    def finish(self, groups: Sequence[str]) -> None:
        """Write the header.

        Args:
            groups: the prefixes that have a group, in the order of the arrays.
        """
        arrays = {name: [kind, self._lengths[name]] for name, kind in self.types.items()}
        header = {"format": FORMAT_VERSION, "arrays": arrays, "groups": list(groups)}
        text = json.dumps(header, indent=1)
        (self._folder / f"{self._name}{_HEADER}").write_text(text, encoding="ascii")

    def _file(self, name: str) -> Path:
        return self._folder / f"{self._name}.{name}"


def write_removed(folder: Path, name: str, dead: Numbers, mute: Numbers) -> None:
    """Write which papers and words of a segment are no longer there.

    Raises:
        OSError: the disk is full.
    """
    (folder / f"{name}.dead").write_bytes(dead.astype("<i4").tobytes())
    (folder / f"{name}.mute").write_bytes(mute.astype("<i4").tobytes())


def segment_files(folder: Path, name: str) -> list[Path]:
    """The files of a segment that never change."""
    return [folder / f"{name}{_HEADER}", *(folder / f"{name}.{array}" for array in ARRAYS)]


def open_segments(generation: Generation) -> list[Segment]:
    """Open the segments of a verified generation, in the order of their names.

    Raises:
        IndexUnusable: they are damaged.
    """
    try:
        headers = sorted(generation.path.glob(f"[0-9]{_HEADER}"))
        segments = [_open(header.parent, header.stem) for header in headers]
    except (OSError, ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise IndexUnusable(f"the index is damaged: {type(error).__name__}") from error
    if not segments or sum(segment.count for segment in segments) != generation.papers:
        raise IndexUnusable("the index is damaged: papers are missing")
    return segments


def _open(folder: Path, name: str) -> Segment:
    header = json.loads((folder / f"{name}{_HEADER}").read_bytes())
    if header["format"] != FORMAT_VERSION or set(header["arrays"]) != set(ARRAYS):
        raise ValueError("another format")
    arrays = {
        array: mapped(folder / f"{name}.{array}", kind, length)
        for array, (kind, length) in header["arrays"].items()
    }
    starts = arrays["group_postings"].tolist()
    segment = Segment(
        name,
        arrays["ordinals"],
        arrays["lengths"],
        arrays["text"],
        arrays["field_starts"],
        Lexicon(arrays["words"], arrays["word_starts"]),
        arrays["word_terms"],
        Lexicon(arrays["terms"], arrays["term_starts"]),
        arrays["term_postings"],
        arrays["term_tokens"],
        arrays["documents"],
        arrays["frequencies"],
        arrays["places"],
        dict(zip(header["groups"], map(slice, starts, starts[1:]), strict=True)),
        arrays["group_documents"],
        arrays["group_frequencies"],
        _without(folder / f"{name}.dead", len(arrays["ordinals"])),
        _without(folder / f"{name}.mute", len(arrays["word_terms"])),
    )
    _require_consistent(arrays)
    return segment


def mapped(file: Path, kind: str, length: int) -> Numbers:
    """A file of numbers, mapped into memory.

    Args:
        file: it.
        kind: the numbers' type as numpy writes it.
        length: how many there must be.

    Raises:
        OSError: the file cannot be read.
        ValueError: it holds something else.
    """
    if kind not in _TYPES or file.stat().st_size != length * np.dtype(kind).itemsize:
        raise ValueError(f"{file.name} has another size")
    if not length:
        return np.empty(0, dtype=kind)  # nothing cannot be mapped
    with file.open("rb") as stream:
        return np.frombuffer(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ), dtype=kind)


def _without(file: Path, count: int) -> Mask | None:
    if not file.exists():
        return None
    mask = np.ones(count, dtype=np.bool_)
    mask[np.frombuffer(file.read_bytes(), dtype="<i4")] = False
    return mask


def _require_consistent(arrays: Mapping[str, Numbers]) -> None:
    """Check what is cheap to check: that arrays point into each other, not beyond."""
    for starts, target in (
        ("field_starts", "text"),
        ("word_starts", "words"),
        ("term_starts", "terms"),
        ("term_postings", "documents"),
        ("term_tokens", "places"),
        ("group_postings", "group_documents"),
    ):
        numbers = arrays[starts]
        first = 1 if target == "text" else 0  # there is a gap before the first paper
        if (
            numbers[0] != first
            or numbers[-1] != len(arrays[target])
            or (np.diff(numbers) < 0).any()
        ):
            raise ValueError(f"{starts} and {target} do not fit")
    for one, other, more in (
        ("ordinals", "lengths", 0),
        ("word_starts", "word_terms", 1),
        ("term_starts", "term_postings", 0),
        ("term_starts", "term_tokens", 0),
        ("documents", "frequencies", 0),
        ("group_documents", "group_frequencies", 0),
    ):
        if len(arrays[one]) != len(arrays[other]) + more:
            raise ValueError(f"{one} and {other} do not fit")
    if len(arrays["field_starts"]) != len(FIELDS) * len(arrays["ordinals"]) + 1:
        raise ValueError("field_starts and ordinals do not fit")
    terms = arrays["word_terms"]
    if len(terms) and not 0 <= terms.min() <= terms.max() < len(arrays["term_starts"]) - 1:
        raise ValueError("words of no term")
