"""The application: a screen, a guard at the way out, and an orderly end."""

from __future__ import annotations

import asyncio
import signal
import sys
import time
import traceback
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Provider
from textual.content import Content
from textual.filter import LineFilter, NoColor

from index.clean import visible
from index.paths import private_folder
from tui.browser.screen import BrowserScreen
from tui.choices import Preferences
from tui.commands import keys_label
from tui.filters import ControlGuard, Transcription
from tui.glyphs import ASCII, UNICODE, use_glyphs
from tui.keymap import KeyMap
from tui.keys import TakesKeys
from tui.settings import Settings, nearest
from tui.terminals import is_unicode
from tui.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from textual.command import Hits
    from textual.driver import Driver
    from textual.screen import Screen

    from index.library import Library
    from tui.commands import Command

SECONDS_A_PROBLEM = 6.0
"""How long a line on a mistake in the settings can be read."""
SWITCH_SECONDS = 0.0005
"""How often threads take turns: the searching thread must not hold up the keys."""


class ReadingRoom(App[tuple[int, ...]]):
    """Opens the one screen on a library; its result is what was picked.

    Args:
        library: an open library; the caller closes it.
        settings: what the user has chosen.
        problems: lines to tell at the beginning.
        picking: the query to begin with if the visit is for picking papers, else `None`.
        encoding: that of the terminal.
    """

    TITLE = "readingroom"
    CSS_PATH = "browser/browser.tcss"
    COMMAND_PALETTE_BINDING = "ctrl+o"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", "Quit", show=False, priority=True),
    ]

    def __init__(
        self,
        library: Library,
        settings: Settings | None = None,
        problems: Sequence[str] = (),
        picking: str | None = None,
        encoding: str = "utf-8",
    ) -> None:
        super().__init__()
        self._picking = picking
        self.library = library
        self._settings = settings or Settings()
        self._own_keys = KeyMap(self._settings.keys)
        self._preferences = Preferences(self._settings, library.paths.choices_file)
        config = library.paths.config_file
        self._problems = [*problems, *(f"{config}: {line}" for line in self._own_keys.problems)]
        if self._preferences.problem:
            self._problems.append(self._preferences.problem)
        plain = bool(self._settings.ascii)
        use_glyphs(ASCII if plain else UNICODE)
        self._line_filters: Sequence[LineFilter] = (
            *([NoColor()] if self.no_color else []),
            ControlGuard(),
            # Plain text costs nothing here, and most of what is shown is plain.
            *([Transcription(encoding, decorated=not plain)]
              if plain or not is_unicode(encoding) else []),
        )  # fmt: skip
        self._use_theme(self._preferences.theme)
        self.crash_report: Path | None = None
        self.crash: BaseException | None = None

    def _use_theme(self, name: str) -> None:
        """Begin with a theme, before there is a style sheet that would have to be made anew."""
        for theme in THEMES:
            self.register_theme(theme)
        if name not in self.available_themes:
            known = [theme.name for theme in THEMES]
            hint = nearest(name, list(self.available_themes)) or f"known are {', '.join(known)}"
            self._problems.append(f"{self.library.paths.config_file}: no theme {name!r}; {hint}")
            name = Settings().theme
        self.set_reactive(ReadingRoom.theme, name)
        self.stylesheet.set_variables(self.get_css_variables())
        dark = self.current_theme.dark
        self.set_class(dark, "-dark-mode", update=False)
        self.set_class(not dark, "-light-mode", update=False)
        self.set_class(self._tells_by_reverse, "-reverse", update=False)

    @property
    def _tells_by_reverse(self) -> bool:
        """Whether reverse video tells what colours would: there are none of our own."""
        return self.no_color or self.current_theme.ansi

    def watch_theme(self) -> None:
        """Take on the looks of another theme."""
        self.set_class(self._tells_by_reverse, "-reverse", update=False)

    def get_driver_class(self) -> type[Driver]:
        """The driver of the platform; on a Unix terminal one that outlives it."""
        found = super().get_driver_class()
        if found.__name__ != "LinuxDriver":
            return found
        from tui.driver import LastingDriver

        return LastingDriver

    def get_default_screen(self) -> Screen[None]:
        """The reading room itself."""
        return BrowserScreen(
            self.library,
            self._write_terminal,
            self._settings,
            self._own_keys,
            self._preferences,
            self._picking,
        )

    def on_mount(self) -> None:
        """Give the terminal back whatever ends us, and keep the keys quick."""
        sys.setswitchinterval(SWITCH_SECONDS)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._end_by_signal, number)
        self._tell_problems()

    def _tell_problems(self) -> None:
        """Tell all that is wrong in one message, long enough to be read, a line on each."""
        if self._problems:
            # The name of the file stands above the lines, not before each of them.
            config = f"{self.library.paths.config_file}: "
            lines = [problem.removeprefix(config) for problem in self._problems]
            self.notify(
                "\n".join(map(visible, lines)),
                title=visible(config) if lines != self._problems else "",
                severity="warning",
                timeout=SECONDS_A_PROBLEM * (1 + len(lines)),
                markup=False,
            )

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The guard, and no colours at all where the user wants none.

        Textual's own filter turns the terminal's sixteen colours into others. Nothing here uses
        them, and every line of every frame would pay for it.
        """
        return self._line_filters

    def copy_to_clipboard(self, text: str) -> None:
        """Send text that was selected with the mouse by the same routes as any copy."""
        screen = self.screen_stack[0]
        if isinstance(screen, BrowserScreen):
            screen.act(screen.areas.copying.send(text, "selected text"))

    async def on_event(self, event: events.Event) -> None:
        """Keys go to the screen first, one after the other."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            screen = self.screen
            if isinstance(screen, TakesKeys) and screen.take_key(event):
                return
        await super().on_event(event)

    def action_leave(self) -> None:
        """End the visit by the same way as `q`."""
        screen = self.screen_stack[0]
        if isinstance(screen, BrowserScreen):
            screen.areas.levels.leave()

    def _end_by_signal(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _write_terminal(self, sequence: str) -> None:
        if self._driver is not None:
            self._driver.write(sequence)

    def _handle_exception(self, error: Exception) -> None:
        # A traceback is for developers: it goes into a file, and the caller names that.
        if self.crash is None:
            self.crash = error
            self.crash_report = self._report(error)
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self._return_code = 1
            self._close_messages_no_wait()

    def _report(self, error: BaseException) -> Path | None:
        try:
            folder = private_folder(self.library.paths.cache)
            path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}.txt"
            path.touch(mode=0o600)
            path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        except OSError:
            return None
        return path


class RoomCommands(Provider):
    """The commands of the table, for the palette."""

    async def discover(self) -> Hits:
        """Every command that can do something now."""
        for command, screen in self._commands():
            yield DiscoveryHit(
                Content(_shown(command)),
                partial(screen.run_command, command),
            )

    async def search(self, query: str) -> Hits:
        """The commands whose title matches."""
        matcher = self.matcher(query)
        for command, screen in self._commands():
            shown = _shown(command)
            score = matcher.match(shown)
            if score > 0:
                yield Hit(
                    score,
                    matcher.highlight(shown),
                    partial(screen.run_command, command),
                )

    def _commands(self) -> list[tuple[Command, BrowserScreen]]:
        screen = self.app.screen_stack[0]
        if not isinstance(screen, BrowserScreen):
            return []
        return [
            (command, screen)
            for command in screen.keymap.commands
            if command.palette and screen.areas.room.is_available(command)
        ]


def _shown(command: Command) -> str:
    title = command.full_title
    return f"{title}  ({keys_label(command)})" if command.keys else title


ReadingRoom.COMMANDS = {RoomCommands}
