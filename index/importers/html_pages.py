"""Web pages of papers: what they tell search engines, and their abstract.

The names are those by which Google Scholar's "Inclusion Guidelines" ask for them
(`citation_title`, ...). Abstracts are often put into pages as they are, so that `$1 < p < 2$`
stands where a tag might begin: what is no tag for sure stays text.
"""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any, NamedTuple

from index.importers.wording import Person, page_range, person, read_date
from index.importers.xml_markup import COMMANDS, in_command

_META = re.compile(r"<meta\b", re.IGNORECASE)
_META_WHOLE = re.compile(r"<meta\b(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+>", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"(?<![\w:-])([\w:-]{1,40})\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+))")
_LONGEST_META = 50_000
_MOST_METAS = 5_000
_WANTED = ("citation_", "dc.", "dcterms.", "og:url")

_COMMENT = re.compile(r"<!--(?:(?!-->|<!--).){0,2000}-->", re.DOTALL)
_NO_TAG = re.compile(r"<(?!/?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>)")
_FORMULA = re.compile(
    r"\$(?:[^$\n]|\n(?!\s*\n)){1,400}\$|\\\((?:(?!\\[()]).){1,400}\\\)", re.DOTALL
)
_LINK = re.compile(r"<a\b([^<>]{0,2000})>((?:(?!</?a\b).){0,500})</a>", re.IGNORECASE | re.DOTALL)
_CANONICAL = re.compile(r"<link\b([^<>]{0,2000})>", re.IGNORECASE)
_ABSTRACT = re.compile(
    r"<(div|section|p|span|blockquote)\b[^<>]{0,500}\b(?:id|class)=[\"']?[^\"'<>]{0,200}"
    r"\babstract\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_HEADING = re.compile(r"<h([1-6])\b[^<>]{0,200}>\s{0,20}Abstract\s{0,20}</h\1>", re.IGNORECASE)
_SECTION_END = re.compile(r"<(?:h[1-6]|footer|/div|/article|/section|/body)\b", re.IGNORECASE)
_LONGEST_SECTION = 20_000
_PARAGRAPHS = frozenset({"p", "div", "br", "section", "li", "h1", "h2", "h3", "h4", "h5"})
_UNSEEN = frozenset({"script", "style", "h1", "h2", "h3", "h4", "h5"})
_BLANK_LINES = re.compile(r"\n\s*\n")


class Anchor(NamedTuple):
    """A link on a page: its address and what it is called."""

    address: str
    label: str


class _Text(HTMLParser):
    """The text of a fragment, with LaTeX commands for what sets type."""

    def __init__(self, *, styled: bool) -> None:
        super().__init__(convert_charrefs=True)
        self._commands = COMMANDS if styled else {}
        self._open: list[tuple[str, list[str]]] = [("", [])]
        self._unseen = 0

    def handle_starttag(
        self,
        tag: str,
        attrs: list[tuple[str, str | None]],  # noqa: ARG002 - the parser names it
    ) -> None:
        self._unseen += tag in _UNSEEN
        if tag in _PARAGRAPHS:
            self._open[-1][1].append("\n\n")
        elif tag in self._commands and len(self._open) < 20:
            self._open.append((tag, []))

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        if tag in _PARAGRAPHS:
            self._open[-1][1].append("\n\n")
        elif any(name == tag for name, _ in self._open[1:]):
            while self._end() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._open[-1][1].append(data)

    def _end(self) -> str:
        tag, parts = self._open.pop()
        self._open[-1][1].append(in_command(self._commands.get(tag), "".join(parts)))
        return tag

    def text(self) -> str:
        """What has been read."""
        while len(self._open) > 1:
            self._end()
        paragraphs = _BLANK_LINES.split("".join(self._open[0][1]))
        return "\n\n".join(" ".join(words.split()) for words in paragraphs if words.strip())


def text_of(fragment: str, *, styled: bool = True) -> str:
    """The text of a piece of HTML; what only looks like a tag, in a formula or not, stays.

    Args:
        fragment: the piece.
        styled: whether italics and the like become LaTeX commands.
    """
    parser = _Text(styled=styled)
    fragment = _COMMENT.sub("", fragment)
    parser.feed(_NO_TAG.sub("&lt;", _FORMULA.sub(_shown, fragment)))
    parser.close()
    return parser.text()


def _shown(match: re.Match[str]) -> str:
    formula = match.group()
    return formula if "</" in formula else formula.replace("<", "&lt;").replace(">", "&gt;")


def metas(page: str) -> dict[str, list[str]]:
    """What a page tells search engines, by name in lower case."""
    found: dict[str, list[str]] = {}
    for number, start in enumerate(_META.finditer(page)):
        if number == _MOST_METAS:
            break
        whole = _META_WHOLE.match(page, start.start(), start.start() + _LONGEST_META)
        attributes = _attributes(whole.group()) if whole else {}
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        content = " ".join(attributes.get("content", "").split())
        if content and name.startswith(_WANTED):
            found.setdefault(name, []).append(content)
    return found


def _attributes(tag: str) -> dict[str, str]:
    return {
        match[1].lower(): unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(tag)
    }


def anchors(fragment: str) -> list[Anchor]:
    """The links in a piece of HTML."""
    found = ((_attributes(match[1]).get("href"), match[2]) for match in _LINK.finditer(fragment))
    return [Anchor(address, text_of(label, styled=False)) for address, label in found if address]


def part(page: str, beginning: re.Pattern[str]) -> str:
    """What is inside the first element whose start tag a pattern matches; its name is group 1."""
    start = beginning.search(page)
    if start is None:
        return ""
    depth = 1
    for tag in re.compile(rf"<(/?){start[1]}\b[^<>]*>", re.IGNORECASE).finditer(page, start.end()):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return page[start.end() : tag.start()]
    return page[start.end() :]


def abstract_of(page: str) -> str:
    """The abstract on a page, marked as one or under a heading; empty if there is none."""
    if marked := text_of(part(page, _ABSTRACT)):
        return marked
    heading = _HEADING.search(page)
    if heading is None:
        return ""
    following = _SECTION_END.search(page, heading.end())
    end = following.start() if following else len(page)
    return text_of(page[heading.end() : min(end, heading.end() + _LONGEST_SECTION)])


def canonical(page: str) -> str | None:
    """The address that a page gives for itself."""
    for match in _CANONICAL.finditer(page[:_LONGEST_META]):
        attributes = _attributes(match[1])
        if attributes.get("rel") == "canonical":
            return attributes.get("href")
    return None


def citation(page: str) -> dict[str, Any]:
    """A page by the names that `records.read_record` knows; empty if it tells of no paper."""
    told = metas(page)

    def first(*names: str) -> str | None:
        return next((told[name][0] for name in names if name in told), None)

    title = first("citation_title")
    if title is None:
        return {}
    conference = first("citation_conference_title", "citation_conference", "citation_inbook_title")
    journal = first("citation_journal_title")
    arxiv = first("citation_arxiv_id")
    return {
        "kind": "preprint" if arxiv else "conference" if conference else "article" if journal
        else "other",
        "title": title,
        "authors": _authors(told),
        "abstract": abstract_of(page)
        or first("citation_abstract", "dcterms.abstract", "dc.description"),
        "date": read_date(
            first("citation_publication_date", "citation_date", "citation_year",
                  "citation_online_date", "dc.date") or ""
        ),
        "booktitle": conference,
        "journal": None if conference else journal,
        "volume": first("citation_volume"),
        "issue": first("citation_issue"),
        "pages": page_range(first("citation_firstpage"), first("citation_lastpage")),
        "publisher": first("citation_publisher", "dc.publisher"),
        "keywords": told.get("citation_keywords", []),
        "doi": first("citation_doi"),
        "arxiv": arxiv,
        "url": canonical(page) or first("og:url", "citation_abstract_html_url"),
        "pdf": first("citation_pdf_url"),
    }  # fmt: skip


def _authors(told: dict[str, list[str]]) -> list[Person]:
    names = told.get("citation_author") or told.get("citation_authors") or []
    return [person(name) for text in names for name in text.split(";") if name.strip()]
