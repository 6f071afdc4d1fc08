"""BibLaTeX entries of papers with a title or authors, in UTF-8.

Entry types and fields are those of the biblatex manual (sections 2.1 and 2.2): `date` in place of
year and month, `journaltitle`, `location`, `eprint` with `eprinttype`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations import latex
from index.citations.bibtex import own_page
from index.citations.protect import protect
from index.citations.record import arxiv, container, doi, iso_date, missing, page_ranges
from index.names import bibtex_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from index.citations.record import Cited
    from index.paper import Kind, Paper

ENTRY_TYPES: Mapping[Kind, str] = {
    "conference": "inproceedings",
    "article": "article",
    "preprint": "online",
    "chapter": "incollection",
    "other": "misc",
}
_CONTAINER_FIELDS: Mapping[str, str] = {
    "inproceedings": "booktitle",
    "article": "journaltitle",
    "incollection": "booktitle",
    "online": "organization",
    "misc": "howpublished",
}


def entry(item: Cited, *, full: bool = False) -> str:
    """A BibLaTeX entry.

    What the source does not record is left out; a missing title or author list is said in `note`.

    Args:
        item: The paper.
        full: Add abstract, keywords, PDF and code.
    """
    paper = item.paper
    identifier, page = arxiv(paper), own_page(paper)
    kind = ENTRY_TYPES[paper.kind]
    if kind == "online" and not (identifier or page or doi(paper)):
        kind = "misc"  # the manual asks for an address or identifier in `online`
    fields = latex.braced(
        {
            "author": bibtex_names(paper.authors, _escaped),
            "editor": bibtex_names(paper.editors, _escaped),
            "title": protect(_marked_up(paper.title)),
            _CONTAINER_FIELDS[kind]: _marked_up(container(paper)),
            "series": _marked_up(paper.series),
            "volume": _marked_up(paper.volume),
            **_issue(paper),
            "pages": _escaped(page_ranges(paper.pages, "–")),
            "publisher": _marked_up(paper.publisher),
            "location": _marked_up(paper.place),
            "date": iso_date(paper.date),
            "doi": latex.verbatim(doi(paper) or ""),
            "eprint": latex.verbatim(identifier or ""),
            "eprinttype": "arxiv" if identifier else "",
            "url": latex.verbatim(page or ""),
            "note": missing(paper) or "",
        }
    )
    if full:
        fields += latex.contents(paper, ascii_only=False)
    return latex.entry(kind, item.key, fields)


def _issue(paper: Paper) -> dict[str, str]:
    """`number` for what is counted, `issue` for a name such as "Spring"."""
    issue = _marked_up(paper.issue)
    return {"number" if any(map(str.isdigit, issue)) else "issue": issue}


def _marked_up(raw: str | None) -> str:
    return latex.marked_up(raw, ascii_only=False)


def _escaped(text: str) -> str:
    return latex.escaped(text, ascii_only=False)
