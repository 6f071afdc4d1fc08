"""What the arXiv's interface answers with: an Atom feed.

Elements are those of the "arXiv API User's Manual", section 3.3.2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.reading import Format, Raw
from index.importers.report import Problem
from index.importers.wording import read_date
from index.importers.xml_markup import marked_up
from index.importers.xml_records import Found, child, children, read_found, text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from index.importers.files import InputFile

_ATOM = re.compile(r"<(?:\w+:)?(?:feed|entry)\b[^>]{0,2000}http://www\.w3\.org/2005/Atom")
_IDENTIFIER = re.compile(r"https?://(?:www\.|export\.)?arxiv\.org/abs/(.+)")
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


def _recognises(head: str) -> bool:
    return head.startswith("<") and _ATOM.search(head) is not None and "arxiv.org" in head


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    for found in read_found(file, {"entry"}):
        if isinstance(found, Found):
            if text(found.element, "title") == "Error":
                said = text(found.element, "summary") or "no reason given"
                yield Problem(file.shown, found.line, f"the arXiv answered with an error: {said}")
            else:
                yield Raw(found.line, _fields(found.element))
        else:
            yield found


def _fields(entry: Element) -> dict[str, Any]:
    address = text(entry, "id") or ""
    match = _IDENTIFIER.match(address)
    identifier = match[1] if match else None
    journal = text(entry, "journal_ref")
    published = read_date(text(entry, "published") or "")
    if journal and published:
        # When it was put into the archive is no date of the journal's, which rarely tells its own.
        years = set(_YEARS.findall(journal))
        published = years.pop() if len(years) == 1 else published[:4]
    links = children(entry, "link")
    pdf = [link.get("href") for link in links if link.get("title") == "pdf"]
    pages = [link.get("href") for link in links if link.get("rel") == "alternate"]
    doi = text(entry, "doi") or next(
        (link.get("href") for link in links if link.get("title") == "doi"), None
    )
    return {
        "kind": None if journal else "preprint",
        "title": marked_up(child(entry, "title")),
        "authors": [name for author in children(entry, "author") for name in texts(author, "name")],
        "abstract": marked_up(child(entry, "summary")),
        "date": published,
        "journal_ref": journal,
        "keywords": [term for item in children(entry, "category") if (term := item.get("term"))],
        "doi": doi,
        "arxiv": identifier,
        "url": pages or address,
        "pdf": pdf,
        "id": identifier or address,
    }


FORMAT_ARXIV = Format("arxiv", "arXiv", _recognises, _read)
