"""Copies arrive, or the receipt says why not."""

from __future__ import annotations

import asyncio
import base64
import platform
import re
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.terminal.tmux import requires_tmux, run_in_tmux
from tests.tui.copies import ENTRY, SSH, copy, sent
from tests.tui.programs import Programs
from tui.clipboard import OSC_52_LIMIT, Clipboard, Receipt, Surroundings, osc52, routes, survey
from tui.desktop_clipboard import Tool

if TYPE_CHECKING:
    from pathlib import Path

XCLIP = Tool("xclip", ("xclip",))


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path / "bin")


@pytest.fixture(autouse=True)
def _on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "release", lambda: "6.1.0-amd64")


# -- receipts ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("route", "confirmed", "text"),
    [
        ("wl-copy", True, "Copied BibTeX, 412 characters, by wl-copy"),
        (
            "tmux",
            True,
            "Copied BibTeX, 412 characters, to the tmux buffer, and to the terminal if it allows",
        ),
        ("tmux buffer", True, "Copied BibTeX, 412 characters, to the tmux buffer only"),
        (
            "OSC 52",
            False,
            "Sent BibTeX, 412 characters, to the terminal by OSC 52: it does not confirm",
        ),
    ],
)
def test_receipts(route: str, confirmed: bool, text: str) -> None:
    assert Receipt("BibTeX", 412, route, confirmed).text == text


def test_the_receipt_of_a_file(tmp_path: Path) -> None:
    receipt = Receipt("key", 1, "file", True, tmp_path / "clipboard.txt")
    assert receipt.text == f"No clipboard: key, 1 character, written to {tmp_path}/clipboard.txt"


def test_a_receipt_with_a_note() -> None:
    receipt = Receipt("RIS", 12_345, "xsel", True, note="xclip failed with status 1")
    assert receipt.text == "Copied RIS, 12,345 characters, by xsel (xclip failed with status 1)"


# -- which routes --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "remote", "tmux", "terminal", "encoded", "expected"),
    [
        (XCLIP, False, False, True, 4, ("tool", "OSC 52", "file")),
        (XCLIP, False, True, True, 4, ("tool", "tmux", "OSC 52", "file")),
        (XCLIP, True, False, True, 4, ("OSC 52", "file")),
        (XCLIP, True, True, True, 4, ("tmux", "OSC 52", "file")),
        (None, False, False, True, OSC_52_LIMIT, ("OSC 52", "file")),
        (None, False, False, True, OSC_52_LIMIT + 1, ("file",)),
        (None, False, False, False, 4, ("file",)),
        (None, False, True, False, 4, ("tmux", "file")),
    ],
)
def test_routes(
    tool: Tool | None,
    remote: bool,
    tmux: bool,
    terminal: bool,
    encoded: int,
    expected: tuple[str, ...],
) -> None:
    around = Surroundings({}, remote, tool, tmux, screen=False, terminal=terminal)
    assert routes(around, encoded) == expected


@pytest.mark.parametrize(
    ("environ", "remote", "screen", "terminal"),
    [
        ({"TERM": "xterm-256color"}, False, False, True),
        ({"TERM": "xterm-256color", **SSH}, True, False, True),
        ({"TERM": "xterm-256color", "STY": "4242.pts-0.host"}, False, True, True),
        # Over SSH out of a window of screen only TERM comes along.
        ({"TERM": "screen.xterm-256color", **SSH}, True, True, True),
        ({"TERM": "linux"}, False, False, False),
        ({"TERM": "dumb"}, False, False, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False, False, False),
    ],
)
def test_the_survey(environ: dict[str, str], remote: bool, screen: bool, terminal: bool) -> None:
    around = survey(environ, terminal=True)
    assert (around.remote, around.screen, around.terminal) == (remote, screen, terminal)
    assert not survey(environ, terminal=False).terminal


# -- the terminal --------------------------------------------------------------------------------


def test_the_sequence() -> None:
    # "latent" in base64, see RFC 4648.
    assert osc52("bGF0ZW50", screen=False) == "\x1b]52;c;bGF0ZW50\x07"


@given(st.integers(0, 2000))
def test_gnu_screen_gets_it_in_pieces(length: int) -> None:
    encoded = "Q" * length
    wrapped = osc52(encoded, screen=True)
    pieces = re.findall(r"\x1bP(.*?)\x1b\\", wrapped, re.DOTALL)
    assert "".join(pieces) == osc52(encoded, screen=False)
    assert "".join(f"\x1bP{piece}\x1b\\" for piece in pieces) == wrapped
    assert all(len(piece) + 4 <= 256 for piece in pieces)


