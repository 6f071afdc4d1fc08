"""RIS records of papers with a title or authors.

Tags are those of the RIS specification (Research Information Systems, 2011 revision); a line is
`TAG  - value`, ends in CRLF, and holds one value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.people import inverted_names
from index.citations.record import (
    archive_address,
    arxiv,
    container,
    doi,
    iso_date,
    links,
    missing,
    one_line,
    page_ranges,
    plain_text,
    title,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from index.citations.record import Cited
    from index.paper import Kind, Paper

TYPES: Mapping[Kind, str] = {
    "conference": "CONF",
    "article": "JOUR",
    "preprint": "UNPB",
    "chapter": "CHAP",
    "other": "GEN",
}


def record(lines: Iterable[tuple[str, object]]) -> str:
    """A record of tags and values, closed by `ER`; values that say nothing are left out."""
    values = ((tag, one_line(str(value))) for tag, value in lines if value is not None)
    return "".join(f"{tag}  - {value}\r\n" for tag, value in values if value) + "ER  - \r\n"


def entry(item: Cited) -> str:
    """A RIS record; what the source does not record is left out, a missing title is said."""
    paper = item.paper
    return record(
        [
            ("TY", TYPES[paper.kind]),
            ("ID", item.key),
            ("TI", title(paper)),
            *(("AU", name) for name in inverted_names(paper.authors)),
            *(("A2", name) for name in inverted_names(paper.editors)),
            ("T2", plain_text(container(paper))),
            ("T3", plain_text(paper.series)),
            ("PY", paper.date.year if paper.date else None),
            ("DA", _date(paper)),
            ("VL", plain_text(paper.volume)),
            ("IS", plain_text(paper.issue)),
            *_pages(paper),
            ("PB", plain_text(paper.publisher)),
            ("CY", plain_text(paper.place)),
            *(("KW", keyword) for keyword in paper.keywords),
            ("DO", doi(paper)),
            ("AN", f"arXiv:{identifier}" if (identifier := arxiv(paper)) else None),
            *(("UR", url) for url in _addresses(paper)),
            *(("L1", url) for url in links(paper, "pdf")),
            ("AB", item.plain),
            ("N1", missing(paper)),
            *(("N1", f"Code: {url}") for url in links(paper, "code")),
        ]
    )


def _date(paper: Paper) -> str | None:
    """`2019/06/09/`; the parts that are not known stay empty, a year alone is in `PY`."""
    year, _, rest = iso_date(paper.date).partition("-")
    month, _, day = rest.partition("-")
    return f"{year}/{month}/{day}/" if month else None


def _pages(paper: Paper) -> Iterator[tuple[str, str]]:
    """First and last page; a list of pages is kept whole in the place of the first."""
    pages = page_ranges(paper.pages, "–")
    first, dash, last = pages.partition("–")
    if dash and "," not in pages:
        yield "SP", first
        yield "EP", last
    else:
        yield "SP", pages


def _addresses(paper: Paper) -> list[str]:
    """The recorded pages; an archive's page only where none is recorded."""
    derived = archive_address(paper)
    return links(paper, "url") or ([derived] if derived else [])
