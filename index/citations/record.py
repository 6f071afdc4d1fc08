"""What every citation style asks of a paper, answered in one place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from index.names import known_names

if TYPE_CHECKING:
    from index.paper import Date, LinkKind, Paper

_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
_DOI_PREFIX = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
_RANGE = re.compile(r"^([^\s–—-]+)\s*[–—-]+\s*([^\s–—-]+)$")
_ARXIV_PREFIX = re.compile(r"(?:https?://arxiv\.org/abs/|arxiv:\s*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cited:
    """A paper to be cited.

    Attributes:
        paper: The paper.
        key: The citation key handed out for it.
        plain: Its abstract as plain text, without markup.
        label: What the list calls it; only copied as such, never cited as a title.
    """

    paper: Paper
    key: str
    plain: str
    label: str = ""


def one_line(text: str) -> str:
    """A text on one line: runs of white space become one blank."""
    return " ".join(text.split())


def heading(paper: Paper) -> str | None:
    """The heading an untitled paper stands under, as it stands; else its venue, if known."""
    return one_line(paper.collection or "") or one_line(paper.venue or "") or None


def year(paper: Paper) -> int | None:
    """The year of a paper.

    An untitled paper without a date takes the year its heading names (four digits, 19xx or
    20xx); a heading that names two different years settles nothing.
    """
    if paper.date is not None:
        return paper.date.year
    if not paper.is_untitled:
        return None
    return year_in(heading(paper) or "")


def year_in(heading: str) -> int | None:
    """The year that a heading names; `None` if it names none or several."""
    found = {int(digits) for digits in _YEAR.findall(heading)}
    return found.pop() if len(found) == 1 else None


def title(paper: Paper) -> str | None:
    """The title as plain text on one line, without markup; `None` if there is none."""
    return plain_text(paper.title) or None


def plain_text(raw: str | None) -> str:
    """A field as plain text on one line, without markup; empty if it says nothing."""
    if not raw or not raw.strip():
        return ""
    from index.markup.parse import parse

    return one_line(parse(raw).plain)


def missing(paper: Paper) -> str | None:
    """What a paper with a title or authors lacks of the two, in a sentence without a full stop."""
    if not known_names(paper.authors):
        return "Authors not recorded in the source"
    return None if title(paper) else "Title not recorded in the source"


def container(paper: Paper) -> str | None:
    """What the paper appeared in; `None` where that only repeats its arXiv identifier."""
    if paper.venue and arxiv(paper) and paper.venue.strip().lower().startswith("arxiv"):
        return None
    return paper.venue


def iso_date(when: Date | None) -> str:
    """A date by ISO 8601, as precise as it is sure: `2019-06-09`, `2019-06`, `2019`, or empty."""
    if when is None:
        return ""
    year = f"{when.year:04d}"
    if when.month is None or not 1 <= when.month <= 12:
        return year
    try:
        return date(when.year, when.month, when.day or 0).isoformat()
    except ValueError:
        return f"{year}-{when.month:02d}"


def page_ranges(pages: str | None, dash: str) -> str:
    """Pages as a list with commas, the ends of each range joined by `dash`."""
    pieces = (one_line(piece) for piece in (pages or "").split(","))
    return ", ".join(_RANGE.sub(rf"\1{dash}\2", piece) for piece in pieces if piece)


def links(paper: Paper, kind: LinkKind) -> list[str]:
    """The recorded addresses of a kind, each once."""
    return list(dict.fromkeys(link.url for link in paper.links if link.kind == kind))


def doi(paper: Paper) -> str | None:
    """The DOI without a resolver's address before it."""
    return _bare(_DOI_PREFIX, paper.ids.doi)


def arxiv(paper: Paper) -> str | None:
    """The arXiv identifier without `arXiv:` before it."""
    return _bare(_ARXIV_PREFIX, paper.ids.arxiv)


def _bare(prefix: re.Pattern[str], identifier: str | None) -> str | None:
    text = (identifier or "").strip()
    match = prefix.match(text)
    return (text[match.end() :] if match else text) or None


def page_address(paper: Paper) -> str | None:
    """The address of the paper's own page, if the source records one.

    An address that only stands in the abstract belongs to what the abstract speaks of (its
    code, its data), not to the paper.
    """
    for link in paper.links:
        if link.kind == "url" and link.url not in paper.abstract:
            return link.url
    return None


def address(paper: Paper) -> str | None:
    """The most lasting address of a paper: its DOI, its own page, or a known archive's page."""
    if identifier := doi(paper):
        return f"https://doi.org/{identifier}"
    return page_address(paper) or archive_address(paper)


def archive_address(paper: Paper) -> str | None:
    """The page of an archive that follows from an identifier alone."""
    if identifier := arxiv(paper):
        return f"https://arxiv.org/abs/{identifier}"
    if paper.ids.openreview:
        return f"https://openreview.net/forum?id={paper.ids.openreview}"
    if paper.ids.acl:
        return f"https://aclanthology.org/{paper.ids.acl}/"
    return None
