"""Plain text: the way of the seeds."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from index.clean import clean
from index.importers.intake import Imports
from index.library import Library
from index.paper import Date, Paper
from index.paths import default_paths
from index.store import PaperStore
from tests.index.importers.sample import papers, problems, sample, write
from tests.shared import requires_shared

SEEDS = sorted(
    (entry for entry in resources.files("index.seeds").iterdir() if entry.name.endswith(".txt")),
    key=lambda entry: entry.name,
)


def stored(store: PaperStore) -> list[Paper]:
    return [store.paper(ordinal) for ordinal in store.ordinals()]


def test_the_seeds_come_in_by_add_as_on_first_launch(tmp_path: Path) -> None:
    with Library(default_paths({"READINGROOM_HOME": str(tmp_path / "home")})) as library:
        library.imports.prepare()
        seeded = stored(library.papers)
        assert len(seeded) == 38
        collections = library.papers.collections()
    for entry in SEEDS:
        write(tmp_path, entry.read_bytes(), entry.name)
    store = PaperStore(tmp_path / "other.db")
    report = Imports(store).add([tmp_path / entry.name for entry in SEEDS])
    assert (report.new, report.warnings, report.problems) == (38, [], [])
    assert stored(store) == seeded
    assert store.collections() == collections
    store.close()


def test_the_abstracts_of_the_seeds_are_those_of_the_files(tmp_path: Path) -> None:
    for entry in SEEDS:
        heading, *abstracts = clean(entry.read_bytes().decode()).strip().split("\n\n")
        found = papers(write(tmp_path, entry.read_bytes()))
        assert [paper.abstract for paper in found] == abstracts
        assert {paper.collection for paper in found} == {heading}


@requires_shared
def test_the_sample() -> None:
    first, second = papers(sample("plain_seed_style.txt"))
    # Lines 1, 3 and 5.
    assert first.collection == second.collection == "ICML 2026 Papers"
    assert (first.title, first.authors, first.date) == (None, (), Date(2026))
    assert first.abstract.startswith("Existing approaches for watermarking")
    assert second.abstract.startswith("We investigate the extent to which")
    assert (second.source.number, second.source.format) == (2, "plain")


@pytest.mark.parametrize(
    ("text", "heading", "abstracts"),
    [
        ("We study a thing.", None, ["We study a thing."]),
        ("A heading\n\nWe study.", "A heading", ["We study."]),
        ("# A heading\n\nWe study.", "A heading", ["We study."]),
        ("A heading", None, ["A heading"]),
        ("We end.\n\nWe study.", None, ["We end.", "We study."]),
        ("A" * 81 + "\n\nWe study.", None, ["A" * 81, "We study."]),
        ("Two\nlines\n\nWe study.", None, ["Two\nlines", "We study."]),
        ("H\n \t\nOne\nof two\n\n\n\nTwo", "H", ["One\nof two", "Two"]),
        ("\n\n  H\n\n  One\n", "H", ["One"]),
        ("\ufeffH 2019\r\n\r\nOne", "H 2019", ["One"]),
        ("H\r\rOne\r\rTwo", "H", ["One", "Two"]),
        ("H\n\n\x0cOne", "H", ["One"]),
        ("#\n\nOne.", None, ["One."]),
    ],
)
def test_headings_and_blocks(
    tmp_path: Path, text: str, heading: str | None, abstracts: list[str]
) -> None:
    found = papers(write(tmp_path, text))
    assert [paper.abstract for paper in found] == abstracts
    assert {paper.collection for paper in found} == {heading}
    assert {paper.date for paper in found} == {Date(2019) if "2019" in text else None}


def test_what_extraction_left_around_an_abstract_goes(tmp_path: Path) -> None:
    first, second = papers(write(tmp_path, 'H\n\n"We study."\n\nAbstract: We study on.'))
    assert (first.abstract, second.abstract) == ("We study.", "We study on.")


def test_a_block_that_is_too_long_costs_only_itself(tmp_path: Path) -> None:
    path = write(tmp_path, f"H\n\n{'x ' * 150_000}\n\nWe study.")
    assert problems(path) == [(3, "an abstract of 299,999 characters is none", False)]
