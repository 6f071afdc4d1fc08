"""The least that a Textual app with the same parts can be, to measure readingroom against.

An input, a list of rows through the line API, a text and a footer; nothing behind them.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Footer, Input, Static

ROWS = 40
FIRST_ROW = "row number 1 of the bare app"


class Rows(ScrollView):
    """Forty lines of text."""

    def on_mount(self) -> None:
        """Say how long the list is."""
        self.virtual_size = Size(0, ROWS)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        number = self.scroll_offset.y + y + 1
        text = f"row number {number} of the bare app" if number <= ROWS else ""
        return Strip([Segment(text.ljust(self.size.width), self.rich_style)])


class BareApp(App[None]):
    """Shows the parts; what is typed is shown in the input."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "Help"),
        Binding("f10", "quit", "Quit"),
    ]

    def compose(self) -> ComposeResult:
        """The four parts."""
        yield Input()
        yield Rows()
        yield Static("a line of text")
        yield Footer()


if __name__ == "__main__":
    BareApp().run()
