"""The reader's own editor, given a file and the terminal."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
from typing import TYPE_CHECKING

from tui.session import OutsideError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

FALLBACKS = ("sensible-editor", "editor", "nano", "vim", "vi")


def editor_command(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The command of the reader's editor: $VISUAL, else $EDITOR, else one that is installed.

    A variable is split into words as a shell would split it, and nothing in it is evaluated.

    Raises:
        OutsideError: there is no editor, or the variable names none.
    """
    for variable in ("VISUAL", "EDITOR"):
        value = environ.get(variable, "").strip()
        if not value:
            continue
        try:
            words = shlex.split(value)
        except ValueError as error:
            raise OutsideError(f"${variable} cannot be split into words: {error}") from error
        if not words or shutil.which(words[0], path=environ.get("PATH")) is None:
            raise OutsideError(f"${variable} is {value!r}, which is no program here")
        return words
    for name in FALLBACKS:
        if shutil.which(name, path=environ.get("PATH")):
            return [name]
    raise OutsideError("there is no editor here: set EDITOR")


def run_editor(command: Sequence[str], path: Path, lock: int) -> int:
    """Run an editor on a file and wait for it; the terminal must have been given over to it.

    Args:
        command: the program and its arguments; the file is put after them.
        path: the file.
        lock: a descriptor that the editor keeps open, so that the file counts as being written
            even if the room is killed before the editor.

    Returns:
        Its exit status; minus the number of the signal that killed it.

    Raises:
        OutsideError: it does not start.
    """
    # An interrupt is for the editor; the default would end the room as well. A handler, unlike
    # SIG_IGN, is not handed down to the editor.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return subprocess.run([*command, str(path)], pass_fds=[lock], check=False).returncode
    except OSError as error:
        raise OutsideError(f"{command[0]} does not start: {error.strerror or error}") from error
    finally:
        signal.signal(signal.SIGINT, before)
