r"""A formula in LaTeX as one line of Unicode: `\frac{a+b}{c} \leq x_{t+1}` as `(a+b)/c ≤ xₜ₊₁`.

Nothing of a formula vanishes: a command that is not known leaves its name, and a formula that
cannot be read at all is reported as such, so that its source can be shown.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, ClassVar

from index.markup.pieces import PIECES, Line, Piece
from index.markup.symbols import (
    ALPHABETS,
    COMBINING,
    SYMBOLS,
    in_alphabet,
    script,
)
from index.markup.vocabulary import (
    BINOMIALS,
    DROPPED,
    FRACTIONS,
    IGNORED,
    NONSTANDARD,
    OPERATORS,
    STACKED,
    TRANSPARENT,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_MAX_DEPTH = 24
# Some sources escape LaTeX's backslash, or Markdown's underscore, once too often.
_TWICE_ESCAPED = re.compile(r"\\\\(?=[A-Za-z{}|_%&#$])")
_ESCAPED_SUBSCRIPT = re.compile(r"(?<!\\)\\_\{")
_LEXEME = re.compile(r"\\(?:[A-Za-z]+|.)|\s+|.", re.DOTALL)


class _UnreadableError(ValueError):
    """The formula is unbalanced, cut short or nested too deeply."""


_ROOTS = {"3": "∛", "4": "∜"}
_CHARACTER_COMMANDS = {",": " ", ";": " ", ":": " ", " ": " ", "!": "", "/": "", "|": "‖", "-": ""}

_SPACED_SIGNS = frozenset("+-=<>|/*:")

_SIMPLE_FACTOR = re.compile(r"\d+(?:\.\d+)?|√?[^\W\d]+[²³¹⁰⁴-⁹₀-₉⁺⁻₊₋ₐ-ₜᵢⱼᵣᵤᵥ′]*")
_SIMPLE_PRODUCT = re.compile(r"√?[\w.′⁺⁻₊₋]+")


def _is_enclosed(text: str) -> bool:
    """Whether the first character is a parenthesis that only the last one closes."""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return index == len(text) - 1
    return False


def _parenthesized(text: str, simple: re.Pattern[str]) -> str:
    text = text.strip()
    if len(text) <= 1 or simple.fullmatch(text) or _is_enclosed(text):
        return text
    return f"({text})"


def _scripted(mark: str, body: str) -> str:
    body = body.strip()
    raised = script(mark, body)
    if raised is not None:
        return raised
    if len(body) <= 1 or (body.isascii() and body.isalnum()) or _is_enclosed(body):
        return mark + body
    return f"{mark}({body})"


def _accented(accent: str, body: str) -> str:
    body = body.strip()
    if not body:
        return ""
    if accent == COMBINING["overline"]:
        return "".join(character + accent for character in body)
    return unicodedata.normalize("NFC", body[0] + accent) + body[1:]


class _Formula:
    """A recursive-descent reader of the part of LaTeX's maths that occurs in abstracts."""

    def __init__(self, source: str) -> None:
        self._lexemes = _LEXEME.findall(source)
        self._has_columns = "\\\\" in source or "\\begin" in source
        self._next = 0
        self._depth = 0

    def read(self) -> str:
        text = self._sequence(end=None)
        if self._next < len(self._lexemes):
            raise _UnreadableError("a brace closes that was never opened")
        return text

    def _peek(self) -> str:
        return self._lexemes[self._next] if self._next < len(self._lexemes) else ""

    def _take(self) -> str:
        lexeme = self._peek()
        if not lexeme:
            raise _UnreadableError("the formula is cut short")
        self._next += 1
        return lexeme

    def _skip_blanks(self) -> None:
        while self._peek().isspace():
            self._next += 1

    def _sequence(self, end: str | None) -> str:
        line = Line()
        while (lexeme := self._peek()) and lexeme not in {"}", end}:
            self._next += 1
            if lexeme in {"^", "_"}:
                line.drop_blank()
                line.add(Piece(_scripted(lexeme, self._argument()), "script"))
            elif lexeme == "'":
                line.add(Piece("′", "script"))
            elif lexeme.isspace() or lexeme == "~" or (lexeme == "&" and self._has_columns):
                line.add(Piece(" ", "gap"))
            elif lexeme == "\\\\":
                line.add(Piece("; ", "gap"))
            else:
                was_blank = line.ends_blank
                piece = self._piece(lexeme)
                line.add(piece)
                if (
                    lexeme[0] == "\\"
                    and self._peek().isspace()
                    and self._swallows(piece, was_blank)
                ):
                    self._skip_blanks()
        return line.text()

    def _swallows(self, piece: Piece, was_blank: bool) -> bool:
        """Whether the blank after a command only ended its name."""
        if piece.kind == "relation":
            return not was_blank
        if piece.kind != "letter":
            return False
        following = self._lexemes[self._next + 1] if self._next + 1 < len(self._lexemes) else ""
        if following[:1] == "\\":
            known = PIECES.get(following[1:])
            return known is None or known.kind not in {"relation", "name"}
        return following not in _SPACED_SIGNS

    def _piece(self, lexeme: str) -> Piece:
        """Read the piece that begins with a lexeme already taken."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _UnreadableError("nested too deeply")
        if lexeme == "{":
            piece = Piece(self._group())
        elif lexeme[0] == "\\" and len(lexeme) > 1:
            piece = self._command(lexeme[1:])
        else:
            piece = Piece(lexeme)
        self._depth -= 1
        return piece

    def _group(self) -> str:
        text = self._sequence(end="}")
        if self._take() != "}":
            raise _UnreadableError("a brace is never closed")
        return text

    def _argument(self) -> str:
        self._skip_blanks()
        lexeme = self._take()
        if lexeme in {"}", "^", "_", "&", "\\\\"}:
            raise _UnreadableError("an argument is missing")
        return self._piece(lexeme).text

    def _optional(self) -> str | None:
        if self._peek() != "[":
            return None
        self._next += 1
        text = self._sequence(end="]")
        if self._take() != "]":
            raise _UnreadableError("a bracket is never closed")
        return text

    def _command(self, name: str) -> Piece:
        if not name.isalpha():
            return Piece(_CHARACTER_COMMANDS.get(name, name))
        reader = self.READERS.get(name)
        if reader is not None:
            return reader(self, name)
        known = PIECES.get(name)
        if known is not None:
            return known
        return self._glued(name) or Piece(name, "name")

    def _glued(self, name: str) -> Piece | None:
        """Read a command that lost the braces of its argument."""
        split = _unglued(name)
        if split is None:
            return None
        command, rest = split
        argument, tail = (rest, "") if command == "sqrt" else (rest[0], rest[1:])
        self._lexemes[self._next : self._next] = ["{", *argument, "}", *tail]
        return self.READERS[command](self, command)

    def _transparent(self, _name: str) -> Piece:
        return Piece(self._argument())

    def _ignored(self, name: str) -> Piece:
        if name in {"left", "right", "middle"}:
            self._skip_blanks()
            if self._peek() == ".":
                self._next += 1
        return Piece("", "letter")

    def _dropped(self, _name: str) -> Piece:
        if self._peek() == "*":
            self._next += 1
        self._argument()
        return Piece("")

    def _operator(self, _name: str) -> Piece:
        if self._peek() == "*":
            self._next += 1
        return Piece(self._argument().strip(), "name")

    def _fraction(self, _name: str) -> Piece:
        above = _parenthesized(self._argument(), _SIMPLE_PRODUCT)
        below = _parenthesized(self._argument(), _SIMPLE_FACTOR)
        return Piece(f"{above}/{below}", "name")

    def _binomial(self, _name: str) -> Piece:
        above, below = self._argument().strip(), self._argument().strip()
        return Piece(f"({above} choose {below})")

    def _root(self, _name: str) -> Piece:
        degree = self._optional()
        body = _parenthesized(self._argument(), _SIMPLE_PRODUCT)
        if not degree:
            return Piece("√" + body)
        raised = _ROOTS.get(degree.strip()) or _scripted("^", degree) + "√"
        return Piece(raised + body)

    def _combining(self, name: str) -> Piece:
        return Piece(_accented(COMBINING[name], self._argument()))

    def _alphabet(self, name: str) -> Piece:
        return Piece(in_alphabet(name, self._argument()))

    def _stacked(self, name: str) -> Piece:
        small = self._argument()
        return Piece(self._argument() + _scripted(STACKED[name], small))

    def _negated(self, _name: str) -> Piece:
        negated = unicodedata.normalize("NFC", _accented("\u0338", self._argument()))
        return Piece(negated, "relation")

    def _modulus(self, _name: str) -> Piece:
        return Piece(f"(mod {self._argument().strip()})", "name")

    def _tag(self, _name: str) -> Piece:
        return Piece(f"({self._argument().strip()})", "name")

    def _colored(self, _name: str) -> Piece:
        self._argument()
        return Piece(self._argument())

    def _environment(self, name: str) -> Piece:
        environment = self._argument()
        if name == "begin" and environment in {"array", "tabular"}:
            self._optional()
            self._argument()
        return Piece(" ", "gap")

    READERS: ClassVar[dict[str, Callable[[_Formula, str], Piece]]] = {
        **dict.fromkeys(TRANSPARENT, _transparent),
        **dict.fromkeys(OPERATORS, _operator),
        **dict.fromkeys(IGNORED, _ignored),
        **dict.fromkeys(DROPPED, _dropped),
        **dict.fromkeys(FRACTIONS, _fraction),
        **dict.fromkeys(BINOMIALS, _binomial),
        **dict.fromkeys(COMBINING, _combining),
        **dict.fromkeys(ALPHABETS, _alphabet),
        **dict.fromkeys(STACKED, _stacked),
        "sqrt": _root,
        "not": _negated,
        "pmod": _modulus,
        "tag": _tag,
        "textcolor": _colored,
        "begin": _environment,
        "end": _environment,
    }


_GLUED = frozenset(["sqrt", *COMBINING, *ALPHABETS, *TRANSPARENT])
_GLUED_IN_TEXT = frozenset(["sqrt", "mathbf", *COMBINING, *ALPHABETS])
_STANDARD = (SYMBOLS.keys() | _Formula.READERS.keys()) - NONSTANDARD
_LONGEST_GLUED = max(map(len, _GLUED))


def _unglued(name: str) -> tuple[str, str] | None:
    r"""Split `mathbbR`, `sqrtT`: the name of a command and the argument that stuck to it."""
    for length in range(min(len(name) - 1, _LONGEST_GLUED), 2, -1):
        command, rest = name[:length], name[length:]
        is_short = len(rest) <= (2 if command == "sqrt" else 1)
        if command in _GLUED and (rest[0].isupper() or is_short):
            return command, rest
    return None


def is_glued_symbol(name: str) -> bool:
    """Whether a name is that of a maths command run together with its argument: `mathcalU`."""
    split = _unglued(name)
    return split is not None and split[0] in _GLUED_IN_TEXT


def to_unicode(source: str) -> str | None:
    """Write a formula on one line.

    Args:
        source: LaTeX without the delimiters around it.

    Returns:
        The formula, or `None` if it is empty or cannot be read: show the source then.
    """
    if "\\begin" not in source:
        source = _TWICE_ESCAPED.sub(r"\\", source)
    try:
        text = _Formula(_ESCAPED_SUBSCRIPT.sub("_{", source)).read()
    except _UnreadableError:
        return None
    return unicodedata.normalize("NFC", " ".join(text.split())) or None


_COMMAND_NAME = re.compile(r"\\(?:([A-Za-z]+)|.)", re.DOTALL)


def is_standard(source: str) -> bool:
    """Whether every command of a formula is one that LaTeX with amsmath and amssymb knows.

    An author's own commands are not, nor is anything that could do more than set a formula.
    """
    names = (match.group(1) for match in _COMMAND_NAME.finditer(source))
    return all(not name or name in _STANDARD for name in names)
