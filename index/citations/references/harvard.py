"""Harvard style of Cite Them Right: reference list.

Rules are those of Pears and Shields, "Cite Them Right" (12th edition, 2022): journal articles,
chapters of edited books, conference papers, preprints; up to three authors, of more the first.
Titles in single quotation marks keep the capitals of the source. Italics are lost in plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.pages import labelled, pages
from index.citations.references.people import dotted, shortened
from index.citations.references.titles import in_single_quotes
from index.citations.references.work import NO_TITLE
from index.citations.wording import stopped

if TYPE_CHECKING:
    from index.citations.references.people import People, Person
    from index.citations.references.work import Work

_MOST = 3


def reference(work: Work) -> str:
    """An entry of the reference list. Without authors the title comes first."""
    title = in_single_quotes(work.title) if work.title else NO_TITLE
    year = f"({work.year('no date', before_letter=' ')})"
    head = f"{_authors(work.authors)} {year} {title}" if work.authors else f"{title} {year}"
    source = _source(work)
    if work.kind in {"preprint", "other"}:
        text = " ".join(stopped(piece) for piece in (head, source) if piece)
    else:
        between = ", " if work.authors else " "
        text = stopped(between.join(filter(None, (head, source))))
    return f"{text} Available at: {work.address}." if work.address else text


def _authors(people: People) -> str:
    return shortened(people, _inverted, "and", _MOST, 1, serial=False)


def _inverted(person: Person) -> str:
    return person.inverted(dotted(person.given, ""))


def _spoken(person: Person) -> str:
    return person.spoken(dotted(person.given, ""))


def _source(work: Work) -> str:
    if work.kind == "preprint":
        return work.container
    volume = work.volume + (f"({work.issue})" if work.issue else "")
    where = labelled(work.pages, pages(work.pages)) if work.pages else ""
    if work.kind in {"article", "other"}:
        return ", ".join(filter(None, (work.container, volume, where)))
    editors = ""
    if work.editors:
        role = "eds" if len(work.editors.names) > 1 or work.editors.more else "ed."
        names = shortened(work.editors, _spoken, "and", _MOST, 1, serial=False)
        editors = f"{names} ({role})"
    book = " ".join(filter(None, (editors, work.container)))
    place = work.place if work.kind == "chapter" else ""
    publisher = ": ".join(filter(None, (place, work.publisher)))
    text = ". ".join(filter(None, (f"in {book}" if book else "", publisher)))
    series = f"({work.series})" if work.series else ""
    return ", ".join(filter(None, (" ".join(filter(None, (text, series))), where)))
