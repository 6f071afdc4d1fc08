"""How the room looks: theme, density and split, kept for the next visit when they are changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from tui.settings import DENSITIES, NARROWEST_SPLIT, WIDEST_SPLIT, nearest
from tui.widgets.panes import Panes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence
    from typing import Any

    from tui.browser.screen import BrowserScreen
    from tui.choices import Preferences

WIDE = 100
"""From this many columns on list and reader are beside each other."""
ROOMY = 30
"""From this many lines on a stacked list has rows of two lines."""
STEP = 5
"""How many percent the split moves at a key."""
_OPPOSITES = {
    "dark": "light",
    "light": "dark",
    "contrast-dark": "contrast-light",
    "contrast-light": "contrast-dark",
}


class Arranging:
    """Arranges the panes, and takes other looks.

    Args:
        screen: whose panes they are.
        preferences: what is set and what was chosen.
    """

    def __init__(self, screen: BrowserScreen, preferences: Preferences) -> None:
        self._screen = screen
        self._preferences = preferences

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "room.theme": self._set_theme,
            "room.density": self._set_density,
            "room.narrower": lambda _: self._step(-STEP),
            "room.wider": lambda _: self._step(STEP),
            "room.reset": lambda _: self._reset(),
        }

    def themes(self) -> Sequence[str]:
        """The names of all themes, the room's own first."""
        from tui.themes import THEMES

        own = [theme.name for theme in THEMES]
        return [*own, *(name for name in self._screen.app.available_themes if name not in own)]

    def arrange(self) -> None:
        """Fit the panes to the size of the terminal."""
        screen = self._screen
        width, height = screen.app.size
        wide = width >= WIDE
        single = (not wide and (width < 60 or height < 12)) or height < 8
        screen.set_class(single, "-single")
        density = self._preferences.density
        cramped = height < 20 or (not wide and height < ROOMY)
        screen.paper_list.compact = density == "compact" or (density == "auto" and cramped)
        self._divide(None if single else self._preferences.split, wide=wide)

    def drag(self, share: int, *, done: bool) -> None:
        """Have the list take another share, in percent; it is kept when the dragging is done."""
        share = max(NARROWEST_SPLIT, min(share, WIDEST_SPLIT))
        if done:
            self._keep(split=share)
        self._divide(share, wide=self._screen.app.size.width >= WIDE)

    def show_hint(self) -> None:
        """Say once, on the first visit, what the most useful keys are."""
        if self._preferences.hinted:
            return
        keymap = self._screen.keymap
        hints = [
            (keymap.label("search.box"), "searches"),
            (keymap.label("read.open"), "reads"),
            (keymap.label("mark.star"), "stars"),
            (keymap.label("room.help"), "shows every key"),
        ]
        said = ", ".join(f"{key} {does}" for key, does in hints if key)
        self._screen.frame.hint = f"First visit: {said}"
        self._keep(hinted=True)

    def _divide(self, share: int | None, *, wide: bool) -> None:
        """Give the list its share of the panes; with `None` the style sheet decides."""
        first, second = self._screen.paper_list.styles, self._screen.reader.styles
        across, down = (share, None) if wide else (None, share)
        first.width = None if across is None else f"{across}%"
        first.min_width = None if across is None else 1
        first.max_width = None if across is None else "100%"
        second.width = None if across is None else "1fr"
        first.height = None if down is None else f"{down}%"
        second.height = None if down is None else "1fr"

    def _step(self, percent: int) -> None:
        screen = self._screen
        if screen.has_class("-single"):
            screen.tell("Only one pane is shown: there is nothing to divide")
            return
        self.drag(screen.query_one(Panes).share + percent, done=True)

    def _set_theme(self, name: str) -> None:
        app, known = self._screen.app, self.themes()
        if not name:
            name = _OPPOSITES.get(app.theme) or ("light" if app.current_theme.dark else "dark")
        if name in known:
            app.theme = name
            self._keep(theme=name)
        else:
            hint = nearest(name, known) or f"known are {', '.join(known)}"
            self._screen.tell(f"no theme {name}; {hint}", trouble=True)

    def _set_density(self, name: str) -> None:
        if not name:
            name = "comfortable" if self._screen.paper_list.compact else "compact"
        found = [density for density in DENSITIES if density.startswith(name)]
        if len(found) == 1:
            self._keep(density=found[0])
            self.arrange()
        else:
            self._screen.tell(f"no density {name}: {', '.join(DENSITIES)}", trouble=True)

    def _reset(self) -> None:
        self._keep(theme=None, density=None, split=None)
        app = self._screen.app
        if self._preferences.theme in app.available_themes:
            app.theme = self._preferences.theme
        self.arrange()
        self._screen.tell("Theme, density and split are as config.toml says")

    def _keep(self, **chosen: Any) -> None:
        try:
            self._preferences.choose(**chosen)
        except (OSError, ReadingRoomError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            self._screen.tell(f"Not kept for the next visit: {reason}", trouble=True)
