from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations.plain import reference
from index.paper import Identifiers, Name, Paper
from tests.index.citations.samples import (
    ARTICLE,
    AUTHORS_ONLY,
    CONFERENCE,
    PREPRINT,
    TITLE_ONLY,
)

CHAPTER = Paper(
    id="1" * 16,
    abstract="",
    source=CONFERENCE.source,
    kind="chapter",
    title="Why?",
    authors=(Name(family="King", given="Martin Luther", suffix="Jr."),),
    editors=(Name(family="Roe", given="Ann"),),
    venue="A Book",
    pages="7",
    publisher="Press Inc.",
    place="Berlin",
)


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        (
            CONFERENCE,
            (
                "Alain Rakotomamonjy, Gilles Gasso, and Joseph Salmon. Screening rules for Lasso"
                " with non-convex Sparse Regularizers. In Proceedings of the 36th International"
                " Conference on Machine Learning, edited by Kamalika Chaudhuri and Ruslan"
                " Salakhutdinov, vol. 97 of Proceedings of Machine Learning Research, pp."
                " 5341–5350, PMLR, 2019. https://proceedings.mlr.press/v97/rakotomamonjy19a.html"
            ),
        ),
        (
            ARTICLE,
            (
                "Yann LeCun, Yoshua Bengio, and Geoffrey Hinton. Deep learning. Nature, vol. 521,"
                " no. 7553, pp. 436–444, 2015. https://doi.org/10.1038/nature14539"
            ),
        ),
        (
            PREPRINT,
            (
                "Ashish Vaswani and Noam Shazeer. Attention Is All You Need. arXiv:1706.03762,"
                " 2017. https://arxiv.org/abs/1706.03762"
            ),
        ),
        (
            CHAPTER,
            (
                "Martin Luther King Jr. Why? In A Book, edited by Ann Roe, p. 7, Press Inc.,"
                " Berlin, n.d."
            ),
        ),
        (TITLE_ONLY, "What Is 3D? n.d."),
        (
            replace(AUTHORS_ONLY, venue=None, series=None),
            (
                "Alain Rakotomamonjy, Gilles Gasso, and Joseph Salmon. [Title not recorded]."
                " Vol. 97, pp. 5341–5350, PMLR, 2019."
            ),
        ),
        (
            replace(
                PREPRINT, title=r"The $\alpha$ of \emph{Things}", ids=Identifiers(), venue=None
            ),
            "Ashish Vaswani and Noam Shazeer. The α of Things. 2017.",
        ),
    ],
)
def test_reference(paper: Paper, expected: str) -> None:
    assert reference(paper) == expected


TEXT = st.text(alphabet="ab .?!”,", max_size=8)


@given(title=TEXT, venue=TEXT, publisher=TEXT)
def test_no_stop_of_ours_follows_another(title: str, venue: str, publisher: str) -> None:
    paper = replace(CHAPTER, title=title, venue=venue, publisher=publisher)
    own = (title, venue, publisher)

    text = reference(paper)

    for doubled in ("..", "?.", "!."):
        assert doubled not in text or any(doubled in part for part in own)
