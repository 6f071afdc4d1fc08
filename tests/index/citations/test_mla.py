"""MLA 9; the sections named are those of the MLA Handbook."""

from __future__ import annotations

from dataclasses import replace

import pytest

from index.citations import cite
from index.paper import Date, Name
from tests.index.citations.csl_papers import records, written
from tests.index.citations.samples import cited

ARTICLE = records()["article"]


@pytest.mark.parametrize(
    ("pages", "shown"),
    [
        ("96-101", "pp. 96–101"),
        ("103--104", "pp. 103–04"),
        ("395–401", "pp. 395–401"),
        ("1608-1774", "pp. 1608–774"),
        ("17", "p. 17"),
        ("7-9, 12", "pp. 7–9, 12"),
        ("436-44", "pp. 436–44"),
        ("xi", "p. xi"),
    ],
)
def test_pages(pages: str, shown: str) -> None:
    """Section 2.139, with its own examples."""
    assert f", {shown}, https" in written(replace(ARTICLE, pages=pages), "mla")


@pytest.mark.parametrize(
    ("authors", "shown"),
    [
        ((Name(family="Doe", given="Jane"),), "Doe, Jane."),
        ((Name(family="Doe", given="J. R"), Name(literal="OpenAI")), "Doe, J. R., and OpenAI."),
        ((Name(literal="OpenAI"), Name(family="Doe", given="J.R.")), "OpenAI and J. R. Doe."),
        ((Name(family="King", given="Martin", suffix="Jr."),), "King, Martin, Jr."),
    ],
)
def test_names(authors: tuple[Name, ...], shown: str) -> None:
    """Sections 5.6 to 5.8."""
    assert written(replace(ARTICLE, authors=authors), "mla").startswith(f"{shown} “")


def test_dates() -> None:
    """Section 5.69; months are cut as appendix 1 has it."""
    assert ", no. 3, Sept. 2024, " in written(replace(ARTICLE, date=Date(2024, 9, 5)), "mla")
    assert ", no. 3, May 2024, " in written(replace(ARTICLE, date=Date(2024, 5)), "mla")
    assert ", no. 3, 2024, " in written(replace(ARTICLE, date=Date(2024, 13)), "mla")
    assert ", no. 3, pp. " in written(replace(ARTICLE, date=None), "mla")


def test_a_work_that_is_part_of_nothing_stands_without_quotation_marks() -> None:
    """Section 5.25: they are for works within works."""
    alone = replace(ARTICLE, venue=None, volume=None, issue=None, pages=None)
    assert "Jean-Paul Smith-Jones. Forests That Never Forget. Mar. 2024, https" in written(
        alone, "mla"
    )


def test_the_list_is_sorted_and_has_no_letters() -> None:
    text = cite([cited(ARTICLE), cited(replace(ARTICLE, title="A forest"))], "mla")
    assert [line.split("“")[1][:8] for line in text.splitlines()] == ["A Forest", "Forests "]
    assert "2024a" not in text
