"""The reader: one paper as wrapped text, with matches, a sentence cursor and live links."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tui.page import Page
from tui.text import graphemes, pieces, wrap
from tui.widgets.components import component_style, set_content_height

if TYPE_CHECKING:
    from textual import events
    from textual.selection import Selection

MARGIN = 1
"""Blank cells at each side of the text."""


class Reader(ScrollView, can_focus=True, inherit_bindings=False):
    """Shows a page and reports clicks on its links."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "reader--bold",
        "reader--byline",
        "reader--current-match",
        "reader--heading",
        "reader--italic",
        "reader--link",
        "reader--mark",
        "reader--match",
        "reader--math",
        "reader--meta",
        "reader--mono",
        "reader--sentence",
        "reader--underline",
    }

    class LinkClicked(Message):
        """A link in the text was clicked."""

        def __init__(self, url: str) -> None:
            super().__init__()
            self.url = url

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._page = Page()
        self._lines: list[tuple[int, int]] = []
        self._starts: list[int] = []
        self._width = 0
        self._match: int | None = None
        self._sentence: int | None = None
        self._components: dict[str, Style] = {}

    @property
    def page(self) -> Page:
        """What is shown."""
        return self._page

    @property
    def at_end(self) -> bool:
        """Whether the last line is on screen."""
        return self.scroll_offset.y + self.scrollable_content_region.height >= len(self._lines)

    def show(self, page: Page, *, keep_place: bool = False) -> None:
        """Show another page, from its top unless the place is to be kept."""
        offset = self._top_offset() if keep_place else 0
        self._page = page
        self._match = self._sentence = None
        self._wrap()
        self._scroll_to_line(self._line_of(offset) if keep_place else 0)
        self.refresh()

    def mark(self, *, match: int | None, sentence: int | None) -> None:
        """Show which match is the current one and where the sentence cursor is.

        Args:
            match: an index into the page's matches.
            sentence: an index into its sentences.
        """
        if (match, sentence) == (self._match, self._sentence):
            return
        moved_match, moved_sentence = match != self._match, sentence != self._sentence
        self._match, self._sentence = match, sentence
        if moved_match and match is not None:
            self._reveal(*self._page.matches[match])
        elif moved_sentence and sentence is not None:
            self._reveal(*self._page.sentences[sentence])
        self.refresh()

    def page_down(self) -> bool:
        """Scroll a page down; whether there was anything below."""
        if self.at_end:
            return False
        self.scroll_lines(max(1, self.scrollable_content_region.height - 1))
        return True

    def scroll_lines(self, count: int) -> None:
        """Scroll down (or up, if negative) by lines."""
        self._scroll_to_line(self.scroll_offset.y + count)

    def on_resize(self) -> None:
        """Wrap anew and keep the line that was at the top."""
        if self._text_width() != self._width:
            offset = self._top_offset()
            self._wrap()
            self._scroll_to_line(self._line_of(offset))
            self.refresh()

    def on_click(self, event: events.Click) -> None:
        """Report a click on a link."""
        place = event.get_content_offset_capture(self)
        row = self.scroll_offset.y + place.y
        if row >= len(self._lines):
            return
        start, end = self._lines[row]
        offset, column = end, MARGIN
        for first, _, cells in graphemes(self._page.text[start:end]):
            column += cells
            if place.x < column:
                offset = start + first
                break
        for first, last, url in self._page.links:
            if first <= offset < last and offset < end:
                self.post_message(self.LinkClicked(url))
                return

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The text that was selected with the mouse, without the line ends of the wrapping."""
        if not self._lines:
            return None
        first = 0 if selection.start is None else self._offset_at(*selection.start)
        last = len(self._page.text) if selection.end is None else self._offset_at(*selection.end)
        return self._page.text[first:last], "\n"

    def _offset_at(self, column: int, row: int) -> int:
        """The offset of the character in a column (counted in characters) of a row."""
        if row >= len(self._lines):
            return len(self._page.text)
        start, end = self._lines[row]
        return min(start + max(0, column - MARGIN), end)

    def selection_updated(self, selection: Selection | None) -> None:
        """Repaint the selected lines."""
        del selection
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        width = self.scrollable_content_region.width
        row = self.scroll_offset.y + y
        base = self.rich_style
        if row >= len(self._lines):
            return Strip.blank(width, base)
        start, end = self._lines[row]
        segments = [Segment(" " * MARGIN, base)]
        segments += pieces(self._page.text, start, end, base, self._styled(start, end))
        used = MARGIN + cell_len(self._page.text[start:end])
        segments.append(Segment(" " * max(0, width - used), base))
        strip = Strip(segments, max(width, used))
        if used > width:
            strip = strip.crop(0, width)
        if (selection := self.text_selection) is not None:
            span = selection.get_span(row)
            if span is not None:
                strip = self._with_selection(strip, *span)
        return strip.apply_offsets(0, row)

    def _with_selection(self, strip: Strip, first: int, last: int) -> Strip:
        # The background alone: the text keeps its own colours.
        over = Style(bgcolor=component_style(self.screen, "screen--selection").bgcolor)
        text = strip.text
        return Strip(
            [
                Segment(part.text, (part.style or Style()) + over)
                if first <= position and (last == -1 or position < last)
                else part
                for part, position in _characters(strip, first, last)
            ],
            cell_len(text),
        )

    def _styled(self, start: int, end: int) -> list[tuple[int, int, Style]]:
        page = self._page
        found: list[tuple[int, int, Style]] = []
        if self._sentence is not None:
            first, last = page.sentences[self._sentence]
            found.append((first, last, self._component("sentence")))
        found += [
            (item.start, item.end, self._component(item.kind))
            for item in page.ranges
            if item.start < end and item.end > start
        ]
        found += [
            (first, last, Style(link=url))
            for first, last, url in page.links
            if first < end and last > start and url.isascii() and url.isprintable()
        ]
        if self._match is not None:
            first, last = page.matches[self._match]
            found.append((first, last, self._component("current-match")))
            if self._sentence is not None and self.app.has_class("-reverse"):
                # In what is reversed already, what is not stands out.
                found.append((first, last, Style(reverse=self._is_outside_sentence(first))))
        return found

    def _is_outside_sentence(self, offset: int) -> bool:
        if self._sentence is None:
            return True
        start, end = self._page.sentences[self._sentence]
        return not start <= offset < end

    def _component(self, kind: str) -> Style:
        style = self._components.get(kind)
        if style is None:
            style = self._components[kind] = component_style(self, f"reader--{kind}")
        return style

    def notify_style_update(self) -> None:
        """Forget what belonged to another theme."""
        super().notify_style_update()
        self._components.clear()

    def _text_width(self) -> int:
        return max(2, self.scrollable_content_region.width - 2 * MARGIN)

    def _wrap(self) -> None:
        self._width = self._text_width()
        self._lines = wrap(self._page.text, self._width) if self._page.text else []
        self._starts = [start for start, _ in self._lines]
        set_content_height(self, len(self._lines))

    def _top_offset(self) -> int:
        line = min(self.scroll_offset.y, len(self._lines) - 1)
        return self._starts[line] if self._lines else 0

    def _line_of(self, offset: int) -> int:
        return max(0, bisect_right(self._starts, offset) - 1)

    def _reveal(self, start: int, end: int) -> None:
        height = max(1, self.scrollable_content_region.height)
        first, last = self._line_of(start), self._line_of(max(start, end - 1))
        top = self.scroll_offset.y
        if first < top or last >= top + height:
            self._scroll_to_line(max(0, min(first - height // 3, first)))

    def _scroll_to_line(self, line: int) -> None:
        limit = max(0, len(self._lines) - self.scrollable_content_region.height)
        self.scroll_to(y=max(0, min(line, limit)), animate=False, force=True, immediate=True)


def _characters(strip: Strip, first: int, last: int) -> list[tuple[Segment, int]]:
    """The strip's segments cut at two character offsets, each with the offset it begins at."""
    found: list[tuple[Segment, int]] = []
    position = 0
    for segment in strip:
        text, style, _ = segment
        inside = [cut - position for cut in (first, last) if 0 < cut - position < len(text)]
        cuts = [0, *sorted(inside), len(text)]
        found += [
            (Segment(text[left:right], style), position + left)
            for left, right in pairwise(cuts)
            if right > left
        ]
        position += len(text)
    return found