def test_in_gnu_screen(tmp_path: Path, programs: Programs) -> None:
    environ = programs.environ(STY="4242.pts-0.host", TERM="screen")
    receipt, written = copy("latent", tmp_path, environ)
    assert written == ["\x1bP\x1b]52;c;bGF0ZW50\x07\x1b\\"]
    assert receipt.route == "OSC 52"


@given(st.text())
def test_nothing_but_the_sequence_reaches_the_terminal(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    receipt, written = copy(text, tmp_path_factory.getbasetemp(), {"PATH": ""})
    if receipt.failed:
        assert written == []
        return
    found = re.fullmatch(r"\x1b\]52;c;([A-Za-z0-9+/]+=*)\x07", "".join(written))
    assert found is not None
    arrived = base64.b64decode(found[1]).decode()
    assert len(arrived) == receipt.characters
    assert not any(ord(character) < 32 and character not in "\n\t" for character in arrived)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\r\nb\rc\n\td", "a\nb\nc\n\td"),
        ("nul\x00 esc\x1b[31m bell\x07 del\x7f c1\x9d.", "nul esc[31m bell del c1."),
        ("half \ud83d a pair", "half  a pair"),
        ("é 鲁棒 👩‍🔬", "é 鲁棒 👩‍🔬"),
    ],
)
def test_control_characters_are_left_out(text: str, expected: str, tmp_path: Path) -> None:
    receipt, written = copy(text, tmp_path, {"PATH": ""})
    assert written == [sent(expected)]
    assert receipt.characters == len(expected)


@pytest.mark.parametrize("text", ["", "\x00\x1b"])
def test_an_empty_text_is_refused(text: str, tmp_path: Path) -> None:
    receipt, written = copy(text, tmp_path / "cache", {"PATH": ""})
    assert receipt.failed
    assert (receipt.characters, receipt.confirmed) == (0, False)
    assert receipt.text == "Nothing copied: BibTeX: it is empty"
    assert written == []
    assert not (tmp_path / "cache").exists()


def test_the_longest_text_that_a_terminal_is_given(tmp_path: Path) -> None:
    # Three bytes make four characters of base64: 56,244 make 74,992 and one more makes 74,996.
    receipt, written = copy("x" * 56_244, tmp_path, {"PATH": ""})
    assert receipt.route == "OSC 52"
    assert [len(sequence) for sequence in written] == [74_992 + 8]
    receipt, written = copy("x" * 56_245, tmp_path, {"PATH": ""})
    assert receipt.route == "file"
    assert receipt.note == "it is too long for OSC 52"
    assert written == []


# -- a file --------------------------------------------------------------------------------------


def test_the_file_is_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "cache"
    receipt, _ = copy(ENTRY, folder, {"PATH": ""}, terminal=False)
    path = folder / "clipboard.txt"
    assert receipt == Receipt("BibTeX", 39, "file", confirmed=True, path=path)
    assert path.read_bytes() == ENTRY.encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    copy("again", folder, {"PATH": ""}, terminal=False)
    assert path.read_text() == "again"
    assert [entry.name for entry in folder.iterdir()] == ["clipboard.txt"]


