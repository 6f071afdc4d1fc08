"""Copying from the screen: what to copy, what becomes of it, and the last twenty copies."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from index.errors import LibraryError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from textual.app import App

    from index.citations.desk import Citation
    from index.library import Library
    from tui.clipboard import Clipboard
    from tui.keymap import KeyMap


class Desk(Protocol):
    """What copying needs of the screen."""

    @property
    def app(self) -> App[object]:
        """The application."""

    @property
    def keymap(self) -> KeyMap:
        """Which keys run which commands."""

    def targets(self) -> tuple[int, ...]:
        """The papers to copy, in order."""

    def sentence(self) -> str | None:
        """The text of the sentence under the cursor."""

    def tell(self, text: str, *, trouble: bool = False) -> None:
        """Say something in one line."""


class Copying:
    """Copies citations and texts of papers, with a receipt for each.

    Args:
        desk: the screen.
        library: where the papers are.
        write_terminal: writes a control sequence to the terminal.
        first_style: the style to repeat before anything has been copied.
    """

    def __init__(
        self,
        desk: Desk,
        library: Library,
        write_terminal: Callable[[str], None],
        first_style: str,
    ) -> None:
        self._desk = desk
        self._library = library
        self._write_terminal = write_terminal
        self._first_style = first_style
        self.last_style: str | None = None

    @cached_property
    def _clipboard(self) -> Clipboard:
        from tui.clipboard import Clipboard

        return Clipboard(self._write_terminal, self._library.paths.cache)

    def offers(self, style: str) -> bool:
        """Whether a style can write the papers that would be copied now."""
        return style != "quotation" or len(self._desk.targets()) == 1

    def offered(self) -> list[str]:
        """The names of the styles that can be copied now."""
        from index.citations import STYLES

        return [name for name in sorted(STYLES) if self.offers(name)]

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "copy.again": lambda style: self.copy(style) if style else self.again(),
            "copy.history": lambda _: self.history(),
        }

    def copy(self, style: str) -> Awaitable[None] | None:
        """Copy the targets in a style; what cannot be written says why and copies nothing.

        What is copied is settled at once, whatever is moved while the text is made.
        """
        targets = self._desk.targets()
        if not targets:
            self._desk.tell("Nothing to copy: the list is empty")
            return None
        return self._copy(style, targets, self._desk.sentence())

    async def _copy(self, style: str, targets: Sequence[int], sentence: str | None) -> None:
        from index.citations import StyleNotAvailable, UnknownStyle

        try:
            citation = await asyncio.to_thread(self._written, targets, style, sentence)
        except (StyleNotAvailable, UnknownStyle, LibraryError) as problem:
            self._desk.tell(f"Nothing copied: {problem}", trouble=True)
            return
        except KeyError:
            self._desk.tell("Nothing copied: the paper is no longer there", trouble=True)
            return
        if citation is None:
            label = self._desk.keymap.label
            keys = f"{label('read.sentence_back')} and {label('read.sentence')}"
            self._desk.tell(f"Nothing copied: {keys} choose the sentence to quote")
            return
        self.last_style = style
        await self.send(citation.text, citation.called)

    def again(self) -> Awaitable[None] | None:
        """Copy in the last style; the user's own if there was none."""
        return self.copy(self.style)

    @property
    def style(self) -> str:
        """The last style; the user's own if there was none."""
        return self.last_style or self._first_style

    async def send(self, text: str, what: str) -> None:
        """Put a text on the clipboard, keep it among the last copies, and give the receipt."""
        receipt = await self._clipboard.copy(text, what)
        self._desk.tell(receipt.text, trouble=not receipt.confirmed)
        if text:
            try:
                await asyncio.to_thread(self._library.shelf.remember_copy, what, text)
            except LibraryError as problem:
                self._desk.tell(f"Not kept among the last copies: {problem}", trouble=True)

    def history(self) -> None:
        """Show the last twenty copies; the chosen one is copied again."""
        copies = self._library.shelf.copies()
        if not copies:
            self._desk.tell("Nothing has been copied yet")
            return
        lines = [
            f"{_clock(copy.copied_at)}  {copy.what}: {' '.join(copy.text.split())[:200]}"
            for copy in copies
        ]

        def chosen(index: int | None) -> None:
            if index is not None:
                copy = copies[index]
                self._desk.app.run_worker(self.send(copy.text, copy.what))

        from tui.dialogs.choice import ChoiceDialog

        self._desk.app.push_screen(
            ChoiceDialog("The last copies: Enter copies again", lines), chosen
        )

    def _written(self, targets: Sequence[int], style: str, sentence: str | None) -> Citation | None:
        if style != "quotation":
            return self._library.cite.write(targets, style)
        if sentence is None or len(targets) != 1:
            return None
        return self._library.cite.quote(targets[0], sentence)


def _clock(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).astimezone().strftime("%d %b %H:%M")
