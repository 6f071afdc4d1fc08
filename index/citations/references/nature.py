"""Nature style: references, without the number before them.

Rules are those of Nature's "Formatting guide", section "References": up to five authors, of more
the first; volume before pages, year last. Bold and italics are lost in plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.pages import pages
from index.citations.references.people import dotted, shortened
from index.citations.references.work import NO_TITLE
from index.citations.wording import stopped

if TYPE_CHECKING:
    from index.citations.references.people import People, Person
    from index.citations.references.work import Work

_MOST = 5
_UNKNOWN = "n.d."


def reference(work: Work) -> str:
    """An entry."""
    authors = stopped(_people(work.authors)) if work.authors else ""
    title = stopped(work.title or NO_TITLE)
    return " ".join(filter(None, (authors, title, _source(work))))


def _people(people: People) -> str:
    return shortened(people, _inverted, "&", _MOST, 1, serial=False)


def _inverted(person: Person) -> str:
    return person.inverted(dotted(person.given))


def _year(work: Work) -> str:
    return str(work.date.year) if work.date else _UNKNOWN


def _source(work: Work) -> str:
    year = f"({_year(work)})"
    if work.kind == "preprint":
        held = work.address or work.number or work.container
        return f"Preprint at {held} {year}." if held else f"Preprint {year}."
    if work.kind == "other":
        where = _comma(work.container, work.volume, pages(work.pages))
        return f"{_words(where, work.address, year)}."
    if work.kind == "article":
        numbers = _comma(work.volume, pages(work.pages))
        text = _words(work.container, numbers, year)
        return f"{text} doi:{work.doi}." if work.doi and not work.volume else f"{text}."
    text = _words(
        f"in {work.container}" if work.container else "",
        _editors(work.editors),
        f"vol. {work.volume}" if work.volume else "",
        pages(work.pages),
        f"({_comma(work.publisher, _year(work))})",
    )
    return f"{text}. doi:{work.doi}." if work.doi and not work.volume else f"{text}."


def _editors(people: People) -> str:
    if not people:
        return ""
    role = "eds" if len(people.names) > 1 or people.more else "ed."
    return f"({role} {_people(people)})"


def _words(*pieces: str) -> str:
    return " ".join(filter(None, pieces))


def _comma(*pieces: str) -> str:
    return ", ".join(filter(None, pieces))
