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
        complete: Whether it can write papers with a title or authors.
        command_line: Whether the command line offers it; the others are copies on the screen.
    """

    name: str
    letter: str
    title: str
    untitled: bool = True
    complete: bool = False
    command_line: bool = True


STYLES: Mapping[str, StyleInfo] = MappingProxyType(
    {
        info.name: info
        for info in (
            StyleInfo("bibtex", "b", "BibTeX", complete=True),
            StyleInfo("biblatex", "l", "BibLaTeX", complete=True),
            StyleInfo("ris", "r", "RIS", complete=True),
            StyleInfo("csl-json", "c", "CSL-JSON", complete=True),
            StyleInfo("apa", "a", "APA"),
            StyleInfo("apa-in-text", "n", "APA in text"),
            StyleInfo("mla", "m", "MLA"),
            StyleInfo("chicago-author-date", "h", "Chicago author-date"),
            StyleInfo("ieee", "i", "IEEE"),
            StyleInfo("acm", "A", "ACM"),
            StyleInfo("harvard", "H", "Harvard", untitled=False),
            StyleInfo("nature", "N", "Nature", untitled=False),
            StyleInfo("vancouver", "V", "Vancouver", untitled=False),
            StyleInfo("markdown", "d", "Markdown", complete=True),
            StyleInfo("org", "o", "Org", complete=True),
            StyleInfo("typst", "T", "Typst", complete=True),
            StyleInfo("plain", "p", "plain", complete=True),
            StyleInfo("key", "k", "citation key", complete=True),
            StyleInfo("cite", "L", r"\cite{}", complete=True, command_line=False),
            StyleInfo("pandoc", "P", "pandoc citation", complete=True, command_line=False),
            StyleInfo("label", "t", "label or title", complete=True, command_line=False),
            StyleInfo("abstract", "x", "abstract", complete=True, command_line=False),
            StyleInfo("quotation", "q", "quotation", complete=True, command_line=False),
            StyleInfo("link", "u", "link", complete=True, command_line=False),
        )
    }
)
"""The styles by name, in the order in which they are offered."""

_SORTED = frozenset({"apa", "mla", "chicago-author-date"})
_NUMBERED = frozenset({"ieee", "acm"})


def style_info(style: str) -> StyleInfo:
    """The style of a name.

    Raises:
        UnknownStyle: no style has it.
    """
    if style in STYLES:
        return STYLES[style]
    import difflib

    near = difflib.get_close_matches(style.lower(), STYLES, n=1, cutoff=0.5)
    if near:
        raise UnknownStyle(f"Unknown style {style!r}: did you mean {near[0]}?")
    names = ", ".join(info.name for info in STYLES.values() if info.command_line)
    raise UnknownStyle(f"Unknown style {style!r}; the styles are {names}")


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
        style: A name from `STYLES`.

    Raises:
        UnknownStyle: no style has this name.
        StyleNotAvailable: the style cannot write one of these papers, or nothing is recorded
            that it could write.
        ValueError: no papers were given.
    """
    info = style_info(style)
    if not items:
        raise ValueError("nothing to cite")
    papers = [item.paper for item in items]
    if not _covers(info, papers):
        raise StyleNotAvailable(_refusal(info, papers))
    match style:
        case "bibtex" | "biblatex" | "ris" | "csl-json" | "typst":
            return _for_programs(items, style)
        case "key" | "cite" | "pandoc":
            return _keys([item.key for item in items], style)
        case "label" | "abstract" | "link" | "quotation":
            return _copies(items, style)
        case "apa-in-text":
            return _in_text(items)
        case _:
            return _references(items, style)


def _covers(info: StyleInfo, papers: Iterable[Paper]) -> bool:
    return all(info.untitled if paper.is_untitled else info.complete for paper in papers)


def _refusal(info: StyleInfo, papers: Sequence[Paper]) -> str:
    """One line that says what is missing and names the styles that are ready."""
    ready = [
        other.title
        for other in STYLES.values()
        if other.command_line and other.name != "key" and _covers(other, papers)
    ]
    those = f"{', '.join(ready[:-1])} and {ready[-1]} are ready"
    if not info.untitled:
        return f"{info.title} is not available yet; {those}"
    return f"{info.title} for records with a title or authors comes later; {those}"


def _for_programs(items: Sequence[Cited], style: str) -> str:
    from index.citations.programs import FORMATS

    return FORMATS[style].text(items)


def _keys(keys: Sequence[str], style: str) -> str:
    from index.citations.intext import latex_cite, pandoc_cite

    if style == "key":
        return "\n".join(keys)
    return latex_cite(keys) if style == "cite" else pandoc_cite(keys)


def _in_text(items: Sequence[Cited]) -> str:
    """Several works in one pair of parentheses, sorted (APA 7, section 8.12)."""
    from index.citations.untitled import apa_in_text, facts

    return f"({'; '.join(sorted((apa_in_text(facts(item)) for item in items), key=_order))})"


def _references(items: Sequence[Cited], style: str) -> str:
    from index.citations.readable import WRITERS
    from index.citations.untitled import TEXTS, facts

    lines = [
        TEXTS[style](facts(item)) if item.paper.is_untitled else WRITERS[style](item)
        for item in items
    ]
    if style in _SORTED:
        lines.sort(key=_order)
    if style in _NUMBERED:
        lines = [f"[{number}] {line}" for number, line in enumerate(lines, start=1)]
    return "\n".join(lines)


def _order(text: str) -> tuple[str, str]:
    return text.casefold(), text


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
