"""The library: opens, closes and wires its parts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

from index.paths import default_paths
from index.store import PaperStore

if TYPE_CHECKING:
    from types import TracebackType

    from index.citations.desk import Cite
    from index.importers.intake import Imports
    from index.paths import Paths
    from index.search.service import Search
    from index.shelf import Shelf


class Library:
    """A reader's papers with everything that can be done with them.

    `papers` holds them, `search` finds them, `cite` cites them, `imports` brings them in and
    `marks` keeps what the reader did. What a part needs is loaded when it is first used.

    Args:
        paths: its folders; the user's own by default.

    Raises:
        LibraryError: its files cannot be opened.
    """

    def __init__(self, paths: Paths | None = None) -> None:
        self.paths = paths or default_paths()
        self.papers = PaperStore(self.paths.library_file)

    @cached_property
    def search(self) -> Search:
        """The search part."""
        from index.search.service import Search

        return Search(
            self.papers,
            self.paths.library_file,
            self.paths.index,
            self._candidates,
        )

    @cached_property
    def marks(self) -> Shelf:
        """What the reader did."""
        from index.shelf import Shelf

        return Shelf(self.paths.shelf_file, self.paths.backups)

    @cached_property
    def cite(self) -> Cite:
        """The citation part."""
        from index.citations.desk import Cite

        return Cite(self.papers, self.marks)

    def _candidates(self, key: str) -> list[int]:
        # The citation part is loaded by the first key that is searched, not before.
        return self.cite.candidates(key)

    @cached_property
    def imports(self) -> Imports:
        """The import part."""
        from index.importers.intake import Imports

        return Imports(self.papers)

    def close(self) -> None:
        """Close its files."""
        if "search" in self.__dict__:
            self.search.close()
        self.papers.close()
        if "marks" in self.__dict__:
            self.marks.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
