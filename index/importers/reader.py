"""One way from the records of any format to papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.importers.records import Malformed, read_record
from index.importers.report import Problem, Skipped
from index.importers.unpacking import BrokenFile
from index.paper import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from index.importers.files import InputFile
    from index.importers.reading import Format, Raw
    from index.paper import Paper


def read_papers(
    file: InputFile, form: Format, *, include_rejected: bool = False
) -> Iterator[Paper | Skipped | Problem]:
    """Every record of a file in order.

    Where the file cannot be read on, a problem that says so is the last.
    """
    try:
        yield from papers_of(
            form.read(file), file.name, file.shown, form.name, include_rejected=include_rejected
        )
    except BrokenFile as error:
        line = file.line + 1 if file.line else None
        yield Problem(file.shown, line, f"cannot be read on: {error}", is_end=True)


def papers_of(
    records: Iterable[Raw | Skipped | Problem],
    name: str,
    shown: str,
    format_name: str,
    *,
    include_rejected: bool = False,
) -> Iterator[Paper | Skipped | Problem]:
    """Make papers of records, which are numbered from one; what is malformed has its number.

    Args:
        records: as a format gives them.
        name: the file's name, stored with each paper.
        shown: what to call the file in messages.
        format_name: the name of its format.
        include_rejected: take in what was not accepted as well.
    """
    for number, item in enumerate(records, start=1):
        if isinstance(item, Problem | Skipped):
            yield item
            continue
        try:
            source = Source(name, number, format=format_name)
            yield read_record(item.fields, source, include_rejected=include_rejected)
        except Malformed as problem:
            reason = str(problem) if item.line is not None else f"record {number} {problem}"
            yield Problem(shown, item.line, reason)
