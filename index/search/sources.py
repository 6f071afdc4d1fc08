"""What the indexes are built from: the papers of a store as documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.search.engine import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.forms import Forms
    from index.paper import Paper
    from index.store import PaperStore


def document_of(ordinal: int, paper: Paper, forms: Forms) -> Document:
    """What is searched of a paper."""
    people = (
        name.literal or f"{name.given} {name.particle} {name.family}" for name in paper.authors
    )
    return Document(
        ordinal=ordinal,
        heading=forms.heading,
        abstract=forms.plain,
        authors="; ".join(people),
        venue=paper.venue or "",
        keywords="; ".join(paper.keywords),
        year=paper.date.year if paper.date else None,
        is_titled=forms.title is not None,
    )


def documents(store: PaperStore, ordinals: Sequence[int] | None = None) -> Iterator[Document]:
    """The papers of a store in file order; all of them, or those with the given ordinals."""
    for ordinal, paper, forms in store.contents(ordinals):
        yield document_of(ordinal, paper, forms)
