"""A tree of fields and their values with counts: a line-API widget that shows what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.text import truncated
from tui.widgets.components import component_style, set_content_height

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.style import Style
    from textual import events


class FacetRow(NamedTuple):
    """One line: a field's heading, a value, or with neither `is_open` nor a `key` a remark.

    Attributes:
        field: the field that it belongs to.
        key: the value's; `None` for a heading or a remark.
        text: what it says.
        detail: what a heading says besides, less prominently.
        right: what stands at its right end.
        is_open: whether a heading's values follow; `None` if this is no heading.
        is_chosen: whether a value is chosen.
    """

    field: str
    key: str | None
    text: str
    detail: str = ""
    right: str = ""
    is_open: bool | None = None
    is_chosen: bool = False

    @property
    def place(self) -> tuple[str, str | None, bool]:
        """What a cursor keeps to when other rows are shown."""
        return self.field, self.key, self.is_open is None


class FacetList(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows rows with a cursor on one of them."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "facet-list--cursor",
        "facet-list--heading",
        "facet-list--detail",
        "facet-list--chosen",
    }
    DEFAULT_CSS = """
    FacetList {
        height: 1fr; overflow-x: hidden; overflow-y: scroll; scrollbar-size-vertical: 1;
        background: $surface; scrollbar-background: $surface; scrollbar-background-hover: $surface;
        scrollbar-background-active: $surface; scrollbar-color: $foreground 30%;
        scrollbar-color-hover: $foreground 50%; scrollbar-color-active: $foreground 50%;
    }
    FacetList > .facet-list--cursor { background: $block-cursor-blurred-background; }
    FacetList:focus > .facet-list--cursor { background: $primary-muted; }
    FacetList > .facet-list--heading { text-style: bold; }
    FacetList > .facet-list--detail { color: $text-muted; }
    FacetList > .facet-list--chosen { color: $text-accent; text-style: bold; }
    """

    class Clicked(Message):
        """A row was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[FacetRow] = ()
        self._cursor = 0
        self._styles: dict[tuple[str, bool], Style] = {}

    @property
    def page_rows(self) -> int:
        """How many rows are on screen, at least one."""
        return max(1, self.scrollable_content_region.height)

    def show(self, rows: Sequence[FacetRow], cursor: int, last: int | None = None) -> None:
        """Show other rows, with the cursor on one of them.

        Args:
            rows: all of them.
            cursor: the row with the cursor, which is on screen.
            last: the row up to which the others are to be on screen too, as far as there is room.
        """
        self._rows = rows
        self._cursor = cursor
        set_content_height(self, len(rows))
        self._keep_on_screen(cursor if last is None else last)

    def notify_style_update(self) -> None:
        """Drop what was painted in other colours."""
        super().notify_style_update()
        self._styles.clear()

    def on_resize(self) -> None:
        """Keep the cursor on screen."""
        self._keep_on_screen(self._cursor)

    def on_click(self, event: events.Click) -> None:
        """Tell which row was clicked."""
        index = self.scroll_offset.y + event.get_content_offset_capture(self).y
        if index < len(self._rows):
            self.post_message(self.Clicked(index))

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.scrollable_content_region.width
        index = self.scroll_offset.y + y
        if index >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        row, base = self._rows[index], self.rich_style
        at_cursor = index == self._cursor
        if at_cursor:
            base += self._style("cursor")
        chosen, detail = base + self._style("chosen"), base + self._style("detail")
        segments = [Segment("▌" if at_cursor else " ", chosen)]
        # That end stays, whatever else has to be cut.
        room = width - 2 - (cell_len(row.right) + 1 if row.right else 0)
        if row.is_open is not None:
            texts = [
                ("▾ " if row.is_open else "▸ ", detail),
                (row.text, base + self._style("heading")),
                (f"  {row.detail}" if row.detail else "", detail),
            ]
        elif row.key is None:
            texts = [("    ", base), (row.text, detail)]
        else:
            texts = [
                ("  ● " if row.is_chosen else "    ", chosen),
                (row.text, chosen if row.is_chosen else base),
            ]
        for text, style in texts:
            shown = truncated(text, room)
            room -= cell_len(shown)
            segments.append(Segment(shown, style))
        segments.append(Segment(" " * (max(0, room) + 1), base))
        segments.append(Segment(f"{row.right} " if row.right else "", detail))
        strip = Strip(segments)
        return strip.adjust_cell_length(width, base)

    def _style(self, part: str) -> Style:
        key = (part, self.has_focus)
        style = self._styles.get(key)
        if style is None:
            style = self._styles[key] = component_style(self, f"facet-list--{part}")
        return style

    def _keep_on_screen(self, last: int) -> None:
        height = self.scrollable_content_region.height
        if height <= 0:
            return
        target = min(self._cursor, max(self.scroll_offset.y, last - height + 1))
        if target != self.scroll_offset.y:
            self.scroll_to(y=target, animate=False, force=True, immediate=True)
