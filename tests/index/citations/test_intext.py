from __future__ import annotations

from dataclasses import replace

import pytest

from index.citations import cite, cite_quotation
from index.citations.intext import author_year
from index.paper import Name, Paper
from tests.index.citations.samples import ARTICLE, CONFERENCE, PREPRINT, TITLE_ONLY, cited, untitled


def by(*authors: Name) -> Paper:
    return replace(PREPRINT, authors=authors)


CRUZ = Name(family="Cruz", given="Juan", particle="de la")


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        (by(CRUZ), "de la Cruz, 2017"),
        (PREPRINT, "Vaswani & Shazeer, 2017"),
        (ARTICLE, "LeCun et al., 2015"),
        (by(CRUZ, Name(literal="others")), "de la Cruz et al., 2017"),
        (by(Name(literal="OpenAI")), "OpenAI, 2017"),
        (by(Name(family="王", given="小明")), "王, 2017"),
        (TITLE_ONLY, "“What Is 3D?”, n.d."),
        (replace(TITLE_ONLY, title='On "it"'), "“On ‘it’”, n.d."),
    ],
)
def test_author_and_year(paper: Paper, expected: str) -> None:
    assert author_year(paper) == expected


def test_a_quotation_of_an_untitled_paper_is_cited_in_apa() -> None:
    item = cited(untitled("We study it. It “works”."))

    assert cite_quotation(item, " It\n“works”. ") == (
        "“It ‘works’.” ([Untitled abstract beginning “We study it. It ‘works’”], 2026)\n"
        "\n"
        "[Untitled abstract beginning “We study it. It ‘works’”]. (2026). In ICML 2026 Papers"
        " (Abstract No. 3)."
    )


def test_a_quotation_of_another_paper_is_cited_by_author_and_year() -> None:
    item = cited(CONFERENCE)

    assert cite_quotation(item, "Lasso is slow.") == (
        "“Lasso is slow.” (Rakotomamonjy et al., 2019)\n\n" + cite([item], "plain")
    )
