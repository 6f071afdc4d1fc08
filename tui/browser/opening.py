"""Opening the links of a paper, or copying them where there is no browser."""

from __future__ import annotations

import asyncio
import subprocess
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.library import Library
    from tui.browser.copying import Copying, Desk


class Opening:
    """Opens links.

    Args:
        desk: the screen.
        library: where the papers are.
        copying: takes the links that cannot be opened.
    """

    def __init__(self, desk: Desk, library: Library, copying: Copying) -> None:
        self._desk = desk
        self._library = library
        self._copying = copying

    async def open_link_of(self, ordinal: int | None) -> None:
        """Open the only link of a paper, or ask which; a paper without links says so."""
        if ordinal is None:
            return
        own = [link.url for link in self._library.papers.paper(ordinal).links]
        links = list(dict.fromkeys([*own, *self._library.papers.forms(ordinal).links]))
        if not links:
            self._desk.tell("This paper gives no link")
        elif len(links) == 1:
            await self.open(links[0])
        else:
            from tui.dialogs.choice import ChoiceDialog

            def chosen(index: int | None) -> None:
                if index is not None:
                    self._desk.app.run_worker(self.open(links[index]))

            self._desk.app.push_screen(ChoiceDialog("Open which link?", links), chosen)

    async def open(self, url: str) -> None:
        """Open a link in the browser; where that is elsewhere, copy it."""
        from tui.opener import open_link

        opened = await asyncio.to_thread(open_link, url)
        if opened.how == "copy":
            self._desk.tell(opened.message)
            await self._copying.send(url, "link")
        elif opened.how == "terminal":
            await self._in_terminal(opened.argv, url)
        else:
            self._desk.tell(opened.message, trouble=opened.how == "refused")

    async def _in_terminal(self, argv: Sequence[str], url: str) -> None:
        try:
            with self._desk.app.suspend():
                # The browser has the terminal to itself: nothing of ours must run meanwhile.
                subprocess.run(argv, check=False)
        except SuspendNotSupported:
            await self._copying.send(url, "link")
        except OSError as error:
            self._desk.tell(f"{argv[0]} does not start: {error.strerror}", trouble=True)
