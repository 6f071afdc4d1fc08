"""EndNote's XML export, which others write as well.

Elements and numbers of types are those of EndNote's `RSXML.dtd`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.wording import (
    Person,
    in_parts,
    is_preprint_server,
    page_range,
    person,
    read_date,
    venue_field,
)
from index.importers.xml_markup import COMMANDS, in_command, without_pairs
from index.importers.xml_records import Found, child, children, read_found, text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from index.importers.files import InputFile
    from index.importers.report import Problem

_RECORDS = re.compile(r"<records\b[^>]{0,500}>\s*<record\b")
_BEGINNING = 8_000
_KINDS = {
    **dict.fromkeys(("Journal Article", "Electronic Article", "Magazine Article"), "article"),
    **dict.fromkeys(("Newspaper Article", "17", "43", "19", "23"), "article"),
    **dict.fromkeys(("Conference Proceedings", "Conference Paper", "10", "47"), "conference"),
    **dict.fromkeys(("Book Section", "Electronic Book Section", "5", "60"), "chapter"),
}
_BLANKS = re.compile(r"[ \t]+")


def _recognises(head: str) -> bool:
    return head.startswith("<") and _RECORDS.search(head[:_BEGINNING]) is not None


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    for found in read_found(file, {"record"}):
        if isinstance(found, Found):
            # EndNote writes the whole document in one line, in which no line tells where.
            yield Raw(found.line if found.line > 1 else None, _fields(found.element))
        else:
            yield found


def _fields(record: Element) -> dict[str, Any]:
    kind = _kind(record)
    secondary = styled(child(record, "titles", "secondary-title"))
    periodical = text(record, "periodical", "full-title")
    venue = (periodical or secondary) if kind == "article" else (secondary or periodical)
    venue = (
        venue
        or text(record, "alt-periodical", "full-title")
        or text(record, "titles", "alt-title")
        or text(record, "periodical", "abbr-1")
    )
    if is_preprint_server(venue):
        kind = "preprint"
    return {
        "kind": kind,
        "title": styled(child(record, "titles", "title")),
        "authors": _persons(record, "authors"),
        "editors": _persons(record, "secondary-authors") or _persons(record, "tertiary-authors"),
        "abstract": styled(child(record, "abstract")),
        "date": _date(record),
        venue_field(kind): venue,
        "series": text(record, "titles", "tertiary-title"),
        "volume": text(record, "volume"),
        "issue": text(record, "number") or text(record, "issue"),
        "pages": page_range(text(record, "pages") or text(record, "custom7")),
        "publisher": text(record, "publisher"),
        "place": text(record, "pub-location"),
        "keywords": _keywords(record),
        "doi": text(record, "electronic-resource-num"),
        "url": [
            *texts(child(record, "urls", "related-urls"), "url"),
            *texts(child(record, "urls", "web-urls"), "url"),
        ],
        "pdf": texts(child(record, "urls", "pdf-urls"), "url"),
        "citation_key": None,
        "id": text(record, "accession-num") or text(record, "rec-number"),
    }


def _kind(record: Element) -> str:
    element = child(record, "ref-type")
    stated = (element.get("name") if element is not None else None) or ""
    return _KINDS.get(stated) or _KINDS.get(text(element) or "", "other")


def styled(element: Element | None) -> str | None:
    """The text of an element, in which the faces of `<style>` are commands; lines stay lines."""
    if element is None:
        return None
    parts = [element.text or ""]
    for part in element.iter("style"):
        words = "".join(part.itertext())
        for face in (part.get("face") or "").split():
            words = in_command(COMMANDS.get(face), words)
        parts += [words, part.tail or ""]
    whole = "".join(parts) if len(parts) > 1 else "".join(element.itertext())
    lines = (_BLANKS.sub(" ", line).strip() for line in whole.replace("\r", "\n").split("\n"))
    return without_pairs("\n".join(lines).strip()) or None


def _persons(record: Element, role: str) -> list[Person]:
    found: list[Person] = []
    for author in children(child(record, "contributors", role), "author"):
        family, given = author.get("last-name", ""), author.get("first-name", "")
        name = text(author)
        if name:
            found.append(person(name))
        elif family:
            found.append(in_parts(family, given, author.get("suffix", "")))
    return found


def _keywords(record: Element) -> list[str]:
    """Keywords, one an element or one a line in an element."""
    elements = children(child(record, "keywords"), "keyword")
    lines = ("".join(element.itertext()).replace("\r", "\n").split("\n") for element in elements)
    return [word.strip() for words in lines for word in words if word.strip()]


def _date(record: Element) -> str | None:
    year = text(record, "dates", "year")
    day = text(record, "dates", "pub-dates", "date") or ""
    full = read_date(day)
    if year is None:
        return full
    in_year = read_date(year)
    if full and in_year and full.startswith(in_year):
        return full
    return read_date(f"{year} {day}") or in_year


FORMAT_ENDNOTE_XML = Format("endnote-xml", "EndNote XML", _recognises, _read)
