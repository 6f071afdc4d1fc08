"""CSL-JSON of Zotero, Better BibTeX and Crossref."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from index.paper import Date, Identifiers, Link, Name, Paper
from tests.index.importers.sample import papers, sample, write
from tests.shared import requires_shared


def one(tmp_path: Path, **item: Any) -> Paper:
    item = {"id": "x", "type": "article-journal", "title": "T", "issued": {}, **item}
    (paper,) = papers(write(tmp_path, json.dumps([item])))
    assert paper.source.format == "csl-json"
    return paper


@requires_shared
def test_zotero() -> None:
    (paper,) = papers(sample("zotero.csl.json"))
    # Lines 3 to 11.
    assert paper.source.record_key == "http://zotero.org/users/123456/items/ABCD2345"
    assert paper.kind == "conference"
    assert paper.title == "A Large-Scale Study on Regularization and Normalization in GANs"
    assert paper.venue == "Proceedings of the 36th International Conference on Machine Learning"
    assert (paper.publisher, paper.pages, paper.volume) == ("PMLR", "1-10", "97")
    assert paper.links == (Link("url", "https://proceedings.mlr.press/v97/kurach19a.html"),)
    assert paper.ids == Identifiers(pmlr="v97/kurach19a")
    # Lines 17-18 and 37-41; the day of line 48 is when it was looked at.
    assert paper.authors[1] == Name("Lučić", "Mario")
    assert paper.date == Date(2019, 5, 24)


@requires_shared
def test_better_bibtex() -> None:
    """One line; the year is a text, the key the id, the title has HTML in it."""
    (paper,) = papers(sample("bbt_olson_html_title.csl.json"))
    assert paper.title == (
        "Codes, costs, and critiques: The organization of information in *Library Quarterly*, "
        "1931–2004"
    )
    assert paper.authors == (Name("Olson", "Hope A."),)
    assert (paper.venue, paper.kind, paper.date) == ("Library Quarterly", "article", Date(2006))
    assert (paper.volume, paper.issue, paper.pages) == ("76", "1", "19–35")
    assert paper.ids == Identifiers(doi="10.1086/504343", citation_key="Olson2006")


# CSL 1.0.2, "Date variables", and the JSON schema of its input data.
@pytest.mark.parametrize(
    ("issued", "date"),
    [
        ({"date-parts": [[2017, 5, 6]]}, Date(2017, 5, 6)),
        ({"date-parts": [["2017", "05"]]}, Date(2017, 5)),
        ({"date-parts": [["2017"]]}, Date(2017)),
        ({"date-parts": [[2017], [2018]]}, Date(2017)),
        ({"date-parts": [[2017, 0, 0]]}, Date(2017)),
        ({"raw": "2017-05-06"}, Date(2017, 5, 6)),
        ({"literal": "Spring 2017"}, Date(2017)),
        ({"season": 1}, None),
        ({"date-parts": [[None]]}, None),
        ({"date-parts": []}, None),
        ({}, None),
        ("2017-05", Date(2017, 5)),
        (None, None),
    ],
)
def test_dates(tmp_path: Path, issued: object, date: Date | None) -> None:
    assert one(tmp_path, issued=issued, **{"container-title": "J"}).date == date


@pytest.mark.parametrize(
    ("author", "name"),
    [
        ({"family": "Berg", "given": "Anna"}, Name("Berg", "Anna")),
        (
            {"family": "Berg", "given": "Anna", "non-dropping-particle": "van den"},
            Name("Berg", "Anna", "van den"),
        ),
        (
            {"family": "Humboldt", "given": "Alexander", "dropping-particle": "von"},
            Name("Humboldt", "Alexander", "von"),
        ),
        ({"family": "van den Berg", "given": "Anna"}, Name("Berg", "Anna", "van den")),
        ({"family": "King", "given": "Martin", "suffix": "Jr."}, Name("King", "Martin", "", "Jr.")),
        ({"literal": "ACME Consortium"}, Name(literal="ACME Consortium")),
        ({"family": "OpenAI"}, Name(literal="OpenAI")),
    ],
)
def test_names(tmp_path: Path, author: dict[str, str], name: Name) -> None:
    assert one(tmp_path, author=[author]).authors == (name,)


@pytest.mark.parametrize(
    ("item", "kind", "venue"),
    [
        ({"type": "article-journal", "container-title": "J"}, "article", "J"),
        ({"type": "paper-conference", "container-title": "Proc. X"}, "conference", "Proc. X"),
        ({"type": "paper-conference", "event-title": "Meeting"}, "conference", "Meeting"),
        ({"type": "chapter", "container-title": "Essays"}, "chapter", "Essays"),
        ({"type": "article", "publisher": "arXiv"}, "preprint", None),
        ({"type": "thesis"}, "other", None),
        ({"type": "article-journal", "container-title": ["J", "Journal"]}, "article", "J"),
    ],
)
def test_types(tmp_path: Path, item: dict[str, Any], kind: str, venue: str | None) -> None:
    paper = one(tmp_path, **item)
    assert (paper.kind, paper.venue) == (kind, venue)


def test_the_note_of_better_bibtex_and_keys(tmp_path: Path) -> None:
    note = "arXiv: 2101.00001 [cs]\nDOI: 10.1000/xyz\ntex.keywords: quokkas, marsupials\nAnna said."
    paper = one(tmp_path, note=note, id="berg2021")
    assert paper.ids == Identifiers(doi="10.1000/xyz", arxiv="2101.00001", citation_key="berg2021")
    assert paper.keywords == ("quokkas", "marsupials")
    assert one(tmp_path, id=12).ids.citation_key is None
    assert one(tmp_path, **{"id": "http://x.org/1", "citation-key": "k"}).ids.citation_key == "k"


def test_rich_text_becomes_markup(tmp_path: Path) -> None:
    title = 'H<sub>2</sub>O in <i>E. coli</i> and <span class="nocase">DNA</span>, 1 < 2'
    assert one(tmp_path, title=title).title == "H$_{2}$O in *E. coli* and DNA, 1 < 2"
    abstract = "<jats:title>Abstract</jats:title><jats:p>We study p < q.</jats:p>"
    assert one(tmp_path, abstract=abstract).abstract == "We study p < q."


def test_lists_in_an_object(tmp_path: Path) -> None:
    item = {"id": "a", "type": "chapter", "title": "T", "container-title": "B"}
    for key in ("items", "references"):
        (paper,) = papers(write(tmp_path, json.dumps({key: [item]})))
        assert (paper.source.format, paper.kind) == ("csl-json", "chapter")
