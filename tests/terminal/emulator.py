"""A terminal in memory: pyte's screens, and around them what pyte 0.8 leaves out.

That is the alternate screen, the state of the private modes, answers to the questions that programs
ask a terminal, and a tokenizer that keeps the sequences which pyte would print away from it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from dataclasses import dataclass
from typing import Any

import pyte

_COMPLETE = re.compile(
    r"\x1b(?:"
    r"\[(?P<prefix>[<=>?]?)(?P<parameters>[0-9:;]*)(?P<middle>[ -/]*)(?P<final>[@-~])"
    r"|\](?P<command>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|[PX^_][^\x1b]*\x1b\\"
    r"|(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
    r")"
)
_UNFINISHED = re.compile(
    r"\x1b(?:\[[<=>?]?[0-9:;]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)\Z"
)
_STRING = re.compile(r"\x1b[\]PX^_][^\x1b]*")
_KNOWN_TO_PYTE = frozenset("@ABCDEFGHJKLMPX`abdefghlmr")
_PRIVATE_MODES_OF_PYTE = frozenset({"6", "7", "25"})
_ESCAPES_OF_PYTE = frozenset({"7", "8", "D", "E", "H", "M", "c"})
_ALTERNATE = frozenset({47, 1047, 1049})

MODE_NAMES = {
    1000: "mouse (1000)",
    1002: "mouse (1002)",
    1003: "mouse (1003)",
    1005: "mouse (1005)",
    1006: "mouse (1006)",
    1015: "mouse (1015)",
    1016: "mouse (1016)",
    1004: "focus reports",
    2004: "bracketed paste",
    2026: "synchronized update",
    2048: "in-band resize",
}
"""The private modes that a program must not leave on."""


@dataclass(frozen=True, slots=True)
class Style:
    """How one cell is drawn; colours as pyte names them: "default", "red", "ff8700"."""

    foreground: str
    background: str
    bold: bool
    italic: bool
    underline: bool
    strike: bool
    reverse: bool


class Emulator:
    """Takes what a program writes; knows what a terminal would show by then.

    Args:
        columns: width in cells.
        rows: height in cells.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self._main: Any = pyte.Screen(columns, rows)
        self._other: Any = pyte.Screen(columns, rows)
        self._streams = {screen: pyte.Stream(screen) for screen in (self._main, self._other)}
        self._shown: Any = self._main
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._unfinished = ""
        self._modes: dict[int, bool] = {}
        self._keyboard_flags = 0
        self.title = ""
        self.clipboard_writes: list[str] = []
        self.ignored: set[str] = set()
        """Sequences that had no effect here and might have had one in a real terminal."""

    # -- what is shown ---------------------------------------------------------------------------

    @property
    def display(self) -> list[str]:
        """The rows of the screen, padded with blanks."""
        return list(self._shown.display)

    @property
    def cursor(self) -> tuple[int, int]:
        """Row and column of the cursor, from 0."""
        return self._shown.cursor.y, self._shown.cursor.x

    def cells(self, row: int) -> list[str]:
        """The characters of a row, one a cell; the second cell of a wide one is empty."""
        line = self._shown.buffer[row]
        return [line[column].data for column in range(self._shown.columns)]

    def style(self, row: int, column: int) -> Style:
        """How a cell is drawn."""
        cell = self._shown.buffer[row][column]
        return Style(
            foreground=cell.fg,
            background=cell.bg,
            bold=cell.bold,
            italic=cell.italics,
            underline=cell.underscore,
            strike=cell.strikethrough,
            reverse=cell.reverse,
        )

    # -- what is set -----------------------------------------------------------------------------

    @property
    def alternate_screen(self) -> bool:
        """Whether the alternate screen is shown."""
        return self._shown is self._other

    @property
    def updating(self) -> bool:
        """Whether a synchronized update is going on: a real terminal would not paint now."""
        return self._modes.get(2026, False)

    @property
    def modes_left(self) -> list[str]:
        """The names of the modes that are not as a shell expects them."""
        left = [name for mode, name in MODE_NAMES.items() if self._modes.get(mode)]
        if not self._modes.get(25, True):
            left.append("hidden cursor")
        if not self._modes.get(7, True):
            left.append("no line wrap")
        if self._modes.get(1, False):
            left.append("application cursor keys")
        if self._keyboard_flags:
            left.append("kitty keyboard")
        return left

    # -- input -----------------------------------------------------------------------------------

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        for screen in (self._main, self._other):
            screen.resize(rows, columns)

    def feed(self, data: bytes) -> bytes:
        """Take what the program wrote and return what the terminal answers to it."""
        text = self._unfinished + self._decoder.decode(data)
        self._unfinished = ""
        answers: list[str] = []
        at = 0
        while at < len(text):
            escape = text.find("\x1b", at)
            if escape < 0:
                self._draw(text[at:])
                break
            if escape > at:
                self._draw(text[at:escape])
            if found := _COMPLETE.match(text, escape):
                answers.append(self._obey(found))
                at = found.end()
            elif _UNFINISHED.match(text, escape):
                self._unfinished = text[escape:]
                break
            else:
                # A string that another escape cuts short is dropped, as terminals do.
                cut = _STRING.match(text, escape)
                at = cut.end() if cut else escape + 1
        return "".join(answers).encode()

    def _draw(self, text: str) -> None:
        self._streams[self._shown].feed(text)

    def _obey(self, found: re.Match[str]) -> str:
        if found["final"]:
            return self._control(found)
        if found["command"] is not None:
            self._system_command(found["command"])
        elif found["escape"] in _ESCAPES_OF_PYTE:
            self._draw(found[0])
        return ""

    def _control(self, found: re.Match[str]) -> str:
        prefix, parameters, final = found["prefix"], found["parameters"], found["final"]
        match prefix + found["middle"] + final:
            case "?h" | "?l":
                self._set_modes(parameters, on=final == "h")
            case "?$p":
                return self._report_mode(parameters)
            case ">u":
                self._keyboard_flags += 1
            case "<u":
                self._keyboard_flags = max(0, self._keyboard_flags - int(parameters or 1))
            case "?u":
                return "\x1b[?0u"
            case "c" if parameters in {"", "0"}:
                return "\x1b[?62;22c"
            case ">c":
                return "\x1b[>0;276;0c"
            case "n" if parameters == "5":
                return "\x1b[0n"
            case "n" if parameters == "6":
                row, column = self.cursor
                return f"\x1b[{row + 1};{column + 1}R"
            case "S" | "T":
                self._scroll(int(parameters or 1), up=final == "S")
            case known if known in _KNOWN_TO_PYTE and ":" not in parameters:
                self._draw(found[0])
            case _:
                self.ignored.add(found[0])
        return ""

    def _set_modes(self, parameters: str, *, on: bool) -> None:
        for number in filter(None, parameters.split(";")):
            mode = int(number)
            self._modes[mode] = on
            if mode in _ALTERNATE:
                self._switch_screen(alternate=on)
            elif number in _PRIVATE_MODES_OF_PYTE:
                self._draw(f"\x1b[?{number}{'h' if on else 'l'}")

    def _switch_screen(self, *, alternate: bool) -> None:
        if alternate and not self.alternate_screen:
            self._other.reset()
        self._shown = self._other if alternate else self._main

    def _report_mode(self, parameters: str) -> str:
        """Answer DECRQM: 1 set, 2 reset, 0 not known; only synchronized updates are offered."""
        if parameters == "2026":
            return f"\x1b[?2026;{1 if self.updating else 2}$y"
        return f"\x1b[?{parameters};0$y"

    def _scroll(self, lines: int, *, up: bool) -> None:
        screen = self._shown
        margins = screen.margins
        top, bottom = (margins.top, margins.bottom) if margins else (0, screen.lines - 1)
        before = screen.cursor.y
        screen.cursor.y = bottom if up else top
        for _ in range(min(lines, bottom - top + 1)):
            if up:
                screen.index()
            else:
                screen.reverse_index()
        screen.cursor.y = before

    def _system_command(self, command: str) -> None:
        number, _, rest = command.partition(";")
        if number in {"0", "2"}:
            self.title = rest
        elif number == "52":
            _, _, encoded = rest.partition(";")
            try:
                self.clipboard_writes.append(base64.b64decode(encoded, validate=True).decode())
            except (binascii.Error, UnicodeDecodeError):
                self.ignored.add(f"\x1b]{command}")
