"""Settings, keys and terminals of every kind, in a real pseudo-terminal."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.terminal.terminal import Key, Terminal
from tests.terminal.test_room import KEY_OF_THE_FIRST, NO_TOOLS, quit_room, room

COLOURS = re.compile(rb"\x1b\[(?:[0-9]+;)*(?:[34]8;[25];[0-9;]*|(?:3|4|9|10)[0-7])(?:;[0-9]+)*m")


def configure(home: Path, text: str) -> Path:
    path = home / "config" / "config.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def shown(terminal: Terminal) -> str:
    """Everything that the program wrote, without what is not on the screen."""
    text = terminal.raw.decode()
    text = re.sub("\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b[P_^][^\x1b]*\x1b\\\\", "", text)
    return re.sub("\x1b\\[[0-9;:<=>?]*[ -/]*[@-~]", "", text)


def message(terminal: Terminal) -> str:
    """What a message at the lower right says, its lines put together."""
    rows = [row.rpartition("▌")[2] for row in terminal.display if row.count("▌", 60)]
    return " ".join(" ".join(row.strip(" │▇▆") for row in rows).split())


def test_ascii_without_colours_in_forty_by_ten(command: str, home: Path) -> None:
    with Terminal(
        [command, "--ascii"],
        columns=40,
        rows=10,
        env={"READINGROOM_HOME": str(home), "NO_COLOR": "1", **NO_TOOLS},
    ) as terminal:
        terminal.wait_for("> DistSeal - ")
        assert "..." in terminal.text
        assert terminal.style_of("DistSeal").reverse
        terminal.send(" ")
        terminal.wait_for(" xDistSeal")
        terminal.send("s")
        terminal.wait_for(lambda _: re.search(r" xDistSeal.* \*", terminal.text) is not None)
        terminal.send("/water" + Key.ENTER)
        terminal.wait_for("of 38")
        terminal.send("gg" + Key.ENTER)
        terminal.wait_for("no. 1 of 19")
        assert "* " in terminal.text
        terminal.send("n)")
        terminal.wait_for(lambda _: terminal.style_of("Existing").reverse)
        # In the reversed sentence the current match is what is not reversed.
        assert not terminal.style_of("watermark").reverse
        assert terminal.style_of("watermark").bold
        terminal.send("yk")
        terminal.wait_for(lambda _: terminal.clipboard_writes == [KEY_OF_THE_FIRST])
        terminal.send("?")
        terminal.wait_for("Help")
        terminal.send(Key.ESCAPE)
        terminal.wait_gone("Help")
        terminal.send(Key.ESCAPE)
        terminal.wait_for("Enter read")
        quit_room(terminal)
        assert not COLOURS.search(terminal.raw)
        # What is left are words of papers, which a UTF-8 terminal is sent as they are.
        assert set(re.findall(r"[^\x00-\x7f]", shown(terminal))) <= set("’–‑—“”论文列表")


@pytest.mark.parametrize(
    ("env", "is_ascii", "is_coloured"),
    [
        ({"TERM": "xterm-256color"}, False, True),
        ({"TERM": "screen-256color", "COLORTERM": ""}, False, True),
        ({"TERM": "linux", "COLORTERM": ""}, True, True),
        ({"TERM": "vt100", "COLORTERM": ""}, True, False),
        ({"NO_COLOR": "1"}, False, False),
        ({"NO_COLOR": ""}, False, True),
        ({"LANG": "C"}, True, True),
        ({"LC_ALL": "POSIX"}, True, True),
    ],
)
def test_terminals_of_every_kind(
    command: str, home: Path, env: dict[str, str], is_ascii: bool, is_coloured: bool
) -> None:
    with room(command, home, 100, 30, **env) as terminal:
        terminal.wait_for("> DistSeal" if is_ascii else "▌ DistSeal")
        terminal.wait_for("+---" if is_ascii else "────")
        terminal.send("/sembind" + Key.ENTER)
        terminal.wait_for("1 of 38")
        terminal.send("yk")
        # The Linux console knows no OSC 52: there it is a file.
        copied = home / "cache" / "clipboard.txt"
        terminal.wait_for(
            lambda _: (
                (copied.read_text() if copied.exists() else terminal.clipboard_writes)
                in (["icml2026-latent-based-49aa3c"], "icml2026-latent-based-49aa3c")
            )
        )
        quit_room(terminal)
        assert bool(COLOURS.search(terminal.raw)) is is_coloured
        if env.get("LANG") == "C" or "LC_ALL" in env:
            assert shown(terminal).isascii()


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_dumb_terminal_gets_the_dialogue_and_no_control_sequence(
    command: str, home: Path, term: str
) -> None:
    with room(command, home, 80, 40, TERM=term) as terminal:
        terminal.wait_for(f"TERM is {term or 'not set'}: no screen can be drawn")
        terminal.wait_for("\n>")
        terminal.send("sembind\n")
        terminal.wait_for("1 paper for sembind")
        terminal.send("quit\n")
        assert terminal.wait_exit() == 0
        assert b"\x1b" not in terminal.raw


def test_plain_goes_from_search_to_copied_citation_through_a_pipe(command: str, home: Path) -> None:
    lines = "latent watermark\n2\nstar 2\nnote 2 to be read\ncopy 2 key\ntag 9 x\nundo\n"
    result = subprocess.run(
        [command, "--plain"],
        input=lines,
        env={"READINGROOM_HOME": str(home), **NO_TOOLS},
        capture_output=True,
        text=True,
        check=True,
    )
    said = result.stdout.splitlines()
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
    assert "> " not in {line[:2] for line in said}
    wanted = [
        "2 papers for latent AND watermark, then 1 near.",
        "2. Untitled, called SemBind",
        "Done: starred SemBind.",
        "Done: wrote a note on SemBind.",
        "icml2026-latent-based-49aa3c",
        "Error: no paper 9 in the list: it has 1 to 3; search 9 finds it",
        "Undone: wrote a note on SemBind.",
    ]
    assert [line for line in said if line in wanted] == wanted
    (receipt,) = [line for line in said if line.startswith("No clipboard: ")]
    assert receipt.endswith(f", 28 characters, written to {home / 'cache' / 'clipboard.txt'}.")
    assert (home / "cache" / "clipboard.txt").read_text() == "icml2026-latent-based-49aa3c"


def test_plain_on_a_terminal_prompts_and_ends_at_the_end_of_input(command: str, home: Path) -> None:
    with Terminal(
        [command, "--plain"], columns=100, rows=30, env={"READINGROOM_HOME": str(home)}
    ) as terminal:
        terminal.wait_for("help for all commands")
        terminal.wait_for("\n>")
        terminal.send("1\n")
        terminal.wait_for("Abstract: Existing approaches")
        terminal.send("\x04")
        assert terminal.wait_exit() == 0
        assert b"\x1b" not in terminal.raw


def test_a_closed_pipe_is_quiet(command: str, home: Path) -> None:
    result = subprocess.run(
        ["/bin/sh", "-c", f"yes 1 | '{command}' --plain | head -1"],
        env={"READINGROOM_HOME": str(home), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout == "38 papers in the library.\n"
    assert "Traceback" not in result.stderr


def test_without_a_terminal_and_without_plain_it_is_one_line(command: str, home: Path) -> None:
    result = subprocess.run(
        [command],
        stdin=subprocess.DEVNULL,
        env={"READINGROOM_HOME": str(home), "TERM": "dumb"},
        start_new_session=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert "needs a terminal" in result.stderr


KEYS_OF_ONES_OWN = """
[keys]
"copy.bibtex" = "c b"
"copy.key" = ["c k", "f2"]
"copy.again" = "c c"
"mark.star" = "r"
"mark.tag" = "^S"
"""


def test_keys_of_ones_own_and_a_clash_on_purpose(command: str, home: Path) -> None:
    path = configure(home, KEYS_OF_ONES_OWN)
    with room(command, home, 140, 40) as terminal:
        terminal.wait_for(lambda _: "in many terminals it stops the output" in message(terminal))
        told = message(terminal)
        assert "'r' cannot be both mark.star and mark.read; mark.star keeps s" in told
        assert "mark.tag: ctrl+s cannot be used: " in told
        terminal.wait_for("s star")
        terminal.send("ck")
        terminal.wait_for(lambda _: terminal.clipboard_writes == [KEY_OF_THE_FIRST])
        terminal.send("j\x1bOQ")
        terminal.wait_for(lambda _: len(terminal.clipboard_writes) == 2)
        terminal.send("s")
        terminal.wait_for("1 starred")
        terminal.send("c")
        terminal.wait_for("b BibTeX")
        terminal.send(Key.ESCAPE)
        terminal.wait_gone("b BibTeX")
        terminal.send("?")
        terminal.wait_for("Help")
        terminal.send("/bibtex")
        terminal.wait_for("cb")
        assert "yb" not in terminal.text
        terminal.send(Key.ESCAPE)
        terminal.wait_for("Next paper")
        terminal.send("q")
        terminal.wait_gone("Help")
        quit_room(terminal)
    result = subprocess.run(
        [command, "keys", "--json"],
        env={"READINGROOM_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    keys = {record["id"]: record["keys"] for record in map(json.loads, result.stdout.splitlines())}
    assert keys["copy.key"] == ["c k", "f2"]
    assert keys["mark.star"] == ["s"]
    assert keys["mark.tag"] == ["t"]
    assert result.stderr.splitlines()[0].startswith(f"readingroom: {path}: keys: ")
    assert len(result.stderr.splitlines()) == 2


def test_five_mistakes_are_told_and_never_keep_the_room_shut(command: str, home: Path) -> None:
    configure(
        home,
        'thme = "light"\nsplit = "half"\ndensity = "tiny"\ncolour = "green"\ntheme = "litgh"\n'
        "mark_read = false\n",
    )
    with room(command, home, 140, 45) as terminal:
        terminal.wait_for(lambda _: "no theme 'litgh'; did you mean light?" in message(terminal))
        for said in (
            "there is no setting 'thme'; did you mean theme?",
            "split must be a whole number from 20 to 80",
            'density must be "auto", "compact" or "comfortable", not "tiny"',
            'colour must be "auto" or "never", not "green"',
        ):
            assert said in message(terminal)
        terminal.send("/sembind" + Key.ENTER)
        terminal.wait_for("1 of 38")
        quit_room(terminal)


def test_a_broken_file_is_one_line_and_the_room_is_open(command: str, home: Path) -> None:
    configure(home, "theme = \x00\x1b[2J")
    with room(command, home, 140, 40) as terminal:
        terminal.wait_for(lambda _: "so nothing in it counts" in message(terminal))
        terminal.wait_for("DistSeal")
        quit_room(terminal)


def test_the_look_chosen_on_the_screen_is_there_the_next_time(command: str, home: Path) -> None:
    path = configure(home, 'theme = "light"\n')
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        before = terminal.style_of("FakeWorld").background
        terminal.send(":theme contrast-dark" + Key.ENTER)
        terminal.wait_for(lambda _: terminal.style_of("FakeWorld").background == "000000")
        terminal.send(":density compact" + Key.ENTER)
        terminal.wait_for("DistSeal · a unified")
        quit_room(terminal)
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal · a unified")
        assert terminal.style_of("FakeWorld").background == "000000"
        terminal.send(":reset" + Key.ENTER)
        terminal.wait_for(lambda _: terminal.style_of("FakeWorld").background == before)
        quit_room(terminal)
    assert path.read_text() == 'theme = "light"\n'
