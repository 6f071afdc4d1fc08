"""What the reader shows of one paper, as text with styled ranges: no screen needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from tui.glyphs import glyphs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.forms import Forms
    from index.markup.spans import Span
    from index.paper import Paper

RangeKind = Literal[
    "heading",
    "byline",
    "meta",
    "bold",
    "italic",
    "mono",
    "underline",
    "math",
    "link",
    "match",
    "mark",
]


class Range(NamedTuple):
    """A styled stretch `[start, end)` of a page."""

    start: int
    end: int
    kind: RangeKind


class Page(NamedTuple):
    """A paper laid out as one text.

    `sentences` are the sentences of the abstract, `matches` what the query matches, `links` the
    addresses in the text; all are `[start, end)` offsets into `text`.
    """

    text: str = ""
    ranges: tuple[Range, ...] = ()
    sentences: tuple[tuple[int, int], ...] = ()
    matches: tuple[tuple[int, int], ...] = ()
    links: tuple[tuple[int, int, str], ...] = ()


class PageMarks(NamedTuple):
    """The reader's marks on one paper."""

    starred: bool = False
    read: bool = False
    tags: tuple[str, ...] = ()
    note: str = ""

    @property
    def line(self) -> str:
        """The marks but for the note: `★ read #survey`."""
        said = [*([glyphs().star] if self.starred else []), *(["read"] if self.read else [])]
        return " ".join([*said, *(f"#{tag}" for tag in self.tags)])


class _Builder:
    def __init__(self, highlight: Callable[[str], Sequence[tuple[int, int]]] | None) -> None:
        self.highlight = highlight
        self.parts: list[str] = []
        self.length = 0
        self.ranges: list[Range] = []
        self.matches: list[tuple[int, int]] = []
        self.links: list[tuple[int, int, str]] = []

    def add(
        self,
        text: str,
        kind: RangeKind | None = None,
        spans: Sequence[Span] = (),
        *,
        searched: bool = False,
    ) -> int:
        """Append a text and return where it begins."""
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        if kind is not None and text:
            self.ranges.append(Range(start, self.length, kind))
        for span in spans:
            first, last = start + span.start, start + span.end
            self.ranges += [Range(first, last, style) for style in sorted(span.styles)]
            if span.href is not None:
                self.links.append((first, last, span.href))
        if searched and self.highlight is not None:
            for first, last in self.highlight(text):
                self.matches.append((start + first, start + last))
        return start


def build_page(
    paper: Paper,
    forms: Forms,
    *,
    raw: bool = False,
    highlight: Callable[[str], Sequence[tuple[int, int]]] | None = None,
    marks: PageMarks | None = None,
    origin: str = "",
) -> Page:
    """Lay a paper out.

    Args:
        paper: the record.
        forms: its stored forms.
        raw: show the source of the abstract instead of its rendering.
        highlight: gives the matched ranges of a text.
        marks: the reader's marks on it.
        origin: which of its fields another record gave, in one line.
    """
    # Not needed for the first paint, which this module is loaded for.
    from index.names import full_name
    from index.sentences import sentences

    page = _Builder(highlight)
    if forms.title is not None:
        page.add(forms.title, "heading", forms.title_spans, searched=True)
        page.add("\n")
    elif forms.name:
        page.add(forms.name, "heading", searched=True)
        if forms.long_name:
            page.add(f" {glyphs().dot} {forms.long_name}", "meta")
        page.add("\n")
    if paper.authors:
        page.add(", ".join(map(full_name, paper.authors)), "byline", searched=True)
        page.add("\n")
    page.add(source_line(paper), "meta")
    if origin:
        page.add("\n")
        page.add(origin, "meta")
    if marks is not None and (line := marks.line):
        page.add("\n")
        page.add(line, "mark")
    if paper.links:
        page.add("\n")
        for number, link in enumerate(paper.links):
            page.add("  " if number else "")
            start = page.add(link.url, "link")
            page.links.append((start, page.length, link.url))
    page.add("\n\n")
    if raw:
        page.add(paper.abstract, "mono", searched=True)
        found: tuple[tuple[int, int], ...] = ()
    else:
        start = page.add(forms.plain, spans=forms.spans, searched=True)
        found = tuple((start + a, start + b) for a, b in sentences(forms.plain))
        if not forms.plain:
            page.add("No abstract.", "meta")
    if marks is not None and marks.note:
        page.add("\n\n")
        page.add("Note", "mark")
        page.add("\n")
        page.add(marks.note)
    page.ranges += [Range(a, b, "match") for a, b in page.matches]
    return Page(
        "".join(page.parts), tuple(page.ranges), found, tuple(page.matches), tuple(page.links)
    )


def source_line(paper: Paper) -> str:
    """Where a paper comes from: `ICML 2026 Papers · no. 1 of 19`."""
    return f" {glyphs().dot} ".join(source_parts(paper))


def source_parts(paper: Paper) -> list[str]:
    """Where a paper comes from: venue and collection, year, and its number there."""
    parts = [part for part in (paper.venue, paper.collection) if part]
    if paper.date is not None and not any(str(paper.date.year) in part for part in parts):
        parts.append(str(paper.date.year))
    if not parts:
        parts.append(paper.source.file)
    if paper.source.number is not None:
        of = f" of {paper.source.count}" if paper.source.count else ""
        parts.append(f"no. {paper.source.number}{of}")
    return parts
