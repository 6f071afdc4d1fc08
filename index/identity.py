"""Which records are the same paper: ids and the aliases that lead to them."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

from index.markup.fold import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.paper import Date, Identifiers, Name

MINIMUM_WORDS = 15
"""An abstract of fewer words identifies nothing."""

STRONG_IDENTIFIERS = ("doi", "arxiv", "openreview", "acl", "pmlr")

_BLANKS = re.compile(r"\s+")


def normal_abstract(raw: str) -> str:
    """The raw abstract in the form that hashes compare: NFC, white space collapsed."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", raw)).strip()


def abstract_hash(raw: str) -> str | None:
    """SHA-256 (hex) of the normal abstract, or `None` if it is too short to identify a paper."""
    normal = normal_abstract(raw)
    if len(normal.split(" ")) < MINIMUM_WORDS:
        return None
    return hashlib.sha256(normal.encode()).hexdigest()


def paper_id(
    title: str | None, abstract: str, authors: Sequence[Name] = (), date: Date | None = None
) -> str:
    """The id of a paper seen for the first time: 16 hex digits.

    It is taken from the folded title and the raw abstract; where the abstract is too short to
    tell papers apart, from title, first author and year; where those are unknown as well, from
    the short abstract, which is then all there is.
    """
    folded = fold(title) if title else ""
    if abstract_hash(abstract) is not None or not (folded or authors):
        seed = f"{folded}\n{normal_abstract(abstract)}"
    else:
        first = authors[0] if authors else None
        author = fold(f"{first.literal}{first.family} {first.given}") if first else ""
        seed = f"{folded}\n{author}\n{date.year if date else ''}"
    return hashlib.sha256(seed.encode()).hexdigest()[:16]


def strong_aliases(ids: Identifiers) -> tuple[str, ...]:
    """The identifiers by which two records are the same paper, as `kind:value`."""
    found = ((kind, getattr(ids, kind)) for kind in STRONG_IDENTIFIERS)
    return tuple(f"{kind}:{value.strip().lower()}" for kind, value in found if value)
