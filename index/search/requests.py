"""Sets of papers that a query asks for and that no text index knows: years, marks, sources.

A query names such a set by a request. Whoever answers the query resolves the requests to sets of
ordinals and hands these to the engine under the requests' names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Literal, NamedTuple, TypeAlias, get_args

from index.markup.fold import fold
from index.search.conditions import clipped

Mark = Literal["starred", "read", "unread"]
Feature = Literal["code", "pdf", "title", "note"]


@dataclass(frozen=True, slots=True)
class YearRange:
    """Papers of the years from `low` to `high`, both included; `None` leaves that side open."""

    low: int | None
    high: int | None

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        if self.low == self.high:
            return f"year:{self.low}"
        low, high = ("" if year is None else str(year) for year in (self.low, self.high))
        return f"year:{low}..{high}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        if self.low == self.high:
            return f"year {self.low}"
        if self.high is None:
            return f"year {self.low} or later"
        if self.low is None:
            return f"year {self.high} or earlier"
        return f"year {self.low}-{self.high}"

    def holds(self, year: int | None) -> bool:
        """Whether a paper of that year belongs to the set; one without a year never does."""
        if year is None:
            return False
        return (self.low is None or year >= self.low) and (self.high is None or year <= self.high)


@dataclass(frozen=True, slots=True)
class InCollection:
    """Papers whose collection (or the name of whose source file) contains the folded text."""

    text: str

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        return f"in:{self.text}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return f"in:{_quoted(self.text)}"


@dataclass(frozen=True, slots=True)
class Has:
    """Papers that have a link to code, a link to a PDF, a title, or a note of the reader's."""

    what: Feature

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        return f"has:{self.what}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return self.name


@dataclass(frozen=True, slots=True)
class Is:
    """Papers that the reader has starred, has read, or has not read."""

    what: Mark

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        return f"is:{self.what}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return self.name


@dataclass(frozen=True, slots=True)
class Tagged:
    """Papers with a tag that equals the folded text, or with `prefix` begins with it."""

    tag: str
    prefix: bool = False

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        return f"tag:{self.tag}{'*' * self.prefix}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return f"tag:{_quoted(self.tag)}{'*' * self.prefix}"


@dataclass(frozen=True, slots=True)
class Noted:
    """Papers whose note, folded, contains the folded text."""

    text: str

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        return f"note:{self.text}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return f"note:{_quoted(self.text)}"


@dataclass(frozen=True, slots=True)
class Exactly:
    """Papers of which a value of a field is a text as a whole, not just contains it.

    Attributes:
        field: one of `EXACT_FIELDS` but `tag`, whose values are always meant as a whole.
        value: the text's `exact_key`.
        typed: how it was written.
    """

    field: str
    value: str
    typed: str = dataclass_field(default="", compare=False)

    @property
    def name(self) -> str:
        """What the set is called in a query tree."""
        return f"{self.field}:={self.value}"

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return f"{self.field}:={_quoted(self.typed or self.value)}"


SetRequest: TypeAlias = YearRange | InCollection | Has | Is | Tagged | Noted | Exactly

EXACT_FIELDS = ("author", "venue", "keyword", "in", "tag")
"""Fields whose value is meant as a whole where `=` stands before it: `venue:="ICML 2023"`."""

REQUEST_FIELDS = ("year", "tag", "note", "in", "is", "has")
"""The fields whose values are requests."""

_CHOICES: dict[str, tuple[str, ...]] = {"is": get_args(Mark), "has": get_args(Feature)}

