"""Completion, asked of the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal
from tests.test_cli import Shell
from tui.commandline.showing import STYLE_NAMES

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function_of() { [[ $(complete -p readingroom) =~ -F\\ ([^\\ ]+) ]] && echo "${BASH_REMATCH[1]}"; }
"$(function_of)" readingroom "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
CASES = [
    (["se"], {"search"}),
    (["marks", "ex"], {"export"}),
    (["search", "x", "--so"], {"--sort"}),
    (["search", "x", "--sort", ""], {"relevance", "year", "title", "added"}),
    (["cite", "x", "--style", "chi"], {"chicago-author-date"}),
    (["pick", "--style", ""], set(STYLE_NAMES)),
    (["export", "--format", "bib"], {"bibtex", "biblatex"}),
    (["doctor", "cl"], {"clipboard"}),
    (["completion", ""], {"bash", "zsh", "fish"}),
]


@pytest.fixture
def scripts(command: str, home: Path, tmp_path: Path) -> Path:
    """A folder with the script of each shell."""
    shell = Shell(command, home)
    for name in ("bash", "zsh", "fish"):
        result = shell("completion", name)
        assert (result.returncode, result.stderr) == (0, "")
        (tmp_path / name).write_text(result.stdout, encoding="utf-8")
    return tmp_path


def test_bash_completes(scripts: Path) -> None:
    (scripts / "papers.bib").touch()
    for words, expected in [*CASES, (["add", "pap"], {"papers.bib"})]:
        script = ["/bin/bash", "--norc", "-c", BASH, "bash", str(scripts / "bash")]
        done = subprocess.run(
            [*script, "readingroom", *words],
            cwd=scripts, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        assert {word.strip() for word in done.stdout.splitlines()} == expected, words


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_completes(scripts: Path) -> None:
    for words, expected in CASES:
        line = " ".join(["readingroom", *words])
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"source {scripts / 'fish'}; complete -C '{line}'"],
            env={"PATH": "/usr/bin:/bin", "HOME": str(scripts), "LANG": "C.UTF-8"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert {line.partition("\t")[0] for line in done.stdout.splitlines()} == expected, words


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_completes_on_its_command_line(scripts: Path) -> None:
    with Terminal(["zsh", "-f", "-i"], columns=100, env={"HOME": str(scripts)}) as terminal:
        terminal.send(
            f"PS1='ready> '; autoload -Uz compinit; compinit -u -D; eval \"$(cat {scripts}/zsh)\"\r"
        )
        terminal.wait_for("\nready>")
        for typed, completed in (
            ("readingroom sea\t", "readingroom search"),
            ("readingroom cite x --style chi\t", "--style chicago-author-date"),
            ("readingroom search x --sort ye\t", "--sort year"),
        ):
            terminal.send("\x15" + typed)
            terminal.wait_for(completed)


def test_a_shell_that_is_not_known_is_named(command: str, home: Path) -> None:
    result = Shell(command, home)("completion", "bush")
    assert result.returncode == 2
    assert "did you mean bash?" in result.stderr
