"""A visit to files that are not kept, in a real pseudo-terminal."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from index.library import Library
from index.paths import default_paths
from tests.terminal.terminal import Key, Terminal, environment
from tests.terminal.test_room import quit_room

WORDS = "{} says in fifteen words or more what nobody has ever said about it before, and why so"


def write(path: Path, *names: str) -> Path:
    records = [{"title": f"On {name}", "abstract": WORDS.format(name)} for name in names]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def visit(command: str, home: Path, *words: str) -> Terminal:
    return Terminal(
        [command, *words], columns=100, rows=30, cwd=home.parent,
        env={"READINGROOM_HOME": str(home), "PATH": "/nonexistent"},
    )  # fmt: skip


def test_files_are_shown_alone_and_marks_are_kept(command: str, home: Path, tmp_path: Path) -> None:
    write(tmp_path / "owls.jsonl", "owls", "bats")
    with visit(command, home, "owls.jsonl") as terminal:
        terminal.wait_for("On owls")
        assert "DistSeal" not in terminal.text
        terminal.send("/bats")
        terminal.wait_for("bats* · 1 of 2")
        terminal.send(Key.ENTER + "s")
        terminal.wait_for("1 starred")
        quit_room(terminal)
    with visit(command, home, "./owls.jsonl") as terminal:
        terminal.wait_for("1 starred")
        terminal.send(":keep" + Key.ENTER)
        terminal.wait_for("2 new, 0 changed, 0 same")
        quit_room(terminal)
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        assert library.papers.count() == 40
        library.marks.refresh()
        assert len(library.marks.state.starred) == 1


def test_what_is_wrong_with_a_file_is_told_in_the_room(
    command: str, home: Path, tmp_path: Path
) -> None:
    path = write(tmp_path / "owls.jsonl", "owls", "mice")
    path.write_text(path.read_text() + "{broken\n")
    with visit(command, home, "--", "owls.jsonl") as terminal:
        terminal.wait_for("On owls")
        terminal.wait_for("1 malformed record")
        quit_room(terminal)


def test_papers_from_a_pipe_are_shown(command: str, home: Path, tmp_path: Path) -> None:
    write(tmp_path / "owls.jsonl", "owls")
    with Terminal(
        ["/bin/sh", "-c", f"cat owls.jsonl | '{command}' -"], columns=100, rows=30, cwd=tmp_path,
        env={"READINGROOM_HOME": str(home)},
    ) as terminal:  # fmt: skip
        terminal.wait_for("On owls")
        terminal.send("j")
        terminal.send("q")
        assert terminal.wait_exit() == 0


def test_without_papers_there_is_no_visit(command: str, home: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("")
    (tmp_path / "x.pdf").write_bytes(b"%PDF-1.7")
    for words, status, told in (
        (["./none"], 2, "cannot read ./none: No such file or directory"),
        (["x.pdf"], 2, "x.pdf is a PDF document, not a list of papers"),
        (["empty"], 1, "empty is empty"),
        (["visit"], 2, "the following arguments are required: FILE"),
    ):
        found = subprocess.run(
            [command, *words], capture_output=True, text=True, cwd=tmp_path, check=False,
            env=environment({"READINGROOM_HOME": str(home)}), stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert (found.returncode, found.stdout) == (status, "")
        assert told in found.stderr
        assert len(found.stderr.splitlines()) == 1
