"""What holds in every style that writes reference lists."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations import Cited, cite
from index.citations.references.listing import NUMBERS, REFERENCES
from index.paper import Date, Identifiers, Kind, Link, Name, Paper, Source
from tests.index.citations.csl_papers import entries, records, written
from tests.index.citations.samples import cited, untitled

STYLES = [*REFERENCES, "apa-in-text"]
ARTICLE = records()["article"]
PREPRINT = records()["preprint"]
SUBMITTED = replace(
    records()["question"],
    venue="Submitted to Conference on Pruning 2024",
    publisher=None,
    pages=None,
    links=(Link("url", "https://example.org/forum?id=x"),),
)


@pytest.mark.parametrize("style", REFERENCES)
@pytest.mark.parametrize("record", records())
def test_the_entry_is_the_one_that_the_manual_asks_for(style: str, record: str) -> None:
    assert written(records()[record], style) == entries(style)[record]


@pytest.mark.parametrize("style", REFERENCES)
def test_a_missing_title_is_said_to_be_missing(style: str) -> None:
    text = written(replace(ARTICLE, title=None), style)

    assert "[Title not recorded]" in text
    assert "“" not in text
    assert "‘" not in text


@pytest.mark.parametrize("style", REFERENCES)
def test_nobody_is_called_anonymous_and_nothing_empty_is_left(style: str) -> None:
    bare = Paper(id="0" * 16, abstract="", source=Source("a.bib"), title="On trees")
    kinds: tuple[Kind, ...] = ("conference", "article", "preprint", "chapter", "other")
    for kind in kinds:
        text = written(replace(bare, kind=kind), style)
        assert "On trees" in text or "On Trees" in text
        assert not re.search(r"(?i)anon|unknown author|None", text)
        assert not re.search(r"\(\)|\[\]|“”|‘’|\bIn[:.]|  |,\.|\.\.| [,.;:]|[,;:]$", text), text


@pytest.mark.parametrize("style", REFERENCES)
def test_a_submission_is_not_called_published(style: str) -> None:
    text = written(SUBMITTED, style)

    assert "Submitted to Conference on Pruning 2024" in text
    assert not re.search(r"(?i)\bin:? submitted", text)
    assert "https://example.org/forum?id=x" in text


@pytest.mark.parametrize("style", REFERENCES)
def test_markup_in_titles_is_written_out(style: str) -> None:
    for title in (r"Sparse $\ell_1$ trees", r"Sparse \emph{$\ell_1$} trees"):
        assert "ℓ₁" in written(replace(ARTICLE, title=title), style)
    text = written(replace(ARTICLE, title="<i>E. coli</i> and H<sub>2</sub>O"), style)
    assert "E. coli and H2O" in text.replace("And", "and")


@pytest.mark.parametrize("style", REFERENCES)
def test_a_list_that_its_source_cuts_short_ends_in_et_al(style: str) -> None:
    for known in (1, 2):
        authors = (*ARTICLE.authors[:known], Name(literal="others"))
        text = written(replace(ARTICLE, authors=authors), style)
        assert "et al." in text
        assert "others" not in text


@pytest.mark.parametrize("style", sorted(set(REFERENCES) - {"nature", "vancouver"}))
def test_a_published_paper_is_found_by_its_doi_and_not_at_arxiv(style: str) -> None:
    with_both = replace(ARTICLE, ids=Identifiers(doi="10.5555/1234567", arxiv="2401.01234"))
    without = replace(ARTICLE, ids=Identifiers(arxiv="2401.01234"))

    assert "10.5555/1234567" in written(with_both, style)
    for paper in (with_both, without):
        assert "arxiv" not in written(paper, style).lower()
    assert "2401.01234" in written(PREPRINT, style)


def test_every_list_style_writes_both_kinds_of_paper() -> None:
    for style in REFERENCES:
        text = cite([cited(ARTICLE), cited(untitled("Zebras run."))], style)
        assert len(text.splitlines()) == 2
        assert "Untitled abstract beginning “Zebras run”" in text


@pytest.mark.parametrize("style", NUMBERS)
def test_numbered_styles_count_in_the_order_given(style: str) -> None:
    papers = [records()[name] for name in ("question", "article", "body")]
    lines = cite([cited(paper) for paper in papers], style).splitlines()

    for number, (line, paper) in enumerate(zip(lines, papers, strict=True), start=1):
        alone = written(paper, style)
        assert line == alone.replace("1", str(number), 1)


TEXT = st.one_of(st.none(), st.text(max_size=30))
NAMES = st.lists(
    st.builds(
        Name,
        family=st.text(max_size=9),
        given=st.text(max_size=9),
        particle=st.sampled_from(["", "van", "d’"]),
        suffix=st.sampled_from(["", "Jr.", "III"]),
        literal=st.sampled_from(["", "", "others", "OpenAI"]),
    ),
    max_size=3,
).map(tuple)
PAPERS = st.builds(
    Paper,
    id=st.just("0" * 16),
    abstract=st.just(""),
    source=st.just(Source("a.bib")),
    kind=st.sampled_from(["conference", "article", "preprint", "chapter", "other"]),
    title=TEXT,
    authors=NAMES,
    editors=NAMES,
    date=st.one_of(
        st.none(),
        st.builds(Date, st.integers(1, 9999), st.integers(0, 13), st.integers(0, 32)),
    ),
    venue=TEXT,
    series=TEXT,
    volume=TEXT,
    issue=TEXT,
    pages=TEXT,
    publisher=TEXT,
    place=TEXT,
)


@given(papers=st.lists(PAPERS, min_size=1, max_size=3))
def test_any_record_gives_one_line_without_blanks_at_its_ends(papers: list[Paper]) -> None:
    for style in STYLES:
        text = cite([Cited(paper, "key", "") for paper in papers], style)
        lines = text.split("\n")
        assert len(lines) == (1 if style == "apa-in-text" else len(papers))
        for line in lines:
            assert line == " ".join(line.split())
            assert line
