"""Characters of ambiguous width, as terminals with East Asian fonts draw them."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import TYPE_CHECKING

from rich import cells
from rich.cells import CellTable, get_character_cell_size

if TYPE_CHECKING:
    from collections.abc import Iterable

_BLOCKS = ((0xA0, 0x2E80), (0x3200, 0x3400), (0xFFFD, 0xFFFE), (0x1F100, 0x1F200))
"""Where all ambiguous characters are but for those of private use; looking at all takes long."""


def widen_ambiguous() -> None:
    """Let Rich and Textual count two cells for a character of ambiguous width (UAX #11).

    Rich takes all widths from one table that it loads; this is the one place where another can be
    put in its stead. What it has counted before is forgotten.
    """
    table = cells.load_cell_table()  # type: ignore[attr-defined]
    widened = CellTable(
        table.unicode_version,
        _merged(table.widths, _ambiguous()),
        table.narrow_to_wide,
    )
    # A text of nothing but these is not looked up in the table.
    cells._is_single_cell_widths = _is_ascii  # noqa: SLF001
    setattr(cells, "load_cell_table", lambda *_: widened)  # noqa: B010 - not a public name
    cells.cached_cell_len.cache_clear()
    get_character_cell_size.cache_clear()


def _is_ascii(text: str) -> bool:
    return text.isascii() and text.isprintable()


def _ambiguous() -> list[tuple[int, int, int]]:
    """The ranges of ambiguous characters that take a cell, each as two cells wide."""
    codes = [
        code
        for first, end in _BLOCKS
        for code in range(first, end)
        if unicodedata.east_asian_width(chr(code)) == "A"
        and get_character_cell_size(chr(code)) == 1
    ]
    starts = [codes[0], *(after for before, after in pairwise(codes) if after != before + 1)]
    ends = [*(before for before, after in pairwise(codes) if after != before + 1), codes[-1]]
    return [(start, end, 2) for start, end in zip(starts, ends, strict=True)]


def _merged(
    table: Iterable[tuple[int, int, int]], ambiguous: list[tuple[int, int, int]]
) -> list[tuple[int, int, int]]:
    """Both tables in order; they do not overlap, as what is in Rich's is not one cell wide."""
    return sorted([*table, *ambiguous])
