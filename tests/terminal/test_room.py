"""The reading room in a real pseudo-terminal, as a person meets it."""

from __future__ import annotations

import re
import signal
import sqlite3
from pathlib import Path

import pytest

from tests.terminal.terminal import Key, Terminal
from tests.terminal.tmux import requires_tmux, run_in_tmux
from tests.tui.programs import Programs

APA_OF_THE_FIRST = (
    "[Untitled abstract beginning “Existing approaches for watermarking AI-generated images…”]. "
    "(2026). In ICML 2026 Papers (Abstract No. 1)."
)
KEY_OF_THE_FIRST = "icml2026-approaches-watermarking-67e21d"
NO_TOOLS = {"PATH": "/nonexistent"}


def room(command: str, home: Path, columns: int = 120, rows: int = 40, **env: str) -> Terminal:
    return Terminal(
        [command],
        columns=columns,
        rows=rows,
        env={"READINGROOM_HOME": str(home), **NO_TOOLS, **env},
    )


def quit_room(terminal: Terminal) -> None:
    terminal.send("q")
    assert terminal.wait_exit() == 0
    assert terminal.terminal_restored() == []


def test_the_first_launch_reads_the_seeds_and_searches_them(command: str, tmp_path: Path) -> None:
    with room(command, tmp_path / "new") as terminal:
        terminal.wait_for("38 papers")
        terminal.wait_for("DistSeal")
        terminal.send("/latent watermark")
        terminal.wait_for("latent AND watermark* · ")
        terminal.wait_for("SemBind")
        terminal.send(Key.ENTER)
        terminal.send("q")
        assert terminal.wait_exit() == 0
    with room(command, tmp_path / "new") as terminal:
        terminal.wait_for("DistSeal")
        assert "indexing" not in terminal.text
        quit_room(terminal)


@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (80, 24), (40, 10), (20, 5)])
def test_start_type_move_copy_and_quit_at_every_size(
    command: str, home: Path, columns: int, rows: int
) -> None:
    with room(command, home, columns, rows) as terminal:
        terminal.wait_for("DistSeal"[: columns - 6])
        terminal.send("/watermark forgery")
        terminal.wait_for("SemBind")
        terminal.send(Key.ENTER)
        terminal.send(Key.DOWN + Key.UP)
        terminal.send("yk")
        copied = home / "cache" / "clipboard.txt"
        terminal.wait_for(lambda _: bool(terminal.clipboard_writes))
        assert terminal.clipboard_writes == ["icml2026-latent-based-49aa3c"]
        assert not copied.exists()
        quit_room(terminal)


def test_one_pane_at_a_time_where_it_is_narrow(command: str, home: Path) -> None:
    with room(command, home, 40, 16) as terminal:
        terminal.wait_for("DistSeal")
        assert "no. 1 of 19" not in terminal.text
        terminal.send(Key.ENTER)
        terminal.wait_for("no. 1 of 19")
        assert "FakeWorld" not in terminal.text
        terminal.send(Key.ESCAPE)
        terminal.wait_for("FakeWorld")
        quit_room(terminal)


def test_resizing_rearranges_and_keeps_the_paper(command: str, home: Path) -> None:
    with room(command, home, 120, 40) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("jj")
        terminal.wait_for("no. 3 of 19")
        terminal.resize(50, 12)
        terminal.wait_gone("no. 3 of 19")
        terminal.send(Key.ENTER)
        terminal.wait_for("no. 3 of 19")
        terminal.resize(120, 40)
        terminal.wait_for("FakeWorld")
        terminal.send(Key.ESCAPE)
        terminal.wait_for("⏎ read")
        quit_room(terminal)


