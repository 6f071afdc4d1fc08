"""Writing any number of papers into one file, a few at a time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from index.errors import ReadingRoomError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from index.citations.desk import Record

FORMATS = ("bibtex", "biblatex", "ris", "csl-json", "csv", "markdown", "jsonl", "typst")

SUFFIXES: Mapping[str, str] = {
    ".bib": "bibtex",
    ".ris": "ris",
    ".json": "csl-json",
    ".csv": "csv",
    ".md": "markdown",
    ".jsonl": "jsonl",
    ".yml": "typst",
    ".yaml": "typst",
}
"""The formats that the endings of file names stand for."""


class UnknownFormat(ReadingRoomError, ValueError):
    """No format has this name; the message lists those that there are."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How papers become a file: each as `entry` writes it, with what stands around and between."""

    entry: Callable[[Record], str]
    before: str = ""
    between: str = ""
    after: str = ""


def export(
    records: Iterable[Record], format_name: str, out: IO[bytes], *, raw: bool = False
) -> int:
    """Write papers as one file in UTF-8; memory does not grow with their number.

    Bibliographies carry everything that their format can carry, the abstract among it. JSON lines
    lose nothing: they are the form to bring a library elsewhere. No papers make an empty file, an
    empty JSON array or a table without rows.

    Args:
        records: The papers, see `Cite.records`.
        format_name: A name from `FORMATS`.
        out: Where the bytes go.
        raw: In CSV, leave cells that begin like a formula as they are.

    Returns:
        How many papers were written.

    Raises:
        UnknownFormat: there is no such format.
        OSError: the bytes cannot be written.
    """
    form = _form(format_name, raw=raw)
    number = 0
    out.write(form.before.encode())
    for record in records:
        text = form.between + form.entry(record) if number else form.entry(record)
        out.write(text.encode())
        number += 1
    out.write((form.after if number or form.before else "").encode())
    return number


def known_format(name: str) -> str:
    """The name of a format, if it is one.

    Raises:
        UnknownFormat: it is none.
    """
    if name not in FORMATS:
        raise UnknownFormat(f"unknown format {name!r}; there are {', '.join(FORMATS)}")
    return name


def _form(name: str, *, raw: bool) -> _Form:
    known_format(name)
    if name == "csv":
        from index.citations import table

        return _Form(
            lambda record: table.line(table.cells(record.item), raw=raw),
            before=table.line(table.COLUMNS),
        )
    if name == "jsonl":
        return _Form(_json_line)
    if name == "markdown":
        from index.citations.sections import section

        return _Form(lambda record: section(record.item), between="\n\n", after="\n")
    from index.citations import programs

    form = programs.FORMATS[name]
    entry = form.full or form.entry
    return _Form(
        lambda record: entry(record.item),
        before=form.before,
        between=form.between,
        after=form.after if form.between == "" else f"{form.after}\n",
    )


def _json_line(record: Record) -> str:
    from index.records import export_record

    item, forms = record
    return json.dumps(export_record(item.paper, forms, item.key), ensure_ascii=False) + "\n"
