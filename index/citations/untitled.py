"""Citing a paper of which neither title nor author is known, as exactly that.

The wording follows APA 7 (section 9.12 and table 9.1: a description in square brackets stands in
for title and author), MLA 9 and Chicago 17 (a plain description, neither quoted nor in italics; an
unknown author is passed over). Nobody is called Anonymous, which would claim that the work was
published so, and the label of the list never stands in for a title. Heading, number and file say
where the abstract was read: there is no other locator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.citations import markdown, org
from index.citations.record import address, heading, one_line, year
from index.citations.wording import Opening, opening, stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index.citations.record import Cited

NOT_RECORDED = "Title and authors not recorded"


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of an untitled paper.

    Attributes:
        key: Its citation key.
        opening: The first words of its abstract, or `None` if even that is empty.
        heading: The heading it stands under, in its own script.
        file: The name of the file it was read from.
        number: Its place in that file, counted from one.
        count: How many abstracts the file holds.
        year: The year.
        plain: The abstract as plain text.
        address: The paper's own address, if its source records one.
    """

    key: str
    opening: Opening | None
    heading: str | None
    file: str | None
    number: int | None
    count: int | None
    year: int | None
    plain: str
    address: str | None

    @property
    def noun(self) -> str:
        """What the record is called: an abstract, unless it has none."""
        return "abstract" if self.opening else "record"

    @property
    def description(self) -> str:
        """`Untitled abstract beginning “…”`."""
        if self.opening is None:
            return "Untitled record without an abstract"
        ellipsis = "…" if self.opening.cut else ""
        return f"Untitled abstract beginning “{self.opening.text}{ellipsis}”"

    @property
    def numbered(self) -> str:
        """`abstract no. 7`, or the bare noun where the number is not known."""
        return self.noun if self.number is None else f"{self.noun} no. {self.number}"

    @property
    def note(self) -> str:
        """What is missing and where the record was read, in full sentences."""
        place = [f"Source file: {self.file}"] if self.file else []
        if self.number is not None:
            total = f" of {self.count}" if self.count is not None else ""
            place.append(f"{self.noun} {self.number}{total}")
        where = ", ".join(place)
        return f"{NOT_RECORDED} in the source." + (
            f" {where[:1].upper()}{where[1:]}." if where else ""
        )


def facts(item: Cited) -> Facts:
    """Gather what is known of an untitled, authorless paper."""
    source = item.paper.source
    return Facts(
        key=item.key,
        opening=opening(item.plain) if item.plain.strip() else None,
        heading=heading(item.paper),
        file=one_line(source.file) or None,
        number=source.number,
        count=source.count,
        year=year(item.paper),
        plain=item.plain,
        address=address(item.paper),
    )


def apa(known: Facts) -> str:
    """APA 7, reference list."""
    place = known.heading or (f"file {known.file}" if known.file else "")
    number = "" if known.number is None else f"{_capital(known.noun)} No. {known.number}"
    if place:
        where = f"In {place} ({number})." if number else stopped(f"In {place}")
    else:
        where = f"({number})." if number else ""
    return _line(f"[{known.description}].", f"({_year(known)}).", where, known.address)


def apa_in_text(known: Facts) -> str:
    """APA 7, in text, without the parentheses around it."""
    return f"[{known.description}], {_year(known)}"


def mla(known: Facts) -> str:
    """MLA 9, works cited. MLA leaves an unknown date out."""
    number = None if known.number is None else f"no. {known.number}"
    file = f"file {known.file}" if known.file else None
    date = None if known.year is None else str(known.year)
    parts = (known.heading, number, date, file) if known.heading else (file, number, date)
    where = _capital(_comma(*parts))
    return _line(stopped(known.description), stopped(where) if where else "", known.address)


def chicago(known: Facts) -> str:
    """Chicago 17, author-date, reference list."""
    number = "" if known.number is None else f"no. {known.number}"
    file = f"File {known.file}" if known.file else ""
    if known.heading and number:
        where = [f"In “{known.heading},” {number}.", stopped(file) if file else ""]
    elif known.heading:
        where = [f"In “{stopped(known.heading)}”", stopped(file) if file else ""]
    else:
        alone = _comma(file, number)
        where = [stopped(_capital(alone)) if alone else ""]
    return _line(stopped(known.description), stopped(_year(known)), *where, known.address)


def ieee(known: Facts) -> str:
    """IEEE, reference list, without the number before it."""
    if known.heading:
        text = _comma(f"{known.description} in “{known.heading},” {known.numbered}", _year(known))
        file = stopped(f"File: {known.file}") if known.file else ""
    else:
        inside = f"{known.description} in file {known.file}" if known.file else known.description
        text = _comma(inside, known.numbered, _year(known))
        file = ""
    return _line(stopped(text), file, known.address)


