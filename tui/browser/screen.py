"""The one screen: it composes the widgets, routes what they report, and shows the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.screen import Screen
from textual.widgets import Input, Static

from tui.browser import state as states
from tui.browser.areas import Areas
from tui.browser.frame import Frame
from tui.browser.keyboard import Keyboard
from tui.browser.levels import ACTS
from tui.browser.messages import (
    Answered,
    Broken,
    Failed,
    MarksChanged,
    PapersChanged,
    PapersSettled,
    Progressed,
    SearchReady,
    ShelfRead,
    Told,
)
from tui.browser.naming import completer
from tui.browser.pages import Pages
from tui.browser.picking import FOOTER
from tui.browser.shelving import LOOK_SECONDS
from tui.browser.state import State
from tui.commands import Place
from tui.widgets.line import Bar, KeysLine, Line
from tui.widgets.panes import Panes
from tui.widgets.paper_list import PaperList
from tui.widgets.reader import Reader
from tui.widgets.search_box import CommandLine, SearchBox

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from index.library import Library
    from tui.choices import Preferences
    from tui.commands import Command
    from tui.keymap import KeyMap
    from tui.keys import Pending
    from tui.page import Page
    from tui.settings import Settings


class BrowserScreen(Screen[None]):
    """List, reader and search box over one library.

    Args:
        library: an open library.
        write_terminal: writes a control sequence to the terminal.
        settings: what the user has chosen.
        keymap: which keys run which commands.
        preferences: what was chosen on the screen.
        picking: the query to begin with if the visit is for picking papers, else `None`.
    """

    BINDINGS: ClassVar[list[BindingType]] = []
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (60, "-stacked"),
        (100, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-tiny"),
        (8, "-short"),
        (12, "-plain"),
        (20, "-full"),
    ]
    AUTO_FOCUS = "#list"

    def __init__(
        self,
        library: Library,
        write_terminal: Callable[[str], None],
        settings: Settings,
        keymap: KeyMap,
        preferences: Preferences,
        picking: str | None = None,
    ) -> None:
        super().__init__()
        self._picking = picking
        self.library = library
        self.keymap = keymap
        self._state = State(papers=library.papers.ordinals())
        self._collections: Sequence[str] = library.papers.collections()
        self._keyboard = Keyboard(self)
        self.areas = Areas(
            self, library, write_terminal, settings, preferences, picking=picking is not None
        )
        self.frame = Frame(self, FOOTER if picking is not None else {})
        self._is_painted = False
        self._pages = Pages(self, library.papers)

    @property
    def page(self) -> Page:
        """What the reader shows."""
        return self._pages.current

    @property
    def state(self) -> State:
        """What is shown."""
        return self._state

    # Composition and life.

    def compose(self) -> ComposeResult:
        """The frame, the panes and the lines below them."""
        yield Line(id="status")
        with Bar(id="search"):
            yield Static(" / ", id="slash", markup=False)
            yield SearchBox(id="box")
        yield Line(id="explanation")
        with Panes(id="panes"):
            yield PaperList(self.library.papers, id="list")
            yield Reader(id="reader")
        yield KeysLine(id="footer")
        with Bar(id="command"):
            yield Static(" :", markup=False)
            yield CommandLine(completer(self.areas.room.arguments), id="line")

    def on_mount(self) -> None:
        """Show the papers that are there, then begin to work."""
        self.areas.arranging.arrange()
        self.paper_list.show(self._state.rows)
        self.areas.arranging.show_hint()
        self.frame.repaint(self._state, self._collections)
        # The reader can wait: the list is what the first look is for.
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        self._is_painted = True
        self._pages.show()
        self.areas.background.start()
        self.set_interval(LOOK_SECONDS, self.areas.shelving.look)
        if self._picking:
            self.areas.asking.fill(self._picking)

    def on_unmount(self) -> None:
        """Stop working, but keep first what was asked for."""
        self.areas.background.close()
        self.areas.faceting.close()
        self.areas.shelving.close()

    def on_resize(self) -> None:
        """Arrange the panes for the new size."""
        self.areas.arranging.arrange()
        self.frame.repaint_footer(self._state)

    # What widgets and threads report.

    @on(Input.Changed, "#box")
    def _typed(self, event: Input.Changed) -> None:
        self.become(states.typed(self._state, event.value))
        self.areas.asking.ask()

    @on(Input.Submitted, "#box")
    def _submitted(self) -> None:
        self.act(self.areas.saving.remember(self._state.query))
        if self._state.answered == self._state.generation or not self._state.is_ready:
            self._leave_box()
        else:
            self.become(self._state._replace(enter_waits=True))

    @on(SearchBox.Moved)
    def _moved_from_box(self, event: SearchBox.Moved) -> None:
        self.move_to(self._state.cursor + event.rows)

    @on(SearchBox.Left)
    def _escaped_box(self) -> None:
        if self._state.query:
            self.areas.asking.clear()
            self._keyboard.release()
        else:
            self._leave_box()

    @on(SearchBox.Recalled)
    def _recalled_query(self, event: SearchBox.Recalled) -> None:
        self.areas.saving.walk(event.step)

    @on(SearchBox.Accepted)
    def _accepted(self) -> None:
        self.areas.asking.accept()

    @on(PaperList.Clicked)
    def _clicked_paper(self, event: PaperList.Clicked) -> None:
        if event.index == self._state.cursor or event.twice:
            self.move_to(event.index)
            self.areas.reading.read()
        else:
            self.move_to(event.index)

    @on(Panes.Dragged)
    def _dragged_border(self, event: Panes.Dragged) -> None:
        self.areas.arranging.drag(event.share, done=event.done)

    @on(Reader.LinkClicked)
    def _clicked_link(self, event: Reader.LinkClicked) -> None:
        self.act(self.areas.opening.open(event.url))

    @on(CommandLine.Left)
    def _left_command_line(self) -> None:
        self.areas.room.close_command_line()
        self._keyboard.release()

    @on(Input.Submitted, "#line")
    def _commanded(self, event: Input.Submitted) -> None:
        self.areas.room.obey(event.value)
        self._keyboard.release()

    @on(Progressed)
    def _progressed(self, event: Progressed) -> None:
        self.become(self._state._replace(activity=event.activity))

    @on(PapersChanged)
    def _papers_changed(self) -> None:
        papers = self.library.papers
        self._collections = papers.collections()
        self.paper_list.forget_rows()
        self._pages.forget()
        shown_as = {full: paper for paper, full in papers.joined.pairs().items()}
        self.become(states.with_papers(self._state, papers.ordinals(), shown_as))

    @on(PapersSettled)
    def _papers_settled(self) -> None:
        self.areas.matching.look()
        if self._state.is_ready:
            self.areas.background.renew()

    @on(MarksChanged)
    def _marks_changed(self) -> None:
        self.areas.marking.show()
        self.act(self.areas.saving.reload())

    @on(ShelfRead)
    def _shelf_read(self, event: ShelfRead) -> None:
        self.areas.marking.show()
        self.areas.saving.use(event.searches, event.queries)
        self.areas.matching.look()

    @on(Told)
    def _told(self, event: Told) -> None:
        self.areas.marking.show()
        self.tell(event.text)

    @on(SearchReady)
    def _search_ready(self, event: SearchReady) -> None:
        self.become(self._state._replace(activity="", is_ready=True))
        if event.repaired:
            self.tell(f"The search index was made anew: {event.repaired}")
        self.areas.asking.again()
        self.areas.faceting.again()

    @on(Answered)
    def _answered(self, event: Answered) -> None:
        waits = self._state.enter_waits
        self.become(states.answered(self._state, event.generation, event.found))
        if waits and self._state.answered == self._state.generation:
            self._leave_box()

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self.become(self._state._replace(activity=""))
        self.tell(event.text, trouble=True)
        if self._state.enter_waits:
            self._leave_box()

    @on(Broken)
    def _broken(self, event: Broken) -> None:
        raise event.error

    def on_descendant_focus(self) -> None:
        """The footer follows the focus."""
        self._keyboard.cancel_prefix()
        self.become(self._state._replace(place=self.place))

    # Keys and commands.

    def take_key(self, event: events.Key) -> bool:
        """Take a key before any widget sees it; whether it is used up."""
        return self._keyboard.take(event)

    def forward(self, event: events.Key) -> None:
        """Hand a key to the widget that has the focus, in a dialog if one is open."""
        # Textual has no public way to hand on a key that was held back.
        (self.app.focused or self.app.screen)._forward_event(event)  # noqa: SLF001

    def show_prefix(self, pending: Pending | None) -> None:
        """Show what continues a held prefix, or the footer again."""
        self.frame.show_prefix(pending, self._state)

    def run_command(self, command: Command, argument: str = "") -> None:
        """Do what a command says, with the argument given on the `:` line.

        What takes long goes on by itself; `leave` waits for it.
        """
        done = self.areas.do(command, argument)
        if done is not None:
            self.act(done)

    def act(self, done: Awaitable[None]) -> None:
        """Let something go on by itself; `leave` waits for it."""
        self.run_worker(done, group=ACTS)

    # Levels, searching and selecting.

    @property
    def place(self) -> Place:
        """Where the keyboard is."""
        if isinstance(self.focused, Input):
            return Place.BOX
        return Place.READER if self.focused is self.reader else Place.LIST

    def move_to(self, index: int) -> None:
        """Put the cursor on another row."""
        self.become(states.moved(self._state, index))

    def _leave_box(self) -> None:
        self.become(self._state._replace(enter_waits=False))
        self.areas.levels.to_list()
        self._keyboard.release()

    def redraw(self) -> None:
        """Paint everything anew, and ask the same question again."""
        self.paper_list.forget_rows()
        self._pages.forget()
        self._repaint()
        self.app.refresh(repaint=True, layout=True)
        self.areas.asking.again()

    # What the actions ask of the screen.

    def targets(self) -> tuple[int, ...]:
        """The papers that the next act is about, in list order."""
        return self._state.targets

    def sentence(self) -> str | None:
        """The text of the sentence under the cursor."""
        if self._state.sentence is None:
            return None
        start, end = self.page.sentences[self._state.sentence]
        return self.page.text[start:end]

    def tell(self, text: str, *, trouble: bool = False) -> None:
        """Say something in one line."""
        self.app.notify(text, severity="warning" if trouble else "information", markup=False)

    # Showing the state.

    @property
    def paper_list(self) -> PaperList:
        """The list of papers."""
        return self.query_one("#list", PaperList)

    @property
    def reader(self) -> Reader:
        """The reader."""
        return self.query_one("#reader", Reader)

    @property
    def box(self) -> SearchBox:
        """The search box."""
        return self.query_one("#box", SearchBox)

    def become(self, state: State) -> None:
        """Take on a new state and show what is different in it."""
        before, self._state = self._state, state
        if state.rows is not before.rows or state.found is not before.found:
            found = state.found
            self.paper_list.show(
                state.rows,
                state.cursor,
                found.highlight if found else None,
                near=found.near if found else 0,
            )
        elif state.cursor != before.cursor:
            self.paper_list.cursor = state.cursor
        if state.marks is not before.marks:
            self.paper_list.show_marks(state.marks)
        if state.selected != before.selected:
            self.paper_list.mark_selected(state.selected)
        self._repaint(wait=state.found is not before.found)

    def _repaint(self, *, wait: bool = False) -> None:
        self.frame.repaint(self._state, self._collections)
        if self._is_painted and not wait:
            self._pages.show()
        elif self._is_painted:
            self._pages.show_soon()
