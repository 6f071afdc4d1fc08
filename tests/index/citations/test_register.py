"""Every paper has a key of its own, whatever the order in which papers came."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from index.citations import citation_key
from index.forms import Forms
from index.library import Library
from index.paper import Identifiers, Name, Paper, Source
from index.paths import default_paths

WORDS = "quokkas wombats lattices kernels graphs tokens bandits".split()  # noqa: SIM905


def records() -> list[dict[str, Any]]:
    """Hundreds of records, of which many share author, year and first word."""
    made = []
    for number in range(700):
        word = WORDS[number % len(WORDS)]
        record: dict[str, Any] = {
            "title": f"{word.title()} of kind {number}",
            "authors": ["Anna Berg", "王小明", "José García López"][number % 3],
            "year": 2018 + number % 2,
            "abstract": f"We study {word} number {number} with care, one after the other, again.",
        }
        if number % 50 == 0:
            record["citation_key"] = f"Berg2018{word}" if number % 100 else f"berg2018{word}"
        made.append(record)
    return made


@contextmanager
def library_of(home: Path, lines: list[dict[str, Any]]) -> Iterator[Library]:
    path = home.with_suffix(".jsonl")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.imports.add([str(path)])
        yield library


def keys_by_id(library: Library, *, pin: bool = False) -> dict[str, str]:
    ordinals = library.papers.ordinals()
    keys = library.cite.keys(ordinals, pin=pin)
    ids = [paper.id for _, paper, _ in library.papers.contents()]
    return dict(zip(ids, keys, strict=True))


def test_keys_are_unique_and_the_same_in_any_order(tmp_path: Path) -> None:
    lines = records()
    with library_of(tmp_path / "a", lines) as library:
        keys = keys_by_id(library)
    random.Random(3).shuffle(lines)
    with library_of(tmp_path / "b", lines) as library:
        assert keys_by_id(library) == keys

    assert len(keys) == len(lines)
    assert len({key.lower() for key in keys.values()}) == len(lines)
    assert sum(key.count("-") for key in keys.values()) > len(lines) // 2


def test_one_at_a_time_or_all_at_once_is_the_same(tmp_path: Path) -> None:
    with library_of(tmp_path / "a", records()[:100]) as library:
        ordinals = library.papers.ordinals()
        assert [library.cite.key(ordinal) for ordinal in ordinals] == library.cite.keys(ordinals)
        assert library.cite.keys([3, 1, 3]) == [library.cite.key(number) for number in (3, 1, 3)]
        with pytest.raises(KeyError):
            library.cite.keys([1, 999])


def test_pinned_keys_stay_and_later_papers_take_others(tmp_path: Path) -> None:
    lines = records()
    with library_of(tmp_path / "a", lines[:5]) as library:
        pinned = keys_by_id(library, pin=True)
    with library_of(tmp_path / "a", lines) as library:
        keys = keys_by_id(library, pin=True)
        assert {paper: keys[paper] for paper in pinned} == pinned
        assert len({key.lower() for key in keys.values()}) == len(lines)
        assert keys_by_id(library) == keys
        assert library.cite.find(next(iter(pinned.values()))) == 1


@pytest.fixture
def add(library: Library) -> Callable[[Paper], int]:
    def add_paper(paper: Paper) -> int:
        forms = Forms("", (), paper.title, (), None, None, "", ())
        (added,) = library.papers.add(
            [paper],
            lambda record: (forms, citation_key(record)),
            file=paper.id,
            format_name="jsonl",
            content_hash=paper.id,
        )
        return added.ordinal

    return add_paper


def paper_with(identifier: str, **fields: Any) -> Paper:
    names = (Name("Doe", "Jane"),)
    return Paper(identifier * 16, "", Source("a", 1), title="X-ray", authors=names, **fields)


def test_a_key_that_another_paper_was_given_is_lengthened(
    library: Library, add: Callable[[Paper], int]
) -> None:
    given = add(paper_with("a", ids=Identifiers(citation_key="doendray-bbbb")))
    one, other = add(paper_with("b")), add(paper_with("c"))

    assert library.cite.keys([given, one, other]) == [
        "doendray-bbbb",
        "doendray-bbbbbb",
        "doendray-cccc",
    ]
