"""Programs inside a tmux server of their own, for tests."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.terminal.terminal import TIMEOUT, Terminal, environment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

requires_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")


class Tmux:
    """A tmux server with one pane; see `run_in_tmux`.

    Attributes:
        env: the environment to run `tmux` in from outside.
    """

    def __init__(self, folder: Path, env: Mapping[str, str | None] | None) -> None:
        self._folder = folder
        self.env = environment({**(env or {}), "TMUX_TMPDIR": str(folder)})

    def command(self, *arguments: str) -> str:
        """Run a tmux command and return what it prints.

        Raises:
            AssertionError: tmux refused it.
        """
        done = subprocess.run(
            ["tmux", "-L", "test", "-f", "/dev/null", *arguments],
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
        if done.returncode:
            raise AssertionError(f"tmux {shlex.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def send_keys(self, *keys: str) -> None:
        """Press keys, by tmux's names or as text."""
        self.command("send-keys", *keys)

    @property
    def text(self) -> str:
        """What the pane shows."""
        return self.command("capture-pane", "-p")

    def show_buffer(self) -> str | None:
        """The newest paste buffer, or `None` if there is none."""
        if not self.command("list-buffers"):
            return None
        return self.command("show-buffer")

    def pane_environment(self) -> dict[str, str]:
        """The environment that a program in the pane has from tmux."""
        values = self.command("display-message", "-p", "#{socket_path},#{pid},0 #{pane_id}").split()
        return {**self.env, "TERM": "screen", "TMUX": values[0], "TMUX_PANE": values[1]}

    def wait_for(self, text: str, timeout: float = TIMEOUT) -> None:
        """Wait until a text is in the pane.

        Raises:
            AssertionError: it never came; the message shows the pane.
        """
        deadline = time.monotonic() + timeout
        with self._activity() as activity:
            while text not in (shown := self.text):
                left = deadline - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"waited {timeout:g} s for {text!r} in tmux\n{shown}")
                if select.select([activity], [], [], left)[0]:
                    os.read(activity, 1 << 16)

    @contextlib.contextmanager
    def _activity(self) -> Iterator[int]:
        """A descriptor that becomes readable whenever the pane has been written to."""
        fifo = self._folder / "activity"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        # Held open, so that the reader never sees an end of file.
        writer = os.open(fifo, os.O_WRONLY)
        try:
            self.command("pipe-pane", "-O", f"exec cat >{shlex.quote(str(fifo))}")
            yield reader
            self.command("pipe-pane")
        finally:
            os.close(writer)
            os.close(reader)
            fifo.unlink()

    def attach(
        self, *, columns: int = 80, rows: int = 24, env: Mapping[str, str | None] | None = None
    ) -> Terminal:
        """Attach a client in a pseudo-terminal, as somebody would who looks at the session."""
        return Terminal(
            ["tmux", "-L", "test", "-f", "/dev/null", "attach-session"],
            columns=columns,
            rows=rows,
            env={**self.env, **(env or {})},
        )


@contextlib.contextmanager
def run_in_tmux(
    argv: Sequence[str],
    *,
    columns: int = 80,
    rows: int = 24,
    env: Mapping[str, str | None] | None = None,
) -> Iterator[Tmux]:
    """Run a program in a tmux server that ends with the block.

    Args:
        argv: the program and its arguments.
        columns: width in cells.
        rows: height in cells.
        env: additions to `environment`; `None` takes a variable away.
    """
    with tempfile.TemporaryDirectory(prefix="tmux-") as folder:
        tmux = Tmux(Path(folder), env)
        size = ("-x", str(columns), "-y", str(rows))
        tmux.command("new-session", "-d", *size, shlex.join(argv))
        try:
            yield tmux
        finally:
            with contextlib.suppress(AssertionError):  # it ends by itself with its last program
                tmux.command("kill-server")
