"""What the exports of databases call their columns."""

from __future__ import annotations

import re
from typing import Any

from index.importers.csl_json import noted

COLUMNS = {
    # Zotero, "Export: CSV".
    "abstract_note": "abstract",
    "item_type": "type",
    "manual_tags": "keywords",
    "key": "id",
    # IEEE Xplore, "Search results: CSV".
    "document_title": "title",
    "author_keywords": "keywords",
    "pdf_link": "url",
    "document_identifier": "type",
    # Scopus, "Export document settings: CSV" (Scopus Support Center).
    "document_type": "type",
    "eid": "id",
    "page_start": "start_page",
    "page_end": "end_page",
    # PubMed, "Save: CSV".
    "journal/book": "pubmed_journal",
    "pmid": "id",
    # Lists made by hand.
    "author(s)": "authors",
    "paper_abstract": "abstract",
    # Web of Science, "Tab delimited file" (Core Collection Field Tags).
    "pt": "type",
    "au": "authors",
    "af": "author_full_names",
    "ti": "title",
    "so": "source_title",
    "de": "keywords",
    "ab": "abstract",
    "py": "year",
    "di": "doi",
    "vl": "volume",
    "is": "issue",
    "bp": "start_page",
    "ep": "end_page",
    "ut": "id",
    "pu": "publisher",
}
"""Names of columns without case and blanks, and the fields that they are."""

USUAL = frozenset(
    """
    abstract author authors date doi id journal keywords pages title type url venue volume year
    """.split()  # noqa: SIM905 - a text of words is read and compared more easily than a list
)
"""Fields that tables of papers usually have."""

_SCOPUS_ID = re.compile(r"\s*\(\d{6,}\)")
_INITIALS_BEHIND = re.compile(r"([^;,]*[^;,\s]) +((?:[^\W\d_]\.-?)+)(?=;|$)")
_CAPITALS_BEHIND = re.compile(r"([^,]*[^,\s]) +([^\W\d_a-z]{1,4})(?:,|$)")
_KINDS = {
    "ieee conferences": "conference",
    "ieee conference": "conference",
    "ieee journals": "journal",
    "ieee early access articles": "journal",
    "conference paper": "conference",
    "conference review": "conference",
    "book chapter": "chapter",
    "c": "conference",
    "j": "journal",
}


def completed_row(row: dict[str, Any]) -> dict[str, Any]:
    """The fields of a row, those put together that an export has in several columns."""
    fields = dict(row)
    if names := fields.pop("author_full_names", None):
        # "Berg, Anna (57190000000); Li, Bo (57190000001)"
        fields["authors"] = _SCOPUS_ID.sub("", names)
    start, end = fields.pop("start_page", None), fields.pop("end_page", None)
    if start and "pages" not in fields:
        fields["pages"] = f"{start}-{end}" if end and end != start else start
    elif "source_title" in fields and (names := fields.get("authors")):
        # "Berg A.B.; Garcia Lopez A."
        fields["authors"] = _INITIALS_BEHIND.sub(r"\1, \2", names)
    elif "pubmed_journal" in fields and (names := fields.get("authors")):
        # "Berg AB, Garcia Lopez A."
        fields["authors"] = _CAPITALS_BEHIND.sub(r"\1, \2;", names.rstrip("."))
    fields["journal"] = fields.pop("pubmed_journal", fields.get("journal"))
    for name, value in noted(fields.pop("extra", None)):
        fields.setdefault(name, value)
    kind = str(fields.get("type") or "").strip().lower()
    if kind in _KINDS:
        fields["type"] = _KINDS[kind]
    if source := fields.pop("source_title", None):
        fields[{"conference": "booktitle", "chapter": "booktitle", "journal": "journal"}.get(
            _KINDS.get(kind, "journal" if kind in {"article", "review"} else ""), "venue"
        )] = source  # fmt: skip
    if str(fields.get("abstract") or "").strip().lower() == "[no abstract available]":
        del fields["abstract"]
    # Zotero names the meeting as well as its proceedings, which are what is cited.
    if fields.get("publication_title") and kind in {"conferencepaper", "conference paper"}:
        fields["booktitle"] = fields.pop("publication_title")
        fields.pop("conference_name", None)
    return fields
