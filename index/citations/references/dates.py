"""Months, in full and abbreviated."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.paper import Date

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
ABBREVIATED = (
    "Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec.",
)  # fmt: skip
"""Months of five letters and more are cut, September to four (MLA 9 appendix 1, IEEE)."""


def month(date: Date | None, names: Sequence[str]) -> str:
    """The name of a month; empty where it is not recorded or no month."""
    number = date.month if date else None
    return names[number - 1] if number and 1 <= number <= len(MONTHS) else ""


def day(date: Date | None) -> int | None:
    """The day of the month, where month and day are recorded."""
    if month(date, MONTHS) and date and date.day and 1 <= date.day <= 31:
        return date.day
    return None
