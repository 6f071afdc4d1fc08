"""The values of the papers' fields as arrays, for large collections. Importing this loads numpy.

They lie beside the index, one set of files a field in one generation (see `generations`), and can
be thrown away at any time:

    <field>.json     the type and length of each array
    <field>.<array>  see `ARRAYS`
"""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING

import numpy as np

from index.search import generations
from index.search.engine import IndexUnusable
from index.search.facet_fields import Counted, Listing
from index.search.postings import starts_of
from index.search.snapshot_files import Lexicon, SegmentWriter, mapped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from index.search.facet_fields import Field, Gathered
    from index.search.generations import Generation
    from index.search.postings import Numbers

ARRAYS = {
    "keys": "|u1",  # the keys in code point order, each with a line feed after it, in UTF-8
    "key_starts": "<i8",  # of each key in these bytes
    "values": "|u1",  # each key's most frequent spelling, in the same form
    "value_starts": "<i8",
    "codes": "<i4",  # of the papers' values, one paper after the other
    "starts": "<i4",  # of each ordinal in the codes
}
"""The arrays of a field and their types."""


class ArrayField:
    """The values of one field, counted by operations on whole arrays.

    Args:
        keys: the keys.
        values: the spelling of each.
        codes: see `facet_fields`.
        starts: see `facet_fields`.
    """

    def __init__(self, keys: Lexicon, values: Lexicon, codes: Numbers, starts: Numbers) -> None:
        self._keys = keys
        self._values = values
        self._codes = codes
        self._starts = starts

    def listing(
        self, papers: Sequence[int], limit: int, containing: str = "", always: Sequence[str] = ()
    ) -> Listing:
        """See `facet_fields.Field.listing`."""
        counts = np.bincount(self._codes_of(papers), minlength=len(self._keys))
        known = [code for key in always if (code := self._keys.find(key)) is not None]
        if containing:
            kept = np.zeros(len(counts), dtype=np.bool_)
            kept[self._containing(containing)] = True
            shown = np.where(kept, counts, 0)
        else:
            shown = counts
        total = int(np.count_nonzero(shown))
        limit = min(limit, total)
        best = np.flatnonzero(shown)
        if limit < total:
            # Most counts are the same few small numbers, which partial sorting is slow at.
            at_least = np.cumsum(np.bincount(shown)[::-1])[::-1]
            bar = int(np.count_nonzero(at_least >= max(limit, 1))) - 1
            above, level = np.flatnonzero(shown > bar), np.flatnonzero(shown == bar)
            best = np.concatenate((above, level[: limit - len(above)]))
        best = best[np.lexsort((best, -shown[best]))]
        listed = dict.fromkeys([*best.tolist(), *known])
        return Listing([self._counted(code, int(counts[code])) for code in listed], total)

    def papers(self, key: str) -> Sequence[int]:
        """See `facet_fields.Field.papers`."""
        code = self._keys.find(key)
        places = np.flatnonzero(self._codes == code) if code is not None else np.empty(0, np.int64)
        ordinals = np.searchsorted(self._starts, places, side="right") - 1
        return array("i", ordinals.astype(np.intc).tobytes())

    def _codes_of(self, papers: Sequence[int]) -> Numbers:
        """The codes of some papers, one paper after the other."""
        wanted = np.asarray(papers, dtype=np.int64)
        wanted = wanted[wanted < len(self._starts) - 1]
        codes: Numbers
        if len(wanted) > len(self._starts) // 4:
            is_wanted = np.zeros(len(self._starts) - 1, dtype=np.bool_)
            is_wanted[wanted] = True
            codes = self._codes[np.repeat(is_wanted, np.diff(self._starts))]
            return codes
        firsts = self._starts[wanted]
        sizes = self._starts[wanted + 1] - firsts
        places = starts_of(sizes)
        codes = self._codes[np.arange(places[-1]) + np.repeat(firsts - places[:-1], sizes)]
        return codes

    def _containing(self, text: str) -> list[int]:
        keys = self._keys.slice(0, len(self._keys))
        return [code for code, key in enumerate(keys) if text in key]

    def _counted(self, code: int, count: int) -> Counted:
        (key,), (value,) = (part.slice(code, code + 1) for part in (self._keys, self._values))
        return Counted(key, value, count)


def field_of(gathered: Gathered) -> Field:
    """A field's arrays in memory."""
    return ArrayField(
        _lexicon(gathered.keys),
        _lexicon(gathered.values),
        np.frombuffer(gathered.codes, np.intc),
        np.frombuffer(gathered.starts, np.intc),
    )


def write_fields(folder: Path, stamp: Mapping[str, str], fields: Mapping[str, Gathered]) -> None:
    """Write the arrays of all fields and make them the current ones.

    Args:
        folder: their own folder; made if it is missing.
        stamp: what they were made of and by.
        fields: by name.

    Raises:
        IndexUnusable: the folder cannot be written or is not safe.
    """
    try:
        generations.prepare(folder)
        with generations.temporary(folder) as path:
            for name, gathered in fields.items():
                with SegmentWriter(path, name, ARRAYS) as writer:
                    writer.lexicon("key", gathered.keys)
                    writer.lexicon("value", gathered.values)
                    writer.append("codes", np.frombuffer(gathered.codes, np.intc))
                    writer.append("starts", np.frombuffer(gathered.starts, np.intc))
                    writer.finish(())
            generations.publish(path, len(fields), stamp)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise IndexUnusable(f"the index cannot be written: {reason}") from error


def open_fields(folder: Path, stamp: Mapping[str, str]) -> dict[str, Field]:
    """Open the arrays of all fields; every byte of them is checked.

    Raises:
        IndexUnusable: there are none, they are of other papers, or they are damaged.
    """
    return generations.open_current(folder, stamp, _opened)


def _opened(generation: Generation) -> dict[str, Field]:
    try:
        return {
            header.stem: _field(generation.path, header.stem)
            for header in generation.path.glob("*.json")
            if header.name != generations.MANIFEST
        }
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise IndexUnusable(f"the index is damaged: {type(error).__name__}") from error


def _field(folder: Path, name: str) -> Field:
    lengths = json.loads((folder / f"{name}.json").read_bytes())["arrays"]
    arrays = {
        part: mapped(folder / f"{name}.{part}", kind, lengths[part][1])
        for part, kind in ARRAYS.items()
    }
    return ArrayField(
        Lexicon(arrays["keys"], arrays["key_starts"]),
        Lexicon(arrays["values"], arrays["value_starts"]),
        arrays["codes"],
        arrays["starts"],
    )


def _lexicon(strings: Sequence[str]) -> Lexicon:
    encoded = [f"{string}\n".encode() for string in strings]
    sizes = np.fromiter(map(len, encoded), np.int64, len(encoded))
    return Lexicon(np.frombuffer(b"".join(encoded), np.uint8), starts_of(sizes))
