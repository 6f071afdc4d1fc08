"""Lists of Paper Copilot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from index.importers.files import InputFile
from index.importers.intake import Imports
from index.importers.papercopilot import venue_of_file
from index.importers.sniff import recognise
from index.paper import Date, Identifiers, Link, Name
from index.store import PaperStore
from tests.index.importers.sample import papers, sample, write
from tests.shared import SHARED, requires_shared

RECORD = {
    "title": "On Quokkas",
    "status": "Poster",
    "track": "main",
    "site": "https://example.org/poster/1",
    "id": "1",
    "author": "Anna van den Berg;Bo Li",
    "abstract": "We study quokkas.",
    "bibtex": "",
    "github": "",
    "project": "",
    "aff": "Example University",
    "email": "example.org",
}


def one(tmp_path: Path, name: str = "icml2019.json", **fields: Any) -> Any:
    (paper,) = papers(write(tmp_path, json.dumps([{**RECORD, **fields}]), name))
    return paper


@requires_shared
def test_a_list_of_pmlr() -> None:
    first, second, third = papers(sample("papercopilot_icml2019_pmlr.json"))
    # Lines 3, 9, 8.
    assert first.title == "A Large-Scale Study on Regularization and Normalization in GANs"
    assert first.authors[1] == Name("Lučić", "Mario")
    assert len(first.authors) == 5
    assert (first.source.format, first.source.number, first.source.record_key) == (
        "papercopilot", 1, "4146",
    )  # fmt: skip
    # The file is named after ICML 2019; line 11 holds the BibTeX entry.
    assert (first.venue, first.date, first.kind) == ("ICML 2019", Date(2019), "conference")
    assert (first.volume, first.pages, first.publisher) == ("97", "3581--3590", "PMLR")
    assert first.series == "Proceedings of Machine Learning Research"
    assert first.editors == (Name("Chaudhuri", "Kamalika"), Name("Salakhutdinov", "Ruslan"))
    # Lines 25, 6, 12 and 22; line 23, the project's page, is not its code.
    assert first.links == (
        Link("url", "https://proceedings.mlr.press/v97/kurach19a.html"),
        Link("url", "https://icml.cc/virtual/2019/poster/4146"),
        Link("pdf", "http://proceedings.mlr.press/v97/kurach19a/kurach19a.pdf"),
        Link("code", "https://www.github.com/google/compare_gan"),
    )
    assert first.ids == Identifiers(pmlr="v97/kurach19a")
    # Line 38.
    assert second.abstract.startswith("Representation and learning of long-range dependencies")
    # Lines 69-75: commas between authors, no abstract, an empty entry.
    assert third.abstract == ""
    assert [author.family for author in third.authors] == ["Mahloujifar", "Mahmoody", "Mohammed"]
    assert (third.venue, third.pages) == ("ICML 2019", None)


@requires_shared
def test_a_list_of_openreview() -> None:
    first, second = papers(sample("papercopilot_corl2023_openreview.json"))
    # Lines 3, 4, 9 and 15.
    assert first.ids == Identifiers(openreview="-3G6_D66Aua")
    assert first.title == "Simultaneous Learning of Contact and Continuous Dynamics"
    assert first.keywords == (
        "system identification", "dynamics learning", "contact-rich manipulation",
    )  # fmt: skip
    assert (first.venue, first.date) == ("CoRL 2023", Date(2023))
    assert second.ids.openreview == "-HFJuX1uqs"
    assert "PhD" not in repr(first)
    assert "upenn" not in repr(first)


@requires_shared
@pytest.mark.parametrize(
    ("name", "new", "skipped"),
    [
        # Counted by `status` in the files themselves.
        ("colm2025", 418, {}),
        ("icml2019", 774, {}),
        ("iclr2018", 427, {"rejected": 496, "withdrawn": 69, "under review": 3}),
    ],
)
def test_whole_conferences(tmp_path: Path, name: str, new: int, skipped: dict[str, int]) -> None:
    assert SHARED is not None
    path = SHARED / "data" / "papers" / f"{name}.papercopilot.json"
    store = PaperStore(tmp_path / "library.db")
    report = Imports(store).add([path])
    assert (report.new, report.changed, report.same) == (new, 0, 0)
    assert (report.skipped, report.problem_count, report.warnings) == (skipped, 0, [])
    assert all("placeholder" not in repr(store.paper(ordinal)) for ordinal in store.ordinals())
    store.close()


@pytest.mark.parametrize(
    ("name", "venue"),
    [
        ("icml2019.json", "icml2019"),
        ("ICML2019.papercopilot.json", "icml2019"),
        ("papercopilot_corl2023_openreview.json", "corl2023"),
        ("lists.zip/nips/nips2024.json", "nips2024"),
        ("3dv2025.json.gz", "3dv2025"),
        ("papers.json", None),
        ("notes2019.json", None),
        ("icml.json", None),
    ],
)
def test_the_venue_in_the_name_of_a_file(name: str, venue: str | None) -> None:
    assert venue_of_file(name) == venue


def test_without_such_a_name_the_entry_tells_where_it_appeared(tmp_path: Path) -> None:
    entry = "@inproceedings{a,\n title={On {Quokkas}},\n booktitle={Meeting on X},\n year={2021}\n}"
    paper = one(tmp_path, "list.json", bibtex=entry)
    assert (paper.venue, paper.date, paper.kind) == ("Meeting on X", Date(2021), "conference")


def test_an_entry_that_is_cut_off_or_an_address_gives_only_what_is_whole(tmp_path: Path) -> None:
    entry = "@inproceedings{a, pages = {1-9}, volume = {97"
    paper = one(tmp_path, bibtex=entry)
    assert (paper.pages, paper.volume) == ("1-9", None)
    assert one(tmp_path, bibtex="https://example.org/a.bib").pages is None


def test_the_project_is_its_code_only_where_no_other_is_known(tmp_path: Path) -> None:
    paper = one(tmp_path, project="github.com/berg/quokkas")
    assert Link("code", "https://github.com/berg/quokkas") in paper.links


def test_what_means_unknown(tmp_path: Path) -> None:
    paper = one(tmp_path, doi="-1", abstract="-1", author=";;Anna Berg*;", keywords="", pdf=None)
    assert (paper.abstract, paper.keywords, paper.ids) == ("", (), Identifiers())
    assert paper.authors == (Name("Berg", "Anna"),)


def test_people_are_not_stored(tmp_path: Path) -> None:
    assert "xample" not in repr(one(tmp_path, site=""))


def test_it_is_known_by_its_fields(tmp_path: Path) -> None:
    form = recognise(InputFile(write(tmp_path, json.dumps([RECORD], indent=1))))
    assert form is not None
    assert form.name == "papercopilot"
