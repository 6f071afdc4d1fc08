"""The ACL Anthology's own files: XML with one collection of volumes each.

Elements and identifiers are those of the Anthology's schema (`data/xml/schema.rnc`) and of its
"Anthology Identifiers".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.wording import Person, body, in_month, in_parts, page_range, venue_field
from index.importers.xml_markup import marked_up
from index.importers.xml_records import Found, child, children, local, read_found, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from index.importers.files import InputFile
    from index.importers.report import Problem

_COLLECTION = re.compile(r"<collection\s[^>]{0,500}\bid=")
_PARTS = re.compile(r"<(?:volume|paper|event|meta)\b")
_ANTHOLOGY = "https://aclanthology.org/"
_OF_OLD = re.compile(r"([A-Z])\d\d")
_WORKSHOPS = re.compile(r"W\d\d|C69")
_FIRST_LONG_WORKSHOP = 5
"""The volume of D19 from which on its identifiers are made as those of workshops."""


def _recognises(head: str) -> bool:
    return (
        head.startswith("<")
        and _COLLECTION.search(head) is not None
        and _PARTS.search(head) is not None
    )


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    volume: Element | None = None
    meta: Element | None = None
    for found in read_found(file, {"meta", "paper"}):
        if not isinstance(found, Found):
            yield found
            continue
        within = next((outer for outer in found.path if local(outer) == "volume"), None)
        if within is not volume:
            volume, meta = within, None
        if local(found.element) == "meta":
            meta = found.element
        else:
            yield Raw(found.line, _fields(found, volume, meta))


def _fields(found: Found, volume: Element | None, meta: Element | None) -> dict[str, Any]:
    paper = found.element
    identifier, url, pdf = _addresses(found, volume)
    is_journal = volume is not None and volume.get("type") == "journal"
    kind = "article" if is_journal else "conference"
    journal = text(meta, "journal-title")
    venue = journal or marked_up(child(meta, "booktitle"))
    removed = child(paper, "removed") is not None
    return {
        "kind": kind,
        "title": marked_up(child(paper, "title")),
        "authors": _persons(paper, "author"),
        "editors": _persons(paper, "editor") or _persons(meta, "editor"),
        "abstract": marked_up(child(paper, "abstract")),
        "date": in_month(text(paper, "year") or text(meta, "year"),
                         text(paper, "month") or text(meta, "month")),
        venue_field(kind): venue,
        "volume": text(paper, "journal-volume") or text(meta, "journal-volume"),
        "issue": text(paper, "journal-issue") or text(meta, "journal-issue"),
        "pages": page_range(text(paper, "pages")),
        "publisher": text(meta, "publisher"),
        "place": text(meta, "address"),
        "doi": text(paper, "doi"),
        "acl": identifier,
        "url": url,
        "pdf": pdf,
        "code": [code.get("url") for code in children(paper, "pwccode") if code.get("url")],
        "citation_key": text(paper, "bibkey"),
        "id": identifier,
        "status": "Withdrawn" if removed else None,
    }  # fmt: skip


def _persons(element: Element | None, role: str) -> list[Person]:
    """Names in parts; who has no first name is one word or a body, and stays whole."""
    found = []
    for person in children(element, role):
        first, last, suffix = (text(person, part) or "" for part in ("first", "last", "suffix"))
        name = in_parts(last, first, suffix) if last else body(first or text(person) or "")
        found.append(name)
    return [name for name in found if name]


def _addresses(found: Found, volume: Element | None) -> tuple[str | None, str | None, str | None]:
    """The identifier of a paper, its page and its PDF; the last two follow from the first."""
    stated = text(found.element, "url") or ""
    identifier = _identifier(found, volume)
    if stated.startswith(("http://", "https://")):
        is_pdf = stated.lower().endswith(".pdf")
        return identifier, None if is_pdf else stated, stated if is_pdf else None
    if stated:
        identifier = stated.removesuffix(".pdf").strip("/")
    if identifier is None:
        return None, None, None
    has_pdf = f"{_ANTHOLOGY}{identifier}.pdf" if stated else None
    return identifier, f"{_ANTHOLOGY}{identifier}/", has_pdf


def _identifier(found: Found, volume: Element | None) -> str | None:
    """`2024.acl-long.12`; until 2020 `P19-1012`, and `W19-5012` where volumes have two digits."""
    collection = found.path[0].get("id") if found.path else None
    number, paper = volume.get("id") if volume is not None else None, found.element.get("id")
    if not (collection and number and paper):
        return None
    if not _OF_OLD.fullmatch(collection):
        return f"{collection}-{number}.{paper}"
    if not (number.isdigit() and paper.isdigit()):
        return None
    is_long = collection == "D19" and int(number) >= _FIRST_LONG_WORKSHOP
    if is_long or _WORKSHOPS.fullmatch(collection):
        return f"{collection}-{int(number):02}{int(paper):02}"
    return f"{collection}-{int(number)}{int(paper):03}"


FORMAT_ACL = Format("acl", "ACL Anthology", _recognises, _read)
