"""What others read from our files: 200 hard records, the 38 seeds, and thousands of real texts."""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import random
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest

from index.citations import Cited, latex, table
from index.citations.people import inverted_names
from index.citations.programs import FORMATS
from index.citations.protect import protect
from index.clean import clean
from index.markup.parse import parse
from index.names import full_name
from tests.index.citations.hard import hard_records
from tests.index.citations.samples import seeds
from tests.index.citations.test_bibtex import read_with_bibtexparser, read_with_pybtex
from tests.shared import SHARED, requires_shared

EVERYTHING = [*hard_records(), *seeds().values()]
REAL_TEXTS = 5_000

# In ASCII these have one form; LaTeX prints the typographic one.
_TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "`": "'", "‐": "-"})


def in_full(name: str, items: list[Cited]) -> str:
    """All that a format can carry."""
    form = FORMATS[name]
    return form.before + form.between.join(map(form.full or form.entry, items)) + form.after


def alike(text: str) -> str:
    """A text without what no format for LaTeX keeps apart: shapes of quotes, ligatures, braces."""
    normal = unicodedata.normalize("NFKC", " ".join(text.split())).translate(_TYPOGRAPHY)
    return normal.replace("''", '"').replace("{", "").replace("}", "")


def plain(latex_text: str) -> str:
    return alike(parse(latex_text).plain)


def people(persons: list[Any]) -> list[str]:
    """Persons that pybtex read, as they are spoken."""
    parts = (
        (person.first_names + person.middle_names, person.prelast_names, person.last_names,
         person.lineage_names)
        for person in persons
    )  # fmt: skip
    return [plain(" ".join(itertools.chain(*groups))) for groups in parts]


@pytest.mark.parametrize("style", ["bibtex", "biblatex"])
def test_bibtexparser_and_strict_pybtex_read_every_entry(style: str) -> None:
    text = in_full(style, EVERYTHING)
    entries = read_with_bibtexparser(text)
    strict = read_with_pybtex(text).entries

    keys = [item.key for item in EVERYTHING]
    assert [entry.key for entry in entries] == keys
    assert list(strict) == keys


@pytest.mark.parametrize("style", ["bibtex", "biblatex"])
def test_hard_records_read_back_the_same(style: str) -> None:
    strict = read_with_pybtex(in_full(style, hard_records())).entries
    for item in hard_records():
        paper, entry = item.paper, strict[item.key]
        assert plain(entry.fields["title"]) == alike(parse(paper.title or "").plain)
        assert plain(entry.fields["abstract"]) == alike(item.plain)
        assert people(entry.persons["author"]) == [alike(full_name(n)) for n in paper.authors]
        assert people(entry.persons.get("editor", [])) == [
            alike(full_name(name)) for name in paper.editors
        ]
        fields = dict(entry.fields)
        assert fields["url"] == paper.links[0].url
        assert fields["pdf"] == paper.links[1].url
        assert fields["code"] == paper.links[2].url
        assert fields.get("doi") == paper.ids.doi
        assert fields.get("eprint") == paper.ids.arxiv
        assert paper.date is not None
        assert (fields.get("year") or fields["date"][:4]) == str(paper.date.year)
        assert plain(fields.get("publisher", "")) == (paper.publisher or "")
        assert plain(fields.get("keywords", "")) == ", ".join(paper.keywords)
        assert fields["pages"].replace("--", "–").replace("e1-e9", "e1–e9") == (
            paper.pages or ""
        ).replace("-", "–")


def test_rispy_reads_every_record_back() -> None:
    rispy = pytest.importorskip("rispy")
    records = rispy.loads(in_full("ris", EVERYTHING))

    assert [record["id"] for record in records] == [item.key for item in EVERYTHING]
    for item, record in zip(hard_records(), records, strict=False):
        assert record["title"] == parse(item.paper.title or "").plain
        assert record["abstract"] == item.plain
        assert record["authors"] == inverted_names(item.paper.authors)
        assert record.get("doi") == item.paper.ids.doi
        assert record["urls"][0] == item.paper.links[0].url
        assert tuple(record.get("keywords", ())) == item.paper.keywords


def test_csl_json_is_one_array() -> None:
    records = json.loads(in_full("csl-json", EVERYTHING))

    assert [record["id"] for record in records] == [item.key for item in EVERYTHING]
    for item, record in zip(hard_records(), records, strict=False):
        assert record["title"] == parse(item.paper.title or "").plain
        assert len(record["author"]) == len(item.paper.authors)


def test_csv_reads_back_cell_by_cell() -> None:
    text = table.line(table.COLUMNS) + "".join(
        table.line(table.cells(item), raw=True) for item in EVERYTHING
    )
    rows = list(csv.DictReader(io.StringIO(text, newline="")))

    assert [list(row.values()) for row in rows] == [table.cells(item) for item in EVERYTHING]
    assert [row["citation_key"] for row in rows] == [item.key for item in EVERYTHING]
    assert rows[0]["authors"] == "; ".join(inverted_names(EVERYTHING[0].paper.authors))


def test_typst_entries_are_one_mapping() -> None:
    yaml = pytest.importorskip("yaml")
    entries = yaml.safe_load(in_full("typst", EVERYTHING))

    assert list(entries) == [item.key for item in EVERYTHING]
    for item in hard_records():
        entry = entries[item.key]
        title = entry["title"]
        for character in "\\{}$":
            title = title.replace(f"\\{character}", f"\0{ord(character)}\0")
        title = title.replace("{", "").replace("}", "")
        for character in "\\{}$":
            title = title.replace(f"\0{ord(character)}\0", character)
        assert title == parse(item.paper.title or "").plain
        assert len(entry["author"]) == len(item.paper.authors)


def real_texts() -> Iterator[tuple[str, str]]:
    """Titles and abstracts of real papers, at least 500 of them full of LaTeX."""
    assert SHARED is not None
    path = SHARED / "data" / "papers" / "papers.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in file]
    heavy = [
        record
        for record in records
        if min((record["abstract"] or "").count(sign) for sign in "$\\") > 1
    ]
    chance = random.Random(7)
    chosen = chance.sample(heavy, 500) + chance.sample(records, REAL_TEXTS - 500)
    for record in chosen:
        yield clean(record["title"] or ""), clean(record["abstract"] or "")


@requires_shared
@pytest.mark.parametrize("ascii_only", [True, False])
def test_real_titles_and_abstracts_read_back_the_same(ascii_only: bool) -> None:
    texts = list(real_texts())
    entries = []
    for number, (title, abstract) in enumerate(texts):
        values = {
            "title": protect(latex.marked_up(title, ascii_only=ascii_only)),
            "abstract": latex.marked_up(abstract, ascii_only=ascii_only),
        }
        entries.append(latex.entry("misc", f"k{number}", latex.braced(values)))
    text = "\n\n".join(entries)
    assert len(read_with_bibtexparser(text)) == len(texts) == REAL_TEXTS
    strict = read_with_pybtex(text).entries
    assert len(strict) == REAL_TEXTS
    same = [
        plain(strict[f"k{number}"].fields.get(name, "")) == alike(parse(raw).plain)
        for number, pair in enumerate(texts)
        for name, raw in zip(("title", "abstract"), pair, strict=True)
        if raw.strip()
    ]
    assert sum(same) / len(same) >= 0.99
