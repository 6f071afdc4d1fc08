"""Every style a citation can be copied in, and the one function that writes them all."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from index.citations.record import Cited
    from index.paper import Paper


class UnknownStyle(ReadingRoomError, ValueError):
    """No style has this name; the message names the nearest one."""


class StyleNotAvailable(ReadingRoomError, ValueError):
    """A style cannot write what it was asked to; the message says why and what can."""


@dataclass(frozen=True, slots=True)
class StyleInfo:
    """A style.

    Attributes:
        name: What the command line calls it.
        letter: The key that copies it.
        title: What a reader calls it.
        untitled: Whether it can write papers without title and authors.
        command_line: Whether the command line offers it; the others are copies on the screen.
    """

    name: str
    letter: str
    title: str
    untitled: bool = True
    command_line: bool = True


STYLES: Mapping[str, StyleInfo] = MappingProxyType(
    {
        info.name: info
        for info in (
            StyleInfo("bibtex", "b", "BibTeX"),
            StyleInfo("biblatex", "l", "BibLaTeX"),
            StyleInfo("ris", "r", "RIS"),
            StyleInfo("csl-json", "c", "CSL-JSON"),
            StyleInfo("apa", "a", "APA"),
            StyleInfo("apa-in-text", "n", "APA in text"),
            StyleInfo("mla", "m", "MLA"),
            StyleInfo("chicago-author-date", "h", "Chicago author-date"),
            StyleInfo("ieee", "i", "IEEE"),
            StyleInfo("acm", "A", "ACM"),
            StyleInfo("harvard", "H", "Harvard"),
            StyleInfo("nature", "N", "Nature"),
            StyleInfo("vancouver", "V", "Vancouver"),
            StyleInfo("markdown", "d", "Markdown"),
            StyleInfo("org", "o", "Org"),
            StyleInfo("typst", "T", "Typst"),
            StyleInfo("plain", "p", "plain"),
            StyleInfo("key", "k", "citation key"),
            StyleInfo("cite", "L", r"\cite{}", command_line=False),
            StyleInfo("pandoc", "P", "pandoc citation", command_line=False),
            StyleInfo("label", "t", "label or title", command_line=False),
            StyleInfo("abstract", "x", "abstract", command_line=False),
            StyleInfo("quotation", "q", "quotation", command_line=False),
            StyleInfo("link", "u", "link", command_line=False),
        )
    }
)
"""The styles by name, in the order in which they are offered."""


def style_info(style: str) -> StyleInfo:
    """The style of a name: one of `STYLES`, an installed CSL style, or a `.csl` file.

    Raises:
        UnknownStyle: no style has it, or the file is no CSL style.
        StyleNotAvailable: a `.csl` file is given, but the extra that reads it is not installed.
    """
    if style in STYLES:
        return STYLES[style]
    import difflib

    from index.citations import csl_style

    if found := csl_style.find(style):
        return StyleInfo(style, "", found.title, untitled=False)
    installed = csl_style.names()
    hint = "" if installed else f"; {csl_style.EXTRA}"
    asked = style.lower()
    near = difflib.get_close_matches(asked, installed, n=1, cutoff=0.85)
    near = near or difflib.get_close_matches(asked, STYLES, n=1, cutoff=0.5)
    if near:
        raise UnknownStyle(f"Unknown style {style!r}: did you mean {near[0]}?{hint}")
    names = ", ".join(info.name for info in STYLES.values() if info.command_line)
    raise UnknownStyle(f"Unknown style {style!r}; the styles are {names}{hint}")


def available(style: str, papers: Iterable[Paper]) -> bool:
    """Whether a style can write these papers.

    Raises:
        UnknownStyle: no style has this name.
    """
    info = style_info(style)
    chosen = list(papers)
    if not chosen or (style == "quotation" and len(chosen) > 1):
        return False
    return _covers(info, chosen)


def cite(items: Sequence[Cited], style: str) -> str:
    """The citations of one or several papers as one text.

    Author-date styles sort, numbered styles count in the order given, other styles keep it;
    entries for programs are parted as their format asks, others stand one on a line.

    Args:
        items: The papers, at least one.
        style: A name from `STYLES`, the name of an installed CSL style, or a `.csl` file.

    Raises:
        UnknownStyle: no style has this name, or the file is no CSL style.
        StyleNotAvailable: the style cannot write one of these papers, or nothing is recorded
            that it could write.
        ValueError: no papers were given.
    """
    info = style_info(style)
    if not items:
        raise ValueError("nothing to cite")
    if not _covers(info, [item.paper for item in items]):
        raise StyleNotAvailable(_refusal(info))
    match style:
        case "bibtex" | "biblatex" | "ris" | "csl-json" | "typst":
            return _for_programs(items, style)
        case "key" | "cite" | "pandoc":
            return _keys([item.key for item in items], style)
        case "label" | "abstract" | "link" | "quotation":
            return _copies(items, style)
        case "apa-in-text":
            from index.citations.references.in_text import in_text

            return in_text(items)
        case "markdown" | "org" | "plain":
            return _lines(items, style)
        case _:
            return _references(items, style)


def _covers(info: StyleInfo, papers: Iterable[Paper]) -> bool:
    return info.untitled or not any(paper.is_untitled for paper in papers)


def _refusal(info: StyleInfo) -> str:
    """One line that says what is missing and names the styles that are ready."""
    *ready, last = (
        other.title for other in STYLES.values() if other.command_line and other.name != "key"
    )
    return (
        f"{info.title} has no form for papers without title and authors; "
        f"{', '.join(ready)} and {last} are ready"
    )


def _for_programs(items: Sequence[Cited], style: str) -> str:
    from index.citations.programs import FORMATS

    return FORMATS[style].text(items)


def _keys(keys: Sequence[str], style: str) -> str:
    from index.citations.intext import latex_cite, pandoc_cite

    if style == "key":
        return "\n".join(keys)
    return latex_cite(keys) if style == "cite" else pandoc_cite(keys)


def _references(items: Sequence[Cited], style: str) -> str:
    from index.citations import csl_style
    from index.citations.references.listing import REFERENCES, references

    if style in REFERENCES:
        return references(items, style)
    other = csl_style.find(style)
    if other is None:
        raise UnknownStyle(f"Unknown style {style!r}")
    return csl_style.references(items, other)


def _lines(items: Sequence[Cited], style: str) -> str:
    from index.citations.readable import WRITERS
    from index.citations.untitled import TEXTS, facts

    return "\n".join(
        TEXTS[style](facts(item)) if item.paper.is_untitled else WRITERS[style](item)
        for item in items
    )


def _copies(items: Sequence[Cited], style: str) -> str:
    from index.citations import copies

    if style == "quotation":
        raise StyleNotAvailable("A quotation is made of one sentence of one paper")
    if style == "label":
        return "\n".join(map(copies.label, items))
    if style == "abstract":
        text = "\n\n".join(filter(None, map(copies.abstract, items)))
    else:
        text = "\n".join(dict.fromkeys(link for item in items for link in copies.links(item)))
    if not text:
        raise StyleNotAvailable(f"No {style} is recorded")
    return text
