"""Of which format a file is: known by its content alone, never by its name."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from index.errors import InputError
from index.importers.acl import FORMAT_ACL
from index.importers.arxiv import FORMAT_ARXIV
from index.importers.bibtex import FORMAT_BIBTEX
from index.importers.endnote_xml import FORMAT_ENDNOTE_XML
from index.importers.json_files import (
    FORMAT_CSL_JSON,
    FORMAT_JSON,
    FORMAT_JSON_LINES,
    FORMAT_OPENREVIEW,
    FORMAT_PAPERCOPILOT,
)
from index.importers.json_stream import is_json
from index.importers.markdown import FORMAT_MARKDOWN
from index.importers.nbib import FORMAT_NBIB
from index.importers.plain import FORMAT_PLAIN
from index.importers.pmlr import FORMAT_PMLR
from index.importers.pubmed_xml import FORMAT_PUBMED_XML
from index.importers.refer import FORMAT_REFER
from index.importers.ris import FORMAT_RIS
from index.importers.tables import FORMAT_CSV, FORMAT_TSV
from index.importers.unpacking import BrokenFile
from index.importers.wos import FORMAT_WOS

if TYPE_CHECKING:
    from index.importers.files import InputFile
    from index.importers.reading import Format

FORMATS: tuple[Format, ...] = (
    FORMAT_PAPERCOPILOT,
    FORMAT_OPENREVIEW,
    FORMAT_CSL_JSON,
    FORMAT_JSON,
    FORMAT_JSON_LINES,
    FORMAT_ARXIV,
    FORMAT_ACL,
    FORMAT_ENDNOTE_XML,
    FORMAT_PUBMED_XML,
    FORMAT_PMLR,
    FORMAT_RIS,
    FORMAT_NBIB,
    FORMAT_WOS,
    FORMAT_REFER,
    FORMAT_BIBTEX,
    FORMAT_CSV,
    FORMAT_TSV,
    FORMAT_MARKDOWN,
    FORMAT_PLAIN,
)
"""Every format, in the order in which they are asked; what no other knows is plain text."""

_BINARY = (
    (b"%PDF-", "a PDF document"),
    (b"%!PS", "a PostScript document"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a picture or recording"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"{\\rtf", "an RTF document"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b", "packed with gzip twice"),
)
"""How files begin that hold no text (those of office programs are zip archives)."""

_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_CONTROLS = bytes(set(range(32)) - {7, 8, 9, 10, 11, 12, 13, 26, 27})
_MOST_CONTROLS = 0.02
_WEB_PAGE = re.compile(r"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_XML = re.compile(r"<\?xml\b|<!doctype\b|<\w[\w:.-]*\s+xmlns", re.IGNORECASE)


def recognise(file: InputFile) -> Format | None:
    """The format of a file; `None` if there is nothing in it.

    Raises:
        InputError: it holds no text, or none in which there can be papers; or not even its
            beginning can be read.
    """
    try:
        start = file.first_bytes()
        head = file.head()
    except BrokenFile as error:
        raise InputError(f"cannot read {file.shown}: {error}") from error
    _check_text(start, file)
    return format_of(head, file.shown) if head else None


def format_of(head: str, shown: str) -> Format:
    """The format of a text that begins so, without white space before it.

    Raises:
        InputError: there can be no papers in it; the message calls it `shown`.
    """
    for form in FORMATS[:-1]:
        if form.recognises(head):
            return form
    _check_plain(head, shown)
    return FORMATS[-1]


def _check_text(start: bytes, file: InputFile) -> None:
    for magic, kind in _BINARY:
        if start.startswith(magic):
            raise InputError(f"{file.shown} is {kind}, not a list of papers")
    if start[257:262] == b"ustar":
        raise InputError(f"{file.shown} is a tar archive: unpack it first")
    if file.is_wide or start.startswith(_MARKS):
        return
    if b"\0" in start:
        raise InputError(
            f"{file.shown} is not text (UTF-16 without a byte order mark needs --encoding utf-16)"
        )
    if len(start.translate(None, delete=_CONTROLS)) < len(start) * (1 - _MOST_CONTROLS):
        raise InputError(f"{file.shown} is not text")


def _check_plain(head: str, shown: str) -> None:
    """Make sure that what no format knows is not of a kind that it claims to be.

    Raises:
        InputError: it is.
    """
    if is_json(head):
        raise InputError(
            f"{shown} is JSON, but no list of papers: no object has a title or an abstract"
        )
    if _WEB_PAGE.match(head):
        raise InputError(f"{shown} is a web page without a paper that can be read from it")
    if _XML.match(head):
        raise InputError(f"{shown} is XML of a kind that is not known")
    if not any(character.isalpha() for character in head):
        raise InputError(f"{shown} has no words in it")
