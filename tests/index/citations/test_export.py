"""Files of many papers: written a few at a time, in every format."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from index.citations.desk import Record
from index.citations.export import FORMATS, SUFFIXES, UnknownFormat, export
from index.citations.table import guarded
from index.forms import make_forms
from index.library import Library
from index.paper import Link, Name, Paper
from index.records import full_record
from tests.index.citations.hard import hard_records
from tests.index.citations.samples import (
    AUTHORS_ONLY,
    CONFERENCE,
    TITLE_ONLY,
    cited,
    seeds,
    untitled,
)


def record_of(paper: Paper, key: str = "k") -> Record:
    return Record(cited(paper, key), make_forms(paper))


def written(format_name: str, *papers: Paper, raw: bool = False) -> str:
    out = io.BytesIO()
    records = [record_of(paper, f"k{number}") for number, paper in enumerate(papers)]
    assert export(records, format_name, out, raw=raw) == len(papers)
    return out.getvalue().decode()


class Lazily:
    """Hands out records one at a time and notes whether more than one is asked for at once."""

    def __init__(self, out: io.BytesIO) -> None:
        self.out = out
        self.sizes: list[int] = []

    def __iter__(self) -> Iterator[Record]:
        for number, item in enumerate(hard_records()[:20]):
            self.sizes.append(len(self.out.getvalue()))
            yield Record(replace(item, key=f"k{number}"), make_forms(item.paper))


@pytest.mark.parametrize("format_name", FORMATS)
def test_each_paper_is_written_before_the_next_is_asked_for(format_name: str) -> None:
    out = io.BytesIO()
    records = Lazily(out)
    assert export(records, format_name, out) == 20
    assert all(
        before < after for before, after in zip(records.sizes, records.sizes[1:], strict=False)
    )


@pytest.mark.parametrize("format_name", FORMATS)
def test_several_papers_are_one_file(format_name: str) -> None:
    text = written(format_name, CONFERENCE, untitled(), TITLE_ONLY)

    assert text.endswith("\r\n" if format_name in {"ris", "csv"} else "\n")
    assert not text.endswith("\n\n")
    marks = {
        "bibtex": "@",
        "biblatex": "@",
        "ris": "TY  - ",
        "csl-json": '"id": ',
        "csv": "\r\nk",
        "markdown": "## ",
        "jsonl": '"key": ',
        "typst": "\n  type: ",
    }
    assert text.count(marks[format_name]) == 3
    assert "Lasso is slow." in text or format_name == "typst"


def test_no_papers() -> None:
    assert {name: written(name) for name in FORMATS if name != "csv"} == {
        "bibtex": "",
        "biblatex": "",
        "ris": "",
        "csl-json": "[\n\n]\n",
        "markdown": "",
        "jsonl": "",
        "typst": "",
    }
    assert written("csv").startswith("citation_key,id,kind,title,")


def test_arrays_are_arrays() -> None:
    assert [item["id"] for item in json.loads(written("csl-json", CONFERENCE, untitled()))] == [
        "k0",
        "k1",
    ]


def test_an_unknown_format_is_answered_with_all_of_them() -> None:
    with pytest.raises(UnknownFormat, match=r"'xml'; there are bibtex, .*, typst$"):
        written("xml")


def test_every_ending_stands_for_a_format() -> None:
    assert set(SUFFIXES.values()) <= set(FORMATS)


FORMULA = '=HYPERLINK("http://x","y")'


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        (FORMULA, f"'{FORMULA}"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("\t=1", "'\t=1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("", ""),
    ],
)
def test_no_cell_begins_a_formula(cell: str, safe: str) -> None:
    assert guarded(cell) == safe


def test_csv_guards_every_cell_unless_it_is_asked_for_raw() -> None:
    hostile = replace(
        CONFERENCE,
        title=FORMULA,
        venue="@x",
        authors=(Name(literal="-cmd"),),
        keywords=("=1", "b"),
        abstract="+1 for this.",
    )
    safe = next(csv.DictReader(io.StringIO(written("csv", hostile), newline="")))
    raw = next(csv.DictReader(io.StringIO(written("csv", hostile, raw=True), newline="")))

    for column, text in {
        "title": FORMULA,
        "venue": "@x",
        "authors": "-cmd",
        "keywords": "=1; b",
        "abstract": "+1 for this.",
    }.items():
        assert safe[column] == f"'{text}"
        assert raw[column] == text


def test_json_lines_hold_everything() -> None:
    paper = replace(
        CONFERENCE,
        title="Rules of $x_1$",
        authors=(Name("Cruz", "Juan", "de la"), Name(literal="OpenAI")),
        keywords=("a", "b"),
    )
    record = json.loads(written("jsonl", paper))

    assert record["title"] == "Rules of x₁"
    assert record["title_raw"] == "Rules of $x_1$"
    assert record["authors"] == ["Juan de la Cruz", "OpenAI"]
    assert record["people"] == [
        {"family": "Cruz", "given": "Juan", "particle": "de la"},
        {"literal": "OpenAI"},
    ]
    assert record["date"] == "2019-06-09"
    assert record["kind"] == "conference"
    assert record["editors"][0] == {"family": "Chaudhuri", "given": "Kamalika"}
    for name in ("series", "volume", "pages", "publisher"):
        assert record[name] == getattr(paper, name)
    assert record["keywords"] == ["a", "b"]
    assert "title_raw" not in json.loads(written("jsonl", CONFERENCE))


def test_json_lines_keep_the_documented_shape() -> None:
    mentioned = untitled("Our code is at https://example.org/code now, as it should be.")
    record = json.loads(written("jsonl", mentioned))
    documented = full_record(mentioned, make_forms(mentioned), "k0")

    assert documented["links"] == [{"kind": "abstract", "url": "https://example.org/code"}]
    assert {**record, "links": documented["links"]} == documented | {"kind": "other"}
    assert record["links"] == []


def test_a_section_of_markdown() -> None:
    paper = replace(
        CONFERENCE,
        title="On *Lasso* of $x_1$",
        abstract="# Not a heading\nof <script>\n\nSecond paragraph.\n---",
        links=(*CONFERENCE.links, Link("code", "https://example.org/code()")),
        editors=(),
    )
    assert written("markdown", paper) == (
        "## On *Lasso* of $x_1$\n"
        "\n"
        "- Authors: Rakotomamonjy, Alain; Gasso, Gilles; Salmon, Joseph\n"
        "- Conference: Proceedings of the 36th International Conference on Machine Learning\n"
        "- Details: vol. 97 of Proceedings of Machine Learning Research, pp. 5341–5350, PMLR\n"
        "- Date: 2019-06-09\n"
        "- Links: [page](https://proceedings.mlr.press/v97/rakotomamonjy19a.html)"
        " · [code](https://example.org/code%28%29)\n"
        "\n"
        "Abstract: \\# Not a heading\nof \\<script>\n"
        "\n"
        "Second paragraph.\n\\---\n"
    )


def test_sections_say_what_is_missing() -> None:
    assert written("markdown", TITLE_ONLY) == (
        "## What Is 3D?\n\n- Note: Authors not recorded in the source\n\n"
        "Abstract: Nobody signed this.\n"
    )
    assert written("markdown", AUTHORS_ONLY).startswith(
        "## [Title not recorded in the source]\n\n- Authors: Rakotomamonjy, Alain; "
    )
    assert written("markdown", untitled()) == (
        "## [Untitled abstract beginning “We study it”]\n"
        "\n"
        "- Venue: ICML 2026 Papers\n"
        "- Note: Title and authors not recorded in the source."
        " Source file: a.txt, abstract 3 of 19.\n"
        "\n"
        "Abstract: We study it.\n"
    )


def test_the_library_hands_out_records_in_the_order_asked_for(library: Library) -> None:
    wanted = [38, 1, 20]
    records = list(library.cite.records(wanted, pin=True))

    assert [record.item.paper.id for record in records] == [
        library.papers.paper(ordinal).id for ordinal in wanted
    ]
    assert records[0].item.paper == library.papers.paper(38)
    assert records[0].item.paper.source.count == 19
    assert records[1].forms == library.papers.forms(1)
    keys = [record.item.key for record in records]
    assert [library.shelf.paper_of_key(key) for key in keys] == [
        record.item.paper.id for record in records
    ]


def test_all_seeds_are_exported_with_their_abstracts(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "seeds.bib"
    with path.open("wb") as out:
        ordinals = library.papers.ordinals()
        assert export(library.cite.records(ordinals), "biblatex", out) == 38
    text = path.read_text(encoding="utf-8")
    assert text.count("\n  abstract ") == 38
    assert all(f"@misc{{{item.key}," in text for item in seeds().values())
