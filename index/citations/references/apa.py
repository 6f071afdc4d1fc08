"""APA style, seventh edition: reference list and citations in the text.

Rules are those of the Publication Manual of the American Psychological Association (2020):
elements and their punctuation, sections 9.4 to 9.37; the examples of chapter 10. Titles keep the
capitals of the source (9.19 asks for sentence case, but which words are names no program knows).
Italics are lost in plain text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations.references.pages import labelled, pages
from index.citations.references.people import dotted, listed
from index.citations.references.titles import ended, headline
from index.citations.references.work import NO_TITLE

if TYPE_CHECKING:
    from index.citations.references.people import People, Person
    from index.citations.references.work import Work

_MOST = 20
_KEPT = 19


def reference(work: Work) -> str:
    """An entry of the reference list. Without authors the title comes first (9.12)."""
    date = f"({year(work)})."
    title = title_element(work)
    head = [authors(work.authors), date, title] if work.authors else [title, date]
    return " ".join(filter(None, (*head, _source(work), work.address)))


def year(work: Work) -> str:
    """The year, or "n.d." (9.17), with the letter that tells works apart (8.19)."""
    return work.year("n.d.")


def authors(people: People) -> str:
    """Up to twenty authors; of more the first nineteen, an ellipsis and the last (9.8)."""
    names = people.names
    texts = [_inverted(person) for person in names]
    if people.more:
        return f"{', '.join(texts[:_KEPT])}, et al."
    if len(texts) > _MOST:
        return ended(f"{', '.join(texts[:_KEPT])}, … {texts[-1]}")
    return ended(listed(texts, "&", pair_comma=not names[0].body))


def _inverted(person: Person) -> str:
    return person.inverted(dotted(person.given))


def title_element(work: Work) -> str:
    """The title, and the number of a preprint in parentheses (10.8)."""
    title = work.title or NO_TITLE
    if work.number and work.kind == "preprint":
        return f"{title} ({work.number})."
    return ended(title)


def _source(work: Work) -> str:
    """Periodical (9.25), book with editors (9.28), archive (9.30)."""
    if work.kind == "preprint":
        return ended(work.container) if work.container else ""
    if work.kind == "chapter" or (work.kind == "conference" and work.editors):
        return _book(work)
    volume = work.volume + (f"({work.issue})" if work.issue else "")
    container = headline(work.container) if work.kind != "other" else work.container
    place = ", ".join(filter(None, (container, volume, pages(work.pages))))
    publisher = work.publisher if work.kind == "other" or not place else ""
    return " ".join(ended(piece) for piece in (place, publisher) if piece)


def _book(work: Work) -> str:
    details = ", ".join(
        filter(
            None,
            (
                f"Vol. {work.volume}" if work.volume else "",
                labelled(work.pages, pages(work.pages)) if work.pages else "",
            ),
        )
    )
    where = " ".join(filter(None, (work.container, f"({details})" if details else "")))
    between = ", " if work.container else " "
    where = between.join(filter(None, (_editors(work.editors), where)))
    return " ".join(
        ended(piece) for piece in (f"In {where}" if where else "", work.publisher) if piece
    )


def _editors(people: People) -> str:
    """`J. Doe & R. Roe (Eds.)` (9.28)."""
    if not people:
        return ""
    texts = [person.spoken(dotted(person.given)) for person in people.names]
    role = "Eds." if len(texts) > 1 or people.more else "Ed."
    if people.more:
        return f"{', '.join(texts)}, et al. ({role})"
    return f"{listed(texts, '&')} ({role})"
