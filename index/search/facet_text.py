"""Facets in the text of a query: which values it asks for, and the same text with one more or less.

A value is chosen if the query says `field:value` beside everything else that must hold. Several
values of a field stand in brackets, `(year:2019 OR year:2020)`, but for those of `has` and `is`,
which must all hold. New ones go before the rest, so that its last word stays unfinished if it was.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from index.search.conditions import All, Filter, all_of
from index.search.lexer import Kind, Lexer, normalised
from index.search.query import MAX_CHARACTERS, Query, parse
from index.search.requests import EXACT_FIELDS, Exactly, Has, Is, Tagged, YearRange, exact_key

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.search.lexer import Lexeme
    from index.search.requests import SetRequest

FIELDS = ("in", "venue", "year", "keyword", "author", "tag", "has", "is")
"""The fields that have facets."""
TOGETHER = frozenset({"has", "is"})
"""Fields of which every chosen value must hold; of the others any."""
LONGEST_VALUE = 300
"""Characters of a value that can be chosen."""

# Nobody has a collection of that name: it holds the place of a value that is still to be chosen.
_PLACEHOLDER = "\ue000"


class Value(NamedTuple):
    """A value of a field in a query's text, at [start, end). See `key_of`."""

    key: str
    start: int
    end: int


class Choice(NamedTuple):
    """Values of a field that the query asks for at one place, [start, end) of its text."""

    field: str
    values: tuple[Value, ...]
    start: int
    end: int


def shown_value(value: str) -> str:
    """How a value is shown and written in a query; empty if it cannot be chosen."""
    text, is_cut = normalised(value, LONGEST_VALUE)
    # Without an invisible character, what stood around it may have another normal form.
    text, _ = normalised(text.replace('"', " "), LONGEST_VALUE)
    return "" if is_cut else " ".join(text.split())


def key_of(value: str) -> str:
    """What the spellings of a value have in common; empty if it cannot be chosen."""
    return exact_key(shown_value(value))


@lru_cache(maxsize=1 << 10)
def clause(field: str, value: str) -> str:
    """What asks for a value, with nothing after it as well: `year:2019`, `venue:="ICML 2023"`.

    Args:
        field: one of `FIELDS`.
        value: a value, as `shown_value` gives it.

    Raises:
        ValueError: the grammar has no way to say it.
    """
    wanted = (field, key_of(value))
    ways = [f"{field}:{value}"]
    if field in EXACT_FIELDS:
        # Without quotation marks the end of a query would be the beginning of a value.
        ways = [f'{field}:="{value}"']
        if field == "tag":
            ways.insert(0, f'tag:"{value}"')
    for written in ways:
        if wanted[1] and _asked(written) == _asked(written, is_last=True) == wanted:
            return written
    raise ValueError(f"{field}: cannot say {value!r}")


def choices(text: str) -> list[Choice]:
    """The values that a query asks for, in the order of its text.

    Args:
        text: the query, still being typed; places count in `editable(text)`.
    """
    return _Structure(editable(text)).choices


def chosen(text: str) -> dict[str, list[str]]:
    """The keys of the values that a query asks for, by field."""
    found: dict[str, list[str]] = {}
    for choice in choices(text):
        found.setdefault(choice.field, []).extend(value.key for value in choice.values)
    return found


def toggled(text: str, field: str, value: str) -> str:
    """The query with a value, or without it if it has been chosen.

    Args:
        text: the query.
        field: one of `FIELDS`.
        value: a value, as `shown_value` gives it.

    Raises:
        ValueError: the grammar has no way to say the value.
    """
    key = key_of(value)
    text = editable(text)
    structure = _Structure(text)
    own = [choice for choice in structure.choices if choice.field == field]
    for choice in own:
        if any(item.key == key for item in choice.values):
            return _without(text, choice, key)
    said = clause(field, value)
    if not own or field in TOGETHER:
        return f"{said} {structure.rest}"
    before, inside, after = _cut(text, own[0])
    inside = inside[:-1] if len(own[0].values) > 1 else f"({inside}"
    return f"{before}{inside} OR {said}){after}"


