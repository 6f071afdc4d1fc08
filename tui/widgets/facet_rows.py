"""The rows that show facets: each field with what it names, open ones with their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from tui.widgets.facet_list import FacetRow

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLES = {
    "in": "collection",
    "venue": "venue",
    "year": "year",
    "keyword": "keyword",
    "author": "author",
    "tag": "tag",
    "has": "has",
    "is": "is",
}
"""What the fields of a query are called here."""
PREVIEWED = 6
"""Values that the heading of a closed field names."""


class Value(Protocol):
    """A value of a field, and how many papers it leaves."""

    @property
    def key(self) -> str:
        """What its spellings have in common."""

    @property
    def value(self) -> str:
        """How it is spelled."""

    @property
    def papers(self) -> int:
        """How many papers it leaves."""

    @property
    def is_chosen(self) -> bool:
        """Whether the query asks for it."""


class Facet(Protocol):
    """A field with some of its `total` values; `is_partial` if counted among near papers only."""

    @property
    def field(self) -> str:
        """The field's name in a query."""

    @property
    def values(self) -> Sequence[Value]:
        """The values."""

    @property
    def total(self) -> int:
        """How many there are."""

    @property
    def is_partial(self) -> bool:
        """Whether the counts are of papers that only come near to the query."""


def rows_of(facets: Sequence[Facet] | None, opened: set[str]) -> list[FacetRow]:
    """The rows that show facets; `None` if they are still being counted."""
    if facets is None:
        return [FacetRow("", None, "counting …")]
    rows = []
    if any(facet.is_partial for facet in facets):
        rows.append(FacetRow("", None, "No paper has all the words: ~ counts are of the nearest."))
    for facet in facets:
        if not facet.values and facet.field not in opened:
            continue
        rows += _rows_of_field(facet, is_open=facet.field in opened)
    return rows or [FacetRow("", None, "No paper answers the query.")]


def _rows_of_field(facet: Facet, *, is_open: bool) -> list[FacetRow]:
    field = facet.field
    near = "~" * facet.is_partial
    named = sorted(facet.values, key=lambda value: not value.is_chosen)[:PREVIEWED]
    preview = ", ".join(f"{'● ' * value.is_chosen}{value.value}" for value in named)
    detail = "" if is_open else preview
    rows = [FacetRow(field, None, TITLES[field], detail, f"{facet.total:,}", is_open)]
    if not is_open:
        return rows
    rows += [
        FacetRow(
            field,
            value.key,
            value.value,
            right=f"{near}{value.papers:,}",
            is_chosen=value.is_chosen,
        )
        for value in facet.values
    ]
    listed = sum(bool(value.papers) for value in facet.values)
    if not facet.values:
        rows.append(FacetRow(field, None, "no such value"))
    elif facet.total > listed:
        rows.append(FacetRow(field, None, f"{facet.total - listed:,} more: / finds them"))
    return rows
