"""Formats that put a short tag before every value, line by line: RIS, MEDLINE, refer, ISI."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from index.importers.files import MAXIMUM_LINE
from index.importers.report import Problem
from index.importers.unpacking import BrokenFile

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator

    from index.importers.files import InputFile


class Value(NamedTuple):
    """What stands behind a tag, in one line or more."""

    tag: str
    lines: list[str]


class Entry:
    """The tagged values of one record.

    Args:
        line: where it begins in its file.
        joint: what stands between the lines of a value: a blank where the format wraps lines, a
            line end where it does not.
    """

    def __init__(self, line: int, joint: str = " ") -> None:
        self.line = line
        self.values: list[Value] = []
        self._joint = joint

    def has(self, tag: str) -> bool:
        """Whether it has a value of this tag."""
        return any(value.tag == tag for value in self.values)

    def all(self, *tags: str) -> list[str]:
        """The values of some tags that say anything, in the order of the file."""
        texts = [self._text(value) for value in self.values if value.tag in tags]
        return [text for text in texts if text]

    def first(self, *tags: str) -> str | None:
        """The first value of the first of these tags that has any."""
        return next((text for tag in tags for text in self.all(tag)), None)

    def lines(self, *tags: str) -> list[str]:
        """The lines behind some tags, one by one."""
        found = (line for value in self.values if value.tag in tags for line in value.lines)
        return [line for line in found if line]

    def _text(self, value: Value) -> str:
        lines = value.lines if self._joint == "\n" else filter(None, value.lines)
        return self._joint.join(lines).strip()


class Grammar(NamedTuple):
    """How a format cuts its lines into records.

    Attributes:
        tag: matches a line with a tag; its groups are the tag and the value.
        begins: whether a tag begins a record, given the record that is open and whether a blank
            line stands before.
        ends: the tags that end a record, or the file.
        joint: as `Entry` has it.
    """

    tag: re.Pattern[str]
    begins: Callable[[str, Entry | None, bool], bool]
    ends: frozenset[str] = frozenset()
    joint: str = " "


def read_entries(file: InputFile, grammar: Grammar) -> Iterator[Entry | Problem]:
    """Every record of a file; what stands outside of records is passed over.

    Raises:
        BrokenFile: the file cannot be read on, after the records until there.
    """
    entry: Entry | None = None
    after_blank = False
    try:
        for number, text in file.lines():
            if text is None:
                megabytes = MAXIMUM_LINE // 1024 // 1024
                yield Problem(file.shown, number, f"longer than {megabytes} MB")
                continue
            match = grammar.tag.match(text)
            if match is None:
                if entry is not None and entry.values and text.strip():
                    entry.values[-1].lines.extend([*[""] * after_blank, text.strip()])
                after_blank = not text.strip()
                continue
            tag, value = match[1], (match[2] or "").strip()
            if grammar.begins(tag, entry, after_blank):
                if entry is not None:
                    yield entry
                entry = Entry(number, grammar.joint)
            if entry is not None and tag in grammar.ends:
                yield entry
                entry = None
            if entry is not None:
                entry.values.append(Value(tag, [value]))
            after_blank = False
    except BrokenFile:
        if entry is not None:
            yield entry
        raise
    if entry is not None:
        yield entry


def without_repetition(items: Iterable[str]) -> list[str]:
    """The items in their order, each once."""
    return list(dict.fromkeys(items))
