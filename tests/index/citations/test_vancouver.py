"""Vancouver; the rules are those of "Citing Medicine"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from index.citations import cite
from index.paper import Date, Identifiers, Name
from tests.index.citations.csl_papers import records, written
from tests.index.citations.samples import cited, untitled

ARTICLE = records()["article"]


@pytest.mark.parametrize(
    ("pages", "shown"),
    [
        ("123-125", "123–5"),
        ("1283-1285", "1283–5"),
        ("100-120", "100–20"),
        ("96-101", "96–101"),
        ("S12-S18", "S12–8"),
        ("17", "17"),
    ],
)
def test_pages(pages: str, shown: str) -> None:
    """Chapter 1: digits that do not change are not repeated."""
    assert f";25(3):{shown}." in written(replace(ARTICLE, pages=pages), "vancouver")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (Name(family="King", given="Martin Luther", suffix="Jr."), "King ML Jr."),
        (Name(family="Daumé", given="Hal", suffix="III"), "Daumé H 3rd."),
        (Name(family="Xu", given="Jean-Luc"), "Xu JL."),
        (Name(family="Xu", given="Xiao-ming"), "Xu X."),
        (Name(literal="OpenAI"), "OpenAI."),
    ],
)
def test_names(name: Name, shown: str) -> None:
    """Chapter 1, box on degrees, titles and honors before or after a personal name."""
    assert written(replace(ARTICLE, authors=(name,)), "vancouver").startswith(f"1. {shown} Forests")


def test_dates() -> None:
    """Chapter 1: months have three letters."""
    assert " 2024 Sep;25(3)" in written(replace(ARTICLE, date=Date(2024, 9)), "vancouver")
    assert " 2024 Jun 7;25(3)" in written(replace(ARTICLE, date=Date(2024, 6, 7)), "vancouver")
    assert " [date unknown];25(3)" in written(replace(ARTICLE, date=None), "vancouver")


def test_a_preprint_is_available_from_its_page_or_doi() -> None:
    preprint = replace(records()["preprint"], links=(), publisher="bioRxiv")
    assert written(replace(preprint, ids=Identifiers(doi="10.1101/5")), "vancouver").endswith(
        " Trees are all you need [Internet]. bioRxiv; 2024. Available from: https://doi.org/10.1101/5"
    )


def test_untitled() -> None:
    """Chapter 6: a title made up of the first words stands in square brackets."""
    assert cite([cited(untitled("Zebras run."))], "vancouver") == (
        "1. [Untitled abstract beginning “Zebras run”]. In: ICML 2026 Papers. 2026."
        " Abstract no. 3. File: a.txt."
    )
    assert cite([cited(untitled("Zebras run.", collection=None))], "vancouver") == (
        "1. [Untitled abstract beginning “Zebras run”]. [date unknown]. Abstract no. 3."
        " File: a.txt."
    )
