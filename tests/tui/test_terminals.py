"""What the environment tells of the terminal."""

from __future__ import annotations

import pytest

from tui.terminals import encoding_of, is_colourless, is_dumb, is_unicode, shows_signs


@pytest.mark.parametrize(
    ("environ", "stream", "encoding"),
    [
        ({"LANG": "de_DE.UTF-8"}, "utf-8", "utf-8"),
        ({}, "utf-8", "utf-8"),
        ({"LANG": "C"}, "utf-8", "ascii"),
        ({"LANG": "POSIX"}, "utf-8", "ascii"),
        # Python puts this LC_CTYPE there where LANG is C.
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", "ascii"),
        ({"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, "utf-8", "utf-8"),
        ({"LANG": "C.UTF-8"}, "utf-8", "utf-8"),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, "utf-8", "utf-8"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "utf-8", "ascii"),
        ({"LANG": "de_DE.ISO-8859-1"}, "ISO-8859-1", "iso8859-1"),
        ({"LANG": "xx"}, None, "ascii"),
        ({"LANG": "xx"}, "no-such-codec", "ascii"),
    ],
)
def test_encoding(environ: dict[str, str], stream: str | None, encoding: str) -> None:
    assert encoding_of(environ, stream) == encoding


@pytest.mark.parametrize(
    ("term", "encoding", "signs"),
    [
        ("xterm-256color", "utf-8", True),
        ("screen-256color", "utf-8", True),
        ("xterm-256color", "ascii", False),
        ("xterm-256color", "iso8859-1", False),
        ("linux", "utf-8", False),
        ("vt100", "utf-8", False),
    ],
)
def test_signs(term: str, encoding: str, signs: bool) -> None:
    assert shows_signs({"TERM": term}, encoding) is signs


def test_dumb_and_colourless() -> None:
    assert all(is_dumb({"TERM": term}) for term in ("", "dumb", "unknown"))
    assert is_dumb({})
    assert not is_dumb({"TERM": "vt100"})
    assert all(is_colourless({"TERM": term}) for term in ("vt100", "vt220", "xterm-mono"))
    assert is_colourless({"TERM": "xterm", "NO_COLOR": "1"})
    # An empty one is no wish (no-color.org).
    assert not is_colourless({"TERM": "xterm", "NO_COLOR": ""})
    assert is_unicode("utf-8")
