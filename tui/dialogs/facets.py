"""The facets: fields with their values and counts, beside the list that they narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input

from tui.keys import normal_key
from tui.widgets.facet_list import FacetList
from tui.widgets.facet_rows import rows_of
from tui.widgets.line import Line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from textual import events
    from textual.app import ComposeResult

    from tui.widgets.facet_list import FacetRow
    from tui.widgets.facet_rows import Facet

ALL_ROWS = 1 << 30
LEAVING = frozenset({"enter", "down", "escape"})
"""Keys of the filter after which the focus moves."""
NEVER_HELD = frozenset({"escape", "ctrl+q", "ctrl+c"})

KEYS = "⏎ choose  l h open, close  / filter  Esc done"
FILTER_KEYS = "⏎ to the values  Esc all values"


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
        field: the field that the cursor is on at first.
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
        """The facets as they were asked for `generation`; `None` if they cannot be counted."""

        def __init__(self, generation: int, facets: Sequence[Facet] | None) -> None:
            super().__init__()
            self.generation = generation
            self.facets = facets

        def can_replace(self, message: Message) -> bool:
            """Newer counts make waiting older ones pointless."""
            return isinstance(message, FacetDialog.Counted)

    def __init__(self, chooser: Chooser, opened: set[str], field: str | None = None) -> None:
        super().__init__()
        self._chooser = chooser
        self._opened = opened
        self._field = field
        self._facets: Sequence[Facet] | None = None
        self._rows: list[FacetRow] = []
        self._cursor = 0
        self._filtered = ""  # the field whose values are filtered
        self._leaves_filter = False
        # What is pressed means what will be on screen once what came before has been counted.
        self._held: list[events.Key] | None = []
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
        self.recount()

    @on(Counted)
    def _counted(self, event: Counted) -> None:
        if event.generation != self.generation:
            return
        if event.facets is not None:
            is_first = self._facets is None
            self._facets = event.facets
            if is_first:
                self._begin(event.facets)
            self._show()
        if self._leaves_filter:
            self._leaves_filter = False
            self._go_to_values()
        self._release()

    def _begin(self, facets: Sequence[Facet]) -> None:
        if not self._opened:
            choice = next((item.field for item in facets if item.total > 1), None)
            self._opened.update([choice] if choice else [])
        if self._field is not None:
            self._show()
            self._cursor = self._place((self._field, None, False))

    @on(FacetList.Clicked)
    def _clicked(self, event: FacetList.Clicked) -> None:
        self._cursor = event.index
        self.choose()

    @on(Input.Changed)
    def _typed(self) -> None:
        self.recount()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_to_values()

    # Keys.

    def take_key(self, event: events.Key) -> bool:
        """Take a key before any widget sees it; whether it is used up."""
        in_filter = self.focused is not None and self.focused is not self._list
        if self._held is not None:
            if event.key in NEVER_HELD and not in_filter:
                return False
            self._held.append(event)
            return True
        if in_filter:
            if event.key in LEAVING:
                self._held = []
            return False
        act = ACTS.get(normal_key(event.key, event.character))
        if act is not None:
            act(self)
        return act is not None

    def _release(self) -> None:
        """Go on with the keys that were held."""
        held, self._held = self._held or [], None
        while held and self.is_current:
            event = held.pop(0)
            if not self.take_key(event):
                # Textual has no public way to hand on a key that was held back.
                (self.focused or self)._forward_event(event)  # noqa: SLF001
            if self._hold_on(held):
                return

    def _hold_on(self, keys: list[events.Key]) -> bool:
        """Whether keys are being held again; if so, these come after them."""
        if self._held is None:
            return False
        self._held.extend(keys)
        return True

    def on_click(self, event: events.Click) -> None:
        """A click beside the pane closes it."""
        if event.widget is self:
            self.dismiss(None)

    def recount(self) -> None:
        """Have what is shown counted anew."""
        typed = self.query_one(Input).value
        self._chooser.count({self._filtered: typed} if self._filtered and typed.strip() else {})

    def move(self, rows: int) -> None:
        """Move the cursor by rows."""
        self._cursor = max(0, min(self._cursor + rows, len(self._rows) - 1))
        self._list.show(self._rows, self._cursor)

    def page(self, pages: int) -> None:
        """Move the cursor by pages."""
        self.move(pages * self._list.page_rows)

    def choose(self) -> None:
        """Choose the value under the cursor, or no longer; open or close a field."""
        row = self._row
        if row is None or row.key is None:
            self.turn()
            return
        self._held = []
        self._chooser.toggle(row.field, row.text)
        self.recount()

    def unfold(self, *, is_open: bool) -> None:
        """Show the values of the field under the cursor, or its heading alone."""
        row = self._row
        if row is None or not row.field:
            return
        if is_open:
            self._opened.add(row.field)
        else:
            self._opened.discard(row.field)
            self._cursor = self._place((row.field, None, False))
            if row.field == self._filtered:
                # Which values it has is not known before they are counted without the filter.
                self._held = []
                self._end_filter()
                return
        self._show()

    def turn(self) -> None:
        """Open the field under the cursor, or close it."""
        row = self._row
        self.unfold(is_open=row is not None and row.field not in self._opened)

    def filter(self) -> None:
        """Filter the values of the field under the cursor by typing."""
        row = self._row
        if row is None or not row.field:
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
        """From the filter to the values that it leaves, once they are there."""
        self._leaves_filter = True
        self.recount()

    def action_leave(self) -> None:
        """Take the filter away, or close."""
        if self._filtered:
            self._held = self._held or []
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

    def _go_to_values(self) -> None:
        self._tell(KEYS)
        self.set_focus(self._list)
        heading = self._place((self._filtered, None, False))
        below = self._rows[heading + 1 : heading + 2]
        self._cursor = heading + bool(below and below[0].key is not None)
        self._list.show(self._rows, self._cursor)

    def _end_filter(self) -> None:
        self._filtered = ""
        self.remove_class("-filtering")
        self._tell(KEYS)
        self.set_focus(self._list)
        self.recount()

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
        row = self._row
        last = self._cursor
        while row is not None and row.is_open and self._is_of(row.field, last + 1):
            last += 1
        self._list.show(self._rows, self._cursor, last)

    def _is_of(self, field: str, index: int) -> bool:
        return index < len(self._rows) and self._rows[index].field == field


ACTS: Mapping[str, Callable[[FacetDialog], None]] = {
    **dict.fromkeys(("j", "down"), lambda dialog: dialog.move(1)),
    **dict.fromkeys(("k", "up"), lambda dialog: dialog.move(-1)),
    **dict.fromkeys(("ctrl+d", "pagedown"), lambda dialog: dialog.page(1)),
    **dict.fromkeys(("ctrl+u", "pageup"), lambda dialog: dialog.page(-1)),
    **dict.fromkeys(("g", "home"), lambda dialog: dialog.move(-ALL_ROWS)),
    **dict.fromkeys(("G", "end"), lambda dialog: dialog.move(ALL_ROWS)),
    **dict.fromkeys(("enter", "space"), FacetDialog.choose),
    **dict.fromkeys(("l", "right"), lambda dialog: dialog.unfold(is_open=True)),
    **dict.fromkeys(("h", "left"), lambda dialog: dialog.unfold(is_open=False)),
    "tab": FacetDialog.turn,
    "/": FacetDialog.filter,
    **dict.fromkeys(("escape", "q", "f"), FacetDialog.action_leave),
}
"""What the keys do outside the filter."""
