"""Citations piped to a command of the user's, and its output shown."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from typing import TYPE_CHECKING, NamedTuple

from index.clean import visible
from index.errors import ReadingRoomError
from tui.browser.messages import Progressed

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from tui.browser.copying import Copying
    from tui.browser.screen import BrowserScreen

SECONDS = 30.0
"""After so long a command is ended."""
LAST_SECONDS = 0.2
"""How long to wait for more output of a command that is over."""
MOST_SHOWN = 200_000
"""Bytes of output that are shown; what comes after them is dropped."""
FALLBACK_STYLE = "bibtex"
FALLBACK_SHELL = "/bin/sh"


class Outcome(NamedTuple):
    """What became of a command.

    Attributes:
        output: what it wrote, standard error included, the beginning of it.
        status: its exit status, minus the number of the signal that ended it, or `None` if it was
            ended by us.
        dropped: bytes of output that were not kept.
    """

    output: bytes
    status: int | None
    dropped: int = 0


class Piping:
    """Runs commands that read citations, one at a time.

    The command is what the user typed and nothing else; the citations are its standard input.

    Args:
        screen: where the papers are chosen.
        copying: knows the style.
    """

    def __init__(self, screen: BrowserScreen, copying: Copying) -> None:
        self._screen = screen
        self._copying = copying
        self._running: asyncio.Task[Outcome] | None = None

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {"export.pipe": self._pipe}

    def stop(self) -> bool:
        """End the command that is running; whether there was one."""
        return self._running is not None and self._running.cancel()

    def _pipe(self, command: str) -> Awaitable[None] | None:
        targets = self._screen.targets()
        if self._running is not None:
            self._screen.tell("A command is still running: Esc ends it")
        elif not targets:
            self._screen.tell("Nothing to pipe: the list is empty")
        elif not command:
            self._screen.areas.room.open_command_line("pipe ")
        else:
            return self._run(command, targets)
        return None

    async def _run(self, command: str, targets: Sequence[int]) -> None:
        from tui.dialogs.text import TextDialog

        screen, style = self._screen, self._copying.style
        if style == "quotation":
            # It is made of a sentence, which nobody has chosen here.
            style = FALLBACK_STYLE
        try:
            citation = await asyncio.to_thread(screen.library.cite.write, targets, style)
        except (ReadingRoomError, KeyError) as problem:
            screen.tell(f"Nothing piped: {problem}", trouble=True)
            return
        screen.post_message(Progressed("running a command, Esc ends it"))
        self._running = asyncio.create_task(run_command(command, citation.text, os.environ))
        try:
            outcome = await self._running
        except asyncio.CancelledError:
            screen.tell("The command was ended")
            return
        except OSError as error:
            screen.tell(f"The shell does not start: {error.strerror or error}", trouble=True)
            return
        finally:
            self._running = None
            screen.post_message(Progressed(""))
        title = visible(f"{citation.called} | {command}: {_ending(outcome)}")
        screen.app.push_screen(TextDialog(title, output_lines(outcome)))


async def run_command(
    command: str, text: str, environ: Mapping[str, str], seconds: float = SECONDS
) -> Outcome:
    """Run a command in the user's shell with a text on its standard input.

    It gets no terminal: it runs in a session of its own. Whatever ends the wait ends it too, with
    everything that it started; what it leaves behind when it ends by itself stays.

    Args:
        command: what the user typed.
        text: what it reads, as UTF-8 with a line end at its end.
        environ: its environment; `SHELL` names the shell.
        seconds: after this long it is ended.

    Raises:
        OSError: the shell does not start.
    """
    output = _Output()
    try:
        process = await asyncio.create_subprocess_exec(
            environ.get("SHELL") or FALLBACK_SHELL,
            "-c",
            command,
            stdin=asyncio.subprocess.PIPE,
            stdout=output.sink,
            stderr=output.sink,
            env=dict(environ),
            start_new_session=True,
        )
        output.begin()
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(_feed(process, text), process.wait())
                await output.end()
        except TimeoutError:
            _end(process)
            return Outcome(bytes(output.kept), None, output.dropped)
        except asyncio.CancelledError:
            _end(process)
            raise
        return Outcome(bytes(output.kept), process.returncode, output.dropped)
    finally:
        output.close()


class _Output:
    """A pipe that a command writes into.

    A command may leave something behind that keeps the pipe open, as clipboard programs do; so
    the end of the command counts, not the end of the pipe.

    Attributes:
        sink: the descriptor that the command gets.
        kept: what has come, the beginning of it.
        dropped: how many bytes more have come.
    """

    def __init__(self) -> None:
        self.kept = bytearray()
        self.dropped = 0
        self._source, self.sink = os.pipe()
        os.set_blocking(self._source, False)
        self._ended = asyncio.Event()

    def begin(self) -> None:
        """The command has the other end: read from now on."""
        os.close(self.sink)
        self.sink = -1
        asyncio.get_running_loop().add_reader(self._source, self._read)

    async def end(self) -> None:
        """The command is over: wait for what is still in the pipe."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), LAST_SECONDS)

    def close(self) -> None:
        """Close what is open."""
        asyncio.get_running_loop().remove_reader(self._source)
        os.close(self._source)
        if self.sink >= 0:
            os.close(self.sink)

    def _read(self) -> None:
        data = os.read(self._source, 1 << 16)
        if not data:
            asyncio.get_running_loop().remove_reader(self._source)
            self._ended.set()
        room = MOST_SHOWN - len(self.kept)
        self.kept.extend(data[:room])
        self.dropped += max(0, len(data) - room)


async def _feed(process: Process, text: str) -> None:
    if process.stdin is None:
        return
    # A command need not read all of it.
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        process.stdin.write((text if text.endswith("\n") else text + "\n").encode())
        await process.stdin.drain()
    process.stdin.close()


def _end(process: Process) -> None:
    """End whatever is left of a command's session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _ending(outcome: Outcome) -> str:
    if outcome.status is None:
        return f"ended after {SECONDS:g} s"
    if outcome.status < 0:
        return f"ended by signal {-outcome.status}"
    return f"exit status {outcome.status}"


def output_lines(outcome: Outcome) -> list[str]:
    """The output of a command as lines that are safe to show."""
    text = outcome.output.decode("utf-8", "replace").expandtabs(8)
    lines = [visible(line.removesuffix("\r")) for line in text.split("\n")]
    if lines[-1] == "":
        lines.pop()
    if outcome.dropped:
        lines.append(f"... and {outcome.dropped:,} bytes more")
    return lines or ["It wrote nothing."]
