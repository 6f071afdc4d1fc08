"""What the line-API widgets share: component styles, and a height that costs no layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from textual.geometry import Size
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.scroll_view import ScrollView


def component_style(widget: Widget, name: str) -> Style:
    """What a component class sets, and nothing that it does not.

    Colours with transparency, such as muted text, are blended with the widget's background:
    Textual does that for whole widgets only.

    Args:
        widget: has `name` among its component classes.
        name: the component class.
    """
    styles = widget.get_component_styles(name)
    partial = styles.partial_rich_style
    _, background = widget.background_colors
    if styles.has_rule("background"):
        background += styles.background
        partial += Style(bgcolor=background.rich_color)
    if styles.has_rule("color"):
        foreground = (
            background.get_contrast_text(styles.color.a) if styles.auto_color else styles.color
        )
        partial += Style(color=(background + foreground).rich_color)
    return partial


def set_content_height(view: ScrollView, lines: int) -> None:
    """Tell a scrolling widget how many lines its content has.

    Setting `virtual_size` outright would lay out and repaint the whole screen; a widget whose
    vertical scrollbar is always there needs no more than to be painted itself.
    """
    view.set_reactive(Widget.virtual_size, Size(0, lines))
    if view.show_vertical_scrollbar:
        view.vertical_scrollbar.window_virtual_size = lines
    view.refresh()
