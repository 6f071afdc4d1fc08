"""The list of papers: a line-API widget, the same for 38 rows and for 100,000."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from rich.cells import cell_len
from rich.segment import Segment
from textual.cache import LRUCache
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.glyphs import glyphs
from tui.text import pieces, truncated, wrap
from tui.widgets.components import component_style, set_content_height

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence

    from rich.style import Style
    from textual import events

    from index.store import Row

GUTTER = 2
"""Cells at the left: the cursor's bar and the mark of a selected paper."""


NARROWEST = 12
"""With fewer cells a row shows the paper alone."""


class ShownMarks(Protocol):
    """The reader's marks, as much of them as rows show."""

    @property
    def starred(self) -> Container[int]:
        """Papers with a star."""

    @property
    def read(self) -> Container[int]:
        """Papers that have been read."""

    @property
    def notes(self) -> Container[int]:
        """Papers with a note."""

    def tags_of(self, ordinal: int) -> Sequence[str]:
        """The tags of a paper."""


class RowSource(Protocol):
    """Where the rows on screen come from."""

    def rows(self, ordinals: Sequence[int]) -> list[Row]:
        """The rows of the given papers, in order."""


class PaperList(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows papers, moves a cursor over them and reports by message.

    Only the rows on screen are ever asked of the row source.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "paper-list--cursor",
        "paper-list--detail",
        "paper-list--heading",
        "paper-list--mark",
        "paper-list--tags",
        "paper-list--match",
    }
    cursor: reactive[int] = reactive(0, repaint=False)
    """The index of the row under the cursor."""
    compact: reactive[bool] = reactive(False, repaint=False)
    """Whether a row is one line instead of two."""

    class Clicked(Message):
        """A row was clicked; `twice` if it was a double click."""

        def __init__(self, index: int, *, twice: bool) -> None:
            super().__init__()
            self.index = index
            self.twice = twice

    def __init__(self, source: RowSource, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._source = source
        self._ordinals: Sequence[int] = ()
        self._first_near = 0
        self._selected: frozenset[int] = frozenset()
        self._marks: ShownMarks | None = None
        self._highlight: Callable[[str], Sequence[tuple[int, int]]] | None = None
        self._rows: dict[int, Row] = {}
        self._components: dict[tuple[str, bool], Style] = {}
        self._strips: LRUCache[tuple[object, ...], Strip] = LRUCache(400)

    @property
    def lines_per_row(self) -> int:
        """How many lines a row takes."""
        return 1 if self.compact else 2

    @property
    def page_rows(self) -> int:
        """How many whole rows are on screen, at least one."""
        return max(1, self.scrollable_content_region.height // self.lines_per_row)

    def show(
        self,
        ordinals: Sequence[int],
        cursor: int = 0,
        highlight: Callable[[str], Sequence[tuple[int, int]]] | None = None,
        *,
        near: int = 0,
    ) -> None:
        """Show other papers.

        Args:
            ordinals: the papers, in order.
            cursor: the row to put the cursor on.
            highlight: gives the matched ranges of a text, or `None`.
            near: how many of the last papers only come near to what was asked; they are marked.
        """
        self._ordinals = ordinals
        self._first_near = len(ordinals) - near
        self._highlight = highlight
        self._rows.clear()
        self._strips.clear()
        set_content_height(self, len(ordinals) * self.lines_per_row)
        self.set_reactive(PaperList.cursor, max(0, min(cursor, len(ordinals) - 1)))
        self._scroll_to_cursor()

    def mark_selected(self, selected: frozenset[int]) -> None:
        """Show which papers (ordinals) are selected."""
        self._selected = selected
        self._strips.clear()
        self.refresh()

    def show_marks(self, marks: ShownMarks) -> None:
        """Show the reader's marks."""
        self._marks = marks
        self._strips.clear()
        self.refresh()

    def forget_rows(self) -> None:
        """Ask the row source again for what is on screen."""
        self._rows.clear()
        self._strips.clear()
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        """Keep the cursor on a row."""
        return max(0, min(cursor, len(self._ordinals) - 1))

    def watch_cursor(self, before: int, after: int) -> None:
        """Repaint the two rows concerned."""
        if before == after:
            return
        self._refresh_row(before)
        self._refresh_row(after)
        self._scroll_to_cursor()

    def watch_compact(self) -> None:
        """Lay the rows out anew."""
        self._strips.clear()
        set_content_height(self, len(self._ordinals) * self.lines_per_row)
        self._scroll_to_cursor()
        self.refresh()

    def notify_style_update(self) -> None:
        """Drop what was painted in other colours."""
        super().notify_style_update()
        self._strips.clear()
        self._components.clear()

    def on_resize(self) -> None:
        """Keep the cursor on screen."""
        self._strips.clear()
        self._scroll_to_cursor()

    def on_click(self, event: events.Click) -> None:
        """Tell which row was clicked."""
        index = (self.scroll_offset.y + event.get_content_offset_capture(self).y) // (
            self.lines_per_row
        )
        if index < len(self._ordinals):
            self.post_message(self.Clicked(index, twice=event.chain > 1))

    def render_line(self, y: int) -> Strip:
        """One line of the screen; strips are cached by all that they depend on."""
        width = self.scrollable_content_region.width
        index, part = divmod(self.scroll_offset.y + y, self.lines_per_row)
        if index >= len(self._ordinals):
            return Strip.blank(width, self.rich_style)
        ordinal = self._ordinals[index]
        at_cursor = index == self.cursor
        key = (ordinal, part, width, at_cursor, at_cursor and self.has_focus)
        strip = self._strips.get(key)
        if strip is None:
            mark = self._mark(index) if part == 0 else " "
            strip = self._paint(ordinal, part, width, mark, at_cursor=at_cursor)
            self._strips[key] = strip
        return strip

    def _mark(self, index: int) -> str:
        """What stands before a row: whether it is selected, or only near to what was asked."""
        if self._ordinals[index] in self._selected:
            return glyphs().selected
        return glyphs().near if index >= self._first_near else " "

    def _row(self, ordinal: int) -> Row | None:
        row = self._rows.get(ordinal)
        if row is None:
            if len(self._rows) > 2_000:
                self._rows.clear()
            first = self.scroll_offset.y // self.lines_per_row
            wanted = self._ordinals[first : first + self.page_rows + 2]
            for found in self._source.rows([*wanted, ordinal]):
                self._rows[found.ordinal] = found
            row = self._rows.get(ordinal)
        return row

    def _paint(self, ordinal: int, part: int, width: int, mark: str, *, at_cursor: bool) -> Strip:
        base = self.rich_style
        if at_cursor:
            base += self._component("cursor")
        row = self._row(ordinal)
        bar = glyphs().cursor if at_cursor else " "
        mark_style = base + self._component("mark")
        segments = [Segment(bar, mark_style), Segment(mark, mark_style)]
        if row is not None:
            room = max(1, width - GUTTER - 1)
            right = self._marks_of(ordinal, part, room, base)
            room -= sum(cell_len(segment.text) for segment in right)
            segments += (
                self._one_line(row, room, base)
                if self.compact
                else self._two_lines(row, part, room, base)
            )
            used = sum(cell_len(segment.text) for segment in segments)
            segments.append(Segment(" " * max(0, GUTTER + room - used), base))
            segments += right
        used = sum(cell_len(segment.text) for segment in segments)
        segments.append(Segment(" " * max(0, width - used), base))
        strip = Strip(segments, max(width, used))
        return strip if used <= width else strip.crop(0, width)

    def _marks_of(self, ordinal: int, part: int, room: int, base: Style) -> list[Segment]:
        """What stands at the right of a row: star, read and note marks, and below them tags."""
        marks = self._marks
        if marks is None or room < NARROWEST:
            return []
        if part == 0:
            known = glyphs()
            signs = [sign for sign, papers in (
                (known.note, marks.notes), (known.read, marks.read), (known.star, marks.starred),
            ) if ordinal in papers]  # fmt: skip
            text = " ".join(signs)
        else:
            text = " ".join(f"#{tag}" for tag in marks.tags_of(ordinal))
            text = truncated(text, room // 2)
        style = base + self._component("mark" if part == 0 else "tags")
        return [Segment(" ", base), Segment(text, style)] if text else []

    def _two_lines(self, row: Row, part: int, room: int, base: Style) -> list[Segment]:
        heading, detail = self._styles(base)
        if row.heading:
            if part == 0:
                return self._cut(row.heading, room, heading)
            return self._cut(row.detail, room, detail)
        # Without a name the gist has both lines to itself.
        lines = wrap(row.detail, room) or [(0, 0)]
        if part == 0:
            start, end = lines[0]
            return self._cut(row.detail[start:end], room, base)
        if len(lines) > 1:
            return self._cut(row.detail[lines[1][0] :], room, base)
        return []

    def _one_line(self, row: Row, room: int, base: Style) -> list[Segment]:
        heading, detail = self._styles(base)
        if not row.heading:
            return self._cut(row.detail, room, base)
        segments = self._cut(row.heading, room, heading)
        used = sum(cell_len(segment.text) for segment in segments)
        if row.detail and room - used > 8:
            segments.append(Segment(f" {glyphs().dot} ", detail))
            segments += self._cut(row.detail, room - used - 3, detail)
        return segments

    def _styles(self, base: Style) -> tuple[Style, Style]:
        heading = self._component("heading")
        detail = self._component("detail")
        return base + heading, base + detail

    def _cut(self, text: str, room: int, style: Style) -> list[Segment]:
        ranges = self._highlight(text) if self._highlight is not None else ()
        shown = truncated(text, room)
        whole = len(text) if shown == text else len(shown) - len(glyphs().ellipsis)
        match = self._component("match")
        inside = [(a, min(b, whole), match) for a, b in ranges if a < whole]
        return pieces(shown, 0, len(shown), style, inside)

    def _component(self, part: str) -> Style:
        key = (part, self.has_focus)
        style = self._components.get(key)
        if style is None:
            style = self._components[key] = component_style(self, f"paper-list--{part}")
        return style

    def _refresh_row(self, index: int) -> None:
        top = index * self.lines_per_row - self.scroll_offset.y
        self.refresh(Region(0, top, self.size.width, self.lines_per_row))

    def _scroll_to_cursor(self) -> None:
        height = self.scrollable_content_region.height
        if height <= 0:
            return
        top = self.cursor * self.lines_per_row
        bottom = top + self.lines_per_row
        target = self.scroll_offset.y
        if top < target:
            target = top
        elif bottom > target + height:
            # A row taller than the list shows its first line.
            target = min(top, bottom - height)
        if target != self.scroll_offset.y:
            self.scroll_to(y=target, animate=False, force=True, immediate=True)
