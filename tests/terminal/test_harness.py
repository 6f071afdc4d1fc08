"""The harness itself: what it shows must be what a terminal would show."""

from __future__ import annotations

import itertools
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.terminal.emulator import Emulator
from tests.terminal.terminal import Key, Terminal
from tests.terminal.tmux import requires_tmux, run_in_tmux

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PYTHON = sys.executable

# A small Textual program: what is typed is shown again, as is the size.
ECHO = """
from textual.app import App
from textual.widgets import Input, Static

class Echo(App[None]):
    CSS = "#echo { color: #ff0000; text-style: bold; }"
    BINDINGS = [("escape", "quit", "Quit")]

    def compose(self):
        yield Input()
        yield Static("ready", id="echo")
        yield Static(id="size")

    def on_input_changed(self, event):
        self.query_one("#echo", Static).update("typed " + event.value)

    def on_resize(self, event):
        self.query_one("#size", Static).update(f"{event.size.width} by {event.size.height}")

Echo().run()
"""


def python(code: str) -> list[str]:
    return [PYTHON, "-c", code]


def fed(*pieces: str | bytes, columns: int = 20, rows: int = 4) -> Emulator:
    emulator = Emulator(columns, rows)
    for piece in pieces:
        emulator.feed(piece.encode() if isinstance(piece, str) else piece)
    return emulator


def lines(emulator: Emulator) -> list[str]:
    return [row.rstrip() for row in emulator.display]


# -- the emulator --------------------------------------------------------------------------------


def test_sequences_that_pyte_does_not_know_are_not_printed() -> None:
    emulator = fed("a\x1b[>13ub\x1b[<uc\x1b[?2026$pd\x1b[?2048$pe\x1b[4:3mf\x1b[2 qg\x1bP+q\x1b\\h")
    assert lines(emulator)[0] == "abcdefgh"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("\x1b[?2026$p", b"\x1b[?2026;2$y"),
        ("\x1b[?2048$p", b"\x1b[?2048;0$y"),
        ("\x1b[c", b"\x1b[?62;22c"),
        ("\x1b[5n", b"\x1b[0n"),
        ("ab\r\nc\x1b[6n", b"\x1b[2;2R"),
        ("\x1b[?u", b"\x1b[?0u"),
        ("\x1b[?2026h\x1b[?2026$p", b"\x1b[?2026;1$y"),
    ],
)
def test_questions_are_answered(question: str, answer: bytes) -> None:
    assert Emulator(20, 4).feed(question.encode()) == answer


STREAM = (
    "\x1b]2;a title\x07\x1b[?1049h\x1b[2;3H\x1b[1;31m鲁棒性 é\x1b[0m\x1b]52;c;aGk=\x1b\\"
    "\x1b[?2004h\x1b[>1u\x1bPq\x1b\\x\x1b]8;;http://e.org\x1b\\y\x1b]8;;\x1b\\"
).encode()


@given(st.lists(st.integers(0, len(STREAM)), max_size=8))
def test_where_the_stream_is_cut_does_not_matter(cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(STREAM)]
    cut = fed(*(STREAM[a:b] for a, b in itertools.pairwise(edges)))
    assert lines(cut) == ["", "  鲁棒性 éxy", "", ""]
    assert (cut.title, cut.clipboard_writes) == ("a title", ["hi"])
    assert cut.modes_left == ["bracketed paste", "kitty keyboard"]
    assert cut.ignored == set()


def test_the_alternate_screen_comes_and_goes() -> None:
    emulator = fed("shell$ ", "\x1b[?1049h\x1b[Hprogram")
    assert (lines(emulator)[0], emulator.alternate_screen) == ("program", True)
    emulator.feed(b"\x1b[?1049ldone")
    assert (lines(emulator)[0], emulator.alternate_screen) == ("shell$ done", False)
    emulator.feed(b"\x1b[?1049h")
    assert lines(emulator) == [""] * 4


@pytest.mark.parametrize(
    ("on", "off", "name"),
    [
        ("\x1b[?1003h", "\x1b[?1003l", "mouse (1003)"),
        ("\x1b[?2004h", "\x1b[?2004l", "bracketed paste"),
        ("\x1b[?1004h", "\x1b[?1004l", "focus reports"),
        ("\x1b[?25l", "\x1b[?25h", "hidden cursor"),
        ("\x1b[?7l", "\x1b[?7h", "no line wrap"),
        ("\x1b[>25u", "\x1b[<u", "kitty keyboard"),
        ("\x1b[?2026h", "\x1b[?2026l", "synchronized update"),
    ],
)
def test_modes_left_on_are_named(on: str, off: str, name: str) -> None:
    assert fed(on).modes_left == [name]
    assert fed(on, off).modes_left == []


