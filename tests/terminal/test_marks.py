"""Marks in a real pseudo-terminal: kept, undone, written with an editor, lost by nothing."""

from __future__ import annotations

import json
import os
import random
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from index.library import Library
from index.paths import default_paths
from tests.index.test_shelf_crash import locked_home  # noqa: F401 - a fixture
from tests.terminal.terminal import Key, Terminal
from tests.terminal.test_room import quit_room, room

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534


def notes(home: Path) -> dict[int, str]:
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.refresh()
        return dict(library.marks.state.notes)


def editor(folder: Path, script: str) -> str:
    """A value for $EDITOR: a shell script in a folder with a blank, and an argument of its own.

    In the script `$file` is the file to edit.
    """
    path = folder / "my editor.sh"
    path.write_text(f'test "$1" = "an argument" || exit 9\nfile="$2"\n{script}\n')
    return f"/bin/sh {shlex.quote(str(path))} 'an argument'"


def starred(terminal: Terminal) -> int:
    """How many stars the status line tells of."""
    found = re.search(r"(\d+) starred", terminal.text)
    return int(found[1]) if found else 0


def test_a_star_outlives_the_visit_and_is_undone_in_the_next(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("js")
        terminal.wait_for("1 starred")
        quit_room(terminal)
    with room(command, home) as terminal:
        terminal.wait_for("1 starred")
        terminal.send("u")
        terminal.wait_for("Undone: starred")
        terminal.wait_gone("1 starred")
        quit_room(terminal)


def test_marks_are_kept_that_were_asked_for_just_before_the_end(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("*sq")
        assert terminal.wait_exit() == 0
    with room(command, home) as terminal:
        terminal.wait_for("38 starred")
        quit_room(terminal)


def test_a_note_is_written_with_the_editor_of_the_environment(
    command: str, home: Path, tmp_path: Path
) -> None:
    value = editor(tmp_path, "echo hello from $0; printf 'a\\033[31m note\\n' >> \"$file\"")
    with room(command, home, EDITOR=value) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("e")
        terminal.wait_for("Wrote a note on DistSeal")
        terminal.wait_for("a[31m note")
        # The keys are the room's again.
        terminal.send("js")
        terminal.wait_for("1 starred")
        quit_room(terminal)
    assert notes(home) == {1: "a[31m note"}
    assert list((home / "data" / "drafts").iterdir()) == []


def test_an_editor_that_fails_leaves_the_note_and_the_text_in_a_file(
    command: str, home: Path, tmp_path: Path
) -> None:
    value = editor(tmp_path, 'echo unwanted > "$file"; exit 3')
    with room(command, home, EDITOR=value) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("e")
        terminal.wait_for("The note is unchanged: /bin/sh ended with status 3")
        quit_room(terminal)
    assert notes(home) == {}
    (kept,) = (home / "data" / "drafts").iterdir()
    assert kept.read_text() == "unwanted\n"


def test_an_editor_that_crashes_loses_nothing_that_it_saved(
    command: str, home: Path, tmp_path: Path
) -> None:
    value = editor(tmp_path, 'echo saved > "$file"; kill -SEGV $$')
    with room(command, home, EDITOR=value) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("e")
        terminal.wait_for("Wrote a note on DistSeal")
        quit_room(terminal)
    assert notes(home) == {1: "saved"}


def test_a_note_is_recovered_after_editor_and_room_were_killed(
    command: str, home: Path, tmp_path: Path
) -> None:
    value = editor(tmp_path, 'echo precious > "$file"; echo $$ > "$0.pid"; exec /bin/sleep 60')
    with room(command, home, EDITOR=value) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("e")
        pid = tmp_path / "my editor.sh.pid"
        terminal.wait_for(lambda _: pid.exists() and bool(pid.read_text().strip()))
        os.kill(terminal.pid, signal.SIGKILL)
        # The editor still has the note: another room leaves it alone.
        with room(command, home) as other:
            other.wait_for("DistSeal")
            other.send("jjs")
            other.wait_for("1 starred")
            assert notes(home) == {}
            os.kill(int(pid.read_text()), signal.SIGKILL)
            other.wait_for("Recovered")
            quit_room(other)
    assert notes(home) == {1: "precious"}
    assert list((home / "data" / "drafts").iterdir()) == []


def test_without_an_editor_the_note_is_written_on_the_screen(command: str, home: Path) -> None:
    with room(command, home, 80, 24, EDITOR="no-such-editor") as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("e")
        terminal.wait_for("Note on DistSeal")
        terminal.send("plain words" + Key.ESCAPE)
        terminal.wait_for("Wrote a note on DistSeal")
        quit_room(terminal)
    assert notes(home) == {1: "plain words"}


def test_two_windows_see_each_others_marks(command: str, home: Path) -> None:
    with room(command, home) as one, room(command, home) as other:
        one.wait_for("DistSeal")
        other.wait_for("DistSeal")
        one.send("s")
        other.wait_for("1 starred")
        other.send("js")
        one.wait_for("2 starred")
        other.send("u")
        one.wait_for("1 starred")
        quit_room(one)
        quit_room(other)


def test_killed_at_any_moment_no_star_is_lost_that_was_on_screen(command: str, home: Path) -> None:
    chance = random.Random(7)
    before = 0
    for _ in range(4):
        with room(command, home) as terminal:
            terminal.wait_for(f"{before} starred" if before else "DistSeal")
            terminal.send("j" * before)
            wanted = before + chance.randint(1, 6)
            terminal.send("sj" * (wanted - before + 2))
            terminal.wait_for(lambda it, least=wanted: starred(it) >= least)
            wanted = starred(terminal)
            os.kill(terminal.pid, signal.SIGKILL)
            terminal.wait_exit()
        with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
            library.marks.refresh()
            before = len(library.marks.state.starred)
            assert wanted <= before


def test_eight_thousand_papers_are_tagged_and_the_tag_is_undone_in_one_step(
    command: str, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    file = tmp_path / "many.jsonl"
    with file.open("w") as out:
        for number in range(8_000):
            words = " ".join(f"w{number % 97}x{place}" for place in range(20))
            out.write(json.dumps({"title": f"Paper {number}", "abstract": words}) + "\n")
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.imports.prepare()
        library.imports.add([file])
    with room(command, home) as terminal:
        terminal.wait_for("8,038 papers")
        terminal.send("*t")
        terminal.wait_for(" :")
        terminal.send("all-of-them" + Key.ENTER)
        terminal.wait_for("Tagged 8,038 papers #all-of-them")
        terminal.send("u")
        terminal.wait_for("Undone: tagged 8,038 papers")
        terminal.send("q")
        assert terminal.wait_exit() == 0
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.refresh()
        assert dict(library.marks.state.tags) == {}


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
from tui.cli import main
sys.exit(main([]))
"""


def test_where_the_disk_is_full_the_room_says_so_and_still_reads(home: Path) -> None:
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        for number in range(1, 39):
            library.marks.note([number], "x" * 5_000)
    with Terminal(
        [sys.executable, "-c", LIMITED], columns=120, rows=40, cwd=ROOT,
        env={"READINGROOM_HOME": str(home), "PATH": "/nonexistent"},
    ) as terminal:  # fmt: skip
        terminal.wait_for("DistSeal")
        terminal.send("*" + "s" * 12)
        terminal.wait_for("Not kept: cannot use")
        terminal.send("gg/sembind")
        terminal.wait_for("sembind* · 1 of 38")
        terminal.send(Key.ENTER + "q")
        assert terminal.wait_exit() == 0


READ_ONLY = f"""
import argparse, tomllib, asyncio, os, sys, tui.cli, textual.drivers.linux_driver
# All that is loaded on the way must be loaded while the modules can be read.
from index.library import Library
from tui.app import ReadingRoom

async def visit(keys):
    with Library() as library:
        library.search.ensure()
        library.cite.keys([1])
        room = ReadingRoom(library)
        async with room.run_test(size=(120, 40)) as pilot:
            await pilot.press(*keys)
            await pilot.pause(1)

asyncio.run(visit(["slash", *"sembind", "enter", "enter", "escape", "s", "q"]))
if os.getuid() == 0:
    os.setgid({NOBODY})
    os.setuid({NOBODY})
os.environ["READINGROOM_HOME"] = sys.argv[1]
from tui.cli import main
sys.exit(main([]))
"""


def test_a_folder_that_can_only_be_read_is_read_on_screen(
    home: Path,
    locked_home: Path,  # noqa: F811
) -> None:
    with Terminal(
        [sys.executable, "-c", READ_ONLY, str(locked_home)], columns=120, rows=40, cwd=ROOT,
        env={"READINGROOM_HOME": str(home), "PATH": "/nonexistent"},
    ) as terminal:  # fmt: skip
        terminal.wait_for("1 starred")
        terminal.send("js")
        terminal.wait_for("Not kept: ")
        assert "starred" in terminal.text
        terminal.send("/sembind")
        terminal.wait_for("sembind* · 1 of 38")
        terminal.send(Key.ENTER + "q")
        assert terminal.wait_exit() == 0


@pytest.mark.parametrize(("columns", "rows"), [(40, 10), (20, 5)])
def test_marks_are_seen_in_a_small_terminal(
    command: str, home: Path, columns: int, rows: int
) -> None:
    with room(command, home, columns, rows) as terminal:
        terminal.wait_for("DistSeal"[: columns - 8])
        terminal.send("s")
        terminal.wait_for("★")
        terminal.send("u")
        terminal.wait_gone("★")
        quit_room(terminal)