def acm(known: Facts) -> str:
    """ACM reference format, without the number before it."""
    date = "[n. d.]" if known.year is None else str(known.year)
    numbered = _capital(known.numbered)
    if known.heading:
        where = [stopped(f"{numbered} in {known.heading}")]
        where += [stopped(f"File {known.file}")] if known.file else []
    elif known.file:
        where = [stopped(f"{numbered} in file {known.file}")]
    else:
        where = [stopped(numbered)]
    return _line(stopped(known.description), f"{date}.", *where, known.address)


def harvard(known: Facts) -> str:
    """Harvard (Cite Them Right), reference list: what is cited, the year, where it was read."""
    year = f"({'no date' if known.year is None else known.year})"
    lead = f"{known.description} {year}"
    if known.heading:
        text = _comma(f"{lead} in {known.heading}", known.numbered)
        file = stopped(f"File {known.file}") if known.file else ""
    else:
        text = _comma(f"{lead} in file {known.file}" if known.file else lead, known.numbered)
        file = ""
    where = f"Available at: {known.address}." if known.address else ""
    return _line(stopped(text), file, where)


def nature(known: Facts) -> str:
    """Nature, reference list, without the number before it."""
    place = known.heading or (f"file {known.file}" if known.file else "")
    number = None if known.number is None else known.numbered
    where = _comma(f"in {place}" if place else None, number)
    file = stopped(f"File {known.file}") if known.heading and known.file else ""
    text = stopped(_line(where, f"({_year(known)})"))
    return _line(stopped(known.description), text, file, known.address)


def vancouver(known: Facts) -> str:
    """Vancouver, reference list, without the number before it.

    A title made up from the first words of a text stands in square brackets ("Citing Medicine",
    chapter 6, on papers without a title).
    """
    place = f"In: {known.heading}" if known.heading else ""
    file = f"File: {known.file}" if known.file else ""
    date = "[date unknown]" if known.year is None else str(known.year)
    number = None if known.number is None else _capital(known.numbered)
    pieces = (f"[{known.description}]", place, date, number, file)
    return _line(*(stopped(piece) for piece in pieces if piece), known.address)


def in_markdown(known: Facts) -> str:
    """A line of Markdown with the heading in italics and the file as code."""
    place = markdown.italic(markdown.escaped(known.heading)) if known.heading else None
    file = markdown.code(known.file) if known.file else None
    return _line(
        f"{markdown.escaped(known.description)} — {_where(known, place, file)}.",
        f"{NOT_RECORDED}.",
        markdown.address(known.address) if known.address else None,
    )


def in_org(known: Facts) -> str:
    """A line of Org: the citation, then a reference as in Markdown."""
    place = org.italic(org.escaped(known.heading)) if known.heading else None
    file = org.verbatim(known.file) if known.file else None
    return _line(
        org.citation(known.key),
        f"{org.escaped(known.description)} — {_where(known, place, file)}.",
        f"{NOT_RECORDED}.",
        org.address(known.address) if known.address else None,
    )


def plain(known: Facts) -> str:
    """One plain sentence or two, in no style but readable in any."""
    return _line(
        stopped(known.description),
        stopped(_capital(_where(known, known.heading, None))),
        stopped(f"{NOT_RECORDED} in {known.file}" if known.file else NOT_RECORDED),
        known.address,
    )


TEXTS: Mapping[str, Callable[[Facts], str]] = {
    "apa": apa,
    "mla": mla,
    "chicago-author-date": chicago,
    "ieee": ieee,
    "acm": acm,
    "harvard": harvard,
    "nature": nature,
    "vancouver": vancouver,
    "markdown": in_markdown,
    "org": in_org,
    "plain": plain,
}
"""The styles that write one line of text, by name."""


def _year(known: Facts) -> str:
    return "n.d." if known.year is None else str(known.year)


def _where(known: Facts, place: str | None, file: str | None) -> str:
    """`Heading, no. 7 (2026), file`, as far as these are known."""
    number = None
    if known.number is not None:
        number = f"no. {known.number}" if known.heading else known.numbered
    where = _comma(place, number)
    if where:
        return _comma(f"{where} ({_year(known)})", file)
    return f"{file} ({_year(known)})" if file else _year(known)


def _line(*pieces: str | None) -> str:
    return " ".join(piece for piece in pieces if piece)


def _comma(*pieces: str | None) -> str:
    return ", ".join(piece for piece in pieces if piece)


def _capital(text: str) -> str:
    """Our own words with a capital at the start of a sentence."""
    return text[:1].upper() + text[1:]