_RANGE = re.compile(r"(\d{4})?(?:\.{2,}|[-\u2010-\u2015\u2212])(\d{4})?")
_COMPARED = re.compile(r"(>=|<=|[<>=]?)(\d{4})")
_YEAR_SIGNS = frozenset("0123456789.<>=-\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
_HALF_YEAR = re.compile(r"(?<!\d)\d{1,3}$")
_YEAR_HINT = "year: needs four digits, or a range such as 2019..2023"


class Reading(NamedTuple):
    """What a field's value says.

    `request` is what it asks for; without one, the value is left out or, with `as_words`, means
    nothing to the field and should be searched as words. `note` says so.
    """

    request: SetRequest | None = None
    note: str | None = None
    as_words: bool = False


def hint(field: str) -> str:
    """What is to be typed after a field's colon."""
    if field == "year":
        return _YEAR_HINT
    if field in _CHOICES:
        *others, last = _CHOICES[field]
        return f"{field}: {', '.join(others)} or {last}"
    return f"{field}: needs a word"


def read_request(field: str, value: str, *, unfinished: bool) -> Reading:
    """Read the value of one of `REQUEST_FIELDS`.

    Args:
        field: the field.
        value: what stands after the colon.
        unfinished: whether the value is still being typed.
    """
    text = " ".join(fold(value).split())
    if field == "year":
        return _read_year(text, unfinished=unfinished)
    if field in _CHOICES:
        return _read_choice(field, text, unfinished=unfinished)
    bare = text.rstrip("*").rstrip()
    if not bare:
        return Reading(note=hint(field))
    match field:
        case "tag":
            return Reading(Tagged(bare, prefix=unfinished or bare != text))
        case "note":
            return Reading(Noted(bare))
        case _:
            return Reading(InCollection(bare))


def exact_key(text: str) -> str:
    """What two values of a field have in common that count as the same: case, accents and the like.

    Quotation marks count as blanks: a value within quotation marks cannot hold them.

    Args:
        text: a value, as `lexer.normalised` leaves it.
    """
    return " ".join(fold(text).replace('"', " ").split())


def read_exact(field: str, value: str) -> Reading:
    """Read a value of one of `EXACT_FIELDS` that is meant as a whole.

    Args:
        field: the field.
        value: what stands after the equals sign.
    """
    key = exact_key(value)
    if not key:
        return Reading(note=hint(field))
    if field == "tag":
        return Reading(Tagged(key))
    return Reading(Exactly(field, key, " ".join(value.split())))


def _read_choice(field: str, text: str, *, unfinished: bool) -> Reading:
    choices = _CHOICES[field]
    for choice in choices:
        if choice == text:
            return Reading(Is(choice) if field == "is" else Has(choice))  # type: ignore[arg-type]
    if unfinished and any(choice.startswith(text) for choice in choices):
        return Reading(note=hint(field))
    return Reading(note=f"{hint(field)}; searched its words", as_words=True)


def _read_year(text: str, *, unfinished: bool) -> Reading:
    text = text.replace("\u2265", ">=").replace("\u2264", "<=").replace(" ", "")
    if request := _year_range(text):
        return Reading(request)
    if not _YEAR_SIGNS.issuperset(text):
        return Reading(note=f"{_YEAR_HINT}; searched its words", as_words=True)
    if not unfinished:
        return Reading(note=f"ignored: year:{clipped(text)} ({_YEAR_HINT})")
    # Until the second year has its four digits, or its second dot, the first stands alone.
    request = _year_range(_HALF_YEAR.sub("", text)) or _year_range(text.removesuffix("."))
    return Reading(request, None if request else _YEAR_HINT)


def _year_range(text: str) -> YearRange | None:
    if match := _COMPARED.fullmatch(text):
        year = int(match[2])
        match match[1]:
            case ">=":
                return YearRange(year, None)
            case ">":
                return YearRange(year + 1, None)
            case "<=":
                return YearRange(None, year)
            case "<":
                return YearRange(None, year - 1)
            case _:
                return YearRange(year, year)
    match = _RANGE.fullmatch(text)
    if match is None or not (match[1] or match[2]):
        return None
    low, high = (int(year) if year else None for year in match.groups())
    if low is not None and high is not None and low > high:
        low, high = high, low
    return YearRange(low, high)


def _quoted(text: str) -> str:
    shown = clipped(text)
    return f'"{shown}"' if " " in text else shown
