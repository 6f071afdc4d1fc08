"""The signs that the room itself writes, in Unicode or in ASCII, as the terminal can show."""

from __future__ import annotations

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of signs; but for `ellipsis` and the keys' names each is one cell wide."""

    ellipsis: str
    dot: str
    cursor: str
    selected: str
    near: str
    star: str
    read: str
    note: str
    keys: dict[str, str]


_NAMED = {
    "escape": "Esc",
    "space": "Space",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "backspace": "Backspace",
    "delete": "Del",
    "insert": "Ins",
}

UNICODE = Glyphs(
    "…", "·", "▌", "●", "~", "★", "✓", "¶",
    {**_NAMED, "enter": "⏎", "up": "↑", "down": "↓", "left": "←", "right": "→"},
)  # fmt: skip
ASCII = Glyphs(
    "...", "-", ">", "x", "~", "*", "v", "n",
    {**_NAMED, "enter": "Enter", "up": "Up", "down": "Down", "left": "Left", "right": "Right"},
)  # fmt: skip

_shown = UNICODE


def glyphs() -> Glyphs:
    """The signs that are written now: a process has one terminal."""
    return _shown


def use_glyphs(chosen: Glyphs) -> None:
    """Write these signs from now on."""
    global _shown  # noqa: PLW0603 - what the terminal can show is a fact of the whole process
    _shown = chosen


def key_label(sequence: str) -> str:
    """A key sequence as people write it: `ctrl+d` is `^D`, `g g` is `gg`."""
    labels = [_one_key(key) for key in sequence.split(" ")]
    is_short = all(len(label) == 1 or label.startswith("^") for label in labels)
    return ("" if is_short else " ").join(labels)


def _one_key(key: str) -> str:
    *modifiers, name = key.split("+") if len(key) > 1 else [key]
    if modifiers == ["ctrl"] and len(name) == 1:
        return f"^{name.upper()}"
    if modifiers[-1:] == ["shift"] and len(name) == 1:
        modifiers.pop()
        name = name.upper()
    is_function_key = name[:1] == "f" and name[1:].isdigit()
    label = name.upper() if is_function_key else _shown.keys.get(name, name)
    return "+".join([*(modifier.capitalize() for modifier in modifiers), label])
