"""Every text of the room can be read in every theme, computed from what is on the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from textual.app import App
from textual.color import Color

from index.library import Library
from tests.tui.test_browser import opened, until
from tui.settings import Settings
from tui.themes import THEMES

AAA, AA = 7.0, 4.5
"""Contrast of text by WCAG 2.2, success criteria 1.4.6 (enhanced) and 1.4.3 (minimum)."""


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2.2, from its definition of relative luminance."""

    def luminance(colour: Color) -> float:
        def linear(part: float) -> float:
            return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

        red, green, blue = (linear(part / 255) for part in colour.rgb)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_definition() -> None:
    # Black on white is 21:1; #767676 on white is the well-known limit of 4.54:1.
    assert contrast(Color.parse("#000"), Color.parse("#fff")) == pytest.approx(21)
    assert contrast(Color.parse("#767676"), Color.parse("#fff")) == pytest.approx(4.54, abs=0.005)


def words(app: App[None]) -> Iterator[tuple[str, Color, Color]]:
    """Each piece of text on the screen with its colour and what is behind it."""
    for strip in app.screen._compositor.render_strips():
        for text, style, _ in strip:
            if style is None or not any(character.isalnum() for character in text):
                continue
            assert style.color is not None, text
            assert style.bgcolor is not None, text
            inks = [Color.from_rich_color(style.color), Color.from_rich_color(style.bgcolor)]
            if style.reverse:
                inks.reverse()
            yield text, *inks


@pytest.mark.parametrize(
    ("theme", "least"),
    [("contrast-dark", AAA), ("contrast-light", AAA), ("dark", AA), ("light", AA)],
)
async def test_all_text_stands_out_from_what_is_behind_it(
    library: Library, theme: str, least: float
) -> None:
    library.marks.star([1, 2])
    library.marks.tag([1], ["survey"])
    library.marks.note([1], "a note")
    async with opened(library, 120, 40, Settings(theme=theme)) as (pilot, screen):
        looked_at: set[str] = set()

        async def look(*keys: str) -> None:
            await pilot.press(*keys)
            await until(pilot, lambda: screen.state.answered == screen.state.generation)
            await pilot.pause()
            for text, ink, paper in words(pilot.app):
                looked_at.add(text)
                assert contrast(ink, paper) >= least, (keys, text, ink.hex, paper.hex)

        await look("space")
        await look("slash", *"latent", "space", *"water")
        await look("enter", "n", "right_parenthesis", "y")
        await look("escape", "enter")
        await look("z", "z", "escape", "colon", *"the")
        await look("escape", "u")
        assert any("latent" in text for text in looked_at)
        assert any("survey" in text for text in looked_at)


async def test_dialogs_stand_out_too(library: Library) -> None:
    # What lies behind a dialog is dimmed on purpose.
    for theme in ("contrast-dark", "contrast-light"):
        async with opened(library, 120, 40, Settings(theme=theme)) as (pilot, _):
            for keys in (["question_mark", "slash", *"copy"], ["S"], ["E", *"text"]):
                await pilot.press(*keys)
                await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
                await pilot.pause()
                region = pilot.app.screen.children[0].region
                for y, strip in enumerate(pilot.app.screen._compositor.render_strips()):
                    if not region.y <= y < region.bottom:
                        continue
                    for text, style, _ in strip.crop(region.x, region.right):
                        if style and any(character.isalnum() for character in text):
                            assert style.color is not None
                            assert style.bgcolor is not None
                            ink = Color.from_rich_color(style.color)
                            paper = Color.from_rich_color(style.bgcolor)
                            assert contrast(ink, paper) >= AAA, (theme, keys, text)
                await pilot.press("escape", "escape")
                await until(pilot, lambda: len(pilot.app.screen_stack) == 1)


async def test_the_terminals_own_colours_are_left_to_it(library: Library) -> None:
    async with opened(library, 120, 40, Settings(theme="terminal")) as (pilot, screen):
        await pilot.press("slash", *"latent", "enter", "n", "right_parenthesis")
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        await pilot.pause()
        for strip in pilot.app.screen._compositor.render_strips():
            for text, style, _ in strip:
                if style is not None and text.strip():
                    for colour in (style.color, style.bgcolor):
                        assert colour is None or colour.number is not None or colour.is_default


def test_the_own_themes_come_first() -> None:
    assert [theme.name for theme in THEMES] == [
        "dark", "light", "contrast-dark", "contrast-light", "terminal",
    ]  # fmt: skip
