"""Papers as sections of a Markdown document: heading, a list of facts, abstract.

Title and abstract stand as their source has them, which is Markdown with LaTeX; only what would
start a heading or raw HTML is kept from doing so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations import markdown, plain
from index.citations.people import listed_names
from index.citations.record import (
    archive_address,
    arxiv,
    container,
    doi,
    iso_date,
    links,
    missing,
    one_line,
)
from index.citations.untitled import facts

if TYPE_CHECKING:
    from index.citations.record import Cited
    from index.paper import Paper

_HTML = re.compile(r"<(?=[A-Za-z/!?])")
_HEADING = re.compile(r"^(?=[ \t]{0,3}(?:#{1,6}(?:\s|$)|[=-]+\s*$))", re.MULTILINE)
_PARAGRAPHS = re.compile(r"\n\s*\n")
_UNSAFE_IN_LINK = re.compile(r"[\s()<>\\]")
_CONTAINERS = {"conference": "Conference", "chapter": "Conference", "article": "Journal"}


def section(item: Cited) -> str:
    """One paper; in the place of a title that is not recorded stands what is known instead."""
    paper = item.paper
    if paper.is_untitled:
        known = facts(item)
        heading = f"[{markdown.escaped(known.description)}]"
        told = {"Venue": known.heading or "", "Note": markdown.escaped(known.note)}
    else:
        heading = _kept(one_line(paper.title or "")) or f"[{missing(paper)}]"
        told = {
            "Authors": listed_names(paper.authors),
            _CONTAINERS.get(paper.kind, "Venue"): one_line(container(paper) or ""),
            "Details": markdown.escaped(", ".join(plain.details(paper))),
            "Note": missing(paper) or "",
        }
    told |= {
        "Date": iso_date(paper.date),
        "Keywords": "; ".join(paper.keywords),
        "DOI": doi(paper) or "",
        "Links": " · ".join(f"[{name}]({_address(url)})" for name, url in _links(paper)),
    }
    lines = "\n".join(f"- {name}: {value}" for name, value in told.items() if value)
    abstract = _PARAGRAPHS.sub("\n\n", _kept(paper.abstract.strip()))
    said = f"Abstract: {abstract}" if abstract else ""
    return "\n\n".join(filter(None, [f"## {heading}", lines, said]))


def _links(paper: Paper) -> list[tuple[str, str]]:
    identifier = arxiv(paper)
    archive = f"https://arxiv.org/abs/{identifier}" if identifier else archive_address(paper)
    pages = links(paper, "url")
    return [
        *(("page", url) for url in pages),
        *([("page", archive)] if archive and archive not in pages else []),
        *(("PDF", url) for url in links(paper, "pdf")),
        *(("code", url) for url in links(paper, "code")),
    ]


def _address(url: str) -> str:
    return _UNSAFE_IN_LINK.sub(lambda found: f"%{ord(found[0]):02X}", url)


def _kept(text: str) -> str:
    return _HEADING.sub(r"\\", _HTML.sub(r"\\<", text))
