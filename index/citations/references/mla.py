"""MLA style, ninth edition: works cited.

Rules are those of the MLA Handbook (2021), chapter 5: the nine core elements in their order, each
left out where it is not recorded; numbers of pages, section 2.139; capitals, section 2.90. Italics
are lost in plain text. Entries of one author are not joined by three hyphens (5.126): each must
make sense where it is pasted alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.dates import ABBREVIATED, day, month
from index.citations.references.pages import labelled, pages, two_digits
from index.citations.references.people import first_inverted, in_full
from index.citations.references.titles import ended, headline, in_double_quotes
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from index.citations.references.people import People
    from index.citations.references.work import Work


def reference(work: Work) -> str:
    """An entry of the list of works cited; an element that is not known is passed over."""
    place = ", ".join(filter(None, _elements(work)))
    if not work.container and not work.number:
        place = place[:1].upper() + place[1:]
    authors = ended(_authors(work.authors)) if work.authors else ""
    return " ".join(filter(None, (authors, _title(work), ended(place) if place else "")))


def _authors(people: People) -> str:
    """One or two authors; of three and more the first (5.8)."""
    return first_inverted(people.names, 1 if people.more else 2, 1, more=people.more)


def _title(work: Work) -> str:
    """In quotation marks where the work is part of another (5.25)."""
    if not work.title:
        return ended(NO_TITLE)
    title = headline(work.title, work.maths)
    if work.kind == "preprint" or not work.container:
        return ended(title)
    return in_double_quotes(title, ".")


def _elements(work: Work) -> list[str]:
    """Container, contributors, number, publisher, date, location (5.31 to 5.99)."""
    preprint = work.kind == "preprint"
    container = headline(work.container) if work.kind != "other" else work.container
    return [
        work.number if preprint else container,
        container if preprint else "",
        _editors(work.editors),
        f"vol. {work.volume}" if work.volume else "",
        f"no. {work.issue}" if work.issue else "",
        "" if preprint or work.kind == "article" else work.publisher,
        _date(work),
        labelled(work.pages, pages(work.pages, two_digits)) if work.pages else "",
        work.address,
    ]


def _editors(people: People) -> str:
    """Given names first; of three and more the first (5.42)."""
    if not people:
        return ""
    first = people.names[0]
    texts = [person.spoken(in_full(person.given)) for person in people.names]
    if len(texts) == 1 and not people.more:
        return f"edited by {texts[0]}"
    if len(texts) == 2 and not people.more:
        return f"edited by {' and '.join(texts)}"
    return f"edited by {first.spoken(in_full(first.given))} et al."


def _date(work: Work) -> str:
    """The month of a periodical, the day of a preprint, else the year (5.69)."""
    if work.date is None:
        return ""
    named = month(work.date, ABBREVIATED) if work.kind in {"article", "preprint"} else ""
    exact = day(work.date) if work.kind == "preprint" else None
    return " ".join(filter(None, (str(exact) if exact else "", named, str(work.date.year))))
