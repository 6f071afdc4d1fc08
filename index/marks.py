"""The marks part of the library: stars, read marks, tags and notes on stored papers.

Marks are kept by paper id in the shelf's journal and follow aliases: where the library knows a
paper by another id than the one under which it was marked, a shared identifier or abstract leads
to it. Marks of papers that the library does not hold stay on the shelf.
"""

from __future__ import annotations

import threading
from array import array
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from index.mark_state import NO_MARKS, NOTE, READ, STAR, TAG, MarkState, changed_state
from index.mark_texts import joined_notes, normal_note, normal_tag
from index.marks_file import collected
from index.markup.fold import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from index.journal import Act, Change, Journal, Writing
    from index.marks_file import PaperMarks
    from index.search.requests import SetRequest
    from index.store import PaperStore

Decide: TypeAlias = "Callable[[Writing, Sequence[str], Sequence[str]], str]"
"""Changes entries, given the papers' own ids and all ids that lead to them; returns the wording."""

KINDS = (STAR, READ, TAG, NOTE)
CALLED = 60
"""Characters of a paper's heading by which the journal calls it."""


class NoteKept(NamedTuple):
    """What became of a note: the act, if anything changed, and whether two texts were joined."""

    act: Act | None
    joined: bool


class Marks:
    """Keeps the reader's marks; safe to use from several threads.

    Args:
        store: the papers.
        journal: where the marks are kept.

    Raises:
        LibraryError: every method but `state`: the shelf cannot be read or written.
    """

    def __init__(self, store: PaperStore, journal: Journal) -> None:
        self._store = store
        self._journal = journal
        self._lock = threading.RLock()
        self._state = NO_MARKS
        self._seen: tuple[int, str] | None = None
        self._ordinals: dict[str, int] = {}
        self._followed: dict[int, list[str]] = {}
        self._sets: dict[str, tuple[MarkState, str, Collection[int]]] = {}

    @property
    def state(self) -> MarkState:
        """The marks as they were last read or written, for painting; costs nothing."""
        return self._state

    def refresh(self) -> bool:
        """Read the marks again if anybody has changed them, or the papers; whether so."""
        with self._lock:
            now = (self._journal.revision(), self._store.content_stamp())
            if now == self._seen:
                return False
            entries = self._journal.entries(*KINDS)
            self._resolve({entry.subject for entry in entries}, afresh=True)
            self._state = changed_state(
                NO_MARKS,
                [
                    (self._ordinals[item.subject], item.kind, item.name, item.value)
                    for item in entries
                    if item.subject in self._ordinals
                ],
            )
            self._seen = now
            return True

    def star(self, ordinals: Sequence[int], on: bool | None = None) -> Act | None:
        """Star papers, or no longer.

        Args:
            ordinals: the papers.
            on: whether to star; by default unless all of them are starred already.
        """
        return self._flag(STAR, ordinals, on, ("starred {}", "unstarred {}"))

    def read(
        self, ordinals: Sequence[int], on: bool | None = None, *, to_the_end: bool = False
    ) -> Act | None:
        """Mark papers as read or as unread; as `star`.

        Args:
            ordinals: the papers.
            on: whether they are read; by default unless all of them are marked so already.
            to_the_end: whether this happens because they were read to their end.
        """
        done = "read {} to its end" if to_the_end else "marked {} as read"
        return self._flag(READ, ordinals, on, (done, "marked {} as unread"))

    def tag(
        self, ordinals: Sequence[int], add: Iterable[str] = (), remove: Iterable[str] = ()
    ) -> Act | None:
        """Add tags to papers and take tags away.

        A tag that differs from a known one in case or accents only is that one.

        Raises:
            InputError: a tag has no letter or digit.
        """
        added, removed = ([normal_tag(tag) for tag in tags] for tags in (add, remove))

        def decide(writing: Writing, own: Sequence[str], every: Sequence[str]) -> str:
            known = {fold(name): name for name in writing.names(TAG)}
            said: list[str] = []
            for tag in added:
                name = known.setdefault(fold(tag), tag)
                writing.set_all(own, TAG, name, "")
                said.append(f"#{name}")
            for tag in removed:
                name = known.get(fold(tag), tag)
                writing.set_all(every, TAG, name, None)
                said.append(f"-#{name}")
            return f"tagged {self._called(ordinals)} {' '.join(said)}"

        return self._act(ordinals, decide)

    def note(self, ordinals: Sequence[int], text: str, *, before: str | None = None) -> NoteKept:
        """Set the note on a paper, where an empty text takes it away, or add one to several.

        Args:
            ordinals: the papers.
            text: the note.
            before: the note that the writer began with; where it is another by now, both texts
                are kept, one after the other.
        """
        clean = normal_note(text)
        joined = False

        def decide(writing: Writing, own: Sequence[str], every: Sequence[str]) -> str:
            nonlocal joined
            if len(ordinals) > 1:
                known = writing.values(NOTE, "")
                for subject in own:
                    writing.set(subject, NOTE, "", joined_notes(known.get(subject, ""), clean))
                return f"added a note to {self._called(ordinals)}"
            now = joined_notes(*(writing.value(subject, NOTE) or "" for subject in every))
            after = clean
            if before is not None and now not in (normal_note(before), clean):
                after = joined_notes(now, clean)
                joined = True
            for subject in every:
                writing.set(subject, NOTE, "", (after or None) if subject in own else None)
            verb = "wrote a note on" if after else "took off the note on"
            return f"{verb} {self._called(ordinals)}"

        if len(ordinals) > 1 and not clean:
            return NoteKept(None, joined=False)
        return NoteKept(self._act(ordinals, decide), joined)

    def collected(self) -> list[PaperMarks]:
        """All marks by paper, those of papers that the library does not hold among them."""
        with self._lock:
            self.refresh()
            entries = self._journal.entries(*KINDS)
            self._resolve({entry.subject for entry in entries}, afresh=False)
            rows = {row.ordinal: row for row in self._store.rows(list(self._ordinals.values()))}
            labels = {
                subject: rows[ordinal].heading or rows[ordinal].detail
                for subject, ordinal in self._ordinals.items()
                if ordinal in rows
            }
            return collected(entries, self._journal.aliases(), labels)

    def take_over(self, lines: Sequence[PaperMarks]) -> Act | None:
        """Add the marks of others to those that are there; nothing is taken away.

        Marks of papers that the library does not hold wait on the shelf.
        """
        homes = self._homes(lines)

        def decide(writing: Writing) -> str:
            known = {fold(name): name for name in writing.names(TAG)}
            for line in lines:
                subject = homes[line.identifier]
                writing.note_aliases((subject, alias) for alias in line.aliases)
                for flag in line.flags:
                    writing.set(subject, flag, "", "")
                for tag in line.tags:
                    writing.set(subject, TAG, known.setdefault(fold(tag), tag), "")
                if line.note:
                    note = joined_notes(writing.value(subject, NOTE) or "", line.note)
                    writing.set(subject, NOTE, "", note)
            return f"took over the marks of {len(lines):,} paper{'s' * (len(lines) != 1)}"

        return self._taken(lambda: self._journal.act(decide))

    def _homes(self, lines: Sequence[PaperMarks]) -> dict[str, str]:
        """The ids under which papers of the library keep their marks; strangers keep their own."""
        identities = self._store.identities
        known = identities.ordinals(line.identifier for line in lines)
        strangers = [line for line in lines if line.identifier not in known]
        led = self._led({line.identifier: line.aliases for line in strangers})
        names = identities.of_ordinals(led.values())
        homes = {line.identifier: line.identifier for line in lines}
        return homes | {identifier: names[ordinal] for identifier, ordinal in led.items()}

    def undo(self) -> Act | None:
        """Take back the newest act; `None` if there is none."""
        return self._taken(self._journal.undo)

    def redo(self) -> Act | None:
        """Do again what was undone last; `None` if there is nothing."""
        return self._taken(self._journal.redo)

    def answers(self, request: SetRequest) -> Collection[int] | None:
        """The papers that a query asks for by their marks, in ascending order.

        Returns:
            `None` if the request is not about marks.
        """
        from index.search.requests import Has, Is, Noted, Tagged

        self.refresh()
        state = self._state
        match request:
            case Is("starred"):
                return self._kept(request.name, lambda: state.starred)
            case Is("read"):
                return self._kept(request.name, lambda: state.read)
            case Is("unread"):
                return self._kept(
                    request.name, lambda: set(self._store.ordinals()).difference(state.read)
                )
            case Has("note"):
                return self._kept(request.name, lambda: state.notes)
            case Tagged(tag, prefix):
                return self._kept(request.name, lambda: state.tagged(tag, prefix=prefix))
            case Noted(text):
                return self._kept(request.name, lambda: state.noted(text))
            case _:
                return None

    def _kept(self, name: str, find: Callable[[], Collection[int]]) -> Collection[int]:
        stamp = self._store.content_stamp()
        kept = self._sets.get(name)
        if kept is None or kept[0] is not self._state or kept[1] != stamp:
            if len(self._sets) > 32:
                self._sets.clear()
            kept = self._sets[name] = (self._state, stamp, array("i", sorted(find())))
        return kept[2]

    def _flag(
        self, kind: str, ordinals: Sequence[int], on: bool | None, wordings: tuple[str, str]
    ) -> Act | None:
        self.refresh()
        marked = self._state.starred if kind == STAR else self._state.read
        if on is None:
            on = not marked.issuperset(ordinals)
        concerned = [ordinal for ordinal in ordinals if (ordinal in marked) != on]
        value = "" if on else None

        def decide(writing: Writing, own: Sequence[str], every: Sequence[str]) -> str:
            writing.set_all(own if on else every, kind, "", value)
            return wordings[0 if on else 1].format(self._called(concerned))

        return self._act(concerned, decide)

    def _act(self, ordinals: Sequence[int], decide: Decide) -> Act | None:
        """Do an act on papers, which `decide` finds under their ids and all that lead to them."""
        with self._lock:
            self.refresh()
            identifiers = self._store.identities.of_ordinals(ordinals)
            self._ordinals.update({name: ordinal for ordinal, name in identifiers.items()})
            own = list(identifiers.values())
            every = [*own, *(name for at in identifiers for name in self._followed.get(at, ()))]
            aliases = list(self._store.identities.aliases(own))

            def decided(writing: Writing) -> str:
                writing.note_aliases(aliases)
                return decide(writing, own, every)

            return self._taken(lambda: self._journal.act(decided))

    def _taken(self, change: Callable[[], Act | None]) -> Act | None:
        """Make a change and bring the state up to it."""
        with self._lock:
            self.refresh()
            act = change()
            if act is not None:
                self._take(act.changes)
            return act

    def _take(self, changes: Sequence[Change]) -> None:
        marks = [change for change in changes if change.kind in KINDS]
        self._resolve({change.subject for change in marks}, afresh=False)
        found = [
            (self._ordinals[item.subject], item.kind, item.name, item.after)
            for item in marks
            if item.subject in self._ordinals
        ]
        if any(ordinal in self._followed for ordinal, *_ in found):
            # Another subject may hold the same mark on the paper.
            self._seen = None
            self.refresh()
            return
        self._state = changed_state(self._state, found)
        # If another window has written meanwhile, the next look reads everything again.
        if self._seen is not None:
            self._seen = (self._seen[0] + 1, self._seen[1])

    def _resolve(self, subjects: Collection[str], *, afresh: bool) -> None:
        """Find out which papers subjects are."""
        if afresh:
            self._ordinals.clear()
            self._followed.clear()
        unknown = [subject for subject in subjects if subject not in self._ordinals]
        self._ordinals.update(self._store.identities.ordinals(unknown))
        strangers = [subject for subject in unknown if subject not in self._ordinals]
        if not strangers:
            return
        known_by = self._journal.aliases()
        led = self._led({subject: known_by.get(subject, []) for subject in strangers})
        for subject, ordinal in led.items():
            self._ordinals[subject] = ordinal
            self._followed.setdefault(ordinal, []).append(subject)

    def _led(self, aliases: Mapping[str, Sequence[str]]) -> dict[str, int]:
        """The papers that ids which no paper has lead to by their aliases, as far as it is sure."""
        leads = self._store.identities.ordinals_of_aliases(
            {f"id:{subject}" for subject in aliases}.union(*aliases.values())
        )
        led: dict[str, int] = {}
        for subject, names in aliases.items():
            # The id of a full record leads to the paper that shows it, whatever else may lead
            # where; an abstract under two titles identifies neither.
            found = set(leads.get(f"id:{subject}", ())) or {
                leads[alias][0] for alias in names if len(leads.get(alias, ())) == 1
            }
            if len(found) == 1:
                (led[subject],) = found
        return led

    def _called(self, ordinals: Sequence[int]) -> str:
        return called(self._store, ordinals)


def called(store: PaperStore, ordinals: Sequence[int]) -> str:
    """How the journal calls papers: by heading, or by how many they are."""
    if len(ordinals) != 1:
        return f"{len(ordinals):,} papers"
    (row,) = store.rows(ordinals) or (None,)
    heading = (row.heading or row.detail) if row is not None else ""
    return heading if len(heading) <= CALLED else f"{heading[: CALLED - 1]}…"
