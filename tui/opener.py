"""Opening links outside the terminal, without ever giving them to a shell."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import threading
import unicodedata
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote, urlsplit

from tui.session import current_environment, over_ssh

if TYPE_CHECKING:
    from collections.abc import Mapping

START_SECONDS = 1.0
"""An opener that has not failed by then has opened the link."""

TERMINAL_BROWSERS = frozenset(
    {"browsh", "carbonyl", "elinks", "links", "links2", "lynx", "w3m", "www-browser"}
)

# All that RFC 3986 gives a meaning, but for the characters that a shell expands: some openers are
# shell scripts, and wslview writes the address into a line of PowerShell.
_KEPT = "%/:=&?~#+!,@[]*-._"


@dataclass(frozen=True, slots=True)
class Opened:
    """What became of a link.

    Attributes:
        how: "opened"; "copy" if it must be copied instead; "terminal" if `argv` must be run with
            the terminal given over to it; "refused" if it is no address that may be opened.
        message: the same in one line, for the reader.
        argv: the command of a browser that needs the terminal.
    """

    how: Literal["opened", "copy", "terminal", "refused"]
    message: str
    argv: tuple[str, ...] = ()


def display_safe(url: str) -> bool:
    """Whether an address looks on the screen like what it is.

    It does not if it holds blanks, control characters, invisible or direction-changing format
    characters, or code points that are no characters (Unicode categories Z and C).
    """
    return bool(url) and not any(unicodedata.category(character)[0] in "ZC" for character in url)


def openable(url: str) -> bool:
    """Whether an address may be given to a browser: http or https, with a host, `display_safe`."""
    if not display_safe(url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def open_link(url: str, environ: Mapping[str, str] = os.environ) -> Opened:
    """Open a link in the reader's browser. Takes up to two seconds: not for the event loop.

    $BROWSER comes first: commands separated by colons, of which the first that exists is run, with
    `%s` standing for the address. Then come the desktop's own openers.

    Args:
        url: the address, as it was found; only http and https are opened.
        environ: the environment we were started with.

    Returns:
        What became of it, or what the caller has to do.
    """
    if not openable(url):
        return Opened("refused", "Not opened: this is no plain http or https address")
    current = current_environment(environ)
    if over_ssh(current):
        return Opened("copy", "The browser is on another machine: copy the link instead")
    command = _browser(current) or _desktop_opener(current)
    if command is None:
        return Opened("copy", "There is no browser to open it with: copy the link instead")
    address = quote(url, safe=_KEPT)
    if any("%s" in word for word in command):
        argv = [word.replace("%s", address) for word in command]
    else:
        argv = [*command, address]
    name = PurePath(argv[0]).name
    if name in TERMINAL_BROWSERS:
        return Opened("terminal", f"{name} needs the terminal", tuple(argv))
    problem = _start(argv, current)
    if problem:
        return Opened("copy", f"{name} {problem}: copy the link instead")
    return Opened("opened", f"Opened by {name}")


def _browser(environ: Mapping[str, str]) -> list[str] | None:
    """The first command of $BROWSER that exists."""
    for entry in environ.get("BROWSER", "").split(":"):
        try:
            command = shlex.split(entry)
        except ValueError:
            continue
        if command and _found(command[0], environ):
            return command
    return None


def _desktop_opener(environ: Mapping[str, str]) -> list[str] | None:
    if platform.system() == "Darwin":
        names = ["open"]
    elif "microsoft" in platform.release().lower():
        names = ["wslview", "xdg-open"]
    elif environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        names = ["xdg-open"]
    else:
        # Without a display xdg-open would start a terminal browser behind our screen.
        names = []
    for name in names:
        if _found(name, environ):
            return [name]
    return None


def _found(program: str, environ: Mapping[str, str]) -> bool:
    return shutil.which(program, path=environ.get("PATH")) is not None


def _start(argv: list[str], environ: Mapping[str, str]) -> str | None:
    """Start an opener that can reach neither screen nor keys; return what went wrong, if it did."""
    try:
        process = subprocess.Popen(
            argv,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        return f"does not start ({error.strerror or error})"
    try:
        status = process.wait(START_SECONDS)
    except subprocess.TimeoutExpired:
        # It may be the browser itself, and stay as long as that; somebody must reap it.
        threading.Thread(target=process.wait, name="opener", daemon=True).start()
        return None
    return f"failed with status {status}" if status else None
