"""Links are opened in a browser, never by a shell, or the reader is told what to do instead."""

from __future__ import annotations

import os
import platform
import select
import sys
from typing import TYPE_CHECKING

import pytest

import tui.opener
from tests.terminal.terminal import Terminal
from tests.tui.programs import Programs
from tui.opener import Opened, display_safe, open_link, openable

if TYPE_CHECKING:
    from pathlib import Path

LINK = "https://openreview.net/forum?id=a1B2&noteId=c3#page=2"


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path / "bin")


@pytest.fixture(autouse=True)
def _on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "system", lambda: "Linux")
    monkeypatch.setattr(platform, "release", lambda: "6.1.0-amd64")


def recorder(tmp_path: Path) -> str:
    """A script that writes its arguments down, one a line."""
    return f"for word; do echo \"$word\"; done > '{tmp_path}/arguments'"


def arguments(tmp_path: Path) -> list[str]:
    return (tmp_path / "arguments").read_text().splitlines()


@pytest.mark.parametrize(
    "url",
    [
        LINK,
        "http://arxiv.org/abs/2501.00001v2",
        "HTTPS://DOI.ORG/10.1000/(182)",
        "https://例え.jp/論文",
        "https://[::1]:8080/",
        "https://e.org/a'b;$(reboot)",
    ],
)
def test_addresses_that_may_be_opened(url: str) -> None:
    assert openable(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "openreview.net/forum",
        "https://",
        "https:///path",
        "http://[::1",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "-https://e.org",
        " https://e.org",
        "https://e.org/a b",
        "https://e.org/\x1b[31m",
        "https://e.org/\n--help",
        "https://e.org/\x9d",
        "https://e.org/\N{RIGHT-TO-LEFT OVERRIDE}fdp.exe",
        "https://e.org/\N{LEFT-TO-RIGHT ISOLATE}x",
        "https://e\N{ZERO WIDTH SPACE}.org/",
        "https://e.org/\N{NO-BREAK SPACE}",
        "https://e.org/\ud800",
    ],
)
def test_addresses_that_may_not(url: str, programs: Programs, tmp_path: Path) -> None:
    programs.add("firefox", recorder(tmp_path))
    opened = open_link(url, programs.environ(BROWSER="firefox"))
    assert opened == Opened("refused", "Not opened: this is no plain http or https address")
    assert not (tmp_path / "arguments").exists()


def test_what_is_safe_to_show() -> None:
    assert display_safe("mailto:a@b.org")
    assert not display_safe("https://e.org/\N{POP DIRECTIONAL ISOLATE}")
    assert not display_safe("")


@pytest.mark.parametrize(
    ("browser", "expected"),
    [
        ("firefox", [LINK]),
        ("firefox --new-tab", ["--new-tab", LINK]),
        ("firefox --title 'two words' %s", ["--title", "two words", LINK]),
        ("firefox --url=%s --now", [f"--url={LINK}", "--now"]),
        ("missing:firefox -P", ["-P", LINK]),
        (":'open quote:firefox", [LINK]),
    ],
)
def test_the_readers_own_browser(
    programs: Programs, tmp_path: Path, browser: str, expected: list[str]
) -> None:
    programs.add("firefox", recorder(tmp_path))
    programs.add("xdg-open", "exit 1")
    opened = open_link(LINK, programs.environ(BROWSER=browser, DISPLAY=":0"))
    assert opened == Opened("opened", "Opened by firefox")
    assert arguments(tmp_path) == expected


def test_what_a_shell_would_expand_is_encoded(programs: Programs, tmp_path: Path) -> None:
    programs.add("firefox", recorder(tmp_path))
    url = "https://e.org/a%20b?c=$(reboot)`id`&d='e';f|g\"h<i>\\#j"
    open_link(url, programs.environ(BROWSER="firefox"))
    assert arguments(tmp_path) == [
        "https://e.org/a%20b?c=%24%28reboot%29%60id%60&d=%27e%27%3Bf%7Cg%22h%3Ci%3E%5C#j"
    ]


