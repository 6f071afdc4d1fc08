"""The review of matches: an untitled paper and a full record side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from index.importers.shingles import differing
from index.matches import SURE, beyond_doubt
from index.names import full_name
from tui.glyphs import glyphs
from tui.page import source_line

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from index.matches import Match
    from index.store import PaperStore

DIFFERENT = "bold underline"
"""How words are shown that the other abstract has not in their place."""


class MatchesDialog(ModalScreen[None]):
    """Shows matches one after the other, and hands over those that are accepted.

    Args:
        papers: where both records are.
        offered: the matches, at least one.
        accept: has some of them accepted; returns at once.
    """

    DEFAULT_CSS = """
    MatchesDialog { align: center middle; }
    MatchesDialog > Vertical {
        width: 100%; max-width: 160; height: 100%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    MatchesDialog #match { height: 1; text-style: bold; }
    MatchesDialog VerticalScroll { height: 1fr; scrollbar-size-vertical: 1; }
    MatchesDialog #both { height: auto; layout: vertical; }
    MatchesDialog #both Static { width: 1fr; height: auto; margin: 0 0 1 0; }
    MatchesDialog.-wide #both { layout: horizontal; }
    MatchesDialog.-wide #both Static { margin: 0 1; }
    MatchesDialog #share { height: 1; display: none; }
    MatchesDialog.-asking #share { display: block; }
    MatchesDialog #share Static { width: auto; }
    MatchesDialog #share { layout: horizontal; }
    MatchesDialog Input, MatchesDialog Input:focus {
        width: 6; height: 1; border: none; padding: 0; background: $surface;
    }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-stacked"), (100, "-wide")]  # noqa: RUF012 - as Textual has it
    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,a", "accept", show=False),
        Binding("A", "ask", show=False),
        Binding("n,space", "step(1)", show=False),
        Binding("p", "step(-1)", show=False),
        Binding("j", "scroll_by(1)", show=False),
        Binding("k", "scroll_by(-1)", show=False),
        Binding("escape,q", "leave", show=False),
    ]

    def __init__(
        self,
        papers: PaperStore,
        offered: Sequence[Match],
        accept: Callable[[Sequence[Match]], None],
    ) -> None:
        super().__init__()
        self._papers = papers
        self._offered = list(offered)
        self._accept = accept
        self._at = 0

    def compose(self) -> ComposeResult:
        """What the match is, both records, and the line that asks from which share on."""
        with Vertical() as frame:
            frame.border_title = "Titles for untitled papers"
            enter = glyphs().keys["enter"]
            frame.border_subtitle = f"{enter} accept  n p  A all  Esc done"
            yield Static(id="match", markup=False)
            with VerticalScroll(), Container(id="both"):
                yield Static(id="paper", markup=False)
                yield Static(id="full", markup=False)
            with Container(id="share"):
                yield Static("Accept all from percent: ", markup=False)
                yield Input(f"{SURE:.0%}".removesuffix("%"), type="integer", max_length=3)

    def on_mount(self) -> None:
        """Show the first match."""
        self._show()

    def action_step(self, step: int) -> None:
        """Show the next match, or the previous one, around the ends."""
        self._at = (self._at + step) % len(self._offered)
        self._show()

    def action_scroll_by(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_accept(self) -> None:
        """Accept the match that is shown."""
        self._take([self._offered[self._at]])

    def action_ask(self) -> None:
        """Ask from which share on all are to be accepted."""
        self.add_class("-asking")
        self.query_one(Input).focus()

    def action_leave(self) -> None:
        """Put the question away, else the dialog."""
        if self.has_class("-asking"):
            self._answered()
        else:
            self.dismiss(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Accept all from the share on that was asked for."""
        event.stop()
        percent = int(event.value) if event.value.isascii() and event.value.isdigit() else 0
        if not 0 < percent <= 100:
            self.app.notify("A percentage is from 1 to 100", severity="warning", markup=False)
            return
        self._answered()
        if found := beyond_doubt(self._offered, percent / 100):
            self._take(found)
        else:
            text = f"No match is the same to {percent} % beyond doubt"
            self.app.notify(text, markup=False)

    def _answered(self) -> None:
        self.remove_class("-asking")
        self.query_one(VerticalScroll).focus()

    def _take(self, matches: Sequence[Match]) -> None:
        """Hand matches over; what the same papers and records were in is no match any more."""
        self._accept(matches)
        papers = {match.ordinal for match in matches}
        full = {match.full_ordinal for match in matches}
        before = self._offered[: self._at]
        self._offered = [
            match
            for match in self._offered
            if match.ordinal not in papers and match.full_ordinal not in full
        ]
        self._at = sum(match in self._offered for match in before)
        self._show()

    def _show(self) -> None:
        match = self._next_there()
        if match is None:
            self.dismiss(None)
            return
        said = "the same abstract" if match.is_same else "similar, perhaps another version"
        place = f"{self._at + 1} of {len(self._offered)}"
        said = f" {glyphs().dot} ".join((place, f"{match.containment:.0%}", said))
        self.query_one("#match", Static).update(Content(said))
        plain = (
            self._papers.forms(match.ordinal).plain,
            self._papers.forms(match.full_ordinal).plain,
        )
        for name, ordinal, text, ranges in zip(
            ("#paper", "#full"), match[:2], plain, differing(*plain), strict=True
        ):
            self.query_one(name, Static).update(self._record(ordinal, text, ranges))
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _next_there(self) -> Match | None:
        """The match at hand, or the next one of which another window has left both records."""
        while self._offered:
            self._at %= len(self._offered)
            match = self._offered[self._at]
            if len(self._papers.rows(match[:2])) == 2:
                return match
            del self._offered[self._at]
        return None

    def _record(self, ordinal: int, plain: str, different: Sequence[tuple[int, int]]) -> Content:
        paper, forms = self._papers.paper(ordinal), self._papers.forms(ordinal)
        heading = forms.heading or forms.gist
        people = ", ".join(map(full_name, paper.authors)) or "no authors known"
        head = f"{heading}\n{people}\n{source_line(paper)} {glyphs().dot} {paper.source.file}\n"
        content = Content(f"{head}\n{plain}").stylize("bold", 0, len(heading))
        start = len(head) + 1
        for first, last in different:
            content = content.stylize(DIFFERENT, start + first, start + last)
        return content
