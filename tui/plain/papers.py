"""Papers in words: a line of a list, and a paper to be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tui.page import source_parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.library import Library
    from index.mark_state import MarkState
    from index.store import Row


class Said(NamedTuple):
    """A line of a paper; its heading goes with its number."""

    text: str
    is_heading: bool = False


def brief(row: Row, marks: MarkState) -> str:
    """A paper in a line: heading, detail, and its marks in words."""
    named = ": ".join(filter(None, (row.heading, row.detail)))
    return ", ".join([named or "Without title and abstract", *_marks(row.ordinal, marks)])


def full(library: Library, ordinal: int) -> Iterator[Said]:
    """A paper in lines: heading, authors, source, marks, links, abstract and note."""
    from index.names import full_name

    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    if forms.title is not None:
        yield Said(forms.title, is_heading=True)
    else:
        label = ": ".join(filter(None, (forms.name, forms.long_name)))
        yield Said(f"Untitled{f', called {label}' if label else ''}", is_heading=True)
    if paper.authors:
        yield Said("Authors: " + ", ".join(map(full_name, paper.authors)))
    yield Said("Source: " + ", ".join(source_parts(paper)))
    state = library.marks.state
    if marks := _marks(ordinal, state):
        yield Said("Marks: " + ", ".join(marks))
    links = dict.fromkeys([*(link.url for link in paper.links), *forms.links])
    for link in links:
        yield Said(f"Link: {link}")
    yield Said(f"Abstract: {forms.plain}" if forms.plain else "There is no abstract.")
    if note := state.notes.get(ordinal):
        yield Said(f"Note: {note}")


def _marks(ordinal: int, marks: MarkState) -> list[str]:
    said = [
        word
        for word, papers in (
            ("starred", marks.starred),
            ("read", marks.read),
            ("with a note", marks.notes),
        )
        if ordinal in papers
    ]
    return [*said, *(f"tagged {tag}" for tag in marks.tags_of(ordinal))]
