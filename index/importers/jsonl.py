"""JSON lines: one object a line, as conferences' paper lists and many data sets come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from index.errors import InputError
from index.importers.files import MAXIMUM_LINE
from index.importers.records import Malformed, read_record
from index.importers.report import Problem, Skipped
from index.importers.unpacking import BrokenFile
from index.paper import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile, Line
    from index.paper import Paper

FORMAT = "jsonl"
# Control characters in a text are no reason to lose it: they are dropped when it is cleaned.
_DECODER = json.JSONDecoder(strict=False)
_SAMPLE = 20
"""Lines by which a file is known; at least half of them must be objects."""


def check_jsonl(file: InputFile) -> None:
    """Make sure that a file holds JSON objects line by line; an empty one does.

    Raises:
        InputError: it does not, or not even its beginning can be read.
    """
    seen = objects = 0
    first = ""
    try:
        for line in file.lines():
            if line.text is None or line.text.strip():
                seen += 1
                objects += _is_object(line)
                first = first or (line.text or "").strip()[:1]
            if seen == _SAMPLE:
                break
    except BrokenFile as error:
        if not objects:
            raise InputError(f"cannot read {file.shown}: {error}") from error
    if objects * 2 >= seen:
        return
    if first in {"[", "{"}:
        raise InputError(
            f"{file.shown} is not JSON lines, one object a line; if it is a JSON list, "
            "`jq -c '.[]'` makes lines of it"
        )
    raise InputError(
        f"{file.shown} is not JSON lines, one object a line, which is all that can be added so far"
    )


def read_jsonl(
    file: InputFile, *, include_rejected: bool = False
) -> Iterator[Paper | Skipped | Problem]:
    """Every record of a file in order; blank lines are none.

    Where the file cannot be read on, a problem that says so is the last.
    """
    number = line_number = 0
    try:
        for line in file.lines():
            line_number = line.number
            if line.text is not None and not line.text.strip():
                continue
            number += 1
            try:
                record = _object(line)
                source = Source(file.name, number, format=FORMAT)
                yield read_record(record, source, include_rejected=include_rejected)
            except Malformed as problem:
                yield Problem(file.shown, line.number, str(problem))
    except BrokenFile as error:
        yield Problem(file.shown, line_number + 1, f"cannot be read on: {error}", is_end=True)


def _is_object(line: Line) -> bool:
    try:
        _object(line)
    except Malformed:
        return False
    return True


def _object(line: Line) -> dict[str, Any]:
    if line.text is None:
        raise Malformed(f"longer than {MAXIMUM_LINE // 1024 // 1024} MB")
    try:
        record = _DECODER.decode(line.text)
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} at column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        # A number with thousands of digits, or thousands of brackets in each other.
        reason = "nested too deeply" if isinstance(error, RecursionError) else "a number too long"
        raise Malformed(f"not JSON that can be read: {reason}") from error
    if not isinstance(record, dict):
        raise Malformed("not a JSON object")
    return record
