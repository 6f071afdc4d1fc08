"""What a full record of a paper adds to one that is known by its abstract alone.

Title and authors, and all that says where and when the paper was published, come from the full
record as a whole: what two records say of it is not mixed, since no such publication may exist.
The raw abstract, the collection and the id stay.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from index.paper import Identifiers

if TYPE_CHECKING:
    from index.paper import Paper, Source

_PUBLICATION = (
    "kind", "date", "venue", "series", "volume", "issue", "pages", "publisher", "place",
)  # fmt: skip
_NAMED = ("title", "authors", "editors", *_PUBLICATION, "keywords", "links", "ids")
"""What `origin` tells of, beside abstract and collection."""


def enriched(paper: Paper, full: Paper) -> Paper:
    """A paper known by its abstract, with what a full record of it says."""
    publication = full if full.venue or full.date else paper
    changes: dict[str, Any] = {name: getattr(publication, name) for name in _PUBLICATION}
    seen = {link.url for link in full.links}
    return replace(
        paper,
        title=full.title,
        authors=full.authors,
        editors=full.editors,
        keywords=full.keywords or paper.keywords,
        links=full.links + tuple(link for link in paper.links if link.url not in seen),
        ids=Identifiers(
            **{
                field.name: getattr(full.ids, field.name) or getattr(paper.ids, field.name)
                for field in fields(Identifiers)
            }
        ),
        **changes,
    )


def origin(paper: Paper, full: Paper) -> dict[str, str]:
    """Where each field of an enriched paper comes from: the file and the place in it, by field.

    A field to which both records give something has both, the full record's first.

    Args:
        paper: the record known by its abstract, with its source.
        full: the full record, with its source.
    """
    both = enriched(paper, full)
    found: dict[str, str] = {}
    for name in _NAMED:
        value = getattr(both, name)
        if not value or value in (Identifiers(), "other"):
            continue
        given = [record for record in (full, paper) if _gives(record, name, value)]
        if name not in ("links", "ids"):
            del given[1:]
        found[name] = "; ".join(dict.fromkeys(_place(record.source) for record in given))
    for name in ("abstract", "collection"):
        if getattr(paper, name):
            found[name] = _place(paper.source)
    return found


def origin_line(found: dict[str, str]) -> str:
    """What `origin` tells in one line: `title, authors from icml.bib, no. 3`; empty if nothing.

    What a reader does not see as such is left out.
    """
    if "title" not in found:
        return ""
    full = found["title"]
    shown = (name for name in found if name not in ("kind", "ids"))
    names = [name for name in shown if full in found[name].split("; ")]
    return f"{', '.join(names)} from {full}"


def _gives(record: Paper, name: str, value: Any) -> bool:
    own = getattr(record, name)
    if name == "links":
        return bool(own)
    if name == "ids":
        return any(
            getattr(own, field.name) and getattr(own, field.name) == getattr(value, field.name)
            for field in fields(Identifiers)
        )
    return bool(own == value)


def _place(source: Source) -> str:
    return source.file if source.number is None else f"{source.file}, no. {source.number}"
