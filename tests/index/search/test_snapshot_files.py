from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search import generations, snapshot_sources
from index.search.engine import BuildCancelled, Document, Hits, IndexUnusable
from index.search.postings import summed
from index.search.snapshot import open_snapshot
from index.search.snapshot_build import build_snapshot, update_snapshot
from index.search.snapshot_files import ARRAYS
from index.search.tree import And, InField, Phrase, Prefix, Term
from tests.index.search.test_snapshot import ordinals, run

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[3]
STAMP = {"papers": "1"}
PAPERS = [
    Document(7, "Cats", "a cat and a dog", "Ada Lovelace"),
    Document(5, "", "dogs, cats"),
    Document(6, "", "the catalog of zebras"),
]


def publish(folder: Path) -> Path:
    """Build a snapshot; returns its generation."""
    build_snapshot(PAPERS, folder, STAMP)
    return folder / generations.current_name(folder)


# What is in the files


def test_the_files_are_plain_numbers(tmp_path: Path) -> None:
    build_snapshot([Document(9, "B a", "a"), Document(8, "", "as")], tmp_path, STAMP)
    path = tmp_path / generations.current_name(tmp_path)
    header = json.loads((path / "0.json").read_text())
    assert {file.name for file in path.iterdir()} == {
        "manifest.json",
        "0.json",
        *(f"0.{name}" for name in ARRAYS),
    }
    assert header["arrays"]["ordinals"] == ["<i8", 2]
    assert (path / "0.ordinals").read_bytes() == b"\x09" + b"\0" * 7 + b"\x08" + b"\0" * 7

    def numbers(name: str) -> list[int]:
        kind, count = header["arrays"][name]
        data = (path / f"0.{name}").read_bytes()
        size = int(kind[2])
        assert len(data) == size * count
        return [int.from_bytes(data[n : n + size], "little") for n in range(0, len(data), size)]

    assert (path / "0.words").read_bytes() == b"a\nas\nb\n"
    assert numbers("word_starts") == [0, 2, 5, 7]
    # Words a, as, b have the numbers 0, 1, 2 and a gap is 3. The title counts twice.
    assert numbers("text") == [3, 2, 0, 3, 2, 0, 3, 0, 3, 1, 3]
    # Six fields each, of which the first paper has a title and an abstract, the second an abstract.
    assert numbers("field_starts") == [1, 7, 7, 9, 9, 9, 9, 9, 9, 11, 11, 11, 11]
    assert numbers("lengths") == [2, 0]  # "a" and "as" are stop words
    assert numbers("term_tokens") == [0, 3, 4, 6]
    assert numbers("places") == [2, 5, 7, 9, 1, 4]
    assert numbers("term_postings") == [0, 1, 2, 3]
    assert numbers("documents") == [0, 1, 0]
    assert numbers("frequencies") == [3, 1, 2]


def test_two_papers_cannot_have_one_ordinal(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="ordinal 1"):
        build_snapshot([Document(1, "", "a"), Document(1, "", "b")], tmp_path, {})
    assert list(tmp_path.iterdir()) == []


def test_progress_and_cancelling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshot_sources, "BLOCK", 100)
    seen: list[int] = []
    papers = [Document(number, "", "cat dog") for number in range(300)]
    steps = 0

    def count() -> bool:
        nonlocal steps
        steps += 1
        return False

    build_snapshot(papers, tmp_path, {}, progress=seen.append, cancelled=count)
    assert seen == [0, 128, 256, 300]
    assert steps > 6  # it is also asked while words are sorted
    before = set(tmp_path.iterdir())
    for step in range(steps):
        answers = iter([False] * step + [True])
        with pytest.raises(BuildCancelled):
            build_snapshot(papers, tmp_path, {}, cancelled=lambda answers=answers: next(answers))
        assert set(tmp_path.iterdir()) == before
    assert open_snapshot(tmp_path, {}).count == 300


# What is not opened


def test_a_snapshot_is_opened_only_for_the_papers_it_was_built_from(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable) as caught:
        open_snapshot(tmp_path / "nowhere", STAMP)
    assert not caught.value.is_damage
    publish(tmp_path)
    assert open_snapshot(tmp_path, STAMP).count == 3
    for stamp in ({"papers": "2"}, {}, {**STAMP, "label": "2"}):
        with pytest.raises(IndexUnusable) as caught:
            open_snapshot(tmp_path, stamp)
        assert not caught.value.is_damage


