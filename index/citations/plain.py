"""A reference to a paper with a title or authors, readable without knowing any style.

The order is fixed: authors, title, container (with editors, volume, series, number, pages,
publisher, place), year, address. What the source does not record is left out, apart from title
and year: these are said to be missing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.citations.record import address, arxiv, container, plain_text, title
from index.citations.wording import stopped
from index.names import join_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.paper import Paper

_HYPHENS = re.compile(r"(?<=[0-9])\s*(?:-{1,3}|–|—)\s*(?=[A-Za-z]?[0-9])")


@dataclass(frozen=True, slots=True)
class Dress:
    """How a reference is marked up.

    Attributes:
        text: Keeps plain text from being read as markup.
        container: Marks the name of a container, which `text` has made safe.
        address: Marks an address.
    """

    text: Callable[[str], str] = str
    container: Callable[[str], str] = str
    address: Callable[[str], str] = str


PLAIN = Dress()


def reference(paper: Paper, dress: Dress = PLAIN) -> str:
    """Authors. Title. In Container, vol. 3 of Series, pp. 1–9, Publisher, 2019. Address."""
    authors = join_names(paper.authors)
    pieces = [
        dress.text(stopped(authors)) if authors else "",
        dress.text(stopped(title(paper) or "[Title not recorded]")),
        place(paper, dress),
    ]
    return " ".join(filter(None, pieces))


def place(paper: Paper, dress: Dress = PLAIN) -> str:
    """In Container, vol. 3 of Series, pp. 1–9, Publisher, 2019. Address."""
    year = str(paper.date.year) if paper.date else "n.d."
    where = stopped(", ".join([*_container(paper, dress), year]))
    known = address(paper)
    return f"{where} {dress.address(known)}" if known else where


def _container(paper: Paper, dress: Dress) -> list[str]:
    """What the paper appeared in and where there, as pieces for a list with commas."""
    venue = plain_text(container(paper))
    name = dress.container(dress.text(venue)) if venue else ""
    if name and paper.kind in {"conference", "chapter"}:
        name = f"In {name}"
    identifier = arxiv(paper)
    if not name and identifier:
        name = dress.text(f"arXiv:{identifier}")
    known = details(paper)
    if known and not name:
        known[0] = known[0][:1].upper() + known[0][1:]
    return list(filter(None, [name, *map(dress.text, known)]))


def details(paper: Paper) -> list[str]:
    """Editors, volume, series, number, pages, publisher and place, as far as they are recorded."""
    published = [plain_text(paper.publisher), plain_text(paper.place)]
    return list(filter(None, [*_editors(paper), *_volume(paper), *_pages(paper), *published]))


def _editors(paper: Paper) -> list[str]:
    editors = join_names(paper.editors)
    return [f"edited by {editors}"] if editors else []


def _volume(paper: Paper) -> list[str]:
    volume, series, issue = (plain_text(x) for x in (paper.volume, paper.series, paper.issue))
    number = [f"no. {issue}"] if issue else []
    if volume and series:
        return [f"vol. {volume} of {series}", *number]
    return [f"vol. {volume}" if volume else "", series, *number]


def _pages(paper: Paper) -> list[str]:
    pages = _HYPHENS.sub("–", plain_text(paper.pages))
    if not pages:
        return []
    several = "–" in pages or "," in pages
    return [f"{'pp.' if several else 'p.'} {pages}"]
