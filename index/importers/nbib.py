"""PubMed's own format (`.nbib`, "MEDLINE display"): tags of four characters and a hyphen.

Tags are those of the National Library of Medicine's "MEDLINE/PubMed Data Element (Field)
Descriptions".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.tagged import Entry, Grammar, read_entries
from index.importers.wording import Person, body, in_parts, page_range, read_date

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile
    from index.importers.report import Problem

_TAG = re.compile(r"([A-Z][A-Z0-9]{1,3}) {0,2}-(?: (.*))?$", re.DOTALL)
_PMID = re.compile(r"PMID ?- ?\d")
_LINES_LOOKED_AT = 6
_DOI = re.compile(r"(\S+) \[doi\]")
_SUFFIX = re.compile(r"(.*) (Jr|Sr|2nd|3rd|[45]th|II|III|IV)\.?$")
_ORDINALS = {"2nd": "II", "3rd": "III", "4th": "IV", "5th": "V"}


def _recognises(head: str) -> bool:
    lines = [line for line in head.split("\n", 20)[:20] if line.strip()]
    return any(map(_PMID.match, lines[:_LINES_LOOKED_AT]))


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    for entry in read_entries(file, Grammar(_TAG, _begins)):
        yield Raw(entry.line, _fields(entry)) if isinstance(entry, Entry) else entry


def _begins(tag: str, entry: Entry | None, after_blank: bool) -> bool:
    if entry is None:
        return True
    return entry.has("PMID") and (tag == "PMID" or (after_blank and tag in {"OWN", "STAT"}))


def _fields(entry: Entry) -> dict[str, Any]:
    types = " ".join(entry.all("PT")).lower()
    journal, book = entry.first("JT", "TA"), entry.first("BTI")
    title = entry.first("TI") or entry.first("TT") or book
    pmid = entry.first("PMID")
    kind = "preprint" if "preprint" in types else "article" if journal else "other"
    if book and entry.has("TI"):
        kind = "chapter"
    return {
        "kind": kind,
        "title": without_full_stop(title),
        "authors": _people(entry, "FAU", "AU", "CN"),
        "editors": _people(entry, "FED", "ED", "CN" if not entry.has("AU") else ""),
        "abstract": entry.first("AB") or entry.first("OAB"),
        "date": _date(entry),
        **({"booktitle": book} if kind == "chapter" else {"journal": journal}),
        "series": entry.first("CTI"),
        "volume": entry.first("VI"),
        "issue": entry.first("IP"),
        "pages": page_range(entry.first("PG")),
        "publisher": entry.first("PB"),
        "place": entry.first("PL") if book else None,
        "keywords": [word.lstrip("*") for word in entry.all("OT") + entry.all("MH")],
        "doi": next((match[1] for text in entry.all("LID", "AID")
                     if (match := _DOI.fullmatch(text))), None),
        "url": pubmed_address(pmid),
        "id": pmid,
    }  # fmt: skip


def _people(entry: Entry, full: str, short: str, bodies: str) -> list[Person]:
    """Names in the order of the record: in full where there is one, which stands before the short.

    Corporate names stand in their place among the others.
    """
    found: list[Person] = []
    has_full = False
    for tag, lines in entry.values:
        name = " ".join(filter(None, lines))
        if not name:
            continue
        if tag == full:
            found.append(medline_name(*_apart(name, ",")))
        elif tag == short and not has_full:
            found.append(medline_name(*_apart(name, " ")))
        elif tag == bodies:
            found.append(body(name))
        has_full = tag == full
    return found


def _apart(name: str, separator: str) -> tuple[str, str]:
    """Family and given name: `Doe, Jane Q` at the comma, `van der Doe JQ Jr` at the initials."""
    if separator == ",":
        family, _, given = name.partition(",")
        return family, given
    words = name.split()
    start = next((place for place, word in enumerate(words) if place and word.isupper()), None)
    if start is None:
        return name, ""
    return " ".join(words[:start]), " ".join(words[start:])


def medline_name(family: str, given: str, suffix: str = "") -> Person:
    """A person as PubMed names one, whose suffix may stand after the given name: `JQ 3rd`."""
    given = " ".join(given.split())
    if not suffix and (match := _SUFFIX.fullmatch(given)):
        given, suffix = match[1], match[2]
    return in_parts(family, given, _ORDINALS.get(suffix, suffix))


def without_full_stop(title: str | None) -> str | None:
    """A title without the full stop that PubMed puts after every one."""
    if title and title.endswith(".") and not title.endswith(".."):
        return title[:-1].rstrip()
    return title


def pubmed_address(pmid: str | None) -> str | None:
    """The page of a record by its number, as NLM documents it."""
    return f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid and pmid.isdigit() else None


def _date(entry: Entry) -> str | None:
    printed = read_date(entry.first("DP") or "")
    online = read_date(entry.first("DEP") or "")
    if printed and online and len(printed) == 4 and online.startswith(printed):
        return online
    return printed or online


FORMAT_NBIB = Format("nbib", "PubMed", _recognises, _read)
