"""The README tells the truth about keys, copies and options."""

from __future__ import annotations

import re
import subprocess
import tomllib
from dataclasses import fields
from pathlib import Path

from index.citations import STYLES
from tui.commands import COMMANDS, COPY_COMMANDS
from tui.glyphs import ASCII, UNICODE, key_label
from tui.keymap import KeyMap
from tui.settings import Settings, read_settings

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def test_every_key_is_in_the_table_and_no_other() -> None:
    table = README.partition("<!-- keys: begin -->")[2].partition("<!-- keys: end -->")[0]
    written = set(re.findall(r"`([^`]+)`", table))
    keys = {
        key_label(sequence)
        for command in COMMANDS
        if command not in COPY_COMMANDS
        for sequence in command.keys
    }
    assert written == keys | {"y"}


def test_every_letter_that_copies_is_in_the_table_and_no_other() -> None:
    table = README.partition("| letter | copies |")[2].partition("\n\n")[0]
    cells = [row.split("|") for row in table.splitlines()[2:]]
    letters = {
        letter
        for row in cells
        for cell in (row[1], row[3])
        for letter in re.findall(r"`(\w)`", cell)
    }
    assert letters == {info.letter for info in STYLES.values() if info.untitled}


def test_every_option_of_the_command_line_is_there(command: str) -> None:
    block = README.partition("## Command line")[2].partition("## ")[0]
    for name in ("search", "related", "show", "cite", "add", "export"):
        shown = subprocess.run(
            [command, name, "--help"], capture_output=True, text=True, check=True
        ).stdout
        line = re.search(rf"readingroom {name} .*", block)
        assert line is not None
        assert set(re.findall(r"--[a-z-]+", line[0])) == set(re.findall(r"--[a-z-]+", shown)) - {
            "--help"
        }


def test_the_way_the_room_is_opened_is_there(command: str) -> None:
    shown = subprocess.run([command, "--help"], capture_output=True, text=True, check=True).stdout
    options = shown.partition("options:")[2].partition("\n\n")[0]
    assert set(re.findall(r"--[a-z]+", options)) == {"--help", "--version", "--ascii", "--plain"}
    assert "readingroom [--ascii | --plain]" in README


def tables(heading: str) -> list[str]:
    """The TOML of a part of the README."""
    part = README.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"```toml\n(.*?)```", part, flags=re.DOTALL)


def test_the_settings_that_are_shown_are_all_of_them_and_right(tmp_path: Path) -> None:
    examples = tables("Settings")
    assert len(examples) == 2
    for example in examples:
        path = tmp_path / "config.toml"
        path.write_text(example, encoding="utf-8")
        settings, problems = read_settings(path)
        assert problems == []
        assert KeyMap(settings.keys).problems == []
    shown = set(tomllib.loads(examples[0]))
    assert shown == {field.name for field in fields(Settings)}
    for name, value in tomllib.loads(examples[0]).items():
        default = getattr(Settings(), name)
        assert name == "keys" or default is None or value == default


def test_every_sign_is_in_the_table() -> None:
    rows = re.findall(r"^\| `(.)` \| `(.)` \| (.*) \|$", README, flags=re.MULTILINE)
    signs = {sign: plain for sign, plain, _ in rows}
    names = ("cursor", "selected", "near", "star", "read", "note")
    assert signs == {getattr(UNICODE, name): getattr(ASCII, name) for name in names}


def test_the_pictures_exist() -> None:
    for picture in re.findall(r"tests/pictures/\w+\.svg", README):
        assert (Path(__file__).resolve().parents[1] / picture).exists()
