"""The command line, through the installed console script."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.shared import SEED_EXPECTED

KEY = "icml2026-approaches-watermarking-67e21d"


class Shell:
    """Runs the console script in a home of its own, with no terminal."""

    def __init__(self, command: str, home: Path) -> None:
        self.command = command
        self.environment = {**os.environ, "READINGROOM_HOME": str(home)}

    def __call__(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.command, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )


@pytest.fixture
def shell(command: str, home: Path) -> Shell:
    return Shell(command, home)


def one_line(text: str) -> bool:
    return text.startswith("readingroom: ") and text.count("\n") == 1


def test_search_prints_keys_and_labels(shell: Shell) -> None:
    result = shell("search", "latent", "watermark")
    assert result.returncode == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert lines[0] == KEY
    assert lines[1].strip().startswith("DistSeal · ")
    assert lines[3].strip().startswith("SemBind · ")


def test_search_as_json_has_the_documented_shape(shell: Shell) -> None:
    result = shell("search", "sembind", "--json")
    (record,) = map(json.loads, result.stdout.splitlines())
    assert {name: record[name] for name in record if name not in {"gist", "score", "id"}} == {
        "key": "icml2026-latent-based-49aa3c",
        "title": None,
        "name": "SemBind",
        "authors": [],
        "year": 2026,
        "venue": None,
        "collection": "ICML 2026 论文列表",
        "source": {"file": "003_30e1072e6f74336e.txt", "number": 5},
        "ids": {},
        "links": [{"kind": "abstract", "url": "https://github.com/XinZhang1999/SemBind"}],
    }
    assert record["score"] > 0


def test_nothing_found_is_status_one_and_says_why(shell: Shell) -> None:
    result = shell("search", "zzzzqqqq")
    assert (result.returncode, result.stdout) == (1, "")
    assert "zzzzqqqq" in result.stderr


def test_related_papers_say_what_they_share(shell: Shell) -> None:
    result = shell("related", "icml2026-latent-based-49aa3c", "--json", "--limit", "3")
    first, *_ = map(json.loads, result.stdout.splitlines())
    assert first["name"] == "DistSeal"
    assert {"watermarks", "latent"} <= {word.lower() for word in first["shared"]}
    printed = shell("related", "icml2026-latent-based-49aa3c", "--limit", "1").stdout.splitlines()
    assert printed[0] == KEY
    assert printed[2].strip().startswith("shares ")
    assert shell("related", "nobody2020").returncode == 1


def test_a_query_that_was_perhaps_meant_is_said(shell: Shell) -> None:
    assert "did you mean watermark forgery?" in shell("search", "watermrak", "forgery").stderr


def test_limit(shell: Shell) -> None:
    assert len(shell("search", "model", "--json", "--limit", "3").stdout.splitlines()) == 3
    assert shell("search", "model", "--limit", "0").returncode == 2


def test_the_last_word_is_whole(shell: Shell) -> None:
    assert shell("search", "watermar").stdout == shell("search", "watermark").stdout
    assert shell("search", "sembi", "--json").returncode == 0


@pytest.mark.parametrize("form", ["key", "id", "short id"])
def test_show_takes_every_form_of_a_key(shell: Shell, form: str) -> None:
    record = json.loads(shell("show", KEY, "--json").stdout)
    given = {"key": KEY, "id": record["id"], "short id": record["id"][:6]}[form]
    result = shell("show", given)
    assert result.returncode == 0
    assert result.stdout.splitlines()[0] == "DistSeal"
    assert "a unified approach for latent watermarking that works" in result.stdout


def test_show_as_json_adds_the_abstract_raw_and_plain(shell: Shell) -> None:
    key = json.loads(shell("search", "Cond-DP", "--json").stdout.splitlines()[0])["key"]
    record = json.loads(shell("show", key, "--json").stdout)
    assert r"$\textsf{Cond-DP}$" in record["abstract"]
    assert "We introduce Cond-DP, a conditioned variant of DPSGD" in record["plain"]


def test_an_unknown_key_is_one_line_and_status_one(shell: Shell) -> None:
    result = shell("show", "nobody2020")
    assert result.returncode == 1
    assert one_line(result.stderr)


def test_an_ambiguous_id_lists_what_it_may_be(shell: Shell) -> None:
    result = shell("search", "model", "--json", "--limit", "38")
    ids = sorted(json.loads(line)["id"] for line in result.stdout.splitlines())
    assert shell("show", ids[0][:3]).returncode == 1
    assert len(ids) > 30


@pytest.mark.parametrize(
    "style",
    ["bibtex", "biblatex", "ris", "csl-json", "apa", "apa-in-text", "mla", "chicago-author-date",
     "ieee", "acm", "markdown", "plain"],
)  # fmt: skip
def test_cite_writes_every_style(shell: Shell, style: str) -> None:
    expected = json.loads((SEED_EXPECTED / "citations.json").read_text(encoding="utf-8"))[0]
    result = subprocess.run(
        [shell.command, "cite", KEY, "--style", style],
        env=shell.environment, capture_output=True, check=True,
    )  # fmt: skip
    wanted = expected[style].encode()
    assert result.stdout == (wanted if wanted.endswith(b"\n") else wanted + b"\n")


def test_bibtex_is_the_default_and_several_papers_make_one_text(shell: Shell) -> None:
    result = shell("cite", KEY, "icml2026-latent-based-49aa3c")
    assert result.stdout.count("@misc{") == 2


@pytest.mark.parametrize(
    ("style", "said"),
    [("vancouvr", "did you mean vancouver"), ("zzz", "the styles are")],
)
def test_a_style_that_cannot_be_written_says_so(shell: Shell, style: str, said: str) -> None:
    result = shell("cite", KEY, "--style", style)
    assert (result.returncode, result.stdout) == (2, "")
    assert one_line(result.stderr)
    assert said in result.stderr


def test_a_csl_file_that_cannot_be_used_is_one_line(shell: Shell, tmp_path: Path) -> None:
    """Whether or not the extra that reads it is installed."""
    style = tmp_path / "mine.csl"
    style.write_text('<!DOCTYPE a [<!ENTITY b "c">]><style>&b;</style>', encoding="utf-8")
    result = shell("cite", KEY, "--style", str(style))
    assert (result.returncode, result.stdout) == (2, "")
    assert one_line(result.stderr)
    assert "entity: refused" in result.stderr or "readingroom[csl]" in result.stderr


def test_without_a_terminal_the_room_says_so(shell: Shell) -> None:
    result = shell()
    assert result.returncode == 2
    assert one_line(result.stderr)
    assert "readingroom search" in result.stderr


def test_wrong_use_is_status_two(shell: Shell) -> None:
    assert shell("serch", "x").returncode == 2
    assert shell("search").returncode == 2
    assert shell("cite").returncode == 2


def test_a_closed_pipe_is_quiet(shell: Shell) -> None:
    result = subprocess.run(
        ["/bin/sh", "-c", f"'{shell.command}' search model --json | head -n 1"],
        env=shell.environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert len(result.stdout.splitlines()) == 1
    assert result.stderr == ""


def test_help_and_version(shell: Shell) -> None:
    assert "search" in shell("--help").stdout
    assert shell("--version").stdout.startswith("readingroom 0.")


def test_a_damaged_library_is_one_line_that_names_the_file(shell: Shell, home: Path) -> None:
    (home / "data" / "library.db").write_bytes(b"no database at all" * 100)
    for leftover in (home / "data").glob("library.db-*"):
        leftover.unlink()
    result = shell("search", "x")
    assert result.returncode == 2
    assert one_line(result.stderr)
    assert "library.db" in result.stderr


def test_a_home_that_cannot_be_made_is_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = Shell(command, tmp_path / "file" / "home")("search", "x")
    assert result.returncode == 2
    assert one_line(result.stderr)
    assert "READINGROOM_HOME" in result.stderr


def test_handed_out_keys_are_pinned(shell: Shell, home: Path) -> None:
    import sqlite3

    shell("cite", KEY, "--style", "key")
    with sqlite3.connect(home / "data" / "shelf.db") as shelf:
        assert shelf.execute("SELECT key FROM pinned_keys").fetchall() == [(KEY,)]
