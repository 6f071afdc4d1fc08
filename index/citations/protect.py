"""Keeping BibTeX styles from lowering the capitals of a title.

Most BibTeX styles lower every letter of a title outside braces but the first (`change.case$` with
"t"). Braces keep a word as it is. Only words that would be wrong in lower case get them: a title
braced as a whole could not follow a style any more.
"""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""
    (?P<maths>\$(?:\\.|[^$\\])*\$)
  | (?P<mark>\+|\\\#)                  # belongs to the word before it: C++, C#
  | (?P<joiner>[-/.'@]|\\[&_])         # joins two parts to one word
  | (?P<command>\\(?:[A-Za-z]+|.))
  | (?P<open>\{)
  | (?P<close>\})
  | (?P<letter>[^\W_])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SPECIAL = re.compile(r"\{\\([A-Za-z]+|.)(.*)\}", re.DOTALL)
_COMMAND_NAME = re.compile(r"\\[A-Za-z]{2,}")
_LETTER = re.compile(r"[^\W\d_]")
_LONGEST_LETTER_NAME = 2  # \ss, \AE, \ng: longer names are symbols or styles


def protect(title: str) -> str:
    r"""Brace the words of a title that must keep their capitals.

    A word is braced if one of its parts (between hyphens, strokes and the like) has a capital
    after its first letter (`DistSeal`, `GANs`) or a digit beside a capital (`3D`), or is a single
    capital joined to something (`X-ray`, `Top-K`); maths is braced if it has a capital, and a
    command outside braces if its name has one. `Feed-Forward` stays open.

    Args:
        title: LaTeX with balanced braces.

    Returns:
        The same LaTeX with braces added.
    """
    writer = _Writer()
    group: list[str] = []
    depth = 0
    after_command = False
    for match in _TOKEN.finditer(title):
        kind, text = match.lastgroup, match[0]
        if depth or kind == "open":
            group.append(text)
            depth += (kind == "open") - (kind == "close")
            if depth == 0:
                writer.group("".join(group), is_argument=after_command)
                group.clear()
            continue
        after_command = kind == "command"
        if kind == "letter":
            writer.extend(text, text)
        elif kind == "mark" and writer.in_word:
            writer.extend(text, "-")
        elif kind == "joiner" and writer.in_word:
            writer.hold(text)
        else:
            capital = kind in {"maths", "command"} and text != text.lower()
            writer.put(f"{{{text}}}" if capital else text)
    return writer.finish() + "".join(group)


class _Writer:
    """Collects a word with the letters it shows, and braces it when it is complete."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._word: list[str] = []
        self._shown: list[str] = []
        self._held = ""

    @property
    def in_word(self) -> bool:
        """Whether a word has begun and nothing is held back."""
        return bool(self._word) and not self._held

    def extend(self, text: str, shown: str) -> None:
        """Add to the word `text`, which prints as `shown`."""
        if self._held:
            self._word.append(self._held)
            self._shown.append("-")
            self._held = ""
        self._word.append(text)
        self._shown.append(shown)

    def hold(self, joiner: str) -> None:
        """Keep a joiner back: it belongs to the word only if the word goes on after it."""
        self._held = joiner

    def put(self, text: str) -> None:
        """End the word and write something that is none."""
        self._end_word()
        self._out.append(text)

    def group(self, text: str, *, is_argument: bool) -> None:
        r"""Add a group in braces.

        BibTeX reads a group that begins with a backslash as one accented letter and lowers it
        (`{\"U}`), arguments such as `\emph{\textbf{X}}` among them: a second pair of braces
        keeps these as they are. Other groups are safe.
        """
        special = _SPECIAL.fullmatch(text)
        if special is None:
            self.put(text)
            return
        argument = _COMMAND_NAME.sub("", special[2])
        is_style = is_argument or (len(special[1]) > _LONGEST_LETTER_NAME and "{" in argument)
        if is_style and argument != argument.lower():
            self.put(f"{{{text}}}")
        elif is_argument:
            self.put(text)
        else:
            self.extend(text, _shown_letter(special[1], argument))

    def finish(self) -> str:
        """All that was written."""
        self._end_word()
        return "".join(self._out)

    def _end_word(self) -> None:
        word = "".join(self._word)
        self._out.append(f"{{{word}}}" if _keeps_capitals("".join(self._shown)) else word)
        self._out.append(self._held)
        self._word.clear()
        self._shown.clear()
        self._held = ""


def _shown_letter(name: str, argument: str) -> str:
    r"""The letter that `{\name argument}` prints; empty for a symbol."""
    if letters := _LETTER.findall(argument):
        return str(letters[0])
    return name[:1] if name.isalpha() and len(name) <= _LONGEST_LETTER_NAME else ""


def _keeps_capitals(word: str) -> bool:
    parts = word.split("-")
    return any(
        any(map(str.isupper, part[1:]))
        or (part[:1].isupper() and (part[1:2].isdigit() or (len(part) == 1 and len(parts) > 1)))
        for part in parts
    )
