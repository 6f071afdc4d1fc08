"""Opening the links of a paper, or copying them where there is no browser."""

from __future__ import annotations

import asyncio
import subprocess
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from index.library import Library
    from tui.browser.copying import Copying
    from tui.browser.screen import BrowserScreen


class Opening:
    """Opens links.

    Args:
        screen: the screen.
        library: where the papers are.
        copying: takes the links that cannot be opened.
    """

    def __init__(self, screen: BrowserScreen, library: Library, copying: Copying) -> None:
        self._screen = screen
        self._library = library
        self._copying = copying

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {"read.link": lambda _: self._open_link_of(self._screen.state.current)}

    async def _open_link_of(self, ordinal: int | None) -> None:
        """Open the only link of a paper, or ask which; a paper without links says so."""
        if ordinal is None:
            return
        own = [link.url for link in self._library.papers.paper(ordinal).links]
        links = list(dict.fromkeys([*own, *self._library.papers.forms(ordinal).links]))
        if not links:
            self._screen.tell("This paper gives no link")
        elif len(links) == 1:
            await self.open(links[0])
        else:
            from tui.dialogs.choice import ChoiceDialog

            def chosen(index: int | None) -> None:
                if index is not None:
                    self._screen.app.run_worker(self.open(links[index]))

            self._screen.app.push_screen(ChoiceDialog("Open which link?", links), chosen)

    async def open(self, url: str) -> None:
        """Open a link in the browser; where that is elsewhere, copy it."""
        from tui.opener import open_link

        opened = await asyncio.to_thread(open_link, url)
        if opened.how == "copy":
            self._screen.tell(opened.message)
            await self._copying.send(url, "link")
        elif opened.how == "terminal":
            await self._in_terminal(opened.argv, url)
        else:
            self._screen.tell(opened.message, trouble=opened.how == "refused")

    async def _in_terminal(self, argv: Sequence[str], url: str) -> None:
        try:
            with self._screen.app.suspend():
                # The browser has the terminal to itself: nothing of ours must run meanwhile.
                subprocess.run(argv, check=False)
        except SuspendNotSupported:
            await self._copying.send(url, "link")
        except OSError as error:
            self._screen.tell(f"{argv[0]} does not start: {error.strerror}", trouble=True)
