"""Titles for untitled papers in a real pseudo-terminal: accepted, kept, undone after a restart."""

from __future__ import annotations

from pathlib import Path

from tests.index.full_records import add_both, opened
from tests.terminal.terminal import Key
from tests.terminal.test_room import quit_room, room


def test_a_title_is_accepted_outlives_the_visit_and_is_undone_in_the_next(
    command: str, home: Path, tmp_path: Path
) -> None:
    with opened(home) as library:
        add_both(library, tmp_path)
    with room(command, home, 40, 10) as terminal:
        terminal.wait_for("2 papers may have titles")
        terminal.send(":matches\r")
        terminal.wait_for("1 of 2 · 100% · the same abstract")
        terminal.wait_for("no authors known")
        terminal.send("n")
        terminal.wait_for("GraviTree")
        terminal.send("p" + Key.ENTER)
        terminal.wait_for("1 of 1")
        terminal.send(Key.ESCAPE)
        terminal.wait_for("Seals in Latent Space")
        quit_room(terminal)
    with room(command, home) as terminal:
        terminal.wait_for("Lovelace, Turing 2026")
        terminal.wait_for("title, authors, date, venue, pages, links from full.jsonl")
        terminal.wait_for("39 papers")
        terminal.send("u")
        terminal.wait_for("Undone: gave DistSeal its title")
        terminal.wait_for("40 papers")
        terminal.wait_gone("Lovelace, Turing 2026")
        quit_room(terminal)
