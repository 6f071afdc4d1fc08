"""Stand-ins for the programs of a desktop."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_USED = ("cat", "sleep", "touch")


class Programs:
    """A folder for PATH with shell scripts in it, and the tools that the scripts use.

    Args:
        folder: where they go; made.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        for name in _USED:
            found = shutil.which(name)
            assert found is not None
            (folder / name).symlink_to(found)

    def add(self, name: str, script: str = "exit 0") -> Path:
        """Write a script that runs in `sh` and return its path."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def environ(self, **variables: str) -> dict[str, str]:
        """An environment with these programs, and no others, on its PATH."""
        return {"PATH": str(self.folder), "TERM": "xterm-256color", **variables}
