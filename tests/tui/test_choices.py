"""What is chosen on the screen goes before `config.toml`, and outlives the visit."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from tui.choices import Choices, Preferences, read_choices
from tui.settings import Settings


def test_what_is_chosen_goes_before_what_is_set_until_it_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "data" / "choices.json"
    preferences = Preferences(Settings(theme="light", split=30), path)
    assert (preferences.theme, preferences.density, preferences.split) == ("light", "auto", 30)
    preferences.choose(theme="terminal", split=55)
    again = Preferences(Settings(theme="light", split=30), path)
    assert (again.theme, again.density, again.split) == ("terminal", "auto", 55)
    again.choose(theme=None, density=None, split=None)
    assert Preferences(Settings(theme="light", split=30), path).theme == "light"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [item.name for item in path.parent.iterdir()] == ["choices.json"]


def test_two_windows_do_not_undo_each_others_choices(tmp_path: Path) -> None:
    path = tmp_path / "choices.json"
    one, other = Preferences(Settings(), path), Preferences(Settings(), path)
    one.choose(theme="light")
    other.choose(split=60)
    assert read_choices(path) == (Choices(theme="light", split=60), None)
    assert (one.split, other.theme) == (None, "dark")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '"\\ud800"', "\x00"])
def test_a_damaged_file_is_said_and_replaced(tmp_path: Path, text: str) -> None:
    path = tmp_path / "choices.json"
    path.write_text(text)
    preferences = Preferences(Settings(), path)
    assert preferences.problem == f"{path} is damaged: what was chosen on the screen is forgotten"
    preferences.choose(hinted=True)
    assert json.loads(path.read_text())["hinted"] is True


def test_what_is_not_understood_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "choices.json"
    path.write_text('{"theme": 3, "density": "tiny", "split": 99, "hinted": 1, "later": {}}')
    assert read_choices(path) == (Choices(), None)
    path.write_text('{"theme": "a\\u001bb", "density": "compact", "split": true}')
    assert read_choices(path)[0] == Choices(theme="a�b", density="compact")


def test_a_folder_that_cannot_be_written_is_an_error_and_the_choice_counts(tmp_path: Path) -> None:
    path = tmp_path / "choices.json"
    path.mkdir()
    preferences = Preferences(Settings(), path)
    with pytest.raises(OSError, match="directory"):
        preferences.choose(theme="light")
    assert preferences.theme == "light"
    assert [item.name for item in tmp_path.iterdir()] == ["choices.json"]
