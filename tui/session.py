"""Where the terminal session runs: on this machine or over SSH, inside tmux or not.

Long-lived terminal multiplexers make the process environment stale: a session that was started at
a desk may be looked at over SSH an hour later, and the other way round. tmux keeps the truth, so
inside tmux it is asked.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

TERMINAL = Path("/dev/tty")
"""The controlling terminal."""

ANSWER_SECONDS = 1.0
"""How long any helper program may keep us waiting."""

Run = Callable[[Sequence[str], Mapping[str, str]], str | None]
"""Runs a command in an environment: its standard output, or `None` if it failed."""

# What belongs to the terminal that is looked at now, not to the shell that started us.
_OF_THE_CLIENT = (
    "SSH_CONNECTION",
    "SSH_CLIENT",
    "SSH_TTY",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
)
_OF_SSH = ("SSH_CLIENT", "SSH_TTY")


class OutsideError(Exception):
    """A helper program, the terminal or a file did not do its part; the message says which."""


def run_tool(
    argv: Sequence[str],
    environ: Mapping[str, str],
    *,
    stdin: bytes = b"",
    output: bool = False,
    seconds: float = ANSWER_SECONDS,
) -> bytes:
    """Run a helper program that must neither touch the screen nor keep us waiting.

    It runs in a session of its own, so that it cannot reach the terminal, and its standard error
    goes nowhere. Its standard output goes nowhere either unless it is asked for: a tool that
    leaves a daemon behind (as xclip does) would hold a pipe open for ever.

    Args:
        argv: the program, looked up in the PATH of `environ`, and its arguments.
        environ: the environment it gets.
        stdin: what it reads.
        output: return what it writes.
        seconds: after this long it is killed, with everything that it started.

    Returns:
        Its standard output, or nothing when `output` is false.

    Raises:
        OutsideError: it is missing, failed, or took too long.
    """
    name = argv[0]
    try:
        process = subprocess.Popen(
            argv,
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE if output else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise OutsideError(f"{name} does not start: {error.strerror or error}") from error
    with process:
        try:
            answer, _ = process.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired:
            _kill(process)
            raise OutsideError(f"{name} did not answer within {seconds:g} s") from None
    if process.returncode < 0:
        raise OutsideError(f"{name} was ended by signal {-process.returncode}")
    if process.returncode:
        raise OutsideError(f"{name} failed with status {process.returncode}")
    return answer or b""


def ask(argv: Sequence[str], environ: Mapping[str, str]) -> str | None:
    """What a helper program answers, or `None` if it cannot."""
    try:
        return run_tool(argv, environ, output=True).decode("utf-8", "replace")
    except OutsideError:
        return None


def terminal_writer() -> Callable[[str], None] | None:
    """What writes a control sequence to the controlling terminal, wherever the streams lead.

    `None` if there is no terminal; what it returns raises `OSError` where it cannot be written.
    """
    try:
        os.close(os.open(TERMINAL, os.O_WRONLY | getattr(os, "O_NOCTTY", 0)))
    except OSError:
        return None

    def write(sequence: str) -> None:
        with TERMINAL.open("w", encoding="utf-8") as terminal:
            terminal.write(sequence)

    return write


def in_tmux(environ: Mapping[str, str]) -> bool:
    """Whether the terminal is a pane of tmux."""
    return bool(environ.get("TMUX"))


def current_environment(environ: Mapping[str, str], run: Run = ask) -> dict[str, str]:
    """The environment with what tmux knows of the terminal that is attached now.

    `tmux show-environment` lists the variables of tmux's `update-environment` as they were when
    the last client attached: `NAME=value`, or `-NAME` for one that this client does not have.
    A variable that is not listed keeps the value we were started with. SSH_TTY and SSH_CLIENT are
    not on tmux's default list but go with SSH_CONNECTION: where that one is gone, so are they.

    Args:
        environ: the environment we were started with.
        run: asks tmux; may take up to `ANSWER_SECONDS`.

    Returns:
        A copy of `environ`, corrected.
    """
    current = dict(environ)
    listing = run(["tmux", "show-environment"], environ) if in_tmux(environ) else None
    if listing is None:
        return current
    listed: dict[str, str | None] = {}
    for line in listing.splitlines():
        name, equals, value = line.partition("=")
        if equals:
            listed[name] = value
        elif name.startswith("-"):
            listed[name[1:]] = None
    if "SSH_CONNECTION" in listed and listed["SSH_CONNECTION"] is None:
        for name in _OF_SSH:
            listed.setdefault(name, None)
    for name in _OF_THE_CLIENT:
        value_now = listed.get(name, current.get(name))
        if value_now is None:
            current.pop(name, None)
        else:
            current[name] = value_now
    return current


def is_remote(environ: Mapping[str, str], run: Run = ask) -> bool:
    """Whether the terminal is looked at from another machine, over SSH.

    Args:
        environ: the environment we were started with; inside tmux, tmux is asked for a newer one.
        run: asks tmux; may take up to `ANSWER_SECONDS`.

    Returns:
        True if SSH_CONNECTION or SSH_TTY is set.
    """
    return over_ssh(current_environment(environ, run))


def over_ssh(current: Mapping[str, str]) -> bool:
    """Whether an environment that is known to be current speaks of SSH."""
    return bool(current.get("SSH_CONNECTION") or current.get("SSH_TTY"))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and whatever it started, so that nothing is left to sleep on."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
