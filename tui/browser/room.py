"""The room itself: the `:` line, help, palette, themes, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser.naming import UnknownCommand, parse_command
from tui.widgets.search_box import CommandLine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tui.browser.screen import BrowserScreen
    from tui.commands import Command


class Room:
    """Obeys the `:` line and what is not about papers.

    Args:
        screen: the screen.
    """

    def __init__(self, screen: BrowserScreen) -> None:
        self._screen = screen

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "room.command": lambda _: self._open_command_line(),
            "room.palette": lambda _: self._screen.app.action_command_palette(),
            "room.theme": self._set_theme,
            "room.help": lambda _: self._help(),
            "room.quit": lambda _: self._screen.leave(),
        }

    def arguments(self, command: Command) -> Sequence[str]:
        """The possible arguments of a command, for completion."""
        if command.id == "copy.again":
            return self._screen.copying.offered()
        if command.id == "room.theme":
            return sorted(self._screen.app.available_themes)
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

    def _open_command_line(self) -> None:
        line = self._screen.query_one(CommandLine)
        line.value = ""
        self._screen.add_class("-commanding")
        self._screen.set_focus(line)

    def _set_theme(self, name: str) -> None:
        app = self._screen.app
        if not name:
            name = "textual-light" if app.current_theme.dark else "textual-dark"
        if name in app.available_themes:
            app.theme = name
        else:
            self._screen.tell(f"no theme {name}: Tab after :theme shows them", trouble=True)

    def _help(self) -> None:
        from tui.dialogs.help import HelpDialog

        self._screen.app.push_screen(HelpDialog(self._screen.is_available))
