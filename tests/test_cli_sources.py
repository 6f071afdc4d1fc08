"""`sources`, `remove`, `refresh` and `add --seeds`, by the installed console script."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from index.library import Library
from index.paths import default_paths
from tests.terminal.terminal import Terminal

ABSTRACT = "It says in fifteen words or more what nobody has ever said about it before, and why so"


def run(command: str, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, "READINGROOM_HOME": str(home)},
    )  # fmt: skip


def paper(path: Path, title: str) -> Path:
    path.write_text(json.dumps({"title": title, "abstract": f"{title}. {ABSTRACT}"}) + "\n")
    return path


def test_a_file_is_added_listed_refreshed_and_removed(
    command: str, home: Path, tmp_path: Path
) -> None:
    path = paper(tmp_path / "owls.jsonl", "On owls")
    assert run(command, home, "add", str(path)).returncode == 0
    listed = run(command, home, "sources")
    assert listed.returncode == 0
    assert listed.stdout.splitlines()[-2:] == [
        "  3  owls.jsonl · 1 paper · jsonl", f"     {path}",
    ]  # fmt: skip
    records = [
        json.loads(line) for line in run(command, home, "sources", "--json").stdout.splitlines()
    ]
    assert [record["papers"] for record in records] == [19, 19, 1]
    paper(path, "On eagle owls")
    refreshed = run(command, home, "refresh", "--report", "json")
    assert refreshed.returncode == 0
    assert "0 files unchanged" in refreshed.stderr
    assert json.loads(refreshed.stdout)["new"] == 1
    path.unlink()
    assert f"not there any more, its papers stay: {path}" in run(command, home, "refresh").stderr
    gone = run(command, home, "remove", "3", "4", "--yes")
    assert (gone.returncode, gone.stdout) == (0, "")
    assert "2 papers removed" in gone.stderr


def test_removing_tells_what_it_touches_and_asks(command: str, home: Path) -> None:
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.star([1, 2])
        library.marks.note([1], "note")
    refused = run(command, home, "remove", "icml 2026 papers")
    assert refused.returncode == 1
    assert "19 papers go, 2 of those that go with a star, 1 with a note" in refused.stderr
    assert "no terminal to ask on: --yes removes them" in refused.stderr
    with Terminal([command, "remove", "1"], env={"READINGROOM_HOME": str(home)}) as terminal:
        terminal.wait_for("Remove them? [y/N]")
        terminal.send("\r")
        terminal.wait_for("nothing was removed")
        assert terminal.wait_exit() == 1
    with Terminal([command, "remove", "1"], env={"READINGROOM_HOME": str(home)}) as terminal:
        terminal.wait_for("Remove them? [y/N]")
        terminal.send("y\r")
        terminal.wait_for("19 papers removed; stars, notes and keys are kept")
        assert terminal.wait_exit() == 0
    assert run(command, home, "search", "distseal", "--json").returncode == 1
    assert "19 new" in run(command, home, "add", "--seeds").stderr
    assert run(command, home, "search", "is:starred", "--json").stdout.count("\n") == 2


def test_what_is_wrong_is_one_line(command: str, home: Path) -> None:
    for words, status, told in (
        (("remove", "nothing"), 1, "no file is called 'nothing'"),
        (("remove", "icml"), 2, "'icml' may be 1 ICML 2026 Papers"),
        (("add",), 2, "add needs a file, or --seeds"),
    ):
        found = run(command, home, *words)
        assert (found.returncode, found.stdout) == (status, "")
        assert told in found.stderr
        assert len(found.stderr.splitlines()) == 1
