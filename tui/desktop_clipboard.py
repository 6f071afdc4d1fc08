"""The clipboard of the desktop, where the terminal stands on this machine.

pyperclip knows which program reaches it; the program is run here, because pyperclip looks at no
exit status, waits for ever, and lets the program write on the screen.
"""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tui.session import OutsideError, run_tool

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_process_environment_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Tool:
    """A program that puts its standard input on the desktop's clipboard.

    Attributes:
        name: what a receipt calls it.
        argv: the command; empty where pyperclip reaches the clipboard without a program.
        encoding: what it reads.
        environ: variables that it needs.
    """

    name: str
    argv: tuple[str, ...] = ()
    encoding: str = "utf-8"
    environ: tuple[tuple[str, str], ...] = ()

    def copy(self, text: str, environ: Mapping[str, str]) -> None:
        """Put a text on the clipboard; takes a second at most, on Windows as long as it takes.

        Raises:
            OutsideError: it did not get there.
        """
        if self.argv:
            environ = {**environ, **dict(self.environ)}
            run_tool(self.argv, environ, stdin=text.encode(self.encoding))
            return
        import pyperclip

        try:
            pyperclip.copy(text)
        except (pyperclip.PyperclipException, OSError) as error:
            raise OutsideError(f"{self.name} failed: {error}") from error


# By the name of the copy function that pyperclip chose.
_TOOLS = {
    # Without a type wl-copy asks xdg-mime, which takes its time and calls BibTeX no plain text.
    "copy_wl": Tool("wl-copy", ("wl-copy", "--type", "text/plain")),
    "copy_xclip": Tool("xclip", ("xclip", "-selection", "clipboard")),
    "copy_xsel": Tool("xsel", ("xsel", "--clipboard", "--input")),
    # pbcopy takes its input for Mac Roman in the C locale.
    "copy_osx_pbcopy": Tool("pbcopy", ("pbcopy",), environ=(("LC_CTYPE", "UTF-8"),)),
    "copy_osx_pyobjc": Tool("pbcopy", ("pbcopy",), environ=(("LC_CTYPE", "UTF-8"),)),
    "copy_wsl": Tool("clip.exe", ("clip.exe",), encoding="utf-16-le"),
    "copy_windows": Tool("pyperclip"),
}


def choose_tool(environ: Mapping[str, str]) -> Tool | None:
    """The desktop's clipboard program as pyperclip chooses it, or `None`.

    On Linux pyperclip is asked only where it will find one of the programs, since it would go on
    to load Qt otherwise.
    """
    if platform.system() not in {"Windows", "Darwin"} and not _has_program(environ):
        return None
    import pyperclip

    with _process_environment(environ):
        copy = pyperclip.determine_clipboard()[0]
    return _TOOLS.get(getattr(copy, "__name__", ""))


def _has_program(environ: Mapping[str, str]) -> bool:
    """Whether pyperclip would find one of the programs on a Unix desktop."""

    def found(name: str) -> bool:
        return shutil.which(name, path=environ.get("PATH")) is not None

    if "microsoft" in platform.release().lower():
        return found("clip.exe")
    if environ.get("WAYLAND_DISPLAY") and found("wl-copy") and found("wl-paste"):
        return True
    return bool(environ.get("DISPLAY")) and (found("xclip") or found("xsel"))


@contextlib.contextmanager
def _process_environment(environ: Mapping[str, str]) -> Iterator[None]:
    """Let the process environment say what `environ` says of the display.

    pyperclip looks there and nowhere else, and inside tmux it may be out of date.
    """
    names = ("PATH", "DISPLAY", "WAYLAND_DISPLAY")
    with _process_environment_lock:
        before = {name: os.environ.get(name) for name in names}
        _set_environment({name: environ.get(name) for name in names})
        try:
            yield
        finally:
            _set_environment(before)


def _set_environment(values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        if value == os.environ.get(name):
            continue
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
