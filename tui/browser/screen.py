"""The one screen: it composes the widgets, routes what they report, and shows the state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Input, Static

from tui.browser import state as states
from tui.browser.background import Background
from tui.browser.copying import Copying
from tui.browser.messages import (
    Answered,
    Broken,
    Failed,
    PapersChanged,
    Progressed,
    SearchReady,
)
from tui.browser.naming import UnknownCommand, completer, parse_command
from tui.browser.opening import Opening
from tui.browser.state import State
from tui.commands import COMMANDS, Place, key_label
from tui.keys import Cancelled, Pending, Run, Sequencer, Unbound, normal_key
from tui.page import Page, build_page
from tui.widgets.line import KeysLine, Line
from tui.widgets.paper_list import PaperList
from tui.widgets.reader import Reader
from tui.widgets.search_box import CommandLine, SearchBox

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from index.library import Library
    from tui.clipboard import Clipboard
    from tui.commands import Command

ROOMY = 30
"""From this many lines on a stacked list has rows of two lines."""


class BrowserScreen(Screen[None]):
    """List, reader and search box over one library."""

    CSS_PATH = "browser.tcss"
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

    def __init__(self, library: Library, clipboard: Clipboard) -> None:
        super().__init__()
        self._library = library
        self._state = State(papers=library.papers.ordinals())
        self._collections: Sequence[str] = library.papers.collections()
        self._sequencer = Sequencer(COMMANDS)
        self._background = Background(library, self.post_message)
        self.copying = Copying(self, library, clipboard)
        self._opening = Opening(self, self.copying)
        self._shown_page: tuple[object, ...] = ()
        self._page = Page()
        self._handlers = self._make_handlers()

    @property
    def state(self) -> State:
        """What is shown."""
        return self._state

    # Composition and life.

    def compose(self) -> ComposeResult:
        """The frame, the panes and the lines below them."""
        yield Line(id="status")
        with Horizontal(id="search"):
            yield Static(" / ", id="slash", markup=False)
            yield SearchBox(id="box")
        yield Line(id="explanation")
        with Horizontal(id="panes"):
            yield PaperList(self._library.papers, id="list")
            yield Reader(id="reader")
        yield KeysLine(id="footer")
        with Horizontal(id="command"):
            yield Static(" :", markup=False)
            yield CommandLine(completer(self._arguments), id="line")

    def on_mount(self) -> None:
        """Show the papers that are there, then begin to work."""
        self.set_class(self.app.no_color, "-no-color")
        self._arrange(self.app.size.width, self.app.size.height)
        self._list.show(self._state.rows)
        self._repaint()
        self.call_after_refresh(self._background.start)

    def on_unmount(self) -> None:
        """Stop working."""
        self._background.close()

    def on_resize(self, event: events.Resize) -> None:
        """Arrange the panes for the new size."""
        self._arrange(event.size.width, event.size.height)

    def _arrange(self, width: int, height: int) -> None:
        wide = width >= 100
        self.set_class((not wide and (width < 60 or height < 12)) or height < 8, "-single")
        self._list.compact = height < 20 or (not wide and height < ROOMY)
        self._repaint_footer()

    # What widgets and threads report.

    @on(Input.Changed, "#box")
    def _typed(self, event: Input.Changed) -> None:
        self._become(states.typed(self._state, event.value))
        if self._state.is_ready and self._state.query.strip():
            self._background.search(self._state.generation, self._state.query)

    @on(Input.Submitted, "#box")
    def _submitted(self) -> None:
        if self._state.answered == self._state.generation or not self._state.is_ready:
            self._list.focus()
        else:
            self._become(replace(self._state, enter_waits=True))

    @on(SearchBox.Moved)
    def _moved_from_box(self, event: SearchBox.Moved) -> None:
        self._list.cursor += event.rows

    @on(SearchBox.Left)
    def _left_box(self) -> None:
        if self._box.value:
            self._box.value = ""
        else:
            self._list.focus()

    @on(PaperList.Highlighted)
    def _highlighted(self, event: PaperList.Highlighted) -> None:
        self._become(states.moved(self._state, event.index))

    @on(PaperList.Opened)
    def _opened(self) -> None:
        self._read()

    @on(Reader.LinkClicked)
    async def _clicked(self, event: Reader.LinkClicked) -> None:
        await self._opening.open(event.url)

    @on(CommandLine.Left)
    def _left_command_line(self) -> None:
        self._close_command_line()

    @on(Input.Submitted, "#line")
    async def _commanded(self, event: Input.Submitted) -> None:
        self._close_command_line()
        if not event.value.strip():
            return
        try:
            command, argument = parse_command(event.value)
        except UnknownCommand as unknown:
            self.tell(str(unknown), trouble=True)
            return
        await self.run_command(command, argument)

    @on(Progressed)
    def _progressed(self, event: Progressed) -> None:
        self._become(replace(self._state, activity=event.activity))

    @on(PapersChanged)
    def _papers_changed(self) -> None:
        self._collections = self._library.papers.collections()
        self._become(states.with_papers(self._state, self._library.papers.ordinals()))

    @on(SearchReady)
    def _search_ready(self, event: SearchReady) -> None:
        self._become(replace(self._state, activity="", is_ready=True))
        if event.repaired:
            self.tell(f"The search index was made anew: {event.repaired}")
        if self._state.query.strip():
            self._search_again()

    @on(Answered)
    def _answered(self, event: Answered) -> None:
        waits = self._state.enter_waits
        self._become(states.answered(self._state, event.generation, event.found))
        if waits and self._state.answered == self._state.generation:
            self._become(replace(self._state, enter_waits=False))
            self._list.focus()

    @on(Failed)
    def _failed(self, event: Failed) -> None:
        self._become(replace(self._state, activity=""))
        self.tell(event.text, trouble=True)

    @on(Broken)
    def _broken(self, event: Broken) -> None:
        raise event.error

    def on_descendant_focus(self) -> None:
        """The place of the keyboard follows the focus."""
        self._cancel_prefix()
        place = Place.READER if self.focused is self._reader else Place.LIST
        self._become(replace(self._state, place=place))

    # Keys and commands.

    async def on_key(self, event: events.Key) -> None:
        """Feed the sequencer with every key that no text box took."""
        if isinstance(self.focused, Input):
            return
        outcome = self._sequencer.feed(normal_key(event.key, event.character), self._state.place)
        match outcome:
            case Run(command):
                self._show_prefix(None)
                event.stop()
                event.prevent_default()
                await self.run_command(command)
            case Pending():
                self._show_prefix(outcome)
                event.stop()
                event.prevent_default()
            case Cancelled(prefix, key):
                self._show_prefix(None)
                event.stop()
                event.prevent_default()
                if key != "escape":
                    self.tell(f"{key_label(prefix)}{key_label(key)} is no command")
            case Unbound():
                pass

    async def run_command(self, command: Command, argument: str = "") -> None:
        """Do what a command says, with the argument given on the `:` line."""
        if command.area == "copy" and command.id not in self._handlers:
            await self.copying.copy(command.id.removeprefix("copy."))
            return
        done = self._handlers[command.id](argument)
        if done is not None:
            await done

    def is_available(self, command: Command) -> bool:
        """Whether a command can do anything with what is on screen."""
        if command.area == "copy" and command.id not in self._handlers:
            return self.copying.offers(command.id.removeprefix("copy."))
        return True

    def _make_handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        return {
            "move.down": lambda _: self._move(1),
            "move.up": lambda _: self._move(-1),
            "move.half_down": lambda _: self._move(self._page_size() // 2),
            "move.half_up": lambda _: self._move(-(self._page_size() // 2)),
            "move.page_down": lambda _: self._move(self._page_size()),
            "move.page_up": lambda _: self._move(-self._page_size()),
            "move.first": lambda _: self._move(-len(self._state.rows) - len(self._page.text)),
            "move.last": lambda _: self._move(len(self._state.rows) + len(self._page.text)),
            "search.box": self._open_box,
            "search.clear": lambda _: self._clear(),
            "search.next": lambda _: self._step_match(1),
            "search.previous": lambda _: self._step_match(-1),
            "read.open": lambda _: self._read(),
            "read.back": lambda _: self._back(),
            "read.page": lambda _: self._page_on(),
            "read.sentence": lambda _: self._step_sentence(1),
            "read.sentence_back": lambda _: self._step_sentence(-1),
            "read.raw": lambda _: self._become(replace(self._state, raw=not self._state.raw)),
            "read.link": lambda _: self._open_link(),
            "select.toggle": lambda _: self._toggle(),
            "select.none": lambda _: self._become(replace(self._state, selected=frozenset())),
            "copy.again": self._copy_again,
            "copy.history": lambda _: self.copying.history(),
            "room.command": lambda _: self._open_command_line(),
            "room.palette": lambda _: self.app.action_command_palette(),
            "room.theme": self._set_theme,
            "room.redraw": lambda _: self._redraw(),
            "room.help": lambda _: self._help(),
            "room.back": lambda _: self._back_or_quit(),
            "room.quit": lambda _: self.app.exit(),
        }

    # Moving and reading.

    def _move(self, rows: int) -> None:
        if self._state.place is Place.READER:
            self._reader.scroll_lines(rows)
        else:
            self._list.cursor += rows

    def _page_size(self) -> int:
        if self._state.place is Place.READER:
            return max(2, self._reader.scrollable_content_region.height - 1)
        return max(2, self._list.page_rows - 1)

    def _read(self) -> None:
        if self._state.current is not None:
            self.add_class("-reading")
            self._reader.focus()

    def _back(self) -> None:
        if self._state.place is Place.READER:
            self._to_list()
        elif self._state.query:
            self._clear()
        elif self._state.selected:
            self._become(replace(self._state, selected=frozenset()))

    def _back_or_quit(self) -> None:
        if self._state.place is Place.READER:
            self._to_list()
        else:
            self.app.exit()

    def _to_list(self) -> None:
        self.remove_class("-reading")
        self._list.focus()

    def _page_on(self) -> None:
        if not self._reader.page_down() and self._state.cursor + 1 < len(self._state.rows):
            self._list.cursor += 1

    def _step_match(self, step: int) -> None:
        position = states.stepped(self._state.match, len(self._page.matches), step)
        if position is None:
            self.tell("No match in this paper")
        else:
            self._become(replace(self._state, match=position))

    def _step_sentence(self, step: int) -> None:
        if self._state.raw:
            self.tell("The source has no sentence cursor: z shows the rendered text")
            return
        position = self._state.sentence
        count = len(self._page.sentences)
        if position is not None and count:
            position = max(0, min(position + step, count - 1))
        else:
            position = states.stepped(None, count, 1)
        self._become(replace(self._state, sentence=position))

    async def _open_link(self) -> None:
        if (ordinal := self._state.current) is None:
            return
        own = [link.url for link in self._library.papers.paper(ordinal).links]
        found = self._library.papers.forms(ordinal).links
        await self._opening.open_one_of(list(dict.fromkeys([*own, *found])))

    # Searching and selecting.

    def _open_box(self, query: str) -> None:
        self._to_list()
        if query:
            self._box.value = query
        self._box.cursor_position = len(self._box.value)
        self._box.focus()

    def _clear(self) -> None:
        self._box.value = ""

    def _search_again(self) -> None:
        self._become(states.asked_again(self._state))
        self._background.search(self._state.generation, self._state.query)

    def _toggle(self) -> None:
        after = states.toggled(self._state)
        self._become(replace(after, cursor=self._state.cursor))
        self._list.cursor = after.cursor

    # The room.

    async def _copy_again(self, style: str) -> None:
        if style:
            await self.copying.copy(style)
        else:
            await self.copying.again()

    def _open_command_line(self) -> None:
        line = self.query_one(CommandLine)
        line.value = ""
        self.add_class("-commanding")
        line.focus()

    def _close_command_line(self) -> None:
        self.remove_class("-commanding")
        (self._reader if self.has_class("-reading") else self._list).focus()

    def _arguments(self, command: Command) -> Sequence[str]:
        if command.id == "copy.again":
            from index.citations import STYLES

            return [name for name in sorted(STYLES) if self.copying.offers(name)]
        if command.id == "room.theme":
            return sorted(self.app.available_themes)
        return ()

    def _set_theme(self, name: str) -> None:
        if not name:
            name = "textual-light" if self.app.current_theme.dark else "textual-dark"
        if name in self.app.available_themes:
            self.app.theme = name
        else:
            self.tell(f"no theme {name}: Tab after :theme shows them", trouble=True)

    def _redraw(self) -> None:
        self._list.forget_rows()
        self._shown_page = ()
        self._repaint()
        self.app.refresh(repaint=True, layout=True)
        if self._state.query.strip() and self._state.is_ready:
            self._search_again()

    def _help(self) -> None:
        from tui.dialogs.help import HelpDialog

        self.app.push_screen(HelpDialog(self.is_available))

    def targets(self) -> tuple[int, ...]:
        """The papers that the next act is about, in list order."""
        return self._state.targets

    def sentence(self) -> str | None:
        """The text of the sentence under the cursor."""
        if self._state.sentence is None:
            return None
        start, end = self._page.sentences[self._state.sentence]
        return self._page.text[start:end]

    def tell(self, text: str, *, trouble: bool = False) -> None:
        """Say something in one line."""
        self.app.notify(text, severity="warning" if trouble else "information", markup=False)

    # Showing the state.

    @property
    def _list(self) -> PaperList:
        return self.query_one("#list", PaperList)

    @property
    def _reader(self) -> Reader:
        return self.query_one("#reader", Reader)

    @property
    def _box(self) -> SearchBox:
        return self.query_one("#box", SearchBox)

    def _become(self, state: State) -> None:
        before, self._state = self._state, state
        if state == before:
            return
        if state.rows is not before.rows or state.found is not before.found:
            self._list.show(
                state.rows, state.cursor, state.found.highlight if state.found else None
            )
        if state.selected != before.selected:
            self._list.mark_selected(state.selected)
        self._repaint()

    def _repaint(self) -> None:
        state = self._state
        self.query_one("#status", Line).show(*states.status_line(state, self._collections))
        self.query_one("#explanation", Line).show(states.explanation_line(state))
        self._repaint_footer()
        self._show_page()

    def _repaint_footer(self) -> None:
        if not self._sequencer.is_pending:
            pairs = [
                (key_label(command.keys[0]), command.footer)
                for command in COMMANDS
                if command.footer and command.keys and self._state.place in command.places
            ]
            pairs.insert(-1, ("y", "copy"))
            self.query_one(KeysLine).show(pairs)

    def _show_page(self) -> None:
        state = self._state
        if state.current is None:
            self._page, self._shown_page = Page(), ()
            self._reader.show(self._page)
            return
        shown = (state.current, state.raw, state.found)
        if shown != self._shown_page:
            same_paper = self._shown_page[:1] == shown[:1]
            self._shown_page = shown
            papers = self._library.papers
            self._page = build_page(
                papers.paper(state.current),
                papers.forms(state.current),
                raw=state.raw,
                highlight=state.found.highlight if state.found else None,
            )
            self._reader.show(self._page, keep_place=same_paper)
        match = state.match if (state.match or 0) < len(self._page.matches) else None
        sentence = state.sentence if (state.sentence or 0) < len(self._page.sentences) else None
        self._reader.mark(match=match, sentence=sentence)

    def _show_prefix(self, pending: Pending | None) -> None:
        self.set_class(pending is not None, "-pending")
        if pending is None:
            self._repaint_footer()
            return
        pairs = [
            (key_label(key), command.title.removeprefix("Copy "))
            for key, command in pending.continuations
            if self.is_available(command)
        ]
        self.query_one(KeysLine).show(pairs, f"{key_label(pending.prefix)} … ")

    def _cancel_prefix(self) -> None:
        if self._sequencer.is_pending:
            self._sequencer.cancel()
            self._show_prefix(None)