def without(text: str, field: str) -> str:
    """The query without the values at the first place where it asks for some of a field."""
    text = editable(text)
    first = next((item for item in _Structure(text).choices if item.field == field), None)
    return text if first is None else _taken_out(text, first)


def query_of_rest(text: str) -> Query:
    """The query that a text is beside a value that is chosen in addition.

    It is not quite the query of the text alone: beside a value, an identifier is a word like any
    other and a stop word says nothing.
    """
    placeholder = ("in", _PLACEHOLDER)
    query = parse(f"in:={_PLACEHOLDER} {_Structure(editable(text)).rest}", typing=True)
    condition = query.condition
    parts = condition.children if isinstance(condition, All) else (condition,)
    others = [
        part
        for part in parts
        if part is not None
        and not (isinstance(part, Filter) and _value_of(part.request) == placeholder)
    ]
    return Query(query.text, all_of(others), query.notes, slips=query.slips)


def editable(text: str) -> str:
    """The text itself if its structure can be told from it, else its normal form."""
    normal, _ = normalised(text, MAX_CHARACTERS)
    if text == normal:
        return text
    same = [(item.kind, item.text) for item in Lexer(normal).lexemes()]
    mine = [(item.kind, normalised(item.text, MAX_CHARACTERS)[0]) for item in Lexer(text).lexemes()]
    return text if mine == same else normal


def _asked(text: str, *, is_last: bool = False) -> tuple[str, str] | None:
    """The field and key of the value that a text asks for, if that is all that it does."""
    condition = parse(text if is_last else f"{text} ", typing=True).condition
    return _value_of(condition.request) if isinstance(condition, Filter) else None


def _value_of(request: SetRequest) -> tuple[str, str] | None:
    match request:
        case YearRange(low, high) if low == high:
            return "year", str(low)
        case Exactly(field, key):
            return field, key
        case Tagged(tag, False):
            return "tag", tag.replace(" ", "-")
        case Has(what):
            return "has", what
        case Is(what):
            return "is", what
        case _:
            return None


