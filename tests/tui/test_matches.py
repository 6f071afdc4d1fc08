"""Titles for untitled papers, reviewed by keys without a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll
from textual.pilot import Pilot
from textual.widgets import Input, Static

from index.library import Library
from tests.index.full_records import SEALS, TREES, add_both, of_seed, opened, write
from tests.tui.test_browser import opened as shown
from tests.tui.test_browser import told, until
from tui.browser.screen import BrowserScreen
from tui.dialogs.matches import MatchesDialog

TOLD = "2 papers may have titles: :matches shows them"


@pytest.fixture
def library(library: Library, tmp_path: Path) -> Library:
    """The seeds, and full records of the first and the sixth as 39 and 40."""
    add_both(library, tmp_path)
    library.search.ensure()
    return library


async def review(pilot: Pilot[None], screen: BrowserScreen) -> MatchesDialog:
    """Open the dialog with the `:` line."""
    await pilot.press("colon", *"matches", "enter")
    await until(pilot, lambda: isinstance(screen.app.screen, MatchesDialog))
    await pilot.pause()
    dialog = screen.app.screen
    assert isinstance(dialog, MatchesDialog)
    return dialog


def text(dialog: MatchesDialog, name: str) -> str:
    return str(dialog.query_one(name, Static).render())


async def test_matches_are_told_reviewed_accepted_and_undone(library: Library) -> None:
    async with shown(library) as (pilot, screen):
        await until(pilot, lambda: TOLD in told(screen))
        dialog = await review(pilot, screen)
        assert text(dialog, "#match") == "1 of 2 · 100% · the same abstract"
        assert text(dialog, "#paper").startswith("DistSeal\nno authors known\nICML 2026 Papers")
        assert text(dialog, "#full").startswith("Seals in Latent Space\nAda Lovelace, Alan Turing")
        await pilot.press("n")
        assert text(dialog, "#full").startswith("Falling Trees\nGrace Hopper\nJournal of Gravity")
        await pilot.press("space", "p", "p")
        assert text(dialog, "#match").startswith("1 of 2")
        await pilot.press("enter")
        await until(pilot, lambda: text(dialog, "#match").startswith("1 of 1"))
        await pilot.press("escape")
        await until(pilot, lambda: len(screen.state.papers) == 39)
        assert "Gave DistSeal its title: u undoes it" in told(screen)
        assert "Seals in Latent Space" in screen.paper_list.render_line(0).text
        assert "Ada Lovelace, Alan Turing\n" in screen.page.text
        assert (
            "title, authors, date, venue, pages, links from full.jsonl, no. 1" in screen.page.text
        )
        await pilot.press("u")
        await until(pilot, lambda: len(screen.state.papers) == 40)
        assert screen.page.text.startswith("DistSeal\nICML 2026 Papers")
        await pilot.press("ctrl+r")
        await until(pilot, lambda: screen.page.text.startswith("Seals in Latent Space"))


async def test_the_words_that_differ_are_marked(library: Library, tmp_path: Path) -> None:
    abstract = library.papers.forms(2).plain
    first = abstract.split()[0]
    record = {"title": "T", "abstract": abstract.replace(first, "Instead", 1)}
    library.imports.add([write(tmp_path / "third.jsonl", record)])
    async with shown(library) as (pilot, screen):
        dialog = await review(pilot, screen)
        await pilot.press("n")
        for name, word in (("#paper", first), ("#full", "Instead")):
            content = dialog.query_one(name, Static).content
            marked = {
                str(content)[span.start : span.end]
                for span in content.spans  # type: ignore[union-attr]
                if span.style == "bold underline"
            }
            assert marked == {word}


async def test_all_are_accepted_from_a_share_on_that_is_asked_for(library: Library) -> None:
    async with shown(library) as (pilot, screen):
        dialog = await review(pilot, screen)
        await pilot.press("A", "escape")
        assert isinstance(screen.app.screen, MatchesDialog)
        await pilot.press("A", "backspace", "backspace", "0", "enter")
        assert "A percentage is from 1 to 100" in told(screen)
        await pilot.press("backspace", *"95", "enter")
        await until(pilot, lambda: screen.app.screen is screen)
        await until(pilot, lambda: len(screen.state.papers) == 38)
        assert "Gave 2 papers their titles: u undoes it" in told(screen)
        assert library.matches.applied == {1: 39, 6: 40}
        assert not dialog.is_attached


async def test_cursor_selection_and_results_follow_a_record_into_its_paper(
    library: Library,
) -> None:
    async with shown(library) as (pilot, screen):
        await pilot.press("slash", *"distseal", "enter")
        await until(pilot, lambda: screen.state.found is not None and len(screen.state.rows) > 1)
        screen.move_to(list(screen.state.rows).index(39))
        await pilot.press("space")
        screen.move_to(list(screen.state.rows).index(39))
        assert screen.state.selected == {39}
        with opened(library.paths.data.parent) as other:
            other.matches.accept([(1, 39)])
        await until(pilot, lambda: 39 not in screen.state.rows)
        assert screen.state.current == 1
        assert screen.state.selected == {1}
        assert screen.page.text.startswith("Seals in Latent Space")


async def test_an_index_that_is_behind_shows_no_record_twice(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shown(library) as (pilot, screen):
        monkeypatch.setattr(screen.areas.background, "renew", lambda: None)
        await pilot.press("slash", *"distseal", "enter")
        await until(pilot, lambda: set(screen.state.rows) == {1, 39})
        library.matches.accept([(1, 39)])
        await until(pilot, lambda: list(screen.state.rows) == [1])
        await pilot.press("slash", "backspace")
        await until(pilot, lambda: screen.state.query == "distsea")
        await until(pilot, lambda: screen.state.answered == screen.state.generation)
        assert list(screen.state.rows) == [1]
        assert screen.state.found is not None
        assert screen.state.found.total == 1


async def test_what_another_window_took_away_is_passed_over(library: Library) -> None:
    async with shown(library) as (pilot, screen):
        dialog = await review(pilot, screen)
        with opened(library.paths.data.parent) as other:
            other.matches.accept([(6, 40)])
        await pilot.press("n")
        assert text(dialog, "#match").startswith("1 of 1")
        assert text(dialog, "#paper").startswith("DistSeal")
        with opened(library.paths.data.parent) as other:
            other.sources.remove([other.sources.find("full.jsonl")])
        await pilot.press("n")
        await until(pilot, lambda: screen.app.screen is screen)


async def test_another_window_s_undo_is_seen(library: Library) -> None:
    library.matches.accept([(1, 39)])
    async with shown(library) as (pilot, screen):
        await until(pilot, lambda: screen.page.text.startswith("Seals in Latent Space"))
        with opened(library.paths.data.parent) as other:
            other.marks.undo()
        await until(pilot, lambda: screen.page.text.startswith("DistSeal"))
        assert len(screen.state.papers) == 40


async def test_without_a_match_nothing_is_told_or_shown(home: Path) -> None:
    with opened(home) as library:
        async with shown(library) as (pilot, screen):
            await pilot.press("colon", *"matches", "enter")
            await until(pilot, lambda: "No full record matches an untitled paper" in told(screen))
            assert not any("may have" in line for line in told(screen))


async def test_papers_that_are_added_on_screen_are_looked_at(home: Path, tmp_path: Path) -> None:
    with opened(home) as library:
        records = of_seed(library, 1, **SEALS), of_seed(library, 6, **TREES)
        path = write(tmp_path / "full.jsonl", *records)
        async with shown(library) as (pilot, screen):
            await pilot.press("colon", *"add ", *str(path), "enter")
            await until(pilot, lambda: TOLD in told(screen))


@pytest.mark.parametrize(("width", "height"), [(40, 10), (99, 24), (100, 24), (160, 50)])
async def test_both_records_can_be_read_at_every_size(
    library: Library, width: int, height: int
) -> None:
    async with shown(library, width, height) as (pilot, screen):
        dialog = await review(pilot, screen)
        paper, full = (dialog.query_one(name, Static) for name in ("#paper", "#full"))
        if width >= 100:
            assert paper.region.y == full.region.y
            assert paper.region.right <= full.region.x
        else:
            assert paper.region.bottom <= full.region.y
            assert paper.region.x == full.region.x
        scroll = dialog.query_one(VerticalScroll)
        assert scroll.region.height >= 4
        assert "Esc done" in screen.app.export_screenshot().replace("&#160;", " ")
        await pilot.press("A")
        await until(pilot, lambda: dialog.query_one(Input).region.width == 6)
        assert dialog.query_one(Input).region.right < width
        await pilot.press("escape")
        await pilot.press("j")
        await until(pilot, lambda: scroll.scroll_y == min(1, scroll.max_scroll_y))
        await pilot.press("end")
        await until(pilot, lambda: scroll.scroll_y == scroll.max_scroll_y)
        assert full.region.bottom <= scroll.region.bottom + 1
        await pilot.press("a", "a")
        await until(pilot, lambda: screen.app.screen is screen)
        await until(pilot, lambda: library.matches.applied == {1: 39, 6: 40})
