"""Facets in a real pseudo-terminal, by keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.library import Library
from index.paths import default_paths
from tests.terminal.terminal import Key
from tests.terminal.test_room import quit_room, room

PAPERS = """\
{"title": "On cats", "author": "Zoe Grün", "venue": "ICML 2019", "year": 2019, \
"abstract": "All about cats and how they learn."}
{"title": "More cats", "author": "Zoe Grün; Ada Li", "venue": "ICML 2020", "year": 2020, \
"abstract": "Cats once more, and dogs."}
"""


@pytest.fixture
def animals(home: Path, tmp_path: Path) -> Path:
    """A home with the seeds and two papers in it."""
    file = tmp_path / "animals.jsonl"
    file.write_text(PAPERS, encoding="utf-8")
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.imports.add([file])
        library.search.ensure()
    return home


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (40, 10)])
def test_a_query_is_narrowed_saved_and_called_up_again(
    command: str, animals: Path, columns: int, rows: int
) -> None:
    with room(command, animals, columns, rows) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("/learn" + Key.ENTER)
        terminal.wait_for("learn* · ")
        terminal.send(":facets author" + Key.ENTER)
        terminal.wait_for("▾ author")
        terminal.wait_for("Zoe Grün")
        terminal.send("/grun" + Key.ENTER)
        terminal.wait_gone("▌▾ author")
        terminal.send(Key.ENTER)
        terminal.wait_for("● Zoe Grün")
        terminal.wait_for('author:="Zoe Grün" learn')
        terminal.send(Key.ESCAPE)
        terminal.wait_for("⏎ choose  l h open")
        terminal.send(Key.ESCAPE)
        terminal.wait_gone("▾ author")
        terminal.wait_for("On cats")
        terminal.send(":save 1 hers" + Key.ENTER)
        terminal.wait_for("Saved")
        terminal.send(Key.ESCAPE)
        terminal.wait_gone("author:=")
        terminal.send("'1")
        terminal.wait_for('author:="Zoe Grün" learn')
        terminal.wait_for("On cats")
        quit_room(terminal)


def test_f_opens_the_facets_and_choices_follow_each_other(command: str, animals: Path) -> None:
    with room(command, animals, 80, 24) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("f")
        terminal.wait_for("▌▾ collection")
        terminal.send("hjjl")
        terminal.wait_for("▌▾ year")
        terminal.send("jj ")
        terminal.wait_for("year:2020")
        terminal.wait_for("More cats")
        terminal.wait_gone("DistSeal")
        terminal.send("j ")
        terminal.wait_for("(year:2020 OR year:2019)")
        terminal.wait_for("2 of 40")
        terminal.send("q")
        terminal.wait_gone("▾ year")
        quit_room(terminal)
