"""JSON lines, good and bad."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.errors import InputError
from index.importers import files
from index.importers.files import InputFile
from index.importers.json_files import FORMAT_JSON_LINES
from index.importers.reader import read_papers
from index.importers.records import Malformed, read_record
from index.importers.report import Problem, Skipped
from index.importers.sniff import recognise
from index.paper import Paper, Source

GOOD = '{"title": "One"}'


def file_of(tmp_path: Path, *lines: str) -> InputFile:
    path = tmp_path / "a.jsonl"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    return InputFile(path)


def lines_of(file: InputFile) -> Iterator[Paper | Skipped | Problem]:
    return read_papers(file, FORMAT_JSON_LINES)


def read(tmp_path: Path, *lines: str) -> list[Paper | Skipped | Problem]:
    return list(lines_of(file_of(tmp_path, *lines)))


def test_records_are_numbered_without_blank_lines(tmp_path: Path) -> None:
    found = read(tmp_path, "", GOOD, "   ", '{"title": "Two", "id": 7}', "")
    papers = [item for item in found if isinstance(item, Paper)]
    assert [paper.title for paper in papers] == ["One", "Two"]
    assert [paper.source.number for paper in papers] == [1, 2]
    assert [paper.source.record_key for paper in papers] == [None, "7"]
    assert {paper.source.file for paper in papers} == {"a.jsonl"}
    assert len(found) == 2


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("{", "not JSON: Expecting property name enclosed in double quotes at column 2"),
        ('{"title": "One"', "not JSON: Expecting ',' delimiter at column 16"),
        (GOOD + ",", "not JSON: Extra data at column 17"),
        ("[1]", "not a JSON object"),
        ("null", "not a JSON object"),
        ('"text"', "not a JSON object"),
        ("{}", "has neither a title nor an abstract"),
        ("[" * 200_000, "not JSON that can be read: nested too deeply"),
        ('{"title":' * 100_000, "not JSON that can be read: nested too deeply"),
        ('{"year": ' + "9" * 5_000 + "}", "not JSON that can be read: a number too long"),
    ],
)
def test_a_malformed_line_is_named_and_the_rest_comes_in(
    tmp_path: Path, bad: str, reason: str
) -> None:
    file = file_of(tmp_path, GOOD, "", bad, '{"title": "Two"}')
    one, problem, two = lines_of(file)
    assert isinstance(one, Paper)
    assert isinstance(two, Paper)
    assert problem == Problem(file.shown, 3, reason)
    assert str(problem) == f"{file.shown}:3: {reason}"
    # The malformed record has its number all the same.
    assert (one.source.number, two.source.number) == (1, 3)


def test_a_line_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAXIMUM_LINE", 40)
    one, problem, two = read(tmp_path, GOOD, f'{{"title": "{"x" * 40}"}}', GOOD)
    assert isinstance(one, Paper)
    assert isinstance(two, Paper)
    assert isinstance(problem, Problem)
    assert problem.reason.startswith("longer than")


def test_control_characters_in_a_text_do_not_cost_the_record(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, '{"title": "Red\x1b[31m\\u0007\tAlert \\ud800"}')
    assert isinstance(paper, Paper)
    assert paper.title == "Red[31m Alert \ufffd"


def test_bytes_that_are_not_utf8_do_not_cost_the_record(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, '{"title": "M\udcfcller"}')
    assert isinstance(paper, Paper)
    assert paper.title == "Müller"


def test_the_last_of_two_equal_names_counts(tmp_path: Path) -> None:
    (paper,) = read(tmp_path, '{"title": "One", "title": "Two"}')
    assert isinstance(paper, Paper)
    assert paper.title == "Two"


def test_a_file_that_breaks_off_says_where(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    lines = [f'{{"title": "{hash((number, "x")):x}"}}' for number in range(5000)]
    data = gzip.compress("\n".join(lines).encode())
    path.write_bytes(data[: len(data) // 2])
    *papers, problem = lines_of(InputFile(path))
    assert len(papers) > 1000
    assert problem == Problem(
        str(path), len(papers) + 1, "cannot be read on: the packed file breaks off", is_end=True
    )


@pytest.mark.parametrize(
    "lines",
    [
        (GOOD,),
        ("", GOOD, ""),
        (GOOD, GOOD),
        ("{bad", GOOD, GOOD),
        (GOOD, "{bad"),
        ("{}", GOOD),
        (*[GOOD] * 20, *["bad"] * 1000),
    ],
)
def test_what_is_taken_for_json_lines(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert recognise(file_of(tmp_path, *lines)) is FORMAT_JSON_LINES


@pytest.mark.parametrize(
    "lines",
    [
        ("[", GOOD + ",", GOOD, "]"),
        ("[" + GOOD + "]",),
        ('{"papers": [' + GOOD + "]}",),
        ("{", '"title": "One"', "}"),
        ("ICML 2026 Papers", "", "We study a thing."),
        ("{bad", "{worse", GOOD),
    ],
)
def test_what_is_not(tmp_path: Path, lines: tuple[str, ...]) -> None:
    assert recognise(file_of(tmp_path, *lines)) is not FORMAT_JSON_LINES


def test_a_packed_file_that_is_damaged_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(b"x" * 100)[:11])
    with pytest.raises(InputError, match=r"cannot read .*: the packed file breaks off"):
        recognise(InputFile(path))


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)
NAMES = st.sampled_from(
    [
        "title", "name", "abstract", "summary", "authors", "author", "editors", "year", "date",
        "venue", "journal", "url", "links", "pdf", "code", "keywords", "doi", "arxiv", "id", "ids",
        "status", "type", "volume", "pages", "collection",
    ]
)  # fmt: skip


@given(st.dictionaries(NAMES, VALUES))
def test_no_object_is_too_odd(record: dict[str, object]) -> None:
    record = json.loads(json.dumps(record))
    try:
        found = read_record(record, Source("a"), include_rejected=True)
    except Malformed:
        return
    assert isinstance(found, Paper)
    assert found.title or found.abstract
    assert all(link.url.startswith(("http://", "https://")) for link in found.links)
    # Whatever it is, the store must be able to write it.
    assert repr(found).encode()
