"""Theme, density, split, hint and help: what is changed on the screen is there the next time."""

from __future__ import annotations

import json

import pytest
from textual.widgets import Input, Static

from index.library import Library
from tests.tui.test_browser import opened, told, until
from tui.dialogs.help import HelpDialog
from tui.keymap import KeyMap
from tui.settings import Settings
from tui.widgets.panes import Panes


def chosen(library: Library) -> dict[str, object]:
    return json.loads(library.paths.choices_file.read_text())


async def test_what_is_chosen_is_there_the_next_time_until_it_is_reset(library: Library) -> None:
    settings = Settings(theme="light", split=30)
    async with opened(library, settings=settings) as (pilot, screen):
        assert pilot.app.theme == "light"
        assert screen.paper_list.outer_size.width == 36
        await pilot.press("greater_than_sign", "greater_than_sign", "less_than_sign")
        await pilot.press("colon", *"theme", "space", *"terminal", "enter")
        await pilot.press("colon", *"density", "space", *"comp", "enter")
        await until(pilot, lambda: screen.paper_list.compact)
        assert chosen(library) == {
            "theme": "terminal", "density": "compact", "split": 35, "hinted": True
        }  # fmt: skip
    async with opened(library, settings=settings) as (pilot, screen):
        assert pilot.app.theme == "terminal"
        assert screen.paper_list.compact
        assert screen.paper_list.outer_size.width == 42
        await pilot.press("colon", *"reset", "enter")
        await until(pilot, lambda: not screen.paper_list.compact)
        await pilot.pause()
        assert pilot.app.theme == "light"
        assert screen.paper_list.outer_size.width == 36


@pytest.mark.parametrize(
    ("width", "height", "at", "to", "split"),
    [(120, 40, (47, 20), (71, 20), 60), (120, 40, (48, 20), (3, 20), 20),
     (80, 40, (20, 17), (20, 30), None)],
)  # fmt: skip
async def test_the_border_is_dragged(
    library: Library,
    width: int,
    height: int,
    at: tuple[int, int],
    to: tuple[int, int],
    split: int | None,
) -> None:
    async with opened(library, width, height) as (pilot, screen):
        before = screen.query_one(Panes).share
        assert await pilot.mouse_down(offset=at)
        await pilot.hover(offset=to)
        await pilot.pause()
        assert screen.query_one(Panes).share > before or split == 20
        await pilot.mouse_up(offset=to)
        await until(pilot, lambda: "split" in chosen(library))
        assert chosen(library)["split"] == (split or screen.query_one(Panes).share)
        # Elsewhere the mouse drags nothing.
        await pilot.mouse_down(offset=(to[0] + 5, to[1] + 3))
        await pilot.hover(offset=(to[0] + 15, to[1] + 3))
        await pilot.mouse_up(offset=(to[0] + 15, to[1] + 3))
        assert chosen(library)["split"] == (split or screen.query_one(Panes).share)


async def test_one_pane_alone_is_not_divided(library: Library) -> None:
    async with opened(library, 50, 20, Settings(split=30)) as (pilot, screen):
        assert screen.paper_list.outer_size.width == 50
        await pilot.press("greater_than_sign")
        assert told(screen) == ["Only one pane is shown: there is nothing to divide"]
        await pilot.resize_terminal(120, 40)
        await until(pilot, lambda: screen.paper_list.outer_size.width == 36)


async def test_unknown_themes_and_densities_are_told(library: Library) -> None:
    async with opened(library, settings=Settings(theme="drak")) as (pilot, screen):
        assert pilot.app.theme == "dark"
        assert "no theme 'drak'; did you mean dark?" in told(screen)
        await pilot.press("colon", *"theme", "space", *"contrast-lihgt", "enter")
        await until(pilot, lambda: "no theme contrast-lihgt; did you mean contrast-light?" in told(
            screen
        ))  # fmt: skip
        await pilot.press("colon", *"density", "space", "x", "enter")
        await until(pilot, lambda: any("no density x: auto" in line for line in told(screen)))
        await pilot.press("colon", *"theme", "enter")
        await until(pilot, lambda: pilot.app.theme == "light")


async def test_a_choice_that_cannot_be_kept_counts_for_the_visit(library: Library) -> None:
    library.paths.choices_file.unlink()
    library.paths.choices_file.mkdir()
    async with opened(library) as (pilot, screen):
        await pilot.press("colon", *"theme", "space", *"light", "enter")
        await until(pilot, lambda: pilot.app.theme == "light")
        assert any(line.startswith("Not kept for the next visit: ") for line in told(screen))


async def test_the_first_visit_has_a_hint_with_the_users_own_keys(library: Library) -> None:
    library.paths.choices_file.unlink()
    settings = Settings(keys={"mark.star": ["f2"]})
    async with opened(library, settings=settings) as (pilot, screen):
        hint = "First visit: / searches, ⏎ reads, F2 stars, ? shows every key"
        assert hint in str(screen.query_one("#explanation", Static).render())
        await pilot.press("slash", *"water")
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        assert "First visit" not in str(screen.query_one("#explanation", Static).render())
    async with opened(library, settings=settings) as (_, screen):
        assert "First visit" not in str(screen.query_one("#explanation", Static).render())


async def test_help_footer_and_which_key_show_the_users_own_keys(library: Library) -> None:
    keys = {"mark.star": ["f2"], "copy.bibtex": ["c b"], "copy.apa": ["c a"], "mark.tag": ["s"]}
    async with opened(library, settings=Settings(keys=keys)) as (pilot, screen):
        footer = str(screen.query_one("#footer", Static).render())
        assert "F2 star" in footer
        assert "s tag" in footer
        await pilot.press("c")
        which = str(screen.query_one("#footer", Static).render())
        assert which.split() == ["c", "…", "b", "BibTeX", "a", "APA"]
        await pilot.press("escape", "question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpDialog))
        text = str(pilot.app.screen.query_one(Static).render())
        assert "  F2  :star " in text
        assert "  cb  " in text
        assert "  yb  " not in text


async def test_the_help_is_filtered_by_words(library: Library) -> None:
    async with opened(library) as (pilot, _):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpDialog))
        help_ = pilot.app.screen
        whole = str(help_.query_one(Static).render())
        await pilot.press("slash", *"unread")
        await until(pilot, lambda: "Half a page" not in str(help_.query_one(Static).render()))
        lines = [line.strip() for line in str(help_.query_one(Static).render()).splitlines()]
        assert lines[1:4] == [
            "Moving", "]u                       Next unread paper",
            "[u                       Previous unread paper",
        ]  # fmt: skip
        assert "Copying" not in lines
        await pilot.press("enter", "j", "slash", *"qzx")
        await until(pilot, lambda: "Nothing" in str(help_.query_one(Static).render()))
        assert help_.query_one(Input).value == "qzx"
        await pilot.press("escape")
        await until(pilot, lambda: str(help_.query_one(Static).render()) == whole)
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is not help_)


async def test_clashing_keys_are_told_at_the_beginning(library: Library) -> None:
    settings = Settings(keys={"mark.star": ["r"], "nope": ["x"]})
    async with opened(library, settings=settings) as (_, screen):
        # One message, under the name of the file.
        (message,) = screen.app._notifications
        assert message.title == f"{library.paths.config_file}: "
        assert message.message.splitlines() == KeyMap(settings.keys).problems
        assert len(message.message.splitlines()) == 2
