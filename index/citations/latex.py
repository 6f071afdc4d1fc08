"""Text, titles and addresses as BibTeX and BibLaTeX fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations.record import links, one_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from index.paper import Paper

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


def marked_up(raw: str | None, *, ascii_only: bool = True) -> str:
    """A text with LaTeX or Markdown in it, as LaTeX on one line; empty if it says nothing.

    Args:
        raw: The text as the source has it.
        ascii_only: See `escaped`.
    """
    if not raw or not raw.strip():
        return ""
    from index.markup.bibtex import to_bibtex
    from index.markup.parse import parse

    return one_line(to_bibtex(parse(raw), ascii_only=ascii_only))


def contents(paper: Paper, *, ascii_only: bool = True) -> list[tuple[str, str]]:
    """What no bibliography prints but a reader keeps: abstract, keywords, PDF and code."""
    apart = "; " if any("," in keyword for keyword in paper.keywords) else ", "
    values = {
        "abstract": marked_up(paper.abstract, ascii_only=ascii_only),
        "keywords": escaped(apart.join(paper.keywords), ascii_only=ascii_only),
        "pdf": verbatim(next(iter(links(paper, "pdf")), "")),
        "code": verbatim(next(iter(links(paper, "code")), "")),
    }
    return braced(values)


def braced(values: Mapping[str, str]) -> list[tuple[str, str]]:
    """Fields with their values in braces; those that say nothing are left out."""
    return [(name, f"{{{value}}}") for name, value in values.items() if value]


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
