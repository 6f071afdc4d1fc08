"""Copies that arrive, or that say why they did not.

Four routes, tried in this order until one works:

1. the clipboard program of the desktop, where the terminal stands on this machine;
2. the paste buffer of tmux, which passes the text on to the terminal if it may;
3. the terminal itself, by the control sequence OSC 52, which works over SSH but answers nothing;
4. a private file.

Each copy ends in a `Receipt` that claims no more than is known.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from index.errors import LibraryError
from index.paths import private_folder
from tui.desktop_clipboard import Tool, choose_tool
from tui.session import OutsideError, ask, current_environment, in_tmux, over_ssh, run_tool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

FILE_NAME = "clipboard.txt"
OSC_52_LIMIT = 74_994
"""Longest base64 text sent by OSC 52. Terminals drop a sequence that is too long for them, each at
a length of its own (hterm at 100,000 bytes); this stays below."""
SCREEN_CHUNK = 252
"""Longest piece handed through GNU screen: before 4.2 it kept 256 bytes of a string, and two stand
before and two behind the piece."""

Route = Literal["tool", "tmux", "OSC 52", "file"]

# NUL would end the text in many a tool, the others would act in the terminal it is pasted into;
# a lone surrogate has no UTF-8.
_UNSENDABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# These know no OSC 52: the first prints the text on the screen, the others swallow it.
_DEAF_TERMS = frozenset({"linux", "dumb"})
_DEAF_PROGRAMS = frozenset({"Apple_Terminal"})


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a copy.

    Attributes:
        what: what was copied, as the reader calls it: "BibTeX".
        characters: how many characters went out.
        route: the clipboard program ("wl-copy"), "tmux", "OSC 52" or "file"; empty if none worked.
        confirmed: the route said that the text arrived where the receipt says it did.
        path: the file, if it is one.
        note: what else the reader should know, such as why an earlier route failed.
    """

    what: str
    characters: int
    route: str
    confirmed: bool
    path: Path | None = None
    note: str | None = None

    @property
    def failed(self) -> bool:
        """Whether nothing was copied at all."""
        return not self.route

    @property
    def text(self) -> str:
        """The receipt in one line."""
        if self.failed:
            return f"Nothing copied: {self.what}: {self.note}"
        unit = "character" if self.characters == 1 else "characters"
        copy = f"{self.what}, {self.characters:,} {unit},"
        match self.route:
            case "tmux":
                line = f"Copied {copy} to the tmux buffer, and to the terminal if it allows"
            case "tmux buffer":
                line = f"Copied {copy} to the tmux buffer only"
            case "OSC 52":
                line = f"Sent {copy} to the terminal by OSC 52: it does not confirm"
            case "file":
                line = f"No clipboard: {copy} written to {self.path}"
            case tool:
                line = f"Copied {copy} by {tool}"
        return f"{line} ({self.note})" if self.note else line


@dataclass(frozen=True, slots=True)
class Surroundings:
    """All that decides which routes a copy may take.

    Attributes:
        environ: the environment as the terminal has it now (see `current_environment`).
        remote: the terminal is looked at over SSH: a clipboard here is nobody's.
        tool: the desktop's clipboard program, if one would work.
        tmux: the terminal is a pane of tmux.
        screen: the terminal is a window of GNU screen.
        terminal: the terminal can be written to and does not misread OSC 52.
    """

    environ: Mapping[str, str]
    remote: bool
    tool: Tool | None
    tmux: bool
    screen: bool
    terminal: bool


def survey(environ: Mapping[str, str], *, terminal: bool) -> Surroundings:
    """Look around: which routes are there? Runs tmux and loads pyperclip where they matter.

    Args:
        environ: the environment we were started with.
        terminal: whether there is a terminal to write to.
    """
    current = current_environment(environ)
    remote = over_ssh(current)
    tmux = in_tmux(current)
    term = current.get("TERM", "")
    screen = not tmux and bool(current.get("STY") or term.startswith("screen"))
    deaf = not (tmux or screen) and (
        term in _DEAF_TERMS or current.get("TERM_PROGRAM") in _DEAF_PROGRAMS
    )
    return Surroundings(
        environ=current,
        remote=remote,
        tool=None if remote else choose_tool(current),
        tmux=tmux,
        screen=screen,
        terminal=terminal and not deaf,
    )


def routes(around: Surroundings, encoded: int) -> tuple[Route, ...]:
    """The routes to try, in order; the next one is taken when one fails.

    Args:
        around: what there is.
        encoded: length of the text in base64.
    """
    chosen: list[Route] = []
    if around.tool and not around.remote:
        chosen.append("tool")
    if around.tmux:
        chosen.append("tmux")
    if around.terminal and encoded <= OSC_52_LIMIT:
        chosen.append("OSC 52")
    chosen.append("file")
    return tuple(chosen)


def osc52(encoded: str, *, screen: bool) -> str:
    """The control sequence that asks a terminal to set its clipboard.

    xterm's "Manipulate Selection Data"; GNU screen hands it through in device control strings.

    Args:
        encoded: the text, as UTF-8 in base64.
        screen: wrap it for GNU screen.
    """
    sequence = f"\x1b]52;c;{encoded}\x07"
    if not screen:
        return sequence
    pieces = range(0, len(sequence), SCREEN_CHUNK)
    return "".join(f"\x1bP{sequence[at : at + SCREEN_CHUNK]}\x1b\\" for at in pieces)


