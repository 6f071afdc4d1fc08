"""Immutable records: a paper, who wrote it, where it points and where it came from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["conference", "article", "preprint", "chapter", "other"]
LinkKind = Literal["code", "pdf", "url"]


@dataclass(frozen=True, slots=True)
class Name:
    """A person or a body.

    Either `literal` is set (a corporate author, a one-word or a CJK name, kept whole) or the
    parts are. `particle` is a non-dropping particle such as "van der" or "de la"; `suffix` is
    "Jr." or "III".
    """

    family: str = ""
    given: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""


@dataclass(frozen=True, slots=True)
class Date:
    """A date as precise as the source gives it."""

    year: int
    month: int | None = None
    day: int | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An address that belongs to the paper; `url` is absolute."""

    kind: LinkKind
    url: str


@dataclass(frozen=True, slots=True)
class Identifiers:
    """Identifiers given by others; each is `None` where the source has none."""

    doi: str | None = None
    arxiv: str | None = None
    openreview: str | None = None
    acl: str | None = None
    pmlr: str | None = None
    citation_key: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record was read.

    `file` is the file's name without its folder, `number` the record's place in it counted from
    one, `count` how many records the file holds, `record_key` the record's own key there.
    """

    file: str
    number: int | None = None
    count: int | None = None
    record_key: str | None = None
    format: str = "plain"


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper as its sources describe it; what they do not say stays `None` or empty.

    `abstract` is the raw text of the source (LaTeX, Markdown and all), cleaned of control
    characters but otherwise untouched. `collection` is the heading or title of the source.
    """

    id: str
    abstract: str
    source: Source
    kind: Kind = "other"
    title: str | None = None
    authors: tuple[Name, ...] = ()
    editors: tuple[Name, ...] = ()
    date: Date | None = None
    venue: str | None = None
    series: str | None = None
    volume: str | None = None
    issue: str | None = None
    pages: str | None = None
    publisher: str | None = None
    place: str | None = None
    keywords: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    ids: Identifiers = field(default_factory=Identifiers)
    collection: str | None = None

    @property
    def is_untitled(self) -> bool:
        """Whether neither a title nor an author is known."""
        return self.title is None and not self.authors
