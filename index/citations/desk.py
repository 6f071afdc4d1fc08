"""The citation part of the library: finds papers by key, writes citations and pins their keys."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from index.citations import STYLES, Cited, cite, cite_quotation, style_info
from index.citations.register import KeyRegister
from index.errors import AmbiguousKey, KeyNotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.forms import Forms
    from index.shelf import Shelf
    from index.store import PaperStore

KEYED_STYLES = frozenset(
    {"bibtex", "biblatex", "ris", "csl-json", "org", "typst", "key", "cite", "pandoc"}
)
"""Styles whose text hands out the key, which is pinned from then on."""

AT_ONCE = 500
"""So many papers are read and get their keys at a time."""
_LONGEST_ASKED = 100
_LOOKED_AT = 5_000
"""So many keys are looked through for one that is perhaps meant."""

_HEXADECIMAL = re.compile(r"[0-9a-f]{4,16}")
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:https?://arxiv\.org/(?:abs|pdf)/|arxiv:\s*)?(\d{4}\.\d{4,5}|[a-z.-]+/\d{7})(?:v\d+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Citation:
    """A finished text, what it is called in a receipt, and how many papers it cites."""

    text: str
    what: str
    count: int

    @property
    def called(self) -> str:
        """What a receipt calls it: `BibTeX`, `BibTeX of 3 papers`."""
        return self.what if self.count == 1 else f"{self.what} of {self.count:,} papers"


class Record(NamedTuple):
    """A paper ready to be cited, with its stored forms."""

    item: Cited
    forms: Forms


class Cite:
    """Writes citations of stored papers.

    Args:
        store: the papers.
        shelf: where keys are pinned when they are handed out.
    """

    def __init__(self, store: PaperStore, shelf: Shelf) -> None:
        self._store = store
        self._shelf = shelf
        self._register = KeyRegister(store, shelf)

    def key(self, ordinal: int) -> str:
        """The citation key of a paper: the pinned one, else one made from the paper alone.

        Raises:
            KeyError: there is no such paper.
        """
        return self.keys([ordinal])[0]

    def keys(self, ordinals: Sequence[int], *, pin: bool = False) -> list[str]:
        """The citation keys of papers, in order.

        Args:
            ordinals: the papers.
            pin: whether the keys are handed out now, and so must never change again.

        Raises:
            KeyError: there is no such paper.
            LibraryError: the keys cannot be pinned.
        """
        return self._register.keys(ordinals, pin=pin)

    def write(self, ordinals: Sequence[int], style: str) -> Citation:
        """One text that cites the given papers in order, as the style orders them.

        Raises:
            UnknownStyle: there is no such style.
            StyleNotAvailable: the style cannot write one of these records.
            KeyError: there is no such paper.
        """
        text = cite([item for item, _ in self.records(ordinals)], style)
        if style in KEYED_STYLES:
            self.keys(ordinals, pin=True)
        return Citation(text, style_info(style).title, len(ordinals))

    def records(self, ordinals: Sequence[int], *, pin: bool = False) -> Iterator[Record]:
        """Papers ready to be cited, with their forms, in the order given, a few at a time.

        Args:
            ordinals: the papers; there may be any number.
            pin: whether their keys are handed out now.

        Raises:
            KeyError: there is no such paper.
            LibraryError: the keys cannot be pinned.
        """
        for start in range(0, len(ordinals), AT_ONCE):
            part = ordinals[start : start + AT_ONCE]
            keys = dict(zip(part, self.keys(part, pin=pin), strict=True))
            for ordinal, paper, forms in self._store.records(part):
                label = forms.heading or forms.gist
                yield Record(Cited(paper, keys[ordinal], forms.plain, label=label), forms)

    def quote(self, ordinal: int, sentence: str) -> Citation:
        """A sentence of an abstract in quotation marks, with its citation and the reference."""
        return Citation(
            cite_quotation(self._cited(ordinal), sentence), STYLES["quotation"].title, 1
        )

    def find(self, key: str) -> int:
        """The ordinal of the paper that a key names.

        Args:
            key: a citation key (pinned or current), an id or its first four digits or more, a
                DOI or an arXiv id, with or without their usual prefixes.

        Raises:
            KeyNotFound: nothing answers to it.
            AmbiguousKey: several papers do; the message lists their keys.
        """
        found = self.candidates(key)
        if not found:
            near = self.nearest(key)
            hint = f"did you mean {near}?" if near else "`readingroom search` shows keys"
            raise KeyNotFound(f"no paper has the key {key[:_LONGEST_ASKED]!r}: {hint}")
        if len(found) > 1:
            names = ", ".join(self.key(ordinal) for ordinal in found[:5])
            more = f" and {len(found) - 5} more" if len(found) > 5 else ""
            raise AmbiguousKey(f"{key!r} may be {names}{more}: give more of the key")
        return found[0]

    def candidates(self, key: str) -> list[int]:
        """The ordinals of the papers that a key may name, in the forms that `find` takes."""
        key = key.strip()
        found: list[int] = []
        if paper_id := self._shelf.paper_of_key(key):
            ordinal = self._store.ordinal_of_id(paper_id)
            found = [] if ordinal is None else [ordinal]
        found = found or self._by_current_key(key)
        if not found and _HEXADECIMAL.fullmatch(key.lower()):
            found = self._store.ordinals_of_id_prefix(key.lower())
        if not found and (doi := _DOI.fullmatch(key)):
            found = self._store.ordinals_of_alias(f"doi:{doi[1].lower()}")
        if not found and (arxiv := _ARXIV.fullmatch(key)):
            found = self._store.ordinals_of_alias(f"arxiv:{arxiv[1].lower()}")
        return found

    def nearest(self, key: str) -> str | None:
        """The citation key that is most like one that no paper has; `None` if none is."""
        import difflib

        asked = key.strip().lower()[:_LONGEST_ASKED]
        # Typing goes wrong in the middle more often than at the beginning.
        for length in (3, 1):
            known = self._store.keys.beginning(asked[:length], _LOOKED_AT)
            near = difflib.get_close_matches(asked, known, n=1, cutoff=0.75)
            if near:
                return self.key(known[near[0]])
        return None

    def _by_current_key(self, key: str) -> list[int]:
        found = self._store.keys.with_base(key)
        if found:
            return found
        # Where papers share a base, their keys have more digits at the end: either a group of
        # their own, or some more in the last group.
        bases = [key.rpartition("-")[0], key[:-2], key[:-4]]
        near = {ordinal for base in bases if base for ordinal in self._store.keys.with_base(base)}
        return [ordinal for ordinal in sorted(near) if self.key(ordinal) == key]

    def _cited(self, ordinal: int) -> Cited:
        ((item, _),) = self.records([ordinal])
        return item
