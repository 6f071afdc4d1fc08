"""IEEE; the rules are those of the IEEE Reference Guide."""

from __future__ import annotations

from dataclasses import replace

from index.paper import Date, Name
from tests.index.citations.csl_papers import records, written

ARTICLE = records()["article"]
PREPRINT = records()["preprint"]


def test_six_authors_are_listed_and_of_seven_one() -> None:
    authors = tuple(Name(family=f"A{number}", given="Jean-Paul") for number in range(7))
    six, seven = (written(replace(ARTICLE, authors=authors[:n]), "ieee") for n in (6, 7))

    assert six.startswith("[1] J.-P. A0, J.-P. A1, ")
    assert ", and J.-P. A5, “Forests" in six
    assert seven.startswith("[1] J.-P. A0 et al., “Forests")


def test_a_reference_ends_in_a_full_stop_unless_it_ends_in_an_address() -> None:
    assert written(PREPRINT, "ieee").endswith(" doi: 10.48550/arXiv.2401.01234.")
    by_address = written(records()["preprint-without-doi"], "ieee")
    assert by_address.endswith("[Online]. Available: https://arxiv.org/abs/2311.00042")
    assert written(records()["question"], "ieee").endswith("pp. 100–120.")


def test_a_title_brings_its_own_ending() -> None:
    def title(text: str) -> str:
        return written(replace(ARTICLE, title=text), "ieee").split("Jones, ")[1].split(" Jour")[0]

    assert title("Forests.") == "“Forests,”"
    assert title("On “forests”") == "“On ‘forests,’”"
    assert " “Why?” arXiv, Mar. 05, 2024." in written(replace(PREPRINT, title="Why?"), "ieee")


def test_dates() -> None:
    assert ", Sept. 2024, doi" in written(replace(ARTICLE, date=Date(2024, 9, 1)), "ieee")
    assert ", n.d., doi" in written(replace(ARTICLE, date=None), "ieee")
    assert " arXiv, n.d. doi" in written(replace(PREPRINT, date=None), "ieee")


def test_a_chapter_without_editors() -> None:
    chapter = replace(records()["chapter"], editors=())
    assert written(chapter, "ieee").endswith(
        ", “Learning under uncertainty,” in Handbook of Trees, Cham: Springer, 2018, pp. 5–9."
    )
