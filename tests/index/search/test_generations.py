from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from index.search import generations
from index.search.engine import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STAMP = {"papers": "1"}


def publish(folder: Path, text: str = "words", stamp: dict[str, str] = STAMP) -> Path:
    """Publish a generation of two files."""
    generations.prepare(folder)
    with generations.temporary(folder) as built:
        (built / "one").write_text(text)
        (built / "two").write_text(text * 1000)
        generations.publish(built, 2, stamp)
    return folder / generations.current_name(folder)


def entries(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def dead_pid() -> int:
    """The number of a process that has been."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_what_is_published_is_current_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "index"
    path = publish(folder)
    generation = generations.current(folder, STAMP)
    assert generation == (path, 2)
    assert entries(path) == {"one", "two", generations.MANIFEST}
    assert entries(folder) == {path.name, generations.POINTER}
    if os.name == "posix":
        assert folder.stat().st_mode & 0o777 == 0o700
        assert path.stat().st_mode & 0o777 == 0o700
        for file in (*path.iterdir(), folder / generations.POINTER):
            assert file.stat().st_mode & 0o777 == 0o600


def test_the_next_generation_replaces_the_last(tmp_path: Path) -> None:
    first = publish(tmp_path, "old")
    second = publish(tmp_path, "new")
    assert generations.current(tmp_path, STAMP).path == second != first
    assert (second / "one").read_text() == "new"
    assert entries(tmp_path) == {second.name, generations.POINTER}


def test_a_build_that_fails_leaves_nothing_and_changes_nothing(tmp_path: Path) -> None:
    path = publish(tmp_path)
    with pytest.raises(KeyboardInterrupt), generations.temporary(tmp_path) as built:
        (built / "half").write_text("h")
        raise KeyboardInterrupt
    assert entries(tmp_path) == {path.name, generations.POINTER}
    assert generations.current(tmp_path, STAMP).path == path


def test_a_pointer_that_cannot_be_written_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = publish(tmp_path)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", refuse)
        with pytest.raises(OSError, match="No space"):
            publish(tmp_path, "new")
    assert entries(tmp_path) == {path.name, generations.POINTER}
    assert generations.current(tmp_path, STAMP).path == path


def test_only_a_complete_build_counts(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable) as caught:
        generations.current(tmp_path / "nowhere", STAMP)
    assert not caught.value.is_damage
    # All files are there, but the pointer was never written.
    path = publish(tmp_path)
    (tmp_path / generations.POINTER).unlink()
    with pytest.raises(IndexUnusable) as caught:
        generations.current(tmp_path, STAMP)
    assert not caught.value.is_damage
    assert path.exists()


def test_another_stamp_is_no_damage(tmp_path: Path) -> None:
    publish(tmp_path)
    for stamp in ({"papers": "2"}, {}, {**STAMP, "more": "x"}):
        with pytest.raises(IndexUnusable) as caught:
            generations.current(tmp_path, stamp)
        assert not caught.value.is_damage


def flip(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 0x40
    file.write_bytes(bytes(data))


def link(file: Path) -> None:
    """Replace a file by a link to the same content; even the sizes of link and file agree."""
    target = "../cp"
    assert len(target) == file.stat().st_size
    file.rename(file.parent / target)
    file.symlink_to(target)


DAMAGES: dict[str, Callable[[Path], object]] = {
    "flipped": lambda path: flip(path / "two"),
    "truncated": lambda path: os.truncate(path / "two", 10),
    "emptied": lambda path: os.truncate(path / "one", 0),
    "deleted": lambda path: (path / "one").unlink(),
    "added": lambda path: (path / "three").write_text("3"),
    "linked": lambda path: link(path / "one"),
    "no manifest": lambda path: (path / "manifest.json").unlink(),
    "manifest flipped": lambda path: flip(path / "manifest.json"),
    "manifest truncated": lambda path: os.truncate(path / "manifest.json", 40),
    "manifest a list": lambda path: (path / "manifest.json").write_text("[]"),
    "manifest of nulls": lambda path: (path / "manifest.json").write_text(
        '{"stamp": {"papers": "1"}, "files": {"one": null, "two": null}, "count": null}'
    ),
    "manifest without files": lambda path: (path / "manifest.json").write_text(
        '{"stamp": {"papers": "1"}, "files": [], "count": 2}'
    ),
    "manifest nested": lambda path: (path / "manifest.json").write_text("[" * 100_000),
    "generation gone": lambda path: path.rename(path.parent / "elsewhere"),
    "pointer to elsewhere": lambda path: (path.parent / "current").write_text("../../etc"),
    "pointer to nothing": lambda path: (path.parent / "current").write_bytes(b"\xff\x00"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_found(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "index"
    DAMAGES[damage](publish(folder))
    with pytest.raises(IndexUnusable) as caught:
        generations.current(folder, STAMP)
    assert caught.value.is_damage
    # And a new build mends it.
    path = publish(folder)
    assert generations.current(folder, STAMP).path == path


def test_a_quick_check_reads_small_files_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = publish(tmp_path, "words")
    monkeypatch.setattr(generations, "SMALL", 5)  # "one" has 5 bytes, "two" 5,000
    flip(path / "two")
    assert generations.current(tmp_path, STAMP, quick=True).path == path
    with pytest.raises(IndexUnusable, match="two has changed"):
        generations.verify(path)
    flip(path / "two")
    generations.verify(path)
    flip(path / "one")
    with pytest.raises(IndexUnusable, match="one has changed"):
        generations.current(tmp_path, STAMP, quick=True)
    flip(path / "one")
    os.truncate(path / "two", 4999)
    with pytest.raises(IndexUnusable, match="two has changed"):
        generations.current(tmp_path, STAMP, quick=True)


def test_a_generation_that_was_replaced_is_not_damaged(tmp_path: Path) -> None:
    path = publish(tmp_path)
    publish(tmp_path)
    assert not path.exists()
    generations.verify(path)


def test_what_is_taken_over_is_not_sealed_anew(tmp_path: Path) -> None:
    path = publish(tmp_path)
    facts = generations.facts(path)
    for sound in (True, False):
        with generations.temporary(tmp_path) as built:
            (built / "one").write_text("words" if sound else "wordz")
            (built / "two").write_text("anything")
            generations.publish(built, 2, STAMP, taken_over={"one": facts["one"]})
        if sound:
            assert generations.current(tmp_path, STAMP).papers == 2
        else:
            with pytest.raises(IndexUnusable, match="one has changed"):
                generations.current(tmp_path, STAMP)


def test_opening_is_tried_again_only_if_the_pointer_has_moved(tmp_path: Path) -> None:
    first = publish(tmp_path)
    tried = []

    def refuse(generation: generations.Generation) -> None:
        tried.append(generation.path)
        if len(tried) == 1:
            publish(tmp_path)
        raise IndexUnusable("not this one")

    with pytest.raises(IndexUnusable, match="not this one"):
        generations.open_current(tmp_path, STAMP, refuse)
    assert tried == [first, tmp_path / generations.current_name(tmp_path)]
    assert generations.open_current(tmp_path, STAMP, lambda generation: generation.papers) == 2


@pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX")
def test_a_folder_that_is_not_ours_alone_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "index"
    path = publish(folder)
    for exposed in (folder, path):
        for mode in (0o770, 0o702):
            exposed.chmod(mode)
            with pytest.raises(IndexUnusable, match="others can write"):
                generations.current(folder, STAMP)
        exposed.chmod(0o700)
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(IndexUnusable, match="not a folder"):
        generations.current(tmp_path / "link", STAMP)
    with pytest.raises(IndexUnusable, match="not a folder"):
        publish(tmp_path / "link")
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(IndexUnusable, match="another user"):
        generations.current(folder, STAMP)


@pytest.mark.skipif(os.name != "posix", reason="elsewhere only age tells whether a build is dead")
def test_what_dead_builds_leave_is_swept_up_and_live_builds_are_not(tmp_path: Path) -> None:
    generations.prepare(tmp_path)
    dead, live, random = dead_pid(), os.getppid(), "0123456789abcdef"
    for name in (f"tmp-{dead}-{random}", f"gen-{dead}-{random}", f"tmp-{live}-{random}"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "half").write_text("h")
    (tmp_path / "notes.txt").write_text("not an index")
    (tmp_path / f"tmp-{live}-{'0' * 16}").mkdir()
    os.utime(tmp_path / f"tmp-{live}-{'0' * 16}", (0, 0))  # abandoned long ago
    path = publish(tmp_path)
    kept = {f"tmp-{live}-{random}", "notes.txt"}
    assert entries(tmp_path) == {path.name, generations.POINTER, *kept}


@pytest.mark.skipif(os.name != "posix", reason="elsewhere only age tells whether a build is dead")
def test_a_process_of_another_user_is_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int, signal: int) -> None:
        assert signal == 0
        raise PermissionError

    monkeypatch.setattr(os, "kill", refuse)
    generations.prepare(tmp_path)
    foreign = tmp_path / "tmp-1-0123456789abcdef"
    foreign.mkdir()
    publish(tmp_path)
    assert foreign.exists()


def test_builds_of_several_threads_do_not_meet(tmp_path: Path) -> None:
    errors: list[Exception] = []
    start = threading.Barrier(4)

    def build(number: int) -> None:
        try:
            start.wait(timeout=30)
            for _ in range(5):
                publish(tmp_path, f"text {number}")
        except (OSError, IndexUnusable, threading.BrokenBarrierError) as error:
            errors.append(error)

    threads = [threading.Thread(target=build, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert errors == []
    path = generations.current(tmp_path, STAMP).path
    assert entries(tmp_path) == {path.name, generations.POINTER}


def test_the_manifest_can_be_read_by_anyone(tmp_path: Path) -> None:
    manifest = json.loads((publish(tmp_path, "ab") / generations.MANIFEST).read_text())
    assert manifest["count"] == 2
    assert manifest["stamp"] == STAMP
    assert manifest["files"]["one"] == {
        "size": 2,
        # sha256sum of "ab"
        "sha256": "fb8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603",
    }
