"""A query's text cut into words, quotations, brackets and operators. No text is an error."""

from __future__ import annotations

import enum
import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from index.search.conditions import SEARCHED_FIELDS, clipped
from index.search.requests import EXACT_FIELDS, REQUEST_FIELDS
from index.search.typos import LONG, distance

if TYPE_CHECKING:
    from collections.abc import Iterator

FIELDS = (*SEARCHED_FIELDS, *REQUEST_FIELDS)
"""The fields that can be typed before a colon; all but `in`, `is` and `has` also in the plural."""
_COUNTABLE = frozenset(FIELDS) - {"in", "is", "has"}

_OPERATORS = ("AND", "OR", "NOT")
_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'))
_FIELD = re.compile(r"([A-Za-z]{1,24}):")
_UNKNOWN_FIELD = re.compile(r"([A-Za-z]{2,24}):(?=[^\s:/)])")
# Addresses and identifiers, whose signs are no grammar. What they all begin with says nothing.
_LITERAL = re.compile(
    r"((?:https?://(?:www\.)?|ftp://|www\.|doi:|arxiv:)(?=\S))|10\.\d{4,9}/", re.IGNORECASE
)
_WHOLE = re.compile(r"=(?=[^\s()=])")
_COMPARISON = re.compile(r"(?:[<>]=?|=|\u2264|\u2265)\s*(?=\d)")
_NEARNESS = re.compile(r"~\d*")


class Kind(enum.Enum):
    """What a lexeme is."""

    WORD = enum.auto()
    QUOTED = enum.auto()
    OPEN = enum.auto()
    CLOSE = enum.auto()
    AND = enum.auto()
    OR = enum.auto()
    NOT = enum.auto()
    FIELD = enum.auto()


class Lexeme(NamedTuple):
    """A piece of a query.

    `text` stands at [start, end) of the query's text: a word, what is inside quotation marks, the
    sign or the word of an operator. A field's `text` is its name, its `end` lies after the colon,
    or with `is_exact` after an equals sign: the value is then meant as a whole. `is_last` tells
    that the query ends in it, with no blank or quotation mark after it, and `is_literal` that a
    word is an address or identifier and its signs are no grammar.
    """

    kind: Kind
    text: str
    start: int
    end: int
    is_last: bool = False
    is_literal: bool = False
    is_exact: bool = False


class Slip(NamedTuple):
    """A field that does not exist, its name's place in the text, and the field it may be."""

    name: str
    start: int
    end: int
    meant: str | None


class _Visible(dict[int, str]):
    """A table for `str.translate`: controls become blanks, invisible characters disappear."""

    def __missing__(self, code: int) -> str:
        category = unicodedata.category(chr(code))
        if category in {"Cc", "Zl", "Zp"}:
            shown = " "
        else:
            shown = "" if category in {"Cf", "Cs"} else chr(code)
        self[code] = shown
        return shown


_VISIBLE = _Visible()


def normalised(text: str, longest: int) -> tuple[str, bool]:
    """The text in NFKC with plain quotation marks and without controls, and whether it was cut.

    Args:
        text: any text.
        longest: characters that are kept at most.
    """
    # Cut before the rest, for bounded work; normalisation can lengthen a text again.
    cut = len(text) > longest
    text = unicodedata.normalize("NFKC", text[:longest].translate(_QUOTES)).translate(_VISIBLE)
    cut = cut or len(text) > longest
    if not cut:
        return text, False
    text = text[:longest]
    # The cut may go through a word; the half of it would match nothing.
    before = text.rsplit(maxsplit=1)
    return before[0] if len(before) > 1 else text, True