def test_a_string_that_never_ends_does_not_hide_what_follows() -> None:
    assert lines(fed("a\x1b]2;open\x1b[2;1Hb"))[:2] == ["a", "b"]


def test_scrolling_moves_the_rows() -> None:
    assert lines(fed("1\r\n2\r\n3\r\n4\x1b[2S")) == ["3", "4", "", ""]
    assert lines(fed("1\r\n2\r\n3\r\n4\x1b[T")) == ["", "1", "2", "3"]


def test_sequences_without_effect_are_remembered() -> None:
    assert fed("\x1b[!p\x1b]52;c;not base64\x07").ignored == {
        "\x1b[!p",
        "\x1b]52;c;not base64",
    }


# -- the terminal --------------------------------------------------------------------------------


def test_a_textual_program_runs_types_resizes_and_gives_the_terminal_back() -> None:
    with Terminal(python(ECHO), columns=40, rows=10) as terminal:
        terminal.wait_for("ready")
        assert terminal.alternate_screen
        assert "hidden cursor" in terminal.modes_left
        terminal.send("latent")
        terminal.wait_for("typed latent")
        style = terminal.style_of("typed latent")
        assert style.foreground == "ff0000"
        assert style.bold
        terminal.wait_for(lambda terminal: terminal.find("40 by 10") == (4, 0))
        terminal.resize(60, 12)
        terminal.wait_for("60 by 12")
        assert len(terminal.display) == 12
        terminal.send(Key.ESCAPE)
        assert terminal.wait_exit() == 0
        assert terminal.terminal_restored() == []
        assert "typed" not in terminal.text
        assert b"typed" in terminal.raw


def test_a_textual_program_that_is_killed_leaves_the_terminal_as_it_was() -> None:
    with Terminal(python(ECHO)) as terminal:
        terminal.wait_for("ready")
        terminal.kill(signal.SIGKILL)
        assert terminal.wait_exit() == -signal.SIGKILL
        left = terminal.terminal_restored()
    assert {"alternate screen", "mouse (1003)", "bracketed paste", "kitty keyboard"} <= set(left)
    assert any(entry.startswith("local modes") for entry in left)


def test_what_is_written_last_is_read() -> None:
    with Terminal(python("import sys; sys.stdout.write('x' * 50_000 + 'end'); sys.exit(3)")) as it:
        assert it.wait_exit() == 3
        assert it.raw == b"x" * 50_000 + b"end"
        it.wait_for("end")


def test_wide_characters_take_two_cells() -> None:
    with Terminal(["printf", "%s", "鲁棒性 robust"]) as terminal:
        terminal.wait_for("robust")
        assert terminal.find("棒") == (0, 2)
        assert terminal.find("robust") == (0, 7)
        assert terminal.find("absent") is None
        assert terminal.cursor == (0, 13)


def test_the_program_reads_the_answers_and_the_keys() -> None:
    code = (
        "import sys, tty; tty.setraw(0); print('\\x1b[6n', end='', flush=True); "
        "print(repr(sys.stdin.read(6)), repr(sys.stdin.read(3)), end='', flush=True)"
    )
    with Terminal(python(code)) as terminal:
        terminal.wait_for_output(b"\x1b[6n")
        terminal.send(Key.UP)
        terminal.wait_for(r"'\x1b[1;1R' '\x1b[A'")
        assert terminal.wait_exit() == 0
        left = {entry.partition(":")[0] for entry in terminal.terminal_restored()}
    assert {"input modes", "output modes", "local modes"} <= left


def test_no_answers_when_told_so() -> None:
    code = (
        "import os, select, sys, tty; tty.setraw(0); os.write(1, b'\\x1b[6n?'); "
        "os.write(1, os.read(0, 9))"
    )
    with Terminal(python(code), answer=False) as terminal:
        terminal.wait_for("?")
        terminal.send("typed")
        terminal.wait_for("?typed")


