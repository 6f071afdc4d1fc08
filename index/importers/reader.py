"""One way from the records of any format to papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.importers.records import Malformed, read_record
from index.importers.report import Problem, Skipped
from index.importers.unpacking import BrokenFile
from index.paper import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile
    from index.importers.reading import Format
    from index.paper import Paper


def read_papers(
    file: InputFile, form: Format, *, include_rejected: bool = False
) -> Iterator[Paper | Skipped | Problem]:
    """Every record of a file in order.

    Records are numbered from one; what is malformed or skipped has its number. Where the file
    cannot be read on, a problem that says so is the last.
    """
    try:
        for number, item in enumerate(form.read(file), start=1):
            if isinstance(item, Problem | Skipped):
                yield item
                continue
            try:
                source = Source(file.name, number, format=form.name)
                yield read_record(item.fields, source, include_rejected=include_rejected)
            except Malformed as problem:
                reason = str(problem) if item.line is not None else f"record {number} {problem}"
                yield Problem(file.shown, item.line, reason)
    except BrokenFile as error:
        line = file.line + 1 if file.line else None
        yield Problem(file.shown, line, f"cannot be read on: {error}", is_end=True)
