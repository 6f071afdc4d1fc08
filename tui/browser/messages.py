"""What the background tells the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.saved_searches import SavedSearch
    from tui.browser.state import Found


class Progressed(Message):
    """Background work has come this far."""

    def __init__(self, activity: str) -> None:
        super().__init__()
        self.activity = activity

    def can_replace(self, message: Message) -> bool:
        """Only the newest progress matters."""
        return isinstance(message, Progressed)


class PapersChanged(Message):
    """The library has other papers than before."""


class PapersSettled(Message):
    """The papers have changed, and for the time being do no more: the index can follow."""


class MarksChanged(Message):
    """The reader's marks are others than before."""


class ShelfRead(Message):
    """The shelf has been opened: the marks are there, and these are its searches and queries."""

    def __init__(self, searches: Sequence[SavedSearch], queries: list[str]) -> None:
        super().__init__()
        self.searches = searches
        self.queries = queries


class Told(Message):
    """Something has been done to the marks; the message is one line for the user."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class SearchReady(Message):
    """The index can be asked; `repaired` says why it had to be made anew, if it had."""

    def __init__(self, repaired: str | None) -> None:
        super().__init__()
        self.repaired = repaired


class Answered(Message):
    """A search is done."""

    def __init__(self, generation: int, found: Found) -> None:
        super().__init__()
        self.generation = generation
        self.found = found

    def can_replace(self, message: Message) -> bool:
        """A newer answer makes a waiting older one pointless."""
        return isinstance(message, Answered)


class Failed(Message):
    """Background work failed; the message is one line for the user."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Broken(Message):
    """Background work met an error of the program's own, which ends the visit."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
