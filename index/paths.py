"""Where the library's files live: data, cache and configuration."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import LibraryError

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME_VARIABLE = "READINGROOM_HOME"


@dataclass(frozen=True, slots=True)
class Paths:
    """The three folders of a library.

    `data` holds what cannot be made again, `cache` what can, `config` what the user wrote. `shelf`
    holds what the reader did, where that is not in `data`.
    """

    data: Path
    cache: Path
    config: Path
    shelf: Path | None = None

    @property
    def library_file(self) -> Path:
        """The papers."""
        return self.data / "library.db"

    @property
    def shelf_file(self) -> Path:
        """Pinned keys and the reader's marks."""
        return (self.shelf or self.data) / "shelf.db"

    @property
    def drafts(self) -> Path:
        """Notes that are being written."""
        return (self.shelf or self.data) / "drafts"

    @property
    def config_file(self) -> Path:
        """What the user has chosen."""
        return self.config / "config.toml"

    @property
    def choices_file(self) -> Path:
        """What was chosen on the screen: it goes before `config_file`, which is never written."""
        return (self.shelf or self.data) / "choices.json"

    @property
    def backups(self) -> Path:
        """Copies of the shelf."""
        return (self.shelf or self.data) / "backups"

    @property
    def index(self) -> Path:
        """The full-text index, which can always be rebuilt."""
        return self.cache / "index"

    @property
    def matches(self) -> Path:
        """The full records that match untitled papers; they can always be found again."""
        return self.cache / "matches"


def default_paths(environ: Mapping[str, str] | None = None) -> Paths:
    """The folders for this user.

    `READINGROOM_HOME` puts all three under one folder; otherwise the platform's own
    conventions hold (on Linux the XDG base directories).
    """
    home = (os.environ if environ is None else environ).get(HOME_VARIABLE)
    if home:
        root = Path(home).expanduser()
        return Paths(root / "data", root / "cache", root / "config")
    from platformdirs import PlatformDirs

    folders = PlatformDirs("readingroom", appauthor=False)
    return Paths(folders.user_data_path, folders.user_cache_path, folders.user_config_path)


def make_folder(folder: Path) -> None:
    """Make a folder, and parents of it that are missing, for their owner alone (mode 0700).

    Raises:
        OSError: one of them cannot be made.
    """
    for place in (*reversed(folder.parents), folder):
        if not place.is_dir():
            place.mkdir(mode=0o700, exist_ok=True)


def private_folder(folder: Path) -> Path:
    """Make `folder` (mode 0700) if it is missing and return it.

    Raises:
        LibraryError: it cannot be made, is not a folder, or belongs to somebody else.
    """
    try:
        make_folder(folder)
        status = folder.stat()
        if hasattr(os, "getuid") and status.st_uid != os.getuid():
            raise LibraryError(
                f"{folder} belongs to another user: set {HOME_VARIABLE} to a folder of your own"
            )
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            folder.chmod(0o700)
    except OSError as error:
        reason = error.strerror or str(error)
        raise LibraryError(
            f"cannot use the folder {folder}: {reason}; set {HOME_VARIABLE} to one that can be "
            "written"
        ) from error
    return folder
