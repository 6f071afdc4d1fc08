"""What `doctor` finds out about the terminal and the ways to its clipboard."""

from __future__ import annotations

import asyncio
import contextlib
import locale
import os
import re
import select
import sys
import termios
import time
import tty
from typing import TYPE_CHECKING

from index.checkup import Finding
from index.errors import LibraryError
from tui.clipboard import Clipboard, routes, survey
from tui.session import TERMINAL, OutsideError, current_environment, over_ssh, terminal_writer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tui.clipboard import Route, Surroundings

AMBIGUOUS = "±"
"""A character whose width Unicode leaves to the terminal (UAX #11, class A)."""

ANSWER_SECONDS = 1.0
SMALLEST = (20, 5)

_POSITION = re.compile(rb"\x1b\[\d+;(\d+)R")


def terminal(environ: Mapping[str, str]) -> Iterator[Finding]:
    """The terminal: its name, colours, size, character set, where it stands, its widths."""
    current = current_environment(environ)
    term = current.get("TERM", "")
    useless = term in {"", "dumb", "unknown"}
    yield Finding(
        "terminal",
        "TERM",
        term or "not set",
        "the screen needs a terminal that can move its cursor: set TERM" if useless else "",
    )
    yield Finding("terminal", "colours", _colours(current))
    encoding = locale.getencoding()
    utf8 = encoding.lower().replace("-", "") == "utf8" or sys.flags.utf8_mode == 1
    yield Finding(
        "terminal",
        "encoding",
        "UTF-8" if utf8 else encoding,
        "" if utf8 else "characters will be garbled: set LANG to a locale with UTF-8",
    )
    tmux = "inside tmux" if current.get("TMUX") else "no tmux"
    screen = ", inside GNU screen" if current.get("STY") else ""
    yield Finding("terminal", "multiplexer", tmux + screen)
    yield Finding("terminal", "session", "over SSH" if over_ssh(current) else "local")
    try:
        descriptor = os.open(TERMINAL, os.O_RDWR)
    except OSError:
        yield Finding("terminal", "size", "no terminal here")
        return
    try:
        yield _size(descriptor)
        if not useless:
            yield _width(descriptor)
    finally:
        os.close(descriptor)


def _colours(environ: Mapping[str, str]) -> str:
    if environ.get("NO_COLOR"):
        return "none, as NO_COLOR asks"
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "16.7 million"
    return "256" if "256color" in environ.get("TERM", "") else "16"


def _size(descriptor: int) -> Finding:
    columns, rows = os.get_terminal_size(descriptor)
    small = columns < SMALLEST[0] or rows < SMALLEST[1]
    return Finding(
        "terminal",
        "size",
        f"{columns} x {rows}",
        f"{SMALLEST[0]} x {SMALLEST[1]} is the least: make it larger" if small else "",
    )


def _width(descriptor: int) -> Finding:
    cells = _cells(descriptor, AMBIGUOUS)
    if cells is None:
        return Finding("terminal", "ambiguous width", "the terminal does not tell")
    return Finding(
        "terminal",
        "ambiguous width",
        f"{cells} cell{'s' * (cells != 1)}",
        "" if cells == 1 else "columns will be out of line: have the terminal draw them narrow",
    )


def _cells(descriptor: int, text: str) -> int | None:
    """How many cells the terminal moves its cursor by for a text; `None` if it does not say."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        # The question is ECMA-48's "device status report"; the line is emptied again.
        os.write(descriptor, f"\r{text}\x1b[6n\r\x1b[K".encode())
        answer, deadline = b"", time.monotonic() + ANSWER_SECONDS
        while (found := _POSITION.search(answer)) is None:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                return None
            answer += os.read(descriptor, 64)
        return int(found[1]) - 1
    except OSError:
        return None
    finally:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)


def clipboard(environ: Mapping[str, str], folder: Path, *, trying: bool) -> Iterator[Finding]:
    """The routes that a copy would take, in order; each of them is tried if that is wanted.

    Trying overwrites what is on the clipboard with a line of text, and restores nothing.
    """
    writer = terminal_writer()
    around = survey(environ, terminal=writer is not None)
    for number, route in enumerate(routes(around, encoded=0), start=1):
        name = around.tool.name if route == "tool" and around.tool else route
        place = "the first choice" if number == 1 else f"choice {number}"
        if trying:
            yield asyncio.run(_tried(Clipboard(writer, folder, environ), around, route, name))
        else:
            yield Finding("clipboard", name, place)


async def _tried(clipboard: Clipboard, around: Surroundings, route: Route, name: str) -> Finding:
    began = time.monotonic()
    try:
        receipt = await clipboard.by(route, around, f"readingroom doctor tried {name}", "a test")
    except (OutsideError, LibraryError) as error:
        return Finding("clipboard", name, f"failed after {_milliseconds(began)}", str(error))
    return Finding("clipboard", name, f"{receipt.text}, in {_milliseconds(began)}")


def _milliseconds(began: float) -> str:
    return f"{max(1, round((time.monotonic() - began) * 1_000))} ms"
