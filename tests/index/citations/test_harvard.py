"""Harvard; the rules are those of "Cite Them Right"."""

from __future__ import annotations

from dataclasses import replace

from index.citations import cite
from index.paper import Name
from tests.index.citations.csl_papers import records, written
from tests.index.citations.samples import cited, untitled

ARTICLE = records()["article"]


def test_three_authors_are_listed_and_of_four_one() -> None:
    authors = tuple(Name(family=f"A{number}", given="Jo B") for number in range(4))
    three, four = (written(replace(ARTICLE, authors=authors[:n]), "harvard") for n in (3, 4))

    assert three.startswith("A0, J.B., A1, J.B. and A2, J.B. (2024) ‘")
    assert four.startswith("A0, J.B. et al. (2024) ‘")


def test_an_editor_list_is_cut_as_an_author_list_is() -> None:
    editors = tuple(Name(family=f"E{number}", given="Jo") for number in range(4))
    chapter = records()["chapter"]

    assert "’, in J. E0, J. E1 and J. E2 (eds) Handbook of Trees. Cham: Springer, pp." in written(
        replace(chapter, editors=editors[:3]), "harvard"
    )
    assert "’, in J. E0 et al. (eds) Handbook" in written(
        replace(chapter, editors=editors), "harvard"
    )


def test_equal_authors_and_years_get_letters() -> None:
    dated = cite([cited(ARTICLE), cited(replace(ARTICLE, title="A forest"))], "harvard")
    undated = replace(ARTICLE, date=None)
    without = cite([cited(undated), cited(replace(undated, title="A forest"))], "harvard")

    assert [line.split(") ")[0][-6:] for line in dated.splitlines()] == ["(2024a", "(2024b"]
    assert "(no date a) ‘A forest’" in without.splitlines()[0]
    assert "(no date b) ‘Forests" in without.splitlines()[1]


def test_the_full_stop_stands_after_the_quotation_mark() -> None:
    preprint = records()["preprint"]
    assert " ‘On “trees”’. arXiv." in written(replace(preprint, title="On ‘trees’"), "harvard")
    assert " ‘Trees?’ arXiv." in written(replace(preprint, title="Trees?"), "harvard")


def test_untitled() -> None:
    assert cite([cited(untitled("Zebras run."))], "harvard") == (
        "Untitled abstract beginning “Zebras run” (2026) in ICML 2026 Papers, abstract no. 3."
        " File a.txt."
    )
    assert cite([cited(untitled("Zebras run.", collection=None))], "harvard") == (
        "Untitled abstract beginning “Zebras run” (no date) in file a.txt, abstract no. 3."
    )
