"""Citation keys: a function of the paper alone, safe for BibTeX, biber, pandoc and LaTeX.

Keys fold text in their own way rather than with `index.markup.fold`: a key once printed must
never change, while the folding of the search may improve.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import unicodedata
from typing import TYPE_CHECKING

from index.citations.key_pattern import DEFAULT_PATTERN, FIELD
from index.citations.record import arxiv, heading, year
from index.identity import normal_abstract
from index.names import family_name, known_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.paper import Paper

STOP_WORDS = frozenset(
    """
    a an and are as at be been but by can existing for from had has have how however in into is
    it its many may more most not of often on or our paper rely recent such that the their these
    they this those through to under use used was we were what when where which while who whose
    why with within without work
    """.split()  # noqa: SIM905 - a text of words is read and compared more easily than a list
)
"""Words that say nothing about a paper and are passed over when a key is made."""

_HASH_DIGITS = 6
_CLASH_HASH_DIGITS = 8
_LONGEST_PART = 24
_LONGEST_GIVEN = 120
_NOBODY = "anon"

_LETTERS = str.maketrans(
    {
        "ø": "o", "ł": "l", "ß": "ss", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae",
        "œ": "oe", "þ": "th", "ŧ": "t", "ŋ": "ng",
    }
)  # fmt: skip
_CHUNK = re.compile(r"\S+")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LONG_WORD = re.compile(r"[a-z]{4,}")
_TITLE_WORD = re.compile(r"[a-z0-9]+")
_TITLE_MARKUP = re.compile(r"\\[A-Za-z]+|\\[^A-Za-z]|[{}'’`]")
_NOT_IN_PART = re.compile(r"[^a-z0-9]+")
_NOT_IN_GIVEN = re.compile(r"[^A-Za-z0-9:._+/-]+")


def citation_key(paper: Paper, pattern: str = "") -> str:
    """The base key of a paper, from the paper alone.

    The publisher's key if there is one; for an untitled, authorless paper heading, year, two
    words and the start of the hash of its raw abstract (`icml2026-saliency-maps-cf128e`); else
    first author's family name, year and first word of the title (`dupont2024lattice`). Where
    the family name is missing or has no Latin letters, `anon` and four digits of the id.

    Two different papers can have the same base: see `distinct_key`. BibTeX confuses keys that
    differ in capitals only, so compare bases without regard to case.

    A pattern of the user's own takes the place of the last rule, and of the numbers of PMLR, ACL
    and arXiv; the key that a record brings with it stays, for it is what documents cite.

    Args:
        paper: The paper.
        pattern: The user's own pattern, see `key_pattern`; empty if there is none.

    Returns:
        ASCII letters, digits and `:._+/-`.
    """
    given = _published_key(paper, pattern)
    if given:
        return given
    return _untitled_key(paper, _HASH_DIGITS) if paper.is_untitled else _author_key(paper, pattern)


def disambiguated(base: str, paper_id: str, digits: int = 4) -> str:
    """A base key that another paper shares, told apart by digits of the paper's id."""
    return f"{base}-{paper_id[:digits]}"


def distinct_key(paper: Paper, digits: int = 4, pattern: str = "") -> str:
    """The key of a paper whose base another paper shares.

    Every paper of such a group gets this form, so that no key depends on the order in which
    the papers came. The key ends in digits of the paper's id; where the base ends in some
    already, they are lengthened by four. An untitled paper's hash is lengthened to eight digits
    and, should that not do (equal abstracts), the id follows.

    Args:
        paper: The paper.
        digits: Hexadecimal digits of the id; ask with more as long as keys are equal.
        pattern: As for `citation_key`.
    """
    if given := _published_key(paper, pattern):
        return disambiguated(given, paper.id, digits)
    if paper.is_untitled:
        lengthened = _untitled_key(paper, _CLASH_HASH_DIGITS)
        return lengthened if digits <= 4 else disambiguated(lengthened, paper.id, digits)
    return _author_key(paper, pattern, digits, shared=True)


