"""The matches part of the library: untitled papers and the full records that may be theirs.

That a reader accepted a match is an entry in the shelf's journal: the paper's id with the full
record's. It is undone like any mark, outlives every rebuild of the library, and follows aliases
as marks do. `apply` brings the papers in line with the journal.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

from index.errors import LibraryError
from index.forms import forms_maker
from index.mark_state import MATCH
from index.marks import called
from index.paper_keys import KEY_PATTERN
from index.search.builder import Child
from index.search.engine import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from index.importers.matching import Found
    from index.journal import Act, Writing
    from index.shelf import Shelf
    from index.store import PaperStore

SURE = 0.9
"""From this containment on, matches are accepted together unless another one is asked for."""
SMALL = 500
"""Up to so many papers are looked through at once; beyond, a process of its own does it."""


class Match(NamedTuple):
    """A full record that may be an untitled paper's.

    Attributes:
        ordinal: the untitled paper.
        full_ordinal: the full record.
        containment: the share of the shorter abstract that is in the other, 0 to 1.
        shared: how many runs of three words they share.
        is_same: whether it is the same abstract; else it is similar, perhaps another version.
    """

    ordinal: int
    full_ordinal: int
    containment: float
    shared: int
    is_same: bool


class Matches:
    """Finds matches, and keeps which ones were accepted; safe to use from several threads.

    Args:
        store: the papers.
        shelf: where accepted matches are kept, and keys reserved.
        keys: gives the citation keys of papers.
        library: the store's file, for the process that looks through many papers.
        folder: where what was found is kept; its content can be thrown away at any time.

    Raises:
        LibraryError: every method: the shelf or the papers cannot be read or written.
    """

    def __init__(
        self,
        store: PaperStore,
        shelf: Shelf,
        keys: Callable[[Sequence[int]], Sequence[str]],
        library: Path,
        folder: Path,
    ) -> None:
        self._store = store
        self._shelf = shelf
        self._journal = shelf.journal
        self._keys = keys
        self._library = library
        self._folder = folder
        self._lock = threading.RLock()
        self._finding = threading.Lock()
        self._seen: tuple[int, str] | None = None
        self._child: Child | None = None

    @property
    def applied(self) -> dict[int, int]:
        """The ordinals of papers that are shown with what a full record says, with that one's."""
        return self._store.joined.pairs()

    def offered(self, progress: Callable[[int], None] | None = None) -> list[Match]:
        """The matches that can be accepted: what is the same before what is similar.

        Those of a paper stand together, the best first. Where many papers are new it takes half a
        minute and is done by a process of its own.

        Args:
            progress: told now and then how many full records have been read.
        """
        if not self._store.joined.has_candidates():
            return []
        found = [Match(*item[:4], is_same=item.verdict == "same") for item in self._found(progress)]
        sure = {match.ordinal for match in found if match.is_same}
        return sorted(
            found, key=lambda item: (item.ordinal not in sure, item.ordinal, -item.containment)
        )

    def keys(self, ordinals: Sequence[int]) -> list[str]:
        """The citation keys of papers, in order; they lead to them for ever.

        They are not pinned: a paper that is given a title may still get a better one.
        """
        keys = list(self._keys(ordinals))
        ids = self._store.identities.of_ordinals(ordinals)
        self._shelf.reserve({ids[item]: key for item, key in zip(ordinals, keys, strict=True)})
        return keys

    def accept(self, pairs: Iterable[tuple[int, int]]) -> Act | None:
        """Give untitled papers what full records say of them, and apply it.

        The keys of both lead to the paper from then on.

        Args:
            pairs: ordinals of papers, each with that of its full record. A paper that is not
                untitled, a record that is, and what is accepted already is passed over.

        Returns:
            The act; `None` if there was nothing to accept.
        """
        with self._lock:
            wanted = self._acceptable(pairs)
            identities = self._store.identities
            every = [ordinal for pair in wanted.items() for ordinal in pair]
            ids = identities.of_ordinals(every)
            aliases = list(identities.aliases(ids.values()))
            self.keys(every)

            def decide(writing: Writing) -> str:
                writing.note_aliases(aliases)
                for paper, full in wanted.items():
                    writing.set(ids[paper], MATCH, "", ids[full])
                what = "its title" if len(wanted) == 1 else "their titles"
                return f"gave {called(self._store, list(wanted))} {what}"

            act = self._journal.act(decide)
            if act is not None:
                self.apply()
            return act

    def accept_all(self, threshold: float = SURE) -> Act | None:
        """Accept every match from a containment on that leaves no doubt which record it is.

        Two records that match a paper equally well, or a record that matches two papers, are
        left for the reader to see.
        """
        return self.accept(
            (match.ordinal, match.full_ordinal) for match in self.beyond_doubt(threshold)
        )

    def beyond_doubt(self, threshold: float = SURE) -> list[Match]:
        """The matches that `accept_all` accepts."""
        return beyond_doubt(self.offered(), threshold)

    def apply(self) -> bool:
        """Bring the papers in line with what is accepted; whether anything had to be changed.

        Costs next to nothing if neither has changed since the last time.
        """
        with self._lock:
            seen = (self._journal.revision(), self._store.content_stamp())
            if seen == self._seen:
                return False
            changed = self._store.joined.become(
                self._wanted(), forms_maker(self._store.meta(KEY_PATTERN) or "")
            )
            self._seen = (seen[0], self._store.content_stamp())
            return changed

    def close(self) -> None:
        """Give up a search for matches that is under way."""
        if self._child is not None:
            self._child.stop()

    def _acceptable(self, pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
        wanted: dict[int, int] = {}
        taken: set[int] = set()
        known = dict(pairs)
        rows = {row.ordinal: row for row in self._store.rows([*known, *known.values()])}
        for paper, full in known.items():
            if paper not in rows or full not in rows or full in taken or rows[paper].titled:
                continue
            if self._store.paper(full).title is not None:
                wanted[paper] = full
                taken.add(full)
        return wanted

    def _found(self, progress: Callable[[int], None] | None) -> list[Found]:
        from index.importers.matching import found_before

        with self._finding:
            # Twice: the papers may change while they are looked through.
            for _ in range(2):
                try:
                    return found_before(self._store, self._folder)
                except IndexUnusable:
                    self._find(progress)
            try:
                return found_before(self._store, self._folder)
            except IndexUnusable as error:
                raise LibraryError(f"cannot look for matching records: {error}") from error

    def _find(self, progress: Callable[[int], None] | None) -> None:
        from index.importers.matching import find_all

        if self._store.count() > SMALL:
            self._child = Child("matches", self._library, self._folder)
            self._child.run(progress or (lambda _: None))
            return
        try:
            find_all(self._store, self._folder, progress)
        except IndexUnusable as error:
            raise LibraryError(f"cannot look for matching records: {error}") from error

    def _wanted(self) -> dict[int, int]:
        """The pairs of ordinals that are accepted, as far as the library holds both."""
        entries = self._journal.entries(MATCH)
        if not entries:
            return {}
        ordinals = self._resolved({name for item in entries for name in (item.subject, item.value)})
        found: dict[int, int] = {}
        taken: set[int] = set()
        for item in entries:
            paper, full = ordinals.get(item.subject), ordinals.get(item.value)
            # By now both may lead to one paper, or a paper may have been matched under two ids.
            if (
                paper is None
                or full is None
                or paper == full
                or not taken.isdisjoint((paper, full))
            ):
                continue
            taken.update((paper, full))
            found[paper] = full
        return found

    def _resolved(self, identifiers: set[str]) -> dict[str, int]:
        """The ordinals of records by the ids under which the journal knows them."""
        joined = self._store.joined
        found = joined.records(identifiers)
        strangers = identifiers.difference(found)
        if not strangers:
            return found
        known_by = self._journal.aliases()
        aliases = {name: known_by.get(name, []) for name in strangers}
        leads = joined.records_of_aliases({alias for names in aliases.values() for alias in names})
        for name, names in aliases.items():
            # An abstract under two titles identifies neither.
            single = [leads[alias] for alias in names if len(leads.get(alias, ())) == 1]
            if len(ordinals := set().union(*single)) == 1:
                (found[name],) = ordinals
        return found


def beyond_doubt(offered: Sequence[Match], threshold: float) -> list[Match]:
    """Matches of the same abstract from a containment on, of which each is the only best one."""
    sure = [match for match in offered if match.is_same and match.containment >= threshold]
    best: dict[int, list[Match]] = {}
    for match in sure:
        known = best.setdefault(match.ordinal, [])
        if not known or match.containment == known[0].containment:
            known.append(match)
    single = [known[0] for known in best.values() if len(known) == 1]
    full = [match.full_ordinal for match in single]
    return [match for match in single if full.count(match.full_ordinal) == 1]
