"""The command line as scripts use it: pipes, closed streams, keys, columns, mistyped words."""

from __future__ import annotations

import json
import shlex
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.test_cli import KEY, Shell, one_line
from tui.cli import make_parser
from tui.commandline.finding import COLUMNS

OTHER = "icml2026-latent-based-49aa3c"

RUNS = {
    "search": (["search", "watermark"], ["search", "--limit", "0", "x"]),
    "related": (["related", KEY], ["related", "nobody2020"]),
    "show": (["show", KEY], ["show", "nobody2020"]),
    "cite": (["cite", KEY, OTHER], ["cite", KEY, "--style", "zzz"]),
    "pick": (["pick", "--help"], ["pick", "--style", "zzz"]),
    "keys": (["keys"], ["keys", "x"]),
    "matches": (["matches", "--help"], ["matches", "x"]),
    "visit": (["visit", "--help"], ["visit", "nothing.bib"]),
    "export": (["export"], ["export", "--format", "zzz"]),
    "add": (["add", "--help"], ["add", "nothing.bib"]),
    "sources": (["sources"], ["sources", "x"]),
    "remove": (["remove", "--help"], ["remove", "nothing.bib"]),
    "refresh": (["refresh", "--report", "json"], ["refresh", "x"]),
    "marks": (["marks", "export"], ["marks", "export", "x"]),
    "doctor": (["doctor", "terminal", "--json"], ["doctor", "liver"]),
    "completion": (["completion", "bash"], ["completion", "csh"]),
}
"""A use of each command that is good and one that is bad."""


@pytest.fixture
def shell(command: str, home: Path) -> Shell:
    return Shell(command, home)


