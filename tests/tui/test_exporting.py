"""Papers written to a file from the screen."""

from __future__ import annotations

from pathlib import Path

from index.library import Library
from tests.tui.test_browser import opened, told, until


async def test_results_or_selected_papers_are_written_once(
    library: Library, tmp_path: Path
) -> None:
    async with opened(library) as (pilot, screen):
        everything, two = tmp_path / "all papers.bib", tmp_path / "two.txt"
        screen.areas.room.obey(f"export '{everything}'")
        await until(pilot, lambda: f"38 papers written to {everything}" in told(screen))
        assert everything.read_text(encoding="utf-8").count("@misc{") == 38
        await pilot.press("space", "space")
        screen.areas.room.obey(f"export {two} ris")
        await until(pilot, lambda: f"2 papers written to {two}" in told(screen))
        assert two.read_text(encoding="utf-8").count("TY  - ") == 2
        before = two.read_bytes()
        screen.areas.room.obey(f"export {two}")
        await until(pilot, lambda: any("is there already" in line for line in told(screen)))
        assert two.read_bytes() == before


async def test_what_cannot_be_written_is_told(library: Library, tmp_path: Path) -> None:
    async with opened(library) as (pilot, screen):
        for line, said in (
            (f"export {tmp_path}/a.bib zzz", "unknown format 'zzz'"),
            (f"export {tmp_path}/none/a.bib", "cannot write"),
            ("export a b c", "a FILE and a FORMAT"),
            ("export 'a", "No closing quotation"),
        ):
            screen.areas.room.obey(line)
            await until(pilot, lambda said=said: any(said in line for line in told(screen)))
        assert list(tmp_path.glob("*.bib")) == []
        screen.areas.room.obey("export")
        assert screen.query_one("#line").value == "export "
