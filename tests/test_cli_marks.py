"""`readingroom marks`, by its installed console script."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from index.library import Library
from index.paths import default_paths


def run(command: str, home: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [command, *words], input=stdin, capture_output=True, text=True, check=False,
        cwd=home.parent,
        env={**os.environ, "READINGROOM_HOME": str(home)},
    )  # fmt: skip


@pytest.fixture
def marked(home: Path) -> Path:
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.marks.star([1])
        library.marks.tag([24], ["seal"])
        library.marks.note([24], "two\nlines")
    return home


def test_exported_marks_are_imported_elsewhere(command: str, marked: Path, tmp_path: Path) -> None:
    exported = run(command, marked, "marks", "export")
    assert (exported.returncode, exported.stderr) == (0, "")
    assert "star\t-\t-\tabstract:" in exported.stdout
    assert r"seal	two\nlines" in exported.stdout
    other = tmp_path / "other"
    empty = run(command, other, "marks", "export")
    assert (empty.returncode, len(empty.stdout.splitlines())) == (1, 1)
    taken = run(command, other, "marks", "import", "-", stdin=exported.stdout)
    assert taken.returncode == 0
    assert "took over the marks of 2 papers: `u`" in taken.stderr
    assert run(command, other, "marks", "export").stdout == exported.stdout
    assert (
        "nothing new" in run(command, other, "marks", "import", "-", stdin=exported.stdout).stderr
    )


def test_two_files_are_merged_in_place(command: str, marked: Path) -> None:
    mine = marked.parent / "mine.tsv"
    theirs = marked.parent / "theirs.tsv"
    run(command, marked, "marks", "export", "-o", str(mine))
    theirs.write_text(mine.read_text().replace("star\t-", "read\tmore"))
    merged = run(command, marked, "marks", "merge", "mine.tsv", "theirs.tsv", "-o", "mine.tsv")
    assert (merged.returncode, merged.stdout, merged.stderr) == (0, "", "")
    assert "star read\tmore\t" in mine.read_text()
    assert not list(marked.parent.glob(".*partial"))


def test_a_reading_list_of_starred_and_noted_papers(command: str, marked: Path) -> None:
    listed = run(command, marked, "marks", "list")
    assert listed.returncode == 0
    assert [line for line in listed.stdout.splitlines() if line.startswith("## ")] == [
        "## DistSeal", "## SemBind",
    ]  # fmt: skip
    assert "> two\n> lines\n" in listed.stdout
    none = run(command, marked, "marks", "list", "tag:nothing")
    assert (none.returncode, none.stdout) == (1, "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["import", "none.tsv"], "cannot read none.tsv: No such file"),
        (["import", "bad.tsv"], "bad.tsv:1: no line of marks"),
        (["merge", "bad.tsv"], "bad.tsv:1: no line of marks"),
        (["export", "-o", "none/x.tsv"], "cannot write none/x.tsv"),
        (["list", "sembind", "-o", "none/x.md"], "cannot write none/x.md"),
    ],
)
def test_what_goes_wrong_is_one_line(command: str, home: Path, words: list[str], told: str) -> None:
    (home.parent / "bad.tsv").write_text("hello\n")
    found = run(command, home, "marks", *words)
    assert (found.returncode, found.stdout) == (2, "")
    assert len(found.stderr.splitlines()) == 1
    assert told in found.stderr


def test_a_closed_pipe_is_quiet(command: str, marked: Path) -> None:
    found = subprocess.run(
        f"'{command}' marks export | true", shell=True, capture_output=True, text=True, check=False,
        env={**os.environ, "READINGROOM_HOME": str(marked)},
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")


def test_results_are_sorted(command: str, home: Path) -> None:
    found = run(command, home, "search", "watermark", "--sort", "title")
    headings = [line.strip() for line in found.stdout.splitlines() if line.startswith("  ")]
    assert len(headings) > 2
    assert headings == sorted(headings, key=str.casefold)
