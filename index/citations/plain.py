"""A plain reference to a paper with a title or authors, readable without knowing any style.

The order is fixed: authors, title, container (with editors, volume, series, number, pages,
publisher, place), year, address. What the source does not record is left out, apart from title
and year: these are said to be missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations.bibtex import container
from index.citations.record import address, arxiv, one_line, title
from index.citations.wording import stopped
from index.names import join_names

if TYPE_CHECKING:
    from index.paper import Paper

_HYPHENS = re.compile(r"(?<=[0-9])\s*(?:-{1,3}|–|—)\s*(?=[A-Za-z]?[0-9])")


def reference(paper: Paper) -> str:
    """Authors. Title. In Container, vol. 3 of Series, pp. 1–9, Publisher, 2019. Address."""
    authors = join_names(paper.authors)
    place = ", ".join([*_container(paper), str(paper.date.year) if paper.date else "n.d."])
    pieces = [
        stopped(authors) if authors else "",
        stopped(title(paper) or "[Title not recorded]"),
        stopped(place),
        address(paper) or "",
    ]
    return " ".join(filter(None, pieces))


def _container(paper: Paper) -> list[str]:
    """What the paper appeared in and where there, as pieces for a list with commas."""
    venue = _text(container(paper))
    if venue and paper.kind in {"conference", "chapter"}:
        venue = f"In {venue}"
    identifier = arxiv(paper)
    if not venue and identifier:
        venue = f"arXiv:{identifier}"
    details = [*_editors(paper), *_volume(paper), *_pages(paper)]
    if details and not venue:
        details[0] = details[0][:1].upper() + details[0][1:]
    return list(filter(None, [venue, *details, _text(paper.publisher), _text(paper.place)]))


def _editors(paper: Paper) -> list[str]:
    editors = join_names(paper.editors)
    return [f"edited by {editors}"] if editors else []


def _volume(paper: Paper) -> list[str]:
    volume, series, issue = (_text(x) for x in (paper.volume, paper.series, paper.issue))
    number = [f"no. {issue}"] if issue else []
    if volume and series:
        return [f"vol. {volume} of {series}", *number]
    return [f"vol. {volume}" if volume else "", series, *number]


def _pages(paper: Paper) -> list[str]:
    pages = _HYPHENS.sub("–", _text(paper.pages))
    if not pages:
        return []
    several = "–" in pages or "," in pages
    return [f"{'pp.' if several else 'p.'} {pages}"]


def _text(raw: str | None) -> str:
    """A field as plain text on one line."""
    if not raw or not raw.strip():
        return ""
    from index.markup.parse import parse

    return one_line(parse(raw).plain)
