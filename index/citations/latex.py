"""Text, titles and addresses as BibTeX and BibLaTeX fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations.record import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

_TYPOGRAPHY = str.maketrans(
    {"“": "``", "”": "''", "‘": "`", "’": "'", "—": "---", "–": "--", "…": r"\ldots{}"}
)
_UNSAFE_IN_ADDRESS = re.compile(r"[\s{}\\]")


def entry(kind: str, key: str, fields: Sequence[tuple[str, str]]) -> str:
    """One entry with its fields in the order given.

    Args:
        kind: The entry type without `@`.
        key: The citation key.
        fields: Names and values; a value brings its own braces, or is a bare macro.
    """
    width = max((len(name) for name, _ in fields), default=0)
    lines = [f"  {name:<{width}} = {value}" for name, value in fields]
    return ",\n".join([f"@{kind}{{{key}", *lines]) + "\n}"


def marked_up(raw: str) -> str:
    """A text with LaTeX or Markdown in it, as ASCII LaTeX on one line."""
    from index.markup.bibtex import to_bibtex
    from index.markup.parse import parse

    return one_line(to_bibtex(parse(raw), ascii_only=True))


def escaped(text: str, *, ascii_only: bool = True) -> str:
    """Plain text as LaTeX on one line, quotes and dashes in both flavours as TeX writes them.

    Args:
        text: Plain text.
        ascii_only: Write accented letters as commands, for BibTeX; BibLaTeX reads UTF-8. What
            has no command (Chinese, for one) stays as it is.
    """
    from index.markup.bibtex import escape

    return escape(one_line(text), ascii_only=ascii_only).translate(_TYPOGRAPHY)


def verbatim(address: str) -> str:
    """An address or identifier as it is; only what would end the field is percent-encoded."""
    return _UNSAFE_IN_ADDRESS.sub(_percent, address.strip())


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())
