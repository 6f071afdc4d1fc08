"""ACM; the rules are those of ACM's "Citation Style and Reference Formats"."""

from __future__ import annotations

from dataclasses import replace

from index.paper import Identifiers, Name
from tests.index.citations.csl_papers import records, written

ARTICLE = records()["article"]


def test_everybody_is_named_as_recorded() -> None:
    names = tuple(Name(family=f"A{number}", given="J. R") for number in range(3))
    assert written(replace(ARTICLE, authors=names), "acm").startswith(
        "[1] J. R A0, J. R A1, and J. R A2. 2024. "
    )


def test_articles() -> None:
    assert " Learning 25 (March 2024), 505–514. DOI" in written(replace(ARTICLE, issue=None), "acm")
    assert " Learning 25, 3 (March 2024). DOI" in written(replace(ARTICLE, pages=None), "acm")
    assert ". [n. d.]. Forests that never forget. Journal of Forest Learning 25, 3, 505" in (
        written(replace(ARTICLE, date=None), "acm")
    )


def test_a_preprint_is_found_by_its_address_or_named() -> None:
    preprint = replace(records()["preprint"], links=(), ids=Identifiers(), publisher="bioRxiv")
    assert written(preprint, "acm").endswith(" 2024. Trees are all you need. bioRxiv.")


def test_a_chapter_without_editors() -> None:
    chapter = replace(records()["chapter"], editors=())
    assert written(chapter, "acm").endswith(" In Handbook of Trees. Springer, Cham, 5–9.")
