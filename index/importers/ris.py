"""RIS, as reference managers and publishers write it.

Tags and types are those of Research Information Systems' "RIS Format Specifications" (2001, 2011)
and what EndNote, Mendeley, Ovid and Zotero make of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.tagged import Entry, Grammar, read_entries, without_repetition
from index.importers.wording import (
    Person,
    arxiv_id,
    is_preprint_server,
    page_range,
    person,
    read_date,
    venue_field,
)
from index.importers.xml_markup import without_pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile
    from index.importers.report import Problem

# Two blanks before the hyphen are the rule. Where a file has them, a line of an abstract that
# begins with two capitals, a blank and a hyphen is no tag; only the end of a record may be short.
_STRICT = re.compile(
    r"[ \t]{0,3}([A-Z][A-Z0-9])(?: {2}|(?<=ER) ?(?=-[ \t]*$))-[ \t]?(.*)$", re.DOTALL
)
_LOOSE = re.compile(r"[ \t]{0,3}([A-Z][A-Z0-9]) {1,2}-[ \t]?(.*)$", re.DOTALL)
_LINES_LOOKED_AT = 200
_TYPE = re.compile(r"[A-Z]\w*\s*$")

_KINDS = {
    **dict.fromkeys(("ABST", "EJOUR", "INPR", "JFULL", "JOUR", "MGZN", "NEWS"), "article"),
    **dict.fromkeys(("CONF", "CPAPER"), "conference"),
    **dict.fromkeys(("CHAP", "DICT", "ECHAP", "ENCYC"), "chapter"),
}
_BOOKS = frozenset({"BOOK", "EBOOK", "EDBOOK", "SER"})
_LONGEST_ISSUE = 4
_LONG_NOTE = 200
"""Characters from which a note in a record without an abstract is taken for one."""
_CODE = "Code: "
"""What stands before an address in a note that tells where the code is."""
_APART = re.compile(r"[; ] ?(?=https?://)", re.IGNORECASE)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?10\.\d{4,9}/\S+", re.IGNORECASE)


def _recognises(head: str) -> bool:
    for line in head.split("\n", _LINES_LOOKED_AT)[:_LINES_LOOKED_AT]:
        match = _LOOSE.match(line)
        if match is not None and match[1] == "TY":
            return _TYPE.match(match[2]) is not None
    return False


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    grammar = Grammar(_tag(file), _begins, frozenset({"ER"}), "\n")
    for entry in read_entries(file, grammar):
        yield Raw(entry.line, _fields(entry)) if isinstance(entry, Entry) else entry


def _tag(file: InputFile) -> re.Pattern[str]:
    """What a tag looks like in a file, by its first record."""
    for line in file.lines():
        match = _LOOSE.match(line.text or "")
        if match is not None and match[1] == "TY":
            return _STRICT if _STRICT.match(line.text or "") else _LOOSE
    return _STRICT


def _begins(tag: str, entry: Entry | None, after_blank: bool) -> bool:  # noqa: ARG001
    return tag == "TY"


def _fields(entry: Entry) -> dict[str, Any]:
    kind_tag = (entry.first("TY") or "").upper()
    kind = _KINDS.get(kind_tag, "other")
    titles = ("TI", "T1", "CT", "BT") if kind_tag in _BOOKS else ("TI", "T1", "CT")
    venue = _venue(entry, kind)
    arxiv = next(filter(None, map(arxiv_id, entry.all("AN", "M1", "VL", "JO", "N1"))), None)
    if is_preprint_server(venue):
        kind = "preprint"
    key = entry.first("ID", "AN") or ""
    series = ("T3", "T2", "BT") if kind_tag in _BOOKS and entry.has("TI") else ("T3",)
    return {
        "kind": kind,
        "title": without_pairs(entry.first(*titles)),
        "authors": _persons(entry.all("AU", "A1")),
        "editors": _persons(entry.all("A2", "ED") or entry.all("A3")),
        "abstract": without_pairs(_abstract(entry)),
        "date": _date(entry),
        venue_field(kind): venue,
        "series": entry.first(*series) or _proceedings(entry),
        "volume": entry.first("VL"),
        "issue": entry.first("IS", "CP") or _number(entry),
        "pages": page_range(entry.first("SP"), entry.first("EP")),
        "publisher": entry.first("PB"),
        "place": entry.first("CY", "PP"),
        "keywords": _keywords(entry),
        "doi": entry.first("DO") or next(filter(_DOI.fullmatch, entry.all("M3", "N1", "UR")), None),
        "arxiv": arxiv,
        "url": [
            url
            for text in entry.all("UR", "L2", "LK")
            for url in _APART.split(" ".join(text.split()))
        ],
        "pdf": entry.all("L1"),
        "code": [note[len(_CODE) :] for note in entry.all("N1") if note.startswith(_CODE)],
        "citation_key": key if key.startswith("pmlr-") else None,
        "id": key or None,
    }


def _number(entry: Entry) -> str | None:
    """The issue of a journal where EndNote puts it, among other numbers."""
    number = entry.first("M1") or ""
    return number if number.isdigit() and len(number) <= _LONGEST_ISSUE else None


def _persons(texts: list[str]) -> list[Person]:
    """Names in the order of a record, of which some repeat a list under another tag."""
    return [person(text) for text in without_repetition(" ".join(text.split()) for text in texts)]


def _venue(entry: Entry, kind: str) -> str | None:
    if kind == "article":
        return entry.first("JF", "T2", "JO", "JA", "J2", "J1", "BT")
    if kind in {"conference", "chapter"}:
        return entry.first("T2", "BT", "C3", "JF", "JO", "JA", "J2")
    return entry.first("JF", "JO") or (None if entry.has("PB") else entry.first("T2"))


def _proceedings(entry: Entry) -> str | None:
    """The series that PMLR names in the place of the database that a record is from."""
    provider = entry.first("DP") or ""
    return provider if provider.startswith("Proceedings of ") else None


def _abstract(entry: Entry) -> str | None:
    if abstracts := without_repetition(entry.all("AB", "N2")):
        return "\n\n".join(abstracts)
    return next((note for note in entry.all("N1") if len(note) >= _LONG_NOTE), None)


def _date(entry: Entry) -> str | None:
    """The year of publication, with the month and day that some tag adds to it."""
    dates = [date for text in entry.all("PY", "Y1", "DA") if (date := read_date(text))]
    year = next((date[:4] for tag in ("PY", "Y1", "DA") for text in entry.all(tag)
                 if (date := read_date(text))), None)  # fmt: skip
    return max((date for date in dates if date[:4] == year), key=len, default=None)


def _keywords(entry: Entry) -> list[str] | str:
    """Keywords, one a tag or one a line; one line alone may hold them all."""
    found = entry.lines("KW")
    return found[0] if len(found) == 1 else found


FORMAT_RIS = Format("ris", "RIS", _recognises, _read)
