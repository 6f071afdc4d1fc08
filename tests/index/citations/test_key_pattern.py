"""Citation keys by a pattern of the user's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from index.citations.key_pattern import DEFAULT_PATTERN, pattern_problem
from index.citations.keys import citation_key, distinct_key
from index.library import Library
from index.paper import Date, Identifiers, Name, Paper, Source

PAPER = Paper(
    "0123456789abcdef",
    "We study gauge fields on a lattice.",
    Source("a.bib"),
    title="On the Lattice Gauge Fields of Łódź",
    authors=(Name(given="Zoë", family="Müller-Ørsted"),),
    date=Date(2024),
    venue="NeurIPS",
)


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        ("{family}{year}{word}", "mullerorsted2024lattice"),
        ("{family}:{year}", "mullerorsted:2024"),
        ("{venue}-{year}-{words}", "neurips-2024-latticegaugefields"),
        ("x{word}", "xlattice"),
    ],
)
def test_fields_are_folded_to_ascii(pattern: str, key: str) -> None:
    assert citation_key(PAPER, pattern) == key
    assert distinct_key(PAPER, 4, pattern) == f"{key}-0123"


def test_what_is_missing_is_left_out_and_a_missing_name_is_told_apart() -> None:
    nameless = replace(PAPER, authors=(), venue=None, date=None)
    assert citation_key(nameless, "{venue}-{year}-{word}") == "nd-lattice"
    assert citation_key(nameless, "{family}{year}") == "anonnd-0123"
    assert distinct_key(nameless, 4, "{family}{year}") == "anonnd-01234567"
    assert citation_key(nameless, "{venue}") == "anon-0123"


def test_the_default_pattern_is_how_keys_are_made_without_one() -> None:
    assert citation_key(PAPER) == citation_key(PAPER, DEFAULT_PATTERN)


def test_a_pattern_replaces_numbers_but_not_the_key_that_came_with_the_record() -> None:
    numbered = replace(PAPER, ids=Identifiers(arxiv="2404.14339"))
    assert citation_key(numbered) == "arxiv-2404.14339"
    assert citation_key(numbered, "{family}{year}") == "mullerorsted2024"
    named = replace(PAPER, ids=Identifiers(citation_key="Mueller:24"))
    assert citation_key(named, "{family}{year}") == "Mueller:24"


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("{famly}{year}", "did you mean {family}?"),
        ("{zzz}", "there are family, year"),
        ("{family} {year}", "alone"),
        ("{family}{", "alone"),
        ("\x1b{family}", "alone"),
        ("fixed", "must name a field"),
        ("{year}" * 100, "longer"),
    ],
)
def test_a_wrong_pattern_says_what_is_wrong(pattern: str, said: str) -> None:
    assert said in (pattern_problem(pattern) or "")


def test_a_sound_pattern_has_no_problem() -> None:
    assert pattern_problem("{family}_{year}:{words}/{venue}") is None


def test_a_key_that_was_handed_out_outlives_its_pattern(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    file.write_text(
        '{"title": "Lattice fields", "author": ["Ann Ash"], "year": 2020, "abstract": "A."}\n'
        '{"title": "Lattice rings", "author": ["Ann Ash"], "year": 2020, "abstract": "B."}\n'
        '{"title": "Other things", "author": ["Bo Birch"], "year": 2021, "abstract": "C."}\n',
        encoding="utf-8",
    )
    library.imports.add([file])
    first, second, third = library.papers.ordinals()[-3:]
    pinned = library.cite.keys([first], pin=True)[0]
    assert pinned.startswith("ash2020lattice-")
    told: list[tuple[int, int]] = []
    library.imports.use_key_pattern("{family}{year}", lambda *done: told.append(done))
    assert told[-1] == (41, 41)
    assert library.cite.key(first) == pinned
    assert library.cite.find(pinned) == first
    assert library.cite.key(third) == "birch2021"
    rival = library.papers.paper(second).id
    assert library.cite.key(second) == f"ash2020-{rival[:4]}"
    more = tmp_path / "more.jsonl"
    more.write_text(
        '{"title": "New", "author": ["Cy Cedar"], "year": 2022, "abstract": "D."}\n',
        encoding="utf-8",
    )
    library.imports.add([more])
    assert library.cite.key(library.papers.ordinals()[-1]) == "cedar2022"
    library.imports.use_key_pattern("")
    assert library.cite.key(third) == "birch2021other"
    assert library.cite.key(1).startswith("icml2026-")