class Lexer:
    """Cuts one text into lexemes.

    Args:
        text: the text, normalised.

    Attributes:
        slips: the unknown fields met so far.
        ignored: pieces passed over so far.
    """

    def __init__(self, text: str) -> None:
        self.slips: list[Slip] = []
        self.ignored: list[str] = []
        self._text = text
        self._glued = _glued_brackets(text)

    def lexemes(self) -> Iterator[Lexeme]:
        """The lexemes in order; the work is proportional to the text's length."""
        text, size = self._text, len(self._text)
        place = 0
        field = None  # whose value may begin here
        while place < size:
            if text[place].isspace():
                place += 1
                field = None
                continue
            lexeme = self._lexeme(place, field)
            yield lexeme
            field = lexeme.text if lexeme.kind is Kind.FIELD else None
            place = lexeme.end
            if lexeme.kind is Kind.QUOTED:
                place += 1
                if match := _NEARNESS.match(text, place):
                    self.ignored.append(clipped(match[0]))
                    place = match.end()

    def _lexeme(self, place: int, field: str | None) -> Lexeme:
        text, size = self._text, len(self._text)
        character = text[place]
        if character == "(":
            # Its partner closes it, even one that is glued to a word.
            self._glued.pop(self._glued.pop(place, -1), None)
            return Lexeme(Kind.OPEN, character, place, place + 1)
        if character == ")":
            return Lexeme(Kind.CLOSE, character, place, place + 1)
        if character == '"':
            close = text.find('"', place + 1)
            end = size if close < 0 else close
            return Lexeme(Kind.QUOTED, text[place + 1 : end], place + 1, end, is_last=close < 0)
        if self._excludes(place):
            return Lexeme(Kind.NOT, character, place, place + 1)
        if literal := _LITERAL.match(text, place):
            start = literal.end() if literal[1] else place
            return self._word(start, literal.end(), is_literal=True)
        if (match := _FIELD.match(text, place)) and (name := _field(match[1])):
            end = match.end()
            whole = _WHOLE.match(text, end) if name in EXACT_FIELDS else None
            end = whole.end() if whole else end
            return Lexeme(Kind.FIELD, name, place, end, end == size, is_exact=whole is not None)
        if field is None and (match := _UNKNOWN_FIELD.match(text, place)):
            start, end = match.span(1)
            self.slips.append(Slip(match[1], start, end, _nearest_field(match[1])))
            return Lexeme(Kind.WORD, match[1], start, match.end())
        if field == "year" and (match := _COMPARISON.match(text, place)):
            return self._word(place, match.end())
        return self._word(place, place)

    def _excludes(self, place: int) -> bool:
        """Whether a hyphen is there that excludes what comes after it.

        It must stand at the beginning of a word and have the word right after it. Two hyphens are
        a dash.
        """
        before, after = self._text[place - 1 : place], self._text[place + 1 : place + 2]
        at_start = place == 0 or before.isspace() or before == "("
        has_word = after not in {"", "-"} and not after.isspace()
        return self._text[place] == "-" and at_start and has_word

    def _word(self, start: int, end: int, *, is_literal: bool = False) -> Lexeme:
        """The word that begins at `start` and goes on until after `end` at least."""
        text, size = self._text, len(self._text)
        while end < size and not text[end].isspace() and text[end] != '"':
            if text[end] in "()" and end not in self._glued:
                break
            if text[end] == "(" and text[start:end] in _OPERATORS:
                break
            end += 1
        word = text[start:end]
        if word in _OPERATORS:
            return Lexeme(Kind[word], word, start, end, end == size)
        return Lexeme(Kind.WORD, word, start, end, end == size, is_literal)


def _glued_brackets(text: str) -> dict[int, int]:
    """Brackets that are part of a word, as in f(x): opened and closed within it."""
    glued: dict[int, int] = {}
    opened: list[int] = []
    for place, character in enumerate(text):
        if character.isspace() or character == '"':
            opened.clear()
        elif character == "(":
            opened.append(place)
        elif character == ")" and opened:
            start = opened.pop()
            glued[start], glued[place] = place, start
    return glued


def _field(name: str) -> str | None:
    """The field of a name, whatever its case and number."""
    name = name.lower()
    if name in FIELDS:
        return name
    singular = name.removesuffix("s")
    return singular if singular in _COUNTABLE else None


def _nearest_field(name: str) -> str | None:
    """The field that a mistyped name most likely means."""
    name = name.lower()
    allowed = 2 if len(name) >= LONG else 1
    slips = {known: distance(name, known, allowed) for known in FIELDS if known in _COUNTABLE}
    best = min(slips, key=lambda known: slips[known])
    return best if slips[best] <= allowed else None
