"""Text as Org that reads as it is written.

Org has no escape character; its manual ("Escape Character") puts a zero width space where markup
would begin.
"""

from __future__ import annotations

import re

_BREAK = "\u200b"
_MARKUP = re.compile(
    r"""
    (?:^|(?<=[\s\-({'"]))(?=[*/_=~+]\S)  # emphasis begins
  | (?<=\S)(?=[_^])                      # subscripts, superscripts, src_python{}
  | (?<=\[)(?=\[|fn:|cite[:/])           # links, footnotes, citations
  | (?<=<)(?=<|\d)                       # targets, time stamps
  | (?<=@)(?=@)                          # export snippets
  | (?<=\{)(?=\{)                        # macros
  | (?<=\\)(?=[A-Za-z(\[])               # entities, LaTeX
  | (?<=\$)(?=\S)                        # LaTeX between dollars
    """,
    re.VERBOSE,
)


def citation(key: str) -> str:
    """A citation by key, as Org's own `org-cite` reads it."""
    return f"[cite:@{key}]"


def escaped(text: str) -> str:
    """One line of plain text in which nothing is markup."""
    return _MARKUP.sub(_BREAK, text)


def italic(safe: str) -> str:
    """Escaped text in italics."""
    return f"/{safe}/"


def verbatim(text: str) -> str:
    """Text in which nothing is markup, in the type of program text."""
    return f"={text}=" if "=" not in text else f"~{text}~" if "~" not in text else escaped(text)


def address(url: str) -> str:
    """An address as a link that shows itself."""
    safe = url.replace("[", "%5B").replace("]", "%5D").replace(" ", "%20").replace("\\", "%5C")
    return f"[[{safe}]]"
