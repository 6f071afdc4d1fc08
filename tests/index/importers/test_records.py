"""From a JSON object to a paper."""

from __future__ import annotations

import json
from typing import Any

import pytest

from index.forms import make_forms
from index.identity import paper_id
from index.importers.records import (
    MAXIMUM_ABSTRACT,
    MAXIMUM_TITLE,
    Malformed,
    Skipped,
    read_record,
)
from index.paper import Date, Identifiers, Link, Name, Paper, Source
from index.records import full_record

SOURCE = Source("a.jsonl", 3, format="jsonl")


def read(**record: Any) -> Paper:
    paper = read_record({"title": "T", **record}, SOURCE)
    assert isinstance(paper, Paper)
    return paper


def test_a_record_of_a_conference_list() -> None:
    paper = read_record(
        {
            "id": "05T81ScPFb",
            "title": "Seeing  Far from a Single Image",
            "author": "Anna van den Berg;Bo Li*;;Anonymous",
            "abstract": '"We see far."',
            "venue": "3dv2025",
            "status": "Poster",
            "keywords": "Vision;3D",
            "site": "https://openreview.net/forum?id=05T81ScPFb",
            "pdf": None,
            "github": "github.com/berg/far",
            "aff": "Example University",
            "email": "example.org",
            "gender": "f",
            "track": "main",
        },
        SOURCE,
    )
    authors = (Name("Berg", "Anna", "van den"), Name("Li", "Bo"))
    assert paper == Paper(
        paper_id("Seeing Far from a Single Image", "We see far.", authors, Date(2025)),
        "We see far.",
        Source("a.jsonl", 3, record_key="05T81ScPFb", format="jsonl"),
        kind="conference",
        title="Seeing Far from a Single Image",
        authors=authors,
        date=Date(2025),
        venue="3DV 2025",
        keywords=("Vision", "3D"),
        links=(
            Link("url", "https://openreview.net/forum?id=05T81ScPFb"),
            Link("code", "https://github.com/berg/far"),
        ),
        ids=Identifiers(openreview="05T81ScPFb"),
    )


def test_nothing_but_what_is_asked_for_is_stored() -> None:
    paper = read(
        author="Anna Berg",
        affiliation="Example University",
        author_email="anna@example.org",
        homepage="https://example.org/~anna",
        gender="f",
        orcid="0000-0000",
    )
    for secret in ("University", "anna@", "~anna", "'f'", "0000"):
        assert secret not in repr(paper)


@pytest.mark.parametrize("name", ["title", "Title", "paper-title", "Document Title", "name"])
def test_names_of_the_title(name: str) -> None:
    paper = read_record({name: "A Title", "abstract": "x"}, SOURCE)
    assert isinstance(paper, Paper)
    assert paper.title == "A Title"


def test_a_name_is_no_title_where_the_record_says_that_there_is_none() -> None:
    paper = read_record({"title": None, "name": "SemBind", "abstract": "x"}, SOURCE)
    assert isinstance(paper, Paper)
    assert paper.title is None


@pytest.mark.parametrize("name", ["abstract", "summary", "description", "Abstract Note"])
def test_names_of_the_abstract(name: str) -> None:
    assert read(**{name: "We study."}).abstract == "We study."


def test_the_first_name_that_says_something_counts() -> None:
    assert read(abstract="-1", summary="We study.").abstract == "We study."


@pytest.mark.parametrize(
    ("record", "venue", "kind"),
    [
        ({"venue": "icml2019"}, "ICML 2019", "conference"),
        ({"conference": "Meeting on X"}, "Meeting on X", "conference"),
        ({"booktitle": "Essays"}, "Essays", "conference"),
        ({"journal": "Nature"}, "Nature", "article"),
        ({"journal": {"name": "Nature", "volume": "3"}}, "Nature", "article"),
        ({"venue": "Nature"}, "Nature", "other"),
        ({"venue": "Nature", "type": "journal-article"}, "Nature", "article"),
        ({"type": "book chapter", "booktitle": "Essays"}, "Essays", "chapter"),
        ({"arxiv": "2101.00001"}, None, "preprint"),
        ({"arxiv": "2101.00001", "venue": "icml2019"}, "ICML 2019", "conference"),
        ({"venue": "acl2022", "status": "Findings"}, "Findings of ACL 2022", "conference"),
        ({"venue": "iclr2017", "status": "Workshop"}, "ICLR 2017 Workshop", "conference"),
        ({}, None, "other"),
    ],
)
def test_venue_and_kind(record: dict[str, Any], venue: str | None, kind: str) -> None:
    paper = read(**record)
    assert (paper.venue, paper.kind) == (venue, kind)


@pytest.mark.parametrize(
    ("record", "date"),
    [
        ({"year": 2019}, Date(2019)),
        ({"date": "2019-05-06"}, Date(2019, 5, 6)),
        ({"published": "2019-05-06", "year": "2019"}, Date(2019, 5, 6)),
        ({"published": "2018-12-31", "year": "2019"}, Date(2019)),
        ({"venue": "icml2019"}, Date(2019)),
        ({"venue": "icml2019", "year": 2020}, Date(2020)),
        ({"venue": "icml2019", "year": "-1"}, Date(2019)),
        ({}, None),
    ],
)
def test_the_date(record: dict[str, Any], date: Date | None) -> None:
    assert read(**record).date == date


