"""The help: every key, from the table of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from tui.commands import AREAS, box_keys, keys_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from textual import events
    from textual.app import ComposeResult

    from tui.commands import Command

NARROW = 76
"""Below so many columns a key and its meaning stand on two lines."""

QUERY_HELP = (
    ("latent watermark", "all the words, else the best partial matches"),
    ("watermar", "the last word counts while it is typed"),
    ('"attention heads"', "the words next to each other"),
    ("watermark -audio", "without a word"),
    ("graph OR tree", "either of them; brackets work too"),
    ("title:graph", "in the title; also author: abstract: venue: keyword:"),
    ("year:2019..2023", "the year; also year:>=2020"),
    ('venue:="ICML 2019"', "exactly this; also author:= keyword:= in:= tag:="),
    ("in:icml  has:code", "the collection; has:code has:pdf has:title has:note"),
    ("is:starred  tag:survey", "your marks; also is:read is:unread, and note:word for your notes"),
    ("water*  watremark~", "wildcards, and words nearly like it"),
    ("10.1145/3290605", "a DOI, an arXiv id, an address, a citation key"),
    ("a pasted paragraph", "the papers most like it"),
)


class HelpDialog(ModalScreen[None]):
    """Shows what can be typed and pressed; `/` filters it.

    Args:
        commands: the table, with the user's keys.
        is_available: whether a command can do anything at present; others are left out.
    """

    DEFAULT_CSS = """
    HelpDialog { align: center middle; }
    HelpDialog > Vertical {
        width: 90%; max-width: 84; height: 90%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    HelpDialog VerticalScroll { height: 1fr; background: $surface; }
    HelpDialog Input { height: 1; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", show=False),
        Binding("q,question_mark,f1", "leave", show=False),
        Binding("j,down", "scroll(1)", show=False),
        Binding("k,up", "scroll(-1)", show=False),
        Binding("space,pagedown,ctrl+d", "scroll(10)", show=False),
        Binding("pageup,ctrl+u", "scroll(-10)", show=False),
    ]
    AUTO_FOCUS = "VerticalScroll"

    def __init__(
        self, commands: Sequence[Command], is_available: Callable[[Command], bool]
    ) -> None:
        super().__init__()
        self._commands = commands
        self._is_available = is_available

    def compose(self) -> ComposeResult:
        """One scrolling text, and below it what it is filtered by."""
        with Vertical() as frame:
            frame.border_title = "Help"
            frame.border_subtitle = "Esc closes"
            with VerticalScroll(can_focus=True):
                yield Static(self._text(""), markup=False)
            yield Input(placeholder="/ filters", compact=True)

    def action_back(self) -> None:
        """Show everything again, or close."""
        words = self.query_one(Input)
        if words.value or self.focused is words:
            words.value = ""
            self.set_focus(self.query_one(VerticalScroll))
        else:
            self.dismiss(None)

    def action_leave(self) -> None:
        """Close."""
        self.dismiss(None)

    def take_key(self, event: events.Key) -> bool:
        """Take the key that asks for words before those words come in; whether it was that."""
        words = self.query_one(Input)
        if event.character != "/" or self.focused is words:
            return False
        self.set_focus(words)
        return True

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the lines with the words typed so far."""
        self.query_one(Static).update(self._text(event.value))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def on_input_submitted(self) -> None:
        """Go to what was found."""
        self.set_focus(self.query_one(VerticalScroll))

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def _text(self, wanted: str) -> Content:
        words = wanted.casefold().split()
        lines: list[Content] = []
        for title, pairs in self._parts():
            found = [
                self._line(keys, meaning)
                for keys, meaning in pairs
                if all(word in f"{title} {keys} {meaning}".casefold() for word in words)
            ]
            if found:
                lines += [Content(""), Content.assemble((title, "bold")), *found]
        return Content("\n").join(lines or [Content("Nothing in the help has these words.")])

    def _parts(self) -> Iterator[tuple[str, Sequence[tuple[str, str]]]]:
        for area, title in AREAS.items():
            yield (
                title,
                [
                    (_ways(command), command.title)
                    for command in self._commands
                    if command.area == area and self._is_available(command)
                ],
            )
        yield "In the search box", [(keys, meaning) for keys, _, meaning in box_keys()]
        yield "What a query may say", QUERY_HELP

    def _line(self, keys: str, meaning: str) -> Content:
        # Where both do not fit beside each other the meaning goes below.
        gap = f"  {keys:<24} " if self.app.size.width >= NARROW else f"  {keys}\n      "
        return Content.assemble((gap, "bold"), meaning)


def _ways(command: Command) -> str:
    ways = [keys_label(command)] if command.keys else []
    if command.name:
        ways.append(f":{command.name}" + (f" {command.argument}" if command.argument else ""))
    return "  ".join(ways)
