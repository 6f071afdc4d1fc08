"""What a full record adds to a paper that is known by its abstract alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from index.enrichment import enriched, origin, origin_line
from index.paper import Date, Identifiers, Link, Name, Paper, Source

SOMETIMES = st.none() | st.sampled_from(["one", "two"])
DATES = st.none() | st.builds(Date, st.sampled_from([2024, 2026]))


def records(**given_: st.SearchStrategy[object]) -> st.SearchStrategy[Paper]:
    published = dict.fromkeys(
        ("venue", "series", "volume", "issue", "pages", "publisher", "place"), SOMETIMES
    )
    return st.builds(
        Paper,
        st.just("id"),
        st.sampled_from(["An abstract.", "Another one."]),
        st.just(Source("file")),
        kind=st.sampled_from(["other", "article", "conference"]),
        date=DATES,
        **published,
        **given_,
    )


def publication(paper: Paper) -> tuple[object, ...]:
    return (
        paper.kind, paper.date, paper.venue, paper.series, paper.volume, paper.issue, paper.pages,
        paper.publisher, paper.place,
    )  # fmt: skip


@given(records(), records(title=st.sampled_from(["A title", "T"])))
def test_what_is_said_of_a_publication_is_said_by_one_record(paper: Paper, full: Paper) -> None:
    both = enriched(paper, full)
    assert publication(both) in (publication(paper), publication(full))
    assert (both.title, both.authors) == (full.title, full.authors)
    assert (both.id, both.abstract, both.collection) == (paper.id, paper.abstract, paper.collection)


@given(records(), records(title=st.sampled_from(["A title", "T"])))
def test_every_field_that_says_something_has_an_origin(paper: Paper, full: Paper) -> None:
    both, told = enriched(paper, full), origin(paper, full)
    for name in ("title", "date", "venue", "series", "volume", "pages", "publisher", "abstract"):
        assert (name in told) == bool(getattr(both, name))


def test_a_record_that_says_nothing_of_a_publication_leaves_what_is_known() -> None:
    paper = Paper("a", "Text.", Source("a.txt", 3), date=Date(2026), collection="ICML 2026")
    full = Paper("b", "Text.", Source("b.bib", 5), title="T", authors=(Name("Hopper", "Grace"),))
    assert enriched(paper, full).date == Date(2026)
    assert origin(paper, full) == {
        "title": "b.bib, no. 5", "authors": "b.bib, no. 5", "date": "a.txt, no. 3",
        "abstract": "a.txt, no. 3", "collection": "a.txt, no. 3",
    }  # fmt: skip
    assert origin_line(origin(paper, full)) == "title, authors from b.bib, no. 5"


def test_links_and_identifiers_of_both_are_there_the_full_record_s_first() -> None:
    code = Link("code", "https://example.org/code")
    page = Link("url", "https://example.org/page")
    paper = Paper("a", "", Source("a.txt"), links=(code, page), ids=Identifiers(arxiv="2601.1"))
    full = Paper("b", "", Source("b.bib"), title="T", links=(page,), ids=Identifiers(doi="10.1/x"))
    both = enriched(paper, full)
    assert both.links == (page, code)
    assert both.ids == Identifiers(doi="10.1/x", arxiv="2601.1")
    assert origin(paper, full)["ids"] == origin(paper, full)["links"] == "b.bib; a.txt"


def test_no_origin_makes_no_line() -> None:
    assert origin_line({}) == ""