def run(shell: Shell, line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of the shell in which `rr` is the console script."""
    line = line.replace("rr ", f"{shlex.quote(shell.command)} ")
    return subprocess.run(
        ["/bin/bash", "-o", "pipefail", "-c", line],
        env=shell.environment | env,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        check=False,
    )


def test_every_command_is_tried_here() -> None:
    # A visit opens the room: tests/terminal has it.
    assert set(RUNS) | {"visit"} == set(make_parser()[1])


@pytest.mark.parametrize("name", RUNS)
def test_a_good_use_gives_data_and_a_bad_one_a_line_and_a_status(shell: Shell, name: str) -> None:
    good, bad = RUNS[name]
    result = shell(*good)
    assert "Traceback" not in result.stderr
    # There may be no marks, and no useful terminal here.
    assert result.returncode == 0 or name in {"marks", "doctor"}
    assert result.stdout or name == "marks"
    result = shell(*bad)
    assert result.returncode in {1, 2}
    assert result.stdout == ""
    assert one_line(result.stderr)


@pytest.mark.parametrize("name", RUNS)
def test_a_closed_pipe_a_closed_output_and_a_full_disk(shell: Shell, name: str) -> None:
    words = f"rr {shlex.join(RUNS[name][0])}"
    for line in (f"{words} | head -n 1", f"{words} | true"):
        told = run(shell, line).stderr
        assert "Traceback" not in told
        assert "Broken pipe" not in told
    for line in (f"{words} >&-", f"{words} > /dev/full"):
        result = run(shell, line)
        assert "Traceback" not in result.stderr
        assert "Exception ignored" not in result.stderr
        if name != "marks":  # which has nothing to say here
            assert result.returncode != 0


@pytest.mark.parametrize("name", RUNS)
def test_closed_input_and_closed_errors_hurt_nothing(shell: Shell, name: str) -> None:
    words = f"rr {shlex.join(RUNS[name][0])}"
    plain = run(shell, words)
    closed = run(shell, f"{words} <&- 2>&-")
    assert (closed.returncode, closed.stdout) == (plain.returncode, plain.stdout)
    bad = run(shell, f"rr {shlex.join(RUNS[name][1])} 2>&-")
    assert (bad.returncode in {1, 2}, bad.stdout) == (True, "")
    with sqlite3.connect(Path(shell.environment["READINGROOM_HOME"], "data", "shelf.db")) as shelf:
        assert shelf.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_keys_flow_from_a_search_into_citations(shell: Shell) -> None:
    result = run(shell, "rr search latent watermark --keys | rr cite - --style key")
    assert result.stdout.splitlines()[:2] == [KEY, OTHER]
    same = run(shell, "rr search latent watermark --tsv | rr cite - --style key")
    assert same.stdout == result.stdout
    shown = run(shell, f"echo {OTHER} | rr show {KEY} - --json")
    assert [json.loads(line)["name"] for line in shown.stdout.splitlines()] == [
        "DistSeal",
        "SemBind",
    ]


def test_no_key_on_standard_input_is_status_one(shell: Shell) -> None:
    result = run(shell, "rr cite - < /dev/null")
    assert (result.returncode, result.stdout) == (1, "")
    assert "no key on standard input" in result.stderr
    many = run(shell, f"printf '{KEY}\\n{OTHER}\\n' | rr related -")
    assert (many.returncode, many.stdout) == (2, "")
    assert one_line(many.stderr)


def test_columns_are_those_of_the_json(shell: Shell) -> None:
    (line,) = shell("search", "sembind", "--tsv").stdout.splitlines()
    cells = dict(zip(COLUMNS, line.split("\t"), strict=True))
    record = json.loads(shell("search", "sembind", "--json").stdout)
    assert cells["key"] == record["key"] == OTHER
    assert cells["name"] == "SemBind"
    assert (cells["title"], cells["authors"], cells["venue"]) == ("", "", "")
    assert cells["score"] == str(record["score"])
    related = shell("related", OTHER, "--tsv", "--limit", "1").stdout.rstrip("\n").split("\t")
    assert len(related) == len(COLUMNS) + 1
    assert "latent" in related[-1].lower()


def test_columns_stay_columns_whatever_is_in_a_title(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "odd.jsonl"
    record = {"title": "Tab\there\nand \x1b[31mred", "author": ["A\tB"], "abstract": "Oddly."}
    file.write_text(json.dumps(record) + "\n", encoding="utf-8")
    assert shell("add", str(file)).returncode == 0
    (line,) = shell("search", "title:tab", "--tsv").stdout.splitlines()
    assert line.count("\t") == len(COLUMNS) - 1
    assert "\x1b" not in line + shell("search", "title:tab").stdout + shell("show", "-").stdout


def test_raw_is_the_abstract_as_in_the_source(shell: Shell) -> None:
    key = shell("search", "Cond-DP", "--keys").stdout.splitlines()[0]
    assert r"$\textsf{Cond-DP}$" in shell("show", key, "--raw").stdout
    assert shell("show", key, "--raw", "--json").returncode == 2


def test_a_hyphen_leaves_a_word_out(shell: Shell) -> None:
    assert OTHER in shell("search", "watermark", "--keys").stdout
    result = shell("search", "watermark", "-sembind", "--keys")
    assert KEY in result.stdout
    assert OTHER not in result.stdout
    assert shell("search", "watermark", "-h").stdout.startswith("usage: readingroom search")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serach", "x"], "serach is no command: did you mean search?"),
        (["zzzz"], "zzzz is no command; there are visit, search, related"),
        (["./serach"], "cannot read ./serach: No such file"),
        (["--", "search"], "cannot read search: No such file"),
        (["search", "x", "--jsn"], "did you mean --json?"),
        (["search", "x", "--js"], "did you mean --json?"),
        (["search", "x", "--sort", "yaer"], "did you mean year?"),
        (["search", "x", "--limit", "many"], "whole number"),
        (["cite", KEY, "--style", "vancouvr"], "did you mean vancouver?"),
        (["doctor", "termnal"], "did you mean terminal?"),
        (["bad\x1b31m"], "is no command"),
        (["bad\x1b[31m"], "no file matches bad"),
        (["./bad\x1b[31m.bib"], "./bad"),
    ],
)
def test_what_is_mistyped_is_answered_with_the_nearest_name(
    shell: Shell, words: list[str], said: str
) -> None:
    result = shell(*words)
    assert (result.returncode, result.stdout) == (2, "")
    assert one_line(result.stderr)
    assert said in result.stderr
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize("wrong", [KEY.replace("approaches", "aproaches"), KEY[:-1] + "0"])
def test_a_mistyped_key_is_answered_with_the_nearest_one(shell: Shell, wrong: str) -> None:
    result = shell("show", wrong)
    assert (result.returncode, result.stdout) == (1, "")
    assert f"did you mean {KEY}?" in result.stderr
    far = shell("show", "zzzz9999")
    assert "`readingroom search` shows keys" in far.stderr


def test_output_is_utf8_whatever_the_locale(shell: Shell) -> None:
    result = subprocess.run(
        [shell.command, "show", OTHER],
        env=shell.environment | {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert "论文列表" in result.stdout.decode("utf-8")


def test_the_style_and_the_pattern_of_keys_can_be_chosen(shell: Shell, home: Path) -> None:
    (home / "config").mkdir()
    config = home / "config" / "config.toml"
    config.write_text('style = "apa"\nkey = "{venue}{word}"\n', encoding="utf-8")
    file = home / "one.jsonl"
    record = {"title": "Lattice", "author": ["Ann Ash"], "venue": "ICLR", "abstract": "A."}
    file.write_text(json.dumps(record), encoding="utf-8")
    assert shell("add", str(file)).returncode == 0
    assert shell("search", "title:lattice", "--keys").stdout == "iclrlattice\n"
    assert shell("cite", "iclrlattice").stdout.startswith("Ash, A.")
    config.write_text('style = "apaa"\nkey = "{wrod}"\n', encoding="utf-8")
    result = shell("cite", "iclrlattice")
    assert result.stdout.startswith("@")
    style, key = result.stderr.splitlines()
    assert "config.toml: style must name a style" in style
    assert "did you mean apa?" in style
    assert "did you mean {word}?" in key
    # The keys that were handed out hold, by whatever pattern they were made.
    assert shell("search", "title:lattice", "--keys").stdout == "iclrlattice\n"


def test_a_copy_without_any_clipboard_goes_to_a_file(shell: Shell, home: Path) -> None:
    bare = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "TMUX", "STY"), "")
    result = run(shell, f"rr cite {KEY} --copy --style apa", **bare)
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr.startswith("No clipboard: APA, ")
    copied = (home / "cache" / "clipboard.txt").read_text(encoding="utf-8")
    assert copied == run(shell, f"rr cite {KEY} --style apa").stdout.rstrip("\n")
    with sqlite3.connect(home / "data" / "shelf.db") as shelf:
        assert shelf.execute("SELECT what, text FROM copies").fetchall() == [("APA", copied)]


def test_pick_without_a_terminal_says_so(shell: Shell) -> None:
    result = shell("pick")
    assert (result.returncode, result.stdout) == (2, "")
    assert one_line(result.stderr)
    assert "search QUERY --keys" in result.stderr


def test_help_of_each_command_has_examples(shell: Shell) -> None:
    for name in set(RUNS) - {"sources", "refresh"}:
        text = shell(name, "--help").stdout
        examples = text.partition("examples:\n")[2].splitlines()
        assert examples, name
        assert all("readingroom " in line for line in examples)