@pytest.mark.parametrize(
    ("record", "ids"),
    [
        ({"doi": "10.1000/xyz"}, Identifiers(doi="10.1000/xyz")),
        ({"doi": "https://doi.org/10.1000/xyz"}, Identifiers(doi="10.1000/xyz")),
        ({"doi": "DOI: 10.1000/xyz"}, Identifiers(doi="10.1000/xyz")),
        ({"doi": "none yet"}, Identifiers()),
        ({"url": "https://doi.org/10.1000/xyz"}, Identifiers(doi="10.1000/xyz")),
        ({"arxiv": "arXiv:2101.00001v2"}, Identifiers(arxiv="2101.00001")),
        ({"eprint": "math/0101001"}, Identifiers(arxiv="math/0101001")),
        ({"url": "https://arxiv.org/abs/2101.00001v3"}, Identifiers(arxiv="2101.00001")),
        ({"pdf": "http://arxiv.org/pdf/2101.00001.pdf"}, Identifiers(arxiv="2101.00001")),
        ({"externalIds": {"ArXiv": "2101.00001", "CorpusId": 5}}, Identifiers(arxiv="2101.00001")),
        ({"id": "abc"}, Identifiers()),
        ({"site": "https://openreview.net/forum?id=a-B_9"}, Identifiers(openreview="a-B_9")),
        ({"pdf": "https://openreview.net/pdf?id=a-B_9"}, Identifiers(openreview="a-B_9")),
        ({"site": "https://aclanthology.org/2021.acl-long.7/"}, Identifiers(acl="2021.acl-long.7")),
        ({"pdf": "https://aclanthology.org/P19-1001.pdf"}, Identifiers(acl="P19-1001")),
        ({"site": "https://proceedings.mlr.press/v97/li19a.html"}, Identifiers(pmlr="v97/li19a")),
        (
            {"pdf": "http://proceedings.mlr.press/v97/li19a/li19a.pdf"},
            Identifiers(pmlr="v97/li19a"),
        ),
        ({"site": "https://proceedings.mlr.press/v97/"}, Identifiers()),
        ({"code": "https://arxiv.org/abs/2101.00001"}, Identifiers()),
        ({"citation-key": "li2019"}, Identifiers(citation_key="li2019")),
    ],
)
def test_identifiers_stated_or_in_the_address_of_an_archive(
    record: dict[str, Any], ids: Identifiers
) -> None:
    assert read(**record).ids == ids


def test_links_by_kind_each_once() -> None:
    paper = read(
        url="https://example.org/a",
        link="https://example.org/a",
        pdf_url="https://example.org/a.pdf",
        code="https://github.com/x/a",
        project="javascript:alert(1)",
        links=[{"kind": "code", "url": "https://github.com/x/b"}],
    )
    assert paper.links == (
        Link("url", "https://example.org/a"),
        Link("code", "https://github.com/x/b"),
        Link("pdf", "https://example.org/a.pdf"),
        Link("code", "https://github.com/x/a"),
    )


def test_where_it_appeared() -> None:
    paper = read(
        volume=97,
        pages="1-9",
        publisher="PMLR",
        issue="2",
        series="S",
        place="Town",
        editors="Ed Itor",
        collection="Heading",
    )
    assert (paper.volume, paper.pages, paper.publisher) == ("97", "1-9", "PMLR")
    assert (paper.issue, paper.series, paper.place) == ("2", "S", "Town")
    assert (paper.editors, paper.collection) == ((Name("Itor", "Ed"),), "Heading")


def test_what_was_not_accepted_is_skipped() -> None:
    record = {"title": "T", "venue": "iclr2018", "status": "Reject"}
    assert read_record(record, SOURCE) == Skipped("rejected")


def test_what_was_not_accepted_says_so_if_it_is_taken_in() -> None:
    record = {"title": "T", "venue": "iclr2018", "status": "Withdraw"}
    paper = read_record(record, SOURCE, include_rejected=True)
    assert isinstance(paper, Paper)
    assert (paper.venue, paper.kind) == ("Submitted to ICLR 2018", "other")
    assert paper.date == Date(2018)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({}, "has neither a title nor an abstract"),
        ({"title": None, "abstract": "-1"}, "has neither a title nor an abstract"),
        ({"title": ["a"], "abstract": {"b": 1}}, "has neither a title nor an abstract"),
        ({"title": "x" * (MAXIMUM_TITLE + 1)}, "a title of 2,001 characters is none"),
        ({"abstract": "x" * (MAXIMUM_ABSTRACT + 1)}, "an abstract of 200,001 characters is none"),
    ],
)
def test_records_that_are_none(record: dict[str, Any], reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        read_record(record, SOURCE)


def test_a_record_with_everything_null_but_the_abstract() -> None:
    paper = read_record({"title": None, "abstract": "We study.", "authors": [None]}, SOURCE)
    assert isinstance(paper, Paper)
    assert (paper.title, paper.authors, paper.abstract) == (None, (), "We study.")


def test_our_own_json_comes_back() -> None:
    paper = read(
        title="On Things",
        abstract="We study.",
        authors=["Anna van den Berg", "{OpenAI}"],
        venue="ICML 2019",
        doi="10.1000/xyz",
        url="https://example.org/a",
        code="https://github.com/x/a",
        collection="Heading",
    )
    record = json.loads(json.dumps(full_record(paper, make_forms(paper), "key")))
    again = read_record(record, SOURCE)
    assert isinstance(again, Paper)
    assert record["source"] == {"file": "a.jsonl", "number": 3}
    for name in ("title", "abstract", "authors", "venue", "date", "ids", "links", "collection"):
        assert getattr(again, name) == getattr(paper, name), name
