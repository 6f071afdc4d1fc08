"""What the terminal can show, as the environment tells it: no question is put to the terminal."""

from __future__ import annotations

import codecs
import os
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Mapping

_COLOURLESS = ("vt5", "vt1", "vt2", "vt3", "vt4")
_SIGNLESS = ("vt", "linux", "ansi", "cons25", "sun")
"""Terminals whose character sets lack most of the signs, whatever the encoding."""


def encoding_of(environ: Mapping[str, str], stream: str | None) -> str:
    """The encoding of what the terminal is sent.

    Python takes UTF-8 for the C locale (PEP 538 and 540); whoever sets that locale says that the
    terminal knows ASCII only, and so it is taken here.

    Args:
        environ: the environment, in which Python may have put an LC_CTYPE of its own.
        stream: the encoding that Python writes in.
    """
    language = environ.get("LANG", "")
    names = [environ.get("LC_ALL", ""), environ.get("LC_CTYPE", ""), language]
    if _is_plain(language) and names[1] == "C.UTF-8":
        names[1] = ""
    locale = next((name for name in names if name), "")
    if _is_plain(locale):
        return "ascii"
    try:
        return codecs.lookup(stream or "ascii").name
    except LookupError:
        return "ascii"


def output_encoding(stream: TextIO | None) -> str:
    """The encoding of the terminal, or of whatever reads us, behind a stream."""
    return encoding_of(os.environ, stream.encoding if stream else None)


def _is_plain(locale: str) -> bool:
    return locale in ("C", "POSIX")


def is_unicode(encoding: str) -> bool:
    """Whether an encoding has every character."""
    return encoding.startswith(("utf-8", "utf-16", "utf-32", "gb18030"))


def shows_signs(environ: Mapping[str, str], encoding: str) -> bool:
    """Whether frames, stars and arrows can be shown in Unicode."""
    return is_unicode(encoding) and not environ.get("TERM", "").startswith(_SIGNLESS)


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal cannot move its cursor, so that there is no screen to draw on."""
    return environ.get("TERM", "") in ("", "dumb", "unknown")


def is_colourless(environ: Mapping[str, str]) -> bool:
    """Whether the terminal has no colours, or is to show none (no-color.org)."""
    term = environ.get("TERM", "")
    return (
        bool(environ.get("NO_COLOR"))
        or term.startswith(_COLOURLESS)
        or term.endswith(("-m", "-mono"))
    )
