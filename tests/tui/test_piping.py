"""Citations piped to commands: what they read, what is shown of what they write."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from index.library import Library
from tests.tui.test_browser import opened, told, until
from tui.browser.piping import MOST_SHOWN, Outcome, output_lines, run_command
from tui.dialogs.text import TextDialog

SHELL = {**os.environ, "SHELL": "/bin/sh"}


def shown(dialog: TextDialog) -> str:
    return "\n".join(dialog._lines)


async def test_a_command_reads_the_text_and_its_output_and_status_are_kept() -> None:
    outcome = await run_command("cat; echo oh >&2; exit 3", "Poincaré", SHELL)
    assert outcome == Outcome("Poincaré\noh\n".encode(), 3)


async def test_no_shell_reads_what_comes_from_papers() -> None:
    outcome = await run_command("cat", "$(echo evil); `echo evil`", SHELL)
    assert outcome.output == b"$(echo evil); `echo evil`\n"


async def test_a_command_need_not_read() -> None:
    outcome = await run_command("echo done", "x" * 5_000_000, SHELL)
    assert outcome == Outcome(b"done\n", 0)


async def test_a_command_that_takes_too_long_is_ended_with_all_that_it_started(
    tmp_path: Path,
) -> None:
    pid = tmp_path / "pid"
    command = f"echo begun; sleep 600 & echo $! > {pid}; wait"
    outcome = await run_command(command, "", SHELL, seconds=1.0)
    assert outcome == Outcome(b"begun\n", None)
    deadline = time.monotonic() + 20
    while _lives(int(pid.read_text())):
        assert time.monotonic() < deadline


def _lives(pid: int) -> bool:
    """Whether a process runs; one that waits to be collected does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


async def test_what_a_command_leaves_behind_lives_and_is_not_waited_for(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = f"echo done; sleep 600 & echo $! > {pid}"
    outcome = await run_command(command, "", SHELL, seconds=300)
    child = int(pid.read_text())
    try:
        assert outcome == Outcome(b"done\n", 0)
        assert _lives(child)
    finally:
        os.kill(child, 9)


async def test_a_flood_is_cut() -> None:
    outcome = await run_command(f"head -c {MOST_SHOWN + 5} /dev/zero | tr '\\0' x", "", SHELL)
    assert (len(outcome.output), outcome.dropped) == (MOST_SHOWN, 5)
    assert output_lines(outcome)[-1] == "... and 5 bytes more"


async def test_a_shell_that_is_not_there_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        await run_command("true", "", {"SHELL": "/nonexistent/shell"})


def test_control_characters_of_a_command_are_made_visible() -> None:
    lines = output_lines(Outcome(b"\x1b]0;pwned\x07\tx\r\n\xff\n", 0))
    assert lines == ["\ufffd]0;pwned\ufffd      x", "\ufffd"]
    assert output_lines(Outcome(b"", 0)) == ["It wrote nothing."]


async def test_the_selected_papers_are_piped_and_the_output_is_shown(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHELL", "/bin/sh")
    async with opened(library) as (pilot, screen):
        await pilot.press("space", "space", "|")
        await pilot.press(*"grep -c misc", "enter")
        await until(pilot, lambda: isinstance(screen.app.screen, TextDialog))
        dialog = screen.app.screen
        assert isinstance(dialog, TextDialog)
        assert dialog._title == "BibTeX of 2 papers | grep -c misc: exit status 0"
        assert shown(dialog) == "2"
        await pilot.press("escape")
        assert screen.app.screen is screen


async def test_escape_ends_a_command(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHELL", "/bin/sh")
    async with opened(library) as (pilot, screen):
        await pilot.press("|", *"sleep 600", "enter")
        await until(pilot, lambda: screen.state.activity == "running a command, Esc ends it")
        await pilot.press("|", *"true", "enter")
        await until(pilot, lambda: "A command is still running: Esc ends it" in told(screen))
        await pilot.press("escape")
        await until(pilot, lambda: "The command was ended" in told(screen))
        assert screen.state.activity == ""
