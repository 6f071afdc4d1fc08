"""Values of records as sources write them, brought into the form in which papers hold them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from index.clean import clean
from index.markup.links import safe_href, trimmed
from index.names import parse_name, parse_names
from index.paper import Date, Name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

UNKNOWN = frozenset({"", "-1", "n/a", "nan", "none", "null", "tbd"})
"""What sources write where they know nothing."""

_WRAPPED = ("value", "name", "display_name", "text")
_DEEPEST = 4

_DATE = re.compile(r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)")
_YEAR = re.compile(r"(?<!\d)((?:1[5-9]|20)\d\d)(?!\d)")
_FIRST_YEAR, _LAST_YEAR = 1400, 2100

_KEYWORDS_APART = re.compile(r"[;；]")
_KEYWORD_COMMAS = re.compile(r"[,，、]")
_MARKDOWN_TARGET = re.compile(r"\]\(([^()\s]+)\)")
_URLS_APART = re.compile(r"[;,] ?| and ")

_LITERAL_LINE_END = re.compile(r'(?<=[.!?]) ?(?:\\n)+(?= ?[A-Z"(]|$)')
_HEADING = re.compile(
    r"abstract(?:\s*[.:]\s*|\s*[—–]\s*|-(?=[A-Z])|\n+|\s+(?=(?:A|An|Current|For|Given|In|It|Many|"
    r"Most|Our|Recent|The|There|These|This|To|We|While|With)\s))(?=\S)",
    re.IGNORECASE,
)
_QUOTES = re.compile('"{2,}')
_ENDS_SENTENCE = re.compile(r'[.!?]\s*"$')


@lru_cache(maxsize=1024)
def normal_key(key: str) -> str:
    """The name of a field without case, hyphens and blanks: `Paper-Title` is `paper_title`."""
    return key.strip().lower().replace("-", "_").replace(" ", "_")


def text(value: object, depth: int = 0) -> str | None:
    """A value as cleaned text, or `None` where it says nothing.

    Numbers are written out; an object is taken for what it holds as `value` or `name`.
    """
    if isinstance(value, str):
        found = clean(value).strip()
        return None if found.lower() in UNKNOWN else found
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return text(str(int(value) if isinstance(value, float) and value.is_integer() else value))
    if isinstance(value, dict) and depth < _DEEPEST:
        return next(filter(None, (text(value.get(key), depth + 1) for key in _WRAPPED)), None)
    return None


def line(value: object) -> str | None:
    """A value as one line of text, runs of blanks made one."""
    found = text(value)
    return " ".join(found.split()) if found else None


def _unwrapped(value: object) -> object:
    """What an object holds as `value`, as OpenReview has it; anything else as it is."""
    return value["value"] if isinstance(value, dict) and "value" in value else value


def texts(value: object, depth: int = 0) -> list[str]:
    """The texts in a value, which is a text or a list of them."""
    value = _unwrapped(value)
    if isinstance(value, list):
        if depth == _DEEPEST:
            return []
        return [found for item in value for found in texts(item, depth + 1)]
    found = text(value)
    return [found] if found else []


def abstract(value: object) -> str:
    r"""An abstract without what extraction put around it; empty if there is none.

    That is: the word "Abstract" before it, quotation marks around the whole (those inside are
    then doubled, as in CSV), a single one at its end, and `\n` in two characters for a line end.
    """
    found = text(value) or ""
    if not found:
        return ""
    inner = found[1:-1]
    if len(found) > 1 and found[0] == found[-1] == '"' and _is_quoted_whole(inner):
        found = _QUOTES.sub('"', inner).strip()
    elif found.endswith('"') and found.count('"') % 2 and _ENDS_SENTENCE.search(found):
        found = found[:-1].rstrip()
    if heading := _HEADING.match(found):
        found = found[heading.end() :]
    return _LITERAL_LINE_END.sub("\n", found).strip()


def _is_quoted_whole(inner: str) -> bool:
    """Whether the quotation marks before and after a text are one pair."""
    place = inner.find('"')
    return place < 0 or inner.startswith('"', place + 1) or inner[:place].endswith((" ", "("))


def keywords(value: object) -> tuple[str, ...]:
    """Keywords from a list, or from a text with `;` or else `,` between them."""
    value = _unwrapped(value)
    found: dict[str, str] = {}
    for item in texts(value):
        apart = _KEYWORDS_APART if _KEYWORDS_APART.search(item) else _KEYWORD_COMMAS
        for part in [item] if isinstance(value, list) else apart.split(item):
            if keyword := line(part):
                found.setdefault(keyword.casefold(), keyword)
    return tuple(found.values())


def names(value: object) -> tuple[Name, ...]:
    """Names from a text, or from a list of texts, of `[family, given, suffix]` or of objects."""
    value = _unwrapped(value)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        value = value[0]
    if isinstance(value, str):
        return parse_names(clean(value), plain_text)
    if not isinstance(value, list):
        return tuple(filter(None, [_name(value)]))
    if all(isinstance(item, str) for item in value):
        return parse_names(map(clean, value), plain_text)
    return tuple(filter(None, map(_name, value)))


def people(value: object) -> tuple[Name, ...]:
    """Names in the parts that they have here, as our own JSON lines hold them; nothing is read in.

    Anything else is nobody.
    """
    found = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict):
            parts = {
                part: " ".join(clean(text).split())
                for part in _PARTS
                if isinstance(text := item.get(part), str)
            }
            if any(parts.values()):
                found.append(Name(**parts))
    return tuple(found)


def without_repetition(found: tuple[Name, ...]) -> tuple[Name, ...]:
    """Names without a second time the whole list, as IEEE Xplore exports it now and then."""
    half = len(found) // 2
    return found[:half] if half > 1 and found[:half] * 2 == found else found


_PARTS = ("family", "given", "particle", "suffix", "literal")
_FAMILY = ("family", "last", "last_name", "lastname", "surname", "family_name")
_GIVEN = ("given", "first", "first_name", "firstname", "forename", "given_name")
_WHOLE = ("name", "fullname", "full_name", "display_name", "literal", "value")


def _name(item: object) -> Name | None:
    if isinstance(item, str):
        return parse_name(clean(item), plain_text)
    if isinstance(item, list):
        parts = [line(part) or "" for part in item[:3]] + [""] * 3
        return parse_name(", ".join(filter(None, (parts[0], parts[2], parts[1]))), plain_text)
    if not isinstance(item, dict):
        return None
    fields = {normal_key(key): value for key, value in item.items()}

    def part(keys: Iterable[str]) -> str:
        return next(filter(None, (_name_part(fields.get(key)) for key in keys)), "")

    family, given = part(_FAMILY), part(_GIVEN)
    if not family:
        literal = part(("literal",))
        return parse_name(f"{{{literal}}}" if literal else given or part(_WHOLE), plain_text)
    particle = part(("non_dropping_particle", "particle", "prefix", "dropping_particle"))
    suffix = part(("suffix",))
    known = parse_name(f"{family}, {given}" if given else f"{{{family}}}", plain_text)
    if known is None or known.literal:
        return known
    return Name(known.family, known.given, particle or known.particle, suffix or known.suffix)


def _name_part(value: object) -> str:
    """A part of a name on one line; Ms Null and Mr Nan are people, `null` and `nan` are nobody."""
    if isinstance(value, str) and value.strip().istitle():
        return " ".join(clean(value).split())
    return line(value) or ""


def plain_text(latex: str) -> str:
    """LaTeX and Markdown as plain text."""
    from index.markup.parse import parse

    return parse(latex).plain


def date(value: object) -> Date | None:
    """A date from `2019`, `"2019-05-06T..."`, `"May 2019"`; no further than it is sure."""
    found = line(value)
    if found is None:
        return None
    if match := _DATE.match(found):
        year, month, day = (int(group) if group else None for group in match.groups())
        if year is None or not _FIRST_YEAR <= year <= _LAST_YEAR:
            return None
        if month is None or not 1 <= month <= 12:
            return Date(year)
        return Date(year, month, day if day is not None and 1 <= day <= 31 else None)
    years = set(_YEAR.findall(found[:100]))
    return Date(int(years.pop())) if len(years) == 1 else None


def addresses(value: object) -> Iterator[str]:
    """The web addresses in a value: texts, lists of them, or Markdown links.

    What is not wholly an address that may be opened is left out, never mended.
    """
    items = value if isinstance(value, list) else [value]
    for item in items:
        found = line(item.get("url") if isinstance(item, dict) and "url" in item else item)
        if found is None:
            continue
        if (whole := _web(found)) is not None:
            yield whole
            continue
        pieces = _MARKDOWN_TARGET.findall(found) or _URLS_APART.split(found)
        yield from filter(None, map(_web, pieces))


def _web(address: str) -> str | None:
    href = safe_href(trimmed(address.strip()))
    return href if href is not None and href.lower().startswith(("http://", "https://")) else None
