"""Writing papers to a file from the screen."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from tui.browser.screen import BrowserScreen


class Exporting:
    """Writes the selected papers, or all results.

    Args:
        screen: where they are chosen.
    """

    def __init__(self, screen: BrowserScreen) -> None:
        self._screen = screen

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {"export.file": self._export}

    def _export(self, words: str) -> Awaitable[None] | None:
        screen = self._screen
        try:
            parts = shlex.split(words)
        except ValueError as error:
            screen.tell(f"Nothing written: {error} in {words}", trouble=True)
            return None
        if len(parts) > 2:
            screen.tell("Nothing written: a FILE and a FORMAT; quote blanks", trouble=True)
            return None
        file, name = [*parts, "", ""][:2]
        if not file:
            screen.areas.room.open_command_line("export ")
            return None
        state = screen.state
        targets = screen.targets() if state.selected else tuple(state.rows)
        if not targets:
            screen.tell("Nothing to write: the list is empty")
            return None
        return self._write(str(Path(file).expanduser()), name or None, targets)

    async def _write(self, file: str, name: str | None, targets: Sequence[int]) -> None:
        from tui.exporting import receipt

        try:
            written = await asyncio.to_thread(self._written, file, name, targets)
        except (ReadingRoomError, KeyError) as problem:
            self._screen.tell(f"Nothing written: {problem}", trouble=True)
            return
        self._screen.tell(receipt(written, file))

    def _written(self, file: str, name: str | None, targets: Sequence[int]) -> int:
        from index.errors import InputError
        from tui.exporting import export_papers, format_of

        form = format_of(name, file)
        if Path(file).exists():
            raise InputError(f"{file} is there already: choose another name, or remove it first")
        return export_papers(self._screen.library, targets, form, file)
