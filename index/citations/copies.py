"""Copies that are no citations: label, abstract, links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.intext import author_year
from index.citations.record import archive_address, doi, one_line, title
from index.citations.untitled import facts

if TYPE_CHECKING:
    from index.citations.record import Cited


def label(item: Cited) -> str:
    """The title; else what the list calls the paper; else its authors or how it begins."""
    known = title(item.paper) or one_line(item.label)
    if known:
        return known
    return facts(item).description if item.paper.is_untitled else author_year(item.paper)


def abstract(item: Cited) -> str:
    """The abstract as plain text; empty if none is recorded."""
    return item.plain.strip()


def links(item: Cited) -> list[str]:
    """The addresses of a paper: its own pages, then PDF, then code, without repetition.

    Where no page is recorded, the DOI or an archive's identifier gives it. Only where none of
    these is known, the addresses that stand in the abstract.
    """
    paper = item.paper
    recorded = {
        kind: [link.url for link in paper.links if link.kind == kind]
        for kind in ("url", "pdf", "code")
    }
    pages = recorded["url"]
    if not pages:
        identifier = doi(paper)
        derived = f"https://doi.org/{identifier}" if identifier else archive_address(paper)
        pages = [derived] if derived else []
    known = [*pages, *recorded["pdf"], *recorded["code"]]
    if not known:
        from index.markup.parse import parse

        known = list(parse(paper.abstract).links)
    return list(dict.fromkeys(known))
