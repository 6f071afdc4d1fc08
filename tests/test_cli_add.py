"""`readingroom add`, through the installed console script."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from index.importers.report import Problem, Progress, Report
from tests.terminal.terminal import Terminal
from tui.adding import Interrupts, bar_text, report_lines

GOOD = {"title": "On Quokkas", "authors": "Anna Berg", "abstract": "We study.", "venue": "icml2019"}


class Shell:
    """Runs the console script in a home of its own, with no terminal."""

    def __init__(self, command: str, home: Path) -> None:
        self.command = command
        self.environment = {**os.environ, "READINGROOM_HOME": str(home)}

    def __call__(
        self, *arguments: str | Path, given: bytes | None = None
    ) -> subprocess.CompletedProcess[str]:
        result = subprocess.run(
            [self.command, *map(str, arguments)],
            env=self.environment,
            capture_output=True,
            input=given or b"",
            start_new_session=True,
            check=False,
        )
        return subprocess.CompletedProcess(
            result.args, result.returncode, result.stdout.decode(), result.stderr.decode()
        )


@pytest.fixture
def shell(command: str, home: Path) -> Shell:
    return Shell(command, home)


def write(path: Path, *records: dict[str, Any] | str) -> Path:
    lines = [item if isinstance(item, str) else json.dumps(item) for item in records]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def test_what_is_added_is_found_and_cited(shell: Shell, tmp_path: Path) -> None:
    result = shell("add", write(tmp_path / "a.jsonl", GOOD))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "1 new, 0 changed, 0 same\n"
    found = shell("search", "quokkas")
    assert found.stdout == "berg2019quokkas\n  On Quokkas · Berg 2019\n"
    assert "booktitle = {ICML 2019}" in shell("cite", "berg2019quokkas").stdout


def test_adding_it_again_changes_nothing_and_says_so(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", GOOD)
    shell("add", path)
    result = shell("add", path)
    assert (result.returncode, result.stderr) == (0, "0 new, 0 changed, 1 same\n")


def test_malformed_records_are_named_with_their_line(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", GOOD, "", '{"title": ', {"title": "Two"})
    result = shell("add", path)
    assert result.returncode == 0
    assert result.stderr.splitlines() == [
        "2 new, 0 changed, 0 same",
        "1 malformed record",
        f"  {path}:3: not JSON: Expecting value at column 11",
    ]
    assert shell("add", "--strict", path).returncode == 2


def test_twenty_problems_are_shown_and_the_rest_counted(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", *[GOOD] * 20, *["[]"] * 25)
    lines = shell("add", path).stderr.splitlines()
    assert lines[1] == "25 malformed records"
    assert lines[2] == f"  {path}:21: not a JSON object"
    assert lines[21] == f"  {path}:40: not a JSON object"
    assert lines[22:] == ["  and 5 more"]


def test_rejected_papers_are_left_out_unless_asked_for(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", {**GOOD, "status": "Reject"}, {**GOOD, "status": "Withdraw"})
    assert shell("add", path).stderr.splitlines() == [
        "0 new, 0 changed, 0 same",
        "1 skipped: rejected (--include-rejected adds them)",
        "1 skipped: withdrawn (--include-rejected adds them)",
    ]
    assert shell("add", "--include-rejected", path).stderr == "1 new, 0 changed, 1 same\n"
    record = json.loads(shell("search", "quokkas", "--json").stdout)
    assert record["venue"] == "Submitted to ICML 2019"


def test_the_report_as_json(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", GOOD, "[]", {**GOOD, "status": "Reject"})
    result = shell("add", "--report", "json", path)
    assert json.loads(result.stdout) == {
        "new": 1,
        "changed": 0,
        "same": 0,
        "skipped": {"rejected": 1},
        "problems": [{"file": str(path), "line": 2, "reason": "not a JSON object"}],
        "problem_count": 1,
        "passed_over": 0,
        "warnings": [],
        "interrupted": False,
        "failed": False,
    }


def test_a_pipe_and_a_packed_file(shell: Shell, tmp_path: Path) -> None:
    data = json.dumps(GOOD).encode()
    assert shell("add", "-", given=data).stderr == "1 new, 0 changed, 0 same\n"
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(data))
    assert shell("add", packed).stderr == "0 new, 0 changed, 1 same\n"
    record = json.loads(shell("search", "quokkas", "--json").stdout)
    assert record["source"] == {"file": "standard input", "number": 1}


@pytest.mark.parametrize("kind", ["missing", "folder", "page", "json", "archive"])
def test_what_cannot_be_read_is_one_line_and_status_two(
    shell: Shell, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "input"
    if kind == "folder":
        path.mkdir()
    elif kind == "page":
        path.write_text("<!DOCTYPE html>\n<p>We study a thing.</p>\n")
    elif kind == "json":
        path.write_text(json.dumps({"version": 1, "scripts": []}, indent=1))
    elif kind == "archive":
        path.write_bytes(b"PK\x03\x04" + bytes(100))
    result = shell("add", path)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("readingroom: ")
    assert str(path) in result.stderr
    assert result.stderr.count("\n") == 1


def refused(shell: Shell, *arguments: str | Path) -> str:
    """The one line with which an input is refused."""
    result = shell("add", *arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "Traceback" not in result.stderr
    return result.stderr.removeprefix("readingroom: ").removesuffix("\n")


def test_an_empty_file_is_no_error(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    result = shell("add", tmp_path / "a")
    assert result.returncode == 0
    assert result.stderr == f"0 new, 0 changed, 0 same\n{tmp_path / 'a'} is empty\n"


def test_a_folder_and_what_is_passed_over_in_it(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    assert refused(shell, folder) == f"no papers in {folder}"
    (folder / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    assert refused(shell, folder) == (
        f"no papers in {folder} ({folder}/a.png is a PNG image, not a list of papers)"
    )
    write(folder / "b.jsonl", GOOD)
    assert shell("add", folder).stderr.splitlines() == [
        "1 new, 0 changed, 0 same",
        "1 file passed over",
        f"passed over: {folder}/a.png is a PNG image, not a list of papers",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"%PDF-1.7\n", "is a PDF document, not a list of papers"),
        (b"a\x00b", "is not text (UTF-16 without a byte order mark needs --encoding utf-16)"),
        (b"<!DOCTYPE html><p>x", "is a web page without a paper that can be read from it"),
        (b"BZh91AY", "is packed with bzip2: unpack it first"),
    ],
)
def test_wrong_formats(shell: Shell, tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    assert refused(shell, path) == f"{path} {reason}"


def test_what_may_not_be_read(shell: Shell, tmp_path: Path) -> None:
    # The memory of a process can be opened but not read, even by those who may do everything.
    path = Path("/proc/self/mem")
    if not path.exists():
        pytest.skip("there is no such file here")
    assert refused(shell, path).startswith(f"cannot read {path}: ")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unreadable for this user"
)
def test_permission_denied(shell: Shell, tmp_path: Path) -> None:
    path = write(tmp_path / "a", GOOD)
    path.chmod(0)
    assert refused(shell, path) == f"cannot read {path}: Permission denied"
    folder = tmp_path / "closed"
    folder.mkdir(mode=0)
    assert "Permission denied" in refused(shell, folder)


def test_a_packed_file_that_breaks_off(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    data = gzip.compress("".join(json.dumps({**GOOD, "title": os.urandom(9).hex()}) + "\n"
                                 for _ in range(3000)).encode())  # fmt: skip
    path.write_bytes(data[:-20])
    result = shell("add", path)
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].endswith("cannot be read on: the packed file breaks off")
    path.write_bytes(data[:12])
    assert refused(shell, path) == f"cannot read {path}: the packed file breaks off"


def test_a_bomb(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"a" * 100_000_000)
    assert refused(shell, path) == (
        f"{path} unpacks to more than 200 times its size, as no list of papers does"
    )


def test_fifty_megabytes_on_one_line(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "one_line.json"
    records = [{**GOOD, "title": f"Quokkas {n}", "x": "y" * 50_000} for n in range(1000)]
    path.write_text(json.dumps({"papers": records}))
    assert shell("add", path).stderr == "1,000 new, 0 changed, 0 same\n"
    path.write_text("x" * 50_000_000)
    result = shell("add", path)
    assert result.returncode == 2
    assert f"{path}:1: longer than 4 MB" in result.stderr


def test_an_encoding(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("2026 论文\n\n我们研究一件事情。\n".encode("gb18030"))
    assert shell("add", "--encoding", "gb18030", path).stderr == "1 new, 0 changed, 0 same\n"
    assert "论文" in shell("search", "我们研究", "--json").stdout
    assert refused(shell, "--encoding", "klingon", path).startswith("there is no encoding")


def test_a_pattern(shell: Shell, tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", GOOD)
    assert shell("add", tmp_path / "*.jsonl").stderr == "1 new, 0 changed, 0 same\n"
    assert refused(shell, tmp_path / "*.bib") == f"no file matches {tmp_path}/*.bib"


def test_replies_are_counted_without_an_offer_to_add_them(shell: Shell, tmp_path: Path) -> None:
    note = {"id": "a", "forum": "a", "content": {"title": "On Quokkas"}}
    path = write(tmp_path / "a.jsonl", note, {**note, "id": "b", "replyto": "a"})
    assert shell("add", path).stderr.splitlines() == [
        "1 new, 0 changed, 0 same",
        "1 skipped: review or comment",
    ]


def test_wrong_use_is_status_two(shell: Shell) -> None:
    for arguments in (("add",), ("add", "--report", "xml", "-"), ("add", "--bogus", "-")):
        assert shell(*arguments).returncode == 2


def test_a_hostile_file_cannot_steer_the_terminal(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "\x1b]0;owned\x07.jsonl"
    write(path, {"title": "Red\x1b[31m \x9b31m"}, "bad \x1b[31m")
    result = shell("add", path)
    assert result.returncode == 0
    assert not set(result.stderr) & {"\x1b", "\x07", "\x9b"}


def test_on_a_terminal_a_bar_shows_how_far_it_is_and_an_interrupt_keeps_what_is_complete(
    command: str, home: Path, tmp_path: Path
) -> None:
    # Long enough to be interrupted on any machine; it is not run to its end.
    abstract = "We study a thing with many words in it, again and again and again. " * 20
    path = tmp_path / "many.jsonl"
    with path.open("w") as file:
        for number in range(60_000):
            file.write(json.dumps({"title": f"Paper {number}", "abstract": abstract}) + "\n")
    environment = {"READINGROOM_HOME": str(home)}
    with Terminal([command, "add", str(path)], columns=120, env=environment) as terminal:
        terminal.wait_for("a second")
        terminal.wait_for(" left")
        terminal.send("\x03")
        terminal.wait_for("interrupted: what was complete is kept")
        assert terminal.wait_exit() == 130
        assert terminal.find("a second") is None
        (new,) = [int(line.split(" new")[0].replace(",", "")) for line in terminal.display
                  if " new, 0 changed" in line]  # fmt: skip
    assert new % 1000 == 0


@pytest.mark.parametrize(
    ("progress", "seconds", "text"),
    [
        (Progress(0, 0.0), 0.0, "  0%  0 papers"),
        (Progress(50, 0.5), 0.5, " 50%  50 papers"),
        (Progress(36_700, 0.42), 29.4, " 42%  36,700 papers  1,248 a second  0:41 left"),
        (Progress(100, 0.01), 100.0, "  1%  100 papers  1 a second  2:45:00 left"),
        (Progress(100, 1.0), 10.0, "100%  100 papers  10 a second  0:00 left"),
    ],
)
def test_the_bar(progress: Progress, seconds: float, text: str) -> None:
    assert bar_text(progress, seconds) == text


def test_every_line_of_a_report_is_one_line() -> None:
    report = Report(problems=[Problem("a\n\x1b", 1, "bad\x07")], problem_count=1, interrupted=True)
    lines = report_lines(report)
    assert lines[0] == "0 new, 0 changed, 0 same"
    assert lines[2] == "  a \ufffd:1: bad\ufffd"
    assert lines[3].startswith("interrupted: ")


def test_warnings_beyond_twenty_are_counted() -> None:
    report = Report()
    for number in range(25):
        report.pass_over(f"{number}.png\x1b is a PNG image")
    lines = report_lines(report)
    assert lines[1:3] == ["25 files passed over", "passed over: 0.png\ufffd is a PNG image"]
    assert lines[21:] == ["passed over: 19.png\ufffd is a PNG image", "and 5 more lines like these"]


def test_interrupts_wait_only_once_there_is_something_to_keep() -> None:
    with Interrupts() as interrupts:
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), 2)
        assert not interrupts.came
        interrupts.may_wait = True
        os.kill(os.getpid(), 2)
        assert interrupts.came
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), 2)
