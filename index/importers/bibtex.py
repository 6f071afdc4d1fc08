"""BibTeX and BibLaTeX files.

Fields and entry types are those of Patashnik's "BibTeXing" (1988) and of the BibLaTeX manual,
sections 2.1 and 2.2; the values stay LaTeX.
"""

from __future__ import annotations

import logging
import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from index.importers.bibtex_fields import inheritable, record
from index.importers.bibtex_values import value
from index.importers.reading import Format, Raw
from index.importers.report import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bibtexparser.model import Block

    from index.importers.files import InputFile

_ENTRY = re.compile(r"^[ \t]*@[ \t]*\w+[ \t]*[{(]", re.MULTILINE)
_FIELD = re.compile(r"[\w-][ \t]{0,40}=[ \t]{0,40}(?:[{\"\w]|$)", re.MULTILINE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)
_BLOCK_START = re.compile(r"^[ \t]*@\w*[ \t]*[{(]", re.MULTILINE)
# BibTeX lets blanks and line ends stand around the type; the parser only blanks after it.
_SPREAD = re.compile(
    r"^([ \t]*)@(?:(\s+)|(?=\w+\s*\n))(\w+)(\s*)([{(])(?=\s*[^\s,={}()]+\s*,)", re.MULTILINE
)
_NEXT_FIELD = re.compile(r"([\w-]+)\s*=\s*(.*)$", re.DOTALL)
_LINE_END = re.compile(r"\n")
_SLICE = 256 * 1024
"""Characters that are parsed at once, ended at the next block; a block may be longer."""

_REFERRING = re.compile(r"\b(?:crossref|xdata)[ \t]*=[ \t]*[{\"]?([^}\"\n]*)", re.IGNORECASE)
_KEYLESS = re.compile(r"@\w+\s*[{(]\s*[\w-]+\s*=")
_NAMED = re.compile(r"@(\w+)[ \t]*[{(]\s*([^\s,={}()\"]{0,80})")
_LONGEST_RETRIED = 20_000
"""Characters of a broken entry up to which a second parser tries it; its time grows faster."""

_DEEPEST_REFERENCE = 5
_MOST_WITHOUT_COMMA = 50
_NO_PAPERS = frozenset({"xdata", "set", "control", "ieeetranbstctl", "bibnote"})
_VOLUMES = frozenset({"proceedings", "mvproceedings", "collection", "mvcollection"})

# What it warns of is told as a problem; on the terminal it would stand in the middle of the screen.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL + 1)


class Entry(NamedTuple):
    """One entry; types and names of fields are in lower case, the key is `None` if it has none."""

    line: int
    type: str
    key: str | None
    fields: dict[str, str]


class _Broken(NamedTuple):
    """A block that is no entry as it stands; `is_end` where the file breaks off in it."""

    line: int
    source: str
    strings: Mapping[str, str]
    is_end: bool


def _recognises(head: str) -> bool:
    entry = _ENTRY.search(head)
    if entry is None or head.startswith("<") or _FIELD.search(head) is None:
        return False
    # In a list in Markdown it is how to cite the list.
    return len(_FENCE.findall(head, 0, entry.start())) % 2 == 0


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    text = _SPREAD.sub(r"\1@\3\5\2\4", file.text())
    referred = {
        key.strip().lower() for match in _REFERRING.finditer(text) for key in match[1].split(",")
    }
    parents: dict[str, Entry] = {}
    if referred:
        # What entries refer to stands after them in BibTeX, and anywhere in BibLaTeX.
        for found in _blocks(text):
            if isinstance(found, Entry) and found.key and found.key.lower() in referred:
                parents.setdefault(found.key.lower(), found)
    for found in _blocks(text):
        if isinstance(found, Entry):
            if not _is_no_paper(found, referred):
                yield _raw(found, parents)
        else:
            yield from _mended(found, file.shown, parents)


def _is_no_paper(entry: Entry, referred: set[str]) -> bool:
    """Whether an entry only holds what others take from it."""
    is_referred = entry.key is not None and entry.key.lower() in referred
    return entry.type in _NO_PAPERS or (entry.type in _VOLUMES and is_referred)


def _raw(entry: Entry, parents: Mapping[str, Entry]) -> Raw:
    return Raw(entry.line, record(entry.type, entry.key, _complete(entry, parents)))


def _complete(entry: Entry, parents: Mapping[str, Entry], depth: int = 0) -> dict[str, str]:
    """The fields of an entry with those that it has from others."""
    fields = dict(entry.fields)
    for name, inherited in (("crossref", inheritable), ("xdata", dict)):
        for key in fields.pop(name, "").split(","):
            parent = parents.get(key.strip().lower())
            if parent is not None and depth < _DEEPEST_REFERENCE:
                found = _complete(parent, parents, depth + 1)
                fields = {**inherited(found), **fields}
    return fields


