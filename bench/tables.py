"""Markdown tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NOTHING = "-"


def blocks(parts: Iterable[str]) -> str:
    """Paragraphs, headings and tables with blank lines between them."""
    return "\n\n".join(part.rstrip("\n") for part in parts)


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table: the first column is text, the others are set to the right.

    Args:
        header: the names of the columns.
        rows: the cells; a row that is too short is filled up.
    """
    cells = [[*map(str, row), *[""] * (len(header) - len(row))] for row in rows]
    widths = [
        max(len(line[column]) for line in [list(header), *cells]) for column in range(len(header))
    ]
    rules = [
        "-" * width if column == 0 else "-" * (width - 1) + ":"
        for column, width in enumerate(max(width, 3) for width in widths)
    ]
    widths = [max(width, 3) for width in widths]
    return "\n".join(
        "| "
        + " | ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        + " |"
        for line in [list(header), rules, *cells]
    )


def number(value: float | None, digits: int = 3) -> str:
    """A number with so many significant digits, but no digit before the point lost."""
    if value is None:
        return NOTHING
    if value == 0:
        return "0"
    whole = f"{abs(value):.0f}"
    decimals = max(0, digits - (len(whole) if abs(value) >= 1 else 0))
    return f"{value:,.{min(decimals, digits)}f}"


def score(value: float | None) -> str:
    """A measure between 0 and 1, with three decimals and no leading zero."""
    return NOTHING if value is None else f"{value:.3f}".replace("0.", ".", 1)


def ratio(value: float | None, base: float | None) -> str:
    """How many times `base` a value is."""
    if value is None or not base:
        return NOTHING
    return f"{number(value / base, 2)} x"
