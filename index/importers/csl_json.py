"""CSL-JSON, the items of citeproc, as Zotero, Better BibTeX and pandoc write them.

The names of fields and types are those of the CSL specification 1.0.2 (appendices III and IV) and
its JSON schema.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.fields import normal_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_KINDS = {
    "article-journal": "journal article",
    "article-magazine": "journal article",
    "article-newspaper": "journal article",
    "chapter": "chapter",
    "document": "other",
    "entry-encyclopedia": "chapter",
    "paper-conference": "conference",
}
_NOTED = re.compile(
    r"^[ \t]*(?:tex\.)?(arxiv|citation[ -]key|code|doi|eprint|keywords?|pdf)[ \t]*:[ \t]*(.+)$",
    re.IGNORECASE | re.MULTILINE,
)
_ITALIC = re.compile(r"</?(?:i|em)>")
_BOLD = re.compile(r"</?(?:b|strong)>")
_RAISED = re.compile(r"<(sup|sub)>(.{0,60}?)</\1>", re.DOTALL)
_OTHER_TAGS = re.compile(r"</?(?:span|sc|p|div|jats:\w+)(?: [^<>]*)?>")


def is_csl(record: Mapping[str, Any]) -> bool:
    """Whether an object is a CSL item."""
    if isinstance(record.get("issued"), dict) or ("type" in record and "container-title" in record):
        return True
    author = record.get("author")
    if not (isinstance(author, list) and author and isinstance(author[0], dict)):
        return False
    return not author[0].keys().isdisjoint({"family", "literal"}) and "type" in record


def csl_fields(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a CSL item by their usual names."""
    kind = str(item.get("type") or "")
    container = _rich(_first(item.get("container-title")))
    meeting = _first(item.get("event-title")) or _first(item.get("event"))
    key = item.get("citation-key")
    number = item.get("id")
    is_address = isinstance(number, str) and number.startswith(("http://", "https://"))
    fields: dict[str, Any] = {
        "title": _rich(_first(item.get("title"))),
        "author": item.get("author"),
        "editor": item.get("editor"),
        "abstract": _without_tags(item.get("abstract")),
        "type": _KINDS.get(kind, "preprint" if kind == "article" and not container else kind),
        "date": _date(item.get("issued")),
        "series": _first(item.get("collection-title")),
        "volume": item.get("volume"),
        "issue": item.get("issue"),
        "pages": item.get("page"),
        "publisher": item.get("publisher"),
        "place": item.get("publisher-place"),
        "keywords": item.get("keyword"),
        "doi": item.get("DOI"),
        "url": item.get("URL"),
        # What is no address and has no blanks was chosen to be cited by.
        "citation_key": key or (number if isinstance(number, str) and not is_address else None),
        "id": number,
    }
    if kind in {"article-journal", "article-magazine", "article-newspaper"}:
        fields["journal"] = container
    elif kind in {"paper-conference", "chapter"}:
        fields["booktitle"] = container or meeting
    else:
        fields["venue"] = container or meeting
    for name, value in noted(item.get("note")):
        if not fields.get(name):
            fields[name] = value
    return fields


def _first(value: Any) -> Any:
    """A value, or the first of a list as Crossref has them."""
    return value[0] if isinstance(value, list) and value else value


def _date(issued: Any) -> Any:
    """A date as `2019-05-24`; years may be texts, and parts may be missing."""
    if not isinstance(issued, dict):
        return issued
    parts = issued.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list):
        numbers = [str(part) for part in parts[0][:3] if isinstance(part, str | int) and part]
        if numbers:
            return "-".join(numbers)
    return issued.get("raw") or issued.get("literal") or issued.get("year")


def noted(note: Any) -> Iterator[tuple[str, str]]:
    """Fields that a note holds a line each, as `arXiv: 2101.00001` or `tex.keywords: x`.

    Zotero calls such a note "Extra" (Zotero documentation, "Citing Fields from Extra").
    """
    if isinstance(note, str):
        for match in _NOTED.finditer(note):
            name = normal_key(match[1])
            yield "keywords" if name.startswith("keyword") else name, match[2].strip()


def _rich(value: Any) -> Any:
    """Rich text of CSL (italics, bold, raised and lowered in HTML) as Markdown and LaTeX."""
    if not isinstance(value, str) or "<" not in value:
        return value
    text = _RAISED.sub(lambda found: f"${'^' if found[1] == 'sup' else '_'}{{{found[2]}}}$", value)
    return _OTHER_TAGS.sub("", _BOLD.sub("**", _ITALIC.sub("*", text)))


def _without_tags(value: Any) -> Any:
    """An abstract, whose paragraphs Crossref puts in JATS elements."""
    if not isinstance(value, str) or "<" not in value:
        return value
    return _OTHER_TAGS.sub(
        "", re.sub(r"<(?:jats:)?title>.{0,100}?</(?:jats:)?title>", "", value)
    ).strip()
