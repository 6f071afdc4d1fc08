"""What the user has chosen, from `config.toml`: a mistake there is told and never keeps us shut."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; each is a key of the same name in `config.toml`.

    Attributes:
        mark_read: whether a paper that has been read to its end is marked as read by itself.
        style: the style of `cite`, and of `yy` before anything has been copied.
        key: the pattern of citation keys, see `index.citations.key_pattern`; empty for none.
    """

    mark_read: bool = True
    style: str = "bibtex"
    key: str = ""


def _truth(value: object) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _style(value: object) -> str | None:
    from index.citations import StyleNotAvailable, UnknownStyle, style_info

    if not isinstance(value, str):
        return "must be the name of a style in quotation marks"
    try:
        style_info(value)
    except (StyleNotAvailable, UnknownStyle) as error:
        return f"must name a style ({error})"
    return None


def _key_pattern(value: object) -> str | None:
    from index.citations.key_pattern import pattern_problem

    if not isinstance(value, str):
        return "must be a pattern in quotation marks"
    return pattern_problem(value) if value else None


_CHECKS: dict[str, Callable[[object], str | None]] = {
    "mark_read": _truth,
    "style": _style,
    "key": _key_pattern,
}
"""What is wrong with a value, by the name of the setting; `None` if nothing is."""


def read_settings(path: Path) -> tuple[Settings, list[str]]:
    """The settings of a file, and a line on each thing in it that is wrong.

    Whatever is wrong keeps its default; a file that is not there is in order.

    Args:
        path: the file, in TOML.
    """
    import tomllib

    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        return Settings(), [f"cannot read {path}: {error.strerror or error}"]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Settings(), [f"{path} is not TOML, so nothing in it counts: {error}"]
    problems: list[str] = []
    known = {field.name: field for field in fields(Settings)}
    chosen: dict[str, Any] = {}
    for name, value in found.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known are {', '.join(known)}"
            problems.append(f"{path}: there is no setting {name!r}; {hint}")
        elif wrong := _CHECKS[name](value):
            problems.append(f"{path}: {name} {wrong}, not {value!r}")
        else:
            chosen[name] = value
    return Settings(**chosen), problems
