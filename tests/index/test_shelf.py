"""Pinned keys, copies and backups."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from index.errors import LibraryError
from index.shelf import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    shelf = Shelf(tmp_path / "shelf.db", tmp_path / "backups")
    yield shelf
    shelf.close()


def test_a_pinned_key_never_changes_its_paper(shelf: Shelf) -> None:
    shelf.pin({"a": "key"})
    shelf.pin({"b": "key"})
    assert shelf.paper_of_key("key") == "a"
    assert shelf.keys_of("b") == ()


def test_older_keys_stay_and_the_newest_comes_first(shelf: Shelf) -> None:
    shelf.pin({"a": "old"})
    shelf.pin({"a": "new"})
    assert shelf.keys_of("a") == ("new", "old")
    assert shelf.paper_of_key("old") == "a"


def test_the_last_twenty_copies_are_kept(shelf: Shelf) -> None:
    for number in range(23):
        shelf.remember_copy("BibTeX", str(number))
    copies = shelf.copies()
    assert [copy.text for copy in copies] == [str(number) for number in range(22, 2, -1)]
    assert copies[0].what == "BibTeX"


def test_one_backup_a_day_which_holds_the_keys(shelf: Shelf) -> None:
    shelf.pin({"a": "key"})
    backup = shelf.back_up_daily()
    assert backup is not None
    assert shelf.back_up_daily() is None
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    with sqlite3.connect(backup) as copy:
        assert copy.execute("SELECT key, paper_id FROM pinned_keys").fetchall() == [("key", "a")]


def test_five_backups_are_kept(shelf: Shelf, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir(mode=0o700)
    for day in range(1, 8):
        (folder / f"shelf-2020010{day}-000000-000000.db").write_text("")
    newest = shelf.back_up_daily()
    kept = sorted(folder.iterdir())
    assert len(kept) == 5
    assert kept[-1] == newest
    assert kept[0].name.startswith("shelf-20200104")


def test_a_backup_that_cannot_be_written_is_told(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "backups").write_text("in the way")
    with pytest.raises(LibraryError, match="backups"):
        shelf.back_up_daily()
