"""The search box and the `:` line: one-line inputs that report what their keys ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

if TYPE_CHECKING:
    from collections.abc import Callable


class SearchBox(Input):
    """Takes a query; some keys move the list from inside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,ctrl+n", "move(1)", show=False),
        Binding("up,ctrl+p", "move(-1)", show=False),
        Binding("pagedown", "move(10)", show=False),
        Binding("pageup", "move(-10)", show=False),
        Binding("alt+up", "recall(-1)", show=False),
        Binding("alt+down", "recall(1)", show=False),
        Binding("escape", "leave", show=False),
        Binding("tab", "accept", show=False),
    ]

    class Accepted(Message):
        """Tab: take the suggestion, or go to the next widget if there is none."""

    class Moved(Message):
        """The list should move by so many rows."""

        def __init__(self, rows: int) -> None:
            super().__init__()
            self.rows = rows

    class Recalled(Message):
        """An older query is wanted (-1), or a newer one (1)."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    class Left(Message):
        """Esc: empty the box, or leave it if it is empty."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, compact=True, select_on_focus=False, placeholder="search")

    def action_move(self, rows: int) -> None:
        """Ask for the list to move."""
        self.post_message(self.Moved(rows))

    def action_recall(self, step: int) -> None:
        """Ask for another query."""
        self.post_message(self.Recalled(step))

    def action_accept(self) -> None:
        """Ask for the suggestion to be taken."""
        self.post_message(self.Accepted())

    def action_leave(self) -> None:
        """Ask to be emptied or left."""
        self.post_message(self.Left())


class CommandLine(Input):
    """Takes a command by name, with completion by Tab."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,ctrl+g", "leave", show=False),
        Binding("tab", "complete", show=False),
    ]

    class Left(Message):
        """Esc: no command after all."""

    def __init__(
        self,
        complete: Callable[[str], str | None],
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(id=id, compact=True, select_on_focus=False, suggester=_Completer(complete))
        self._complete = complete

    def action_leave(self) -> None:
        """Ask to be put away."""
        self.post_message(self.Left())

    def action_complete(self) -> None:
        """Take the completion."""
        if found := self._complete(self.value):
            self.value = found
            self.cursor_position = len(found)


class _Completer(Suggester):
    def __init__(self, complete: Callable[[str], str | None]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._complete = complete

    async def get_suggestion(self, value: str) -> str | None:
        return self._complete(value)
