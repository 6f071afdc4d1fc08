"""What was chosen on the screen, kept apart from `config.toml`, which is the user's to write."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from index.clean import visible
from index.paths import private_folder
from tui.settings import DENSITIES, NARROWEST_SPLIT, WIDEST_SPLIT

if TYPE_CHECKING:
    from pathlib import Path

    from tui.settings import Settings


class Choices(NamedTuple):
    """What was chosen; `None` is what `config.toml` says. `hinted`: the first hint was shown."""

    theme: str | None = None
    density: str | None = None
    split: int | None = None
    hinted: bool = False


class Preferences:
    """The settings, and before them what was chosen on the screen.

    Args:
        settings: what `config.toml` says.
        path: the file of what was chosen.

    Attributes:
        problem: a line on a file that cannot be read, or `None`.
    """

    def __init__(self, settings: Settings, path: Path) -> None:
        self._settings = settings
        self._path = path
        self._choices, self.problem = read_choices(path)

    @property
    def theme(self) -> str:
        """The name of the theme."""
        return self._choices.theme or self._settings.theme

    @property
    def density(self) -> str:
        """One of `tui.settings.DENSITIES`."""
        return self._choices.density or self._settings.density

    @property
    def split(self) -> int | None:
        """The list's share in percent; `None` leaves it to the screen's size."""
        return self._choices.split or self._settings.split

    @property
    def hinted(self) -> bool:
        """Whether the hint for the first visit has been shown."""
        return self._choices.hinted

    def choose(self, **chosen: Any) -> None:
        """Choose what is named, and keep it.

        Raises:
            OSError: it counts for this visit, but cannot be kept.
            LibraryError: likewise.
        """
        # Another window may have chosen something else meanwhile.
        stored, _ = read_choices(self._path)
        self._choices = self._choices._replace(**chosen)
        _write(self._path, stored._replace(**chosen))


def read_choices(path: Path) -> tuple[Choices, str | None]:
    """What a file says was chosen, and a line if it cannot be read.

    A file that is not there is in order; whatever in one is not understood is passed over.
    """
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return Choices(), None
    except OSError as error:
        return Choices(), f"cannot read {path}: {error.strerror or error}"
    except (ValueError, RecursionError):
        return Choices(), f"{path} is damaged: what was chosen on the screen is forgotten"
    if not isinstance(found, dict):
        return Choices(), f"{path} is damaged: what was chosen on the screen is forgotten"
    theme, density, split = found.get("theme"), found.get("density"), found.get("split")
    is_percent = isinstance(split, int) and NARROWEST_SPLIT <= split <= WIDEST_SPLIT
    return (
        Choices(
            visible(theme) if isinstance(theme, str) else None,
            density if density in DENSITIES else None,
            split if is_percent else None,
            found.get("hinted") is True,
        ),
        None,
    )


def _write(path: Path, choices: Choices) -> None:
    """Replace the file as a whole: whoever reads it meanwhile finds the old one or the new."""
    private_folder(path.parent)
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            json.dump(choices._asdict(), out)
            out.write("\n")
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
