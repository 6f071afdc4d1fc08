"""Patterns that users choose for citation keys: `{family}{year}{word}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_PATTERN = "{family}{year}{word}"

KEY_FIELDS: Mapping[str, str] = {
    "family": "the first author's family name",
    "year": "the year, or nd",
    "word": "the first telling word of the title",
    "words": "the first three telling words of the title",
    "venue": "the venue",
}
"""What a pattern may name; all of it folded to ASCII letters and digits."""

FIELD = re.compile(r"\{(\w+)\}")
_LITERAL = re.compile(r"[A-Za-z0-9:._+/-]*")
_LONGEST = 200


def pattern_problem(pattern: str) -> str | None:
    """What is wrong with a pattern, beginning with "must"; `None` if nothing is."""
    import difflib

    for name in FIELD.findall(pattern):
        if name not in KEY_FIELDS:
            near = difflib.get_close_matches(name, KEY_FIELDS, n=1)
            hint = f"did you mean {{{near[0]}}}?" if near else f"there are {', '.join(KEY_FIELDS)}"
            return f"must name known fields, and {{{name}}} is none ({hint})"
    literal = FIELD.sub("", pattern)
    if not _LITERAL.fullmatch(literal):
        return "must be made of {fields}, letters, digits and :._+/- alone"
    if not FIELD.search(pattern):
        return f"must name a field: {', '.join(KEY_FIELDS)}"
    if len(pattern) > _LONGEST:
        return f"must not be longer than {_LONGEST} characters"
    return None
