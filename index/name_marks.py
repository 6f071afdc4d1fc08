"""What stands around a name and is none of it: footnote marks, degrees, affiliations."""

from __future__ import annotations

import re

_RAISED = re.compile(
    r"\$?(?<!\\)\^(?:\{[^{}]{0,20}\}|[\d*∗†‡§¶,]{1,9})\$?|\\textsuperscript\{[^{}]{0,20}\}|"
    r"<sup>[^<>]{0,20}</sup>"
)
_MARKS = re.compile(r"[*∗⁎†‡§¶#¹²³⁰⁴-⁹₀-₉]|\[\w{0,3}\]")
_EDGES = " \t,;:&*-_/|0123456789"
_EMPTY_BRACKETS = re.compile(r"\([\s,]*\)|\$\s*\$")
_BRACKETED_END = re.compile(r"(?<=\S)\s*\([^()]{2,200}\)$")
_DEGREES = re.compile(
    r"(?:[,\s]\s*Ph\.?D\.?|,\s*(?:M\.?D\.?|M\.?Sc\.?|B\.?Sc\.?|MBA|Dr\. ?rer\. ?nat\.))(?=[,\s]|$)"
)
_ADDRESSED = re.compile(r"(?:(?:Prof(?:essor|\.)?|Dr\.?)\s+)+(?=\S+\s+\S)")


def without_raised(text: str) -> str:
    """A name in LaTeX or HTML without what is raised behind it, as in `Li$^{1,2}$`."""
    return _RAISED.sub("", text)


def without_marks(text: str) -> str:
    """A name without marks of footnotes, titles, degrees and what stands in brackets behind it."""
    text = _EMPTY_BRACKETS.sub("", _MARKS.sub("", text)).strip(_EDGES)
    if text.endswith(")"):
        is_odd = text.count(")") > text.count("(")
        text = text[:-1] if is_odd else _BRACKETED_END.sub("", text)
    text = " ".join(text.split()).removeprefix("and ")
    return _ADDRESSED.sub("", _DEGREES.sub("", text), count=1).rstrip(_EDGES)
