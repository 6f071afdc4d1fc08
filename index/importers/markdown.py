"""Lists of papers in Markdown: a heading a paper, or an item of a list a paper.

Headings, links and emphasis are those of CommonMark 0.31 (sections 4.2, 6.3, 6.2), one to a line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from index.importers.fields import normal_key
from index.importers.files import MAXIMUM_LINE
from index.importers.reading import Format, Raw
from index.importers.report import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.importers.files import InputFile

LONG = 15
"""Words from which a paragraph can be an abstract."""

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_LONGEST_HEADING = 1_000
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_RULE = re.compile(r" {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})")
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(<?([^()\s<>]+)>?(?:[ \t]+\"[^\"]*\")?\)")
_ITEM = re.compile(r"(?:[-*+]|\d{1,4}[.)])[ \t]+(.*)")
_LABEL = re.compile(
    r"(?:[-*+][ \t]+)?[*_]{0,3}(abstract|authors?|by|code|conference|date|doi|journal|keywords|"
    r"links?|paper|pdf|tags|tl;dr|tldr|url|venue|year)[*_]{0,3}[ \t]*[:：][*_]{0,3}[ \t]*(.*)",
    re.IGNORECASE,
)
_PARTS = frozenset(
    {"abstract", "authors", "author", "links", "keywords", "code", "pdf", "tl;dr", "tldr", "bibtex",
     "citation", "resources", "summary"}
)  # fmt: skip
_NUMBERED = re.compile(r"\A(?:\d{1,4}[.)]|\[\d{1,4}\])[ \t]+(?=\S)")
_EMPHASIS = re.compile(r"([*_]{1,3})(.+)\1")
_NAME_WORD = re.compile(
    r"[^\W\d_a-z]|(?:al|and|da|de|del|den|der|di|du|el|ibn|la|le|ten|van|von|y)\b"
)
_ESCAPE = re.compile(r"\\(?=<)|^\\(?=[#=-])", re.MULTILINE)
_NO_NAMES = frozenset(
    """
    abstract accepted award best conference honorable honourable mention oral paper poster
    presentation rejected session spotlight talk track tutorial workshop
    """.split()  # noqa: SIM905 - a text of words is read and compared more easily than a list
)
"""Words that stand under titles and name nobody."""

_CODE_HOSTS = ("github.com/", "gitlab.com/", "huggingface.co/", "codeberg.org/")
_LABELS = {"by": "authors", "author": "authors", "tags": "keywords", "link": "links"}


class _Paragraph(NamedTuple):
    line: int
    text: str

    @property
    def is_long(self) -> bool:
        return len(self.text.split()) >= LONG


class _Section(NamedTuple):
    """A heading of a level from 1 to 6 (0 before the first), and what stands under it."""

    line: int
    level: int
    title: str
    paragraphs: list[_Paragraph]


def read_markdown(file: InputFile) -> Iterator[Raw | Problem]:
    """The papers of a list in Markdown."""
    collection: list[tuple[int, str]] = []
    pending: _Section | None = None
    for section in _sections(file):
        if isinstance(section, Problem):
            yield section
        elif pending is None:
            pending = section
        elif section.level > pending.level and _is_part(section.title):
            pending = _with_part(pending, section)
        else:
            yield from _papers(pending, collection, holds_others=section.level > pending.level)
            pending = section
    if pending is not None:
        yield from _papers(pending, collection, holds_others=False)


def _papers(
    section: _Section, collection: list[tuple[int, str]], *, holds_others: bool
) -> Iterator[Raw]:
    """The papers of one section; a section that holds others only gives them its title."""
    while collection and collection[-1][0] >= section.level:
        collection.pop()
    heading = collection[0][1] if collection else None
    items = [found for part in section.paragraphs for found in _items(part)]
    fields = _fields(section)
    if section.level and not holds_others and (fields.keys() - {"title"}) and len(items) < 2:
        yield Raw(section.line, {**fields, "collection": heading})
        return
    if section.level:
        collection.append((section.level, fields.get("title") or ""))
    if len(items) > 1:
        heading = collection[0][1] if collection else None
        yield from (Raw(raw.line, {**raw.fields, "collection": heading}) for raw in items)


def _items(paragraph: _Paragraph) -> Iterator[Raw]:
    """The papers in the items of a list: `- [Title](address)`, `- **Title**, Authors`."""
    for offset, line in enumerate(paragraph.text.split("\n")):
        item = _ITEM.fullmatch(line)
        if item is None or _LABEL.fullmatch(line):
            continue
        text = item[1]
        link, bold = _LINK.match(text), re.match(r"(\*\*|__)(.+?)\1", text)
        if link:
            rest = text[link.end() :]
            fields = {"title": _plain_emphasis(link[1]), **_links([(link[1], link[2])], rest)}
        elif bold:
            rest = text[bold.end() :]
            linked = _LINK.fullmatch(bold[2])
            title = linked[1] if linked else bold[2].rstrip(".:,")
            fields = {"title": title, **_links([(title, linked[2])] if linked else [], rest)}
        else:
            continue
        yield Raw(paragraph.line + offset, fields)


def _fields(section: _Section) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    title = _NUMBERED.sub("", section.title)
    if link := _LINK.fullmatch(title):
        fields.update(_links([(link[1], link[2])], ""))
        title = link[1]
    fields["title"] = _unescaped(_plain_emphasis(title))
    abstract: list[str] = []
    in_abstract = False
    for paragraph in section.paragraphs:
        rest: list[str] = []
        for line in paragraph.text.split("\n"):
            label = _LABEL.fullmatch(line)
            if label is None:
                rest.append(line)
                continue
            name = normal_key(label[1])
            name = _LABELS.get(name, name)
            if name == "abstract":
                in_abstract = True
                rest.append(label[2])
            elif found := _LINK.findall(label[2]):
                _merge(fields, _links(found, ""))
            elif label[2] and name not in {"tl;dr", "tldr", "links", "paper"}:
                fields.setdefault(name, label[2])
        text = "\n".join(rest).strip()
        if not text:
            continue
        if "authors" not in fields and not abstract and (names := _names(text)):
            fields["authors"] = names
        elif _is_prose(text) and (in_abstract or (not abstract and paragraph.is_long)):
            abstract.append(text)
        elif found := _LINK.findall(text):
            in_abstract = False
            _merge(fields, _links(found, ""))
    if abstract:
        fields["abstract"] = _unescaped("\n\n".join(abstract))
    return fields


def _unescaped(text: str) -> str:
    """Text without the backslashes that keep it from being HTML or a heading (CommonMark 2.4).

    All others stay: before other signs they are LaTeX as well.
    """
    return _ESCAPE.sub("", text)


def _merge(fields: dict[str, Any], links: dict[str, list[str]]) -> None:
    for kind, addresses in links.items():
        fields[kind] = [*fields.get(kind, []), *addresses]


def _links(links: list[tuple[str, str]], rest: str) -> dict[str, list[str]]:
    """Addresses by kind, which the text of a link or the address itself tells."""
    found: dict[str, list[str]] = {}
    for text, address in [*links, *_LINK.findall(rest)]:
        name = text.strip(" []*_").lower()
        if name in {"pdf", "paper pdf"} or address.lower().endswith(".pdf"):
            kind = "pdf"
        elif name in {"code", "github", "repository", "repo", "source"} or any(
            host in address for host in _CODE_HOSTS
        ):
            kind = "code"
        else:
            kind = "url"
        found.setdefault(kind, []).append(address)
    return found


def _names(text: str) -> str | None:
    """A line of authors: emphasised as a whole, or nothing but names."""
    if "\n" in text or len(text) > 2_000:
        return None
    emphasised = _EMPHASIS.fullmatch(text)
    inner = emphasised[2] if emphasised else text
    if _LINK.search(inner) or (
        inner.endswith((".", "!", "?")) and not inner.endswith((" al.", "Jr."))
    ):
        return None
    pieces = [piece for piece in re.split(r"[,;&]|\band\b", inner) if piece.strip()]
    are_names = all(
        len(piece.split()) <= 6 and all(map(_NAME_WORD.match, piece.split())) for piece in pieces
    )
    words = inner.split()
    if not are_names or len(words) < 2 or not _NO_NAMES.isdisjoint(map(str.lower, words)):
        return None
    return inner if emphasised or len(pieces) > 1 or len(words) <= 4 else None


def _is_prose(text: str) -> bool:
    words = len(_LINK.sub("", text).split())
    return words >= 3 and not text.startswith(("|", "<", "![")) and not _ITEM.match(text)


def _is_part(title: str) -> bool:
    return _plain_emphasis(title).rstrip(":").lower() in _PARTS


def _with_part(section: _Section, part: _Section) -> _Section:
    """A section with what stands under a heading such as `Abstract` in it."""
    name = _plain_emphasis(part.title).rstrip(":")
    paragraphs = [
        paragraph._replace(text=f"{name}: {paragraph.text}") if not place else paragraph
        for place, paragraph in enumerate(part.paragraphs)
    ]
    return section._replace(paragraphs=[*section.paragraphs, *paragraphs])


def _plain_emphasis(text: str) -> str:
    found = _EMPHASIS.fullmatch(text.strip())
    return (found[2] if found else text).strip()


def _sections(file: InputFile) -> Iterator[_Section | Problem]:
    """The sections of a file; code, front matter and rules between paragraphs are left out."""
    section = _Section(1, 0, "", [])
    paragraph: list[str] = []
    begin = length = 0
    fence = ""

    def end_paragraph() -> None:
        # What is longer than any record is none.
        if paragraph and length <= MAXIMUM_LINE:
            section.paragraphs.append(_Paragraph(begin, "\n".join(paragraph)))
        paragraph.clear()

    for line in file.lines():
        if line.text is None:
            yield _too_long(file, line.number)
            continue
        text = line.text.strip()
        mark = _FENCE.match(line.text)
        if line.number == 1 and text == "---":
            fence = "---"
        elif fence:
            closes = text.startswith(fence) and (fence != "---" or text == fence)
            fence = "" if closes else fence
        elif mark:
            end_paragraph()
            fence = mark[1]
        elif heading := _heading(text):
            end_paragraph()
            if length > MAXIMUM_LINE:
                yield _too_long(file, section.line)
            yield section
            section = _Section(line.number, len(heading[1]), heading[2], [])
            length = 0
        elif not text or _RULE.fullmatch(line.text):
            end_paragraph()
        else:
            begin = begin if paragraph else line.number
            length += len(text)
            if length <= MAXIMUM_LINE:
                paragraph.append(text)
    end_paragraph()
    if length > MAXIMUM_LINE:
        yield _too_long(file, section.line)
    yield section


def _too_long(file: InputFile, line: int) -> Problem:
    return Problem(file.shown, line, f"longer than {MAXIMUM_LINE // 1024 // 1024} MB")


def _recognises(head: str) -> bool:
    return sum(_heading(line) is not None for line in head.split("\n")) >= 2


def _heading(line: str) -> re.Match[str] | None:
    return _HEADING.fullmatch(line) if len(line) <= _LONGEST_HEADING else None


FORMAT_MARKDOWN = Format("markdown", "Markdown", _recognises, read_markdown)
