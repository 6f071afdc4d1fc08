"""`readingroom matches`, and what the other commands say of a paper that was given a title."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.index.full_records import add_both, opened

KEY_OF_THE_FIRST = "icml2026-approaches-watermarking-67e21d"


@pytest.fixture
def home(home: Path, tmp_path: Path) -> Path:
    with opened(home) as library:
        add_both(library, tmp_path)
    return home


def run(command: str, home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {"READINGROOM_HOME": str(home), "PATH": "/nonexistent"}
    return subprocess.run(
        [command, *words],
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


def test_matches_are_listed_for_people_and_for_scripts(command: str, home: Path) -> None:
    result = run(command, home, "matches")
    assert result.returncode == 0
    assert result.stdout.splitlines()[:4] == [
        KEY_OF_THE_FIRST,
        "  DistSeal",
        "  100%  Seals in Latent Space · Lovelace, Turing 2026",
        "       lovelace2026seals",
    ]
    shown = [
        json.loads(line) for line in run(command, home, "matches", "--json").stdout.split("\n")[:-1]
    ]
    assert [(item["paper"]["name"], item["full"]["title"]) for item in shown] == [
        ("DistSeal", "Seals in Latent Space"), ("GraviTree", "Falling Trees"),
    ]  # fmt: skip
    assert {(item["containment"], item["same"]) for item in shown} == {(1.0, True)}


def test_they_are_accepted_and_every_command_knows(command: str, home: Path) -> None:
    result = run(command, home, "matches", "--accept-above", "0.9")
    assert result.returncode == 0
    assert result.stderr == (
        "readingroom: gave 2 papers their titles: `u` in the reading room undoes it\n"
    )
    assert "Falling Trees" in result.stdout
    assert run(command, home, "matches").returncode == 1
    shown = run(command, home, "show", "10.1234/seals.7").stdout.splitlines()
    assert shown[:5] == [
        "Seals in Latent Space",
        "Ada Lovelace, Alan Turing",
        "Conference on Seals · ICML 2026 Papers · no. 1 of 19",
        "title, authors, date, venue, pages, links from full.jsonl, no. 1",
        "lovelace2026seals",
    ]
    record = json.loads(run(command, home, "show", KEY_OF_THE_FIRST, "--json").stdout)
    assert record["title"] == "Seals in Latent Space"
    assert record["origin"]["authors"] == "full.jsonl, no. 1"
    assert record["origin"]["abstract"] == "000_6a8826d06095cfa9.txt, no. 1"
    other = json.loads(run(command, home, "show", "SemBind", "--json").stdout or "{}")
    assert "origin" not in other
    found = run(command, home, "search", "author:lovelace", "--json").stdout.splitlines()
    assert [json.loads(line)["id"] for line in found] == [record["id"]]


def test_nothing_is_accepted_below_the_share(command: str, home: Path) -> None:
    with opened(home) as library:
        library.matches.accept_all()
    result = run(command, home, "matches", "--accept-above", "0.9")
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == "readingroom: nothing to accept\n"


@pytest.mark.parametrize("share", ["0", "1.5", "90%", "nan"])
def test_a_share_is_more_than_nothing_and_at_most_all(command: str, home: Path, share: str) -> None:
    result = run(command, home, "matches", "--accept-above", share)
    assert result.returncode == 2
    assert "--accept-above" in result.stderr
    assert "Traceback" not in result.stderr
