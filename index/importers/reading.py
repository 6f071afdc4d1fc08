"""What a reader of a format is: how it knows its files, and what it makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from index.importers.files import InputFile
    from index.importers.report import Problem, Skipped


class Raw(NamedTuple):
    """One record as its format gives it.

    `line` is where it begins in the file, counted from one, and `None` where lines mean nothing,
    as in JSON on a single line. `fields` go by the names that `records.read_record` knows.
    """

    line: int | None
    fields: Mapping[str, Any]


class Format(NamedTuple):
    r"""A format of files of papers.

    Attributes:
        name: what is stored with the source: `ris`.
        title: what people call it: `RIS`.
        recognises: whether a file is of this format, given the beginning of its text: 64 KiB at
            most, without a byte order mark or white space before it, its line ends `\n`.
        read: the records of a file in order, a few in memory at a time. What is malformed is a
            `Problem` in its place and the rest goes on; what is left out on purpose is `Skipped`;
            a file that breaks off ends with a `Problem` whose `is_end` is set, or with
            `BrokenFile`.
    """

    name: str
    title: str
    recognises: Callable[[str], bool]
    read: Callable[[InputFile], Iterator[Raw | Skipped | Problem]]
