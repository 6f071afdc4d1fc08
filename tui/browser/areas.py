"""The areas of the screen's commands, wired to each other: the one place that knows them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.browser.adding import Adding
from tui.browser.arranging import Arranging
from tui.browser.asking import Asking
from tui.browser.background import Background
from tui.browser.copying import Copying
from tui.browser.exporting import Exporting
from tui.browser.faceting import Faceting
from tui.browser.levels import Levels
from tui.browser.marking import Marking
from tui.browser.matching import Matching
from tui.browser.noting import Noting
from tui.browser.opening import Opening
from tui.browser.picking import Picking
from tui.browser.piping import Piping
from tui.browser.reading import Reading
from tui.browser.room import Room
from tui.browser.saving import Saving
from tui.browser.selecting import Selecting
from tui.browser.shelving import Shelving
from tui.commands import COPY_IDS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from index.library import Library
    from tui.browser.screen import BrowserScreen
    from tui.choices import Preferences
    from tui.commands import Command
    from tui.settings import Settings


class Areas:
    """Everything that acts on the screen, made once for a screen.

    Args:
        screen: the screen.
        library: an open library.
        write_terminal: writes a control sequence to the terminal.
        settings: what the user has chosen.
        preferences: what was chosen on the screen.
        picking: whether the visit is for picking papers.
    """

    def __init__(
        self,
        screen: BrowserScreen,
        library: Library,
        write_terminal: Callable[[str], None],
        settings: Settings,
        preferences: Preferences,
        *,
        picking: bool = False,
    ) -> None:
        self.background = Background(library, screen.post_message)
        self.shelving = Shelving(library, screen.post_message)
        self.copying = Copying(screen, library, write_terminal, settings.style)
        self.opening = Opening(screen, library, self.copying)
        self.marking = Marking(screen, self.shelving, settings)
        self.matching = Matching(screen, library, self.marking)
        self.noting = Noting(screen, self.shelving, self.marking)
        self.arranging = Arranging(screen, preferences)
        self.reading = Reading(screen, self.marking)
        self.selecting = Selecting(screen)
        self.asking = Asking(screen, self.background)
        self.adding = Adding(screen)
        self.piping = Piping(screen, self.copying)
        self.levels = Levels(screen, self.asking, self.marking, self.adding, self.piping)
        self.saving = Saving(screen, self.shelving, self.marking, self.asking)
        self.faceting = Faceting(screen, library, self.asking, self.saving)
        self.room = Room(screen, self.copying, self.marking, self.saving)
        self._handlers: dict[str, Callable[[str], Awaitable[None] | None]] = {
            **self.levels.handlers(),
            **self.reading.handlers(),
            **self.asking.handlers(),
            **self.faceting.handlers(),
            **self.opening.handlers(),
            **self.selecting.handlers(),
            **self.marking.handlers(),
            **self.matching.handlers(),
            **self.noting.handlers(),
            **self.saving.handlers(),
            **self.adding.handlers(),
            **self.copying.handlers(),
            **self.arranging.handlers(),
            **self.piping.handlers(),
            **Exporting(screen).handlers(),
            **self.room.handlers(),
        }
        if picking:
            self._handlers |= Picking(screen, self.levels).handlers()

    def do(self, command: Command, argument: str) -> Awaitable[None] | None:
        """Do what a command says; what takes long is returned, to be awaited."""
        if command.id in COPY_IDS:
            return self.copying.copy(command.id.removeprefix("copy."))
        return self._handlers[command.id](argument)
