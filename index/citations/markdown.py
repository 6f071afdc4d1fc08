"""Text as Markdown (CommonMark) that reads as it is written."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[\\`*_\[\]<>$]|~(?=~)|&(?=#?\w+;)")
_LINE_START = re.compile(r"(#{1,6}(?=\s|$)|[-+](?=\s|$)|=+$|-+$)|(\d{1,9})([.)])(?=\s|$)")


def escaped(text: str) -> str:
    """One line of plain text in which nothing is markup: neither emphasis, links nor formulas."""
    safe = _SPECIAL.sub(r"\\\g<0>", text)
    if match := _LINE_START.match(safe):
        at = match.start(3) if match[3] else 0
        safe = f"{safe[:at]}\\{safe[at:]}"
    return safe


def italic(safe: str) -> str:
    """Escaped text in italics."""
    return f"*{safe}*"


def code(text: str) -> str:
    """Text as a code span, fenced by more backticks than it holds in a row (CommonMark 6.1)."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if longest else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def address(url: str) -> str:
    """An address as a link that shows itself (CommonMark 6.5)."""
    safe = url.replace("<", "%3C").replace(">", "%3E").replace(" ", "%20")
    return f"<{safe}>"
