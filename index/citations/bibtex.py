"""BibTeX entries of papers with a title or authors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations import latex
from index.citations.protect import protect
from index.citations.record import (
    archive_address,
    arxiv,
    container,
    doi,
    missing,
    page_address,
    page_ranges,
    title,
)
from index.names import bibtex_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from index.citations.record import Cited
    from index.paper import Kind, Paper

ENTRY_TYPES: Mapping[Kind, str] = {
    "conference": "inproceedings",
    "article": "article",
    "preprint": "misc",
    "chapter": "incollection",
    "other": "misc",
}
_CONTAINER_FIELDS: Mapping[str, str] = {
    "inproceedings": "booktitle",
    "article": "journal",
    "incollection": "booktitle",
    "misc": "howpublished",
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def entry(item: Cited, *, full: bool = False) -> str:
    """A BibTeX entry in ASCII, apart from what has no LaTeX command.

    What the source does not record is left out; a missing title or author list is said in
    `note`. An entry without authors gets its title as `key`, by which BibTeX sorts it.

    Args:
        item: The paper.
        full: Add abstract, keywords, PDF and code.
    """
    paper = item.paper
    kind = ENTRY_TYPES[paper.kind]
    authors = bibtex_names(paper.authors, latex.escaped)
    fields = latex.braced(
        {
            "author": authors,
            "key": "" if authors else latex.escaped(title(paper) or ""),
            "editor": bibtex_names(paper.editors, latex.escaped),
            "title": protect(latex.marked_up(paper.title)),
            _CONTAINER_FIELDS[kind]: latex.marked_up(container(paper)),
            "series": latex.marked_up(paper.series),
            "volume": latex.marked_up(paper.volume),
            "number": latex.marked_up(paper.issue),
            "pages": latex.escaped(page_ranges(paper.pages, "–")),
            "publisher": latex.marked_up(paper.publisher),
            "address": latex.marked_up(paper.place),
            "year": str(paper.date.year) if paper.date else "",
            "doi": latex.verbatim(doi(paper) or ""),
            "eprint": latex.verbatim(arxiv(paper) or ""),
            "archiveprefix": "arXiv" if arxiv(paper) else "",
            "url": latex.verbatim(own_page(paper) or ""),
            "note": missing(paper) or "",
        }
    )
    month = paper.date.month if paper.date else None
    if month is not None and 1 <= month <= len(_MONTHS):
        after_year = 1 + [name for name, _ in fields].index("year")
        fields.insert(after_year, ("month", _MONTHS[month - 1]))
    if full:
        fields += latex.contents(paper)
    return latex.entry(kind, item.key, fields)


def own_page(paper: Paper) -> str | None:
    """The paper's page; an archive's page only where no other field leads to it."""
    if doi(paper) or arxiv(paper):
        return page_address(paper)
    return page_address(paper) or archive_address(paper)