def test_an_open_folder_is_closed(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    copy(ENTRY, tmp_path, {"PATH": ""}, terminal=False)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    precious = tmp_path / "precious"
    precious.write_text("precious")
    (folder / "clipboard.txt").symlink_to(precious)
    receipt, _ = copy(ENTRY, folder, {"PATH": ""}, terminal=False)
    assert receipt.path is not None
    assert not receipt.path.is_symlink()
    assert receipt.path.read_bytes() == ENTRY.encode()
    assert precious.read_text() == "precious"


def test_a_terminal_that_is_gone(tmp_path: Path) -> None:
    def write(sequence: str) -> None:
        raise OSError(5, "Input/output error")

    receipt = asyncio.run(Clipboard(write, tmp_path, {"PATH": ""}).copy(ENTRY, "BibTeX"))
    assert receipt.text == (
        f"No clipboard: BibTeX, 39 characters, written to {tmp_path}/clipboard.txt"
        " (the terminal cannot be written to: Input/output error)"
    )


def test_nothing_works(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("not a folder")
    receipt, _ = copy(ENTRY, tmp_path / "taken", {"PATH": ""}, terminal=False)
    assert receipt.failed
    assert not receipt.confirmed
    assert receipt.text.startswith(
        f"Nothing copied: BibTeX: cannot use the folder {tmp_path}/taken"
    )


def test_a_file_that_cannot_be_replaced(tmp_path: Path) -> None:
    (tmp_path / "clipboard.txt").mkdir()
    receipt, _ = copy(ENTRY, tmp_path, {"PATH": ""}, terminal=False)
    assert receipt.failed
    assert receipt.note == f"{tmp_path}/clipboard.txt cannot be written: Is a directory"
    assert [entry.name for entry in tmp_path.iterdir()] == ["clipboard.txt"]


# -- tmux ----------------------------------------------------------------------------------------


@requires_tmux
@pytest.mark.parametrize(
    ("setting", "route", "passed_on"),
    [("on", "tmux", True), ("external", "tmux", True), ("off", "tmux buffer", False)],
)
def test_in_tmux(setting: str, route: str, passed_on: bool, tmp_path: Path) -> None:
    with run_in_tmux(["cat"]) as tmux, tmux.attach() as client:
        client.wait_for("[0]")
        tmux.command("set-option", "-s", "set-clipboard", setting)
        receipt, written = copy(ENTRY, tmp_path, tmux.pane_environment())
        assert tmux.show_buffer() == ENTRY
        tmux.send_keys("typed after it", "Enter")
        client.wait_for("typed after it")
        assert client.clipboard_writes == ([ENTRY] if passed_on else [])
    note = None if passed_on else "set-clipboard is off in tmux"
    assert receipt == Receipt("BibTeX", 39, route, confirmed=True, note=note)
    assert written == []


@requires_tmux
def test_in_tmux_a_program_is_used_when_the_client_is_local(
    programs: Programs, tmp_path: Path
) -> None:
    programs.add("xclip", f"cat > '{tmp_path}/got'")
    with run_in_tmux(["cat"]) as tmux:
        pane = tmux.pane_environment()
        pane["PATH"] = f"{programs.folder}:{pane['PATH']}"
        # Started over SSH, looked at from the desk now.
        tmux.command("set-environment", "DISPLAY", ":0")
        receipt, _ = copy(ENTRY, tmp_path, {**pane, **SSH})
        assert receipt.route == "xclip"
        assert (tmp_path / "got").read_bytes() == ENTRY.encode()
        # Started at the desk, looked at over SSH now.
        tmux.command("set-environment", "SSH_CONNECTION", SSH["SSH_CONNECTION"])
        receipt, _ = copy("later", tmp_path, {**pane, "DISPLAY": ":0"})
        assert receipt.route == "tmux"
        assert tmux.show_buffer() == "later"
        assert (tmp_path / "got").read_bytes() == ENTRY.encode()


def test_tmux_before_3_2_is_not_asked_to_pass_it_on(programs: Programs, tmp_path: Path) -> None:
    programs.add(
        "tmux",
        f"""case $1 in
            -V) echo 'tmux 3.1c';;
            load-buffer) echo "$@" > '{tmp_path}/arguments'; cat > '{tmp_path}/got';;
            *) exit 1;;
        esac""",
    )
    receipt, written = copy(ENTRY, tmp_path, programs.environ(TMUX="/tmp/tmux/default,1,0"))
    assert (tmp_path / "arguments").read_text() == "load-buffer -\n"
    assert (tmp_path / "got").read_bytes() == ENTRY.encode()
    assert written == []
    assert receipt.text == (
        "Copied BibTeX, 39 characters, to the tmux buffer only"
        " (tmux 3.1 passes nothing on to the terminal)"
    )


@pytest.mark.parametrize("version", ["tmux 3.2", "tmux next-3.6", "tmux master", "tmux 10.0"])
def test_newer_tmux_is(programs: Programs, tmp_path: Path, version: str) -> None:
    programs.add(
        "tmux",
        f"""case $1 in
            -V) echo '{version}';;
            load-buffer) echo "$@" > '{tmp_path}/arguments'; cat >/dev/null;;
            *) exit 1;;
        esac""",
    )
    receipt, _ = copy(ENTRY, tmp_path, programs.environ(TMUX="/tmp/tmux/default,1,0"))
    assert (tmp_path / "arguments").read_text() == "load-buffer -w -\n"
    assert receipt.route == "tmux"


@requires_tmux
def test_a_tmux_that_is_gone(tmp_path: Path) -> None:
    with run_in_tmux(["cat"]) as tmux:
        environ = tmux.pane_environment()
    receipt, written = copy(ENTRY, tmp_path, environ)
    assert written == [sent(ENTRY)]
    assert receipt.note == "tmux failed with status 1"
    assert not receipt.confirmed
