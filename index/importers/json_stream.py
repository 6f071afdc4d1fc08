"""JSON records out of files of any length, on as many lines as they like, whole or not."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from index.importers.files import MAXIMUM_LINE
from index.importers.report import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

MAXIMUM_RECORD = MAXIMUM_LINE
"""Characters of one record."""

MAXIMUM_OBJECT = 16 * MAXIMUM_RECORD
"""Characters of an object that is no list, with all that is in it."""

MOST_DAMAGES = 10_000
"""Damaged records, after which a file is given up."""

# Control characters in a text are no reason to lose it: they are dropped when it is cleaned.
DECODER = json.JSONDecoder(strict=False)

_LISTS = frozenset(
    """
    articles documents entries items notes papers publications records works
    """.split()  # noqa: SIM905 - a text of words is read and compared more easily than a list
)
"""Names of lists of papers."""

_OTHER_LISTS = frozenset({"bibliography", "data", "docs", "hits", "references", "results"})
"""Names of lists of papers, unless a paper has such a list itself."""

_WRAPPERS = frozenset({"data", "hits", "message", "payload", "response", "result", "results"})
_PAPER = frozenset({"title", "abstract", "summary", "content"})
_BLANK = re.compile(r"[ \t\n\r\ufeff]*")
_BETWEEN = re.compile(r"[ \t\n\r\ufeff,]*")
_FIRST_KEY = re.compile(r'\{\s*"([^"\\]{1,100})"\s*:')
_WHOLE = re.compile(r"\]\s*\}*\s*$")
_OPENING = re.compile(r"\[[ \t\n\r]*")
_USUAL_FIRST_KEYS = frozenset({"abstract", "id", "title"})
_DEEPEST = 4
_MOST_FIRST_KEYS = 20
_TAIL = 200
_NEAR_END = 16
"""Characters; what is wrong so close to the end of what was read may be only cut off."""


class Record(NamedTuple):
    """An object and the line on which it begins."""

    line: int
    value: dict[str, Any]


class Damage(Exception):
    """A place that is not JSON; the message says why.

    `is_end` says that what is wrong is the end of the text itself.
    """

    def __init__(self, reason: str, *, is_end: bool = False) -> None:
        super().__init__(reason)
        self.is_end = is_end


class _Over(Exception):
    """There is no record behind a damaged place; it holds the problem to be told."""

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem


def why(error: ValueError | RecursionError) -> str:
    """Why a text could not be decoded."""
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error.msg} at column {error.colno}"
    # A number with thousands of digits, or thousands of brackets in each other.
    deep = isinstance(error, RecursionError)
    return f"not JSON that can be read: {'nested too deeply' if deep else 'a number too long'}"


class JsonRecords:
    """The objects of a JSON text: those of a list, of a list in an object, or one by one.

    A comma too many or too few between records does not matter. Where a record is damaged, the
    next one is found by the name of its first field.

    Args:
        chunks: the text in pieces.
        shown: what to call the file.
    """

    def __init__(self, chunks: Iterator[str], shown: str) -> None:
        self._chunks = chunks
        self._shown = shown
        self._buffer = ""
        self._place = 0
        self._counted = 0
        self._lines = 1
        self._column = 0
        self._dropped = 0
        self._damages = 0
        self._first_keys: set[str] = set()

    def read(self) -> Iterator[Record | Problem]:
        """Every record in order.

        Raises:
            BrokenFile: the text cannot be read on.
        """
        try:
            while character := self._peek(_BETWEEN):
                try:
                    if character == "[":
                        yield from self._list()
                    elif character == "{":
                        yield from self._object()
                    else:
                        raise Damage("not JSON")
                except Damage as damage:
                    yield self._passed(damage)
        except _Over as over:
            yield over.problem

    def _list(self) -> Iterator[Record | Problem]:
        """The objects of a list whose bracket is next."""
        self._place += 1
        while character := self._peek(_BETWEEN):
            if character == "]":
                self._place += 1
                return
            line = self._line()
            try:
                value = self._value()
                if isinstance(value, dict):
                    self._note_first_key(value)
                    yield Record(line, value)
                elif self._peek(_BLANK) in {",", "]"}:
                    yield Problem(self._shown, line, "not a JSON object")
                else:
                    raise Damage("not JSON")
            except Damage as damage:
                yield self._passed(damage)
        raise Damage("breaks off: the list has no end", is_end=True)

    def _object(self, depth: int = 0) -> Iterator[Record | Problem]:
        """An object whose brace is next: the records of the lists in it, or else itself."""
        line = self._line()
        self._place += 1
        begin = self._dropped + self._place
        known: dict[str, Any] = {}
        is_container = False
        while (character := self._peek(_BETWEEN)) != "}":
            if character != '"':
                if not character:
                    raise Damage("breaks off: an object has no end", is_end=True)
                raise Damage("not JSON")
            key = self._value()
            if self._peek(_BLANK) != ":":
                raise Damage("not JSON: a name without a value")
            self._place += 1
            opening = self._peek(_BLANK)
            is_paper = not _PAPER.isdisjoint(map(str.lower, known))
            name = str(key).lower()
            is_list = name in _LISTS or (name in _OTHER_LISTS and not is_paper)
            if opening == "[" and is_list and self._holds_objects():
                is_container = True
                yield from self._list()
            elif opening == "{" and name in _WRAPPERS and not is_paper and depth < _DEEPEST:
                is_container = True
                yield from self._object(depth + 1)
            else:
                known[str(key)] = self._value()
                if self._dropped + self._place - begin > MAXIMUM_OBJECT:
                    raise Damage(_too_long(MAXIMUM_OBJECT))
        self._place += 1
        if not is_container:
            self._note_first_key(known)
            yield from _records_of(line, known)

    def _holds_objects(self) -> bool:
        """Whether the list whose bracket is next begins with an object or is empty."""
        while True:
            match = _OPENING.match(self._buffer, self._place)
            end = match.end() if match else self._place
            if end < len(self._buffer):
                return self._buffer[end] in "{]"
            if not self._more():
                return False

    def _note_first_key(self, record: dict[str, Any]) -> None:
        if len(self._first_keys) < _MOST_FIRST_KEYS:
            self._first_keys.update(list(record)[:1])

    def _value(self) -> Any:
        """The value that is next.

        Raises:
            Damage: it is none.
        """
        while True:
            try:
                value, end = DECODER.raw_decode(self._buffer, self._place)
            except json.JSONDecodeError as error:
                is_open = error.msg.startswith("Unterminated")
                is_cut = is_open or error.pos >= len(self._buffer) - _NEAR_END
                is_over = is_open or error.pos >= len(self._buffer.rstrip())
                message = error.msg.removesuffix(" starting at")
                reason = f"not JSON: {message} at {self._spot(error.pos)}"
            except (ValueError, RecursionError) as error:
                is_cut, is_over, reason = False, False, why(error)
            else:
                # A number may go on in the next chunk.
                is_cut = end == len(self._buffer) and not isinstance(value, dict | list | str)
                if not is_cut or not self._more():
                    self._place = end
                    return value
                continue
            if not is_cut or not self._more():
                raise Damage(reason.replace("not JSON", "breaks off", 1) if is_over else reason)
            if len(self._buffer) - self._place > MAXIMUM_RECORD:
                raise Damage(_too_long(MAXIMUM_RECORD))

    def _passed(self, damage: Damage) -> Problem:
        """Go to the next record behind a damaged one, which is the problem returned.

        Raises:
            _Over: there is none.
        """
        line = self._line()
        self._damages += 1
        if self._damages > MOST_DAMAGES:
            raise _Over(Problem(self._shown, line, "too much is damaged to read on", is_end=True))
        match = _FIRST_KEY.match(self._buffer, self._place)
        keys = (self._first_keys | ({match[1]} if match else set())) or _USUAL_FIRST_KEYS
        following = re.compile(rf'\{{\s*"(?:{"|".join(map(re.escape, keys))})"\s*:')
        self._place += 1
        while True:
            if found := following.search(self._buffer, self._place):
                self._place = found.start()
                return Problem(self._shown, line, str(damage))
            is_whole = _WHOLE.search(self._buffer[-_TAIL:]) and not damage.is_end
            # The beginning of the next record may be there already.
            self._place = max(self._place, len(self._buffer) - _TAIL)
            if not self._more():
                raise _Over(Problem(self._shown, line, str(damage), is_end=not is_whole))

    def _peek(self, blank: re.Pattern[str]) -> str:
        """The next character after blanks; empty at the end."""
        while True:
            match = blank.match(self._buffer, self._place)
            self._place = match.end() if match else self._place
            if self._place < len(self._buffer):
                return self._buffer[self._place]
            if not self._more():
                return ""

    def _more(self) -> bool:
        """Read on; whether there was more."""
        chunk = next(self._chunks, "")
        if not chunk:
            return False
        self._line()
        self._dropped += self._place
        self._buffer = self._buffer[self._place :] + chunk
        self._place = self._counted = 0
        return True

    def _line(self) -> int:
        """The line of the next character."""
        newlines = self._buffer.count("\n", self._counted, self._place)
        if newlines:
            self._lines += newlines
            self._column = self._place - self._buffer.rindex("\n", 0, self._place) - 1
        else:
            self._column += self._place - self._counted
        self._counted = self._place
        return self._lines

    def _spot(self, place: int) -> str:
        """Where in the text a character of the buffer is."""
        line = self._line()
        newlines = self._buffer.count("\n", self._place, place)
        if newlines:
            column = place - self._buffer.rindex("\n", 0, place)
            return f"line {line + newlines}, column {column}"
        return f"column {self._column + place - self._place + 1}"


def _too_long(limit: int) -> str:
    return f"longer than {limit // 1024 // 1024} MB"


def _records_of(line: int, known: dict[str, Any]) -> Iterator[Record]:
    """An object, or the records that it keeps under names of their own."""
    if _PAPER.isdisjoint(map(str.lower, known)):
        inner = [
            item
            for value in known.values()
            for item in (value if isinstance(value, list) else [value])
            if isinstance(item, dict) and not _PAPER.isdisjoint(map(str.lower, item))
        ]
        if inner:
            yield from (Record(line, item) for item in inner)
            return
    yield Record(line, known)


def is_json(head: str) -> bool:
    """Whether a text begins as JSON lists and objects do, and no other text."""
    return re.match(r'\[\s*(?:[\[{\]"]|$)|\{\s*(?:"|\}|$)', head) is not None


def first_records(head: str, most: int = 5) -> list[dict[str, Any]]:
    """The first records in the beginning of a file; of one that is cut, its outline."""
    found: list[dict[str, Any]] = []
    for item in JsonRecords(iter([head]), "").read():
        if isinstance(item, Record):
            found.append(item.value)
        if len(found) == most:
            break
    if not found and is_json(head):
        kinds: dict[str, Any] = {'"': "", "[": [], "{": {}}
        outline = re.findall(r'"([^"\\]{1,40})"\s*:\s*(["\[{]?)', head)
        return [{key: kinds.get(opening) for key, opening in outline}] if outline else []
    return found
