"""The library: opens, closes and wires its parts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from index.errors import LibraryError
from index.parts import part
from index.paths import default_paths
from index.store import PaperStore

if TYPE_CHECKING:
    from collections.abc import Collection
    from types import TracebackType

    from index.citations.desk import Cite
    from index.drafts import Drafts
    from index.importers.intake import Imports
    from index.importers.upkeep import Upkeep
    from index.marks import Marks
    from index.matches import Matches
    from index.paths import Paths
    from index.saved_searches import SavedSearches
    from index.search.facets import Facets
    from index.search.requests import SetRequest
    from index.search.service import Search
    from index.shelf import Shelf
    from index.sorting import Sorter


class Library:
    """A reader's papers with everything that can be done with them.

    `papers` holds them, `search` finds them, `facets` counts what they have, `cite` cites them,
    `imports` brings them in, `marks` keeps the reader's marks on them and `shelf` is the file in
    which marks, pinned keys, copies and queries lie. What a part needs is loaded when it is first
    used.

    Args:
        paths: its folders; the user's own by default.

    Attributes:
        guests: the files that it was made for, if it is for one visit only.

    Raises:
        LibraryError: its files cannot be opened.
    """

    def __init__(self, paths: Paths | None = None) -> None:
        self.paths = paths or default_paths()
        self.papers = PaperStore(self.paths.library_file)
        self.guests: tuple[str, ...] | None = None

    @part
    def search(self) -> Search:
        """The search part."""
        from index.search.service import Search

        return Search(
            self.papers,
            self.paths.library_file,
            self.paths.index,
            self._candidates,
            self._marked,
        )

    @part
    def facets(self) -> Facets:
        """Counts what the papers have that a query finds."""
        from index.search.facets import Facets

        return Facets(self.search)

    @part
    def shelf(self) -> Shelf:
        """What the reader did."""
        from index.shelf import Shelf

        return Shelf(self.paths.shelf_file, self.paths.backups)

    @part
    def marks(self) -> Marks:
        """The reader's marks on papers."""
        from index.marks import Marks

        return Marks(self.papers, self.shelf.journal)

    @part
    def matches(self) -> Matches:
        """Untitled papers and the full records that may be theirs."""
        from index.matches import Matches

        return Matches(
            self.papers, self.shelf, self.cite.keys, self.paths.library_file, self.paths.matches
        )

    @part
    def cite(self) -> Cite:
        """The citation part."""
        from index.citations.desk import Cite

        return Cite(self.papers, self.shelf)

    @part
    def searches(self) -> SavedSearches:
        """The reader's saved searches."""
        from index.saved_searches import SavedSearches

        return SavedSearches(self.shelf.journal)

    @part
    def sorter(self) -> Sorter:
        """Sorts papers."""
        from index.sorting import Sorter

        return Sorter(self.papers)

    @part
    def drafts(self) -> Drafts:
        """Notes that are being written."""
        from index.drafts import Drafts

        return Drafts(self.paths.drafts)

    def _candidates(self, key: str) -> list[int]:
        # The citation part is loaded by the first key that is searched, not before. Without the
        # shelf the keys of old are unknown; a search is answered all the same.
        try:
            return self.cite.candidates(key)
        except LibraryError:
            return self.papers.keys.with_base(key)

    def _marked(self, request: SetRequest) -> Collection[int] | None:
        return self.marks.answers(request)

    @part
    def imports(self) -> Imports:
        """The import part."""
        from index.importers.intake import Imports

        return Imports(self.papers)

    @part
    def sources(self) -> Upkeep:
        """The files that the papers came from."""
        from index.importers.upkeep import Upkeep

        return Upkeep(self.papers, self.imports)

    def close(self) -> None:
        """Close its files."""
        if "search" in self.__dict__:
            self.search.close()
        if "matches" in self.__dict__:
            self.matches.close()
        self.papers.close()
        if "shelf" in self.__dict__:
            self.shelf.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
