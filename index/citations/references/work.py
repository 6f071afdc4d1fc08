"""What every reference list asks of a paper with a title or authors, as plain text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from index.citations.record import archive_address, arxiv, doi, one_line, page_address
from index.citations.references.people import NOBODY, People, people
from index.citations.references.titles import curled
from index.identity import SUBMITTED
from index.markup.parse import parse

if TYPE_CHECKING:
    from index.paper import Date, Kind, Paper

NO_TITLE = "[Title not recorded]"
"""Stands where a title would: a description in square brackets (APA 7 section 9.22), no title."""

_RICH_TEXT = re.compile(r"</?(?:i|b|em|strong|sub|sup|sc|scp|span)(?:\s[^<>]*)?>")
_ARXIV = "arXiv"


@dataclass(frozen=True, slots=True)
class Work:
    """A paper as reference lists need it; what is not recorded is empty.

    Attributes:
        kind: The kind of record. A paper that was only submitted is `other`, whatever the
            record says: nobody published it.
        title: The title, on one line.
        maths: The ranges of the title that hold mathematics.
        authors: The authors.
        editors: The editors.
        date: The date.
        letter: What tells works of the same authors and year apart: `a`, `b`.
        container: Journal, proceedings or book; of a preprint, the archive that holds it.
        number: The number a preprint has in its archive: `arXiv:1706.03762`.
        series: The series that the container belongs to.
        volume: The volume.
        issue: The issue.
        pages: The pages, as recorded.
        publisher: The publisher.
        place: The place; of proceedings that of the conference.
        doi: The DOI, without an address before it.
        page: The address of the paper's own page, or of the archive that holds it.
    """

    kind: Kind
    title: str = ""
    maths: tuple[tuple[int, int], ...] = ()
    authors: People = NOBODY
    editors: People = NOBODY
    date: Date | None = None
    letter: str = ""
    container: str = ""
    number: str = ""
    series: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    doi: str = ""
    page: str = ""

    @property
    def doi_address(self) -> str:
        """The DOI as an address."""
        return f"https://doi.org/{self.doi}" if self.doi else ""

    @property
    def address(self) -> str:
        """The most lasting address: that of the DOI, else the page."""
        return self.doi_address or self.page

    def year(self, unknown: str, before_letter: str = "-") -> str:
        """The year with its letter.

        Args:
            unknown: What stands where the date is not known.
            before_letter: Parts the letter from that (`n.d.-a`, APA 7 section 9.47).
        """
        if self.date is not None:
            return f"{self.date.year}{self.letter}"
        return f"{unknown}{before_letter}{self.letter}" if self.letter else unknown


def work(paper: Paper) -> Work:
    """What the record of a paper with a title or authors says, ready to be written."""
    kind, container = paper.kind, _plain(paper.venue or "")
    publisher, number = _plain(paper.publisher or ""), ""
    if container.startswith(SUBMITTED):
        kind = "other"
    if kind == "preprint":
        container = container or publisher
        if identifier := arxiv(paper):
            number = f"{_ARXIV}:{identifier}"
            if not container or container.casefold().startswith(_ARXIV.casefold()):
                container = _ARXIV
    title, maths = _title(paper.title or "")
    return Work(
        kind=kind,
        title=title,
        maths=maths,
        authors=people(paper.authors),
        editors=people(paper.editors),
        date=paper.date,
        container=container,
        number=number,
        series=_plain(paper.series or ""),
        volume=_plain(paper.volume or ""),
        issue=_plain(paper.issue or ""),
        pages=_plain(paper.pages or ""),
        publisher=publisher,
        place=_plain(paper.place or ""),
        doi=doi(paper) or "",
        page=_page(paper, kind),
    )


def _page(paper: Paper, kind: Kind) -> str:
    """The paper's page. A published paper was not read at arXiv, whose version may differ."""
    archive = archive_address(paper) or ""
    if kind in {"conference", "article", "chapter"} and arxiv(paper):
        archive = ""
    return page_address(paper) or archive


def _title(raw: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A title on one line, and where its mathematics stands."""
    marked = parse(_RICH_TEXT.sub("", raw) if "<" in raw else raw)
    maths = tuple((span.start, span.end) for span in marked.spans if "math" in span.styles)
    return curled(marked.plain.replace("\n", " ")), maths


@lru_cache(maxsize=4096)
def _plain(raw: str) -> str:
    """A field on one line, without markup; venues and publishers come again and again."""
    raw = one_line(raw)
    if not raw or raw.isdecimal():
        return raw
    return curled(one_line(parse(_RICH_TEXT.sub("", raw)).plain))
