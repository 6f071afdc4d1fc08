from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest

from index.citations import cite
from index.markup.parse import parse
from index.paper import Date, Identifiers, Kind, Link, Name, Paper, Source
from tests.index.citations.samples import (
    ARTICLE,
    AUTHORS_ONLY,
    CONFERENCE,
    PREPRINT,
    TITLE_ONLY,
    cited,
    expected_citations,
    seeds,
    untitled,
)
from tests.shared import SHARED, requires_shared

CHAPTER = replace(
    CONFERENCE,
    kind="chapter",
    authors=(Name(family="Müller", given="Jürgen"), Name(literal="OpenAI"), Name(literal="王小明")),
    place="Berlin",
    links=(),
    ids=Identifiers(),
)


def test_a_conference_paper() -> None:
    assert cite([cited(CONFERENCE, "pmlr-v97-rakotomamonjy19a")], "bibtex") == (
        "@inproceedings{pmlr-v97-rakotomamonjy19a,\n"
        "  author    = {Rakotomamonjy, Alain and Gasso, Gilles and Salmon, Joseph},\n"
        "  editor    = {Chaudhuri, Kamalika and Salakhutdinov, Ruslan},\n"
        "  title     = {Screening rules for Lasso with non-convex Sparse Regularizers},\n"
        "  booktitle = {Proceedings of the 36th International Conference on Machine Learning},\n"
        "  series    = {Proceedings of Machine Learning Research},\n"
        "  volume    = {97},\n"
        "  pages     = {5341--5350},\n"
        "  publisher = {PMLR},\n"
        "  year      = {2019},\n"
        "  month     = jun,\n"
        "  url       = {https://proceedings.mlr.press/v97/rakotomamonjy19a.html}\n"
        "}"
    )


def test_an_article() -> None:
    assert cite([cited(ARTICLE, "lecun2015deep")], "bibtex") == (
        "@article{lecun2015deep,\n"
        "  author  = {LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey},\n"
        "  title   = {Deep learning},\n"
        "  journal = {Nature},\n"
        "  volume  = {521},\n"
        "  number  = {7553},\n"
        "  pages   = {436--444},\n"
        "  year    = {2015},\n"
        "  month   = may,\n"
        "  doi     = {10.1038/nature14539}\n"
        "}"
    )


def test_a_preprint() -> None:
    assert cite([cited(PREPRINT, "arxiv-1706.03762")], "bibtex") == (
        "@misc{arxiv-1706.03762,\n"
        "  author        = {Vaswani, Ashish and Shazeer, Noam},\n"
        "  title         = {Attention Is All You Need},\n"
        "  year          = {2017},\n"
        "  eprint        = {1706.03762},\n"
        "  archiveprefix = {arXiv}\n"
        "}"
    )


def test_a_chapter_with_all_sorts_of_names() -> None:
    text = cite([cited(CHAPTER)], "bibtex")

    assert text.startswith("@incollection{key,\n")
    assert r"author    = {M{\"u}ller, J{\"u}rgen and {OpenAI} and {王小明}}" in text
    assert "address   = {Berlin}" in text


def test_a_missing_title_or_author_list_is_said_and_not_made_up() -> None:
    assert cite([cited(TITLE_ONLY, "anonnd3d-aaaa")], "bibtex") == (
        "@misc{anonnd3d-aaaa,\n"
        "  key   = {What Is 3D?},\n"
        "  title = {What Is {3D}?},\n"
        "  note  = {Authors not recorded in the source}\n"
        "}"
    )
    authored = cite([cited(AUTHORS_ONLY)], "bibtex")
    assert "note      = {Title not recorded in the source}" in authored
    assert " title " not in authored


@pytest.mark.parametrize(
    ("pages", "written"),
    [
        ("12", "12"),
        ("12-15", "12--15"),
        ("12–15", "12--15"),
        ("12--15", "12--15"),
        ("e1 — e9, 20-21", "e1--e9, 20--21"),
        ("S1-2-3", "S1-2-3"),
    ],
)
def test_page_ranges(pages: str, written: str) -> None:
    text = cite([cited(replace(ARTICLE, pages=pages))], "bibtex")

    assert f"pages   = {{{written}}}" in text


