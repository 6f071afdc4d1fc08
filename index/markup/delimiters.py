r"""Where formulas begin and end, and how to tell `$x$` from a sum of money."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from index.markup.source import Source

_MAX_INLINE = 400
_MAX_DISPLAY = 2000

_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_MATHS_SIGN = re.compile(r"[\\^_={}<>+]")
_TEXT_IN_MATHS = re.compile(r"\\(?:text|mathrm|mbox|operatorname)")
_COMMAND_WITH_ARGUMENT = re.compile(r"\\[A-Za-z]+\s*(?:\{[^{}]*\})?")
_WORD = re.compile(r"(?<![\\A-Za-z{])[A-Za-z]{3,}(?![A-Za-z}])")
# "5 million", "20 gift cards": an amount, not a formula that begins with a number.
_AMOUNT = re.compile(r"[\d.,]++\s+[A-Za-z]{3,}[^\\^_{}=]*")


class Formula(NamedTuple):
    """A formula in the source: its body is `[start, end)` and reading goes on at `after`."""

    start: int
    end: int
    after: int


def _is_escaped(text: str, position: int) -> bool:
    backslashes = 0
    while position > backslashes and text[position - backslashes - 1] == "\\":
        backslashes += 1
    return backslashes % 2 == 1


def _closing(source: Source, closer: str, start: int, end: int) -> int:
    position = source.find(closer, start, end)
    while position >= 0 and _is_escaped(source.text, position):
        position = source.find(closer, position + 1, end)
    return position


def _is_prose(body: str) -> bool:
    words = len(_WORD.findall(_COMMAND_WITH_ARGUMENT.sub("", body)))
    if words >= 2 and not _MATHS_SIGN.search(body):
        return True
    return words >= 6 and not _TEXT_IN_MATHS.search(body)


def find_formula(source: Source, start: int, end: int) -> Formula | None:
    r"""The formula that begins at `start` and lies within `[start, end)`, if there is one.

    It may be written as `$..$`, `$$..$$`, `\(..\)` or `\[..\]`. It never holds a blank line. A
    dollar sign also stands before an amount of money, and Markdown escapes brackets with a
    backslash: what reads like prose or money is no formula.
    """
    text = source.text
    opener = text[start : start + 2]
    if opener not in {"$$", "\\(", "\\["}:
        return _find_inline(source, start, end)
    closer = {"$$": "$$", "\\(": "\\)", "\\[": "\\]"}[opener]
    closing = _closing(source, closer, start + 2, min(end, start + _MAX_DISPLAY))
    body = text[start + 2 : closing]
    if closing < 0 or not body.strip() or _BLANK_LINE.search(body) or _is_prose(body):
        return None
    if opener != "$$" and source.find(opener, start + 2, closing) >= 0:
        return None
    if opener == "\\[" and not _MATHS_SIGN.search(body):
        return None
    return Formula(start + 2, closing, closing + 2)


def _find_inline(source: Source, start: int, end: int) -> Formula | None:
    text = source.text
    closing = _closing(source, "$", start + 1, min(end, start + _MAX_INLINE))
    body = text[start + 1 : closing]
    if closing < 0 or not body.strip() or _BLANK_LINE.search(body) or _is_prose(body):
        return None
    if body[0].isdigit() and _is_money(body, text[closing + 1 : closing + 2]):
        return None
    return Formula(start + 1, closing, closing + 1)


def _is_money(body: str, following: str) -> bool:
    """Whether a number between dollar signs is an amount: `$5 and $10`, `$5-$10`."""
    if following.isdigit() or _AMOUNT.fullmatch(body):
        return True
    return body[-1] in " (" and "\\" not in body
