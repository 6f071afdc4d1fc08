"""JSON of any kind: lists, lists in objects, damaged and cut."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from index.errors import InputError
from index.importers import json_stream
from index.importers.json_stream import JsonRecords, Record
from index.importers.report import Problem
from tests.index.importers.sample import problems, read, titles, write

A, B, C = ({"title": name, "abstract": f"We study {name}."} for name in "ABC")


def found(text: str, size: int = 7) -> list[dict[str, object] | tuple[int | None, str, bool]]:
    """What is read of a text that comes in pieces."""
    pieces = (text[place : place + size] for place in range(0, len(text), size))
    return [
        item.value if isinstance(item, Record) else (item.line, item.reason, item.is_end)
        for item in JsonRecords(pieces, "a.json").read()
    ]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([A, B]),
        json.dumps([A, B], indent=2),
        json.dumps({"papers": [A, B]}),
        json.dumps({"count": 2, "items": [A, B], "next": None}),
        json.dumps({"records": [A, B]}),
        json.dumps({"results": [A, B], "meta": {"page": 1}}),
        json.dumps({"data": {"items": [A, B]}}),
        json.dumps({"message": {"total": 2, "items": [A, B]}}),
        json.dumps({"ICML 2019": [A], "ICLR 2018": [B]}),
        json.dumps({"title": "My list", "papers": [A, B]}),
        json.dumps({"papers": [A, B], "title": "My list"}),
        json.dumps({"first": A, "second": B}),
        # Trailing and missing commas, several texts in one file.
        f"[{json.dumps(A)}, {json.dumps(B)},]",
        f"[{json.dumps(A)},\n,{json.dumps(B)}]",
        f"[{json.dumps(A)} {json.dumps(B)}]",
        f"[{json.dumps(A)}]\n[{json.dumps(B)}]",
        f"{json.dumps(A, indent=1)}\n{json.dumps(B, indent=1)}\n",
    ],
)
@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_every_shape_of_a_list(text: str, size: int) -> None:
    assert found(text, size) == [A, B]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"title": "A"},\n {"title": "B"\n {"title": "C"}]', (2, "line 3, column 2")),
        ('[{"title": "A"},\n {"title: "B"},\n {"title": "C"}]', (2, "column 12")),
        ('[{"title": "A"},\n {"title": "B", "x": [1, 2},\n {"title": "C"}]', (2, "column 27")),
        ('[{"title": "A"}, {"title" "B"}, {"title": "C"}]', (1, "column 27")),
        ('[{"title": "A"},\n;"title": "B"},\n {"title": "C"}]', (2, "column 1")),
        ('{"papers": [{"title": "A"},\n{"title": nope},\n{"title": "C"}]}', (2, "column 11")),
    ],
)
def test_a_damaged_record_costs_only_itself(text: str, expected: tuple[int, str]) -> None:
    first, problem, last = found(text)
    assert (first, last) == ({"title": "A"}, {"title": "C"})
    assert isinstance(problem, tuple)
    assert problem[0] == expected[0]
    assert problem[1].startswith("not JSON: ")
    assert problem[1].endswith(f"at {expected[1]}")
    assert not problem[2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"title": "A"}, {"title": "B"', "breaks off: "),
        ('[{"title": "A"}, {"title": "B', "breaks off: Unterminated string at column 28"),
        ('[{"title": "A"}, ', "breaks off: the list has no end"),
        ('[{"title": "A"}', "breaks off: the list has no end"),
        ('{"papers": [{"title": "A"}', "breaks off: the list has no end"),
        ('{"papers": [{"title": "A"}]', "breaks off: an object has no end"),
    ],
)
def test_a_file_that_is_cut_says_so(text: str, reason: str) -> None:
    first, problem = found(text)
    assert first == {"title": "A"}
    assert isinstance(problem, tuple)
    assert problem[1].startswith(reason)
    assert problem[2]


def test_a_first_record_without_its_brace() -> None:
    problem, last = found('[;"title": "A"}, {"title": "B"}]')
    assert problem == (1, "not JSON: Expecting value at column 2", False)
    assert last == {"title": "B"}


def test_a_paper_may_have_lists_of_papers_itself() -> None:
    record = {"title": "A", "references": [B], "results": [{"title": "x"}]}
    assert found(json.dumps(record)) == [record]


def test_a_damaged_last_record_is_no_end_of_the_file() -> None:
    assert found('[{"title": "A"}, {"title": }]') == [
        {"title": "A"},
        (1, "not JSON: Expecting value at column 28", False),
    ]


def test_what_is_no_object(tmp_path: Path) -> None:
    path = write(tmp_path, '[{"title": "A"},\nnull,\n"text",\n[1],\n{"title": "B"}]')
    assert titles(path) == ["A", "B"]
    assert problems(path) == [(line, "not a JSON object", False) for line in (2, 3, 4)]


def test_records_that_nest_too_deeply() -> None:
    deep = '{"a":' * 50_000
    first, *others = found(f'[{{"title": "A"}}, {deep}', 100_000)
    assert first == {"title": "A"}
    assert "nested too deeply" in str(others[0])
    assert len(others) <= json_stream.MOST_DAMAGES + 1


def test_a_record_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "MAXIMUM_RECORD", 100)
    long = json.dumps({"title": "x" * 400})
    first, problem, last = found(f'[{{"title": "A"}}, {long}, {{"title": "C"}}]')
    assert (first, last) == ({"title": "A"}, {"title": "C"})
    assert isinstance(problem, tuple)
    assert problem[1].startswith("longer than")


def test_fifty_megabytes_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "one_line.json"
    with path.open("w") as file:
        file.write("[")
        file.write(",".join(json.dumps({"title": f"P{n}", "x": "y" * 50_000}) for n in range(1000)))
        file.write("]")
    assert path.stat().st_size > 50_000_000
    assert titles(path) == [f"P{number}" for number in range(1000)]


def test_a_record_on_a_line_of_its_own_is_named_by_it(tmp_path: Path) -> None:
    path = write(tmp_path, '[\n{"title": "A"},\n{"title": ""},\n{"title": "B"}\n]')
    assert problems(path) == [(3, "has neither a title nor an abstract", False)]


def test_a_record_in_a_long_line_is_named_by_its_number(tmp_path: Path) -> None:
    path = write(tmp_path, '[{"title": "A"}, {"title": ""}, {"title": "B"}]')
    assert problems(path) == [(None, "record 2 has neither a title nor an abstract", False)]
    assert str(next(item for item in read(path) if isinstance(item, Problem))) == (
        f"{path}: record 2 has neither a title nor an abstract"
    )


def test_a_record_with_nulls(tmp_path: Path) -> None:
    record = {"title": None, "abstract": "We study A.", "authors": [None]}
    (paper,) = read(write(tmp_path, json.dumps([record])))
    assert "None" not in str(getattr(paper, "abstract", None))
    assert titles(write(tmp_path, json.dumps([record]))) == [None]


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"name": "x", "version": 1}', '[{"x": 1}]', '["a", "b"]']
)
def test_json_without_papers_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="is JSON, but no list of papers"):
        read(write(tmp_path, text))


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b"\xef\xbb\xbf  \r\n"])
def test_a_mark_before_the_list(tmp_path: Path, mark: bytes) -> None:
    assert titles(write(tmp_path, mark + json.dumps([A]).encode())) == ["A"]
