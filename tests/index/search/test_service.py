"""The search part as the library wires it: indexes that come, go stale and break; sets; lookups."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from index.errors import LibraryError
from index.library import Library
from index.paths import default_paths
from index.search import service
from index.search.service import SearchNotReady
from index.search.snapshot import SnapshotEngine
from index.search.whoosh_engine import WhooshEngine


def headings(library: Library, query: str, *, typing: bool = False) -> list[str]:
    answer = library.search.run(query, typing=typing)
    rows = library.papers.rows(list(answer.hits.ordinals[: answer.exact]))
    return [row.heading for row in rows]


def notes(library: Library, query: str) -> str:
    return " · ".join(library.search.run(query).notes)


def add(library: Library, tmp_path: Path, *papers: dict[str, object]) -> None:
    file = tmp_path / f"more{len(list(tmp_path.glob('more*')))}.jsonl"
    file.write_text("\n".join(json.dumps(paper) for paper in papers), encoding="utf-8")
    library.imports.add([file])


ZEBRA = {
    "title": "Counting Zebras at Dawn",
    "abstract": "We count zebras at dawn, one by one, and tell how many there are and why "
    "anyone should want to know that at all.",
    "year": 2019,
    "venue": "Journal of Stripes",
    "doi": "10.1234/zebra.5",
    "url": "https://www.example.org/zebras/",
    "authors": "Ada Lovelace; Alan Turing",
}


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch, library: Library) -> Library:
    """A library that counts as large, so that its indexes are built in children."""
    monkeypatch.setattr(service, "SMALL", 10)
    library.search.ensure()
    return library


def test_nothing_is_answered_before_there_is_an_index(home: Path) -> None:
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        assert not library.search.is_ready
        with pytest.raises(SearchNotReady):
            library.search.run("x")


def test_a_small_library_is_answered_by_whoosh(library: Library) -> None:
    assert isinstance(library.search._engine, WhooshEngine)
    assert "numpy" not in _loaded_by_small_search()


def _loaded_by_small_search() -> set[str]:
    code = (
        "import json, sys, tempfile, os\n"
        "os.environ['READINGROOM_HOME'] = tempfile.mkdtemp()\n"
        "from index.library import Library\n"
        "with Library() as library:\n"
        "    library.imports.prepare()\n"
        "    library.search.ensure()\n"
        "    assert library.search.run('latent watermark').hits.total\n"
        "print(json.dumps(list(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in json.loads(done.stdout)}


def test_a_large_library_is_answered_by_the_snapshot_with_the_same_answers(
    large: Library,
) -> None:
    assert isinstance(large.search._engine, SnapshotEngine)
    shutil.rmtree(large.paths.index / "whoosh")
    told: list[tuple[int, int]] = []
    large.search.complete(lambda done, total: told.append((done, total)))
    assert told[-1] == (38, 38)
    other, _ = large.search._opened("whoosh")
    assert isinstance(other, WhooshEngine)
    assert headings(large, "sembind") == ["SemBind"]


def test_a_snapshot_is_brought_up_to_date(large: Library, tmp_path: Path) -> None:
    add(large, tmp_path, ZEBRA)
    large.search.ensure()
    assert headings(large, "zebras") == ["Counting Zebras at Dawn"]
    assert headings(large, "sembind") == ["SemBind"]
    segments = list((large.paths.index / "snapshot").glob("gen-*/*.json"))
    # The large segment was taken over, the new paper stands in a small one.
    assert {file.name for file in segments} >= {"0.json", "1.json"}


def test_a_changed_paper_is_searched_as_it_is_now(large: Library, tmp_path: Path) -> None:
    untitled = {"abstract": ZEBRA["abstract"]}
    add(large, tmp_path, untitled)
    large.search.ensure()
    assert headings(large, "title:zebras") == []
    add(large, tmp_path, ZEBRA)
    large.search.ensure()
    assert headings(large, "title:zebras") == ["Counting Zebras at Dawn"]


def test_adding_nothing_new_leaves_the_index_as_it_is(large: Library, tmp_path: Path) -> None:
    add(large, tmp_path, ZEBRA)
    large.search.ensure()
    stamp = large.papers.content_stamp()
    add(large, tmp_path, ZEBRA)
    assert large.papers.content_stamp() == stamp


@pytest.mark.parametrize("name", ["current", "manifest.json"])
def test_a_damaged_snapshot_is_made_anew_and_why_is_said(large: Library, name: str) -> None:
    (file,) = (large.paths.index / "snapshot").rglob(name)
    file.write_text("damage")
    assert "damaged" in (large.search.ensure() or "")
    assert headings(large, "sembind") == ["SemBind"]


def test_damage_that_opening_does_not_see_is_found_and_mended(large: Library) -> None:
    # The engine is open already, and nothing looks at its files again until it is asked to.
    (file,) = (large.paths.index / "snapshot").rglob("manifest.json")
    manifest = json.loads(file.read_text())
    name = next(iter(manifest["files"]))
    manifest["files"][name]["sha256"] = "0" * 64
    file.write_text(json.dumps(manifest))
    before = large.search._engine
    large.search.complete()
    assert large.search._engine is not before
    assert headings(large, "sembind") == ["SemBind"]


def test_an_index_that_cannot_be_built_is_one_line(large: Library, tmp_path: Path) -> None:
    add(large, tmp_path, ZEBRA)
    folder = large.paths.index / "snapshot"
    moved = folder.rename(folder.with_name("moved"))
    folder.write_text("in the way")
    with pytest.raises(LibraryError, match="cannot build the search index: "):
        large.search.ensure()
    folder.unlink()
    moved.rename(folder)
    large.search.ensure()


def test_the_child_ends_with_the_process_that_wanted_the_index(large: Library) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "index.search.builder", "whoosh", str(large.paths.library_file),
         str(large.paths.index / "whoosh")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdin is not None
    child.stdin.close()
    assert child.wait(timeout=60) in {0, 1}


def test_sets_come_from_the_store(library: Library, tmp_path: Path) -> None:
    add(library, tmp_path, ZEBRA)
    library.search.ensure()
    assert headings(library, "year:2019") == ["Counting Zebras at Dawn"]
    assert headings(library, "year:2018..2020 zebras") == ["Counting Zebras at Dawn"]
    assert headings(library, "zebras year:>=2020") == []
    assert headings(library, "has:title") == ["Counting Zebras at Dawn"]
    assert headings(library, "watermark in:论文 has:code") == ["SemBind"]
    assert len(headings(library, "in:more")) == 1
    assert len(headings(library, "year:2026")) == 38


def test_queries_by_marks_follow_every_change(library: Library) -> None:
    for query in ("is:starred", "tag:x", "note:y", "has:note"):
        assert headings(library, query) == []
    library.marks.star([1, 4])
    library.marks.tag([4], ["x-ray"])
    library.marks.note([1], "Why y?")
    assert headings(library, "is:starred") == ["DistSeal", "FakeWorld 1.0"]
    assert headings(library, "is:starred -tag:x*") == ["DistSeal"]
    assert headings(library, "tag:x-ray") == ["FakeWorld 1.0"]
    assert headings(library, "note:y watermarking") == ["DistSeal"]
    assert headings(library, "has:note OR tag:x-ray") == ["DistSeal", "FakeWorld 1.0"]
    assert len(headings(library, "is:unread")) == 38
    library.marks.undo()
    assert headings(library, "has:note") == []


def test_without_a_shelf_a_search_says_what_it_cannot_tell(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.paths.shelf_file.write_bytes(b"no database" * 400)
    assert headings(library, "sembind")[0] == "SemBind"
    assert headings(library, "is:starred") == []
    assert "is:starred cannot be told" in notes(library, "is:starred")


@pytest.mark.parametrize(
    "query",
    ["10.1234/ZEBRA.5", "https://doi.org/10.1234/zebra.5", "doi:10.1234/zebra.5",
     "https://example.org/zebras", "lovelace2019counting"],
)  # fmt: skip
def test_identifiers_are_looked_up(library: Library, tmp_path: Path, query: str) -> None:
    add(library, tmp_path, ZEBRA)
    library.search.ensure()
    assert headings(library, query) == ["Counting Zebras at Dawn"]


def test_an_unknown_identifier_is_searched_as_words(library: Library) -> None:
    assert "no paper has DOI 10.9999/nothing" in notes(library, "10.9999/nothing")


def test_related_papers_say_what_they_share(library: Library) -> None:
    (ordinal,) = library.cite.candidates("icml2026-latent-based-49aa3c")
    answer, shared = library.search.related(ordinal)
    (first,) = library.papers.rows(list(answer.hits.ordinals[:1]))
    assert first.heading == "DistSeal"
    words = shared(first.ordinal)
    assert "watermarks" in words
    for word in words:
        assert {ordinal, first.ordinal} <= set(library.search.run(word).hits.ordinals)
    assert ordinal not in answer.hits.ordinals
