"""What bibliographic formats word alike: dates, pages, persons, preprint servers."""

from __future__ import annotations

import re

from index.name_words import NUMERALS, SUFFIXES

Person = str | dict[str, str]
"""A name as `records.read_record` takes it: whole (in braces if it is never to be taken apart), or
in parts that go by `family`, `given`, `particle` and `suffix`."""

_MONTHS = {
    word: number
    for number, words in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun",
            "july jul", "august aug", "september sep sept", "october oct", "november nov",
            "december dec",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_ISO = re.compile(r"(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?(?=$|\D)", re.ASCII)
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)$", re.ASCII)
_TOKEN = re.compile(r"\d+|[^\W\d_]+")
_LONGEST_DATE = 100
_FIRST_YEAR, _LAST_YEAR = 1400, 2100

_PAGE_RANGE = re.compile(r" ?(?:-{2,3}|[–—]) ?")
_VENUE_FIELDS = {"conference": "booktitle", "chapter": "booktitle", "article": "journal"}
_PREPRINTS = re.compile(r"(?:arxiv|biorxiv|medrxiv|chemrxiv|psyarxiv|corr)\b", re.IGNORECASE)
_ARXIV = re.compile(
    r"(?:arxiv(?:\.org)?[\s:/]*(?:(?:abs|pdf)/)?|^abs/)"
    r"(\d{4}\.\d{4,5}|[a-z-]{1,20}(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?!\d)",
    re.IGNORECASE,
)


def read_date(text: str) -> str | None:
    """A date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, no further than the text is sure.

    Understood are ISO 8601 and its ranges, of which remains what both ends share (of two years
    the first), `2014/07//` as in RIS, and words in English: `9 October 2020`, `2020 Oct 9`,
    `1998 Dec-1999 Jan`.
    """
    text = text.strip()[:_LONGEST_DATE].lstrip("/")
    if match := _COMPACT.match(text):
        return _date(match[1], match[2], match[3])
    first, slash, last = text.partition("/")
    if slash and _ISO.fullmatch(first) and "-" in first and _ISO.match(last):
        start, end = read_date(first), read_date(last)
        return _shared(start, end) if start and end else start or end
    tokens = _TOKEN.findall(text)
    names_month = any(token.casefold() in _MONTHS for token in tokens)
    if not names_month and (match := _ISO.match(text)):
        return _date(match[1], match[3], match[4])
    years = [token for token in tokens if len(token) == 4 and token.isascii() and token.isdigit()]
    months = {_MONTHS[token.casefold()] for token in tokens if token.casefold() in _MONTHS}
    days = [token for token in tokens if len(token) <= 2 and token.isascii() and token.isdigit()]
    if not years:
        return None
    if len(months) != 1 or len(set(years)) > 1:
        return _date(years[0], None, None)
    return _date(years[0], str(months.pop()), days[0] if len(days) == 1 else None)


def _date(year: str, month: str | None, day: str | None) -> str | None:
    if not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
        return None
    if not month or not 1 <= int(month) <= 12:
        return year
    if not day or not 1 <= int(day) <= 31:
        return f"{year}-{int(month):02}"
    return f"{year}-{int(month):02}-{int(day):02}"


def _shared(start: str, end: str) -> str:
    ends = list(zip(start.split("-"), end.split("-"), strict=False))
    same = next((place for place, (a, b) in enumerate(ends) if a != b), len(ends))
    return "-".join(part for part, _ in ends[: max(same, 1)])


def in_month(year: str | None, month: str | None) -> str | None:
    """A date from a year and what a source says of the month: `6`, `Jun`, `12 June`, `Jul/Aug`."""
    if not year:
        return None
    numbers = (month or "").split()
    if numbers and all(number.isascii() and number.isdigit() for number in numbers):
        return read_date("-".join([year, *numbers])) or read_date(year)
    return read_date(f"{year} {month or ''}")


def page_range(first: str | None, last: str | None = None) -> str | None:
    """Pages from the first to the last, with an en dash; two hyphens in a range become one."""
    if not first:
        return last
    first = _PAGE_RANGE.sub("–", " ".join(first.split()))
    return f"{first}–{last.strip()}" if last and last.strip() != first else first


def body(name: str) -> str:
    """The name of a body, which is never taken apart."""
    whole = name.replace("{", "").replace("}", "").strip().rstrip(",").strip()
    return f"{{{whole}}}" if whole else ""


def person(name: str) -> Person:
    """A person of a format that writes `Family, Given` or `Family, Given, Suffix`.

    With a comma at its end it is a body (the convention of EndNote, "Corporate authors"); without
    any it is left to be read as it is spoken.
    """
    name = name.strip()
    if name.startswith("{") or "," not in name:
        return name
    parts = [part.strip() for part in name.split(",")]
    if not any(parts[1:]):
        return body(parts[0])
    suffix = next((part for part in parts[1:] if is_suffix(part)), "")
    rest = [part for part in parts[1:] if part and part != suffix]
    if not parts[0] or len(rest) != 1:
        return name
    return in_parts(parts[0], rest[0], suffix)


def in_parts(family: str, given: str, suffix: str = "") -> Person:
    """A person in parts; without a given name it is whole."""
    family, given = family.strip(), given.strip()
    suffix = SUFFIXES.get(suffix.strip().casefold(), suffix.strip())
    if not given:
        return body(f"{family} {suffix}")
    parts = {"family": family, "given": given, "suffix": suffix}
    return {part: text for part, text in parts.items() if text}


def is_suffix(word: str) -> bool:
    """Whether a word is a suffix of a name: `Jr.`, `III`."""
    return word.casefold() in SUFFIXES or word in NUMERALS


def venue_field(kind: str) -> str:
    """Under which of `records.read_record`'s names the venue of a kind of paper goes."""
    return _VENUE_FIELDS.get(kind, "venue")


def is_preprint_server(venue: str | None) -> bool:
    """Whether a venue is none but a server of preprints: `arXiv preprint arXiv:1706.03762`."""
    return venue is not None and _PREPRINTS.match(venue.strip()) is not None


def arxiv_id(text: str | None) -> str | None:
    """The arXiv identifier that a text holds after the word arXiv."""
    match = _ARXIV.search(text or "")
    return match[1] if match else None