@pytest.mark.parametrize("version", ["ANALYSE_VERSION", "FORMAT_VERSION"])
def test_a_snapshot_of_another_version_is_not_opened(
    tmp_path: Path, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(tmp_path)
    monkeypatch.setattr(f"index.search.snapshot_build.{version}", 99)
    with pytest.raises(IndexUnusable) as caught:
        open_snapshot(tmp_path, STAMP)
    assert not caught.value.is_damage


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_a_snapshot_that_others_can_write_to_is_not_opened(tmp_path: Path) -> None:
    publish(tmp_path).chmod(0o777)
    with pytest.raises(IndexUnusable, match="others can write"):
        open_snapshot(tmp_path, STAMP)


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x40
    file.write_bytes(bytes(data))


def edit(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Change the header; only done where the manifest's hashes are not looked at."""
    header = json.loads((path / "0.json").read_text())
    change(header)
    text = json.dumps(header)
    (path / "0.json").write_text(text)
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["files"]["0.json"]["size"] = len(text)
    (path / "manifest.json").write_text(json.dumps(manifest))


def remove(path: Path) -> None:
    """Have a manifest that knows of no segment."""
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["files"] = {}
    (path / "manifest.json").write_text(json.dumps(manifest))
    for file in path.glob("0.*"):
        file.unlink()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "truncated": lambda path: os.truncate(path / "0.places", 8),
    "emptied": lambda path: os.truncate(path / "0.documents", 0),
    "too long": lambda path: os.truncate(path / "0.text", 4096),
    "deleted": lambda path: (path / "0.frequencies").unlink(),
    "added": lambda path: (path / "1.json").write_text("{}"),
    "header flipped": lambda path: flip(path / "0.json"),
    "array flipped": lambda path: flip(path / "0.places"),
    "manifest flipped": lambda path: flip(path / "manifest.json"),
    "manifest missing": lambda path: (path / "manifest.json").unlink(),
}
DEEPER: dict[str, Callable[[Path], object]] = {
    "another format": lambda path: edit(path, lambda header: header.update(format=99)),
    "no arrays": lambda path: edit(path, lambda header: header.update(arrays={})),
    "a list": lambda path: (path / "0.json").write_bytes(
        b"[".ljust((path / "0.json").stat().st_size)
    ),
    "objects": lambda path: edit(
        path,
        lambda header: header["arrays"].update(ordinals=["|O", 3]),  # type: ignore[attr-defined]
    ),
    "another type": lambda path: edit(
        path,
        lambda header: header["arrays"].update(ordinals=["<i4", 6]),  # type: ignore[attr-defined]
    ),
    "a group too many": lambda path: edit(path, lambda header: header.update(groups=["c"])),
    "no segment": remove,
    "starts": lambda path: flip(path / "0.term_postings"),
    "terms of words": lambda path: flip(path / "0.word_terms"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found_and_mended_by_building_again(tmp_path: Path, damage: str) -> None:
    DAMAGES[damage](publish(tmp_path))
    with pytest.raises(IndexUnusable) as caught:
        open_snapshot(tmp_path, STAMP)
    assert caught.value.is_damage
    publish(tmp_path)
    assert open_snapshot(tmp_path, STAMP).count == 3


@pytest.mark.parametrize("damage", DEEPER)
def test_what_does_not_fit_together_is_not_opened(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "SMALL", -1)  # as if all files were too large to be read
    DEEPER[damage](publish(tmp_path))
    with pytest.raises(IndexUnusable) as caught:
        open_snapshot(tmp_path, STAMP)
    assert caught.value.is_damage


def test_damage_in_large_files_is_found_when_all_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "SMALL", -1)
    path = publish(tmp_path)
    engine = open_snapshot(tmp_path, STAMP)
    engine.verify()
    flip(path / "0.places")
    with pytest.raises(IndexUnusable, match="places has changed"):
        engine.verify()


QUERIES = (
    Term("cat"),
    Prefix("c", "c"),
    Prefix("", ""),
    And((Term("cat"), Term("dog"))),
    Phrase((Term("a"), Prefix("c", "c"))),
    Phrase((Prefix("a", "a"), Term("dog"))),
    InField("abstract", Prefix("d", "d")),
)


@settings(
    deadline=None,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.sampled_from(sorted(ARRAYS)), st.integers(0, 400), st.integers(1, 255))
def test_numbers_that_make_no_sense_never_do_worse_than_fail(
    tmp_path: Path, array: str, place: int, change: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generations, "SMALL", -1)
        patch.setattr("index.search.snapshot_writer.GROUP_POSTINGS", 2)
        if not (tmp_path / generations.POINTER).exists():
            publish(tmp_path)
        file = tmp_path / generations.current_name(tmp_path) / f"0.{array}"
        sound = file.read_bytes()
        data = bytearray(sound)
        data[place % len(data)] ^= change
        file.write_bytes(bytes(data))
        with suppress(IndexUnusable):
            engine = open_snapshot(tmp_path, STAMP)
            for use in (engine.words, engine.expand, engine.document_frequency):
                with suppress(IndexUnusable):
                    assert use("c") is not None
            for node in QUERIES:
                with suppress(IndexUnusable):
                    assert isinstance(run(engine, node), Hits)
        file.write_bytes(sound)


def test_places_and_frequencies_that_do_not_fit_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generations, "SMALL", -1)
    # "b" is the rarer word of "a b", and most of the papers that have it have no "a".
    papers = ["a b", "b", "b", *["a"] * 5]
    build_snapshot([Document(n, "", text) for n, text in enumerate(papers)], tmp_path, STAMP)
    path = tmp_path / generations.current_name(tmp_path)
    phrase = Phrase((Term("a"), Term("b")))
    assert ordinals(open_snapshot(tmp_path, STAMP), phrase) == [0]
    frequencies = bytearray((path / "0.frequencies").read_bytes())
    assert frequencies[12:14] == b"\x01\x00"  # of the seventh posting, the first "b"
    frequencies[12] = 2
    (path / "0.frequencies").write_bytes(bytes(frequencies))
    engine = open_snapshot(tmp_path, STAMP)
    with pytest.raises(IndexUnusable) as caught:
        run(engine, phrase)
    assert caught.value.is_damage


def test_a_senseless_number_takes_no_memory() -> None:
    with pytest.raises(IndexError):
        summed(np.array([1, 2**31 - 1]), np.array([1, 1]), 10)


def test_opening_follows_a_pointer_that_moves_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(tmp_path)
    true = generations.current
    calls = []

    def replaced_once(*args: object, **options: object) -> generations.Generation:
        calls.append(args)
        if len(calls) == 1:  # another process replaces the snapshot just after its name was read
            update_snapshot_now()
            raise IndexUnusable("gone")
        return true(*args, **options)  # type: ignore[arg-type]

    def update_snapshot_now() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(generations, "current", true)
            update_snapshot(tmp_path, STAMP, STAMP, removed={7})

    monkeypatch.setattr(generations, "current", replaced_once)
    assert ordinals(open_snapshot(tmp_path, STAMP), Term("dog")) == [5]
    assert len(calls) == 2


# Builds that fail


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(IndexUnusable, match="cannot be written") as caught:
        build_snapshot([], tmp_path / "file" / "index", {})
    assert isinstance(caught.value.__cause__, OSError)


@pytest.mark.parametrize("room", [0, 1_000, 20_000, 60_000])
def test_a_full_disk_leaves_the_old_snapshot(tmp_path: Path, room: int) -> None:
    resource = pytest.importorskip("resource")
    publish(tmp_path)
    before = set(tmp_path.iterdir())
    papers = [Document(n, "", " ".join(f"w{n * k}" for k in range(90))) for n in range(300)]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(IndexUnusable, match="cannot be written") as caught:
            build_snapshot(papers, tmp_path, {})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert isinstance(caught.value.__cause__, OSError)
    assert set(tmp_path.iterdir()) == before
    assert open_snapshot(tmp_path, STAMP).count == 3


BUILDER = """
import os, sys
from pathlib import Path
from index.search.engine import Document
from index.search.snapshot_build import build_snapshot
folder, name, end = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
papers = (Document(n, "", f"{name} paper{n}") for n in range(150))
steps = 0
def cancelled():
    global steps
    steps += 1
    if steps == int(end): os._exit(9)
    return False
build_snapshot(papers, folder, {"name": name}, cancelled=cancelled)
"""


def builder(folder: Path, name: str, end: str = "-1") -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", BUILDER, folder, name, end], cwd=ROOT)


@pytest.mark.parametrize("step", [2, 4])
def test_a_build_that_is_killed_leaves_the_old_snapshot(tmp_path: Path, step: int) -> None:
    publish(tmp_path)
    assert builder(tmp_path, "second", str(step)).wait(timeout=60) == 9
    assert len(list(tmp_path.iterdir())) == 3  # the pointer, a generation, and what is left over
    assert ordinals(open_snapshot(tmp_path, STAMP), Term("cat")) == [7, 5]
    publish(tmp_path)
    if os.name == "posix":
        assert len(list(tmp_path.iterdir())) == 2


def test_two_processes_may_build_at_once(tmp_path: Path) -> None:
    processes = [builder(tmp_path, "cat"), builder(tmp_path, "dog")]
    assert [process.wait(timeout=60) for process in processes] == [0, 0]
    (manifest,) = tmp_path.glob(f"{generations.current_name(tmp_path)}/{generations.MANIFEST}")
    last = next(name for name in ("cat", "dog") if f'"of name": "{name}"' in manifest.read_text())
    assert len(ordinals(open_snapshot(tmp_path, {"name": last}), Term(last))) == 150
