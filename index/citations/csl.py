"""CSL-JSON items of papers with a title or authors (CSL 1.0.2, appendices III and IV)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.citations.people import csl_names
from index.citations.record import (
    archive_address,
    arxiv,
    container,
    doi,
    iso_date,
    links,
    missing,
    page_address,
    page_ranges,
    plain_text,
    title,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from index.citations.record import Cited
    from index.paper import Kind, Paper

TYPES: Mapping[Kind, str] = {
    "conference": "paper-conference",
    "article": "article-journal",
    "preprint": "article",
    "chapter": "chapter",
    "other": "document",
}


def item_of(item: Cited) -> dict[str, Any]:
    """A CSL-JSON item; what the source does not record is left out."""
    paper = item.paper
    identifier = arxiv(paper)
    values: dict[str, Any] = {
        "id": item.key,
        "type": TYPES[paper.kind],
        "title": title(paper),
        "author": csl_names(paper.authors),
        "editor": csl_names(paper.editors),
        "container-title": plain_text(container(paper)),
        "collection-title": plain_text(paper.series),
        "genre": "Preprint" if paper.kind == "preprint" else None,
        "volume": plain_text(paper.volume),
        "issue": plain_text(paper.issue),
        "number": f"arXiv:{identifier}" if identifier else None,
        "page": page_ranges(paper.pages, "-"),
        "publisher": plain_text(paper.publisher),
        "publisher-place": plain_text(paper.place),
        "issued": _issued(paper),
        "DOI": doi(paper),
        "URL": page_address(paper) or archive_address(paper),
        "keyword": ", ".join(paper.keywords),
        "abstract": item.plain.strip(),
        "note": _note(paper),
    }
    return {name: value for name, value in values.items() if value}


def _issued(paper: Paper) -> dict[str, Any] | None:
    parts = [int(part) for part in iso_date(paper.date).split("-") if part]
    return {"date-parts": [parts]} if parts else None


def _note(paper: Paper) -> str:
    """What has no variable of its own, a line each as Zotero and others write it."""
    identifier = arxiv(paper)
    return "\n".join(
        filter(
            None,
            [
                missing(paper),
                f"arXiv: {identifier}" if identifier else None,
                *(f"PDF: {url}" for url in links(paper, "pdf")),
                *(f"Code: {url}" for url in links(paper, "code")),
            ],
        )
    )
