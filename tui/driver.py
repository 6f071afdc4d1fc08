"""Textual's driver, made to outlive its terminal.

Textual writes to the terminal in a thread that ends at the first error. What is written after that
fills a queue that nobody empties, and the program waits for ever for room in it: a closed window
or a lost connection would leave the process behind.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any, TextIO

from textual.drivers.linux_driver import LinuxDriver

if TYPE_CHECKING:
    from collections.abc import Callable

LOST = 128 + signal.SIGHUP
"""The exit status of a visit whose terminal was lost."""


class LastingFile:
    """A terminal's file that takes writes also after the terminal is gone, and drops them.

    Args:
        file: the terminal.
        lost: called once, in the writing thread, when the terminal is gone.
    """

    def __init__(self, file: TextIO, lost: Callable[[], object]) -> None:
        self._file = file
        self._lost = lost
        self._is_lost = False

    def write(self, text: str) -> int:
        """Write, as far as there is something to write to."""
        self._do(lambda: self._file.write(text))
        return len(text)

    def flush(self) -> None:
        """Flush likewise."""
        self._do(self._file.flush)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def _do(self, act: Callable[[], object]) -> None:
        if self._is_lost:
            return
        try:
            act()
        except OSError:
            # There is nobody left to be told; the visit ends.
            self._is_lost = True
            self._lost()


class LastingDriver(LinuxDriver):
    """Ends the visit in good order when the terminal is gone."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._file: Any = LastingFile(self._file, self._end)

    def _end(self) -> None:
        # The loop may have come to its end by itself meanwhile.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: self._app.exit(return_code=LOST))
