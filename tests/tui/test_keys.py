"""The key sequencer and the table that feeds it."""

from __future__ import annotations

import pytest

from index.citations import STYLES
from tui.commands import AREAS, BY_ID, COMMANDS, COPY_COMMANDS, Command, Place
from tui.glyphs import key_label
from tui.keys import Cancelled, KeyClash, Pending, Run, Sequencer, Unbound, normal_key

FORBIDDEN = {f"ctrl+{letter}" for letter in "sqzbaimh"}
RESERVED = {
    "{",
    "}",
}


def test_a_single_key_runs_its_command() -> None:
    assert Sequencer(COMMANDS).feed("j", Place.LIST) == Run(BY_ID["move.down"])


def test_a_prefix_waits_and_shows_what_follows() -> None:
    sequencer = Sequencer(COMMANDS)
    pending = sequencer.feed("y", Place.LIST)
    assert isinstance(pending, Pending)
    assert ("b", BY_ID["copy.bibtex"]) in pending.continuations
    assert sequencer.is_pending
    assert sequencer.feed("b", Place.LIST) == Run(BY_ID["copy.bibtex"])
    assert not sequencer.is_pending


def test_another_key_cancels_a_prefix_and_does_nothing_else() -> None:
    sequencer = Sequencer(COMMANDS)
    sequencer.feed("g", Place.LIST)
    assert sequencer.feed("j", Place.LIST) == Cancelled("g", "j")
    assert sequencer.feed("j", Place.LIST) == Run(BY_ID["move.down"])


def test_keys_mean_what_their_place_says() -> None:
    sequencer = Sequencer(COMMANDS)
    assert sequencer.feed("space", Place.LIST) == Run(BY_ID["select.toggle"])
    assert sequencer.feed("space", Place.READER) == Run(BY_ID["read.page"])
    assert sequencer.feed("enter", Place.READER) == Unbound("enter")


def test_clashes_are_refused() -> None:
    with pytest.raises(KeyClash, match="both"):
        Sequencer([Command("a.a", "A", ("x",)), Command("a.b", "B", ("x",))])
    with pytest.raises(KeyClash, match=r"'x y' cannot be a.b: its start of 'x' is a.a"):
        Sequencer([Command("a.a", "A", ("x",)), Command("a.b", "B", ("x y",))])
    with pytest.raises(KeyClash, match=r"'x' cannot be a.b: it is the start of another, a.a"):
        Sequencer([Command("a.a", "A", ("x y",)), Command("a.b", "B", ("x",))])


@pytest.mark.parametrize(
    ("key", "character", "normal"),
    [("j", "j", "j"), ("G", "G", "G"), ("space", " ", "space"), ("colon", ":", ":"),
     ("ctrl+d", "\x04", "ctrl+d"), ("enter", "\r", "enter"), ("pagedown", None, "pagedown")],
)  # fmt: skip
def test_normal_key(key: str, character: str | None, normal: str) -> None:
    assert normal_key(key, character) == normal


@pytest.mark.parametrize(
    ("sequence", "label"),
    [("ctrl+d", "^D"), ("g g", "gg"), ("y b", "yb"), ("enter", "⏎"), ("pagedown", "PgDn")],
)
def test_key_label(sequence: str, label: str) -> None:
    assert key_label(sequence) == label


def test_no_key_belongs_to_the_terminal_or_to_a_later_feature() -> None:
    first_keys = {keys.split(" ")[0] for command in COMMANDS for keys in command.keys}
    assert not first_keys & FORBIDDEN
    assert not first_keys & RESERVED


def test_every_style_has_its_copy_letter() -> None:
    letters = {
        command.id.removeprefix("copy."): command.keys[0].split(" ")[1] for command in COPY_COMMANDS
    }
    assert letters == {name: info.letter for name, info in STYLES.items()}


def test_every_command_belongs_to_a_part_of_the_help() -> None:
    assert {command.area for command in COMMANDS} == set(AREAS)
    assert len({command.id for command in COMMANDS}) == len(COMMANDS)
