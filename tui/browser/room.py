"""The room itself: the `:` line, help, palette, themes, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.sorting import ORDERS
from tui.browser.adding import paths_beginning
from tui.browser.naming import UnknownCommand, parse_command
from tui.commands import COPY_IDS, SAVED_IDS
from tui.settings import DENSITIES
from tui.widgets.search_box import CommandLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tui.browser.copying import Copying
    from tui.browser.marking import Marking
    from tui.browser.saving import Saving
    from tui.browser.screen import BrowserScreen
    from tui.commands import Command


class Room:
    """Obeys the `:` line and what is not about papers.

    Args:
        screen: the screen.
        copying: knows what can be copied.
        marking: takes the words of `:tag`.
        saving: knows the names of saved searches.
    """

    def __init__(
        self, screen: BrowserScreen, copying: Copying, marking: Marking, saving: Saving
    ) -> None:
        self._screen = screen
        self._copying = copying
        self._marking = marking
        self._saving = saving

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "room.command": lambda _: self.open_command_line(""),
            "room.palette": lambda _: self._screen.app.action_command_palette(),
            "mark.tag": self._tag,
            "room.redraw": lambda _: self._screen.redraw(),
            "room.help": lambda _: self._help(),
        }

    def is_available(self, command: Command) -> bool:
        """Whether a command can do anything with what is on screen."""
        if command.id in COPY_IDS:
            return self._copying.offers(command.id.removeprefix("copy."))
        return command.id not in SAVED_IDS or self._saving.name(command) is not None

    def title(self, command: Command) -> str:
        """What a command does now."""
        return self._saving.name(command) or command.title

    def arguments(self, command: Command, typed: str) -> Sequence[str]:
        """The possible arguments of a command, for completion of what is typed."""
        if command.id == "mark.tag":
            return self._marking.known_tags(typed)
        if command.id in {"add.files", "export.file"}:
            return paths_beginning(typed)
        if command.id == "search.sort":
            return list(ORDERS)
        if command.id == "search.facets":
            return self._screen.areas.faceting.names()
        if command.id == "copy.again":
            return self._copying.offered()
        if command.id == "room.theme":
            return self._screen.areas.arranging.themes()
        if command.id == "room.density":
            return DENSITIES
        return ()

    def obey(self, line: str) -> None:
        """Do what a `:` line says; an unknown name is answered with the nearest one."""
        self.close_command_line()
        if not line.strip():
            return
        try:
            command, argument = parse_command(line)
        except UnknownCommand as unknown:
            self._screen.tell(str(unknown), trouble=True)
            return
        self._screen.run_command(command, argument)

    def close_command_line(self) -> None:
        """Put the `:` line away."""
        screen = self._screen
        screen.remove_class("-commanding")
        screen.set_focus(screen.reader if screen.has_class("-reading") else screen.paper_list)

    def open_command_line(self, text: str) -> None:
        """Show the `:` line with a text in it."""
        line = self._screen.query_one(CommandLine)
        line.value = text
        line.cursor_position = len(text)
        self._screen.add_class("-commanding")
        self._screen.set_focus(line)

    def _tag(self, words: str) -> Awaitable[None] | None:
        if words:
            return self._marking.tag(words)
        self.open_command_line("tag ")
        return None

    def _help(self) -> None:
        from tui.dialogs.help import HelpDialog

        self._screen.app.push_screen(HelpDialog(self._screen.keymap.commands, self.is_available))
