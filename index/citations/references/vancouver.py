"""Vancouver style: references, without the number before them.

Rules are those of the ICMJE Recommendations and of "Citing Medicine" (National Library of
Medicine, second edition): chapter 1 for articles, 2 for books, 6 for proceedings, 22 for what was
read on the internet; up to six authors, of more the first six; initials without full stops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.dates import MONTHS, day, month
from index.citations.references.pages import changed_digits, pages
from index.citations.references.people import bare, shortened
from index.citations.references.titles import ended
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from index.citations.references.people import People, Person
    from index.citations.references.work import Work

_MOST = 6
_UNKNOWN = "[date unknown]"
_ORDINALS = {"II": "2nd", "III": "3rd", "IV": "4th"}


def reference(work: Work) -> str:
    """An entry; it ends in a full stop unless it ends in an address."""
    page = work.page
    if work.kind in {"preprint", "other"}:
        page = page or work.doi_address
    internet = " [Internet]" if page else ""
    title = work.title or NO_TITLE
    if work.kind in {"conference", "chapter"}:
        source = _book(work, internet)
    elif work.kind == "article":
        source = _article(work, internet)
    else:
        title = f"{title}{internet}"
        date = _year(work)
        source = f"{work.container}; {date}." if work.container else f"{date}."
    authors = ended(_people(work.authors)) if work.authors else ""
    available = f"Available from: {page}" if page else ""
    return " ".join(filter(None, (authors, ended(title), source, available)))


def _people(people: People) -> str:
    if len(people.names) > _MOST or people.more:
        return shortened(people, _inverted, "", _MOST, _MOST, comma_before_et_al=True)
    return ", ".join(map(_inverted, people.names))


def _inverted(person: Person) -> str:
    """`King ML Jr`, `Daumé H 3rd` (chapter 1, box "Degrees, titles, and honors")."""
    if person.whole:
        return person.whole
    suffix = _ORDINALS.get(person.suffix, person.suffix.rstrip("."))
    return " ".join(filter(None, (person.family, bare(person.given), suffix)))


def _year(work: Work) -> str:
    return str(work.date.year) if work.date else _UNKNOWN


def _pages(work: Work) -> str:
    return pages(work.pages, changed_digits)


def _article(work: Work, internet: str) -> str:
    """`Nature [Internet]. 2015 May 27;521(7553):436–44.`."""
    named = month(work.date, MONTHS)[:3]
    exact = day(work.date)
    date = " ".join(filter(None, (_year(work), named, str(exact) if exact else "")))
    volume = work.volume + (f"({work.issue})" if work.issue else "")
    where = ":".join(filter(None, (volume, _pages(work))))
    container = ended(work.container + internet) if work.container else ""
    return " ".join(filter(None, (container, f"{';'.join(filter(None, (date, where)))}.")))


def _book(work: Work, internet: str) -> str:
    """`In: Doe J, editor. Book. Cham: Springer; 2018. p. 5–19. (Series; vol. 2).`."""
    editors = ""
    if work.editors:
        several = len(work.editors.names) > 1 or work.editors.more
        editors = f"{_people(work.editors)}, {'editors' if several else 'editor'}."
    container = ended(work.container + internet) if work.container else ""
    book = " ".join(filter(None, (editors, container)))
    place = work.place if work.kind == "chapter" else ""
    publisher = ": ".join(filter(None, (place, work.publisher)))
    volume = f"vol. {work.volume}" if work.volume else ""
    series = "; ".join(filter(None, (work.series, volume))) if work.series else ""
    return " ".join(
        filter(
            None,
            (
                f"In: {book}" if book else "",
                f"{'; '.join(filter(None, (publisher, _year(work))))}.",
                f"p. {_pages(work)}." if work.pages else "",
                f"({series})." if series else "",
            ),
        )
    )
