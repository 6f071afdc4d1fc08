"""Lists of Paper Copilot: one conference a file, named after it as in `icml2019.json`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.venues import read_venue

if TYPE_CHECKING:
    from collections.abc import Mapping

_OWN = frozenset({"site", "status", "track", "aff", "gs_citation", "psid"})
_APART = frozenset({"github", "oa", "project", "site", "url", "url_paper"})
_ENTRY = re.compile(r"\s*@\s*\w+\s*\{")
_FIELD = re.compile(
    r"[,\s](volume|pages|publisher|series|editor|booktitle|year)\s*=\s*\{([^{}]*)\}", re.IGNORECASE
)
_NAME_PARTS = re.compile(r"[\W_]+")


def is_papercopilot(record: Mapping[str, Any]) -> bool:
    """Whether an object is a record of Paper Copilot."""
    return isinstance(record.get("author"), str) and not _OWN.isdisjoint(record)


def venue_of_file(name: str) -> str | None:
    """The conference and year that a file is named after: `icml2019.papercopilot.json`."""
    for part in _NAME_PARTS.split(name.rpartition("/")[2].lower()):
        if read_venue(part).year is not None:
            return part
    return None


def papercopilot_fields(record: Mapping[str, Any], venue: str | None) -> Mapping[str, Any]:
    """The fields of a record, completed by the name of its file and by its BibTeX entry.

    Of the entry only what tells where the paper appeared is taken; it may be cut off, or only an
    address, so a field counts only with both its braces.
    """
    fields = {name: value for name, value in record.items() if name not in _APART}
    entry = record.get("bibtex")
    known: dict[str, str] = {}
    if isinstance(entry, str) and _ENTRY.match(entry):
        for match in _FIELD.finditer(entry):
            known.setdefault(match[1].lower(), match[2].strip())
    booktitle, year = known.pop("booktitle", None), known.pop("year", None)
    for name, value in known.items():
        fields.setdefault(name, value)
    if not (fields.get("venue") or fields.get("conference")):
        if venue:
            fields["venue"] = venue
        elif booktitle:
            fields["booktitle"] = booktitle
            fields.setdefault("year", year)
    fields["url"] = [record.get(name) for name in ("oa", "site", "url_paper", "url")]
    fields["code"] = record.get("github") or record.get("project")
    return fields
