"""Papers as rows of a table: CSV by RFC 4180, in UTF-8.

Spreadsheets run a cell that begins like a formula. Such a cell gets an apostrophe before it (the
guard that OWASP describes under "CSV injection"), unless the rows are asked for raw.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from index.citations.people import listed_names
from index.citations.record import arxiv, doi, iso_date, links, page_ranges, plain_text, title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from index.citations.record import Cited

COLUMNS = (
    "citation_key", "id", "kind", "title", "authors", "editors", "year", "date", "venue", "series",
    "volume", "issue", "pages", "publisher", "place", "keywords", "doi", "arxiv", "openreview",
    "acl", "pmlr", "url", "pdf", "code", "collection", "file", "number", "abstract",
)  # fmt: skip
"""The names of the columns; several values in one cell are parted by `; `."""

FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")


def line(cells: Iterable[str], *, raw: bool = False) -> str:
    """One row with its line end.

    Args:
        cells: The texts of its cells.
        raw: Leave cells that begin like a formula as they are.
    """
    out = io.StringIO(newline="")
    csv.writer(out).writerow([cell if raw else guarded(cell) for cell in cells])
    return out.getvalue()


def guarded(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{cell}" if cell.lstrip().startswith(FORMULA_STARTS) else cell


def cells(item: Cited) -> list[str]:
    """The cells of a paper in the order of `COLUMNS`; what is not recorded is an empty cell."""
    paper = item.paper
    year = str(paper.date.year) if paper.date else ""
    return [
        item.key,
        paper.id,
        paper.kind,
        title(paper) or "",
        listed_names(paper.authors),
        listed_names(paper.editors),
        year,
        iso_date(paper.date),
        plain_text(paper.venue),
        plain_text(paper.series),
        plain_text(paper.volume),
        plain_text(paper.issue),
        page_ranges(paper.pages, "–"),
        plain_text(paper.publisher),
        plain_text(paper.place),
        "; ".join(paper.keywords),
        doi(paper) or "",
        arxiv(paper) or "",
        paper.ids.openreview or "",
        paper.ids.acl or "",
        paper.ids.pmlr or "",
        "; ".join(links(paper, "url")),
        "; ".join(links(paper, "pdf")),
        "; ".join(links(paper, "code")),
        plain_text(paper.collection),
        paper.source.file,
        "" if paper.source.number is None else str(paper.source.number),
        item.plain.strip(),
    ]
