"""The screen, driven by keys without a terminal."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from index.library import Library
from tui.app import ReadingRoom
from tui.browser.screen import BrowserScreen
from tui.commands import Place
from tui.settings import Settings
from tui.widgets.search_box import CommandLine

Check = Callable[[Pilot[None], BrowserScreen], Awaitable[None]]


@asynccontextmanager
async def opened(
    library: Library, width: int = 120, height: int = 40, settings: Settings | None = None
) -> AsyncIterator[tuple[Pilot[None], BrowserScreen]]:
    room = ReadingRoom(library, settings)
    async with room.run_test(size=(width, height)) as pilot:
        screen = room.screen
        assert isinstance(screen, BrowserScreen)
        await until(pilot, lambda: screen.state.is_ready)
        yield pilot, screen


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came")


def told(screen: BrowserScreen) -> list[str]:
    return [notification.message for notification in screen.app._notifications]


async def test_typing_ranks_and_enter_goes_to_the_list(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"latent", "space", *"water", "enter")
        await until(pilot, lambda: screen.place is Place.LIST)
        rows = library.papers.rows(screen.state.rows)
        # The third is about watermarks, but not latent ones.
        assert [row.heading for row in rows] == ["DistSeal", "SemBind", "RLCracker"]
        assert screen.state.found is not None
        assert (screen.state.found.total, screen.state.found.near) == (2, 1)


async def test_keys_pressed_while_the_answer_is_awaited_reach_the_list(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"watermark", "enter", "j", "space")
        await until(pilot, lambda: bool(screen.state.selected))
        (chosen,) = library.papers.rows(list(screen.state.selected))
        assert chosen.heading == "SemBind"


async def test_related_papers_say_why_and_a_shared_word_becomes_the_query(
    library: Library,
) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"sembind", "enter", "R")
        await until(pilot, lambda: screen.state.found is not None and screen.state.subject == 24)
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        assert screen.box.value == ""
        (first,) = library.papers.rows([screen.state.rows[0]])
        assert first.heading == "DistSeal"
        await pilot.press("number_sign")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("enter")
        await until(pilot, lambda: screen.box.value == "watermarks")
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        assert screen.state.subject is None
        await pilot.press("escape")
        assert screen.state.rows is screen.state.papers


async def test_tab_takes_the_query_that_was_meant(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"watermrak", "space")
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        await pilot.press("tab")
        await until(pilot, lambda: screen.box.value == "watermark")
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        await pilot.press("tab")
        await until(pilot, lambda: screen.place is Place.LIST)


async def test_held_keys_go_to_a_dialog_that_one_of_them_opens(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        # Enter holds the keys that follow until the answer is there: `?` opens the help, and `q`
        # closes it instead of the room.
        await pilot.press("slash", *"water", "enter", "question_mark", "q", "j")
        await until(pilot, lambda: screen.state.cursor == 1)
        assert pilot.app.screen is screen


async def test_matches_are_stepped_through_around_the_end(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"sembind", "enter", "N")
        await until(pilot, lambda: screen.state.match is not None)
        assert screen.state.match == len(screen.page.matches) - 1
        await pilot.press("n")
        assert screen.state.match == 0
        start, end = screen.page.matches[0]
        assert screen.page.text[start:end] == "SemBind"


async def test_the_source_is_shown_and_rendered_again(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("G", *["k"] * 1, "z")
        assert r"$\textsf{Cond-DP}$" in screen.page.text
        await pilot.press("z")
        assert "$" not in screen.page.text
        assert "Cond-DP" in screen.page.text


async def test_escape_goes_back_one_level_at_a_time(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("space", "slash", *"water", "enter")
        await until(pilot, lambda: screen.place is Place.LIST)
        await pilot.press("enter")
        assert screen.place is Place.READER
        await pilot.press("escape")
        assert screen.place is Place.LIST
        await pilot.press("escape")
        assert screen.state.query == ""
        assert screen.state.selected
        await pilot.press("escape")
        assert not screen.state.selected


async def test_a_colon_line_runs_completes_and_corrects(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("colon", *"th", "tab")
        line = screen.query_one(CommandLine)
        assert line.value == "theme"
        await pilot.press("space", *"textual-light", "enter")
        assert pilot.app.theme == "textual-light"
        await pilot.press("colon", *"copie", "enter")
        await until(pilot, lambda: "Nothing has been copied yet" in told(screen))
        await pilot.press("colon", *"hlep", "enter")
        await until(pilot, lambda: "no command :hlep: did you mean :help?" in told(screen))
        await pilot.press("colon", *"search", "space", *"sembind", "enter")
        await until(pilot, lambda: len(screen.state.rows) == 1)


async def test_a_mouse_click_moves_and_a_second_one_opens(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.click("#list", offset=(5, 5))
        assert screen.state.cursor == 2
        assert screen.place is Place.LIST
        await pilot.click("#list", offset=(5, 5))
        await until(pilot, lambda: screen.place is Place.READER)


async def test_text_selected_with_the_mouse_is_copied_as_one_line(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await until(pilot, lambda: bool(screen.page.text))
        await pilot.mouse_down("#reader", offset=(2, 4))
        await pilot.hover("#reader", offset=(13, 5))
        await pilot.mouse_up("#reader", offset=(13, 5))
        await pilot.press("ctrl+c")
        await until(pilot, lambda: bool(library.shelf.copies()))
        copied = library.shelf.copies()[0].text
        assert copied.startswith("Existing approaches for watermarking")
        assert copied in screen.page.text
        assert "\n" not in copied


async def test_the_help_shows_every_key_that_works_and_no_other(library: Library) -> None:
    async with opened(library, 120, 200) as (pilot, _):
        await pilot.press("question_mark")
        await pilot.pause()
        shown = re.sub(r"&#160;", " ", pilot.app.export_screenshot())
        for text in (
            "Next match",
            "BibTeX",
            "Vancouver",
            "Org",
            "The last 20 copies",
            "In the search box",
            "Facets",
        ):
            assert text in shown
        assert "Saved search 1" not in shown


async def test_an_empty_library_can_be_looked_at(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"zzzzqqqq", "enter")
        await until(pilot, lambda: screen.state.found is not None and not screen.state.rows)
        await pilot.press("y", "b", "enter", "j", "n", "o", "space")
        await until(pilot, lambda: "Nothing to copy: the list is empty" in told(screen))


PICTURES = Path(__file__).parent.parent / "pictures"


def drawn(svg: str) -> str:
    """A screenshot without fonts from elsewhere, the same on every run."""
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", "font-family: monospace;", svg)
    return re.sub(r"terminal-\d+", "terminal", svg) + "\n"


@pytest.mark.parametrize(
    ("name", "width", "height", "theme", "keys"),
    [
        ("wide", 110, 30, "dark", ("slash", *"latent water", "enter", "n")),
        ("stacked", 80, 24, "light", ("slash", *"safety", "enter", "j", "y")),
        ("narrow", 40, 14, "dark", ("j", "enter", "right_parenthesis")),
        ("light", 100, 24, "light", ("space", "s", "slash", *"attention", "enter", "j", "enter")),
        (
            "contrast",
            100,
            24,
            "contrast-dark",
            ("slash", *"latent water", "enter", "n", "right_parenthesis"),
        ),
        ("ascii", 80, 24, "dark", ("s", "space", "space", "slash", *"water", "enter", "y")),
    ],
)
async def test_pictures(
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    name: str,
    width: int,
    height: int,
    theme: str,
    keys: tuple[str, ...],
) -> None:
    monkeypatch.setattr("tui.browser.background.time.perf_counter", lambda: 0.0)
    if name == "ascii":
        monkeypatch.setenv("NO_COLOR", "1")
    settings = Settings(theme=theme, ascii=name == "ascii")
    async with opened(library, width, height, settings) as (pilot, screen):
        screen.query_one("#box").cursor_blink = False
        await pilot.press(*("space" if key == " " else key for key in keys))
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        await pilot.pause()
        svg = drawn(pilot.app.export_screenshot())
    picture = PICTURES / f"{name}.svg"
    if request.config.getoption("--draw"):
        PICTURES.mkdir(exist_ok=True)
        picture.write_text(svg, encoding="utf-8")
    assert svg == picture.read_text(encoding="utf-8"), "look at it, then draw it with --draw"