def test_a_wait_in_vain_shows_the_screen() -> None:
    with Terminal(["sh", "-c", "echo what is there; exec cat"]) as terminal:
        terminal.wait_for("what is there")
        with pytest.raises(AssertionError, match=r"(?s)waited 0.01 s for 'more'.*what is there"):
            terminal.wait_for("more", timeout=0.01)
        with pytest.raises(AssertionError, match=r"(?s)still running after 0.01 s.*what is there"):
            terminal.wait_exit(timeout=0.01)
        with pytest.raises(AssertionError, match="'what is there' to go"):
            terminal.wait_gone("what is there", timeout=0.01)
        with pytest.raises(AssertionError, match="'more' is not on the screen"):
            terminal.style_of("more")


def test_a_wait_for_a_program_that_has_ended_does_not_last() -> None:
    with (
        Terminal(["sh", "-c", "echo last words; exit 4"]) as terminal,
        pytest.raises(AssertionError, match=r"(?s)ended with status 4; waited for 'm.*last words"),
    ):
        terminal.wait_for("more")


def test_half_a_synchronized_update_is_not_looked_at() -> None:
    code = (
        "import sys; print('\\x1b[?2026hhalf', flush=True); input(); "
        "print('whole\\x1b[?2026l', flush=True); input()"
    )
    with Terminal(python(code)) as terminal:
        terminal.wait_for_output(b"half")
        with pytest.raises(AssertionError, match="waited"):
            terminal.wait_for("half", timeout=0.01)
        terminal.send(Key.ENTER)
        terminal.wait_for("whole")
        assert "half" in terminal.text


def leave(terminal: Terminal) -> None:
    terminal.close()


def hang_up(terminal: Terminal) -> None:
    terminal.hang_up()
    assert terminal.wait_exit() == -signal.SIGHUP


@pytest.mark.parametrize("end", [leave, hang_up])
def test_nothing_is_left_running(end: Callable[[Terminal], None], tmp_path: Path) -> None:
    with Terminal(["sh", "-c", "echo started; exec sleep 60"], cwd=tmp_path) as terminal:
        terminal.wait_for("started")
        end(terminal)
        assert terminal.wait_exit() < 0


def test_the_surroundings_are_those_of_a_plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "1.2.3.4 1 5.6.7.8 22")
    monkeypatch.setenv("NO_COLOR", "1")
    code = "echo [$SSH_CONNECTION] [$NO_COLOR] [$TERM] [$COLORTERM] [$ADDED]; tty; stty size"
    env = {"ADDED": "yes", "COLORTERM": None}
    with Terminal(["sh", "-c", code], columns=71, rows=13, env=env) as terminal:
        assert terminal.wait_exit() == 0
        first, tty, size = terminal.text.splitlines()[:3]
    assert first == "[] [] [xterm-256color] [] [yes]"
    assert tty.startswith("/dev/")
    assert size == "13 71"


def test_a_large_paste_arrives_whole() -> None:
    code = (
        "import sys, tty; tty.setraw(0); print('ready', flush=True); "
        "print(len(sys.stdin.read(200_000)))"
    )
    with Terminal(python(code)) as terminal:
        terminal.wait_for("ready")
        terminal.send("a" * 200_000)
        terminal.wait_for("200000")


# -- tmux ----------------------------------------------------------------------------------------


@requires_tmux
def test_a_program_in_tmux() -> None:
    code = "while True: print('got', input('? ')[::-1])"
    with run_in_tmux(python(code), columns=50, rows=9, env={"ADDED": "yes"}) as tmux:
        tmux.wait_for("?")
        tmux.send_keys("latent", "Enter")
        tmux.wait_for("got tnetal")
        tmux.send_keys("é", "Enter")
        tmux.wait_for("got é")
        assert tmux.show_buffer() is None
        tmux.command("set-buffer", "kept")
        assert tmux.show_buffer() == "kept"
        assert tmux.command("display-message", "-p", "#{pane_width}x#{pane_height}") == "50x9\n"
        assert tmux.pane_environment()["TMUX_PANE"] == "%0"
        with pytest.raises(AssertionError, match=r"(?s)waited 0.01 s for 'more'.*got tnetal"):
            tmux.wait_for("more", timeout=0.01)
        with pytest.raises(AssertionError, match="tmux no-such-command: unknown command"):
            tmux.command("no-such-command")
        with tmux.attach(columns=50, rows=10) as client:
            client.wait_for("got tnetal")


@requires_tmux
def test_the_tmux_server_ends_with_its_block() -> None:
    with run_in_tmux(["cat"]) as tmux:
        pid = int(tmux.command("display-message", "-p", "#{pid}"))
        assert pid > 0
    with pytest.raises(AssertionError, match=r"no server running|error connecting"):
        tmux.command("list-sessions")
