"""The values of the papers' fields, gathered for counting: which paper has which.

A value's *code* is its place among the field's values in the order of their keys. `starts[o]` to
`starts[o + 1]` are the codes of the paper with the ordinal o, each once; ordinals without a paper
have none.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from index.names import full_name, is_others
from index.paper import Name
from index.search.facet_text import key_of, shown_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from index.paper_sets import PaperSets

STORED_FIELDS = ("in", "venue", "year", "keyword", "author", "has")
"""The fields whose values the papers have; those of the others are the reader's marks."""


class Counted(NamedTuple):
    """A value, as it is mostly spelled, and how many papers have it."""

    key: str
    value: str
    papers: int


class Listing(NamedTuple):
    """Values of a field: the most frequent, of how many in all."""

    values: list[Counted]
    total: int


class Field(Protocol):
    """The values of one field."""

    def listing(
        self, papers: Sequence[int], limit: int, containing: str = "", always: Sequence[str] = ()
    ) -> Listing:
        """The most frequent values of some papers.

        Args:
            papers: their ordinals; others than those of the field's papers do no harm.
            limit: how many values.
            containing: a folded text that the values' keys contain.
            always: keys of values that are listed in any case, even with no paper.
        """

    def papers(self, key: str) -> Sequence[int]:
        """The ordinals of the papers that have a value, in ascending order."""


class Gathered(NamedTuple):
    """The values of a field: keys in code point order, spellings, and the codes of each paper."""

    keys: list[str]
    values: list[str]
    codes: array[int]
    starts: array[int]


def gather(sets: PaperSets, field: str) -> Gathered:
    """Read the values of a field from the papers.

    Raises:
        LibraryError: the papers cannot be read.
    """
    read = _READERS.get(field, shown_value)
    numbers: dict[str, int] = {}  # of the keys, in the order in which they come
    known: dict[str, tuple[int, str] | None] = {}  # the number and the spelling of each text
    times: Counter[tuple[int, str]] = Counter()
    found, starts = array("i"), array("i", [0])
    own: dict[int, None] = {}
    for ordinal, text in sets.values_of(field):
        if ordinal >= len(starts):
            found.extend(own)
            own.clear()
            starts.extend([len(found)] * (ordinal + 1 - len(starts)))
        if text not in known:
            value = read(text)
            key = key_of(value)
            known[text] = (numbers.setdefault(key, len(numbers)), value) if key else None
        if (spelled := known[text]) is not None:
            own[spelled[0]] = None
            times[spelled] += 1
    found.extend(own)
    starts.append(len(found))
    best: list[tuple[int, str]] = [(0, "")] * len(numbers)
    for (number, value), count in times.items():
        # Of spellings that are equally frequent the first that came stands.
        if count > best[number][0]:
            best[number] = (count, value)
    keys = sorted(numbers)
    code_of = array("i", [0]) * len(keys)
    for code, key in enumerate(keys):
        code_of[numbers[key]] = code
    values = [best[numbers[key]][1] for key in keys]
    return Gathered(keys, values, array("i", map(code_of.__getitem__, found)), starts)


def _read_name(text: str) -> str:
    name = Name(**json.loads(text))
    return "" if is_others(name) else shown_value(full_name(name))


def _read_year(text: str) -> str:
    # A query names years by four digits.
    return text if len(text) == 4 and text.isdigit() else ""


_READERS: Mapping[str, Callable[[str], str]] = {"author": _read_name, "year": _read_year}


class ListedField:
    """The values of one field of a small collection, counted one by one.

    Args:
        gathered: the values.
    """

    def __init__(self, gathered: Gathered) -> None:
        self._keys, self._values, self._codes, self._starts = gathered

    def listing(
        self, papers: Sequence[int], limit: int, containing: str = "", always: Sequence[str] = ()
    ) -> Listing:
        """See `Field.listing`."""
        starts, last = self._starts, len(self._starts) - 1
        counts = Counter(
            code
            for paper in papers
            if paper < last
            for code in self._codes[starts[paper] : starts[paper + 1]]
        )
        codes = [code for code in counts if containing in self._keys[code]]
        codes.sort(key=lambda code: (-counts[code], code))
        total = len(codes)
        wanted = [self._code(key) for key in always]
        listed = dict.fromkeys(codes[:limit])
        listed.update(dict.fromkeys(code for code in wanted if code is not None))
        return Listing(
            [Counted(self._keys[code], self._values[code], counts[code]) for code in listed], total
        )

    def papers(self, key: str) -> Sequence[int]:
        """See `Field.papers`."""
        code = self._code(key)
        pairs = zip(self._starts, self._starts[1:], strict=False)
        return array(
            "i",
            [paper for paper, (a, b) in enumerate(pairs) if code in self._codes[a:b]],
        )

    def _code(self, key: str) -> int | None:
        place = bisect_left(self._keys, key)
        return place if place < len(self._keys) and self._keys[place] == key else None
