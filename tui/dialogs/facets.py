"""The facets: fields with their values and counts, beside the list that they narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.widgets.facet_list import FacetList, FacetRow
from tui.widgets.line import Line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult

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

KEYS = "⏎ choose  l h open, close  / filter  Esc done"
FILTER_KEYS = "⏎ to the values  Esc all values"


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


class Chooser(Protocol):
    """Counts, and changes the query."""

    def count(self, containing: Mapping[str, str]) -> None:
        """Have the facets counted; `FacetDialog.Counted` brings them.

        Args:
            containing: what the values of some fields must contain.
        """

    def toggle(self, field: str, value: str) -> None:
        """Ask for a value, or no longer."""


class FacetDialog(ModalScreen[None]):
    """Shows facets and has values chosen; the screen behind it goes on.

    Args:
        chooser: does what is asked for.
        opened: the fields whose values are shown at first; by default the first that has a choice.
            It is kept up to date.
    """

    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (60, "-stacked"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [(0, "-short"), (12, "-plain"), (20, "-full")]  # noqa: RUF012
    DEFAULT_CSS = """
    FacetDialog { background: transparent; align: right bottom; }
    FacetDialog > Vertical { background: $surface; margin: 3 0 0 0; height: 100%; width: 100%; }
    FacetDialog.-wide > Vertical { width: 54; }
    FacetDialog.-stacked.-full > Vertical { height: 60%; margin: 0; }
    FacetDialog.-full > Vertical { border: round $accent; }
    FacetDialog.-short > Vertical { margin: 2 0 0 0; }
    FacetDialog Line { height: 1; color: $text-muted; padding: 0 1; }
    FacetDialog Input { display: none; background: $surface; }
    FacetDialog.-filtering Input { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("down", "to_values", show=False),
    ]

    class Counted(Message):
        """The facets have been counted, as they were asked for `generation`."""

        def __init__(self, generation: int, facets: Sequence[Facet]) -> None:
            super().__init__()
            self.generation = generation
            self.facets = facets

        def can_replace(self, message: Message) -> bool:
            """Newer counts make waiting older ones pointless."""
            return isinstance(message, FacetDialog.Counted)

    def __init__(self, chooser: Chooser, opened: set[str]) -> None:
        super().__init__()
        self._chooser = chooser
        self._opened = opened
        self._facets: Sequence[Facet] | None = None
        self._rows: list[FacetRow] = []
        self._cursor = 0
        self._filtered = ""  # the field whose values are filtered
        self.generation = 0

    def compose(self) -> ComposeResult:
        """The tree, the filter and a line of keys."""
        with Vertical() as pane:
            pane.border_title = "Facets"
            yield FacetList()
            yield Input(compact=True, select_on_focus=False, placeholder="filter the values")
            yield Line(id="keys")

    def on_mount(self) -> None:
        """Have everything counted."""
        self._tell(KEYS)
        self._show()
        self._chooser.count({})

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        if event.generation == self.generation:
            is_first = self._facets is None
            self._facets = event.facets
            if is_first and not self._opened:
                choice = next((item.field for item in event.facets if item.total > 1), None)
                self._opened.update([choice] if choice else [])
            self._show()

    @on(FacetList.Clicked)
    def _clicked(self, event: FacetList.Clicked) -> None:
        self._cursor = event.index
        self.action_choose()

    @on(Input.Changed)
    def _typed(self) -> None:
        self._recount()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_to_values()

    def on_click(self, event: events.Click) -> None:
        """A click beside the pane closes it."""
        if event.widget is self:
            self.dismiss(None)

    def action_move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self._cursor = max(0, min(self._cursor + rows, len(self._rows) - 1))
        self._list.show(self._rows, self._cursor)

    def action_page(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.action_move(pages * self._list.page_rows)

    def action_choose(self) -> None:
        """Choose the value under the cursor, or no longer; open or close a field."""
        row = self._row
        if row is None:
            return
        if row.key is None:
            self.action_turn()
            return
        self._chooser.toggle(row.field, row.text)
        self._recount()

    def action_unfold(self, is_open: bool) -> None:
        """Show the values of the field under the cursor, or its heading alone."""
        row = self._row
        if row is None:
            return
        (self._opened.add if is_open else self._opened.discard)(row.field)
        if not is_open and row.field == self._filtered:
            self._end_filter()
        if not is_open:
            self._cursor = self._place((row.field, None, False))
        self._show()

    def action_turn(self) -> None:
        """Open the field under the cursor, or close it."""
        row = self._row
        self.action_unfold(row is not None and row.field not in self._opened)

    def action_filter(self) -> None:
        """Filter the values of the field under the cursor by typing."""
        row = self._row
        if row is None:
            return
        if row.field != self._filtered:
            self.query_one(Input).value = ""
            self._filtered = row.field
        self._opened.add(row.field)
        self.add_class("-filtering")
        self._tell(FILTER_KEYS)
        self.set_focus(self.query_one(Input))
        self._show()

    def action_to_values(self) -> None:
        """From the filter to the values that it leaves."""
        if self.focused is not self._list:
            self._tell(KEYS)
            self.set_focus(self._list)
            first = self._place((self._filtered, None, False)) + 1
            self._cursor = min(first, max(0, len(self._rows) - 1))
            self._show()

    def action_leave(self) -> None:
        """Take the filter away, or close."""
        if self._filtered:
            self._end_filter()
            self._show()
        else:
            self.dismiss(None)

    @property
    def _list(self) -> FacetList:
        return self.query_one(FacetList)

    @property
    def _row(self) -> FacetRow | None:
        return self._rows[self._cursor] if self._cursor < len(self._rows) else None

    def _end_filter(self) -> None:
        self._filtered = ""
        self.remove_class("-filtering")
        self._tell(KEYS)
        self.set_focus(self._list)
        self._recount()

    def _recount(self) -> None:
        typed = self.query_one(Input).value
        self._chooser.count({self._filtered: typed} if self._filtered and typed.strip() else {})

    def _tell(self, keys: str) -> None:
        self.query_one("#keys", Line).show(keys)

    def _place(self, place: tuple[str, str | None, bool]) -> int:
        """The row that the cursor keeps to."""
        return next((at for at, row in enumerate(self._rows) if row.place == place), 0)

    def _show(self) -> None:
        """Show the rows for what is known now; the cursor keeps to what it is on."""
        before = self._row
        self._rows = rows_of(self._facets, self._opened)
        if before is not None and (self._row is None or self._row.place != before.place):
            found = [row.place for row in self._rows]
            if before.place in found:
                self._cursor = found.index(before.place)
        self._cursor = max(0, min(self._cursor, len(self._rows) - 1))
        self._list.show(self._rows, self._cursor)


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
        rows.append(FacetRow(field, None, "no value"))
    elif facet.total > listed:
        rows.append(FacetRow(field, None, f"{facet.total - listed:,} more: / finds them"))
    return rows
