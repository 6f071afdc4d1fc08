"""Entries for Typst: YAML by Hayagriva's file format.

The format nests what an entry appeared in under `parent`. Titles may be put into other case by a
style; braces keep a part as it is, and a backslash keeps braces, dollars and itself (Hayagriva,
"formattable strings").
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from index.citations.people import inverted_name
from index.citations.protect import protect
from index.citations.record import (
    archive_address,
    arxiv,
    container,
    doi,
    iso_date,
    missing,
    page_address,
    page_ranges,
    plain_text,
    title,
)
from index.names import family_name, full_name, known_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from index.citations.record import Cited
    from index.paper import Kind, Name, Paper

_TYPES: Mapping[Kind, tuple[str, str]] = {
    "conference": ("article", "proceedings"),
    "article": ("article", "periodical"),
    "preprint": ("article", "repository"),
    "chapter": ("anthos", "anthology"),
    "other": ("misc", "misc"),
}
"""The entry's type and its parent's."""

_BARE_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*[0-9][A-Za-z0-9_-]*")
"""Keys that no YAML reader takes for anything but a text: the others stand in quotes."""
_BARE_VALUE = re.compile(r"[0-9]+(?:-[0-9]+)*|[a-z]+")
_CONTROL = re.compile(r"[\\{}$]")


class Bare(str):
    """A text that is written without quotation marks: a date, a number, a word of the format."""

    __slots__ = ()


def entry(item: Cited) -> str:
    """An entry of a paper with a title or authors."""
    paper = item.paper
    kind, parent = _TYPES[paper.kind]
    identifiers = {"doi": doi(paper), "arxiv": arxiv(paper)}
    return written(
        item.key,
        {
            "type": Bare(kind),
            "title": formattable(title(paper)),
            "author": _people(paper.authors),
            "date": Bare(iso_date(paper.date)),
            "page-range": _number(page_ranges(paper.pages, "-")),
            "serial-number": {name: value for name, value in identifiers.items() if value},
            "url": page_address(paper) or archive_address(paper),
            "note": missing(paper),
            "parent": _parent(paper, parent),
        },
    )


def written(key: str, fields: Mapping[str, object]) -> str:
    """An entry in YAML; fields that say nothing are left out."""
    name = key if _BARE_KEY.fullmatch(key) else _quoted(key)
    return "\n".join([f"{name}:", *_lines(fields, "  ")])


def formattable(text: str | None) -> str | None:
    """A text whose acronyms and names keep their capitals in every style."""
    return protect(_escaped(text)) if text else None


def verbatim(text: str) -> str:
    """A text that no style may put into other case."""
    return f"{{{_escaped(text)}}}"


def _escaped(text: str) -> str:
    return _CONTROL.sub(r"\\\g<0>", text)


def _parent(paper: Paper, kind: str) -> dict[str, object]:
    series = plain_text(paper.series)
    fields: dict[str, object] = {
        "title": formattable(plain_text(container(paper))),
        "editor": _people(paper.editors),
        "volume": _number(plain_text(paper.volume)),
        "issue": _number(plain_text(paper.issue)),
        "publisher": formattable(plain_text(paper.publisher)),
        "location": formattable(plain_text(paper.place)),
        "parent": {"type": Bare("anthology"), "title": formattable(series)} if series else None,
    }
    known = {name: value for name, value in fields.items() if value}
    return {"type": Bare(kind), **known} if known else {}


def _people(names: Sequence[Name]) -> list[object]:
    return [_person(name) for name in known_names(names)]


def _person(name: Name) -> object:
    """A name in one text; in parts where a comma or a small word in it would be misread."""
    if name.literal.strip() or not name.family.strip() or not name.given.strip():
        whole = full_name(name)
        return {"name": whole} if " " in whole or "," in whole else whole
    if name.family[:1].islower() or "," in family_name(name) + name.given + name.suffix:
        parts = {
            "name": name.family,
            "given-name": name.given,
            "prefix": name.particle,
            "suffix": name.suffix,
        }
        return {part: text for part, text in parts.items() if text}
    return inverted_name(name)


def _number(text: str) -> str:
    return Bare(text) if text.isascii() and _BARE_VALUE.fullmatch(text) else text


def _lines(fields: Mapping[str, object], indent: str) -> Iterator[str]:
    for name, value in fields.items():
        if not value:
            continue
        if isinstance(value, dict):
            yield f"{indent}{name}:"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list):
            yield f"{indent}{name}: [{', '.join(map(_inline, value))}]"
        else:
            yield f"{indent}{name}: {_inline(value)}"


def _inline(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_inline(part)}" for name, part in value.items()) + "}"
    return str(value) if isinstance(value, Bare) else _quoted(str(value))


def _quoted(text: str) -> str:
    """A text in double quotation marks: JSON is YAML (YAML 1.2, section 1.2)."""
    return json.dumps(text, ensure_ascii=False)
