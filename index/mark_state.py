"""The marks on stored papers as an immutable value, for painting and for sets."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from index.markup.fold import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

STAR, READ, TAG, NOTE = "star", "read", "tag", "note"
"""The kinds of marks, as the journal calls them."""
MATCH = "match"
"""The kind of an accepted match of two records there."""

Marked = tuple[int, str, str, str | None]
"""An ordinal, the kind and name of a mark on it, and its value; `None` if it is taken away."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkState:
    """Ordinals of marked papers; it equals only itself.

    Attributes:
        starred: papers with a star.
        read: papers that have been read.
        tags: papers by tag.
        notes: notes by paper.
    """

    starred: frozenset[int] = frozenset()
    read: frozenset[int] = frozenset()
    tags: Mapping[str, frozenset[int]] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)

    def tags_of(self, ordinal: int) -> tuple[str, ...]:
        """The tags of a paper in alphabetical order."""
        return tuple(sorted(tag for tag, papers in self.tags.items() if ordinal in papers))

    def tagged(self, tag: str, *, prefix: bool = False) -> set[int]:
        """Papers with a tag whose folded form is `tag`, or begins with it; blanks are hyphens."""
        tag = tag.replace(" ", "-")
        found: set[int] = set()
        for name, papers in self.tags.items():
            folded = fold(name)
            if folded == tag or (prefix and folded.startswith(tag)):
                found |= papers
        return found

    def noted(self, text: str) -> list[int]:
        """Papers whose folded note contains a folded text."""
        return [ordinal for ordinal, note in self.notes.items() if text in fold(note)]


NO_MARKS = MarkState()


def changed_state(state: MarkState, changes: Iterable[Marked]) -> MarkState:
    """The state after some changes; a paper noted under two subjects has both texts."""
    from index.mark_texts import joined_notes

    added: dict[tuple[str, str], set[int]] = {}
    removed: dict[tuple[str, str], set[int]] = {}
    notes = dict(state.notes)
    written: set[int] = set()
    for ordinal, kind, name, value in changes:
        if kind != NOTE:
            (removed if value is None else added).setdefault((kind, name), set()).add(ordinal)
        elif value is None:
            notes.pop(ordinal, None)
        else:
            notes[ordinal] = joined_notes(notes[ordinal], value) if ordinal in written else value
            written.add(ordinal)

    def changed(papers: frozenset[int], kind: str, name: str = "") -> frozenset[int]:
        off, on = removed.get((kind, name)), added.get((kind, name))
        return (papers - off if off else papers) | (on or frozenset())

    names = {name for kind, name in (*added, *removed) if kind == TAG}
    tags = dict(state.tags)
    for name in names:
        papers = changed(tags.pop(name, frozenset()), TAG, name)
        if papers:
            tags[name] = papers
    return MarkState(
        changed(state.starred, STAR),
        changed(state.read, READ),
        MappingProxyType(tags),
        MappingProxyType(notes),
    )
