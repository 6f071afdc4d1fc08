"""IEEE style: references, without the number before them.

Rules are those of the IEEE Reference Guide (2023) and the IEEE Editorial Style Manual: conference
papers, section "Conference Proceedings Online"; articles, "Periodicals"; chapters, "Books";
preprints, "arXiv". The title keeps the capitals of the source. Italics are lost in plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.dates import ABBREVIATED, day, month
from index.citations.references.pages import labelled, pages
from index.citations.references.people import dotted, shortened
from index.citations.references.titles import ended, in_double_quotes
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from index.citations.references.people import People, Person
    from index.citations.references.work import Work

_MOST = 6


def reference(work: Work) -> str:
    """An entry; it ends in a full stop unless it ends in an address."""
    authors = f"{_people(work.authors)}," if work.authors else ""
    standalone = work.kind in {"preprint", "other"}
    title = in_double_quotes(work.title, "." if standalone else ",") if work.title else ""
    title = title or NO_TITLE + ("." if standalone else ",")
    if work.kind == "article":
        source = _joined(work.container, *_numbers(work), _month(work), _locator(work))
    elif standalone:
        source = _beside(_joined(work.container, *_numbers(work), _date(work)), work)
    elif work.kind == "chapter":
        source = _beside(_chapter(work), work)
    else:
        container = f"in {work.container}" if work.container else ""
        source = _beside(_joined(container, work.place, _month(work), *_numbers(work)), work)
    text = " ".join(filter(None, (authors, title, source)))
    return text if work.page and not work.doi else ended(text)


def _people(people: People) -> str:
    """Up to six names; of more the first."""
    return shortened(people, _spoken, "and", _MOST, 1)


def _spoken(person: Person) -> str:
    return person.spoken(dotted(person.given))


def _joined(*elements: str) -> str:
    return ", ".join(filter(None, elements))


def _numbers(work: Work) -> tuple[str, str, str]:
    return (
        f"vol. {work.volume}" if work.volume else "",
        f"no. {work.issue}" if work.issue else "",
        _pages(work),
    )


def _pages(work: Work) -> str:
    return labelled(work.pages, pages(work.pages)) if work.pages else ""


def _month(work: Work) -> str:
    if work.date is None:
        return "n.d."
    return " ".join(filter(None, (month(work.date, ABBREVIATED), str(work.date.year))))


def _date(work: Work) -> str:
    """`Mar. 05, 2024`."""
    number = day(work.date)
    if work.date is None or number is None:
        return _month(work)
    return f"{month(work.date, ABBREVIATED)} {number:02}, {work.date.year}"


def _locator(work: Work) -> str:
    if work.doi:
        return f"doi: {work.doi}"
    return f"[Online]. Available: {work.page}" if work.page else ""


def _beside(source: str, work: Work) -> str:
    """The source as a sentence, and where the work is to be found."""
    return " ".join(filter(None, (ended(source) if source else "", _locator(work))))


def _chapter(work: Work) -> str:
    """`in Book, vol. 2, A. Doe, Ed. Cham: Springer, 2018, pp. 5–19`."""
    book = _joined(
        f"in {work.container}" if work.container else "",
        f"vol. {work.volume}" if work.volume else "",
    )
    publisher = ": ".join(filter(None, (work.place, work.publisher)))
    year = str(work.date.year) if work.date else "n.d."
    details = _joined(publisher, year, _pages(work))
    if not work.editors:
        return _joined(book, details)
    role = "Eds." if len(work.editors.names) > 1 or work.editors.more else "Ed."
    return f"{_joined(book, _people(work.editors), role)} {details}"
