"""A record that was mended in its file is the same paper; another one at its place is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from index.library import Library

LONG = " ".join(f"word{number}" for number in range(100))
"""An abstract of a hundred words, no three of them twice."""
SHORT = " ".join(f"word{number}" for number in range(40))


def changed(text: str, share: float) -> str:
    """A text of which the last words are others."""
    words = text.split()
    kept = round(len(words) * (1 - share))
    return " ".join([*words[:kept], *(f"other{number}" for number in range(len(words) - kept))])


def add(library: Library, path: Path, *records: dict[str, Any]) -> tuple[int, int]:
    """Add a file of JSON lines; how many papers are new, and how many are not."""
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    report = library.imports.add([path])
    return report.new, report.changed + report.same


@pytest.mark.parametrize("fields", [{"title": "T"}, {"title": "T", "id": "key"}, {"id": "key"}, {}])
def test_a_mended_record_is_the_same_paper(
    library: Library, tmp_path: Path, fields: dict[str, Any]
) -> None:
    path = tmp_path / "papers.jsonl"
    other = {"title": "Another", "abstract": LONG.upper().replace("WORD", "thing"), "id": "other"}
    assert add(library, path, {"abstract": LONG, **fields}, other) == (2, 0)
    identifier = library.papers.paper(39).id
    mended = {"abstract": changed(LONG, 0.2), "year": 2024, **fields}
    assert add(library, path, mended, other) == (0, 2)
    paper = library.papers.paper(39)
    assert (paper.id, paper.date is not None) == (identifier, True)
    assert len(library.papers.sources(39)) == 2
    # Whatever identifies the mended record leads to the paper from now on.
    elsewhere = tmp_path / "elsewhere" / "list.jsonl"
    assert add(library, elsewhere, {"abstract": changed(LONG, 0.2), **fields}) == (0, 1)


def test_a_key_counts_more_than_a_place(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    first = {"id": "a", "title": "A", "abstract": LONG}
    second = {"id": "b", "title": "B", "abstract": LONG.replace("word", "thing")}
    add(library, path, first, second)
    mended = {**first, "abstract": changed(LONG, 0.2), "title": "A, mended"}
    assert add(library, path, second, mended) == (0, 2)
    # The same place, another key.
    assert add(library, path, {**mended, "id": "c", "abstract": changed(LONG, 0.25)}) == (1, 0)


@pytest.mark.parametrize(("record", "name"), [
    ({"title": "T", "abstract": changed(LONG, 0.4)}, "papers.jsonl"),  # contained to .6
    ({"title": "T", "abstract": changed(LONG, 0.2)}, "other.jsonl"),
])  # fmt: skip
def test_what_is_too_different_or_stands_elsewhere_is_another_paper(
    library: Library, tmp_path: Path, record: dict[str, Any], name: str
) -> None:
    add(library, tmp_path / "papers.jsonl", {"title": "T", "abstract": LONG})
    assert add(library, tmp_path / name, record) == (1, 0)


@pytest.mark.parametrize(("before", "after", "is_same"), [
    ({"title": "T"}, {"title": "T"}, True),
    ({"title": "T"}, {"title": "U"}, False),
    ({}, {}, False),
    ({"id": "key"}, {"id": "key"}, True),
    ({"id": "key", "title": "T"}, {"id": "key", "title": "U"}, False),
])  # fmt: skip
def test_a_short_abstract_needs_the_title_or_the_key_beside_it(
    library: Library, tmp_path: Path, before: dict[str, str], after: dict[str, str], is_same: bool
) -> None:
    path = tmp_path / "papers.jsonl"
    add(library, path, {"abstract": SHORT, **before})
    mended = {"abstract": changed(SHORT, 0.2), **after}
    assert add(library, path, mended) == ((0, 1) if is_same else (1, 0))


def test_records_of_one_file_that_share_a_key_are_one_paper_only_if_alike(
    library: Library, tmp_path: Path
) -> None:
    alike = {"id": "key", "title": "T", "abstract": LONG}
    stranger = {"id": "key", "title": "U", "abstract": LONG.replace("word", "thing")}
    assert add(library, tmp_path / "papers.jsonl", alike, stranger) == (2, 0)
