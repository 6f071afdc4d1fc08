"""BibTeX entries of papers with a title or authors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations import latex
from index.citations.protect import protect
from index.citations.record import archive_address, arxiv, doi, page_address, title
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
_RANGE = re.compile(r"^([^\s–—-]+)\s*[–—-]+\s*([^\s–—-]+)$")


def entry(item: Cited) -> str:
    """A BibTeX entry in ASCII, apart from what has no LaTeX command.

    What the source does not record is left out; a missing title or author list is said in
    `note`. An entry without authors gets its title as `key`, by which BibTeX sorts it.
    """
    paper = item.paper
    kind = ENTRY_TYPES[paper.kind]
    values = {
        "author": bibtex_names(paper.authors, latex.escaped),
        "key": "",
        "editor": bibtex_names(paper.editors, latex.escaped),
        "title": protect(_field(paper.title)),
        _CONTAINER_FIELDS[kind]: _field(container(paper)),
        "series": _field(paper.series),
        "volume": _field(paper.volume),
        "number": _field(paper.issue),
        "pages": _pages(paper.pages),
        "publisher": _field(paper.publisher),
        "address": _field(paper.place),
        "year": str(paper.date.year) if paper.date else "",
        "doi": latex.verbatim(doi(paper) or ""),
        "eprint": latex.verbatim(arxiv(paper) or ""),
        "archiveprefix": "arXiv" if arxiv(paper) else "",
        "url": latex.verbatim(_url(paper) or ""),
        "note": "",
    }
    known = title(paper)
    if not values["author"]:
        values["key"] = latex.escaped(known or "")
        values["note"] = "Authors not recorded in the source"
    elif not values["title"]:
        values["note"] = "Title not recorded in the source"
    fields = [(name, f"{{{value}}}") for name, value in values.items() if value]
    month = paper.date.month if paper.date else None
    if month is not None and 1 <= month <= len(_MONTHS):
        after_year = 1 + [name for name, _ in fields].index("year")
        fields.insert(after_year, ("month", _MONTHS[month - 1]))
    return latex.entry(kind, item.key, fields)


def container(paper: Paper) -> str | None:
    """What the paper appeared in; `None` where that only repeats its arXiv identifier."""
    if paper.venue and arxiv(paper) and paper.venue.strip().lower().startswith("arxiv"):
        return None
    return paper.venue


def _url(paper: Paper) -> str | None:
    """The paper's page; an archive's page only where no other field leads to it."""
    if doi(paper) or arxiv(paper):
        return page_address(paper)
    return page_address(paper) or archive_address(paper)


def _field(raw: str | None) -> str:
    return latex.marked_up(raw) if raw and raw.strip() else ""


def _pages(pages: str | None) -> str:
    """Page ranges with an en dash, in LaTeX the two hyphens that BibTeX styles expect."""
    ranges = (piece.strip() for piece in (pages or "").split(","))
    return latex.escaped(", ".join(_RANGE.sub(r"\1–\2", piece) for piece in ranges if piece))
