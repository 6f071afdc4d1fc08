"""ACM reference format, without the number before it.

Rules are those of ACM's "Citation Style and Reference Formats". Everybody is named; the year
follows the authors; volumes of proceedings are not given. Italics are lost in plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.dates import MONTHS, month
from index.citations.references.pages import pages
from index.citations.references.people import listed
from index.citations.references.titles import ended
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from index.citations.references.people import People
    from index.citations.references.work import Work

_UNKNOWN = "[n. d.]"


def reference(work: Work) -> str:
    """An entry; it ends in a full stop unless it ends in an address."""
    year = ended(str(work.date.year) if work.date else _UNKNOWN)
    head = ended(_people(work.authors)) if work.authors else ""
    title = ended(work.title or NO_TITLE)
    return " ".join(filter(None, (head, year, title, _source(work), _locator(work))))


def _people(people: People, *, serial: bool = True) -> str:
    texts = [person.spoken(person.given) for person in people.names]
    if people.more:
        return f"{', '.join(texts)}{',' if len(texts) > 1 else ''} et al."
    return listed(texts, "and", serial=serial)


def _source(work: Work) -> str:
    if work.kind == "preprint":
        # The archive stands in the address.
        where = "" if work.address else work.number or work.container
    elif work.kind == "conference":
        series = f" ({work.series})" if work.series else ""
        book = f"In {work.container}{series}" if work.container else work.series
        where = ", ".join(filter(None, (book, work.publisher, pages(work.pages))))
    elif work.kind == "chapter":
        where = _chapter(work)
    else:
        where = _article(work)
    return ended(where) if where else ""


def _article(work: Work) -> str:
    """`Nature 521, 7553 (May 2015), 436–444`."""
    numbers = ", ".join(filter(None, (work.volume, work.issue)))
    date = " ".join(
        filter(None, (month(work.date, MONTHS), str(work.date.year) if work.date else ""))
    )
    if work.kind == "other":
        date = ""
    place = " ".join(filter(None, (work.container, numbers, f"({date})" if date else "")))
    return ", ".join(filter(None, (place, pages(work.pages))))


def _chapter(work: Work) -> str:
    """`In Book, Jane Doe and Ann Poe (eds.). Springer, Cham, 5–19`."""
    editors = ""
    if work.editors:
        role = "eds." if len(work.editors.names) > 1 or work.editors.more else "ed."
        editors = f"{_people(work.editors, serial=False)} ({role})"
    book = ", ".join(filter(None, (work.container, editors)))
    details = ", ".join(filter(None, (work.publisher, work.place, pages(work.pages))))
    return " ".join(filter(None, (ended(f"In {book}") if book else "", details)))


def _locator(work: Work) -> str:
    if work.doi:
        return f"DOI:{work.doi_address}"
    return f"Retrieved from {work.page}" if work.page else ""
