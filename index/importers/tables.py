"""Tables with a header: CSV and TSV from Zotero, IEEE Xplore, Scopus, Web of Science and others.

Quoting follows RFC 4180. A field may be as long as a record, and a quotation mark that is never
closed costs the row in which it stands, not the rest of the file.
"""

from __future__ import annotations

import csv
import re
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from index.importers.fields import normal_key
from index.importers.files import MAXIMUM_LINE
from index.importers.reading import Format, Raw
from index.importers.report import Problem
from index.importers.table_columns import COLUMNS, USUAL, completed_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile, Line

DELIMITERS = (",", ";", "\t", "|")
LONGEST_HEADER = 60
"""Characters of the name of a column."""

MOST_COLUMNS = 1_000
MOST_REREAD = 64 * 1024 * 1024
"""Characters that are read once more, in all, because a quotation mark was never closed."""

_TOLD = re.compile(r"sep=([,;\t|:])\s*", re.IGNORECASE)
_SENTENCE_END = (".", "!", "?")
_LONGEST_SHORT = 4
"""Characters of a word that may be shortened: `Art. No.`."""

_TITLES = frozenset(
    {"title", "document_title", "article_title", "paper_title", "abstract", "abstract_note", "ti"}
)


class _Header(NamedTuple):
    delimiter: str
    keys: list[str]


# What keeps a spreadsheet from running a cell as a formula.
_GUARD = re.compile(r"^'(?=\s*[=+\-@＝＋－＠])")


class _Row(NamedTuple):
    """A row and the lines that it was read from.

    `is_open` says that its last quotation mark was never closed, `is_doubtful` that it begins in
    lines that such a mark had swallowed before.
    """

    cells: list[str]
    lines: list[Line]
    is_open: bool = False
    is_doubtful: bool = False


def read_table(file: InputFile) -> Iterator[Raw | Problem]:
    """The rows of a table behind its header."""
    # The limit belongs to the module; rows are bounded by their characters below.
    csv.field_size_limit(MAXIMUM_LINE)
    lines = file.lines()
    header = None
    told = ""
    for line in lines:
        text = (line.text or "").lstrip("\ufeff")
        if match := _TOLD.fullmatch(text):
            told = match[1]
        elif text.strip():
            header = _header(text, told)
            break
    if header is None:
        yield Problem(file.shown, file.line, "no header that names a title or an abstract")
        return
    yield from _records(_Lines(lines), header, file.shown)


def _records(lines: _Lines, header: _Header, shown: str) -> Iterator[Raw | Problem]:
    while (row := lines.row(header.delimiter)) is not None:
        number = row.lines[0].number
        if row.lines[0].text is None:
            yield Problem(shown, number, f"longer than {MAXIMUM_LINE // 1024 // 1024} MB")
            continue
        cells = row.cells
        while len(cells) > len(header.keys) and not cells[-1].strip():
            cells.pop()
        count, wanted = len(cells), len(header.keys)
        is_certain = not row.is_doubtful or (
            count == wanted and (row.lines[0].text or "").count('"') % 2 == 0
        )
        if row.is_open:
            # In tables with tabs quotation marks may be no more than that (IANA,
            # text/tab-separated-values).
            literal = (row.lines[0].text or "").split(header.delimiter)
            given_back = lines.give_back(row.lines)
            if not given_back or header.delimiter != "\t" or len(literal) != wanted:
                yield Problem(shown, number, "a quotation mark is not closed")
                continue
            cells, count, is_certain = literal, wanted, True
        if count > wanted or count < 2 or not is_certain:
            cell = "1 cell" if count == 1 else f"{count} cells"
            yield Problem(shown, number, f"has {cell} where the header has {wanted}")
            continue
        fields: dict[str, Any] = {}
        for key, value in zip(header.keys, cells, strict=False):
            if value.strip():
                fields.setdefault(key, _GUARD.sub("", value))
        yield Raw(number, completed_row(fields))


