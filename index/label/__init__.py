"""A label for a paper without a title: the name of what it brings in, and a gist.

A label is for the list alone: it is no title, is never stored as one and never cited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from index.label.gist import find_gist
from index.label.naming import find_name
from index.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

LABEL_VERSION: Final = 1
"""Raised whenever some abstract gets another label, so that stored labels are made anew."""

_READ: Final = 6_000
"""Characters of an abstract that are looked at: real ones have fewer, and what a paper brings
in stands near the beginning."""


@dataclass(frozen=True, slots=True)
class Label:
    """What the list shows for a paper without a title.

    `gist` is a verbatim piece of the abstract (runs of blanks taken as one), 70 terminal cells
    at most; empty only if the abstract is. `name` is what the abstract calls its own system,
    data set, algorithm or the like, `long_name` the words it abbreviates.
    """

    gist: str
    name: str | None = None
    long_name: str | None = None


def label(plain: str, links: Sequence[str] = ()) -> Label:
    """Return the label of an abstract.

    Args:
        plain: The abstract as plain text, its markup rendered.
        links: The addresses in it; a repository often carries the name.
    """
    read = plain.lstrip()[:_READ]
    lines = [" ".join(read[start:end].split()) for start, end in sentences(read)]
    named = find_name(lines, links)
    gist = find_gist(lines, named)
    if named is None:
        return Label(gist)
    return Label(gist, named.name, named.long_form)
