"""Bringing papers in from the screen."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from index.forms import Forms, make_forms
from index.library import Library
from index.paper import Paper
from index.paths import default_paths
from index.search.builder import Child
from index.visit import visiting
from tests.tui.test_browser import opened, told, until
from tui.browser.adding import paths_beginning
from tui.browser.screen import BrowserScreen
from tui.dialogs.text import TextDialog
from tui.widgets.search_box import CommandLine

WORDS = "{} says in fifteen words or more what nobody has ever said about it before, and why so"


def write(path: Path, *names: str) -> Path:
    records = [{"title": f"On {name}", "abstract": WORDS.format(name)} for name in names]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def dialog(screen: BrowserScreen) -> str:
    """What a report on the screen says; nothing if there is none."""
    if not isinstance(screen.app.screen, TextDialog):
        return ""
    return re.sub("&#160;", " ", screen.app.export_screenshot())


async def test_a_file_is_added_and_found_while_the_cursor_keeps_its_paper(
    library: Library, tmp_path: Path
) -> None:
    file = write(tmp_path / "the owls.jsonl", "owls", "bats")
    async with opened(library) as (pilot, screen):
        await pilot.press("j", "j")
        await pilot.press(*f":add '{file}'", "enter")
        await until(pilot, lambda: len(screen.state.papers) == 40)
        await until(pilot, lambda: "2 new, 0 changed, 0 same" in told(screen))
        assert screen.state.current == 3
        await pilot.press("slash", *"says owls", "enter")
        await until(pilot, lambda: bool(screen.state.found and screen.state.found.total == 1))


async def test_what_cannot_be_read_is_shown_in_a_report(library: Library, tmp_path: Path) -> None:
    file = write(tmp_path / "owls.jsonl", "owls")
    file.write_text(file.read_text() + "{broken\n" + file.read_text())
    async with opened(library) as (pilot, screen):
        await pilot.press(*f":add {file}", "enter")
        await until(pilot, lambda: "1 new, 0 changed, 1 same" in dialog(screen))
        await until(pilot, lambda: "1 malformed record" in dialog(screen))
        await pilot.press("escape", *":report", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextDialog))
        await pilot.press("q")
        await pilot.press(*f":add {tmp_path}/none", "enter")
        await until(pilot, lambda: any("No such file" in line for line in told(screen)))


async def test_adding_is_cancelled_and_one_import_goes_on_at_a_time(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(paper: Paper) -> Forms:
        # Long enough for the keys below, however fast the machine is.
        time.sleep(0.005)
        return make_forms(paper)

    monkeypatch.setattr("index.forms.make_forms", slowly)
    file = write(tmp_path / "many.jsonl", *(f"owl{number}" for number in range(6_000)))
    async with opened(library) as (pilot, screen):
        await pilot.press(*f":add {file}", "enter")
        await until(pilot, lambda: "adding" in screen.state.activity)
        await pilot.press(*":add x", "enter")
        await until(pilot, lambda: any("`:cancel` stops" in line for line in told(screen)))
        await pilot.press(*":cancel", "enter")
        await until(pilot, lambda: "interrupted: what was complete is kept" in dialog(screen))
        # Whole batches of a thousand came in, or none.
        assert (library.papers.count() - 38) % 1_000 == 0
        assert library.papers.count() < 6_038
        await pilot.press("escape")


async def test_papers_that_another_window_adds_appear(
    library: Library, home: Path, tmp_path: Path
) -> None:
    async with opened(library) as (pilot, screen):
        await pilot.pause(0.5)
        with Library(default_paths({"READINGROOM_HOME": str(home)})) as other:
            other.imports.add([write(tmp_path / "owls.jsonl", "owls")])
        await until(pilot, lambda: len(screen.state.papers) == 39)
        await pilot.press("slash", *"says owls")
        await until(pilot, lambda: bool(screen.state.found and screen.state.found.total == 1))


async def test_a_visit_shows_its_files_alone_and_can_be_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("READINGROOM_HOME", str(home))
    file = write(tmp_path / "owls.jsonl", "owls", "bats")
    with visiting([str(file)], default_paths()) as library:
        library.imports.add(library.guests or ())
        place = library.paths.data
        async with opened(library) as (pilot, screen):
            assert len(screen.state.papers) == 2
            await pilot.press("s")
            await until(pilot, lambda: bool(screen.state.marks.starred))
            await pilot.press(*":keep", "enter")
            await until(pilot, lambda: "2 new, 0 changed, 0 same" in told(screen))
    assert not place.exists()
    with Library(default_paths()) as library:
        assert library.papers.count() == 40
        library.marks.refresh()
        # The star was given in the visit, by id.
        assert [row.heading for row in library.papers.rows(list(library.marks.state.starred))] == [
            "On owls"
        ]


async def test_paths_are_completed(library: Library, tmp_path: Path) -> None:
    (tmp_path / "a folder").mkdir()
    write(tmp_path / "a folder" / "owls.jsonl", "owls")
    assert paths_beginning(f"{tmp_path}/a\\ f") == [f"{tmp_path}/a\\ folder/"]
    assert paths_beginning(f"x {tmp_path}/a\\ folder/") == [f"x {tmp_path}/a\\ folder/owls.jsonl"]
    assert paths_beginning(f"x {tmp_path}/none") == []
    async with opened(library) as (pilot, screen):
        await pilot.press(*f":add {tmp_path}/a\\ folder/", "tab")
        line = screen.query_one(CommandLine)
        assert line.value == f"add {tmp_path}/a\\ folder/owls.jsonl"


async def test_a_change_does_not_wait_until_a_large_library_is_filed(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builds: list[str] = []
    run = Child.run

    def watched(child: Child, progress: Callable[[int], None]) -> None:
        builds.append(child.kind)
        if child.kind == "whoosh" and builds.count("whoosh") == 1:
            # The first one never ends by itself.
            child._command = [sys.executable, "-c", "import time; time.sleep(60)"]
        run(child, progress)

    monkeypatch.setattr(Child, "run", watched)
    library.imports.add([write(tmp_path / "many.jsonl", *(f"owl{n}" for n in range(600)))])
    async with opened(library) as (pilot, screen):
        await until(pilot, lambda: "whoosh" in builds)
        await pilot.press(*f":add {write(tmp_path / 'late.jsonl', 'latecomers')}", "enter")
        await until(pilot, lambda: len(screen.state.papers) == 639)
        await pilot.press("slash", *"latecomers")
        await until(pilot, lambda: bool(screen.state.found and screen.state.found.total == 1))
        await until(pilot, lambda: builds.count("whoosh") > 1)
        assert not any("cannot build" in line for line in told(screen))
