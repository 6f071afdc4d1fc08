"""From the fields of a BibTeX or BibLaTeX entry to those that papers have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.bibtex_values import addresses, persons, unprotected, verbatim
from index.importers.fields import plain_text
from index.importers.wording import (
    arxiv_id,
    in_month,
    is_preprint_server,
    page_range,
    read_date,
    venue_field,
)
from index.importers.xml_markup import without_pairs

if TYPE_CHECKING:
    from collections.abc import Mapping

_KINDS = {
    **dict.fromkeys(("inproceedings", "conference"), "conference"),
    **dict.fromkeys(("article", "suppperiodical", "review"), "article"),
    **dict.fromkeys(
        ("incollection", "inbook", "bookinbook", "suppbook", "suppcollection", "inreference"),
        "chapter",
    ),
}
_PUBLISHERS = ("publisher", "institution", "school", "organization")

_INHERITED = (
    *("editor", "publisher", "organization", "address", "location", "series", "volume", "number"),
    *("year", "month", "date", "eventtitle", "booksubtitle", "journal", "journaltitle"),
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_EPRINT = re.compile(
    r"(?:arxiv:)?\s*(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?!\d)", re.IGNORECASE
)
_OLD_ANTHOLOGY = re.compile(
    r"https?://(?:www\.)?(?:aclweb\.org/anthology|aclanthology\.info/papers)/([A-Z]\d\d-\d{4})\b"
)
_PMLR_KEY = re.compile(r"pmlr-(v\d+)-([\w-]+)")
_FILE_KIND = re.compile(r":(?:pdf|application/pdf)\b", re.IGNORECASE)


def inheritable(parent: Mapping[str, str]) -> dict[str, str]:
    """The fields that an entry takes from the one that its `crossref` names.

    The title of the volume is what the entry appeared in (BibLaTeX manual, appendix B).
    """
    found = {name: parent[name] for name in _INHERITED if name in parent}
    title = parent.get("booktitle") or parent.get("title")
    if title and "journal" not in found and "journaltitle" not in found:
        found["booktitle"] = title
    return found


def record(entry_type: str, key: str | None, fields: Mapping[str, str]) -> dict[str, Any]:
    """An entry by the names that `records.read_record` knows.

    Args:
        entry_type: its type in lower case.
        key: its citation key.
        fields: its fields by their names in lower case.
    """

    def text(*names: str) -> str | None:
        return next((unprotected(fields[name]) for name in names if fields.get(name)), None)

    def links(*names: str) -> list[str]:
        return addresses(" ".join(fields.get(name, "") for name in names))

    kind = _KINDS.get(entry_type, "other")
    journal = text("journaltitle", "journal")
    book = _titled(text("booktitle"), text("booksubtitle")) or text("maintitle", "eventtitle")
    venue = journal or book if kind == "article" else book or journal
    if kind == "other" and not venue and not links("howpublished"):
        venue = text("howpublished")
    if is_preprint_server(venue):
        kind = "preprint"
    arxiv = _arxiv(fields)
    url = links("url", "link")
    volume, issue = text("volume"), text("number", "issue")
    old_anthology = _OLD_ANTHOLOGY.match(url[0]) if url else None
    pmlr = _PMLR_KEY.fullmatch(key or "")
    return {
        "kind": kind,
        "title": without_pairs(_titled(text("title"), text("subtitle"))),
        "authors": persons(fields.get("author", "")),
        "editors": persons(fields.get("editor", "")),
        "abstract": fields.get("abstract"),
        "date": _date(fields),
        venue_field(kind): venue,
        "series": text("series"),
        # What archives and their catalogues put there is the identifier of a preprint.
        "volume": None if arxiv_id(volume) else volume,
        "issue": None if arxiv_id(issue) else issue,
        "pages": page_range(text("pages", "eid", "articleno")),
        "publisher": text(*_PUBLISHERS),
        "place": plain_text(text("address", "location") or ""),
        "keywords": plain_text(text("keywords", "keyword") or ""),
        "doi": verbatim(fields.get("doi", "")),
        "arxiv": arxiv,
        "acl": old_anthology[1] if old_anthology else None,
        "pmlr": f"{pmlr[1]}/{pmlr[2]}" if pmlr else None,
        "url": url or links("howpublished", "bdsk-url-1", "bdsk-url-2") or links("note"),
        "pdf": links("pdf") or addresses(_FILE_KIND.sub(" ", fields.get("file", ""))),
        "code": links("code"),
        "citation_key": key,
        "id": key,
    }


def _titled(title: str | None, subtitle: str | None) -> str | None:
    """A title with the subtitle that BibLaTeX keeps apart."""
    if not title or not subtitle:
        return title
    return f"{title} {subtitle}" if title.endswith((".", ":", "?", "!")) else f"{title}: {subtitle}"


def _date(fields: Mapping[str, str]) -> str | None:
    if found := read_date(fields.get("date", "")):
        return found
    year = _YEAR.search(fields.get("year", ""))
    if year is None:
        return read_date(fields.get("eventdate", ""))
    month = unprotected(fields.get("month", ""))
    return in_month(year.group(), f"{month} {fields['day']}" if "day" in fields else month)


def _arxiv(fields: Mapping[str, str]) -> str | None:
    archive = fields.get("eprinttype") or fields.get("archiveprefix") or ""
    stated = fields.get("arxivid") or fields.get("arxiv") or ""
    if not stated and archive.strip("{} ").lower() in {"", "arxiv"}:
        stated = fields.get("eprint", "")
    if match := _EPRINT.match(verbatim(stated)):
        return match[1]
    others = ("journal", "journaltitle", "number", "volume", "howpublished", "note", "publisher")
    return next(filter(None, (arxiv_id(fields.get(name)) for name in others)), None)
