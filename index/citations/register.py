"""The register of citation keys: which paper has which, and which one a new paper gets."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from index.citations.keys import distinct_key
from index.paper_keys import KEY_PATTERN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.paper import Paper
    from index.paper_keys import Keyed
    from index.shelf import Shelf
    from index.store import PaperStore

_AT_ONCE = 500
_DIGITS = 4


class KeyRegister:
    """Gives papers their citation keys, many at a time.

    Args:
        store: the papers.
        shelf: where keys are pinned when they are handed out.
    """

    def __init__(self, store: PaperStore, shelf: Shelf) -> None:
        self._store = store
        self._shelf = shelf

    def keys(self, ordinals: Sequence[int], *, pin: bool = False) -> list[str]:
        """The keys of papers, in order: the pinned ones, else those made from the papers alone.

        Args:
            ordinals: the papers.
            pin: whether the keys are handed out now, and so must never change again.

        Raises:
            KeyError: there is no such paper.
            LibraryError: the keys cannot be pinned.
        """
        keys: list[str] = []
        for start in range(0, len(ordinals), _AT_ONCE):
            keys += self._some_keys(ordinals[start : start + _AT_ONCE], pin=pin)
        return keys

    def _some_keys(self, ordinals: Sequence[int], *, pin: bool) -> list[str]:
        groups: dict[str, list[Keyed]] = defaultdict(list)
        known: dict[int, Keyed] = {}
        for paper in self._store.keys.sharing(ordinals):
            groups[paper.base.lower()].append(paper)
            known[paper.ordinal] = paper
        papers = [known[ordinal] for ordinal in ordinals]
        pinned = self._shelf.newest_keys([paper.id for paper in papers])
        papers, reserved = self._led(papers, pinned)
        fresh: dict[str, str] = {}
        if unpinned := [paper for paper in papers if paper.id not in pinned | reserved]:
            owners = self._shelf.papers_of_keys([paper.base for paper in unpinned])
            contested: list[Keyed] = []
            for paper in unpinned:
                alone = len(groups[paper.base.lower()]) == 1
                if alone and owners.get(paper.base, paper.id) == paper.id:
                    fresh[paper.id] = paper.base
                else:
                    contested.append(paper)
            fresh |= self._distinct_keys(contested, groups)
        fresh |= reserved
        if pin and fresh:
            self._shelf.pin(fresh)
        return [pinned.get(paper.id) or fresh[paper.id] for paper in papers]

    def _led(
        self, papers: list[Keyed], pinned: dict[str, str]
    ) -> tuple[list[Keyed], dict[str, str]]:
        """Papers under the ids whose keys they have, and keys reserved for these ids.

        Until a key of its own is handed out, a paper that is shown with what a full record says
        has the key of that record. Keys pinned for full records are added to `pinned`.
        """
        full = self._store.joined.full_ids(
            [paper.ordinal for paper in papers if paper.id not in pinned]
        )
        if not full:
            return papers, {}
        pinned |= self._shelf.newest_keys(list(full.values()))
        unpinned = [name for name in full.values() if name not in pinned]
        reserved = self._shelf.newest_keys(unpinned, reserved=True)
        led = [paper._replace(id=full.get(paper.ordinal, paper.id)) for paper in papers]
        return led, reserved

    def _distinct_keys(
        self, contested: Sequence[Keyed], groups: dict[str, list[Keyed]]
    ) -> dict[str, str]:
        """Keys by paper id, for papers whose base another paper has as well."""
        pattern = self._store.meta(KEY_PATTERN) or ""
        bases = {paper.base.lower() for paper in contested}
        involved = sorted({paper.ordinal for base in bases for paper in groups[base]})
        papers = {ordinal: paper for ordinal, paper, _ in self._store.contents(involved)}
        counts: dict[tuple[str, int], Counter[str]] = {}

        def is_single(key: str, base: str, digits: int) -> bool:
            """Whether no other paper of the group has this key with so many digits."""
            if (base, digits) not in counts:
                counts[base, digits] = Counter(
                    distinct_key(papers[rival.ordinal], digits, pattern).lower()
                    for rival in groups[base]
                )
            return counts[base, digits][key.lower()] == 1

        def distinct(keyed: Keyed, paper: Paper) -> str:
            base, digits = keyed.base.lower(), _DIGITS
            while True:
                key = distinct_key(paper, digits, pattern)
                if is_single(key, base, digits) and self._is_free(key, keyed):
                    return key
                digits += 2

        return {paper.id: distinct(paper, papers[paper.ordinal]) for paper in contested}

    def _is_free(self, key: str, keyed: Keyed) -> bool:
        """Whether a key is neither pinned for another paper nor the base of one."""
        if self._shelf.paper_of_key(key) not in {None, keyed.id}:
            return False
        return all(other == keyed.ordinal for other in self._store.keys.with_base(key))
