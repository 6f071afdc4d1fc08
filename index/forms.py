"""The forms of a paper that are made once, when it comes in, and stored beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.markup.spans import MARKUP_VERSION, Span
from index.names import family_name, is_others

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.paper import Name, Paper

FORMS_VERSION = 2


@dataclass(frozen=True, slots=True)
class Forms:
    """Plain text, styles and label of one paper.

    `heading` is the title as plain text, or the name found in the abstract of an untitled
    paper, or empty; `gist` is a clause of that abstract (empty for a titled paper). `links` are
    the addresses that the abstract itself gives.
    """

    plain: str
    spans: tuple[Span, ...]
    title: str | None
    title_spans: tuple[Span, ...]
    name: str | None
    long_name: str | None
    gist: str
    links: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The title, else the name, else nothing."""
        return self.title or self.name or ""


def versions() -> str:
    """What the stored forms depend on, as one string; another value means: make them again."""
    from index.label import LABEL_VERSION

    return f"{FORMS_VERSION}.{MARKUP_VERSION}.{LABEL_VERSION}"


def make_forms(paper: Paper) -> Forms:
    """Parse the markup of a paper and, if it has no title, find its label."""
    from index.label import label
    from index.markup.parse import parse

    abstract = parse(paper.abstract)
    if paper.title is not None:
        title = parse(paper.title)
        return Forms(
            abstract.plain,
            abstract.spans,
            title.plain.replace("\n", " "),
            title.spans,
            None,
            None,
            "",
            abstract.links,
        )
    found = label(abstract.plain, abstract.links)
    return Forms(
        abstract.plain,
        abstract.spans,
        None,
        (),
        found.name,
        found.long_name,
        found.gist,
        abstract.links,
    )


def forms_maker(pattern: str) -> Callable[[Paper], tuple[Forms, str]]:
    """What makes all that is stored of a paper beside its record.

    Args:
        pattern: the user's own pattern of citation keys, empty if there is none.

    Returns:
        A function from a paper to its forms and the base of its citation key.
    """
    from index.citations.keys import citation_key

    return lambda paper: (make_forms(paper), citation_key(paper, pattern))


def byline(authors: tuple[Name, ...], year: int | None) -> str:
    """Up to three family names and the year, for a list row: `Ahn, Kim et al. 2023`."""
    known = [name for name in authors if not is_others(name)]
    names = [family_name(name) for name in known]
    if len(known) > 3 or len(known) < len(authors):
        people = f"{', '.join(names[:2])} et al."
    else:
        people = ", ".join(names)
    return " ".join(filter(None, (people, str(year) if year is not None else "")))
