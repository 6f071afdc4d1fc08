"""Identifiers among queries: a DOI, an arXiv id, an address, a citation key."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from index.addresses import SCHEME, address_of
from index.search.conditions import clipped

Kind = Literal["doi", "arxiv", "openreview", "acl", "pmlr", "url", "key"]

_NAMES: dict[Kind, str] = {
    "doi": "DOI",
    "arxiv": "arXiv",
    "openreview": "OpenReview",
    "acl": "ACL",
    "pmlr": "PMLR",
    "url": "address",
    "key": "key",
}

LONGEST = 2_000
"""Characters of the longest text that is taken for an identifier."""

# DOI handbook, section 2.2: "10.", a registrant of four digits or more, a slash, and anything.
_DOI = re.compile(r"(?:doi:\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE)
_DOI_IN_ADDRESS = re.compile(r"/(10\.\d{4,9}/[^\s?#]+)")
_DOI_OF_ARXIV = re.compile(r"10\.48550/arxiv\.(\S+)", re.IGNORECASE)
# "Understanding the arXiv identifier": YYMM.NNNNN since April 2007, archive/YYMMNNN before.
_ARXIV_ID = r"(\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z][a-z-]*(?:\.[a-z]{2})?/\d{7})(?:v\d{1,3})?"
_ARXIV = re.compile(
    rf"(?:arxiv:\s*)?{_ARXIV_ID}(?:\s*\[[\w.-]+\](?:\s+\d{{1,2}} \w{{3}} \d{{4}})?)?",
    re.IGNORECASE,
)
_ARXIV_PAGE = re.compile(
    rf"(?:[\w.]*arxiv\.org/\w+|ar5iv\.org/\w+|huggingface\.co/papers)/{_ARXIV_ID}"
    r"(?:\.pdf)?(?:[/?#].*)?",
    re.IGNORECASE,
)
_OPENREVIEW_PAGE = re.compile(
    r"(?:api\d?\.)?openreview\.net/\w+\?(?:[^#]*&)?id=([\w-]+).*", re.IGNORECASE
)
_ACL_ID = r"(\d{4}\.\w{1,40}-\w{1,40}\.\d{1,5}|[A-Z]\d{2}-\d{4,5})"
_ACL = re.compile(_ACL_ID)
_ACL_PAGE = re.compile(
    rf"(?:aclanthology\.org|aclweb\.org/anthology|aclanthology\.info)/(?:papers/)?{_ACL_ID}"
    r"(?:v\d+)?(?:\.\w+)?(?:[/?#].*)?",
    re.IGNORECASE,
)
_PMLR_PAGE = re.compile(
    r"proceedings\.mlr\.press/(v\d+)/([\w-]+)(?:/[\w-]+)?(?:\.\w+)?(?:[?#].*)?", re.IGNORECASE
)
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
# What citation keys are made of; to tell one from a word it must hold a letter and a digit, or a
# letter and one of the signs that words do not hold.
_KEY = re.compile(r"(?=.*[A-Za-z])(?=.*[0-9:_/])[A-Za-z0-9][A-Za-z0-9:._+/-]{2,198}[A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Lookup:
    """An identifier that a query consists of.

    `value` is the bare identifier (an arXiv id without its version), for the kind `url` an
    address as `address_of` gives it, for `key` the text itself, which may be a citation key or
    the beginning of a paper's id.
    """

    kind: Kind
    value: str

    @property
    def shown(self) -> str:
        """How an explanation writes it."""
        return f"{_NAMES[self.kind]} {clipped(self.value)}"

    @property
    def aliases(self) -> tuple[str, ...]:
        """The identifiers, as `kind:value` in lower case, under which a paper may be known.

        There are several where the same thing is written in several ways: arXiv and the ACL give
        DOIs to their papers, PMLR's ids are written with a slash or a hyphen. None for an address
        or a key.
        """
        value = self.value.lower()
        match self.kind:
            case "arxiv":
                return (f"arxiv:{value}", f"doi:10.48550/arxiv.{value}")
            case "acl":
                return (f"acl:{value}", f"doi:10.18653/v1/{value}")
            case "pmlr":
                dashed = value.replace("/", "-")
                return (f"pmlr:{value}", f"pmlr:{dashed}", f"pmlr:pmlr-{dashed}")
            case "doi" | "openreview":
                return (f"{self.kind}:{value}",)
            case _:
                return ()


def identify(text: str) -> Lookup | None:
    """The identifier that a text is, or `None` if it is something else.

    That a text looks like an identifier does not make it one: `GPT-4o` may be a key.
    """
    text = text.strip()
    if not text or len(text) > LONGEST:
        return None
    # Brackets and punctuation are easily copied with an identifier.
    text = text.strip("<>\"'").rstrip(".,;").strip()
    if _ADDRESS.fullmatch(text):
        return _identify_page(text)
    if match := _DOI.fullmatch(text):
        return _doi(match[1])
    if match := _ARXIV.fullmatch(text):
        return Lookup("arxiv", match[1].lower())
    if match := _ACL.fullmatch(text):
        return Lookup("acl", match[1])
    if _KEY.fullmatch(text):
        return Lookup("key", text)
    return None


def _identify_page(url: str) -> Lookup:
    from urllib.parse import unquote

    page = SCHEME.sub("", unquote(url), count=1)
    if match := _ARXIV_PAGE.fullmatch(page):
        return Lookup("arxiv", match[1].lower())
    if match := _OPENREVIEW_PAGE.fullmatch(page):
        return Lookup("openreview", match[1])
    if match := _ACL_PAGE.fullmatch(page):
        return Lookup("acl", match[1])
    if match := _PMLR_PAGE.fullmatch(page):
        return Lookup("pmlr", f"{match[1].lower()}/{match[2]}")
    if match := _DOI_IN_ADDRESS.search(page):
        return _doi(match[1].removesuffix(".pdf").rstrip("/"))
    return Lookup("url", address_of(url))


def _doi(text: str) -> Lookup:
    # A closing bracket belongs to a DOI only with the opening one.
    if text.endswith(")") and text.count("(") < text.count(")"):
        text = text[:-1]
    if match := _DOI_OF_ARXIV.fullmatch(text):
        return Lookup("arxiv", match[1].lower())
    return Lookup("doi", text.lower())
