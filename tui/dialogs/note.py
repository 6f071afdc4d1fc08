"""A note written on the screen itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from index.errors import ReadingRoomError

if TYPE_CHECKING:
    from textual.app import ComposeResult

SAVE_SECONDS = 1.0
"""The draft is at most so far behind what has been typed."""


class Paper(Protocol):
    """What is written on: it outlives a crash."""

    before: str

    def write(self, text: str) -> None:
        """Replace the text."""


class NoteDialog(ModalScreen[str | None]):
    """Takes a note; its result is the text, which is in the draft as well, or `None`.

    Args:
        title: what the note is on.
        draft: where the text is written meanwhile.
    """

    DEFAULT_CSS = """
    NoteDialog { align: center middle; }
    NoteDialog > Vertical {
        width: 90%; max-width: 84; height: 80%;
        border: round $primary; background: $surface; padding: 0 1;
    }
    NoteDialog TextArea { height: 1fr; padding: 0; background: $surface; }
    NoteDialog TextArea, NoteDialog TextArea:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "keep", show=False, priority=True),
        Binding("ctrl+g", "drop", show=False, priority=True),
    ]

    def __init__(self, title: str, draft: Paper) -> None:
        super().__init__()
        self._title = title
        self._draft = draft
        self._is_saved = True

    def compose(self) -> ComposeResult:
        """A heading and the text."""
        with Vertical() as frame:
            frame.border_subtitle = "Esc keeps it  ^G does not"
            yield Static(Content(self._title), markup=False)
            yield TextArea(self._draft.before, soft_wrap=True, show_line_numbers=False)

    def on_mount(self) -> None:
        """Begin at the end of the note, and keep the draft up to date."""
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        self.set_interval(SAVE_SECONDS, self._save)

    def on_text_area_changed(self) -> None:
        """There is something new to be written."""
        self._is_saved = False

    def action_keep(self) -> None:
        """Answer with the text."""
        self._is_saved = False
        if self._save():
            self.dismiss(self.query_one(TextArea).text)

    def action_drop(self) -> None:
        """Answer with nothing; the draft has the text."""
        self._save()
        self.dismiss(None)

    def _save(self) -> bool:
        if not self._is_saved:
            try:
                self._draft.write(self.query_one(TextArea).text)
            except ReadingRoomError as error:
                self.app.notify(str(error), severity="warning", markup=False)
                return False
            self._is_saved = True
        return True
