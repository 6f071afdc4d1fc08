r"""Marks as text: one sorted line a paper, made for version control and for reading groups.

A line has six fields with a tab between them:

    id  flags  tags  note  aliases  label

`flags` are `star` and `read`, tags, flags and aliases have blanks between them, `-` stands for an
empty field. In a note `\n`, `\t` and `\\` stand for line end, tab and backslash. The label is for
the eye. A line that begins with `#` is a comment; the first one names the format.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from index.clean import clean, visible
from index.errors import InputError
from index.mark_state import NOTE, READ, STAR, TAG
from index.mark_texts import joined_notes, normal_note, normal_tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from index.journal import Entry

HEADING = "# readingroom marks 1: id, flags, tags, note, aliases, label"
_VERSION = re.compile(r"#\s*readingroom marks (\d+)")
_ID = re.compile(r"[0-9a-f]{16}")
_FLAGS = (STAR, READ)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_MEANT = {"n": "\n", "t": "\t", "\\": "\\"}
_WRITTEN = str.maketrans({"\n": r"\n", "\t": r"\t", "\\": r"\\"})


@dataclass(frozen=True, slots=True)
class PaperMarks:
    """The marks on one paper.

    `identifier` is the paper's id, `aliases` are further identifiers by which another library may
    know it, `label` is what people call it.
    """

    identifier: str
    flags: frozenset[str] = frozenset()
    tags: tuple[str, ...] = ()
    note: str = ""
    aliases: tuple[str, ...] = ()
    label: str = ""

    @property
    def line(self) -> str:
        """The paper's line, without its end."""
        fields = (
            self.identifier,
            " ".join(flag for flag in _FLAGS if flag in self.flags),
            " ".join(sorted(self.tags)),
            self.note.translate(_WRITTEN),
            " ".join(sorted(self.aliases)),
            visible(self.label),
        )
        return "\t".join(field or "-" for field in fields)


def collected(
    entries: Iterable[Entry], aliases: Mapping[str, Iterable[str]], labels: Mapping[str, str]
) -> list[PaperMarks]:
    """The marks of the journal's entries, by paper."""
    found: dict[str, PaperMarks] = {}
    for entry in entries:
        subject = entry.subject
        marks = found.get(subject) or PaperMarks(
            subject, aliases=tuple(aliases.get(subject, ())), label=labels.get(subject, "")
        )
        if entry.kind in _FLAGS:
            marks = replace(marks, flags=marks.flags | {entry.kind})
        elif entry.kind == TAG:
            marks = replace(marks, tags=(*marks.tags, entry.name))
        elif entry.kind == NOTE:
            marks = replace(marks, note=entry.value)
        found[subject] = marks
    return list(found.values())


def written(marks: Iterable[PaperMarks]) -> str:
    """The text of a file of marks, sorted by id."""
    lines = [HEADING, *(item.line for item in sorted(marks, key=lambda item: item.identifier))]
    return "\n".join(lines) + "\n"


def read_marks(text: str, name: str) -> list[PaperMarks]:
    """The marks of a file.

    Args:
        text: its text.
        name: what messages call it.

    Raises:
        InputError: a line is none of marks, or the file is of a newer version; the message names
            file and line. Nothing may be kept of such a file: half of it would look like all.
    """
    found: list[PaperMarks] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if version := _VERSION.match(line):
            if version[1] != "1":
                raise InputError(f"{name} was written by a newer readingroom: update this one")
        elif line.startswith(("<<<<<<<", "=======", ">>>>>>>")):
            raise InputError(f"{name}:{number}: holds a conflict of git: take one side, or merge")
        elif line.strip() and not line.startswith("#"):
            try:
                found.append(_parsed(line))
            except InputError as error:
                raise InputError(f"{name}:{number}: {error}") from error
    return found


def merged(*sides: Sequence[PaperMarks]) -> list[PaperMarks]:
    """The work of all sides: a mark that any of them has is kept, of notes every text.

    Lines of one paper are found by its id, else by a shared alias; but what one side keeps apart
    stays apart: two papers may have the same abstract.
    """
    found: list[PaperMarks] = []
    ambiguous = {
        alias
        for side in sides
        for alias, count in Counter(alias for line in side for alias in line.aliases).items()
        if count > 1
    }
    places: dict[str, int] = {}
    for side in sides:
        taken: dict[int, str] = {}
        # An id says more than an alias: what has one that is known takes its place first.
        for line in sorted(side, key=lambda line: line.identifier not in places):
            clear = [alias for alias in line.aliases if alias not in ambiguous]
            wanted = (places[name] for name in (line.identifier, *clear) if name in places)
            place = next(
                (at for at in wanted if taken.get(at, line.identifier) == line.identifier), None
            )
            if place is None:
                place = len(found)
                found.append(line)
            else:
                found[place] = _both(found[place], line)
            taken[place] = line.identifier
            for name in (line.identifier, *clear):
                places.setdefault(name, place)
    return found


def _both(one: PaperMarks, other: PaperMarks) -> PaperMarks:
    aliases = {*one.aliases, *other.aliases, other.identifier} - {one.identifier}
    return PaperMarks(
        one.identifier,
        one.flags | other.flags,
        tuple({tag.casefold(): tag for tag in (*other.tags, *one.tags)}.values()),
        joined_notes(one.note, other.note),
        tuple(sorted(aliases)),
        one.label or other.label,
    )


def _parsed(line: str) -> PaperMarks:
    fields = [field if field != "-" else "" for field in line.split("\t")]
    if len(fields) < 4 or not _ID.fullmatch(fields[0]):
        raise InputError(
            "no line of marks: it needs an id of 16 hexadecimal digits, flags, tags and a note, "
            "with tabs between them"
        )
    identifier, flags, tags, note, aliases, label, *_ = [*fields, "", ""]
    unknown = set(flags.split()) - set(_FLAGS)
    if unknown:
        raise InputError(f"there is no flag {min(unknown)!r}; known are {' and '.join(_FLAGS)}")
    return PaperMarks(
        identifier,
        frozenset(flags.split()),
        tuple(dict.fromkeys(map(normal_tag, tags.split()))),
        normal_note(_ESCAPED.sub(lambda match: _MEANT.get(match[1], match[0]), note)),
        tuple(clean(aliases).split()),
        visible(clean(label)),
    )
