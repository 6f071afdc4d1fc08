"""JSON files: lists of papers of Paper Copilot, OpenReview, reference managers and others.

A file may mix the shapes: each record is taken for what it is, and the format is that of the first.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from index.importers.csl_json import csl_fields, is_csl
from index.importers.files import MAXIMUM_LINE
from index.importers.json_stream import (
    DECODER,
    JsonRecords,
    first_records,
    is_json,
    why,
)
from index.importers.openreview import is_note, note_fields
from index.importers.papercopilot import is_papercopilot, papercopilot_fields, venue_of_file
from index.importers.reading import Format, Raw
from index.importers.records import looks_like_paper
from index.importers.report import Problem, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from index.importers.files import InputFile

_SAMPLE = 20
"""Lines by which JSON lines are known; at least half of them must be objects."""


def read_json(file: InputFile) -> Iterator[Raw | Skipped | Problem]:
    """Every record of a JSON file in order."""
    last = 0
    for item in JsonRecords(file.chunks(), file.shown).read():
        if isinstance(item, Problem):
            yield item
            continue
        fields = _fields_of(item.value, file.name)
        # Of records on one line the line says nothing.
        line = item.line if item.line != last else None
        last = item.line
        yield fields if isinstance(fields, Skipped) else Raw(line, fields)


def read_json_lines(file: InputFile) -> Iterator[Raw | Skipped | Problem]:
    """Every object of a file that has one a line; blank lines are none."""
    for line in file.lines():
        if line.text is None:
            yield Problem(file.shown, line.number, f"longer than {MAXIMUM_LINE // 1024 // 1024} MB")
        elif line.text.strip():
            try:
                record = DECODER.decode(line.text)
            except (ValueError, RecursionError) as error:
                yield Problem(file.shown, line.number, why(error))
                continue
            if not isinstance(record, dict):
                yield Problem(file.shown, line.number, "not a JSON object")
                continue
            fields = _fields_of(record, file.name)
            yield fields if isinstance(fields, Skipped) else Raw(line.number, fields)


def _fields_of(record: dict[str, Any], name: str) -> Mapping[str, Any] | Skipped:
    if is_note(record):
        return note_fields(record)
    if is_csl(record):
        return csl_fields(record)
    if is_papercopilot(record):
        return papercopilot_fields(record, venue_of_file(name))
    return record


@lru_cache(maxsize=1)
def _sample(head: str) -> tuple[dict[str, Any], ...]:
    """The first records of a JSON file; none if it is another kind of file."""
    if not is_json(head) or is_json_lines(head):
        return ()
    return tuple(first_records(head))


def is_json_lines(head: str) -> bool:
    """Whether a text has a JSON object on each line, or at least on most of the first lines.

    A single object counts if it is a paper, not one that holds them.
    """
    if not head.startswith("{"):
        return False
    lines = [line for line in head.split("\n") if line.strip()][:_SAMPLE]
    records = [record for record in map(_object, lines) if record is not None]
    if len(lines) == 1:
        return any(map(looks_like_paper, records))
    return len(records) * 2 >= len(lines)


def _object(line: str) -> dict[str, Any] | None:
    try:
        record = DECODER.decode(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _recognises_papercopilot(head: str) -> bool:
    return any(map(is_papercopilot, _sample(head)[:1]))


def _recognises_openreview(head: str) -> bool:
    return any(map(is_note, _sample(head)))


def _recognises_csl(head: str) -> bool:
    return any(map(is_csl, _sample(head)))


def _recognises_json(head: str) -> bool:
    return any(map(looks_like_paper, _sample(head)))


FORMAT_PAPERCOPILOT = Format(
    "papercopilot", "Paper Copilot JSON", _recognises_papercopilot, read_json
)
FORMAT_OPENREVIEW = Format("openreview", "OpenReview JSON", _recognises_openreview, read_json)
FORMAT_CSL_JSON = Format("csl-json", "CSL-JSON", _recognises_csl, read_json)
FORMAT_JSON = Format("json", "JSON", _recognises_json, read_json)
FORMAT_JSON_LINES = Format("jsonl", "JSON lines", is_json_lines, read_json_lines)
