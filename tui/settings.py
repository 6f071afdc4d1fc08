"""What the user has chosen, from `config.toml`: a mistake there is told and never keeps us shut."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

DENSITIES = ("auto", "compact", "comfortable")
COLOURS = ("auto", "never")
NARROWEST_SPLIT, WIDEST_SPLIT = 20, 80
"""Percent: neither pane can be made smaller than a fifth."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; each is a key of the same name in `config.toml`.

    Attributes:
        mark_read: whether a paper that has been read to its end is marked as read by itself.
        style: the style of `cite`, and of `yy` before anything has been copied.
        key: the pattern of citation keys, see `index.citations.key_pattern`; empty for none.
        theme: the name of a theme.
        density: one of `DENSITIES`: one line a row, two, or as many as there is room for.
        split: the list's share of the panes in percent; `None` leaves it to the screen's size.
        ascii: whether all decoration is ASCII; `None` asks the terminal's character set.
        animation: whether anything moves by itself.
        colour: one of `COLOURS`.
        ambiguous: how many cells a character takes whose width Unicode calls ambiguous.
        keys: key sequences by the id of a command; they replace its own.
    """

    mark_read: bool = True
    style: str = "bibtex"
    key: str = ""
    theme: str = "dark"
    density: str = "auto"
    split: int | None = None
    ascii: bool | None = None
    animation: bool = False
    colour: str = "auto"
    ambiguous: int = 1
    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)


def _truth(value: object) -> str | None:
    return None if isinstance(value, bool) else "must be true or false"


def _word(value: object) -> str | None:
    return None if isinstance(value, str) and value else "must be a name in quotation marks"


def _one_of(*allowed: str | int) -> Callable[[object], str | None]:
    *others, last = (f'"{item}"' if isinstance(item, str) else str(item) for item in allowed)
    wanted = f"must be {', '.join(others)} or {last}"

    def check(value: object) -> str | None:
        return None if not isinstance(value, bool) and value in allowed else wanted

    return check


def _percent(value: object) -> str | None:
    if isinstance(value, int) and NARROWEST_SPLIT <= value <= WIDEST_SPLIT:
        return None
    return f"must be a whole number from {NARROWEST_SPLIT} to {WIDEST_SPLIT} (percent)"


def _table_of_keys(value: object) -> str | None:
    return None if isinstance(value, dict) else "must be a table: a line [keys], the keys below it"


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
    "theme": _word,
    "density": _one_of(*DENSITIES),
    "split": _percent,
    "ascii": _truth,
    "animation": _truth,
    "colour": _one_of(*COLOURS),
    "ambiguous": _one_of(1, 2),
    "keys": _table_of_keys,
}
"""What is wrong with a value, by the name of the setting; `None` if nothing is."""


def read_settings(path: Path) -> tuple[Settings, list[str]]:
    """The settings of a file, and a line on each thing in it that is wrong.

    Whatever is wrong keeps its default; a file that is not there is in order.

    Args:
        path: the file, in TOML.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        return Settings(), [f"cannot read {path}: {error.strerror or error}"]
    except UnicodeDecodeError as error:
        return Settings(), [f"{path} is not UTF-8, so nothing in it counts: {error}"]
    import tomllib

    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Settings(), [f"{path} is not TOML, so nothing in it counts: {error}"]
    problems: list[str] = []
    chosen: dict[str, Any] = {}
    known = [item.name for item in fields(Settings)]
    for name, value in found.items():
        if name not in known:
            hint = nearest(name, known) or f"known are {', '.join(known)}"
            problems.append(f"{path}: there is no setting {name!r}; {hint}")
        elif wrong := _CHECKS[name](value):
            problems.append(f"{path}: {name} {wrong}, not {_shown(value)}")
        else:
            chosen[name] = value
    if "keys" in chosen:
        chosen["keys"] = _sequences(path, chosen["keys"], problems)
    return Settings(**chosen), problems


def _sequences(
    path: Path, table: Mapping[str, object], problems: list[str]
) -> dict[str, tuple[str, ...]]:
    """The key sequences of each command; `[keys.mark] star = "x"` is `"mark.star" = "x"`."""
    found: dict[str, tuple[str, ...]] = {}
    pending = list(table.items())
    while pending:
        name, value = pending.pop(0)
        if isinstance(value, dict):
            pending[:0] = [(f"{name}.{key}", inner) for key, inner in value.items()]
            continue
        listed = value if isinstance(value, list) else [value]
        words = tuple(item for item in listed if isinstance(item, str))
        if len(words) == len(listed):
            found[name] = words
        else:
            wrong = f'must be a key sequence such as "g g", or a list of them, not {_shown(value)}'
            problems.append(f"{path}: keys: {name} {wrong}")
    return found


def nearest(name: str, known: Sequence[str]) -> str | None:
    """`did you mean ...?` with the known name that is nearest; `None` if none is near."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else None


def _shown(value: object) -> str:
    """A value as TOML writes it, or nearly so."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)
