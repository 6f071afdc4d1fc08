"""The user's own keys in the table of commands."""

from __future__ import annotations

import pytest

from tui.commands import BY_ID, COMMANDS, Place
from tui.glyphs import key_label
from tui.key_names import REFUSED, BadKey, key_sequence
from tui.keymap import KeyMap
from tui.keys import Cancelled, Pending, Run, Unbound, normal_key


def test_without_keys_of_ones_own_the_table_is_as_it_is() -> None:
    keymap = KeyMap()
    assert keymap.commands is COMMANDS
    assert keymap.problems == []


def test_keys_replace_those_of_a_command() -> None:
    keymap = KeyMap({"mark.star": ["f2", "x x"], "move.down": []})
    assert keymap.problems == []
    assert keymap.by_id["mark.star"].keys == ("f2", "x x")
    sequencer = keymap.sequencer()
    star = keymap.by_id["mark.star"]
    assert sequencer.feed("f2", Place.LIST) == Run(star)
    assert isinstance(sequencer.feed("x", Place.LIST), Pending)
    assert sequencer.feed("x", Place.LIST) == Run(star)
    assert sequencer.feed("s", Place.LIST) == Unbound("s")
    assert sequencer.feed("j", Place.LIST) == Unbound("j")
    assert sequencer.feed("k", Place.LIST) == Run(BY_ID["move.up"])


def test_two_commands_can_change_places() -> None:
    keymap = KeyMap({"mark.star": ["r"], "mark.read": ["s"]})
    assert keymap.problems == []
    assert keymap.sequencer().feed("r", Place.LIST) == Run(keymap.by_id["mark.star"])


def test_a_clash_names_both_and_all_the_rest_counts() -> None:
    keymap = KeyMap({"mark.star": ["r"], "mark.tag": ["T", "f3"], "read.raw": ["T"]})
    assert keymap.problems == [
        "keys: 'r' cannot be both mark.star and mark.read; mark.star keeps s",
        "keys: 'T' cannot be both read.raw and mark.tag; read.raw keeps z",
    ]
    assert keymap.by_id["mark.star"].keys == ("s",)
    assert keymap.by_id["mark.tag"].keys == ("T", "f3")
    assert keymap.by_id["read.raw"].keys == ("z",)


def test_what_does_not_clash_of_several_keys_counts() -> None:
    keymap = KeyMap({"mark.star": ["r", "f2"]})
    assert keymap.problems == ["keys: 'r' cannot be both mark.star and mark.read"]
    assert keymap.by_id["mark.star"].keys == ("f2",)


def test_prefixes_clash_either_way() -> None:
    assert KeyMap({"mark.star": ["y"]}).problems == [
        "keys: 'y' cannot be mark.star: it is the start of another, copy.bibtex; mark.star keeps s"
    ]
    assert KeyMap({"mark.star": ["r r"]}).problems == [
        "keys: 'r r' cannot be mark.star: its start of 'r' is mark.read; mark.star keeps s"
    ]


def test_a_command_whose_own_key_is_taken_has_none() -> None:
    keymap = KeyMap({"mark.tag": ["s"], "mark.star": ["r"]})
    assert keymap.problems == ["keys: 'r' cannot be both mark.star and mark.read"]
    assert keymap.by_id["mark.tag"].keys == ("s",)
    assert keymap.by_id["mark.star"].keys == ()
    assert keymap.label("mark.star") == ":star"


def test_the_same_key_in_other_places_is_no_clash() -> None:
    keymap = KeyMap({"read.page": ["f2"], "select.toggle": ["f2"]})
    assert keymap.problems == []
    sequencer = keymap.sequencer()
    assert sequencer.feed("f2", Place.LIST) == Run(keymap.by_id["select.toggle"])
    assert sequencer.feed("f2", Place.READER) == Run(keymap.by_id["read.page"])


def test_unknown_commands_and_keys_are_answered_with_the_nearest() -> None:
    keymap = KeyMap({"mark.stra": ["x"], "mark.star": ["spcae"], "mark.tag": ["^S"], "q": ["x"]})
    assert keymap.problems == [
        "keys: there is no command 'mark.stra'; did you mean mark.star?",
        "keys: mark.star: there is no key 'spcae'; did you mean space?",
        f"keys: mark.tag: ctrl+s cannot be used: {REFUSED['ctrl+s']}",
        "keys: there is no command 'q'; `readingroom keys` lists them",
    ]
    assert keymap.commands == COMMANDS


@pytest.mark.parametrize("letter", "sqzbaimh")
def test_keys_of_terminals_and_multiplexers_are_refused(letter: str) -> None:
    with pytest.raises(BadKey, match="cannot be used: "):
        key_sequence(f"x ^{letter.upper()}")


@pytest.mark.parametrize(
    ("written", "sequence", "label"),
    [
        ("ctrl+d", "ctrl+d", "^D"),
        ("Ctrl+D", "ctrl+d", "^D"),
        ("^d", "ctrl+d", "^D"),
        ("^", "^", "^"),
        ("^ ^", "^ ^", "^^"),
        ("g g", "g g", "gg"),
        ("gg", "g g", "gg"),
        ("]u", "] u", "]u"),
        ("space", "space", "Space"),
        ("SPACE f", "space f", "Space f"),
        ("PgDn", "pagedown", "PgDn"),
        ("esc", "escape", "Esc"),
        ("f2", "f2", "F2"),
        ("F12", "f12", "F12"),
        ("up", "up", "↑"),
        ("alt+x", "alt+x", "Alt+x"),
        ("alt+X", "alt+shift+x", "Alt+X"),
        ("alt+1", "alt+1", "Alt+1"),
        ("shift+x", "X", "X"),
        ("shift+up", "shift+up", "Shift+↑"),
        ("ctrl+alt+x", "alt+ctrl+x", "Alt+Ctrl+x"),
        ("+", "+", "+"),
        ("é", "é", "é"),
    ],
)
def test_keys_are_named_as_people_write_them(written: str, sequence: str, label: str) -> None:
    assert key_sequence(written) == sequence
    assert key_label(sequence) == label


@pytest.mark.parametrize("written", ["", " ", "ctrl+;", "hyper+x", "alt+é", "pagefoo", "\x1b"])
def test_what_is_no_key_is_refused(written: str) -> None:
    with pytest.raises(BadKey):
        key_sequence(written)


@pytest.mark.parametrize(
    ("key", "character", "name"),
    [("alt+x", "x", "alt+x"), ("alt+shift+x", "X", "alt+shift+x"), ("ctrl+j", "\n", "ctrl+j")],
)
def test_a_key_with_a_modifier_is_not_its_character(key: str, character: str, name: str) -> None:
    assert normal_key(key, character) == name


def test_a_prefix_of_ones_own_shows_what_continues_it_and_is_cancelled() -> None:
    sequencer = KeyMap({"mark.star": ["f2 a"], "mark.tag": ["f2 b"]}).sequencer()
    pending = sequencer.feed("f2", Place.LIST)
    assert isinstance(pending, Pending)
    assert [key for key, _ in pending.continuations] == ["a", "b"]
    assert sequencer.feed("f2", Place.LIST) == Cancelled("f2", "f2")
