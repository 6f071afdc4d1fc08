"""List and reader beside or above each other, with a border between them that can be dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message

from tui.widgets.line import Bar

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget


class Panes(Bar):
    """Two panes; reports where the border between them is dragged to."""

    class Dragged(Message):
        """The first pane should take `share` percent; `done` when the mouse button is let go."""

        def __init__(self, share: int, *, done: bool) -> None:
            super().__init__()
            self.share = share
            self.done = done

    _grip: int | None = None
    """While the border is held: how far right or below of the mouse the second pane begins."""

    @property
    def share(self) -> int:
        """The first pane's part of both, in percent."""
        first, _ = self._both()
        return (
            round(100 * first.outer_size.width / max(1, self.size.width))
            if self._is_beside
            else round(100 * first.outer_size.height / max(1, self.size.height))
        )

    @property
    def _is_beside(self) -> bool:
        first, second = self._both()
        return first.region.y == second.region.y

    def _both(self) -> tuple[Widget, Widget]:
        first, second = self.children
        return first, second

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the border, if that is what was pressed."""
        if event.button == 1:
            self._grip = self._gripped(event.screen_x, event.screen_y)
            if self._grip is not None:
                event.stop()
                self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse."""
        if self._grip is not None:
            event.stop()
            self._report(event, self._grip, done=False)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go of the border."""
        if self._grip is not None:
            event.stop()
            self._report(event, self._grip, done=True)
            self._grip = None
            self.release_mouse()

    def _gripped(self, x: float, y: float) -> int | None:
        """How far behind a place the second pane begins, if that is on the border."""
        first, second = self._both()
        if not (first.display and second.display):
            return None
        # Without frames the last cell of the list is its scrollbar.
        framed = 1 if first.styles.border_right[0] else 0
        place = int(x) if self._is_beside else int(y)
        begin = second.region.x if self._is_beside else second.region.y
        return begin - place if begin - framed <= place <= begin else None

    def _report(self, event: events.MouseEvent, grip: int, *, done: bool) -> None:
        region = self.region
        place, size = (
            (event.screen_x - region.x, region.width)
            if self._is_beside
            else (event.screen_y - region.y, region.height)
        )
        share = round(100 * (int(place) + grip) / max(1, size))
        self.post_message(self.Dragged(share, done=done))
