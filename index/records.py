"""The documented JSON shape of a paper, for scripts. Names in it never change their meaning."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from index.names import full_name, known_names

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from index.forms import Forms
    from index.paper import Name, Paper


def json_record(
    paper: Paper, forms: Forms, key: str, *, score: float | None = None
) -> dict[str, Any]:
    """One paper as a JSON object.

    Args:
        paper: the record.
        forms: its stored forms.
        key: its citation key.
        score: how well it matches, where there was a query.

    Returns:
        `key`, `id`, `title` (plain text or null), `name` and `gist` (labels of an untitled
        paper, never a title), `authors` (full names), `year`, `venue`, `collection`, `source`
        (`file`, `number`), `ids`, `links` (objects with `kind` and `url`; those found in the
        abstract are of kind `abstract`), and `score` if one was given.
    """
    links = [{"kind": link.kind, "url": link.url} for link in paper.links]
    known = {link.url for link in paper.links}
    links += [{"kind": "abstract", "url": url} for url in forms.links if url not in known]
    record: dict[str, Any] = {
        "key": key,
        "id": paper.id,
        "title": forms.title,
        "name": forms.name,
        "gist": forms.gist or None,
        "authors": [full_name(name) for name in paper.authors],
        "year": paper.date.year if paper.date else None,
        "venue": paper.venue,
        "collection": paper.collection,
        "source": {"file": paper.source.file, "number": paper.source.number},
        "ids": {name: value for name, value in asdict(paper.ids).items() if value},
        "links": links,
    }
    if score is not None:
        record["score"] = round(score, 4)
    return record


def full_record(
    paper: Paper, forms: Forms, key: str, origin: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """As `json_record`, with the `abstract` as the source has it and its `plain` text.

    Where `origin` tells of fields that come from different files, it is there as well.
    """
    record = json_record(paper, forms, key) | {"abstract": paper.abstract, "plain": forms.plain}
    return record | {"origin": dict(origin)} if origin else record


def export_record(paper: Paper, forms: Forms, key: str) -> dict[str, Any]:
    """As `full_record`, with everything else that is recorded, so that nothing is lost.

    It adds, where they say something, `title_raw` (the title as the source has it, where that is
    not the plain `title`), `kind`, `date` (ISO 8601), `people` and `editors` (names in parts),
    `series`, `volume`, `issue`, `pages`, `publisher`, `place` and `keywords`. Links found in the
    abstract are left out of `links`: whoever reads the abstract finds them again.
    """
    from index.citations.record import iso_date

    record = full_record(paper, forms, key)
    record["links"] = [{"kind": link.kind, "url": link.url} for link in paper.links]
    added: dict[str, Any] = {
        "title_raw": paper.title if paper.title != forms.title else None,
        "kind": paper.kind,
        "date": iso_date(paper.date),
        "people": _people(paper.authors),
        "editors": _people(paper.editors),
        "series": paper.series,
        "volume": paper.volume,
        "issue": paper.issue,
        "pages": paper.pages,
        "publisher": paper.publisher,
        "place": paper.place,
        "keywords": list(paper.keywords),
    }
    return record | {name: value for name, value in added.items() if value}


def _people(names: Sequence[Name]) -> list[dict[str, str]]:
    return [
        {part: value for part, value in asdict(name).items() if value}
        for name in known_names(names)
    ]