class _Structure:
    """What the lexemes of a text are at the outermost level.

    Attributes:
        choices: the values that it asks for.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._lexemes = list(Lexer(text).lexemes())
        self._ends = self._ends_of_brackets()
        self.choices: list[Choice] = []
        self._has_or = False
        place = 0
        while place < len(self._lexemes):
            place = self._read(place)
        if self._has_or:
            self.choices.clear()

    @property
    def rest(self) -> str:
        """The text as it can stand after a value that must hold besides."""
        if not self._has_or and self.unwrapped() == self._text:
            return self._text
        # A bracket that closes none would close the new one.
        signs = list(self._text)
        for place in self._closing_none:
            signs[place] = " "
        return "(" + "".join(signs)

    def unwrapped(self) -> str:
        """The text without a bracket before all of it that is never closed."""
        if not self._lexemes or self._lexemes[0].kind is not Kind.OPEN or self._ends[0] is not None:
            return self._text
        start = self._lexemes[0].start
        return self._text[:start] + self._text[start + 1 :]

    def _ends_of_brackets(self) -> dict[int, int | None]:
        """For each opening bracket the number of the lexeme that closes it."""
        ends: dict[int, int | None] = {}
        opened: list[int] = []
        self._closing_none: list[int] = []
        for number, lexeme in enumerate(self._lexemes):
            if lexeme.kind is Kind.OPEN:
                ends[number] = None
                opened.append(number)
            elif lexeme.kind is Kind.CLOSE and opened:
                ends[opened.pop()] = number
            elif lexeme.kind is Kind.CLOSE:
                self._closing_none.append(lexeme.start)
        return ends

    def _read(self, place: int) -> int:
        """Take in the lexeme at a place, with all that belongs to it; the place after it."""
        lexeme = self._lexemes[place]
        if lexeme.kind is Kind.OR:
            self._has_or = True
        choice, after = None, place + 1
        if lexeme.kind is Kind.FIELD:
            choice = self._single(place)
            after = place + 2 if choice else self._after(place)
        elif lexeme.kind is Kind.OPEN:
            end = self._ends[place]
            choice = self._several(place, end) if end is not None else None
            after = self._after(place)
        is_negated = place > 0 and self._lexemes[place - 1].kind is Kind.NOT
        if choice is not None and not is_negated and self._stands_alone(choice.start, choice.end):
            self.choices.append(choice)
        return after

    def _after(self, place: int) -> int:
        """The place after a field with its value, a bracket with what is in it, or a word."""
        lexeme = self._lexemes[place]
        if lexeme.kind is Kind.FIELD:
            return self._after(place + 1) if self._has_value(place) else place + 1
        end = self._ends[place] if lexeme.kind is Kind.OPEN else place
        return len(self._lexemes) if end is None else end + 1

    def _has_value(self, place: int) -> bool:
        """Whether something stands right after the field at a place."""
        if place + 1 == len(self._lexemes):
            return False
        start, _ = _span(self._lexemes[place + 1], len(self._text))
        return start == self._lexemes[place].end

    def _single(self, place: int) -> Choice | None:
        """The choice that a field and the lexeme after it are."""
        if not self._has_value(place):
            return None
        field, value = self._lexemes[place], self._lexemes[place + 1]
        _, end = _span(value, len(self._text))
        if value.kind not in {Kind.WORD, Kind.QUOTED}:
            return None
        asked = _asked(self._text[field.start : end], is_last=end == len(self._text))
        if asked is None or asked[0] not in FIELDS:
            return None
        return Choice(asked[0], (Value(asked[1], field.start, end),), field.start, end)

    def _several(self, place: int, end: int) -> Choice | None:
        """The choice that a bracket is which holds values of one field, with OR between them."""
        inside = self._lexemes[place + 1 : end]
        values: list[Value] = []
        fields = set()
        for number in range(0, len(inside), 3):
            if number and inside[number - 1].kind is not Kind.OR:
                return None
            found = self._single(place + 1 + number) if len(inside) > number + 1 else None
            if found is None or not self._stands_alone(found.start, found.end, within="()"):
                return None
            fields.add(found.field)
            values += found.values
        if len(values) < 2 or len(fields) > 1 or len(inside) != 3 * len(values) - 1:
            return None
        start, stop = self._lexemes[place].start, self._lexemes[end].end
        return Choice(fields.pop(), tuple(values), start, stop)

    def _stands_alone(self, start: int, end: int, within: str = "") -> bool:
        """Whether there are blanks around a piece of the text, or brackets if it is within."""
        before, after = self._text[start - 1 : start], self._text[end : end + 1]
        return all(not sign or sign.isspace() or sign in within for sign in (before, after))


def _span(lexeme: Lexeme, size: int) -> tuple[int, int]:
    """Where a lexeme stands, its quotation marks included."""
    if lexeme.kind is not Kind.QUOTED:
        return lexeme.start, lexeme.end
    return lexeme.start - 1, min(lexeme.end + 1, size)


def _cut(text: str, choice: Choice) -> tuple[str, str, str]:
    return text[: choice.start], text[choice.start : choice.end], text[choice.end :]


def _without(text: str, choice: Choice, key: str) -> str:
    """The text without one of the values of a choice."""
    left = [text[item.start : item.end] for item in choice.values if item.key != key]
    if not left:
        return _taken_out(text, choice)
    before, _, after = _cut(text, choice)
    return f"{before}{_joined(left)}{after}"


def _joined(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"({' OR '.join(clauses)})"


def _taken_out(text: str, choice: Choice) -> str:
    """The text without a choice, and without the bracket that was opened for it, if any."""
    before, _, after = _cut(text, choice)
    lexemes = list(Lexer(before).lexemes())
    if lexemes and lexemes[-1].kind is Kind.AND:
        before = before[: lexemes[-1].start]
    # The blank that came with it goes as well.
    text = f"{before}{after[1:]}" if after else before
    return text if before.strip() else _Structure(text).unwrapped()
