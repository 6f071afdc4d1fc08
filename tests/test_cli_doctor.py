"""`doctor`: what it finds, and that it says so."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from index.checkup import Finding
from tests.test_cli import Shell
from tests.tui.programs import Programs
from tui.commandline.terminal_checks import clipboard, terminal

ADDRESS = "203.0.113.7"


@pytest.fixture
def shell(command: str, home: Path) -> Shell:
    shell = Shell(command, home)
    for name in ("TMUX", "STY", "DISPLAY", "WAYLAND_DISPLAY", "SSH_TTY"):
        shell.environment.pop(name, None)
    shell.environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    return shell


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path / "bin")


def found(shell: Shell, *words: str) -> dict[tuple[str, str], dict[str, str | None]]:
    lines = shell("doctor", *words, "--json").stdout.splitlines()
    findings = [json.loads(line) for line in lines]
    assert all(set(finding) == {"area", "name", "value", "problem"} for finding in findings)
    return {(finding["area"], finding["name"]): finding for finding in findings}


def test_all_is_well(shell: Shell) -> None:
    shell("cite", "--help")
    result = shell("doctor")
    assert result.stderr == ""
    assert result.returncode == 0
    assert "ok  library    papers           38" in result.stdout
    findings = found(shell)
    assert {area for area, _ in findings} == {
        "versions", "paths", "library", "shelf", "index", "terminal", "clipboard", "settings",
    }  # fmt: skip
    assert findings["library", "sources"]["value"] == "2"
    assert findings["shelf", "journal"]["value"] == "wal: the write-ahead log"
    assert (findings["index", "whoosh"]["value"] or "").startswith("whole, 38 papers, ")
    assert findings["versions", "sqlite"]["value"] == sqlite3.sqlite_version


def test_a_part_of_it(shell: Shell) -> None:
    assert {area for area, _ in found(shell, "index")} == {"index"}
    assert {area for area, _ in found(shell, "terminal")} == {"terminal"}


def test_it_makes_nothing_where_nothing_is(command: str, tmp_path: Path) -> None:
    home = tmp_path / "none"
    result = Shell(command, home)("doctor", "index")
    assert result.returncode == 0
    assert "made by the first launch" in result.stdout
    assert not home.exists()


def test_a_damaged_library_index_and_configuration_are_told(shell: Shell, home: Path) -> None:
    (generation,) = (home / "cache" / "index" / "whoosh").glob("gen-*")
    next(generation.glob("*.seg")).write_bytes(b"x")
    (home / "config").mkdir(mode=0o700)
    (home / "config" / "config.toml").write_text("mark_raed = true\n", encoding="utf-8")
    (home / "cache").chmod(0o755)
    findings = found(shell)
    assert "makes it anew" in (findings["index", "whoosh"]["problem"] or "")
    assert "did you mean mark_read?" in (findings["settings", "config.toml"]["problem"] or "")
    assert findings["paths", "cache"]["problem"] == "others can get at it: chmod 700 it"
    result = shell("doctor")
    assert result.returncode == 1
    assert "3 things to mend" in result.stderr
    for leftover in (home / "data").glob("library.db-*"):
        leftover.unlink()
    (home / "data" / "library.db").write_bytes(b"no database at all" * 100)
    result = shell("doctor")
    assert result.returncode == 1
    assert "library.db is damaged" in result.stdout
    assert "Traceback" not in result.stderr


def test_pages_that_were_overwritten_are_found(shell: Shell, home: Path) -> None:
    shelf = home / "data" / "shelf.db"
    shell("cite", "icml2026-latent-based-49aa3c", "--style", "key")
    with sqlite3.connect(shelf) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'pinned_keys'"
        ).fetchone()
    connection.close()
    with shelf.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    findings = found(shell)
    assert any("damaged" in (finding["problem"] or "") for finding in findings.values())


def test_no_control_character_and_no_address_is_printed(shell: Shell, tmp_path: Path) -> None:
    shell.environment |= {
        "SSH_CONNECTION": f"{ADDRESS} 50000 {ADDRESS} 22",
        "TERM": "xterm\x1b[31m",
        "READINGROOM_HOME": str(tmp_path / "odd\x1b[31m"),
    }
    for words in (["doctor"], ["doctor", "--json"]):
        result = shell(*words)
        assert "over SSH" in result.stdout
        assert ADDRESS not in result.stdout + result.stderr
        assert "\x1b" not in result.stdout + result.stderr


@pytest.mark.parametrize(
    ("environ", "name", "value", "problem"),
    [
        ({"TERM": "dumb"}, "TERM", "dumb", "set TERM"),
        ({}, "TERM", "not set", "set TERM"),
        ({"TERM": "xterm-256color"}, "colours", "256", ""),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, "colours", "16.7 million", ""),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "colours", "none, as NO_COLOR asks", ""),
        ({"TERM": "xterm", "STY": "1.x"}, "multiplexer", "no tmux, inside GNU screen", ""),
        ({"TERM": "xterm"}, "session", "local", ""),
    ],
)
def test_the_environment_of_a_terminal(
    environ: dict[str, str], name: str, value: str, problem: str
) -> None:
    (finding,) = [one for one in terminal(environ) if one.name == name]
    assert finding.value == value
    assert problem in finding.problem
    assert bool(finding.problem) == bool(problem)


def test_routes_are_listed_without_touching_them(programs: Programs, tmp_path: Path) -> None:
    programs.add("xclip")
    environ = {"PATH": str(programs.folder), "DISPLAY": ":0"}
    listed = list(clipboard(environ, tmp_path / "cache", trying=False))
    assert listed[0] == Finding("clipboard", "xclip", "the first choice")
    assert listed[-1].name == "file"
    assert not (tmp_path / "cache").exists()


def test_routes_are_tried_one_by_one(programs: Programs, tmp_path: Path) -> None:
    programs.add("xclip", "exit 3")
    environ = {"PATH": str(programs.folder), "DISPLAY": ":0"}
    tried = {finding.name: finding for finding in clipboard(environ, tmp_path, trying=True)}
    assert "failed with status 3" in tried["xclip"].problem
    assert tried["xclip"].value.startswith("failed after ")
    assert not tried["file"].problem
    assert (tmp_path / "clipboard.txt").read_text(encoding="utf-8") == (
        "readingroom doctor tried file"
    )
    assert (tmp_path / "clipboard.txt").stat().st_mode & 0o077 == 0
