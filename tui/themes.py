"""The room's own themes: dark, light, two of high contrast, and the terminal's own colours.

The contrast themes keep every text at 7:1 or more against what is behind it, the enhanced contrast
of WCAG 2.2 (success criterion 1.4.6, level AAA).
"""

from __future__ import annotations

from textual.theme import Theme


def _contrast(name: str, *, dark: bool, ink: str, paper: str, hues: dict[str, str]) -> Theme:
    """A theme whose texts are all given outright: nothing of them is blended with anything."""
    strong = hues["accent"]
    texts = {f"text-{part}": colour for part, colour in hues.items()}
    return Theme(
        name=name,
        primary=hues["primary"],
        secondary=hues["secondary"],
        warning=hues["warning"],
        error=hues["error"],
        success=hues["success"],
        accent=strong,
        foreground=ink,
        background=paper,
        surface=paper,
        panel=paper,
        boost=paper,
        dark=dark,
        text_alpha=1.0,
        variables={
            **texts,
            "text": ink,
            "text-muted": ink,
            "text-disabled": ink,
            "foreground-muted": ink,
            "foreground-disabled": ink,
            "primary-muted": hues["muted"],
            "border": ink,
            "border-blurred": ink,
            "block-cursor-foreground": paper,
            "block-cursor-background": ink,
            "block-cursor-blurred-foreground": ink,
            "block-cursor-blurred-background": hues["muted"],
            "block-hover-background": hues["muted"],
            "input-cursor-background": ink,
            "input-cursor-foreground": paper,
            "input-selection-background": hues["muted"],
            "screen-selection-background": hues["muted"],
        },
    )


THEMES = (
    Theme(
        name="dark",
        primary="#4fa3e3",
        secondary="#8fb4d9",
        warning="#ffb454",
        error="#e06c75",
        success="#7fc97f",
        accent="#ffb454",
        foreground="#e0e0e0",
        background="#14161a",
        surface="#1b1e24",
        panel="#22262e",
        variables={
            "primary-muted": "#1f3f5c",
            "block-cursor-blurred-background": "#262b33",
            "text-muted": "#b0b4ba",
            "text-disabled": "#8f949b",
        },
    ),
    Theme(
        name="light",
        primary="#005f9e",
        secondary="#2a5d84",
        warning="#8a4b00",
        error="#a3162c",
        success="#1f6b2b",
        accent="#8a4b00",
        foreground="#1c1c1c",
        background="#fafaf7",
        surface="#f0f0ec",
        panel="#e4e5e0",
        dark=False,
        variables={
            "primary-muted": "#c9dff0",
            "block-cursor-blurred-background": "#e6e6e1",
            "text-muted": "#555553",
            "text-disabled": "#6b6b68",
        },
    ),
    _contrast(
        "contrast-dark",
        dark=True,
        ink="#ffffff",
        paper="#000000",
        hues={
            "primary": "#9ad1ff",
            "secondary": "#b9e0ff",
            "warning": "#ffd75f",
            "error": "#ffb0b0",
            "success": "#a8f0a8",
            "accent": "#ffd75f",
            "muted": "#00336b",
        },
    ),
    _contrast(
        "contrast-light",
        dark=False,
        ink="#000000",
        paper="#ffffff",
        hues={
            "primary": "#00408a",
            "secondary": "#00356f",
            "warning": "#6b2f00",
            "error": "#8a0014",
            "success": "#004d12",
            "accent": "#6b2f00",
            "muted": "#dcebff",
        },
    ),
    Theme(
        name="terminal",
        ansi=True,
        primary="ansi_blue",
        secondary="ansi_cyan",
        warning="ansi_yellow",
        error="ansi_red",
        success="ansi_green",
        accent="ansi_magenta",
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables={
            # Default on default, told apart by bold, underline and reverse video.
            "ansi-background": "ansi_default",
            "ansi-foreground": "ansi_default",
            "text-muted": "ansi_default",
            "primary-muted": "ansi_default",
            "border-blurred": "ansi_default",
            "scrollbar-background": "ansi_default",
        },
    ),
)
"""In the order in which they are offered; Textual's own come after them."""

REPLACED = ("textual-dark", "textual-light", "textual-ansi", "ansi-dark", "ansi-light")
"""Themes of Textual for which there are better ones here."""
