"""From a record, as JSON and its like hold it, to a paper.

What is not asked for here is never stored: an allow-list keeps out addresses, affiliations and
whatever else the dumps of conferences hold about people.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from index.identity import paper_id
from index.importers import fields
from index.importers.described import described_heading, is_description
from index.importers.report import Skipped
from index.importers.venues import Venue, decision, in_track, read_venue, submitted
from index.paper import Date, Identifiers, Link, LinkKind, Paper

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from index.paper import Kind, Source

READER_VERSION = 2
"""Bumped when a record may be read differently than before, so that known files are read anew."""

MAXIMUM_TITLE = 2_000
MAXIMUM_ABSTRACT = 200_000
"""Characters; a longer text is something else in the wrong field."""

_TITLE = ("title_raw", "title", "paper_title", "document_title", "article_title")
_ABSTRACT = ("abstract", "summary", "description", "abstract_note")
_AUTHORS = ("authors", "author", "authors_parsed", "author_names", "creators", "creator")
_EDITORS = ("editors", "editor")
_DATE = ("date", "published", "publication_date", "publicationdate", "published_date")
_YEAR = ("year", "publication_year", "published_year")
_CONFERENCE = ("conference", "booktitle", "conference_name", "event_title")
_JOURNAL = ("journal", "journal_title", "journaltitle", "journal_ref")
_VENUE = ("venue", "container_title", "publication_title", "publication_venue")
_KEYWORDS = ("keywords", "keyword", "tags")
_URL = ("url", "link", "site", "oa", "url_paper", "paper_url", "html_url", "links")
_PDF = ("pdf", "pdf_url", "pdf_link", "url_pdf", "openaccesspdf", "open_access_pdf")
_CODE = ("code", "github", "project", "code_url", "url_code", "repository")
_DOI = ("doi",)
_ARXIV = ("arxiv", "arxiv_id", "arxivid", "eprint")
_CITATION_KEY = ("citation_key", "bibtex_key", "bibkey", "citekey", "cite_key", "citationkey")
_STATUS = ("status", "decision")
_TYPE = ("kind", "type", "entry_type", "entrytype", "publication_type")
_OTHER_IDS = ("ids", "externalids", "external_ids", "identifiers")

_KINDS: dict[str, Kind] = {
    "conference": "conference",
    "conference_paper": "conference",
    "conference_article": "conference",
    "conferencepaper": "conference",
    "inproceedings": "conference",
    "paper_conference": "conference",
    "proceedings_article": "conference",
    "article": "article",
    "article_journal": "article",
    "journal_article": "article",
    "journalarticle": "article",
    "review": "article",
    "journal": "article",
    "preprint": "preprint",
    "posted_content": "preprint",
    "chapter": "chapter",
    "incollection": "chapter",
    "book_chapter": "chapter",
    "booksection": "chapter",
    "other": "other",
}

_DOI_TEXT = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV_TEXT = re.compile(
    r"(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?"
    r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?(?:\s*\[[\w.-]+\])?",
    re.IGNORECASE,
)
_ARCHIVES = (
    ("openreview", re.compile(r"https?://openreview\.net/(?:forum|pdf)\?id=([\w-]+)")),
    ("arxiv", re.compile(r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/(.+)")),
    ("doi", re.compile(r"https?://(?:dx\.)?doi\.org/(10\.\d{4,9}/\S+)")),
    ("acl", re.compile(r"https?://(?:www\.)?aclanthology\.org/([\w.-]+?)(?:\.pdf)?/?")),
    ("pmlr", re.compile(r"https?://proceedings\.mlr\.press/(v\d+/[\w-]+?)(?:\.html|/[\w-]+\.pdf)")),
)
"""Addresses whose path is the identifier that the archive gives the paper."""


class Malformed(Exception):
    """A record that is none; the message says why."""


def read_record(
    record: Mapping[str, Any], source: Source, *, include_rejected: bool = False
) -> Paper | Skipped:
    """Make a paper of a record.

    The names of fields are those in common use (title or name, abstract or summary, author or
    authors, ...); the first that says something counts. `-1`, `null` and the like say nothing.

    Args:
        record: its fields by name.
        source: where it was read; its `record_key` is taken from the record.
        include_rejected: take papers in that were rejected or withdrawn or are under review;
            their venue then says that they were only submitted.

    Raises:
        Malformed: it has neither a title nor an abstract, or texts that can be neither.
    """
    known = {fields.normal_key(key): value for key, value in record.items()}
    # `name` is a title only where the record knows of no other: elsewhere it may be a label.
    title_keys = _TITLE if not known.keys().isdisjoint(_TITLE) else ("name",)
    title = fields.line(_first(known, title_keys))
    abstract = fields.abstract(_first(known, _ABSTRACT))
    _check(title, abstract)

    status = fields.line(_first(known, _STATUS)) or ""
    venue, kind = _venue(known)
    reason = decision(status, venue.name)
    if reason and not include_rejected:
        return Skipped(reason)
    date = _date(known, venue)
    venue_name = in_track(venue.name, status) if venue.name else None
    if reason:
        venue_name, kind = (submitted(venue.name) if venue.name else None), "other"

    links = tuple(_links(known))
    ids = _identifiers(known, links)
    if kind == "other" and not venue_name and ids.arxiv:
        kind = "preprint"
    authors = fields.people(known.get("people")) or fields.without_repetition(
        fields.names(_first(known, _AUTHORS))
    )
    collection = fields.line(known.get("collection"))
    if title and is_description(title):
        title = None
        if not authors:
            # Our own bibliographies say under what heading an untitled abstract stood.
            venue_name, kind = None, "other"
            collection = collection or described_heading(venue.name)
            known.pop("issue", None)  # RIS counts the abstracts of a heading as issues
    return Paper(
        paper_id(title, abstract, authors, date),
        abstract,
        replace(source, record_key=fields.line(known.get("id"))),
        kind=kind,
        title=title,
        authors=authors,
        editors=fields.names(_first(known, _EDITORS)),
        date=date,
        venue=venue_name,
        series=fields.line(known.get("series")),
        volume=fields.line(known.get("volume")),
        issue=fields.line(known.get("issue")),
        pages=fields.line(_first(known, ("pages", "page"))),
        publisher=fields.line(known.get("publisher")),
        place=fields.line(_first(known, ("place", "address", "location"))),
        keywords=fields.keywords(_first(known, _KEYWORDS)),
        links=links,
        ids=ids,
        collection=collection,
    )


def looks_like_paper(record: Mapping[str, Any]) -> bool:
    """Whether an object has the fields of a paper, whatever they say."""
    keys = set(map(fields.normal_key, record))
    if not keys.isdisjoint((*_TITLE, "abstract", "summary")):
        return True
    return "name" in keys and not keys.isdisjoint((*_AUTHORS, *_YEAR, "description"))


def _first(known: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """The first value that says something."""
    for key in keys:
        value = known.get(key)
        if isinstance(value, str):
            if value.strip().lower() not in fields.UNKNOWN:
                return value
        elif value not in (None, [], {}):
            return value
    return None


def _check(title: str | None, abstract: str) -> None:
    if not title and not abstract:
        raise Malformed("has neither a title nor an abstract")
    if title and len(title) > MAXIMUM_TITLE:
        raise Malformed(f"a title of {len(title):,} characters is none")
    if len(abstract) > MAXIMUM_ABSTRACT:
        raise Malformed(f"an abstract of {len(abstract):,} characters is none")


def _venue(known: Mapping[str, Any]) -> tuple[Venue, Kind]:
    """The venue, empty if unknown, and the kind of paper that it and the record's type make."""
    given: tuple[tuple[tuple[str, ...], Kind], ...] = (
        (_VENUE, "other"), (_CONFERENCE, "conference"), (_JOURNAL, "article"),
    )  # fmt: skip
    stated = fields.line(_first(known, _TYPE)) or ""
    kind = _KINDS.get(fields.normal_key(stated))
    for keys, meant in given:
        if name := fields.line(_first(known, keys)):
            venue = read_venue(name)
            return venue, kind or (venue.kind if venue.kind != "other" else meant)
    return Venue(""), kind or "other"


