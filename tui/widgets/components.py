"""Component styles as Rich styles to lay over a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style

if TYPE_CHECKING:
    from textual.widget import Widget


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
