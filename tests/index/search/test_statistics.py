from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from index.search.statistics import Statistics

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    statistics = Statistics([7, 3, 2**40], [3, 2, 1], ["study", "the", "\u9c81"])
    statistics.save(tmp_path)
    loaded = Statistics.load(tmp_path)
    assert list(loaded.ordinals) == [7, 3, 2**40]
    assert list(loaded.lengths) == [3, 2, 1]
    assert loaded.words == ["study", "the", "\u9c81"]
    assert loaded.count == 3


def test_the_files_are_plain_numbers_and_text(tmp_path: Path) -> None:
    Statistics([1], [258], ["ab", "cd"]).save(tmp_path)
    contents = sorted(file.read_bytes() for file in tmp_path.iterdir())
    # Two little-endian numbers of eight bytes: 1, and 258 = 0x0102.
    assert contents == [b"\x01" + b"\0" * 7 + b"\x02\x01" + b"\0" * 6, b"ab\ncd"]


def test_an_empty_collection(tmp_path: Path) -> None:
    Statistics([], [], []).save(tmp_path)
    loaded = Statistics.load(tmp_path)
    assert loaded.count == 0
    assert loaded.words == []
    assert loaded.norms() == []
    assert loaded.expand("a") == []


@pytest.mark.parametrize("data", [b"123", b"12345678"])
def test_other_bytes_are_refused(tmp_path: Path, data: bytes) -> None:
    Statistics([1], [1], []).save(tmp_path)
    (tmp_path / "papers.bin").write_bytes(data)
    with pytest.raises(ValueError):
        Statistics.load(tmp_path)


def test_words_and_terms_of_a_prefix() -> None:
    words = ["stud", "studies", "study", "studying", "sty", "su", "s\U0010ffff"]
    statistics = Statistics([], [], sorted(words))
    assert statistics.words_from("stud") == ["stud", "studies", "study", "studying"]
    assert statistics.words_from("studying") == ["studying"]
    assert statistics.words_from("studz") == []
    assert len(statistics.words_from("")) == len(words)
    # studies, study and studying share the stem studi.
    assert statistics.expand("stud") == ["stud", "studi"]


def test_norms_are_relative_to_the_average_length() -> None:
    # Average 2: 1.2 * (0.3 + 0.7 * 3 / 2) = 1.2 * 1.35, then 1.2 * 1 and 1.2 * 0.65.
    assert Statistics([1, 2, 3], [3, 2, 1], []).norms() == pytest.approx([1.62, 1.2, 0.78])
