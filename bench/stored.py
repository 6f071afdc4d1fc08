"""Libraries filled with papers, to measure on."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from index.citations.keys import citation_key
from index.forms import Forms, versions
from index.identity import paper_id
from index.importers.intake import SEEDS_FACT
from index.library import Library
from index.paper import Date, Name, Paper, Source
from index.paths import default_paths

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bench.corpus import Article
    from index.paths import Paths

COLLECTION = "papers to measure with"


def paths_below(folder: Path) -> Paths:
    """The paths of a library that is wholly below one folder."""
    return default_paths({"READINGROOM_HOME": str(folder)})


def fill(articles: Iterable[Article], folder: Path) -> int:
    """Store papers in a new library below a folder.

    Their text is taken as plain: markup is the business of imports, not measured here.

    Returns:
        How many papers the library has; a paper that is there twice counts once.
    """
    with Library(paths_below(folder)) as library:
        added = library.papers.add(
            map(_paper, articles),
            _plain_forms,
            file="papers",
            format_name="plain",
            content_hash=hashlib.sha256(COLLECTION.encode()).hexdigest(),
            facts={SEEDS_FACT: "not wanted", "forms": versions()},
        )
    return sum(item.new for item in added)


def _paper(article: Article) -> Paper:
    title = article.title or None
    return Paper(
        paper_id(title, article.abstract),
        article.abstract,
        Source("papers", article.number + 1),
        title=title,
        authors=tuple(_name(name) for name in article.authors.split("; ") if name.strip()),
        date=Date(article.year) if article.year else None,
        venue=article.venue or None,
        collection=COLLECTION,
    )


def _plain_forms(paper: Paper) -> tuple[Forms, str]:
    forms = Forms(paper.abstract, (), paper.title, (), None, None, "", ())
    return forms, citation_key(paper)


def _name(text: str) -> Name:
    given, _, family = text.strip().rpartition(" ")
    return Name(family=family, given=given)
