"""APA 7; the sections named are those of the Publication Manual."""

from __future__ import annotations

from dataclasses import replace

import pytest

from index.citations import cite
from index.paper import Date, Name, Paper
from tests.index.citations.csl_papers import records, written
from tests.index.citations.samples import cited, untitled

ARTICLE = records()["article"]
DOE, ROE, POE, ZOE = (
    Name(family="Doe", given="Jane"),
    Name(family="Roe", given="Ann"),
    Name(family="Poe", given="Edgar Allan"),
    Name(family="Zoe", given="Zed"),
)


def paper(*authors: Name, year: int | None = 2020, title: str = "On trees") -> Paper:
    date = None if year is None else Date(year)
    return replace(ARTICLE, authors=authors, title=title, date=date)


def heads(*papers: Paper) -> list[str]:
    """Authors and year of each entry."""
    text = cite([cited(paper) for paper in papers], "apa")
    return [line[: line.index(")") + 1] for line in text.splitlines()]


def in_text(*papers: Paper) -> str:
    return cite([cited(paper) for paper in papers], "apa-in-text")


def test_titles_keep_the_capitals_of_the_source() -> None:
    title = "Learning to See: A BERT for iPhone users"
    assert f" {title}. " in written(replace(ARTICLE, title=title), "apa")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Is it?", "Is it? Journal"),
        ("Now!", "Now! Journal"),
        ("On “trees”", "On “trees.” Journal"),
        ('"Why?"', "“Why?” Journal"),
        ("It's here", "It’s here. Journal"),
    ],
)
def test_a_title_ends_in_one_mark(title: str, shown: str) -> None:
    assert f" {shown}" in written(replace(ARTICLE, title=title), "apa")


@pytest.mark.parametrize(("count", "listed"), [(20, 20), (21, 20), (25, 20)])
def test_twenty_one_authors_are_cut_to_nineteen_and_the_last(count: int, listed: int) -> None:
    """Section 9.8."""
    authors = tuple(Name(family=f"A{number:02}", given="B") for number in range(count))
    (head,) = heads(paper(*authors))

    assert head.count(" B.") == listed
    assert head.endswith(f"{'& ' if count == 20 else '… '}A{count - 1:02}, B. (2020)")


def test_initials() -> None:
    """Section 9.8: a hyphen stays, and so does what a person writes in lower case."""
    assert heads(paper(Name(family="Xu", given="Jean-Luc M"))) == ["Xu, J.-L. M. (2020)"]
    assert heads(paper(Name(family="Xu", given="Xiao-ming"))) == ["Xu, X. (2020)"]
    assert heads(paper(Name(family="Xu", given="JP"))) == ["Xu, J. P. (2020)"]
    assert heads(paper(Name(family="Beethoven", given="Ludwig van"))) == [
        "Beethoven, L. van. (2020)"
    ]
    assert heads(paper(Name(family="hooks", given="bell"))) == ["hooks, b. (2020)"]
    assert heads(paper(Name(family="Lee", given="Jeong (Kate)"))) == ["Lee, J. (2020)"]


def test_without_authors_the_title_comes_first() -> None:
    """Section 9.12; editors of a book are not the authors of its chapter."""
    chapter = replace(records()["chapter"], authors=())
    assert written(chapter, "apa") == (
        "Learning under uncertainty. (2018). In J. Doe (Ed.), Handbook of Trees (pp. 5–9)."
        " Springer."
    )


def test_an_issue_without_a_volume_is_not_taken_for_one() -> None:
    assert ", (3), 505–514." in written(replace(ARTICLE, volume=None), "apa")


def test_order_and_letters() -> None:
    """Sections 9.44 to 9.48: by author, fewer authors first, no date first, then title."""
    listed = heads(
        paper(ROE),
        paper(DOE, ROE, title="Zebras"),
        paper(DOE, ROE, title="The apes"),
        paper(DOE, year=2021),
        paper(DOE, year=None),
        paper(title="Between"),
        paper(Name(family="Dóe", given="K")),
    )
    assert listed == [
        "Between. (2020)",
        "Doe, J. (n.d.)",
        "Doe, J. (2021)",
        "Doe, J., & Roe, A. (2020a)",
        "Doe, J., & Roe, A. (2020b)",
        "Dóe, K. (2020)",
        "Roe, A. (2020)",
    ]
    assert heads(paper(DOE, year=None), paper(DOE, year=None, title="B"))[1] == "Doe, J. (n.d.-b)"


@pytest.mark.parametrize(
    ("authors", "shown"),
    [
        ((DOE,), "(Doe, 2020)"),
        ((DOE, ROE), "(Doe & Roe, 2020)"),
        ((DOE, ROE, POE), "(Doe et al., 2020)"),
        ((DOE, Name(literal="others")), "(Doe et al., 2020)"),
        ((Name(literal="OpenAI"),), "(OpenAI, 2020)"),
        ((Name(family="Gogh", given="Vincent", particle="van"),), "(van Gogh, 2020)"),
        ((), "(“On trees,” 2020)"),
    ],
)
def test_in_text(authors: tuple[Name, ...], shown: str) -> None:
    """Sections 8.14 and 8.17."""
    assert in_text(paper(*authors)) == shown


def test_several_in_text() -> None:
    """Section 8.12: in the order of the list, names once."""
    assert in_text(
        paper(ROE), paper(DOE, title="B"), paper(DOE, title="A"), paper(DOE, year=None)
    ) == ("(Doe, n.d., 2020a, 2020b; Roe, 2020)")


def test_lists_that_begin_alike_show_as_many_names_as_are_needed() -> None:
    """Section 8.18: "et al." stands for two names or more."""
    five = (DOE, ROE, POE, ZOE, Name(family="Yu", given="Y"))
    assert in_text(paper(*five), paper(DOE, POE, ROE, ZOE)) == (
        "(Doe, Poe, et al., 2020; Doe, Roe, et al., 2020)"
    )
    assert in_text(paper(DOE, ROE, POE), paper(DOE, ROE, ZOE)) == (
        "(Doe, Roe, & Poe, 2020; Doe, Roe, & Zoe, 2020)"
    )
    assert in_text(paper(DOE, ROE, POE), paper(DOE, ROE, ZOE, year=2021)) == (
        "(Doe et al., 2020, 2021)"
    )


def test_first_authors_of_one_family_name_get_initials() -> None:
    """Section 8.20."""
    assert in_text(paper(DOE), paper(Name(family="Doe", given="Mike"), year=2021)) == (
        "(J. Doe, 2020; M. Doe, 2021)"
    )


def test_in_text_mixes_with_untitled_papers() -> None:
    mixed = cite([cited(untitled("Zebras run.")), cited(paper(DOE))], "apa-in-text")
    assert mixed == "(Doe, 2020; [Untitled abstract beginning “Zebras run”], 2026)"