def test_a_mistyped_query_never_empties_the_list(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send('/"((watermark')
        terminal.wait_for("of 38")
        terminal.wait_for("DistSeal")
        terminal.send(Key.ESCAPE)
        terminal.wait_gone("of 38 ·")
        terminal.send(Key.ESCAPE)
        terminal.wait_for("⏎ read")
        quit_room(terminal)


def test_selected_papers_are_copied_as_one(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("  yL")
        terminal.wait_for(lambda _: bool(terminal.clipboard_writes))
        assert terminal.clipboard_writes == [
            rf"\cite{{{KEY_OF_THE_FIRST},icml2026-investigate-extent-288751}}"
        ]
        terminal.wait_for("2 selected")
        quit_room(terminal)


def test_a_sentence_is_quoted_with_its_citation(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("))yq")
        terminal.wait_for(lambda _: bool(terminal.clipboard_writes))
        quotation, _, reference = terminal.clipboard_writes[0].partition("\n")
        assert quotation.startswith("“In this work, we explore latent space watermarking and")
        assert reference.strip() == APA_OF_THE_FIRST
        quit_room(terminal)


def test_what_cannot_be_copied_is_not_offered_and_says_so(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        # A sentence can be quoted of one paper, not of two.
        terminal.send("  y")
        terminal.wait_for("BibTeX")
        assert "q sentence" not in terminal.text
        terminal.send("q")
        terminal.wait_for("Nothing copied: ")
        assert terminal.clipboard_writes == []
        quit_room(terminal)


def test_yy_repeats_and_the_last_copies_are_kept(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("ya")
        terminal.wait_for(lambda _: len(terminal.clipboard_writes) == 1)
        terminal.send("jyy")
        terminal.wait_for(lambda _: len(terminal.clipboard_writes) == 2)
        assert terminal.clipboard_writes[0] == APA_OF_THE_FIRST
        assert "Abstract No. 2" in terminal.clipboard_writes[1]
        quit_room(terminal)
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send('"')
        terminal.wait_for("The last copies")
        terminal.send("j" + Key.ENTER)
        terminal.wait_for(lambda _: bool(terminal.clipboard_writes))
        assert terminal.clipboard_writes == [APA_OF_THE_FIRST]
        quit_room(terminal)


def test_a_local_clipboard_program_is_used_and_named(
    command: str, home: Path, tmp_path: Path
) -> None:
    programs = Programs(tmp_path / "bin")
    target = tmp_path / "copied"
    programs.add("xclip", f"cat >{target}")
    with room(command, home, PATH=str(programs.folder), DISPLAY=":0") as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("yk")
        terminal.wait_for("by xclip")
        assert target.read_text() == KEY_OF_THE_FIRST
        assert terminal.clipboard_writes == []
        quit_room(terminal)


def test_over_ssh_the_terminal_is_asked_and_said_not_to_confirm(
    command: str, home: Path, tmp_path: Path
) -> None:
    programs = Programs(tmp_path / "bin")
    programs.add("xclip", "exit 0")
    with room(
        command, home, PATH=str(programs.folder), DISPLAY=":0", SSH_CONNECTION="a 1 b 2"
    ) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send("yk")
        terminal.wait_for("does not confirm")
        assert terminal.clipboard_writes == [KEY_OF_THE_FIRST]
        quit_room(terminal)


@requires_tmux
@pytest.mark.parametrize("setting", ["on", "external", "off"])
def test_inside_tmux_its_buffer_is_filled(command: str, home: Path, setting: str) -> None:
    with run_in_tmux(["sh"], columns=100, rows=30, env={"READINGROOM_HOME": str(home)}) as tmux:
        tmux.command("set-option", "-s", "set-clipboard", setting)
        tmux.send_keys(command, "Enter")
        tmux.wait_for("DistSeal")
        tmux.send_keys("y", "k")
        tmux.wait_for("tmux buffer")
        assert tmux.show_buffer() == KEY_OF_THE_FIRST
        tmux.send_keys("q")


def test_a_hostile_paper_reaches_the_terminal_without_its_controls(
    command: str, home: Path
) -> None:
    hostile = "Title \x1b]0;owned\x07 [bold]x[/bold] \x9b31m [@click=app.quit]y[/] \x1b[2J \x85 end"
    with sqlite3.connect(home / "data" / "library.db") as database:
        database.execute(
            "UPDATE forms SET plain = ?, spans = '[]', name = ?, gist = ? WHERE ordinal = 1",
            (hostile, hostile, hostile),
        )
        database.execute("UPDATE papers SET collection = ? WHERE ordinal = 1", (hostile,))
    database.close()
    with room(command, home) as terminal:
        terminal.wait_for("[bold]x[/bold]")
        terminal.wait_for("[@click=app.quit]y[/]")
        terminal.send("z")
        terminal.send("z?")
        terminal.wait_for("Help")
        terminal.send(Key.ESCAPE)
        terminal.wait_gone("Help")
        quit_room(terminal)
        assert b"\x1b]0;owned" not in terminal.raw
        assert b"\x1b[2J \x85" not in terminal.raw
        assert terminal.title == ""
        assert not re.search("[\x80-\x9f]", terminal.raw.decode("utf-8"))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_gives_the_terminal_back(
    command: str, home: Path, number: signal.Signals
) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        terminal.kill(number)
        assert terminal.wait_exit() == 128 + number
        assert terminal.terminal_restored() == []


def test_a_crash_gives_the_terminal_back_and_one_line(command: str, home: Path) -> None:
    with room(command, home) as terminal:
        terminal.wait_for("DistSeal")
        with sqlite3.connect(home / "data" / "library.db") as database:
            database.execute("UPDATE forms SET spans = 'not json'")
        database.close()
        terminal.send("jjj")
        assert terminal.wait_exit() == 1
        assert terminal.terminal_restored() == []
        assert "stopped by an error of its own" in terminal.text
        assert "Traceback" not in terminal.text
    (report,) = (home / "cache").glob("crash-*.txt")
    assert "Traceback" in report.read_text()


def test_with_piped_input_the_keys_come_from_the_terminal(command: str, home: Path) -> None:
    with Terminal(
        ["/bin/sh", "-c", f"echo ignored | '{command}' 2>/dev/null"],
        columns=100,
        rows=30,
        env={"READINGROOM_HOME": str(home)},
    ) as terminal:
        terminal.wait_for("DistSeal")
        quit_room(terminal)


def test_a_damaged_index_is_made_anew_and_said(command: str, home: Path) -> None:
    for file in (home / "cache" / "index").rglob("*"):
        if file.suffix == ".seg":
            file.write_bytes(b"damage")
    with room(command, home) as terminal:
        terminal.wait_for("made anew")
        terminal.send("/sembind")
        terminal.wait_for("1 of 38")
        terminal.send(Key.ENTER)
        quit_room(terminal)


def test_without_colours_there_are_none_and_the_cursor_is_reversed(
    command: str, home: Path
) -> None:
    with room(command, home, NO_COLOR="1") as terminal:
        terminal.wait_for("DistSeal")
        assert terminal.style_of("DistSeal").reverse
        quit_room(terminal)
        assert not re.search(rb"\x1b\[[0-9;]*[34]8;[25];", terminal.raw)


def test_no_size_is_too_small_or_too_large(command: str, home: Path) -> None:
    with room(command, home, 80, 24) as terminal:
        terminal.wait_for("DistSeal")
        for columns, rows in [(1, 1), (2, 2), (500, 200), (7, 3), (200, 2), (3, 100)]:
            terminal.resize(columns, rows)
            terminal.send("jk/a")
            terminal.send(Key.BACKSPACE + Key.ENTER)
            terminal.send("zz)nRy")
            terminal.send(Key.ENTER)
        terminal.resize(80, 24)
        terminal.wait_for("⏎ read")
        quit_room(terminal)


@pytest.mark.parametrize("keys", ["", "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj/water"])
def test_a_lost_terminal_leaves_no_process_behind(command: str, home: Path, keys: str) -> None:
    for _ in range(3):
        with room(command, home) as terminal:
            terminal.wait_for("DistSeal")
            # In the midst of painting there is much that can no longer be written.
            terminal.send(keys)
            terminal.hang_up()
            assert terminal.wait_exit() in {129, -signal.SIGHUP}
