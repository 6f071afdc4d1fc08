"""Nature; the rules are those of its formatting guide."""

from __future__ import annotations

from dataclasses import replace

from index.citations import cite
from index.paper import Name
from tests.index.citations.csl_papers import records, written
from tests.index.citations.samples import cited, untitled

ARTICLE = records()["article"]


def test_five_authors_are_listed_and_of_six_one() -> None:
    authors = tuple(Name(family=f"A{number}", given="Jo B") for number in range(6))
    five, six = (written(replace(ARTICLE, authors=authors[:n]), "nature") for n in (5, 6))

    assert five.startswith("1. A0, J. B., A1, J. B., ")
    assert ", A3, J. B. & A4, J. B. Forests" in five
    assert six.startswith("1. A0, J. B. et al. Forests")


def test_an_article_not_yet_in_a_volume_is_found_by_its_doi() -> None:
    early = replace(ARTICLE, volume=None, issue=None, pages=None)
    assert written(early, "nature").endswith(
        " Journal of Forest Learning (2024) doi:10.5555/1234567."
    )
    assert written(replace(ARTICLE, pages=None), "nature").endswith(" Learning 25 (2024).")


def test_untitled() -> None:
    assert cite([cited(untitled("Zebras run."))], "nature") == (
        "1. Untitled abstract beginning “Zebras run”. in ICML 2026 Papers, abstract no. 3 (2026)."
        " File a.txt."
    )
    assert cite([cited(untitled("Zebras run.", collection=None))], "nature") == (
        "1. Untitled abstract beginning “Zebras run”. in file a.txt, abstract no. 3 (n.d.)."
    )
