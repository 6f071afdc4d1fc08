"""Chicago style, author-date, seventeenth edition: reference list.

Rules are those of the Chicago Manual of Style (2017): chapter 15 for author-date references, with
chapter 14 for articles (14.168 to 14.179) and chapters (14.106 to 14.108), 9.61 for pages, 8.159
for capitals, 16.71 for particles. Italics are lost in plain text. Entries of one author are not
joined by a dash (15.17): each must make sense where it is pasted alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references import pages
from index.citations.references.dates import MONTHS, month
from index.citations.references.people import first_inverted, in_full, listed
from index.citations.references.titles import ended, headline, in_double_quotes
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from index.citations.references.people import People
    from index.citations.references.work import Work

_MOST = 10
_KEPT = 7


def reference(work: Work) -> str:
    """An entry of the reference list. Without authors the title comes first (15.34)."""
    year = ended(work.year("n.d."))
    title = in_double_quotes(headline(work.title, work.maths), ".") if work.title else NO_TITLE
    title = ended(title)
    head = [ended(_authors(work.authors)), year, title] if work.authors else [title, year]
    if work.kind == "article":
        source = [_article(work)]
    elif work.kind in {"conference", "chapter"}:
        source = [_book(work), work.series, _publisher(work)]
    else:
        source = [_other(work)]
    pieces = [*head, *(ended(piece) for piece in (*source, work.address) if piece)]
    return " ".join(filter(None, pieces))


def _authors(people: People) -> str:
    """Up to ten authors; of more the first seven (15.9). A particle goes last (16.71)."""
    return first_inverted(people.names, _MOST, _KEPT, more=people.more, demoted=True)


def _pages(work: Work) -> str:
    return pages.pages(work.pages, pages.chicago)


def _article(work: Work) -> str:
    """`Nature 521 (7553): 436–44` (15.48); a month where there is no issue (14.171)."""
    date = "" if work.issue and work.volume else month(work.date, MONTHS)
    container = headline(work.container)
    if work.volume:
        inside = work.issue or date
        place = " ".join(filter(None, (container, work.volume, f"({inside})" if inside else "")))
        return ": ".join(filter(None, (place, _pages(work))))
    if work.issue:
        place = ", ".join(filter(None, (container, f"no. {work.issue}")))
        place += f" ({date})" if date else ""
        return ": ".join(filter(None, (place, _pages(work))))
    return ", ".join(filter(None, (container, date, _pages(work))))


def _book(work: Work) -> str:
    """`In Book, edited by A, 2:5–19` (14.106, 14.116)."""
    numbers = _pages(work)
    if work.volume:
        numbers = f"{work.volume}:{numbers}" if numbers else f"vol. {work.volume}"
    place = ", ".join(filter(None, (headline(work.container), _editors(work.editors), numbers)))
    return f"In {place}" if work.container else place[:1].upper() + place[1:]


def _editors(people: People) -> str:
    if not people:
        return ""
    shown = people.names[:_KEPT] if len(people.names) > _MOST else people.names
    texts = [person.spoken(in_full(person.given)) for person in shown]
    if people.more or len(shown) < len(people.names):
        return f"edited by {', '.join(texts)}{',' if len(texts) > 1 else ''} et al."
    return f"edited by {listed(texts, 'and')}"


def _publisher(work: Work) -> str:
    """`Cham: Springer` (14.127); the place of proceedings is that of the conference."""
    place = work.place if work.kind == "chapter" else ""
    return ": ".join(filter(None, (place, work.publisher)))


def _other(work: Work) -> str:
    where = f"{work.volume} ({work.issue})" if work.volume and work.issue else work.volume
    place = " ".join(filter(None, (work.container, where)))
    return ": ".join(filter(None, (place, _pages(work))))
