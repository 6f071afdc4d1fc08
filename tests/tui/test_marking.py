"""Marking, selecting, sorting and saved searches, driven by keys without a terminal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from index.library import Library
from index.paths import default_paths
from tests.tui.test_browser import opened, told, until
from tui.commands import Place
from tui.settings import Settings, read_settings
from tui.widgets.search_box import CommandLine


@pytest.fixture(autouse=True)
def _no_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


async def test_a_star_shows_in_list_reader_and_status(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("s")
        await until(pilot, lambda: screen.state.marks.starred == {1})
        assert "★" in screen.page.text
        assert "★" in screen.paper_list.render_line(0).text
        assert "1 starred" in str(screen.query_one("#status").render())
        await pilot.press("u")
        await until(pilot, lambda: "Undone: starred DistSeal" in told(screen))
        assert "★" not in screen.page.text
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "Done again: starred DistSeal" in told(screen))
        assert screen.state.marks.starred == {1}
        await pilot.press("ctrl+r")
        await until(pilot, lambda: "Nothing to redo" in told(screen))


async def test_a_range_is_selected_by_moving_and_marked_at_once(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("j", "v", "j", "j")
        assert screen.state.selected == {2, 3, 4}
        await pilot.press("k")
        assert screen.state.selected == {2, 3}
        await pilot.press("r")
        await until(pilot, lambda: screen.state.marks.read == {2, 3})
        assert "Marked 2 papers as read: u undoes it" in told(screen)
        # The act ended the range; what was selected stays selected.
        await pilot.press("j")
        assert screen.state.selected == {2, 3}
        await pilot.press("escape")
        assert not screen.state.selected


async def test_all_results_are_selected_and_none_again(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"watermark", "enter")
        await until(pilot, lambda: screen.place is Place.LIST)
        await pilot.press("asterisk")
        assert screen.state.selected == set(screen.state.rows)
        await pilot.press("asterisk")
        assert not screen.state.selected


async def test_tags_are_completed_given_and_taken(library: Library) -> None:
    library.marks.tag([5], ["Survey-2026"])
    async with opened(library) as (pilot, screen):
        await until(pilot, lambda: bool(screen.state.marks.tags))
        await pilot.press("t")
        line = screen.query_one(CommandLine)
        assert (line.value, line.has_focus) == ("tag ", True)
        await pilot.press(*"su", "tab", "space", *"new", "enter")
        await until(pilot, lambda: screen.state.marks.tags_of(1) == ("Survey-2026", "new"))
        assert "Tagged DistSeal #Survey-2026 #new" in told(screen)
        await pilot.press("t", "minus", *"sur", "tab", "enter")
        await until(pilot, lambda: screen.state.marks.tags_of(1) == ("new",))
        await pilot.press(*":tag !!", "enter")
        await until(pilot, lambda: any("'!!' is no tag" in line for line in told(screen)))


async def test_a_filter_by_marks_keeps_its_rows_until_it_is_applied_again(
    library: Library,
) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"is:unread sembind", "enter")
        await until(pilot, lambda: screen.place is Place.LIST and len(screen.state.rows) == 1)
        await pilot.press("r")
        await until(pilot, lambda: bool(screen.state.marks.read))
        assert len(screen.state.rows) == 1
        await pilot.press("ctrl+l")
        await until(pilot, lambda: not screen.state.rows)


async def test_the_next_unread_paper_is_found(library: Library) -> None:
    library.marks.read([2, 3])
    async with opened(library) as (pilot, screen):
        await until(pilot, lambda: bool(screen.state.marks.read))
        await pilot.press("right_square_bracket", "u")
        assert screen.state.current == 4
        await pilot.press("left_square_bracket", "u")
        assert screen.state.current == 1
        await pilot.press("left_square_bracket", "u")
        await until(pilot, lambda: "No unread paper further up" in told(screen))


async def test_reading_to_the_end_marks_as_read(library: Library) -> None:
    async with opened(library, 80, 24) as (pilot, screen):
        await pilot.press("enter", "space")
        await until(pilot, lambda: screen.state.marks.read == {1} or screen.reader.at_end)
        while screen.state.current == 1:
            await pilot.press("space")
        await until(pilot, lambda: screen.state.marks.read == {1})
        # Passing over papers in the list reads none.
        await pilot.press("escape", "j", "j", "j")
        assert screen.state.marks.read == {1}


async def test_reading_marks_nothing_where_that_is_turned_off(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tui.app import ReadingRoom
    from tui.browser.screen import BrowserScreen

    room = ReadingRoom(library, Settings(mark_read=False))
    async with room.run_test(size=(120, 40)) as pilot:
        screen = room.screen
        assert isinstance(screen, BrowserScreen)
        await until(pilot, lambda: screen.state.is_ready)
        await pilot.press("enter", "G", "escape", "s")
        await until(pilot, lambda: bool(screen.state.marks.starred))
        assert not screen.state.marks.read


async def test_a_note_is_written_on_the_screen(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("E")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press(*"first", "enter", *"second", "escape")
        await until(pilot, lambda: screen.state.marks.notes == {1: "first\nsecond"})
        assert "Note\nfirst\nsecond" in screen.page.text
        assert not list(library.paths.drafts.glob("*"))
        await pilot.press("E")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press(*" more", "ctrl+g")
        await until(pilot, lambda: any("Not kept as a note" in line for line in told(screen)))
        assert screen.state.marks.notes == {1: "first\nsecond"}
        (aside,) = library.paths.drafts.glob("*")
        assert aside.read_text() == "first\nsecond more"


async def test_a_note_stays_with_its_paper_when_the_cursor_moves(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("E")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press(*"mine")
        screen.move_to(3)
        await pilot.press("escape")
        await until(pilot, lambda: screen.state.marks.notes == {1: "mine"})


async def test_drafts_that_were_left_behind_are_kept_as_notes(library: Library) -> None:
    first, second = (library.papers.identities.of_ordinals([1, 2])[number] for number in (1, 2))
    library.marks.note([2], "theirs")
    for paper, before, text in ((first, "", "left"), (second, "before", "mine"), (first, "", "")):
        draft = library.drafts.begin([paper], before)
        draft.write(text)
        os.close(draft.lock)
    busy = library.drafts.begin([first], "")
    busy.write("still being written")
    async with opened(library) as (pilot, screen):
        await until(pilot, lambda: len(screen.state.marks.notes) == 2)
        assert screen.state.marks.notes == {1: "left", 2: "theirs\n\n* * *\n\nmine"}
        await until(pilot, lambda: "Recovered: wrote a note on DistSeal" in [
            line.replace("Wrote", "wrote") for line in told(screen)
        ])  # fmt: skip
        assert busy.path.exists()
        assert len(list(library.paths.drafts.glob("*.json"))) == 1
    os.close(busy.lock)


async def test_another_window_sees_the_marks(library: Library, home: Path) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.pause(0.5)
        with Library(default_paths({"READINGROOM_HOME": str(home)})) as other:
            other.marks.star([7])
        await until(pilot, lambda: screen.state.marks.starred == {7})


async def test_the_list_is_sorted(library: Library) -> None:
    library.marks.star([9, 30])
    async with opened(library) as (pilot, screen):
        await pilot.press(*":sort title", "enter")
        await until(pilot, lambda: screen.state.answered == screen.state.generation > 0)
        names = [row.heading or row.detail for row in library.papers.rows(screen.state.rows)]
        assert [name.casefold() for name in names[:3]] == sorted(name.casefold() for name in names)[
            :3
        ]
        assert screen.state.current == 1
        await pilot.press(*":sort starred", "enter")
        await until(pilot, lambda: list(screen.state.rows[:3]) == [9, 30, 1])
        await pilot.press(*":sort nothing", "enter")
        await until(pilot, lambda: any("no order nothing" in line for line in told(screen)))
        await pilot.press("S")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.press("enter")
        await until(pilot, lambda: screen.state.rows is screen.state.papers)


async def test_a_search_is_saved_called_up_and_forgotten(library: Library) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("slash", *"watermark", "enter")
        await until(pilot, lambda: screen.place is Place.LIST)
        await pilot.press(*":save 3 marks in images", "enter")
        await until(pilot, lambda: "Saved: '3 asks marks in images" in told(screen))
        await pilot.press("escape")
        assert screen.state.query == ""
        await pilot.press("apostrophe")
        assert "marks in images" in str(screen.query_one("#footer").render())
        await pilot.press("3")
        await until(pilot, lambda: screen.state.query == "watermark")
        await pilot.press(*":forget 3", "enter")
        await until(pilot, lambda: bool([line for line in told(screen) if "took" in line.lower()]))
        await pilot.press("apostrophe", "3")
        await until(pilot, lambda: any("No search is saved as '3" in line for line in told(screen)))
        await pilot.press("u")
        await until(pilot, lambda: any(line.startswith("Undone") for line in told(screen)))
        assert [search.query for search in library.searches.all()] == ["watermark"]
        await pilot.press("escape")
        await until(pilot, lambda: not screen.state.query)
        await pilot.press("apostrophe", "3")
        await until(pilot, lambda: screen.state.query == "watermark")


async def test_the_box_walks_its_history_also_after_a_restart(library: Library) -> None:
    library.shelf.remember_query("older")
    async with opened(library) as (pilot, screen):
        await pilot.pause(0.2)
        await pilot.press("slash", *"sembind", "enter")
        await until(pilot, lambda: screen.place is Place.LIST)
        await pilot.press("slash", "ctrl+u", *"half", "alt+up")
        assert screen.box.value == "sembind"
        await pilot.press("alt+up", "alt+up")
        assert screen.box.value == "older"
        await pilot.press("alt+down", "alt+down")
        assert screen.box.value == "half"
    assert library.shelf.queries() == ["older", "sembind"]


async def test_a_reading_list_is_copied_or_written(library: Library, tmp_path: Path) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.press("space", "s")
        await until(pilot, lambda: bool(screen.state.marks.starred))
        file = tmp_path / "list.md"
        await pilot.press(*f":reading-list {file}", "enter")
        await until(pilot, file.exists)
        assert file.read_text().startswith("# Reading list\n\n## DistSeal\n")
        await pilot.press(*f":reading-list {file}", "enter")
        await until(pilot, lambda: any("is there already" in line for line in told(screen)))
        await pilot.press(*":reading-list", "enter")
        await until(pilot, lambda: bool(library.shelf.copies()))
        assert library.shelf.copies()[0].text == file.read_text()


def test_settings_tell_what_is_wrong_and_keep_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    assert read_settings(path) == (Settings(), [])
    path.write_text("mark_read = false\nmark_raed = true\n")
    settings, problems = read_settings(path)
    assert settings == Settings(mark_read=False)
    assert problems == [f"{path}: there is no setting 'mark_raed'; did you mean mark_read?"]
    path.write_text("mark_read = 'no'\n")
    assert read_settings(path) == (
        Settings(), [f"{path}: mark_read must be true or false, not \"no\""],
    )  # fmt: skip
    path.write_bytes(b"= \xff")
    settings, (problem,) = read_settings(path)
    assert settings == Settings()
    assert problem.startswith(f"{path} is not UTF-8, so nothing in it counts:")
