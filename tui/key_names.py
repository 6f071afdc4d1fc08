"""Key names as users write them, brought to the names that the table of commands has."""

from __future__ import annotations

import difflib
import re

NAMES = {
    "space": "space", "enter": "enter", "return": "enter", "escape": "escape", "esc": "escape",
    "tab": "tab", "backspace": "backspace", "delete": "delete", "del": "delete",
    "insert": "insert", "ins": "insert", "home": "home", "end": "end", "up": "up", "down": "down",
    "left": "left", "right": "right", "pageup": "pageup", "pgup": "pageup",
    "pagedown": "pagedown", "pgdn": "pagedown",
    **{f"f{number}": f"f{number}" for number in range(1, 25)},
}  # fmt: skip
"""The keys that are no characters, under every name that is understood."""

MODIFIERS = ("alt", "ctrl", "shift")

REFUSED = {
    "ctrl+a": "it is the prefix of GNU screen",
    "ctrl+b": "it is the prefix of tmux",
    "ctrl+c": "it copies what the mouse has selected",
    "ctrl+h": "many terminals send it for Backspace",
    "ctrl+i": "it is Tab to a terminal",
    "ctrl+m": "it is Enter to a terminal",
    "ctrl+q": "it quits, and in many terminals resumes the output",
    "ctrl+s": "in many terminals it stops the output",
    "ctrl+z": "shells suspend programs by it",
    "shift+tab": "it goes to the pane before",
    "tab": "it goes to the next pane",
}
"""Keys that no command may have, and why."""

_CARET = re.compile(r"\^[A-Za-z]")


class BadKey(ValueError):
    """Not a key, or one that may not be used; the message says which and why."""


def key_sequence(text: str) -> str:
    """The sequence that a user means, as the table writes it: `^D` is `ctrl+d`, `gg` is `g g`.

    Keys are separated by blanks; two characters without one are two keys.

    Raises:
        BadKey: a key is unknown, or may not be used.
    """
    keys: list[str] = []
    for word in text.split():
        keys += [_key(one) for one in (word if _is_pair(word) else [word])]
    if not keys:
        raise BadKey("an empty sequence: [] takes all keys from a command")
    for key in keys:
        if key in REFUSED:
            raise BadKey(f"{key} cannot be used: {REFUSED[key]}")
    return " ".join(keys)


def _is_pair(word: str) -> bool:
    return len(word) == 2 and word.lower() not in NAMES and not _CARET.fullmatch(word)


def _key(word: str) -> str:
    if len(word) == 1:
        if word.isprintable():
            return word
        raise BadKey(f"{word!r} is no key")
    if _CARET.fullmatch(word):
        return f"ctrl+{word[1].lower()}"
    *modifiers, name = word.split("+")
    modifiers = [modifier.lower() for modifier in modifiers]
    if not set(modifiers) <= set(MODIFIERS):
        raise BadKey(_unknown(word))
    if len(name) == 1:
        return _with_modifiers(word, modifiers, name)
    known = NAMES.get(name.lower())
    if known is None:
        raise BadKey(_unknown(word))
    return "+".join([*sorted(set(modifiers)), known])


def _with_modifiers(word: str, modifiers: list[str], name: str) -> str:
    """A character with Ctrl, Alt or Shift, by the name that Textual has for it."""
    if modifiers == ["shift"]:
        return name.upper()
    held = set(modifiers)
    # Nothing else reaches a program from every terminal.
    if not (name.isascii() and (name.isalpha() or (name.isdigit() and "ctrl" not in held))):
        raise BadKey(f"{word}: Ctrl goes with a letter, Alt with a letter or a digit")
    if "alt" in held and name.isupper() and "ctrl" not in held:
        held.add("shift")
    return "+".join([*sorted(held), name.lower()])


def _unknown(word: str) -> str:
    near = difflib.get_close_matches(word.lower(), NAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else 'keys are written as in "ctrl+d", "g g", "f2"'
    return f"there is no key {word!r}; {hint}"
