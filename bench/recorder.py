"""Programs in a pseudo-terminal whose output is kept with the times at which it came.

What the screen looks like is worked out afterwards: a terminal emulator written in Python is
slower than the programs that are measured, and would hold them up.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, NamedTuple

from bench import CannotMeasure
from tests.terminal.emulator import Emulator
from tests.terminal.terminal import Chunk, Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

COLUMNS, ROWS = 120, 40
# Whether updates can be synchronized is the one question whose answer changes what is painted.
_QUESTION, _ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"


class Frame(NamedTuple):
    """The screen after a chunk of output, in seconds since the start of the program."""

    seconds: float
    lines: list[str]


class Recorder(Terminal):
    """A terminal of 120 x 40 cells that looks at nothing while the program runs.

    Args:
        argv: the program and its arguments.
        env: additions to the environment.
        cwd: where the program starts.
    """

    def __init__(
        self, argv: Sequence[str], *, env: Mapping[str, str | None], cwd: Path | None = None
    ) -> None:
        self._looked_to = 0
        super().__init__(argv, columns=COLUMNS, rows=ROWS, env=env, cwd=cwd)

    def _take(self, data: bytes) -> None:
        self.chunks.append(Chunk(self.now, data))
        self._raw += data
        if self._raw.find(_QUESTION, self._looked_to) >= 0:
            os.write(self._master, _ANSWER)
            self._looked_to = len(self._raw)

    @property
    def now(self) -> float:
        """Seconds since the start of the program."""
        return time.monotonic() - self._start

    def listen(self, seconds: float) -> None:
        """Keep what is written in so many seconds."""
        end = self.now + seconds
        while (left := end - self.now) > 0:
            self._pump(left)

    def listen_till_quiet(self, gap: float, longest: float = 10.0) -> None:
        """Keep what is written until nothing comes for `gap` seconds."""
        end = self.now + longest
        while self.now < end and self._pump(gap):
            pass

    def key(self, text: str) -> float:
        """Type; return when it was sent, in seconds since the start of the program."""
        sent = self.now
        self.send(text)
        return sent

    def wait_for_raw(self, text: str, since: int = 0, timeout: float = 20.0) -> bool:
        """Keep what is written until a text is in it.

        Args:
            text: what must be written in one piece.
            since: how many bytes written before to leave out of account.
            timeout: in seconds.

        Returns:
            Whether it came.
        """
        end = self.now + timeout
        wanted = text.encode()
        while self._raw.find(wanted, since) < 0:
            left = end - self.now
            if left <= 0 or not self._pump(left):
                return False
        return True

    def frames(self) -> Iterator[Frame]:
        """What a reader has seen: the screen after each chunk, updates under way left out."""
        emulator = Emulator(COLUMNS, ROWS)
        for chunk in self.chunks:
            emulator.feed(chunk.data)
            if not emulator.updating:
                yield Frame(chunk.seconds, emulator.display)


def first(frames: Sequence[Frame], holds: Callable[[Frame], bool], since: float = 0.0) -> float:
    """When something first held, in seconds since the start of the program.

    Args:
        frames: what was seen.
        holds: what to look for.
        since: frames before are left out.

    Raises:
        CannotMeasure: it never did.
    """
    for frame in frames:
        if frame.seconds >= since and holds(frame):
            return frame.seconds
    raise CannotMeasure("it was never on screen")