def test_addresses_are_verbatim_unless_they_would_end_the_field() -> None:
    address = "https://x.org/~a/b_c%20d?e=f&g#h"
    plain = replace(ARTICLE, links=(Link("url", address),), ids=Identifiers(doi="10.1/a_b<c>1;2"))
    hostile = replace(ARTICLE, links=(Link("url", "https://x.org/}{a b\\"),), ids=Identifiers())

    assert f"url     = {{{address}}}" in cite([cited(plain)], "bibtex")
    assert "doi     = {10.1/a_b<c>1;2}" in cite([cited(plain)], "bibtex")
    assert "url     = {https://x.org/%7D%7Ba%20b%5C}" in cite([cited(hostile)], "bibtex")


@pytest.mark.parametrize("month", [None, 0, 13])
def test_no_month_is_written_that_is_none(month: int | None) -> None:
    text = cite([cited(replace(ARTICLE, date=Date(2015, month)))], "bibtex")

    assert "month" not in text
    assert "year    = {2015}" in text


def test_special_characters_and_markup() -> None:
    paper = replace(
        ARTICLE,
        title="R&D: 100 % of x_i with $x_1$ and *DistSeal* by Erdős",
        venue="Science & Co",
        publisher="50% Press",
    )

    text = cite([cited(paper)], "bibtex")

    assert r"{R\&D}: 100 \% of x\_i with $x_1$ and \emph{DistSeal} by Erd{\H{o}}s" in text
    assert r"journal   = {Science \& Co}" in text
    assert r"publisher = {50\% Press}" in text


HARD = [
    CONFERENCE,
    ARTICLE,
    PREPRINT,
    CHAPTER,
    TITLE_ONLY,
    AUTHORS_ONLY,
    untitled("A {brace, a 50% $x and @misc{a, b."),
    untitled("@article{x,\n title = {y}}", collection='Q"A" {2019'),
    replace(ARTICLE, title="{ unbalanced \\ % @misc{x, $ } title }}"),
    replace(ARTICLE, title="@inproceedings{a,", venue="}", publisher="{", series="\\"),
    replace(ARTICLE, links=(Link("url", "https://medium.com/@user/a}b"),)),
    replace(
        ARTICLE,
        authors=(
            Name(family="O'Neill", given="Ann"),
            Name(family="Cruz", given="Juan", particle="de la"),
            Name(family="King", given="Martin Luther", suffix="Jr."),
            Name(family="Ortega y Gasset", given="José"),
            Name(literal="Barnes and Noble, Inc."),
            Name(family="{", given="}"),
            Name(literal="others"),
        ),
    ),
]


def read_with_bibtexparser(text: str) -> list[Any]:
    bibtexparser = pytest.importorskip("bibtexparser")
    library = bibtexparser.parse_string(text)
    assert not library.failed_blocks
    return list(library.entries)


def read_with_pybtex(text: str) -> Any:
    pytest.importorskip("pybtex")
    from pybtex import errors
    from pybtex.database.input.bibtex import Parser

    errors.set_strict_mode()
    return Parser().parse_stream(io.StringIO(text))


def _all_hard_entries() -> str:
    return cite([cited(paper, f"key{i}") for i, paper in enumerate(HARD)], "bibtex")


def test_bibtexparser_reads_every_entry_back() -> None:
    entries = read_with_bibtexparser(_all_hard_entries())

    assert [entry.key for entry in entries] == [f"key{i}" for i in range(len(HARD))]


def test_strict_pybtex_reads_every_entry_back() -> None:
    data = read_with_pybtex(_all_hard_entries())

    assert list(data.entries) == [f"key{i}" for i in range(len(HARD))]


@pytest.mark.parametrize("style", ["bibtex", "biblatex"])
def test_both_readers_take_the_seeds(style: str) -> None:
    keys = [str(row["key"]) for row in expected_citations()]
    items = [seeds()[str(row["file"]), int(str(row["n"]))] for row in expected_citations()]

    text = cite(items, style)

    assert [entry.key for entry in read_with_bibtexparser(text)] == keys
    assert list(read_with_pybtex(text).entries) == keys


