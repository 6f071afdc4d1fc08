"""`readingroom export`, through the installed console script."""

from __future__ import annotations

import csv
import io
import json
import os
import stat
import subprocess
from pathlib import Path

import pytest

from tests.test_cli_add import Shell, write
from tui.exporting import format_of, receipt, replacing

KEY = "icml2026-approaches-watermarking-67e21d"


@pytest.fixture
def shell(command: str, home: Path) -> Shell:
    return Shell(command, home)


def test_everything_goes_to_standard_output_as_bibtex(shell: Shell) -> None:
    result = shell("export")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("\n@misc{") + 1 == 38
    assert result.stdout.startswith(f"@misc{{{KEY},\n")
    assert result.stdout.endswith("\n}\n")


def test_a_query_chooses_and_orders(shell: Shell) -> None:
    result = shell("export", "--query", "latent watermark", "--format", "csl-json")
    keys = [item["id"] for item in json.loads(result.stdout)]
    found = shell("search", "latent", "watermark").stdout.splitlines()[::2]
    assert keys == found
    assert shell("export", "--query", "sembind", "--format", "ris").stdout.count("TY  - ") == 1


def test_nothing_found_writes_nothing(shell: Shell, tmp_path: Path) -> None:
    target = tmp_path / "a.bib"
    for query in ("zzzzqqqq", "watermark zzzzqqqq"):
        result = shell("export", "--query", query, "-o", target)
        assert (result.returncode, result.stdout) == (1, "")
        assert "nothing is written" in result.stderr
    assert list(tmp_path.glob("*.bib")) == []


def test_the_ending_of_the_file_chooses_the_format(shell: Shell, tmp_path: Path) -> None:
    starts = {
        "a.bib": f"@misc{{{KEY},",
        "a.ris": "TY  - GEN\n",
        "a.json": "[\n  {",
        "a.csv": "citation_key,id,kind,",
        "a.MD": "## [Untitled abstract",
        "a.jsonl": '{"key": ',
        "a.yml": f"{KEY}:\n",
        "unknown": "@misc{",
    }
    for name, start in starts.items():
        result = shell("export", "-o", tmp_path / name)
        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr == f"38 papers written to {tmp_path / name}\n"
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(start)
    assert format_of("biblatex", "a.ris") == "biblatex"


def test_a_file_is_replaced_as_a_whole_and_keeps_its_mode(shell: Shell, tmp_path: Path) -> None:
    target = tmp_path / "a.bib"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link = tmp_path / "link.bib"
    link.symlink_to(target)
    assert shell("export", "-o", link).returncode == 0
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8").startswith("@misc{")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"a.bib", "link.bib", "home"}


def test_what_was_there_stays_until_all_is_written(tmp_path: Path) -> None:
    target = tmp_path / "a.bib"
    target.write_bytes(b"old")
    with pytest.raises(RuntimeError), replacing(target) as out:
        out.write(b"half")
        raise RuntimeError
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]
    with replacing(target) as out:
        out.write(b"new")
        assert target.read_bytes() == b"old"
    assert target.read_bytes() == b"new"


def test_a_new_file_has_the_mode_that_the_mask_allows(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with replacing(tmp_path / "a.bib") as out:
            out.write(b"new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.bib").stat().st_mode) == 0o640


def test_a_pipe_is_written_to_as_it_is(shell: Shell, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
        assert shell("export", "-o", pipe).returncode == 0
        out, _ = reader.communicate()
    assert out.startswith(b"@misc{")
    assert pipe.is_fifo()


@pytest.mark.parametrize("target", ["folder", "missing/a.bib"])
def test_a_file_that_cannot_be_written_is_one_line_and_status_two(
    shell: Shell, tmp_path: Path, target: str
) -> None:
    (tmp_path / "folder").mkdir()
    result = shell("export", "-o", tmp_path / target)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"readingroom: cannot write {tmp_path / target}: ")
    assert result.stderr.count("\n") == 1


def test_wrong_use_is_status_two(shell: Shell) -> None:
    unknown = shell("export", "--format", "xml")
    assert (unknown.returncode, unknown.stdout) == (2, "")
    assert unknown.stderr.startswith("readingroom: unknown format 'xml'; there are bibtex, ")
    raw = shell("export", "--raw")
    assert (raw.returncode, raw.stdout) == (2, "")
    assert raw.stderr == "readingroom: --raw goes with --format csv\n"
    assert shell("export", "extra").returncode == 2


def test_formulas_are_guarded_unless_raw(shell: Shell, tmp_path: Path) -> None:
    formula = '=HYPERLINK("http://x","y")'
    shell("add", write(tmp_path / "a.jsonl", {"title": formula, "authors": "Anna Berg"}))
    arguments = ("export", "--format", "csv", "--query", "hyperlink")
    safe = list(csv.DictReader(io.StringIO(shell(*arguments).stdout, newline="")))
    raw = list(csv.DictReader(io.StringIO(shell(*arguments, "--raw").stdout, newline="")))
    assert [row["title"] for row in safe] == [f"'{formula}"]
    assert [row["title"] for row in raw] == [formula]


def test_ris_keeps_its_line_ends(command: str, home: Path) -> None:
    result = subprocess.run(
        [command, "export", "--format", "ris"],
        env={**os.environ, "READINGROOM_HOME": str(home)},
        capture_output=True,
        check=True,
    )
    assert result.stdout.count(b"ER  - \r\n") == 38
    assert result.stdout.count(b"\n") == result.stdout.count(b"\r\n")


def test_a_closed_pipe_is_quiet(command: str, home: Path) -> None:
    with subprocess.Popen(
        [command, "export", "--format", "jsonl"],
        env={**os.environ, "READINGROOM_HOME": str(home)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


def test_keys_are_handed_out_for_good(shell: Shell) -> None:
    assert shell("export").returncode == 0
    assert shell("show", KEY).returncode == 0
    assert f'"key": "{KEY}"' in shell("export", "--format", "jsonl").stdout


def test_the_receipt() -> None:
    assert receipt(1, "a\x1b.bib") == "1 paper written to a\ufffd.bib"
    assert receipt(87_460, "a.bib") == "87,460 papers written to a.bib"
