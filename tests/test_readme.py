"""The README tells the truth about keys, copies and options."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from index.citations import STYLES
from index.citations.export import FORMATS
from tui.cli import make_parser
from tui.commandline.finding import COLUMNS, SORT_ORDERS
from tui.commandline.opening import ROOM_OPTIONS
from tui.commandline.showing import STYLE_NAMES
from tui.commands import COMMANDS, COPY_COMMANDS
from tui.glyphs import ASCII, UNICODE, key_label
from tui.keymap import KeyMap
from tui.settings import Settings, read_settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MANUAL = ROOT / "man" / "readingroom.1"


def test_every_key_is_in_the_table_and_no_other() -> None:
    table = README.partition("<!-- keys: begin -->")[2].partition("<!-- keys: end -->")[0]
    written = {key.replace("\\|", "|") for key in re.findall(r"`([^`]+)`", table)}
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


def test_every_command_and_option_is_there() -> None:
    block = README.partition("## Command line")[2].partition("## ")[0].partition("KEY is")[0]
    for name, parser in make_parser()[1].items():
        line = re.search(rf"(?:readingroom|\|) \[?{name}\b[^|\n]*(?:\|[^| ][^|\n]*)*", block)
        assert line is not None, name
        named = set(re.findall(r"(?<![\w-])--?[a-z-]+", line[0]))
        assert named <= options_of(parser), name
        for action in arguments_of(parser):
            strings = set(action.option_strings) - {"-h", "--help"}
            assert not strings or named & strings, (name, strings)


def test_the_bare_command_has_the_options_that_the_parser_would_give_it() -> None:
    given = vars(make_parser()[0].parse_args([]))
    assert {
        name: given[name] for name in given if name not in {"command", "run", "version"}
    } == ROOM_OPTIONS


def test_the_manual_names_every_command_and_option() -> None:
    manual = MANUAL.read_text(encoding="utf-8").replace("\\-", "-")
    parts = dict(re.findall(r'^\.SS "?(\w+)(.*?)(?=^\.S[SH])', manual, re.DOTALL | re.MULTILINE))
    for name, parser in make_parser()[1].items():
        for word in options_of(parser) - {"-h", "--help"}:
            assert re.search(rf"(?<![\w-]){word}(?![\w-])", parts[name]), (name, word)
    assert set(parts) == set(make_parser()[1])


def test_the_manual_names_every_style_and_format() -> None:
    manual = re.sub(r"\s+", " ", MANUAL.read_text(encoding="utf-8"))
    for word in (*STYLE_NAMES, *FORMATS, *SORT_ORDERS, *COLUMNS):
        assert re.search(rf"[ (]{word}[ ,.;)]", manual), word


@pytest.mark.parametrize(
    "command",
    [["mandoc", "-Tlint", "-Wwarning"], ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"]],
    ids=["mandoc", "man"],
)
def test_the_manual_is_sound(command: list[str]) -> None:
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    done = subprocess.run([*command, str(MANUAL)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    if command[0] == "mandoc":
        assert done.stdout == ""


def arguments_of(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a command and of its parts."""
    for action in parser._actions:
        yield action
        if isinstance(action.choices, dict):
            for part in action.choices.values():
                yield from arguments_of(part)


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    return {option for action in arguments_of(parser) for option in action.option_strings}


def test_the_styles_of_the_help_are_those_that_there_are() -> None:
    assert tuple(info.name for info in STYLES.values() if info.command_line) == STYLE_NAMES


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