def _decoded(latex: str) -> str:
    return parse(latex).plain.replace("{", "").replace("}", "")


def _words(person: Any) -> tuple[str, str, str, str]:
    """First names, particle, family name and suffix of a person that pybtex read."""
    first = person.first_names + person.middle_names
    first_names, particle, family, suffix = (
        _decoded(" ".join(part))
        for part in (first, person.prelast_names, person.last_names, person.lineage_names)
    )
    return first_names, particle, family, suffix


def test_the_facts_read_back_the_same() -> None:
    entry = read_with_pybtex(cite([cited(CONFERENCE)], "bibtex")).entries["key"]

    assert entry.type == "inproceedings"
    assert [_words(person) for person in entry.persons["author"]] == [
        ("Alain", "", "Rakotomamonjy", ""),
        ("Gilles", "", "Gasso", ""),
        ("Joseph", "", "Salmon", ""),
    ]
    assert [_words(person)[2] for person in entry.persons["editor"]] == [
        "Chaudhuri",
        "Salakhutdinov",
    ]
    assert entry.fields["title"] == CONFERENCE.title
    assert entry.fields["booktitle"] == CONFERENCE.venue
    assert entry.fields["month"] == "June"
    assert entry.fields["pages"] == "5341--5350"


def test_hard_names_read_back_the_same() -> None:
    entry = read_with_pybtex(cite([cited(HARD[-1])], "bibtex")).entries["key"]

    assert [_words(person) for person in entry.persons["author"]][:5] == [
        ("Ann", "", "O'Neill", ""),
        ("Juan", "de la", "Cruz", ""),
        ("Martin Luther", "", "King", "Jr."),
        ("José", "", "Ortega y Gasset", ""),
        ("", "", "Barnes and Noble, Inc.", ""),
    ]
    assert len(entry.persons["author"]) == 7


KINDS: dict[str, Kind] = {
    "paper-conference": "conference",
    "article-journal": "article",
    "article": "preprint",
    "chapter": "chapter",
}


def _golden_records() -> list[dict[str, Any]]:
    """The complete records whose fields are Unicode, without raw LaTeX or HTML in them."""
    assert SHARED is not None
    path = SHARED / "data" / "citation_goldens" / "records.csl.json"
    records: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return [
        record
        for record in records
        if "author" in record and "\\" not in str(record) and "<i>" not in record["title"]
    ]


def _paper(record: dict[str, Any]) -> Paper:
    return Paper(
        id="0" * 16,
        abstract="",
        source=Source("records.json"),
        kind=KINDS[record["type"]],
        title=record["title"],
        authors=tuple(
            Name(
                family=author.get("family", ""),
                given=author.get("given", ""),
                particle=author.get("non-dropping-particle", ""),
                suffix=author.get("suffix", ""),
                literal=author.get("literal", ""),
            )
            for author in record["author"]
        ),
        date=Date(record["issued"]["date-parts"][0][0]),
        venue=record.get("container-title"),
        pages=record.get("page"),
    )


@requires_shared
def test_golden_records_read_back_the_same() -> None:
    records = _golden_records()
    assert len(records) > 30
    text = cite([cited(_paper(record), record["id"]) for record in records], "bibtex")
    entries = read_with_pybtex(text).entries
    assert list(entries) == [record["id"] for record in records]
    for record in records:
        entry = entries[record["id"]]
        assert _decoded(entry.fields["title"]) == record["title"]
        assert entry.fields["year"] == str(record["issued"]["date-parts"][0][0])
        assert entry.fields.get("pages", "").replace("--", "-") == record.get("page", "")
        for person, author in zip(entry.persons["author"], record["author"], strict=True):
            first, particle, last, lineage = _words(person)
            family = f"{author.get('non-dropping-particle', '')} {author.get('family', '')}"
            whole = author.get("literal") or f"{family} {author.get('given', '')}"
            assert f"{particle} {last} {first}".split() in (whole.split(), ["".join(whole.split())])
            assert lineage == author.get("suffix", "")
