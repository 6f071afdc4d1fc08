"""Where the session runs, when tmux knows better than the environment."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.terminal.tmux import requires_tmux, run_in_tmux
from tui.session import OutsideError, ask, current_environment, in_tmux, is_remote, run_tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SSH = {"SSH_CONNECTION": "10.0.0.2 51000 10.0.0.1 22", "SSH_TTY": "/dev/pts/3"}
TMUX = {"TMUX": "/tmp/tmux-1000/default,4242,0"}
GONE = "-SSH_CONNECTION\nDISPLAY=:0\n"
COME = "SSH_CONNECTION=10.0.0.2 51000 10.0.0.1 22\n-DISPLAY\n"


def never(argv: Sequence[str], environ: Mapping[str, str]) -> str | None:
    raise AssertionError(f"{argv} was run")


@pytest.mark.parametrize(
    ("environ", "listing", "remote"),
    [
        ({}, None, False),
        (SSH, None, True),
        ({"SSH_TTY": "/dev/pts/3"}, None, True),
        ({"SSH_CONNECTION": ""}, None, False),
        (TMUX, GONE, False),
        (TMUX, COME, True),
        # tmux was started over SSH and is looked at from the desk now, and the other way round.
        ({**TMUX, **SSH}, GONE, False),
        ({**TMUX, **SSH}, COME, True),
        # tmux does not answer, or was told not to follow SSH_CONNECTION.
        ({**TMUX, **SSH}, None, True),
        ({**TMUX, **SSH}, "DISPLAY=:0\n", True),
        (TMUX, "", False),
        # Told to follow SSH_TTY as well.
        ({**TMUX, **SSH}, GONE + "SSH_TTY=/dev/pts/9\n", True),
    ],
)
def test_remote(environ: dict[str, str], listing: str | None, remote: bool) -> None:
    def run(argv: Sequence[str], given: Mapping[str, str]) -> str | None:
        assert list(argv) == ["tmux", "show-environment"]
        assert given == environ
        return listing

    assert is_remote(environ, run if "TMUX" in environ else never) is remote


def test_the_display_is_that_of_the_client_attached_now() -> None:
    environ = {**TMUX, "DISPLAY": "localhost:10.0", "WAYLAND_DISPLAY": "wayland-0", "HOME": "/h"}
    listing = "-SSH_CONNECTION\nDISPLAY=:0\n-WAYLAND_DISPLAY\nHOME=/elsewhere\nODD=a=b\nline two\n"
    assert current_environment(environ, lambda *_: listing) == {
        **TMUX,
        "DISPLAY": ":0",
        "HOME": "/h",
    }
    assert environ["DISPLAY"] == "localhost:10.0"


def test_in_tmux() -> None:
    assert in_tmux(TMUX)
    assert not in_tmux({"TMUX": ""})
    assert not in_tmux({"TERM": "tmux-256color"})


@requires_tmux
def test_tmux_itself_is_asked() -> None:
    with run_in_tmux(["cat"]) as tmux:
        environ = {**tmux.pane_environment(), **SSH}
        assert not is_remote(environ)
        tmux.command("set-environment", "SSH_CONNECTION", SSH["SSH_CONNECTION"])
        assert is_remote(tmux.pane_environment())


def test_a_tool_answers_or_says_why_not() -> None:
    environ = {"PATH": "/usr/bin:/bin", "WORD": "latent"}
    assert run_tool(["sh", "-c", 'cat; echo "$WORD"'], environ, stdin=b"a ", output=True) == (
        b"a latent\n"
    )
    assert run_tool(["sh", "-c", "echo unheard"], environ) == b""
    assert ask(["sh", "-c", "printf '\\377é'"], environ) == "\N{REPLACEMENT CHARACTER}é"
    assert ask(["false"], environ) is None
    with pytest.raises(OutsideError, match=r"^sh failed with status 3$"):
        run_tool(["sh", "-c", "exit 3"], environ)
    with pytest.raises(OutsideError, match=r"^sh was ended by signal 15$"):
        run_tool(["sh", "-c", "kill $$"], environ)
    with pytest.raises(OutsideError, match=r"^no-such-tool does not start: No such file"):
        run_tool(["no-such-tool"], environ)
    with pytest.raises(OutsideError, match=r"^sleep did not answer within 0.01 s$"):
        run_tool(["sleep", "60"], environ, seconds=0.01)


def test_a_tool_need_not_read_what_it_is_given() -> None:
    environ = {"PATH": "/usr/bin:/bin"}
    assert run_tool(["true"], environ, stdin=b"x" * 1_000_000) == b""
    with pytest.raises(OutsideError, match="did not answer"):
        run_tool(["sleep", "60"], environ, stdin=b"x" * 1_000_000, seconds=0.01)
