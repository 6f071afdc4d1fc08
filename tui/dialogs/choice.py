"""A list to choose from: several links, the last copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult


class ChoiceDialog(ModalScreen[int | None]):
    """Asks for one of several things; its result is an index, or `None` for Esc.

    Args:
        title: what is being chosen.
        choices: one line each; never markup.
    """

    DEFAULT_CSS = """
    ChoiceDialog { align: center middle; }
    ChoiceDialog > Vertical {
        width: 90%; max-width: 100; height: auto; max-height: 90%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    ChoiceDialog OptionList { height: auto; max-height: 20; background: $surface; }
    ChoiceDialog OptionList, ChoiceDialog OptionList:focus { border: none; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", show=False),
        Binding("j", "move(1)", show=False),
        Binding("k", "move(-1)", show=False),
    ]

    def __init__(self, title: str, choices: Sequence[str]) -> None:
        super().__init__()
        self._title = title
        self._choices = choices

    def compose(self) -> ComposeResult:
        """A heading and the list."""
        with Vertical():
            yield Static(Content(self._title), markup=False)
            yield OptionList(*(Option(Content(choice)) for choice in self._choices), markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Answer with the chosen index."""
        self.dismiss(event.option_index)

    def action_leave(self) -> None:
        """Answer with nothing."""
        self.dismiss(None)

    def action_move(self, rows: int) -> None:
        """Move the highlight by rows."""
        options = self.query_one(OptionList)
        if rows > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()