def _date(known: Mapping[str, Any], venue: Venue) -> Date | None:
    whole = fields.date(_first(known, _DATE))
    year = fields.date(_first(known, _YEAR))
    if year and (whole is None or whole.year != year.year):
        return year
    return whole or (Date(venue.year) if venue.year else None)


def _links(known: Mapping[str, Any]) -> Iterator[Link]:
    seen: set[str] = set()
    kinds: tuple[tuple[tuple[str, ...], LinkKind], ...] = (
        (_URL, "url"), (_PDF, "pdf"), (_CODE, "code"),
    )  # fmt: skip
    for keys, usual in kinds:
        for key in keys:
            value = known.get(key)
            for item in value if isinstance(value, list) else [value]:
                kind = usual
                if isinstance(item, dict) and item.get("kind") in {"pdf", "code"}:
                    kind = item["kind"]
                for url in fields.addresses(item):
                    if url not in seen:
                        seen.add(url)
                        yield Link(kind, url)


def _identifiers(known: Mapping[str, Any], links: Iterable[Link]) -> Identifiers:
    """The identifiers that a record states, else those that the addresses of archives hold."""
    others: dict[str, Any] = next(
        (known[key] for key in _OTHER_IDS if isinstance(known.get(key), dict)), {}
    )
    stated = {**{fields.normal_key(key): value for key, value in others.items()}, **known}
    found: dict[str, str | None] = {
        "doi": fields.line(_first(stated, _DOI)),
        "arxiv": fields.line(_first(stated, _ARXIV)),
        "openreview": fields.line(stated.get("openreview")),
        "acl": fields.line(stated.get("acl")),
        "pmlr": fields.line(stated.get("pmlr")),
        "citation_key": fields.line(_first(stated, _CITATION_KEY)),
    }
    for link in links:
        if link.kind != "code":
            for name, pattern in _ARCHIVES:
                if not found[name] and (match := pattern.fullmatch(link.url)):
                    found[name] = match[1]
    for name, pattern in (("doi", _DOI_TEXT), ("arxiv", _ARXIV_TEXT)):
        match = pattern.fullmatch(found[name] or "")
        found[name] = match[1] if match else None
    return Identifiers(**found)