class Clipboard:
    """Copies text by the best route there is.

    Args:
        write_terminal: writes a control sequence to the terminal; called on the event loop.
            `None` if there is no terminal.
        folder: where the file of the last resort goes; made, and made private, when needed.
        environ: the environment we were started with.
    """

    def __init__(
        self,
        write_terminal: Callable[[str], None] | None,
        folder: Path,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        self._write_terminal = write_terminal
        self._folder = folder
        self._environ = environ
        # Two copies at once would leave it to chance which of them stays.
        self._turn = asyncio.Lock()

    async def copy(self, text: str, what: str) -> Receipt:
        r"""Copy a text; programs and files are handled off the event loop.

        Args:
            text: what to copy. Control characters other than \n and \t are left out.
            what: what the reader calls it: "BibTeX".

        Returns:
            What became of it. A route that fails or takes longer than a second is passed over.
        """
        text = _sendable(text)
        if not text:
            return Receipt(what, 0, "", confirmed=False, note="it is empty")
        async with self._turn:
            return await self._copy(text, what)

    async def _copy(self, text: str, what: str) -> Receipt:
        encoded = base64.b64encode(text.encode()).decode("ascii")
        around = await asyncio.to_thread(
            survey, self._environ, terminal=self._write_terminal is not None
        )
        failures: list[str] = []
        for route in routes(around, len(encoded)):
            if route == "file" and around.terminal and len(encoded) > OSC_52_LIMIT:
                failures.append("it is too long for OSC 52")
            try:
                receipt = await self.by(route, around, text, what)
            except (OutsideError, LibraryError) as error:
                failures.append(str(error))
                continue
            notes = [*failures, receipt.note] if receipt.note else failures
            return replace(receipt, note="; ".join(notes) or None)
        return Receipt(what, 0, "", confirmed=False, note="; ".join(failures))

    async def by(self, route: Route, around: Surroundings, text: str, what: str) -> Receipt:
        """Copy by one route and no other.

        Args:
            route: the route.
            around: what `survey` found.
            text: what to copy, with no control character other than line ends and tabs.
            what: what the reader calls it.

        Raises:
            OutsideError: it does not work.
            LibraryError: the folder for the file cannot be used.
        """
        name: str = route
        path: Path | None = None
        note: str | None = None
        match route:
            case "tool":
                name = await asyncio.to_thread(_copy_by_tool, around, text)
            case "tmux":
                name, note = await asyncio.to_thread(_copy_by_tmux, around.environ, text)
            case "OSC 52":
                encoded = base64.b64encode(text.encode()).decode("ascii")
                self._send(osc52(encoded, screen=around.screen))
            case "file":
                path = await asyncio.to_thread(_copy_to_file, self._folder, text)
        return Receipt(what, len(text), name, confirmed=route != "OSC 52", path=path, note=note)

    def _send(self, sequence: str) -> None:
        if self._write_terminal is None:
            raise OutsideError("there is no terminal")
        try:
            self._write_terminal(sequence)
        except OSError as error:
            raise OutsideError(f"the terminal cannot be written to: {error.strerror}") from error


def _sendable(text: str) -> str:
    return _UNSENDABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _copy_by_tool(around: Surroundings, text: str) -> str:
    if around.tool is None:
        raise OutsideError("there is no clipboard program")
    around.tool.copy(text, around.environ)
    return around.tool.name


def _copy_by_tmux(environ: Mapping[str, str], text: str) -> tuple[str, str | None]:
    """Copy to tmux's buffer, and return how far the text went and why no farther.

    With -w tmux also sends the text to the terminal. It does so whether `set-clipboard` is on or
    external; with off some releases do and some do not, so then we do not ask for it: who turned
    it off does not want it.
    """
    version = re.search(rb"(\d+)\.(\d+)", run_tool(["tmux", "-V"], environ, output=True))
    if version and (int(version[1]), int(version[2])) < (3, 2):
        onward, note = False, f"tmux {version[0].decode()} passes nothing on to the terminal"
    elif (ask(["tmux", "show-options", "-sv", "set-clipboard"], environ) or "").strip() == "off":
        onward, note = False, "set-clipboard is off in tmux"
    else:
        onward, note = True, None
    flags = ["-w"] if onward else []
    run_tool(["tmux", "load-buffer", *flags, "-"], environ, stdin=text.encode())
    return ("tmux" if onward else "tmux buffer"), note


def _copy_to_file(folder: Path, text: str) -> Path:
    """Write the text where only its owner can read it, and return the path.

    The file is replaced in one step, so that a link in its place is replaced, not followed.
    """
    private_folder(folder)
    path = folder / FILE_NAME
    try:
        if folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
        handle, draft = tempfile.mkstemp(prefix=".clipboard-", dir=folder)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.write(text)
            Path(draft).replace(path)
        except OSError:
            Path(draft).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OutsideError(f"{path} cannot be written: {error.strerror or error}") from error
    return path
