"""Files that were added: listed, removed and read again."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from index.errors import AmbiguousKey, KeyNotFound
from index.library import Library

WORDS = "{} says in fifteen words or more what nobody has ever said about it before, and why so"


def write(path: Path, *names: str, **fields: str) -> Path:
    records = [{"title": f"On {name}", "abstract": WORDS.format(name), **fields} for name in names]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def titles(library: Library, query: str = "") -> list[str]:
    if not query:
        rows = library.papers.rows(library.papers.ordinals())
        return [row.heading for row in rows if row.titled]
    library.search.ensure()
    answer = library.search.run(query)
    return [row.heading for row in library.papers.rows(answer.hits.ordinals[: answer.exact])]


def test_the_seeds_are_files_too_and_stay_away_when_they_are_removed(library: Library) -> None:
    files = library.sources.files()
    assert [(file.number, file.papers, file.path, file.state) for file in files] == [
        (1, 19, None, "there"), (2, 19, None, "there"),
    ]  # fmt: skip
    gone = library.sources.remove(files)
    assert len(gone) == 38
    assert library.papers.count() == 0
    library.imports.prepare()
    assert library.papers.count() == 0
    report = library.imports.restore_seeds()
    assert (report.new, library.papers.count()) == (38, 38)


def test_a_file_is_found_by_number_path_name_heading_or_a_part(
    library: Library, tmp_path: Path
) -> None:
    path = write(tmp_path / "mine.jsonl", "owls")
    library.imports.add([path])
    find = library.sources.find
    assert find("3").file == find(str(path)).file == find("mine.jsonl").file == "mine.jsonl"
    assert find("MINE").number == 3
    assert find("icml 2026 papers").number == 1
    with pytest.raises(AmbiguousKey, match="'icml' may be 1 ICML 2026 Papers, 2 ICML 2026"):
        find("icml")
    with pytest.raises(KeyNotFound, match="no file is called 'yours'"):
        find("yours")


def test_papers_that_came_from_other_files_too_stay(library: Library, tmp_path: Path) -> None:
    one = write(tmp_path / "one.jsonl", "owls", "bats")
    other = write(tmp_path / "other.jsonl", "bats", "mice")
    library.imports.add([one, other])
    assert titles(library, "says") == ["On owls", "On bats", "On mice"]
    library.sources.remove([library.sources.find("one")])
    assert titles(library) == titles(library, "says") == ["On bats", "On mice"]
    ordinal = library.papers.ordinals()[-2]
    assert [source.file for source in library.papers.sources(ordinal)] == ["other.jsonl"]


def test_a_paper_that_comes_back_is_the_same_with_its_marks_and_key(
    library: Library, tmp_path: Path
) -> None:
    # First seen without its DOI and under another title, so that its id cannot be made again.
    library.imports.add([write(tmp_path / "first.jsonl", "owls")])
    ordinal = library.papers.ordinals()[-1]
    identifier = library.papers.paper(ordinal).id
    (key,) = library.cite.keys([ordinal], pin=True)
    library.imports.add([write(tmp_path / "second.jsonl", "owls", doi="10.1234/owls")])
    library.marks.star([ordinal])
    library.sources.remove([library.sources.find("first"), library.sources.find("second")])
    assert library.papers.ordinal_of_id(identifier) is None
    renamed = {"title": "Of owls", "abstract": "Another text.", "doi": "10.1234/owls"}
    (tmp_path / "third.jsonl").write_text(json.dumps(renamed) + "\n")
    library.imports.add([tmp_path / "third.jsonl"])
    again = library.papers.ordinals()[-1]
    assert again != ordinal
    assert library.papers.paper(again).id == identifier
    assert library.cite.find(key) == again
    library.marks.refresh()
    assert library.marks.state.starred == {again}


def test_only_what_has_changed_is_read_again(library: Library, tmp_path: Path) -> None:
    same = write(tmp_path / "same.jsonl", "owls")
    grown = write(tmp_path / "grown.jsonl", "bats", "mice")
    gone = write(tmp_path / "gone.jsonl", "newts")
    library.imports.add([same, grown, gone])
    write(grown, "bats", "toads")
    gone.unlink()
    found = library.sources.refresh()
    assert (found.report.new, found.report.same, found.unchanged, found.older) == (1, 2, 1, 1)
    assert found.missing == [str(gone)]
    assert found.problems == []
    assert titles(library) == ["On owls", "On bats", "On mice", "On newts", "On toads"]
    states = {(file.file, file.state): file.papers for file in library.sources.files()[2:]}
    assert states == {
        ("same.jsonl", "there"): 1, ("grown.jsonl", "older"): 1,
        ("gone.jsonl", "missing"): 1, ("grown.jsonl", "there"): 2,
    }  # fmt: skip
    # It is back, and nothing has changed since.
    write(gone, "newts")
    again = library.sources.refresh()
    assert (again.report.new, again.report.changed, again.unchanged) == (0, 0, 3)
    assert library.sources.find("gone").state == "there"


def test_a_file_that_is_no_list_of_papers_any_more_keeps_its_papers(
    library: Library, tmp_path: Path
) -> None:
    path = write(tmp_path / "mine.jsonl", "owls")
    library.imports.add([path])
    path.write_bytes(b"%PDF-1.7 ...")
    found = library.sources.refresh()
    assert found.problems == [f"{path} is a PDF document, not a list of papers"]
    assert titles(library) == ["On owls"]


def test_files_are_read_again_as_they_were_asked_to_be(library: Library, tmp_path: Path) -> None:
    path = write(tmp_path / "mine.jsonl", "owls", status="Reject")
    library.imports.add([path], include_rejected=True)
    write(path, "owls", "bats", status="Reject")
    assert library.sources.refresh().report.new == 1


def test_an_archive_is_read_again_as_a_whole(library: Library, tmp_path: Path) -> None:
    inner = write(tmp_path / "a.jsonl", "owls")
    archive = tmp_path / "all.zip"
    with zipfile.ZipFile(archive, "w") as out:
        out.write(inner, "a.jsonl")
    library.imports.add([archive])
    with zipfile.ZipFile(archive, "a") as out:
        out.write(write(tmp_path / "b.jsonl", "bats"), "b.jsonl")
    found = library.sources.refresh()
    assert (found.report.new, found.unchanged) == (1, 1)


def test_a_large_library_forgets_removed_papers_in_the_snapshot_too(
    library: Library, tmp_path: Path
) -> None:
    many = write(tmp_path / "many.jsonl", *(f"owl{number}" for number in range(600)))
    few = write(tmp_path / "few.jsonl", "bats", "mice")
    library.imports.add([many, few])
    assert titles(library, "bats OR mice OR owl7") == ["On owl7", "On bats", "On mice"]
    library.sources.remove([library.sources.find("few")])
    assert titles(library, "bats OR mice OR owl7") == ["On owl7"]
