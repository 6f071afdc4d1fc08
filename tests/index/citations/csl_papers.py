"""Papers from CSL-JSON, for tests; and the records whose references are known."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from index.citations import Cited, cite
from index.paper import Date, Identifiers, Kind, Link, Name, Paper, Source
from tests.shared import DATA

KINDS: dict[str, Kind] = {
    "paper-conference": "conference",
    "article-journal": "article",
    "article": "preprint",
    "chapter": "chapter",
}
NAME_PARTS = {
    "family": "family",
    "given": "given",
    "non-dropping-particle": "particle",
    "dropping-particle": "particle",
    "suffix": "suffix",
    "literal": "literal",
}


def names(values: list[dict[str, str]]) -> tuple[Name, ...]:
    return tuple(
        Name(**{NAME_PARTS[part]: text for part, text in value.items()}) for value in values
    )


def paper(record: dict[str, Any]) -> Paper:
    """A paper with all that a CSL-JSON record says."""
    (date,) = record.get("issued", {}).get("date-parts", [()])
    number = record.get("number", "")
    return Paper(
        id="0" * 16,
        abstract="",
        source=Source("records.csl.json", format="csl-json"),
        kind=KINDS.get(record["type"], "other"),
        title=record.get("title"),
        authors=names(record.get("author", [])),
        editors=names(record.get("editor", [])),
        date=Date(*date) if date else None,
        venue=record.get("container-title"),
        series=record.get("collection-title"),
        volume=record.get("volume"),
        issue=record.get("issue"),
        pages=record.get("page"),
        publisher=record.get("publisher"),
        place=record.get("event-place") or record.get("publisher-place"),
        links=(Link("url", record["URL"]),) if "URL" in record else (),
        ids=Identifiers(
            doi=record.get("DOI"),
            arxiv=number.removeprefix("arXiv:") if number.startswith("arXiv:") else None,
        ),
    )


@cache
def records() -> dict[str, Paper]:
    """The twelve records of the project's own, by id."""
    text = (DATA / "references" / "records.csl.json").read_text(encoding="utf-8")
    return {record["id"]: paper(record) for record in json.loads(text)}


@cache
def entries(style: str) -> dict[str, str]:
    """Their references in a style, by id."""
    text = (DATA / "references" / "entries.json").read_text(encoding="utf-8")
    known: dict[str, dict[str, str]] = json.loads(text)
    return known[style]


def written(paper: Paper, style: str) -> str:
    """One paper in a style."""
    return cite([Cited(paper, "key", "")], style)
