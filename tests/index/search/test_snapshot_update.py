from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search import generations, snapshot_build
from index.search.engine import BuildCancelled, Document, IndexUnusable
from index.search.snapshot import open_snapshot
from index.search.snapshot_build import build_snapshot, update_snapshot
from index.search.tree import Everything, Not, Phrase, Prefix, Term
from tests.index.search.oracle import Oracle
from tests.index.search.strategies import collections, nodes
from tests.index.search.test_snapshot import assert_alike, ordinals

if TYPE_CHECKING:
    from pathlib import Path

    from index.search.tree import Node

OLD, NEW = {"papers": "old"}, {"papers": "new"}


def names(folder: Path) -> set[str]:
    """The files of the current generation."""
    return {file.name for file in (folder / generations.current_name(folder)).iterdir()}


def is_marked(folder: Path) -> bool:
    """Whether papers are only marked as removed."""
    return "0.dead" in names(folder)


def many(count: int, text: str = "cat") -> list[Document]:
    return [Document(number, "", f"{text} number{number}") for number in range(count)]


class Change(NamedTuple):
    added: list[Document]
    removed: set[int]


changes = st.lists(
    st.builds(Change, collections, st.sets(st.integers(0, 60), max_size=30)), max_size=3
)


@settings(
    deadline=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    collections,
    changes,
    st.lists(nodes, min_size=4, max_size=8),
    st.sampled_from([0.0, 0.1, 0.5, 99.0]),
)
def test_after_any_changes_every_answer_is_the_oracles(
    tmp_path: Path, papers: list[Document], made: list[Change], trees: list[Node], share: float
) -> None:
    live = {paper.ordinal: paper for paper in papers}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        patch.setattr(snapshot_build, "MERGED_SHARE", share)
        build_snapshot(papers, tmp_path, {"step": "0"})
        for step, (added, removed) in enumerate(made):
            # Papers that are added anew must have gone before.
            gone = removed | {paper.ordinal for paper in added}
            stamps = {"step": str(step)}, {"step": str(step + 1)}
            update_snapshot(tmp_path, *stamps, added=added, removed=gone)
            live = {n: paper for n, paper in live.items() if n not in gone}
            live.update((paper.ordinal, paper) for paper in added)
            engine = open_snapshot(tmp_path, stamps[1])
            oracle = Oracle(list(live.values()))
            assert_alike(engine, oracle, trees, limit=3, terms=("cat", "dog", "the", "no"))


def test_a_small_change_leaves_the_large_files_alone(tmp_path: Path) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    before = (tmp_path / generations.current_name(tmp_path) / "0.documents").stat().st_ino
    update_snapshot(tmp_path, OLD, NEW, added=[Document(100, "", "cat dog")], removed={3, 4, 999})
    assert {"0.dead", "0.mute", "1.documents"} <= names(tmp_path)
    after = (tmp_path / generations.current_name(tmp_path) / "0.documents").stat().st_ino
    assert before == after
    engine = open_snapshot(tmp_path, NEW)
    assert engine.count == 39
    assert sorted(ordinals(engine, Term("cat"))) == [0, 1, 2, *range(5, 40), 100]
    assert engine.document_frequency("cat") == 39
    assert engine.words("number3") == [f"number{n}" for n in range(30, 40)]
    engine.verify()
    # The next small one joins the small one before: 3 + 1 papers are a tenth of 40.
    update_snapshot(tmp_path, NEW, OLD, added=[Document(101, "", "cat dog")])
    assert is_marked(tmp_path)
    assert ordinals(open_snapshot(tmp_path, OLD), Phrase((Term("cat"), Term("dog")))) == [100, 101]


def test_removing_alone_writes_no_second_segment(tmp_path: Path) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    update_snapshot(tmp_path, OLD, NEW, removed={7})
    assert is_marked(tmp_path)
    assert not any(name.startswith("1.") for name in names(tmp_path))
    assert open_snapshot(tmp_path, NEW).count == 39


@pytest.mark.parametrize(
    ("added", "removed"), [(5, 0), (0, 5), (3, 2)], ids=["added", "removed", "both"]
)
def test_a_tenth_of_change_makes_one_segment_again(
    tmp_path: Path, added: int, removed: int
) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    papers = [Document(100 + number, "", "dog") for number in range(added)]
    update_snapshot(tmp_path, OLD, NEW, added=papers, removed=set(range(removed)))
    assert not is_marked(tmp_path)
    assert not any(name.startswith("1.") for name in names(tmp_path))
    engine = open_snapshot(tmp_path, NEW)
    assert ordinals(engine, Everything()) == [*range(removed, 40), *range(100, 100 + added)]


