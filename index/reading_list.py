"""A reading list in Markdown: citations of papers with the reader's marks and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations import StyleNotAvailable
from index.citations.markdown import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.citations.desk import Cite
    from index.mark_state import MarkState
    from index.store import PaperStore


def reading_list(
    papers: PaperStore, cite: Cite, marks: MarkState, ordinals: Sequence[int]
) -> Iterator[str]:
    """The text of a reading list, a piece at a time.

    Args:
        papers: where the papers are.
        cite: writes the citations.
        marks: the reader's marks.
        ordinals: the papers, in order.

    Raises:
        LibraryError: the papers cannot be read.
        KeyError: there is no such paper.
    """
    yield "# Reading list\n"
    for ordinal in ordinals:
        yield from _paper(papers, cite, marks, ordinal)


def _paper(papers: PaperStore, cite: Cite, marks: MarkState, ordinal: int) -> Iterator[str]:
    forms = papers.forms(ordinal)
    # A paper without a title is headed by its label, and cited below as what it is.
    yield f"\n## {escaped(forms.heading or forms.gist)}\n"
    try:
        citation = cite.write([ordinal], "markdown").text
    except StyleNotAvailable:
        citation = escaped(cite.write([ordinal], "plain").text)
    yield f"\n{citation}\n"
    said = [
        *(["starred"] if ordinal in marks.starred else []),
        *(["read"] if ordinal in marks.read else []),
        *(f"#{tag}" for tag in marks.tags_of(ordinal)),
    ]
    if said:
        yield f"\n{escaped(' '.join(said))}\n"
    if note := marks.notes.get(ordinal):
        # A note is the reader's own Markdown: it is quoted, not escaped.
        yield "\n" + "".join(f"> {line}".rstrip() + "\n" for line in note.split("\n"))