class _Lines:
    """Lines that can be given back, taken a row at a time."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._pending: deque[Line] = deque()
        self._left = MOST_REREAD
        self._doubtful_until = 0

    def row(self, delimiter: str) -> _Row | None:
        """The next row; blank lines are none."""
        taken: list[Line] = []
        length = 0

        def texts() -> Iterator[str]:
            nonlocal length
            while (line := self._next()) is not None:
                if line.text is None or length > MAXIMUM_LINE:
                    self._pending.appendleft(line)
                    return
                taken.append(line)
                length += len(line.text) + 1
                yield line.text + "\n"

        while (line := self._next()) is not None:
            if line.text is None:
                return _Row([], [line])
            if line.text.strip():
                self._pending.appendleft(line)
                break
        else:
            return None
        try:
            cells = next(csv.reader(texts(), delimiter=delimiter))
        except csv.Error:
            return _Row([], taken, is_open=True)
        # The reader does not tell that the end came inside quotation marks, but then it keeps the
        # last line end. Nor does it tell that a mark which closes a cell stands in the middle of
        # one, several lines below: that opens another.
        is_open = cells[-1].endswith("\n") and not (taken[-1].text or "").endswith('"')
        if len(taken) > 1 and not is_open:
            is_open = not _is_strict(taken, delimiter)
        return _Row(cells, taken, is_open, taken[0].number <= self._doubtful_until)

    def give_back(self, lines: list[Line]) -> bool:
        """Read all but the first of some lines once more; `False` if that was done too often."""
        length = sum(len(line.text or "") for line in lines[1:])
        if length > self._left:
            return False
        self._left -= length
        self._pending.extendleft(reversed(lines[1:]))
        self._doubtful_until = max(self._doubtful_until, lines[-1].number)
        return True

    def _next(self) -> Line | None:
        return self._pending.popleft() if self._pending else next(self._lines, None)


def _is_strict(lines: list[Line], delimiter: str) -> bool:
    """Whether every cell in quotation marks ends with them."""
    try:
        next(csv.reader((f"{line.text}\n" for line in lines), delimiter=delimiter, strict=True))
    except csv.Error:
        return False
    return True


def _header(line: str, told: str = "") -> _Header | None:
    """The columns that a line names, if it is the header of a table of papers."""
    if len(line) > LONGEST_HEADER * MOST_COLUMNS:
        return None
    for delimiter in [told] if told else DELIMITERS:
        try:
            cells = next(csv.reader([line], delimiter=delimiter))
        except csv.Error:
            continue
        names = [cell.strip() for cell in cells]
        keys = [normal_key(name) for name in names]
        if 2 <= len(names) <= MOST_COLUMNS and all(map(_names_column, names)):
            if "ti" in keys and not {"pt", "au"} & set(keys):
                continue
            if not _TITLES.isdisjoint(keys):
                return _Header(delimiter, [COLUMNS.get(key, key) for key in keys])
    return None


def _names_column(name: str) -> bool:
    words = name.split()
    is_sentence = (
        len(words) > 1 and len(words[-1]) > _LONGEST_SHORT and name.endswith(_SENTENCE_END)
    )
    return len(name) <= LONGEST_HEADER and not is_sentence


def _recognises(head: str, *, is_tsv: bool) -> bool:
    told = ""
    lines = head.split("\n")
    for number, line in enumerate(lines[:5], start=1):
        if match := _TOLD.fullmatch(line):
            told = match[1]
        elif line.strip():
            header = _header(line, told)
            if header is None or (header.delimiter == "\t") != is_tsv:
                return False
            if number == len(lines) or lines[number].strip():
                return True
            # A program may have doubled the line ends; or it is the heading of a plain text.
            rest = next(filter(str.strip, lines[number:]), "")
            is_sure = len(set(header.keys) & USUAL) > 1
            return not rest or (is_sure and rest.count(header.delimiter) + 1 >= len(header.keys))
    return False


FORMAT_CSV = Format("csv", "CSV", partial(_recognises, is_tsv=False), read_table)
FORMAT_TSV = Format("tsv", "TSV", partial(_recognises, is_tsv=True), read_table)
