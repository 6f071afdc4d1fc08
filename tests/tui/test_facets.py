"""The facets, driven by keys without a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from index.library import Library
from index.search.engine import Stale
from index.search.facets import Facet, FacetValue
from tests.tui.test_browser import opened, told, until
from tui.browser.screen import BrowserScreen
from tui.commands import Place
from tui.dialogs.facets import FacetDialog
from tui.widgets.facet_list import FacetList, FacetRow
from tui.widgets.facet_rows import rows_of

HOSTILE = "[bold]A[/] \u9c81\u68d2 [@click=app.quit]x[/] " + "long " * 30
SAMPLE = """\
{"title": "On cats", "author": "Zoe Grün; Ada Li", "venue": "ICML 2019", "year": 2019, \
"keywords": ["learning", "cats"], "abstract": "All about cats and how they learn."}
{"title": "More cats", "author": "Zoe Grün", "venue": "ICML 2020", "year": 2020, \
"keywords": ["learning"], "abstract": "Cats once more, and dogs."}
{"title": "On dogs", "author": "Zoe Grün", "venue": "HOSTILE", "year": 2021, \
"keywords": ["dogs"], "abstract": "Dogs learn deep things."}
"""


class Shown(NamedTuple):
    """The facets on screen."""

    dialog: FacetDialog
    list: FacetList

    @property
    def rows(self) -> list[str]:
        """The lines on screen, without the blanks at their ends and in their middles."""
        lines = (self.list.render_line(y).text for y in range(self.list.page_rows))
        return [" ".join(line.split()) for line in lines if line.strip()]

    @property
    def at_cursor(self) -> str:
        """The line under the cursor."""
        (found,) = (row for row in self.rows if row.startswith("▌"))
        return found.removeprefix("▌").strip()


@pytest.fixture
def animals(library: Library, tmp_path: Path) -> Library:
    """The seeds and three papers."""
    file = tmp_path / "animals.jsonl"
    file.write_text(SAMPLE.replace("HOSTILE", HOSTILE), encoding="utf-8")
    library.imports.add([file])
    library.search.ensure()
    return library


async def facets(pilot: Pilot[None], screen: BrowserScreen) -> Shown:
    await pilot.press("f")
    await until(pilot, lambda: isinstance(screen.app.screen, FacetDialog))
    dialog = screen.app.screen
    assert isinstance(dialog, FacetDialog)
    shown = Shown(dialog, dialog.query_one(FacetList))
    await until(pilot, lambda: bool(shown.rows) and "counting" not in shown.rows[0])
    return shown


def headings(screen: BrowserScreen) -> list[str]:
    return [row.heading for row in screen.library.papers.rows(screen.state.rows)]


async def test_a_value_is_chosen_and_taken_back_while_the_list_follows(animals: Library) -> None:
    async with opened(animals) as (pilot, screen):
        shown = await facets(pilot, screen)
        assert shown.rows[:4] == [
            "▌▾ collection 3", "ICML 2026 Papers 19", "ICML 2026 论文列表 19", "animals.jsonl 3",
        ]  # fmt: skip
        await pilot.press("j", "j", "j", "enter")
        await until(pilot, lambda: len(screen.state.rows) == 3)
        assert screen.box.value == 'in:="animals.jsonl" '
        assert shown.at_cursor == "● animals.jsonl 3"
        await until(pilot, lambda: any(row.startswith("▸ year 2021, 2020") for row in shown.rows))
        # Another value of the field is another way to be found.
        await pilot.press("k", "space")
        await until(pilot, lambda: len(screen.state.rows) == 22)
        assert screen.box.value == '(in:="animals.jsonl" OR in:="ICML 2026 论文列表") '
        await pilot.press("space", "j", "space")
        await until(pilot, lambda: len(screen.state.rows) == 41)
        assert screen.box.value == ""
        await pilot.press("escape")
        assert screen.place is Place.LIST


async def test_fields_open_and_close_and_show_what_is_chosen(animals: Library) -> None:
    async with opened(animals) as (pilot, screen):
        await pilot.press("slash", *"cats OR dogs", "enter")
        await until(pilot, lambda: screen.place is Place.LIST)
        shown = await facets(pilot, screen)
        await pilot.press("h")
        assert shown.at_cursor.startswith("▸ collection")
        while not shown.at_cursor.startswith("▸ year"):
            await pilot.press("j")
        await pilot.press("tab", "j")
        assert shown.at_cursor == "2021 1"
        await pilot.press("j", "j", "enter")
        await until(pilot, lambda: headings(screen) == ["On cats"])
        assert screen.box.value == "year:2019 (cats OR dogs"
        # From a value `h` goes to its field, which tells what is chosen.
        await pilot.press("h")
        assert shown.at_cursor == "▸ year ● 2019, 2021, 2020 3"
        # What was narrowed is among the queries of before.
        await pilot.press("q")
        await until(pilot, lambda: animals.shelf.queries()[-1:] == ["year:2019 (cats OR dogs"])
        await facets(pilot, screen)
        assert screen.box.value == "year:2019 (cats OR dogs"


async def test_values_are_filtered_by_typing(animals: Library) -> None:
    async with opened(animals) as (pilot, screen):
        shown = await facets(pilot, screen)
        while not shown.at_cursor.startswith("▸ author"):
            await pilot.press("j")
        await pilot.press("slash", *"GRU")
        await until(pilot, lambda: "Zoe Grün 3" in shown.rows and "Ada Li 1" not in shown.rows)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: screen.box.value == 'author:="Zoe Grün" ')
        await until(pilot, lambda: len(screen.state.rows) == 3)
        await pilot.press("escape")
        await until(pilot, lambda: "Ada Li 1" in shown.rows)
        assert not shown.dialog.query_one(Input).has_focus
        # What is chosen stays in sight; a field that is closed loses its filter.
        await pilot.press("slash", *"zzz")
        await until(pilot, lambda: "Ada Li 1" not in shown.rows)
        assert shown.at_cursor == "● Zoe Grün 3"
        await pilot.press("enter", "h")
        await until(pilot, lambda: shown.at_cursor == "▸ author ● Zoe Grün, Ada Li 2")
        await pilot.press("escape")
        assert screen.place is Place.LIST


async def test_the_command_line_opens_a_field(animals: Library) -> None:
    async with opened(animals) as (pilot, screen):
        await pilot.press(*":facets nothing", "enter")
        await until(
            pilot, lambda: any(line.startswith("no field nothing") for line in told(screen))
        )
        await pilot.press(*":facets ve", "tab", "enter")
        await until(pilot, lambda: isinstance(screen.app.screen, FacetDialog))
        shown = Shown(screen.app.screen, screen.app.screen.query_one(FacetList))  # type: ignore[arg-type]
        await until(pilot, lambda: any(row.startswith("▌▾ venue") for row in shown.rows))
        assert "ICML 2019 1" in shown.rows


async def test_values_are_text_and_cut_to_the_width(animals: Library) -> None:
    async with opened(animals, 40, 10) as (pilot, screen):
        await pilot.press(*":facets venue", "enter")
        await until(pilot, lambda: isinstance(screen.app.screen, FacetDialog))
        shown = Shown(screen.app.screen, screen.app.screen.query_one(FacetList))  # type: ignore[arg-type]
        await until(pilot, lambda: any("[bold]A[/]" in row for row in shown.rows))
        (row,) = (row for row in shown.rows if "[bold]A[/]" in row)
        assert row.endswith("… 1")
        assert all(
            shown.list.render_line(y).cell_length == shown.list.scrollable_content_region.width
            for y in range(shown.list.page_rows)
        )
        while "[bold]" not in shown.at_cursor:
            await pilot.press("j")
        await pilot.press("enter")
        await until(pilot, lambda: headings(screen) == ["On dogs"])


async def test_the_mouse_chooses_too_and_a_click_beside_the_pane_closes_it(
    animals: Library,
) -> None:
    async with opened(animals) as (pilot, screen):
        shown = await facets(pilot, screen)
        await pilot.click(shown.list, offset=(8, 3))
        await until(pilot, lambda: screen.box.value == 'in:="animals.jsonl" ')
        await pilot.click(shown.list, offset=(3, 0))
        await until(pilot, lambda: shown.rows[0].startswith("▌▸ collection ● animals.jsonl"))
        await pilot.click(offset=(5, 20))
        await until(pilot, lambda: screen.app.screen is screen)


async def test_late_counts_are_dropped(animals: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(animals) as (pilot, screen):
        shown = await facets(pilot, screen)
        before = shown.rows
        late = [Facet("year", (FacetValue("1999", "1999", 99, is_chosen=False),), 1, False)]
        shown.dialog.post_message(shown.dialog.Counted(shown.dialog.generation - 1, late))
        await pilot.pause()
        assert shown.rows == before
        # What is being counted for an older query gives up.
        gave_up: list[str] = []
        counted = animals.facets.count

        def slow(text: str, *args: object, is_stale: object, **kwargs: object) -> list[Facet]:
            assert callable(is_stale)
            if text == 'in:="animals.jsonl" ':
                while not is_stale():
                    pass
                gave_up.append(text)
                raise Stale
            return counted(text, *args, is_stale=is_stale, **kwargs)  # type: ignore[arg-type]

        monkeypatch.setattr(animals.facets, "count", slow)
        await pilot.press("j", "j", "j", "enter")
        # Keys wait for what they are about to be on screen; a click does not.
        await pilot.click(shown.list, offset=(8, 1))
        await until(pilot, lambda: gave_up == ['in:="animals.jsonl" '])
        await until(pilot, lambda: shown.at_cursor == "● ICML 2026 Papers 19")


async def test_marks_are_facets(animals: Library) -> None:
    animals.marks.star([1, 2])
    animals.marks.tag([2], ["survey"])
    async with opened(animals) as (pilot, screen):
        await until(pilot, lambda: bool(screen.state.marks.starred))
        await pilot.press(*":facets is", "enter")
        await until(pilot, lambda: isinstance(screen.app.screen, FacetDialog))
        shown = Shown(screen.app.screen, screen.app.screen.query_one(FacetList))  # type: ignore[arg-type]
        await until(pilot, lambda: "starred 2" in shown.rows)
        assert "▸ tag survey 1" in shown.rows
        while shown.at_cursor != "starred 2":
            await pilot.press("j")
        await pilot.press("enter")
        await until(pilot, lambda: screen.state.rows and len(screen.state.rows) == 2)
        assert screen.box.value == "is:starred "


def test_counts_among_papers_that_only_come_near_are_told_as_such() -> None:
    value = FacetValue("2019", "2019", 1_234, is_chosen=True)
    rows = rows_of([Facet("year", (value,), 3, is_partial=True)], {"year"})
    assert rows[0].text == "No paper has all the words: ~ counts are of the nearest."
    assert rows[2] == FacetRow("year", "2019", "2019", right="~1,234", is_chosen=True)
    assert rows[3].text == "2 more: / finds them"
    assert rows_of([], set())[0].text == "No paper answers the query."
