"""EndNote's refer format (`.enw`): a percent sign and a letter before each value.

Tags are those of refer(1) and of EndNote's "Tagged import format" (EndNote X9 Help, "EndNote
Import").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.tagged import Entry, Grammar, read_entries, without_repetition
from index.importers.wording import (
    Person,
    is_preprint_server,
    page_range,
    person,
    read_date,
    venue_field,
)
from index.importers.xml_markup import without_pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.importers.files import InputFile
    from index.importers.report import Problem

_TAG = re.compile(r"%([0-9A-Z@+<>*!$&?()\[\]^~=|#;:])(?:[ \t](.*))?$", re.DOTALL)
_ENOUGH = 2
_AND = re.compile(r"(?:^|\s)and(?:\s|$)")
# What a template of the Proceedings of Machine Learning Research leaves behind the editors.
_LEFT_OVER = re.compile(r"Editor/Secondary author\s*$")

_KINDS = (
    ("conference", re.compile(r"conference|proceedings", re.IGNORECASE)),
    ("chapter", re.compile(r"section|chapter", re.IGNORECASE)),
    ("article", re.compile(r"article|journal|magazine", re.IGNORECASE)),
)


def _recognises(head: str) -> bool:
    lines = [line for line in head.split("\n", 20)[:20] if line.strip()]
    return sum(_TAG.match(line) is not None for line in lines[:4]) >= _ENOUGH


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    for entry in read_entries(file, Grammar(_TAG, _begins, joint="\n")):
        yield Raw(entry.line, _fields(entry)) if isinstance(entry, Entry) else entry


def _begins(tag: str, entry: Entry | None, after_blank: bool) -> bool:
    """A record begins with its type; where records have none, after a blank line.

    A blank line may stand inside an abstract as well: what follows it is a new record only if it
    would say a second time what a record says once.
    """
    if entry is None or tag == "0":
        return True
    return after_blank and not entry.has("0") and (entry.has(tag) or tag in {"T", "A"})


def _fields(entry: Entry) -> dict[str, Any]:
    stated = entry.first("0") or ""
    kind = next((kind for kind, words in _KINDS if words.search(stated)), None)
    journal, book = entry.first("J"), entry.first("B")
    if kind is None:
        kind = "other" if stated else "article" if journal and not book else "conference"
    venue = journal or book if kind == "article" else book or journal
    series = entry.first("S") or (journal if journal != venue else None)
    place = entry.first("C")
    return {
        "kind": "preprint" if is_preprint_server(venue) else kind,
        "title": without_pairs(entry.first("T")),
        "authors": _persons(entry.all("A")),
        "editors": _persons(_LEFT_OVER.sub("", name) for name in entry.all("E")),
        "abstract": without_pairs("\n\n".join(without_repetition(entry.all("X")))),
        "date": _date(entry),
        venue_field(kind): venue,
        "series": series,
        "volume": entry.first("V"),
        "issue": entry.first("N"),
        "pages": page_range(entry.first("P")),
        "publisher": entry.first("I"),
        "place": None if place == series else place,
        "keywords": _keywords(entry),
        "doi": entry.first("R"),
        "url": entry.all("U"),
        "pdf": entry.all(">"),
        "citation_key": entry.first("F"),
        "id": entry.first("F", "M"),
    }


def _persons(texts: Iterable[str]) -> list[Person]:
    """Names, one a tag or several with "and" between them."""
    names = (name.strip() for text in texts for name in _AND.split(" ".join(text.split())))
    return [person(name) for name in names if name]


def _date(entry: Entry) -> str | None:
    year, day = entry.first("D"), entry.first("8") or ""
    full = read_date(day) or read_date(f"{year or ''} {day}")
    if year is None or (full and full[:4] == (read_date(year) or "")[:4]):
        return full
    return read_date(year)


def _keywords(entry: Entry) -> list[str] | str:
    found = entry.lines("K")
    return found[0] if len(found) == 1 else found


FORMAT_REFER = Format("refer", "EndNote refer", _recognises, _read)
