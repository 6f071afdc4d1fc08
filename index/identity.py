"""Which records are the same paper: ids, the aliases that lead to them, and what records share."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import fields, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from index.markup.fold import fold
from index.paper import Identifiers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.paper import Date, Name, Paper

MINIMUM_WORDS = 15
"""An abstract of fewer words identifies nothing."""

STRONG_IDENTIFIERS = ("doi", "arxiv", "openreview", "acl", "pmlr")

SUBMITTED = "Submitted to"
"""How the venue of a paper begins that did not appear there."""

_COMPLETED = (
    "title", "authors", "editors", "date", "venue", "series", "volume", "issue", "pages",
    "publisher", "place", "keywords", "collection",
)  # fmt: skip
"""Fields that a further record of a paper fills where the first one left them empty."""


def normal_abstract(raw: str) -> str:
    """The raw abstract in the form that hashes compare: NFC, white space collapsed."""
    return " ".join(unicodedata.normalize("NFC", raw).split())


# Id and aliases ask for the hash of the same abstract, one after the other.
@lru_cache(maxsize=4)
def abstract_hash(raw: str) -> str | None:
    """SHA-256 (hex) of the normal abstract, or `None` if it is too short to identify a paper."""
    normal = normal_abstract(raw)
    if normal.count(" ") + 1 < MINIMUM_WORDS:
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
    """The identifiers by which two records are the same paper, as `kind:value`.

    Case counts in OpenReview's identifiers and in no other.
    """
    found = ((kind, getattr(ids, kind)) for kind in STRONG_IDENTIFIERS)
    return tuple(
        f"{kind}:{value.strip() if kind == 'openreview' else value.strip().lower()}"
        for kind, value in found
        if value
    )


def aliases(paper: Paper) -> list[str]:
    """Everything that leads to a paper beside its id: identifiers and the abstract's hash."""
    found = list(strong_aliases(paper.ids))
    if digest := abstract_hash(paper.abstract):
        found.append(f"abstract:{digest}")
    return found


def titles_agree(one: str | None, other: str | None) -> bool:
    """Whether two titles are equal but for case and accents, or one of them is missing."""
    first, second = fold(one or ""), fold(other or "")
    return not first or not second or first == second


def completed(known: Paper, record: Paper) -> Paper:
    """What is known of a paper, completed by a further record of it.

    What is known stays; empty fields are filled, links and identifiers added, and a placeholder
    in the abstract's place is replaced. Only that a paper was submitted somewhere gives way to
    where it appeared. The id and the first source stay.
    """
    changes: dict[str, Any] = {
        name: getattr(record, name)
        for name in _COMPLETED
        if not getattr(known, name) and getattr(record, name)
    }
    if known.kind == "other" != record.kind and not known.venue:
        changes["kind"] = record.kind
    appeared = record.venue is not None and not record.venue.startswith(SUBMITTED)
    if known.venue is not None and known.venue.startswith(SUBMITTED) and appeared:
        changes |= {"venue": record.venue, "kind": record.kind, "date": record.date or known.date}
    if abstract_hash(known.abstract) is None and abstract_hash(record.abstract) is not None:
        changes["abstract"] = record.abstract
    seen = {link.url for link in known.links}
    links = known.links + tuple(link for link in record.links if link.url not in seen)
    ids = Identifiers(
        **{
            field.name: getattr(known.ids, field.name) or getattr(record.ids, field.name)
            for field in fields(Identifiers)
        }
    )
    return replace(known, links=links, ids=ids, **changes)
