"""How papers and their forms are written into rows of the store, and read back."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from index.forms import Forms, byline
from index.markup.spans import decode_spans, encode_spans
from index.paper import Date, Identifiers, Link, Name, Paper, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME_PARTS = tuple(field.name for field in fields(Name))
IDENTIFIERS = tuple(field.name for field in fields(Identifiers))
PAPER_COLUMNS = (
    "papers.id, papers.kind, papers.title, papers.authors, papers.editors, papers.abstract, "
    "papers.year, papers.month, papers.day, papers.venue, papers.series, papers.volume, "
    "papers.issue, papers.pages, papers.publisher, papers.place, papers.keywords, papers.links, "
    "papers.ids, papers.collection"
)
FORM_COLUMNS = (
    "forms.plain, forms.spans, forms.title, forms.title_spans, forms.name, forms.long_name, "
    "forms.gist, forms.links"
)


def paper_values(paper: Paper) -> tuple[object, ...]:
    """The values of `PAPER_COLUMNS` for a paper."""
    date = paper.date
    return (
        paper.id,
        paper.kind,
        paper.title,
        compact_json([_said(name, NAME_PARTS) for name in paper.authors]),
        compact_json([_said(name, NAME_PARTS) for name in paper.editors]),
        paper.abstract,
        date.year if date else None,
        date.month if date else None,
        date.day if date else None,
        paper.venue,
        paper.series,
        paper.volume,
        paper.issue,
        paper.pages,
        paper.publisher,
        paper.place,
        compact_json(paper.keywords),
        compact_json([{"kind": link.kind, "url": link.url} for link in paper.links]),
        compact_json(_said(paper.ids, IDENTIFIERS)),
        paper.collection,
    )


def read_paper(row: Sequence[Any], source: Source) -> Paper:
    """The paper of a row of `PAPER_COLUMNS`."""
    (identifier, kind, title, authors, editors, abstract, year, month, day, *rest) = row
    (venue, series, volume, issue, pages, publisher, place, keywords, links, ids, collection) = rest
    return Paper(
        identifier,
        abstract,
        source,
        kind=kind,
        title=title,
        authors=read_names(authors),
        editors=read_names(editors),
        date=Date(year, month, day) if year is not None else None,
        venue=venue,
        series=series,
        volume=volume,
        issue=issue,
        pages=pages,
        publisher=publisher,
        place=place,
        keywords=tuple(json.loads(keywords)),
        links=tuple(Link(**fields) for fields in json.loads(links)),
        ids=Identifiers(**json.loads(ids)),
        collection=collection,
    )


def form_values(forms: Forms) -> tuple[object, ...]:
    """The values of `FORM_COLUMNS`."""
    return (
        forms.plain,
        encode_spans(forms.spans),
        forms.title,
        encode_spans(forms.title_spans),
        forms.name,
        forms.long_name,
        forms.gist,
        compact_json(forms.links),
    )


def row_values(paper: Paper, forms: Forms) -> tuple[str, str, bool]:
    """What a list shows of a paper: heading, detail, and whether title or authors are known."""
    if paper.is_untitled:
        return forms.name or "", forms.gist, False
    return forms.heading, byline(paper.authors, paper.date.year if paper.date else None), True


def read_forms(row: Sequence[Any]) -> Forms:
    """The forms of a row of `FORM_COLUMNS`."""
    plain, spans, title, title_spans, name, long_name, gist, links = row
    return Forms(
        plain=plain,
        spans=decode_spans(spans),
        title=title,
        title_spans=decode_spans(title_spans),
        name=name,
        long_name=long_name,
        gist=gist,
        links=tuple(json.loads(links)),
    )


def read_names(text: str) -> tuple[Name, ...]:
    """Names as a column holds them."""
    return tuple(Name(**fields) for fields in json.loads(text))


def _said(record: Name | Identifiers, parts: Sequence[str]) -> dict[str, str]:
    """The parts of a record that say something."""
    return {part: value for part in parts if (value := getattr(record, part))}


def compact_json(value: object) -> str:
    """JSON as columns hold it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
