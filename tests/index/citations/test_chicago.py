"""Chicago 17, author-date; the sections named are those of the Chicago Manual of Style."""

from __future__ import annotations

from dataclasses import replace

import pytest

from index.citations import cite
from index.paper import Date, Name, Paper
from tests.index.citations.csl_papers import records, written
from tests.index.citations.samples import cited

ARTICLE = records()["article"]
STYLE = "chicago-author-date"


@pytest.mark.parametrize(
    ("pages", "shown"),
    [
        ("3-10", "3–10"),
        ("71-72", "71–72"),
        ("96-117", "96–117"),
        ("100-104", "100–104"),
        ("1100-1113", "1100–1113"),
        ("101-108", "101–8"),
        ("808-833", "808–33"),
        ("1103-1104", "1103–4"),
        ("321-328", "321–28"),
        ("498-532", "498–532"),
        ("1087-1089", "1087–89"),
        ("11564-11615", "11564–615"),
        ("6596-6606", "6596–6606"),
        ("S12-S18", "S12–S18"),
        ("e107-e108", "e107–8"),
    ],
)
def test_pages(pages: str, shown: str) -> None:
    """Section 9.61, with its own examples."""
    assert f"25 (3): {shown}. https" in written(replace(ARTICLE, pages=pages), STYLE)


@pytest.mark.parametrize(
    ("changed", "shown"),
    [
        ({"issue": None}, "Journal of Forest Learning 25 (March): 505–14."),
        ({"issue": None, "date": Date(2024)}, "Journal of Forest Learning 25: 505–14."),
        ({"volume": None}, "Journal of Forest Learning, no. 3 (March): 505–14."),
        ({"volume": None, "issue": None}, "Journal of Forest Learning, March, 505–14."),
        ({"pages": None}, "Journal of Forest Learning 25 (3)."),
    ],
)
def test_articles(changed: dict[str, None], shown: str) -> None:
    """Sections 14.170 and 14.171: the month stands in for a missing issue."""
    assert f" {shown} https" in written(replace(ARTICLE, **changed), STYLE)


def test_ten_authors_are_listed_and_of_eleven_seven() -> None:
    """Section 15.9."""
    authors = tuple(Name(family=f"A{number:02}", given="B") for number in range(11))
    ten, eleven = (written(replace(ARTICLE, authors=authors[:n]), STYLE) for n in (10, 11))

    assert ten.startswith("A00, B., B. A01, ")
    assert ", and B. A09. 2024." in ten
    assert ", B. A06, et al. 2024." in eleven


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (Name(family="Gogh", given="Vincent", particle="van"), "Gogh, Vincent van."),
        (Name(family="van Gogh", given="Vincent"), "Gogh, Vincent van."),
        (Name(family="Van Rensselaer", given="Stephen"), "Van Rensselaer, Stephen."),
        (Name(literal="王小明"), "王小明."),
    ],
)
def test_particles(name: Name, shown: str) -> None:
    """Section 16.71."""
    assert written(replace(ARTICLE, authors=(name,)), STYLE).startswith(f"{shown} 2024.")


def test_a_particle_does_not_count_in_the_order() -> None:
    def by(*names: Name) -> Paper:
        return replace(ARTICLE, authors=names)

    text = cite(
        [
            cited(by(Name(family="Hals", given="Frans"))),
            cited(by(Name(family="Gogh", given="Vincent", particle="van"))),
        ],
        STYLE,
    )
    assert [line.split(",")[0] for line in text.splitlines()] == ["Gogh", "Hals"]


def test_equal_authors_and_years_get_letters() -> None:
    """Section 15.20."""
    text = cite([cited(ARTICLE), cited(replace(ARTICLE, title="A forest"))], STYLE)
    first, second = text.splitlines()

    assert " 2024a. “A Forest.” " in first
    assert " 2024b. “Forests That Never Forget.” " in second


def test_proceedings_without_pages_keep_their_volume() -> None:
    paper = replace(records()["proceedings"], pages=None)
    assert "36th Conference on Pruning, vol. 97. Proceedings of" in written(paper, STYLE)
