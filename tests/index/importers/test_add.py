"""Bringing files in: what is new, changed, same, skipped and malformed."""

from __future__ import annotations

import gzip
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from index.errors import InputError
from index.importers import inputs, intake
from index.importers.intake import Imports
from index.importers.report import MOST_PROBLEMS, Problem, Progress, Report
from index.paper import Date, Link, Name
from index.store import PaperStore

WORDS = "which is told here in as many words as an abstract needs to be known again by them"
THING = f"We study a thing {WORDS}."
OTHER = f"We study another thing {WORDS}."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PaperStore]:
    store = PaperStore(tmp_path / "home" / "library.db")
    yield store
    store.close()


@pytest.fixture
def imports(store: PaperStore) -> Imports:
    return Imports(store)


class Folder:
    """Writes files of records."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, *records: dict[str, Any] | str, name: str = "a.jsonl") -> Path:
        lines = [item if isinstance(item, str) else json.dumps(item) for item in records]
        data = "".join(line + "\n" for line in lines).encode()
        path = self.path / name
        path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return path


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def counts(report: Report) -> tuple[int, int, int]:
    return report.new, report.changed, report.same


def numbered(number: int) -> dict[str, str]:
    return {"title": f"Paper {number}", "abstract": f"{THING} It is number {number}."}


def test_records_become_papers(imports: Imports, store: PaperStore, folder: Folder) -> None:
    report = imports.add([folder(numbered(1), numbered(2))])
    assert counts(report) == (2, 0, 0)
    assert not report.failed
    assert [row.heading for row in store.rows(store.ordinals())] == ["Paper 1", "Paper 2"]
    source = store.paper(2).source
    assert (source.file, source.number, source.count, source.format) == ("a.jsonl", 2, 2, "jsonl")
    assert store.collections() == ("a.jsonl",)


def test_a_packed_file(imports: Imports, store: PaperStore, folder: Folder) -> None:
    assert counts(imports.add([folder(numbered(1), name="a.jsonl.gz")])) == (1, 0, 0)
    assert store.paper(1).source.file == "a.jsonl.gz"


def test_a_file_that_is_known_is_not_read_again(
    imports: Imports, store: PaperStore, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder(numbered(1), numbered(2), {**numbered(3), "status": "Reject"})
    imports.add([path])
    stamp = store.content_stamp()
    monkeypatch.setattr(intake, "read_papers", None)
    monkeypatch.setattr(inputs, "recognise", None)
    report = imports.add([path])
    assert counts(report) == (0, 0, 2)
    assert report.skipped == {"rejected": 1}
    assert store.content_stamp() == stamp


def test_the_same_records_in_another_file_change_nothing(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    imports.add([folder(numbered(1), numbered(2))])
    stamp = store.content_stamp()
    report = imports.add([folder(numbered(2), numbered(1), name="b.jsonl")])
    assert counts(report) == (0, 0, 2)
    assert (store.count(), store.content_stamp()) == (2, stamp)


def test_a_file_with_problems_is_read_again_and_tells_them_again(
    imports: Imports, folder: Folder
) -> None:
    path = folder(numbered(1), "{bad", numbered(2))
    for expected in ((2, 0, 0), (0, 0, 2)):
        report = imports.add([path])
        assert counts(report) == expected
        assert [(problem.line, problem.file) for problem in report.problems] == [(2, str(path))]
        assert not report.failed


def test_strict_makes_a_malformed_record_an_error_and_keeps_the_rest(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    assert not imports.add([folder(numbered(1))], strict=True).failed
    report = imports.add([folder(numbered(2), "{bad", name="b.jsonl")], strict=True)
    assert report.failed
    assert store.count() == 2


def test_what_was_not_accepted_is_counted_by_reason(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    path = folder(
        {**numbered(1), "venue": "iclr2018", "status": "Reject"},
        {**numbered(2), "venue": "iclr2018", "status": "Withdraw"},
        {**numbered(3), "venue": "iclr2018", "status": "Reject"},
        {**numbered(4), "venue": "iclr2018", "status": "Poster"},
    )
    report = imports.add([path])
    assert counts(report) == (1, 0, 0)
    assert report.skipped == {"rejected": 2, "withdrawn": 1}
    assert store.paper(1).venue == "ICLR 2018"
    # Asked for all, it is read again.
    report = imports.add([path], include_rejected=True)
    assert counts(report) == (3, 0, 1)
    assert report.skipped == {}
    assert {store.paper(ordinal).venue for ordinal in (2, 3, 4)} == {"Submitted to ICLR 2018"}


def test_one_abstract_under_two_titles_is_two_papers(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    records = [{"title": "One", "abstract": THING}, {"title": "Two", "abstract": THING}]
    assert counts(imports.add([folder(*records)])) == (2, 0, 0)


def test_twins_are_one_paper_with_both_places(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    one = {"title": "One", "abstract": THING}
    report = imports.add([folder(one, numbered(1), {"title": "ONE", "abstract": THING})])
    assert counts(report) == (2, 0, 1)
    assert [(source.file, source.number) for source in store.sources(1)] == [
        ("a.jsonl", 1),
        ("a.jsonl", 3),
    ]


def test_a_full_record_completes_an_abstract(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    imports.add([folder({"abstract": THING, "code": "https://example.org/code"})])
    before = store.paper(1)
    full = {
        "title": "On a Thing",
        "authors": ["Anna Berg"],
        "abstract": THING,
        "venue": "icml2019",
        "pdf": "https://example.org/a.pdf",
        "doi": "10.1000/thing",
    }
    report = imports.add([folder(full, name="b.jsonl")])
    assert counts(report) == (0, 1, 0)
    after = store.paper(1)
    assert (after.id, after.abstract) == (before.id, THING)
    assert (after.title, after.authors) == ("On a Thing", (Name("Berg", "Anna"),))
    assert (after.venue, after.date, after.kind) == ("ICML 2019", Date(2019), "conference")
    assert after.links == (
        Link("code", "https://example.org/code"),
        Link("pdf", "https://example.org/a.pdf"),
    )
    # The list, the key and the identifier follow; a second time nothing changes.
    (row,) = store.rows([1])
    assert (row.heading, row.detail, row.titled) == ("On a Thing", "Berg 2019", True)
    assert store.keys.with_base("berg2019thing") == [1]
    assert store.ordinals_of_alias("doi:10.1000/thing") == [1]
    assert counts(imports.add([folder(full, "", name="c.jsonl")])) == (0, 0, 1)


def test_what_is_known_is_not_overwritten(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    known = {"title": "One", "authors": "Anna Berg", "venue": "icml2019", "doi": "10.1000/x"}
    imports.add([folder({**known, "abstract": THING})])
    other = {"title": "Uno", "authors": "Bo Li", "venue": "iclr2018", "doi": "10.1000/X"}
    assert counts(imports.add([folder({**other, "abstract": OTHER}, name="b")])) == (0, 0, 1)
    paper = store.paper(1)
    assert (paper.title, paper.venue, paper.abstract) == ("One", "ICML 2019", THING)


def test_where_a_paper_appeared_wins_over_where_it_was_submitted(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    one = {"title": "One", "abstract": THING}
    imports.add(
        [folder({**one, "venue": "iclr2018", "status": "Reject"}, {**one, "venue": "icml2019"})],
        include_rejected=True,
    )
    paper = store.paper(1)
    assert (paper.venue, paper.kind, paper.date) == ("ICML 2019", "conference", Date(2019))
    again = {**one, "venue": "iclr2018", "status": "Reject"}
    report = imports.add([folder(again, name="b")], include_rejected=True)
    assert counts(report) == (0, 0, 1)


def test_a_placeholder_gives_way_to_the_abstract(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    one = {"title": "One", "authors": "Anna Berg", "year": 2019, "doi": "10.1000/x"}
    imports.add([folder({**one, "abstract": "[No abstract available]"})])
    assert counts(imports.add([folder({**one, "abstract": THING}, name="b")])) == (0, 1, 0)
    assert store.paper(1).abstract == THING
    assert store.forms(1).plain == THING
    # The abstract alone leads to the paper from now on.
    assert counts(imports.add([folder({"abstract": THING}, name="c")])) == (0, 0, 1)


def test_without_an_abstract_title_author_and_year_tell_papers_apart(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    preface = {"title": "Preface", "authors": "Anna Berg", "year": 2019}
    path = folder(
        preface,
        {**preface, "year": 2020},
        {**preface, "authors": "Bo Li"},
        {**preface, "pages": "1"},
    )
    assert counts(imports.add([path])) == (3, 1, 0)


def test_a_title_that_folds_to_nothing_is_none(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    path = folder(
        {"abstract": THING},
        {"title": "One", "abstract": THING},
        {"title": "\u0301", "abstract": THING},
    )
    assert counts(imports.add([path])) == (1, 1, 1)


def test_several_files_are_one_report(imports: Imports, store: PaperStore, folder: Folder) -> None:
    paths = [folder(numbered(1), name="a"), folder(numbered(2), numbered(1), "", name="b")]
    assert counts(imports.add(paths)) == (2, 0, 1)
    assert store.collections() == ("a", "b")


def test_more_files_than_can_be_open_at_once(imports: Imports, folder: Folder) -> None:
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    paths = [folder(numbered(number), name=f"{number}.jsonl") for number in range(150)]
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, limits[1]))
    try:
        assert counts(imports.add(paths)) == (150, 0, 0)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def test_nothing_is_stored_if_one_of_several_cannot_be_read(
    imports: Imports, store: PaperStore, folder: Folder, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    page = folder("<!DOCTYPE html>", "<p>We study a thing.</p>", name="page.html")
    for bad in (tmp_path / "nowhere", tmp_path / "empty", page):
        with pytest.raises(InputError):
            imports.add([folder(numbered(1)), bad])
        assert store.count() == 0


def test_an_empty_file_is_said_to_be_empty(imports: Imports, folder: Folder) -> None:
    path = folder()
    report = imports.add([path])
    assert (counts(report), report.warnings) == ((0, 0, 0), [f"{path} is empty"])
    assert not report.failed


def test_an_odd_encoding_is_told_once(imports: Imports, folder: Folder) -> None:
    path = folder()
    path.write_bytes(b'{"title": "M\xfcller"}\n{"title": "\xfc"}\n')
    assert imports.add([path]).warnings == [
        f"{path}: 2 lines are not UTF-8: read as cp1252 (Windows Western)"
    ]


def test_an_encoding_that_is_told(imports: Imports, store: PaperStore, folder: Folder) -> None:
    path = folder()
    path.write_bytes("2026 论文\n\n我们研究一件事情。\n".encode("gb18030"))
    report = imports.add([path], encoding="GB18030")
    assert (report.new, report.warnings) == (1, [])
    assert store.paper(1).collection == "2026 论文"
    # It is known again if the same is told, and read anew otherwise.
    assert counts(imports.add([path], encoding="gb18030")) == (0, 0, 1)
    assert imports.add([path]).warnings
    with pytest.raises(InputError, match="there is no encoding 'klingon'"):
        imports.add([path], encoding="klingon")


def test_a_file_none_of_whose_records_can_be_read_is_an_error(
    imports: Imports, folder: Folder
) -> None:
    path = folder({"title": ""}, {"title": None})
    report = imports.add([path])
    assert report.failed
    assert report.warnings == [f"{path}: none of its records could be read"]


def test_every_paper_says_where_it_was_read(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    path = folder(name="b.csv")
    path.write_text(f"id,title,abstract\nk1,One,{THING}\nk2,Two,{OTHER}\n")
    imports.add([path])
    source = store.paper(2).source
    assert (source.file, source.number, source.count) == ("b.csv", 2, 2)
    assert (source.record_key, source.format) == ("k2", "csv")


def test_a_file_that_breaks_off_keeps_what_came_and_is_an_error(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    path = folder(*[numbered(number) for number in range(500)], name="a.gz")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - 100])
    report = imports.add([path])
    assert report.failed
    assert report.problems[-1].is_end
    assert store.count() == report.new > 100


def test_problems_beyond_a_thousand_are_only_counted() -> None:
    report = Report()
    for line in range(MOST_PROBLEMS + 5):
        report.complain(Problem("a", line, "bad"))
    assert (len(report.problems), report.problem_count) == (MOST_PROBLEMS, MOST_PROBLEMS + 5)


def test_a_cancelled_import_keeps_complete_batches_and_can_be_taken_up(
    imports: Imports, store: PaperStore, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BATCH", 10)
    path = folder(*[numbered(number) for number in range(50)])
    # Every record is looked at twice, when it is read and when it is stored: the 55th time is in
    # the middle of storing the third batch.
    looks = itertools.count(1)
    report = imports.add([path], cancelled=lambda: next(looks) == 55)
    assert report.interrupted
    assert counts(report) == (20, 0, 0)
    assert store.count() == 20
    assert store.paper(1).source.count is None
    report = imports.add([path])
    assert counts(report) == (30, 0, 20)
    assert store.paper(1).source.count == 50


def test_progress_ends_at_the_end(
    imports: Imports, folder: Folder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(intake, "BATCH", 50)
    records = [numbered(number) for number in range(100)]
    told: list[Progress] = []
    imports.add(
        [folder(*records[:60], name="a"), folder(*records[60:], name="b")], progress=told.append
    )
    assert told[-1] == Progress(100, 1.0)
    # A file that is known counts as read.
    imports.add([tmp_path / "a", folder(numbered(200), name="c")], progress=told.append)
    assert told[-1] == Progress(1, 1.0)
    told = told[: told.index(Progress(100, 1.0)) + 1]
    assert [progress.records for progress in told] == sorted(progress.records for progress in told)
    assert [progress.fraction for progress in told] == sorted(
        progress.fraction for progress in told
    )


def test_a_record_that_another_one_has_outgrown_reaches_its_paper(
    imports: Imports, store: PaperStore, folder: Folder
) -> None:
    """Identifiers and abstracts of every record that was merged lead to the paper."""
    path = folder(
        {"title": "One", "abstract": THING, "doi": "10.1000/x"},
        {"title": "One", "abstract": OTHER, "doi": "10.1000/x", "arxiv": "2101.00001"},
        {"title": "One", "abstract": OTHER},
        {"title": "One, Revised", "arxiv": "2101.00001v2"},
    )
    report = imports.add([path])
    assert (report.new, store.count()) == (1, 1)
