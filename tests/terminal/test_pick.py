"""`pick` and what else the command line does with a real terminal."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from tests.terminal.terminal import Key, Terminal

FIRST = "icml2026-approaches-watermarking-67e21d"
SECOND = "icml2026-latent-based-49aa3c"


def in_shell(command: str, home: Path, line: str, **env: str) -> Terminal:
    """A shell that runs a line in which `rr` is the console script."""
    return Terminal(
        ["/bin/bash", "--norc", "-c", line.replace("rr ", f"{shlex.quote(command)} ")],
        columns=120,
        rows=40,
        env={"READINGROOM_HOME": str(home), **env},
    )


def answered(terminal: Terminal) -> None:
    terminal.wait_for("watermark* · 3 of 38")


@pytest.mark.parametrize(
    "line",
    [
        'k=$(rr pick watermark); echo "status $? <$k>"',
        'k=$(rr pick watermark </dev/null 2>/dev/null); echo "status $? <$k>"',
        'k=$(echo data | rr pick watermark 2>&1); echo "status $? <$k>"',
    ],
    ids=["substitution", "redirected", "piped and merged, as vim does"],
)
def test_enter_writes_the_key_of_the_current_paper(command: str, home: Path, line: str) -> None:
    with in_shell(command, home, line) as terminal:
        answered(terminal)
        assert "⏎ pick" in terminal.text
        terminal.send(Key.DOWN + Key.ENTER)
        terminal.wait_for(f"status 0 <{SECOND}>")
        assert terminal.wait_exit() == 0
        assert terminal.terminal_restored() == []


def test_the_selected_papers_go_down_a_pipe(command: str, home: Path) -> None:
    line = "rr pick watermark | rr cite - --style apa-in-text"
    with in_shell(command, home, line) as terminal:
        answered(terminal)
        terminal.send("  " + Key.ENTER)
        assert terminal.wait_exit() == 0
        assert terminal.text.count("beginning “Existing approaches for watermarking") == 1
        assert terminal.text.replace("\n", "").count("Latent-based watermarks") == 1
        assert terminal.terminal_restored() == []


@pytest.mark.parametrize("style", ["bibtex", "ris"])
def test_citations_are_written_as_cite_writes_them(
    command: str, home: Path, tmp_path: Path, style: str
) -> None:
    line = (
        f"rr pick --style {style} >{tmp_path}/picked; "
        f"rr cite {FIRST} --style {style} >{tmp_path}/cited"
    )
    with in_shell(command, home, line) as terminal:
        terminal.wait_for("DistSeal")
        terminal.send(Key.ENTER)
        assert terminal.wait_exit() == 0
    assert (tmp_path / "picked").read_bytes() == (tmp_path / "cited").read_bytes()


@pytest.mark.parametrize("keys", ["q", Key.ESCAPE, " " + Key.ESCAPE, "v" + Key.ESCAPE + "q"])
def test_leaving_writes_nothing_and_is_status_one(command: str, home: Path, keys: str) -> None:
    with in_shell(command, home, 'k=$(rr pick); echo "status $? <$k>"') as terminal:
        terminal.wait_for("DistSeal")
        for key in keys:
            terminal.send(key)
            # Escape and a letter after it would be one key.
            if key == "v":
                terminal.wait_for("a range up to here")
            elif key == Key.ESCAPE and keys[-1] == "q":
                terminal.wait_gone("a range up to here")
            elif key == " ":
                terminal.wait_for("1 selected")
        terminal.wait_for("status 1 <>")
        assert terminal.wait_exit() == 0
        assert terminal.terminal_restored() == []


def test_a_style_that_is_not_there_is_told_before_anything_is_chosen(
    command: str, home: Path
) -> None:
    with in_shell(command, home, 'rr pick --style vancouvr; echo "status $?"') as terminal:
        terminal.wait_for("status 2")
        assert "did you mean vancouver?" in terminal.text
        assert not terminal.alternate_screen


@pytest.mark.skipif(shutil.which("vim") is None, reason="needs vim")
def test_vim_reads_what_is_picked(command: str, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("before\n", encoding="utf-8")
    with in_shell(command, home, f"vim -N -n -u NONE -i NONE {file}") as terminal:
        terminal.wait_for("before")
        terminal.send(f":r !{command} pick watermark\r")
        answered(terminal)
        terminal.send(Key.ENTER)
        terminal.wait_for(FIRST)
        terminal.send("\r:wq\r")
        assert terminal.wait_exit() == 0
    assert file.read_text(encoding="utf-8") == f"before\n{FIRST}\n"


def test_a_citation_is_copied_through_the_terminal(command: str, home: Path) -> None:
    line = f'out=$(rr cite {FIRST} --copy --style key 2>/dev/null); echo "status $? <$out>"'
    with in_shell(command, home, line) as terminal:
        terminal.wait_for("status 0 <>")
        assert terminal.clipboard_writes == [FIRST]
    with in_shell(command, home, f"rr cite {FIRST} --copy") as terminal:
        assert terminal.wait_exit() == 0
        assert "Sent BibTeX, " in terminal.text
        assert "by OSC 52: it does not confirm" in terminal.text.replace("\n", " ")


def test_doctor_measures_the_terminal(command: str, home: Path) -> None:
    with in_shell(command, home, "rr doctor terminal") as terminal:
        assert terminal.wait_exit() == 0
        assert "size             120 x 40" in terminal.text
        assert "ambiguous width  1 cell" in terminal.text
        assert "±" not in terminal.text
        assert terminal.terminal_restored() == []


def test_doctor_tries_the_clipboard(command: str, home: Path) -> None:
    with in_shell(command, home, "rr doctor clipboard") as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.clipboard_writes == ["readingroom doctor tried OSC 52"]
        assert terminal.text.count("\nok") + terminal.text.startswith("ok") == 2
