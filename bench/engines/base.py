"""What is asked of every engine."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article

_WORD = re.compile(r"\w+")


class Ask(NamedTuple):
    """How a query is meant.

    `unfinished`: the last word, with nothing after it, is a prefix. `words`: "all" must match,
    "any" may, or "all-first": any if no paper has all.
    """

    limit: int = 50
    unfinished: bool = False
    words: str = "all"


class SearchEngine(ABC):
    """An engine over one index on disk.

    What it finds goes by handles: whatever the engine itself names a document by.
    """

    @property
    @abstractmethod
    def version(self) -> str:
        """The version of what is measured."""

    def prepare(self, articles: Iterable[Article], folder: Path) -> None:
        """Do what must be there before an index can be built; not timed."""
        del articles, folder

    @abstractmethod
    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the index, complete on disk, in an empty folder that exists."""

    def index_folder(self, folder: Path) -> Path:
        """The part of `folder` whose size is that of the index."""
        return folder

    @abstractmethod
    def open(self, folder: Path) -> None:
        """Open what `build` made, in another process."""

    @abstractmethod
    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """The best papers as (handle, score), best first."""

    @abstractmethod
    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """What a list shows of papers, out of what is stored."""

    def facets(self, text: str) -> object:
        """Count what the papers that a query finds have.

        Raises:
            NotImplementedError: the engine cannot.
        """
        raise NotImplementedError

    def number(self, handle: Any) -> int:
        """The number of the paper behind a handle."""
        return int(handle)

    def search(self, text: str, ask: Ask) -> list[tuple[Any, float]]:
        """The best papers as (handle, score), best first."""
        unfinished = ask.unfinished
        hits = self.find(
            text, unfinished=unfinished, every_word=ask.words != "any", limit=ask.limit
        )
        if not hits and ask.words == "all-first":
            hits = self.find(text, unfinished=unfinished, every_word=False, limit=ask.limit)
        return hits


def split(text: str, *, unfinished: bool) -> tuple[list[str], str | None]:
    """The finished words of a query in lower case, and the word that is still being typed.

    Each word comes once: the peers rank long questions better so.
    """
    words = _WORD.findall(text.lower())
    last = words.pop() if unfinished and words and text[-1:].isalnum() else None
    return list(dict.fromkeys(words)), last
