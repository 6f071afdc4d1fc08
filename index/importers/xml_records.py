"""XML read record by record, and safely.

A document that defines entities, or that nests elements more than `DEEPEST`, is refused: either
would only serve to use up memory. What programs get wrong most often is put right: characters that
XML does not know, HTML's named entities, and an ampersand that stands for itself.
"""

from __future__ import annotations

import re
from html.entities import html5
from typing import TYPE_CHECKING, NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder
from xml.sax.saxutils import escape

from index.importers.decoding import Decoding
from index.importers.report import Problem
from index.importers.unpacking import BrokenFile

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from index.importers.files import InputFile

DEEPEST = 100

# XML 1.0, section 2.2: no characters of a document, though programs export them.
_NO_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DECLARED = re.compile(rb"\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
# Encodings that no look at the bytes tells apart; all others are known without being told.
_TO_BE_TOLD = re.compile(
    r"(?:windows-|cp)125[013-8]|iso-8859-(?!1$)\d+|gb(?:2312|k|18030)|big5|euc-(?:jp|kr)|"
    r"shift_jis|koi8-[ru]",
    re.IGNORECASE,
)
_AMPERSAND = re.compile(r"&(?:(#\d{1,7}|#x[0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}))?(;)?")
_OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_LONGEST_REFERENCE = 40


class Found(NamedTuple):
    """An element that was asked for.

    Attributes:
        line: where it begins in the file.
        element: it with all that is in it.
        path: what it stands in, from the root on, of which only the attributes are sure to be
            there.
    """

    line: int
    element: Element
    path: tuple[Element, ...]


class _TooDeep(Exception):
    """Elements nest more deeply than in any true document."""


class _Builder(TreeBuilder):
    """Builds elements and puts those asked for aside as soon as they are whole."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__()
        self.line_now: Callable[[], int] = int
        self._names = names
        self._open: list[tuple[Element, int]] = []
        self._inside = 0
        self._found: list[Found] = []

    def start(self, tag: str, attrs: dict[str, str], /) -> Element:
        element: Element = super().start(tag, attrs)
        self._open.append((element, self.line_now()))
        self._inside += local(element) in self._names
        if len(self._open) > DEEPEST:
            raise _TooDeep
        return element

    def end(self, tag: str, /) -> Element:
        element: Element = super().end(tag)
        _, line = self._open.pop()
        is_asked_for = local(element) in self._names
        self._inside -= is_asked_for
        if not self._inside:
            path = tuple(outer for outer, _ in self._open)
            if is_asked_for:
                self._found.append(Found(line, element, path))
            if path:
                path[-1].remove(element)
        return element

    def taken(self) -> list[Found]:
        """What has become whole since the last time."""
        found, self._found = self._found, []
        return found


def read_found(file: InputFile, names: Collection[str]) -> Iterator[Found | Problem]:
    """The elements with some names in a file, in order, a few in memory at a time.

    Args:
        file: an XML document.
        names: local names; an element inside another that was asked for is part of that.

    Raises:
        BrokenFile: the file cannot be read on.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import XMLParser

    builder = _Builder(names)
    parser = XMLParser(target=builder)
    builder.line_now = lambda: parser.parser.CurrentLineNumber
    try:
        for text in _mended(_chunks(file)):
            parser.feed(text)
            yield from builder.taken()
        parser.close()
    except ParseError as error:
        yield from builder.taken()
        line, _ = error.position
        reason = str(error).partition(":")[0]
        yield Problem(file.shown, line, f"XML that breaks off here: {reason}", is_end=True)
    except DefusedXmlException:
        yield from builder.taken()
        yield _refused(file, builder, "defines or loads entities")
    except _TooDeep:
        yield from builder.taken()
        yield _refused(file, builder, f"nests elements more than {DEEPEST} deep")
    except BrokenFile:
        yield from builder.taken()
        raise
    else:
        yield from builder.taken()


def _refused(file: InputFile, builder: _Builder, reason: str) -> Problem:
    return Problem(file.shown, builder.line_now(), f"{reason}, which is refused", is_end=True)


def _chunks(file: InputFile) -> Iterator[str]:
    match = _DECLARED.match(file.first_bytes())
    declared = match[1].decode("ascii") if match else ""
    if _TO_BE_TOLD.fullmatch(declared):
        return Decoding(file.stream(), declared).chunks()
    return file.chunks()


def _mended(chunks: Iterable[str]) -> Iterator[str]:
    rest = ""
    has_raw = False
    for chunk in chunks:
        text = rest + chunk
        has_raw = has_raw or "<![CDATA[" in text
        cut = text.rfind("&", len(text) - _LONGEST_REFERENCE)
        text, rest = (text[:cut], text[cut:]) if cut >= 0 else (text, "")
        yield _with_references(text, has_raw)
    yield _with_references(rest, has_raw)


def _with_references(text: str, has_raw: bool) -> str:
    if "&" in text:
        text = _AMPERSAND.sub(_raw_reference if has_raw else _reference, text)
    return _NO_CHARACTERS.sub("", text)


def _raw_reference(match: re.Match[str]) -> str:
    """A reference in a document that holds raw sections, in which an ampersand is one."""
    return _character(match) or match.group()


def _reference(match: re.Match[str]) -> str:
    if character := _character(match):
        return character
    number, name, semicolon = match.groups()
    is_reference = semicolon and (number or name)
    return match.group() if is_reference else f"&amp;{match.group()[1:]}"


def _character(match: re.Match[str]) -> str | None:
    """What HTML's name of a character stands for; `None` where it is XML's own or nobody's."""
    _, name, semicolon = match.groups()
    if not (semicolon and name) or name in _OF_XML:
        return None
    character = html5.get(f"{name};")
    return None if character is None else escape(character)


def local(element: Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def children(element: Element | None, *names: str) -> list[Element]:
    """What stands directly in an element by some local names, in order."""
    return [] if element is None else [child for child in element if local(child) in names]


def child(element: Element | None, *path: str) -> Element | None:
    """The first element down a path of local names."""
    for name in path:
        element = next(iter(children(element, name)), None)
    return element


def text(element: Element | None, *path: str) -> str | None:
    """All text in the element down a path, on one line; `None` if it says nothing."""
    found = child(element, *path)
    return None if found is None else " ".join("".join(found.itertext()).split()) or None


def texts(element: Element | None, *path: str) -> list[str]:
    """The text in each of the elements at the end of a path, as `text` has it."""
    *parents, name = path
    found = map(text, children(child(element, *parents), name))
    return [words for words in found if words]