def _fold(text: str) -> str:
    """Lower case, letters without accents; what has no Latin form stays."""
    lowered = text.casefold().translate(_LETTERS)
    return "".join(
        c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c)
    ).lower()


def _part(text: str) -> str:
    """A text as one part of a key; empty if it has no Latin letter or digit."""
    return _NOT_IN_PART.sub("", _fold(text[: 4 * _LONGEST_PART]))[:_LONGEST_PART]


def _published_key(paper: Paper, pattern: str) -> str | None:
    ids = paper.ids
    candidates = (
        ids.citation_key or "",
        f"pmlr-{re.sub('^pmlr-', '', ids.pmlr).replace('/', '-')}" if ids.pmlr else "",
        ids.acl or "",
        f"arxiv-{identifier.replace('/', '-')}" if (identifier := arxiv(paper)) else "",
    )
    for candidate in candidates[:1] if pattern else candidates:
        folded = unicodedata.normalize("NFKD", candidate[:_LONGEST_GIVEN])
        ascii_only = "".join(c for c in folded if not unicodedata.combining(c))
        if key := _NOT_IN_GIVEN.sub("-", ascii_only).strip("-:./+"):
            return key
    return None


def _untitled_key(paper: Paper, hash_digits: int) -> str:
    opening = list(itertools.islice(_telling_words(paper.abstract), 2))
    digest = hashlib.sha256(normal_abstract(paper.abstract).encode()).hexdigest()
    return "-".join([f"{_collection(paper)}{_year(paper)}", *opening, digest[:hash_digits]])


def _collection(paper: Paper) -> str:
    """The first word of the heading, without its year; `abstract` if it is not Latin."""
    words = (heading(paper) or "").split(maxsplit=1)
    part = _part(words[0]) if words else ""
    known = year(paper)
    if known is not None:
        part = part.replace(str(known), "")
    return part if re.search("[a-z]", part) else "abstract"


def _telling_words(raw: str) -> Iterator[str]:
    """Words of four letters or more that are no stop words, from the raw abstract, in order."""
    for chunk in _CHUNK.finditer(raw):
        for match in _LONG_WORD.finditer(_fold(_COMMAND.sub(" ", chunk[0]))):
            if match[0] not in STOP_WORDS:
                yield match[0][:_LONGEST_PART]


def _author_key(paper: Paper, pattern: str, digits: int = 4, *, shared: bool = False) -> str:
    pattern = pattern or DEFAULT_PATTERN
    base = FIELD.sub(lambda field: _field(paper, field[1]), pattern)[:_LONGEST_GIVEN]
    base = base.strip("-:./+_") or _NOBODY
    if not _family(paper) and ("{family}" in pattern or base == _NOBODY):
        return disambiguated(base, paper.id, digits + 4 if shared else digits)
    return disambiguated(base, paper.id, digits) if shared else base


def _field(paper: Paper, name: str) -> str:
    """What a field of a pattern stands for; what is not known is empty."""
    match name:
        case "family":
            return _family(paper) or _NOBODY
        case "year":
            return _year(paper)
        case "word":
            return "".join(_title_words(paper)[:1])
        case "words":
            return "".join(_title_words(paper)[:3])
        case _:
            return _part(paper.venue or "")


def _family(paper: Paper) -> str:
    authors = known_names(paper.authors)
    return _part(family_name(authors[0])) if authors else ""


def _title_words(paper: Paper) -> list[str]:
    """The telling words of the title, of the abstract where there is no title."""
    if paper.title is None:
        return list(itertools.islice(_telling_words(paper.abstract), 3))
    words = _TITLE_WORD.findall(_fold(_TITLE_MARKUP.sub("", paper.title)))
    telling = [word[:_LONGEST_PART] for word in words if word not in STOP_WORDS and len(word) > 1]
    return telling or [word[:_LONGEST_PART] for word in words[:1]]


def _year(paper: Paper) -> str:
    known = year(paper)
    return "nd" if known is None else str(known)
