"""Papers without a title in bibliographies that readingroom wrote: a description stands for it."""

from __future__ import annotations

import re

_DESCRIPTION = re.compile(
    r"[{\\]*\[(?:Untitled abstract beginning\W|Untitled record without an abstract\]|"
    r"Title not recorded in the source\])"
)
_HEADING = re.compile(
    r"(?:Abstract|Record)(?:[ ~\\]+no\.[ ~]*\d+)? in (?:``|[“\"]|\\mkbibemph\{|\\emph\{|\*)(.+?)"
    r"(?:''|[”\"}*])(?:, file .*)?"
)


def is_description(title: str) -> bool:
    """Whether a title only says that there is none, or how the untitled abstract begins."""
    return _DESCRIPTION.match(title) is not None


def described_heading(venue: str) -> str | None:
    """The heading under which the abstract stood, from what is said of its place."""
    found = _HEADING.fullmatch(venue)
    return (found[1] if found else venue) or None
