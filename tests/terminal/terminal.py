r"""Programs in a real pseudo-terminal, for tests.

    with Terminal(["readingroom"], columns=100, rows=30, env={"READINGROOM_HOME": str(home)}) as it:
        it.wait_for("38 papers")
        it.send("/latent")
        it.wait_for("latent*")
        it.send("\x1bq")
        assert it.wait_exit() == 0
        assert it.terminal_restored() == []

Nothing here sleeps: every wait is a `select` on the terminal that ends with the thing waited for.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import termios
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from tests.terminal.emulator import Emulator, Style

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

TIMEOUT = 20.0
"""Seconds after which a wait fails; long, since only a failing test waits so long."""

# How often a wait looks whether the program has ended, which `select` does not tell.
_TICK = 0.05
# What a shell on another terminal put there must not decide what a test sees.
_NOT_INHERITED = re.compile(
    r"TMUX|TMUX_PANE|STY|SSH_.*|COLUMNS|LINES|DISPLAY|WAYLAND_DISPLAY|BROWSER|NO_COLOR"
    r"|FORCE_COLOR|CLICOLOR.*|TERM_PROGRAM.*|VTE_VERSION|TEXTUAL.*|READINGROOM.*|ESCDELAY"
)
# The terminal becomes the controlling one in a process that has done nothing else yet; between
# fork and exec in a process with threads that would not be safe.
_TAKE_TERMINAL = (
    "import fcntl, os, signal, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "
    # Whoever runs the tests may ignore a lost terminal, as nohup does; the program must not.
    "signal.signal(signal.SIGHUP, signal.SIG_DFL); "
    "os.execvp(sys.argv[1], sys.argv[1:])"
)
# An application program command, which no program sends: it marks the end of what one wrote.
_END = b"\x1b_end of output\x1b\\"
_ATTRIBUTES = ("input modes", "output modes", "control modes", "local modes")


class Key:
    """What a terminal sends for the keys that are no characters."""

    ENTER = "\r"
    TAB = "\t"
    ESCAPE = "\x1b"
    BACKSPACE = "\x7f"
    UP = "\x1b[A"
    DOWN = "\x1b[B"
    RIGHT = "\x1b[C"
    LEFT = "\x1b[D"
    HOME = "\x1b[H"
    END = "\x1b[F"
    PAGE_UP = "\x1b[5~"
    PAGE_DOWN = "\x1b[6~"


def environment(env: Mapping[str, str | None] | None = None) -> dict[str, str]:
    """The environment of a plain, local, 24-bit colour terminal.

    Args:
        env: what to add to it; `None` takes a variable away.
    """
    base: dict[str, str | None] = {
        name: value for name, value in os.environ.items() if not _NOT_INHERITED.fullmatch(name)
    }
    base |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", **(env or {})}
    return {name: value for name, value in base.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one read gave, and when, in seconds since the start of the program."""

    seconds: float
    data: bytes


