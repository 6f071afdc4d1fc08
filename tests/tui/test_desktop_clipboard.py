"""The clipboard program of the desktop: which one, and that it is not believed blindly."""

from __future__ import annotations

import asyncio
import os
import platform
import select
import sys
from typing import TYPE_CHECKING

import pyperclip
import pytest

from tests.terminal.terminal import Terminal
from tests.tui.copies import ENTRY, SSH, copy, sent
from tests.tui.programs import Programs
from tui.clipboard import Clipboard, Receipt
from tui.desktop_clipboard import choose_tool

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path / "bin")


@pytest.fixture(autouse=True)
def _on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "release", lambda: "6.1.0-amd64")


@pytest.mark.parametrize(
    ("names", "environ", "expected"),
    [
        (["wl-copy", "wl-paste"], {"WAYLAND_DISPLAY": "wayland-0"}, "wl-copy"),
        (["wl-copy", "wl-paste", "xclip"], {"DISPLAY": ":0"}, "xclip"),
        (
            ["wl-copy", "wl-paste", "xclip"],
            {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"},
            "wl-copy",
        ),
        (["xclip", "xsel"], {"DISPLAY": ":0"}, "xclip"),
        (["xsel"], {"DISPLAY": ":0"}, "xsel"),
    ],
)
def test_pyperclip_chooses_the_tool(
    programs: Programs,
    monkeypatch: pytest.MonkeyPatch,
    names: list[str],
    environ: dict[str, str],
    expected: str,
) -> None:
    # What the process was started with is out of date, as it may be inside tmux.
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    before = dict(os.environ)
    for name in names:
        programs.add(name)
    tool = choose_tool(programs.environ(**environ))
    assert tool is not None
    assert tool.name == expected
    assert dict(os.environ) == before


@pytest.mark.parametrize(
    ("names", "environ"),
    [
        ([], {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}),
        (["xclip", "xsel", "wl-copy", "wl-paste"], {}),
        # pyperclip would pass these by and go on to Qt.
        (["wl-copy", "wl-paste"], {"DISPLAY": ":0"}),
        (["wl-copy"], {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}),
    ],
)
def test_pyperclip_is_not_even_loaded_where_no_program_would_do(
    programs: Programs, monkeypatch: pytest.MonkeyPatch, names: list[str], environ: dict[str, str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", None)  # importing it is an error now
    for name in names:
        programs.add(name)
    assert choose_tool(programs.environ(**environ)) is None


def test_macos_has_pbcopy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    tool = choose_tool({})
    assert tool is not None
    assert tool.argv == ("pbcopy",)


def test_windows_has_no_program_and_pyperclip_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []

    def copy_windows(text: str) -> None:
        copied.append(text)

    monkeypatch.setattr(platform, "system", lambda: "Windows")
    monkeypatch.setattr(pyperclip, "determine_clipboard", lambda: (copy_windows, None))
    monkeypatch.setattr(pyperclip, "copy", copy_windows)
    receipt, written = copy(ENTRY, tmp_path, {})
    assert (copied, written) == ([ENTRY], [])
    assert receipt.text == "Copied BibTeX, 39 characters, by pyperclip"

    def refuse(text: str) -> None:
        raise pyperclip.PyperclipException("Error calling OpenClipboard")

    monkeypatch.setattr(pyperclip, "copy", refuse)
    receipt, written = copy(ENTRY, tmp_path, {})
    assert written == [sent(ENTRY)]
    assert receipt.note == "pyperclip failed: Error calling OpenClipboard"


def test_windows_subsystem_for_linux_takes_utf_16(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copy_wsl(text: str) -> None:
        raise AssertionError("it is run by us")

    monkeypatch.setattr(platform, "release", lambda: "5.15.90.1-microsoft-standard-WSL2")
    monkeypatch.setattr(pyperclip, "determine_clipboard", lambda: (copy_wsl, None))
    assert choose_tool(programs.environ()) is None
    programs.add("clip.exe", f"cat > '{tmp_path}/got'")
    receipt, _ = copy("é鲁", tmp_path, programs.environ())
    assert receipt.route == "clip.exe"
    assert (tmp_path / "got").read_bytes() == b"\xe9\x00\x81\x9c"


def test_a_program_that_works(programs: Programs, tmp_path: Path) -> None:
    programs.add("xclip", f"cat > '{tmp_path}/got'; echo \"$@\" > '{tmp_path}/arguments'")
    receipt, written = copy(ENTRY, tmp_path / "cache", programs.environ(DISPLAY=":0"))
    assert receipt == Receipt("BibTeX", 39, "xclip", confirmed=True)
    assert (tmp_path / "got").read_bytes() == ENTRY.encode()
    assert (tmp_path / "arguments").read_text() == "-selection clipboard\n"
    assert written == []
    assert not (tmp_path / "cache").exists()


def test_a_program_that_fails_is_not_believed(
    programs: Programs, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    programs.add("xclip", 'cat >/dev/null; echo noise; echo "Can\'t open display" >&2; exit 1')
    receipt, written = copy(ENTRY, tmp_path, programs.environ(DISPLAY=":0"))
    assert written == [sent(ENTRY)]
    assert receipt.text == (
        "Sent BibTeX, 39 characters, to the terminal by OSC 52: it does not confirm"
        " (xclip failed with status 1)"
    )
    assert not receipt.confirmed
    assert capfd.readouterr() == ("", "")


def test_a_program_that_hangs_is_ended_after_a_second(programs: Programs, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    reader = os.open(tmp_path / "held", os.O_RDONLY | os.O_NONBLOCK)
    programs.add("xclip", f"exec 3>'{tmp_path}/held'; echo running >&3; sleep 60; echo late")
    receipt, written = copy(ENTRY, tmp_path, programs.environ(DISPLAY=":0"))
    assert written == [sent(ENTRY)]
    assert receipt.note == "xclip did not answer within 1 s"
    assert os.read(reader, 100) == b"running\n"
    # The end of the file comes only when nobody holds it open any more, the sleep included.
    assert select.select([reader], [], [], 10)[0] == [reader]
    assert os.read(reader, 100) == b""
    os.close(reader)


def test_a_program_may_leave_a_daemon_behind(programs: Programs, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "hold")
    hold = os.open(tmp_path / "hold", os.O_RDWR)
    programs.add("xclip", f"cat > '{tmp_path}/got'; exec 3<'{tmp_path}/hold'; cat <&3 &")
    receipt, _ = copy(ENTRY, tmp_path, programs.environ(DISPLAY=":0"))
    os.close(hold)  # lets the daemon go
    assert receipt == Receipt("BibTeX", 39, "xclip", confirmed=True)
    assert (tmp_path / "got").read_bytes() == ENTRY.encode()


def test_a_program_that_cannot_be_run(programs: Programs, tmp_path: Path) -> None:
    programs.add("xclip").write_text("#!/no/such/interpreter\n")
    receipt, written = copy(ENTRY, tmp_path, programs.environ(DISPLAY=":0"))
    assert written == [sent(ENTRY)]
    assert receipt.note == "xclip does not start: No such file or directory"


def test_over_ssh_the_programs_here_are_nobodys(programs: Programs, tmp_path: Path) -> None:
    programs.add("xclip", f"touch '{tmp_path}/run'")
    receipt, written = copy(ENTRY, tmp_path, programs.environ(DISPLAY="localhost:10.0", **SSH))
    assert written == [sent(ENTRY)]
    assert receipt == Receipt("BibTeX", 39, "OSC 52", confirmed=False)
    assert not (tmp_path / "run").exists()


def test_the_event_loop_runs_on_while_a_program_works(programs: Programs, tmp_path: Path) -> None:
    for name in ("ready", "wait"):
        os.mkfifo(tmp_path / name)
    ready, wait = (os.open(tmp_path / name, os.O_RDWR) for name in ("ready", "wait"))
    programs.add("xclip", f"echo ready >'{tmp_path}/ready'; read -r line <'{tmp_path}/wait'")
    clipboard = Clipboard(None, tmp_path, programs.environ(DISPLAY=":0"))

    def answer() -> None:
        os.read(ready, 100)
        os.write(wait, b"go on\n")

    async def copy_and_answer() -> Receipt:
        # Only a loop that is not blocked comes to answer the program.
        asyncio.get_running_loop().add_reader(ready, answer)
        return await clipboard.copy(ENTRY, "BibTeX")

    assert asyncio.run(copy_and_answer()).route == "xclip"
    os.close(ready)
    os.close(wait)


def test_copies_take_turns(programs: Programs, tmp_path: Path) -> None:
    log = tmp_path / "log"
    programs.add("xclip", f"(echo '<'; cat; echo '>') >> '{log}'")
    clipboard = Clipboard(None, tmp_path, programs.environ(DISPLAY=":0"))

    async def several() -> None:
        await asyncio.gather(*(clipboard.copy(f"{number}", "key") for number in range(5)))

    asyncio.run(several())
    assert log.read_text().split() == [word for number in range(5) for word in ("<", f"{number}>")]


def test_a_program_cannot_reach_the_screen(programs: Programs, tmp_path: Path) -> None:
    programs.add("xclip", "echo intruder; echo intruder >&2; echo intruder >/dev/tty || exit 7")
    code = (
        "import asyncio, pathlib, sys; from tui.clipboard import Clipboard; "
        "receipt = asyncio.run(Clipboard(None, pathlib.Path(sys.argv[1])).copy('x', 'key')); "
        "print(receipt.note)"
    )
    environ = {"PYTHONPATH": os.getcwd(), **programs.environ(DISPLAY=":0")}  # noqa: PTH109
    with Terminal([sys.executable, "-c", code, str(tmp_path)], env=environ) as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.text.strip() == "xclip failed with status 7"