def _slices(text: str) -> Iterator[tuple[str, bool]]:
    """A text in parts that begin with a block each, and whether a part is the last one."""
    start = 0
    for match in _BLOCK_START.finditer(text):
        if match.start() - start >= _SLICE:
            yield text[start : match.start()], False
            start = match.start()
    yield text[start:], True


def _blocks(text: str) -> Iterator[Entry | _Broken]:
    from bibtexparser.entrypoint import parse_string
    from bibtexparser.model import ParsingFailedBlock

    strings: dict[str, str] = {}
    line = 1
    for part, is_last in _slices(text):
        starts: list[int] = []
        for block in parse_string(part, parse_stack=[]).blocks:
            if isinstance(block, ParsingFailedBlock) and block.ignore_error_block is None:
                starts = starts or [0, *(end.end() for end in _LINE_END.finditer(part))]
                first_line = block.start_line or 0
                source, is_end = _whole(part, starts[first_line])
                yield _Broken(line + first_line, source, strings, is_end=is_end and is_last)
            elif entry := _entry(block, line, strings):
                yield entry
        line += part.count("\n")


def _whole(part: str, line_start: int) -> tuple[str, bool]:
    """A broken block up to the next one, and whether it is the last and is not closed.

    Args:
        part: the text in which it stands.
        line_start: where the line begins in which it begins.
    """
    start = max(line_start, part.find("@", line_start))
    following = _BLOCK_START.search(part, start + 1)
    source = part[start : following.start() if following else len(part)]
    return source, following is None and source.count("{") > source.count("}")


def _entry(block: Block, first_line: int, strings: dict[str, str]) -> Entry | None:
    """A block of the parser's as an entry, if it is one; an `@string` is noted in `strings`."""
    from bibtexparser import model

    if isinstance(block, model.ParsingFailedBlock) and block.ignore_error_block is not None:
        block = block.ignore_error_block
    if isinstance(block, model.String):
        strings[block.key.lower()] = value(block.value, strings)[0]
    if not isinstance(block, model.Entry):
        return None
    fields: dict[str, str] = {}
    for field in block.fields:
        _note(fields, field.key, field.value, strings)
    line = first_line + (block.start_line or 0)
    return Entry(line, block.entry_type.lower(), block.key or None, fields)


def _note(fields: dict[str, str], name: str, source: str, strings: Mapping[str, str]) -> None:
    """Note what a field says, and those that follow it without a comma; the first one counts."""
    for _ in range(_MOST_WITHOUT_COMMA):
        said, rest = value(source, strings)
        following = _NEXT_FIELD.match(rest)
        if following is None and rest:
            said = f"{said} {rest}"
        if said.strip():
            fields.setdefault(name.strip().lower(), said.strip())
        if following is None:
            return
        name, source = following[1], following[2]


class _Strings(dict[str, str]):
    """The texts of `@string` names for a parser that asks by any case; unknown names stay."""

    def __missing__(self, name: str) -> str:
        return self.get(name.lower(), name)


def _mended(broken: _Broken, shown: str, parents: Mapping[str, Entry]) -> Iterator[Raw | Problem]:
    """What a more forgiving parser makes of a block, and what is wrong with it.

    An entry that merely lacks its key is whole.
    """
    from pybtex.database.input.bibtex import LowLevelParser

    named = _NAMED.match(broken.source)
    if named is None or named[1].lower() in {"comment", "preamble", "string"}:
        yield Problem(shown, broken.line, "a block that is not closed", is_end=broken.is_end)
        return
    errors: list[Exception] = []
    entry = None
    if len(broken.source) <= _LONGEST_RETRIED:
        parser = LowLevelParser(
            broken.source,
            keyless_entries=_KEYLESS.match(broken.source) is not None,
            macros=_Strings(broken.strings),
            handle_error=errors.append,
        )
        for command, (key, pairs) in islice(parser, 1):
            fields = {name.lower(): "".join(parts).strip() for name, parts in reversed(pairs)}
            entry = Entry(broken.line, command.lower(), key, fields)
    if entry is not None and not {"title", "abstract"}.isdisjoint(entry.fields):
        yield _raw(entry, parents)
        if not errors:
            return
        reason = "is cut off or malformed: read only to there"
    else:
        reason = "is cut off or malformed"
    what = f"the entry {named[2]}" if named[2] else "an entry"
    yield Problem(shown, broken.line, f"{what} {reason}", is_end=broken.is_end)


FORMAT_BIBTEX = Format("bibtex", "BibTeX", _recognises, _read)