class Terminal:
    """A pseudo-terminal with a program in it; a context manager that always ends the program.

    Args:
        argv: the program and its arguments.
        columns: width in cells.
        rows: height in cells.
        env: additions to `environment`; `None` takes a variable away.
        cwd: where the program starts.
        answer: answer the questions that programs ask a terminal; one that does not is rare, but
            exists.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        answer: bool = True,
    ) -> None:
        self._answer = answer
        self._open = True
        self._read_to_the_end = False
        self._emulator = Emulator(columns, rows)
        self._raw = bytearray()
        self.chunks: list[Chunk] = []
        self._master, self._slave = os.openpty()
        termios.tcsetwinsize(self._slave, (rows, columns))
        self._before = termios.tcgetattr(self._slave)
        os.set_blocking(self._master, False)
        self._start = time.monotonic()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _TAKE_TERMINAL, *argv],
                stdin=self._slave,
                stdout=self._slave,
                stderr=self._slave,
                env=environment(env),
                cwd=cwd,
                start_new_session=True,
            )
        except OSError:
            self._close_files()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program and all of its session, and give the terminal back."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._close_files()

    def hang_up(self) -> None:
        """Close the terminal under the program, as a lost connection does; the kernel tells it."""
        self._close_files()

    def _close_files(self) -> None:
        if self._open:
            self._open = False
            os.close(self._master)
            os.close(self._slave)

    # -- what is shown ---------------------------------------------------------------------------

    @property
    def display(self) -> list[str]:
        """The rows of the screen that is shown, padded with blanks to its width in cells."""
        return self._emulator.display

    @property
    def text(self) -> str:
        """The screen as lines without the blanks at their ends."""
        return "\n".join(row.rstrip() for row in self.display)

    @property
    def raw(self) -> bytes:
        """Every byte that the program wrote, newline translation of the terminal included."""
        return bytes(self._raw)

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, in cells from 0."""
        return self._emulator.cursor

    @property
    def title(self) -> str:
        """The window title that the program set."""
        return self._emulator.title

    @property
    def clipboard_writes(self) -> list[str]:
        """The texts that were sent to the terminal's clipboard by OSC 52, oldest first."""
        return self._emulator.clipboard_writes

    @property
    def alternate_screen(self) -> bool:
        """Whether the alternate screen is shown."""
        return self._emulator.alternate_screen

    @property
    def modes_left(self) -> list[str]:
        """The names of the terminal modes that are not as a shell expects them."""
        return self._emulator.modes_left

    def find(self, text: str) -> tuple[int, int] | None:
        """Row and column, in cells from 0, where a text first stands on one row."""
        for row in range(len(self.display)):
            cells = self._emulator.cells(row)
            at = "".join(cells).find(text)
            if at >= 0:
                columns = [column for column, cell in enumerate(cells) for _ in cell]
                return row, columns[at]
        return None

    def style(self, row: int, column: int) -> Style:
        """How a cell is drawn."""
        return self._emulator.style(row, column)

    def style_of(self, text: str) -> Style:
        """How the first cell of a text is drawn.

        Raises:
            AssertionError: the text is not on the screen.
        """
        place = self.find(text)
        if place is None:
            raise AssertionError(self._report(f"{text!r} is not on the screen"))
        return self.style(*place)

    def terminal_restored(self) -> list[str]:
        """What the program has not given back as it found it; empty if all is well."""
        left = list(self.modes_left)
        if self.alternate_screen:
            left.append("alternate screen")
        after = termios.tcgetattr(self._slave)
        for name, was, is_now in zip(_ATTRIBUTES, self._before[:4], after[:4], strict=True):
            if was != is_now:
                left.append(f"{name}: {was:#o} became {is_now:#o}")
        if self._before[6] != after[6]:
            left.append("control characters")
        return left

    # -- what is done ----------------------------------------------------------------------------

    @property
    def pid(self) -> int:
        """The process id of the program."""
        return self._process.pid

    def send(self, keys: str | bytes) -> None:
        """Type: each character as the terminal would send it, control sequences included.

        Raises:
            AssertionError: the program does not read.
        """
        data = keys.encode() if isinstance(keys, str) else keys
        deadline = time.monotonic() + TIMEOUT
        while data:
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(self._report("the program reads no keys"))
            # A program that writes while it is typed to must not wait for us in turn.
            readable, writable, _ = select.select([self._master], [self._master], [], left)
            if readable:
                self._pump(0)
            if writable:
                with contextlib.suppress(BlockingIOError):
                    data = data[os.write(self._master, data) :]

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the kernel sends SIGWINCH to the program."""
        self._emulator.resize(columns, rows)
        termios.tcsetwinsize(self._slave, (rows, columns))

    def kill(self, signum: signal.Signals = signal.SIGTERM) -> None:
        """Send the program a signal."""
        self._process.send_signal(signum)

    def wait_for(self, wanted: str | Callable[[Terminal], bool], timeout: float = TIMEOUT) -> None:
        """Wait until a text is on the screen, or until a condition on it holds.

        The screen is only looked at between synchronized updates, as a reader would see it.

        Raises:
            AssertionError: it never came; the message shows the screen.
        """
        if isinstance(wanted, str):
            self._wait(lambda: wanted in self.text, f"{wanted!r} to appear", timeout)
        else:
            self._wait(
                lambda: wanted(self), f"{getattr(wanted, '__name__', wanted)} to hold", timeout
            )

    def wait_gone(self, text: str, timeout: float = TIMEOUT) -> None:
        """Wait until a text is not on the screen.

        Raises:
            AssertionError: it stayed; the message shows the screen.
        """
        self._wait(lambda: text not in self.text, f"{text!r} to go", timeout)

    def wait_for_output(self, data: bytes, timeout: float = TIMEOUT) -> None:
        """Wait until the program has written certain bytes, whatever the screen makes of them.

        Raises:
            AssertionError: they never came; the message shows the screen.
        """
        self._wait(lambda: data in self._raw, f"the output {data!r}", timeout, updating=True)

    def wait_exit(self, timeout: float = TIMEOUT) -> int:
        """Wait until the program ends, and read all that it wrote.

        Returns:
            Its exit status; minus the number of the signal that ended it.

        Raises:
            AssertionError: it runs on; the message shows the screen.
        """
        deadline = time.monotonic() + timeout
        while self._process.poll() is None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(self._report(f"still running after {timeout:g} s"))
            self._pump(min(_TICK, left))
        self._read_the_rest()
        return self._process.returncode

    def _wait(
        self, holds: Callable[[], bool], what: str, timeout: float, *, updating: bool = False
    ) -> None:
        deadline = time.monotonic() + timeout
        self._pump(0)
        while (self._emulator.updating and not updating) or not holds():
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(self._report(f"waited {timeout:g} s for {what}"))
            if self._pump(min(_TICK, left)) or self._process.poll() is None:
                continue
            self._read_the_rest()
            if holds():
                return
            status = self._process.returncode
            raise AssertionError(self._report(f"ended with status {status}; waited for {what}"))

    def _read_the_rest(self) -> None:
        """Read to the end of what a program wrote that has ended.

        The kernel hands output on in its own time, but in order: a mark behind it shows the end.
        """
        if self._read_to_the_end or not self._open:
            return
        self._read_to_the_end = True
        while self._pump(0):
            pass
        os.write(self._slave, _END)
        rest = b""
        while not rest.endswith(_END):
            select.select([self._master], [], [], TIMEOUT)
            rest += os.read(self._master, 1 << 16)
        self._take(rest.removesuffix(_END))

    def _pump(self, seconds: float) -> bool:
        """Read once if anything comes in time; return whether it did."""
        readable, _, _ = select.select([self._master] if self._open else [], [], [], seconds)
        if readable:
            self._take(os.read(self._master, 1 << 16))
        return bool(readable)

    def _take(self, data: bytes) -> None:
        self._raw += data
        self.chunks.append(Chunk(time.monotonic() - self._start, data))
        answers = self._emulator.feed(data)
        if answers and self._answer:
            os.write(self._master, answers)

    def _report(self, problem: str) -> str:
        width = max(len(row) for row in self.display)
        rule = "-" * width
        ignored = f"\nignored: {sorted(self._emulator.ignored)}" if self._emulator.ignored else ""
        return f"{problem}\n{rule}\n{self.text}\n{rule}{ignored}"