def test_a_changed_paper_keeps_its_ordinal(tmp_path: Path) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    update_snapshot(tmp_path, OLD, NEW, added=[Document(3, "", "zebra")], removed={3})
    assert is_marked(tmp_path)
    engine = open_snapshot(tmp_path, NEW)
    assert ordinals(engine, Term("zebra")) == [3]
    assert ordinals(engine, Not(Term("cat"))) == [3]
    # Results are in the order of the ordinals, though paper 3 comes last in the files.
    assert ordinals(engine, Everything()) == list(range(40))
    assert ordinals(engine, Prefix("number3", "number3")) == list(range(30, 40))


def test_a_word_that_only_a_removed_paper_has_is_gone_though_its_term_stays(
    tmp_path: Path,
) -> None:
    build_snapshot([*many(40), Document(50, "", "cats")], tmp_path, OLD)
    update_snapshot(tmp_path, OLD, NEW, removed={50})
    assert is_marked(tmp_path)
    assert open_snapshot(tmp_path, NEW).words("ca") == ["cat"]


def test_an_ordinal_that_stays_cannot_be_added(tmp_path: Path) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    before = names(tmp_path)
    for added in ([Document(3, "", "dog")], [Document(99, "", "a"), Document(99, "", "b")]):
        with pytest.raises(ValueError, match=f"ordinal {added[0].ordinal}"):
            update_snapshot(tmp_path, OLD, NEW, added=added)
    assert names(tmp_path) == before
    assert len(list(tmp_path.iterdir())) == 2
    assert open_snapshot(tmp_path, OLD).count == 40


def test_readers_keep_the_snapshot_they_have(tmp_path: Path) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    engine = open_snapshot(tmp_path, OLD)
    update_snapshot(tmp_path, OLD, NEW, added=many(50)[40:], removed={1, 2, 3, 4, 5})
    assert ordinals(engine, Term("cat")) == list(range(40))
    engine.verify()  # its files are gone from the folder, which is no damage
    with pytest.raises(IndexUnusable) as caught:
        open_snapshot(tmp_path, OLD)
    assert not caught.value.is_damage


def test_a_snapshot_of_other_papers_is_not_updated(tmp_path: Path) -> None:
    build_snapshot(many(3), tmp_path, OLD)
    with pytest.raises(IndexUnusable) as caught:
        update_snapshot(tmp_path, NEW, OLD, removed={1})
    assert not caught.value.is_damage


def test_damage_is_not_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generations, "SMALL", 0)  # as if all files were large
    build_snapshot(many(40), tmp_path, OLD)
    file = tmp_path / generations.current_name(tmp_path) / "0.places"
    data = bytearray(file.read_bytes())
    data[0] ^= 1
    file.write_bytes(bytes(data))
    open_snapshot(tmp_path, OLD)
    with pytest.raises(IndexUnusable, match="places has changed"):
        update_snapshot(tmp_path, OLD, NEW, removed={1})


def test_files_are_copied_where_they_cannot_be_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "link", refuse)
    build_snapshot(many(40), tmp_path, OLD)
    update_snapshot(tmp_path, OLD, NEW, removed={1})
    engine = open_snapshot(tmp_path, NEW)
    engine.verify()
    assert engine.count == 39


def test_a_disk_that_fills_up_leaves_the_old_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    build_snapshot(many(40), tmp_path, OLD)
    monkeypatch.setattr(os, "link", refuse)
    monkeypatch.setattr(shutil, "copy2", refuse)
    with pytest.raises(IndexUnusable, match="No space left"):
        update_snapshot(tmp_path, OLD, NEW, removed={1})
    assert len(list(tmp_path.iterdir())) == 2
    assert open_snapshot(tmp_path, OLD).count == 40


def test_progress_and_cancelling(tmp_path: Path) -> None:
    build_snapshot(many(40), tmp_path, OLD)
    seen: list[int] = []
    more = [Document(1000 + number, "", "dog") for number in range(300)]
    with pytest.raises(BuildCancelled):
        update_snapshot(tmp_path, OLD, NEW, added=more, cancelled=lambda: True)
    update_snapshot(tmp_path, OLD, NEW, added=more, progress=seen.append)
    assert seen == [0, 128, 256, 300]
    assert open_snapshot(tmp_path, NEW).count == 340
