"""The Web of Science's export with two-letter tags (plain text, "ISI" in older programs).

Tags are those of Clarivate's "Web of Science Core Collection Field Tags".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.tagged import Entry, Grammar, read_entries
from index.importers.wording import Person, body, page_range, person, read_date, venue_field

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile
    from index.importers.report import Problem

_TAG = re.compile(r"([A-Z][A-Z0-9])(?: (.*))?$", re.DOTALL)
_HEADER = re.compile(r"(?:FN|VR|PT) \S")
_CONTENT = re.compile(r"\n(?:AU|TI|SO|AB) \S")
_OF_THE_FILE = frozenset({"FN", "VR", "EF"})


def _recognises(head: str) -> bool:
    lines = [line for line in head.split("\n", 40)[:40] if line.strip()]
    return any(map(_HEADER.match, lines[:4])) and _CONTENT.search("\n".join(lines)) is not None


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    for entry in read_entries(file, Grammar(_TAG, _begins, frozenset({"ER", "EF"}))):
        yield Raw(entry.line, _fields(entry)) if isinstance(entry, Entry) else entry


def _begins(tag: str, entry: Entry | None, after_blank: bool) -> bool:  # noqa: ARG001
    return tag == "PT" or (entry is None and tag not in _OF_THE_FILE | {"ER"})


def _fields(entry: Entry) -> dict[str, Any]:
    kind = _kind(entry)
    return {
        "kind": kind,
        "title": entry.first("TI"),
        "authors": _authors(entry),
        "editors": [person(name) for name in entry.lines("BE") or entry.lines("ED")],
        "abstract": entry.first("AB"),
        "date": _date(entry),
        venue_field(kind): entry.first("SO"),
        "series": entry.first("SE"),
        "volume": entry.first("VL"),
        "issue": entry.first("IS", "SI"),
        "pages": page_range(entry.first("BP") or entry.first("AR"), entry.first("EP")),
        "publisher": entry.first("PU"),
        "place": entry.first("PI"),
        "keywords": ";".join(entry.all("DE", "ID")),
        "doi": entry.first("DI", "D2"),
        "id": entry.first("UT"),
    }


def _kind(entry: Entry) -> str:
    """What it is by publication type (journal, series, book, patent) and document type."""
    publication, document = entry.first("PT"), (entry.first("DT") or "").lower()
    if publication == "J":
        return "article"
    if "proceedings paper" in document or "meeting abstract" in document or publication == "C":
        return "conference"
    return "chapter" if "chapter" in document else "other"


def _authors(entry: Entry) -> list[Person]:
    """Authors by their full names, where every one has one; then bodies."""
    short = entry.lines("AU") or entry.lines("BA")
    full = entry.lines("AF") or entry.lines("BF")
    people = full if len(full) >= len(short) else short
    return [person(name) for name in people] + [body(name) for name in entry.lines("CA", "GP")]


def _date(entry: Entry) -> str | None:
    year = entry.first("PY")
    if year is None:
        return read_date(entry.first("EA") or entry.first("CY") or "")
    return read_date(f"{year} {entry.first('PD') or ''}") or read_date(year)


FORMAT_WOS = Format("wos", "Web of Science", _recognises, _read)