@pytest.mark.parametrize(
    ("system", "release", "variables", "name"),
    [
        ("Linux", "6.1.0-amd64", {"DISPLAY": ":0"}, "xdg-open"),
        ("Linux", "6.1.0-amd64", {"WAYLAND_DISPLAY": "wayland-0"}, "xdg-open"),
        ("Linux", "5.15.90.1-microsoft-standard-WSL2", {}, "wslview"),
        ("Darwin", "23.1.0", {}, "open"),
    ],
)
def test_the_opener_of_the_desktop(
    programs: Programs,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    release: str,
    variables: dict[str, str],
    name: str,
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(platform, "release", lambda: release)
    for other in ("xdg-open", "wslview", "open"):
        programs.add(other, "exit 1")
    programs.add(name, recorder(tmp_path))
    assert open_link(LINK, programs.environ(**variables)).message == f"Opened by {name}"
    assert arguments(tmp_path) == [LINK]


def test_without_a_display_or_an_opener_it_is_copied(programs: Programs) -> None:
    there_is_none = Opened("copy", "There is no browser to open it with: copy the link instead")
    assert open_link(LINK, programs.environ(DISPLAY=":0")) == there_is_none
    programs.add("xdg-open")
    assert open_link(LINK, programs.environ()) == there_is_none


@pytest.mark.parametrize("variable", ["SSH_CONNECTION", "SSH_TTY"])
def test_over_ssh_it_is_copied(programs: Programs, tmp_path: Path, variable: str) -> None:
    programs.add("firefox", recorder(tmp_path))
    opened = open_link(LINK, programs.environ(BROWSER="firefox", **{variable: "set"}))
    assert opened == Opened("copy", "The browser is on another machine: copy the link instead")
    assert not (tmp_path / "arguments").exists()


def test_tmux_knows_whether_it_is_over_ssh(programs: Programs, tmp_path: Path) -> None:
    programs.add("firefox", recorder(tmp_path))
    programs.add("tmux", "echo -SSH_CONNECTION")
    environ = programs.environ(
        BROWSER="firefox", TMUX="/tmp/tmux/default,1,0", SSH_CONNECTION="old", SSH_TTY="old"
    )
    assert open_link(LINK, environ).how == "opened"
    programs.add("tmux", "echo SSH_CONNECTION=new")
    assert open_link(LINK, environ).how == "copy"


@pytest.mark.parametrize("name", ["lynx", "w3m", "links", "elinks"])
def test_a_browser_of_the_terminal_needs_the_terminal(programs: Programs, name: str) -> None:
    path = programs.add(name, "exit 1")
    opened = open_link(LINK, programs.environ(BROWSER=f"{path} -o"))
    assert opened == Opened("terminal", f"{name} needs the terminal", (str(path), "-o", LINK))


def test_a_browser_that_fails(programs: Programs, capfd: pytest.CaptureFixture[str]) -> None:
    programs.add("firefox", "echo noise; echo noise >&2; exit 3")
    opened = open_link(LINK, programs.environ(BROWSER="firefox"))
    assert opened == Opened("copy", "firefox failed with status 3: copy the link instead")
    assert capfd.readouterr() == ("", "")


def test_a_browser_that_cannot_be_run(programs: Programs) -> None:
    programs.add("firefox").write_text("#!/no/such/interpreter\n")
    opened = open_link(LINK, programs.environ(BROWSER="firefox"))
    assert opened.message == (
        "firefox does not start (No such file or directory): copy the link instead"
    )


def test_a_browser_that_stays_is_not_waited_for(
    programs: Programs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.opener, "START_SECONDS", 0.01)
    for name in ("hold", "alive"):
        os.mkfifo(tmp_path / name)
    hold, alive = (os.open(tmp_path / name, os.O_RDWR) for name in ("hold", "alive"))
    programs.add("firefox", f"read -r line <'{tmp_path}/hold'; echo \"$line\" >'{tmp_path}/alive'")
    opened = open_link(LINK, programs.environ(BROWSER="firefox"))
    assert opened == Opened("opened", "Opened by firefox")
    os.write(hold, b"still there\n")
    assert select.select([alive], [], [], 10)[0] == [alive]
    assert os.read(alive, 100) == b"still there\n"
    os.close(hold)
    os.close(alive)


def test_a_browser_cannot_reach_the_screen(programs: Programs) -> None:
    programs.add("firefox", "echo intruder; echo intruder >/dev/tty || exit 7")
    code = f"from tui.opener import open_link; print(open_link({LINK!r}).message)"
    environ = {"PYTHONPATH": os.getcwd(), **programs.environ(BROWSER="firefox")}  # noqa: PTH109
    with Terminal([sys.executable, "-c", code], columns=100, env=environ) as terminal:
        assert terminal.wait_exit() == 0
        assert terminal.text.strip() == "firefox failed with status 7: copy the link instead"
