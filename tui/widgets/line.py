"""Lines of the frame: status, explanation, footer. Dumb: they show what they are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from tui.text import truncated

if TYPE_CHECKING:
    from collections.abc import Sequence


class Bar(Widget):
    """Widgets beside each other."""

    DEFAULT_CSS = """
    Bar { width: 1fr; height: 1fr; layout: horizontal; overflow: hidden hidden; }
    """


class Line(Static):
    """One line of text with something at its right end; never markup."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self._left = ""
        self._right = ""

    def show(self, left: str, right: str = "") -> None:
        """Show a text, cut if it is too long, and another at the right end if there is room."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self._paint()

    def on_resize(self) -> None:
        """Cut anew."""
        self._paint()

    def _paint(self) -> None:
        width = self.size.width
        if width <= 0:
            return
        room = width - cell_len(self._right)
        left = truncated(self._left, room - 1 if self._right and room > 20 else width)
        if self._right and cell_len(left) + cell_len(self._right) < width:
            gap = width - cell_len(left) - cell_len(self._right)
            self.update(Content(left + " " * gap + self._right), layout=False)
        else:
            self.update(Content(left), layout=False)


class KeysLine(Static):
    """Keys with what they do: the footer, or the which-key line of a held prefix."""

    COMPONENT_CLASSES = {"keys-line--key"}  # noqa: RUF012 - Textual's own way

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__("", id=id, markup=False)
        self._pairs: Sequence[tuple[str, str]] = ()
        self._lead = ""
        self._line_count = 1

    def show(self, pairs: Sequence[tuple[str, str]], lead: str = "") -> None:
        """Show pairs of key and meaning, on as many lines as they need."""
        if (pairs, lead) != (self._pairs, self._lead):
            self._pairs, self._lead = pairs, lead
            self._paint()

    def on_resize(self) -> None:
        """Fit anew."""
        self._paint()

    def _laid_out(self, width: int) -> list[list[tuple[str, str]]]:
        lines: list[list[tuple[str, str]]] = [[]]
        used = cell_len(self._lead) + 1
        for key, meaning in self._pairs:
            cells = cell_len(key) + cell_len(meaning) + 3
            if used + cells > width and lines[-1]:
                lines.append([])
                used = 1
            lines[-1].append((key, meaning))
            used += cells
        return lines

    def _paint(self) -> None:
        width = self.size.width
        if width <= 0:
            return
        key_style = self.get_visual_style("keys-line--key", partial=True)
        content = Content.assemble(" " + self._lead)
        lines = self._laid_out(width)
        for number, line in enumerate(lines):
            if number:
                content += Content("\n ")
            for key, meaning in line:
                content += Content.assemble((key, key_style), f" {meaning}  ")
        # Only another number of lines moves what is above.
        self.update(content, layout=len(lines) != self._line_count)
        self._line_count = len(lines)
