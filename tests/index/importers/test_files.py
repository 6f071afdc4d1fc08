"""Files of every packing and encoding, line by line."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import sys
import threading
from pathlib import Path

import pytest

from index.errors import InputError
from index.importers import files
from index.importers.files import BrokenFile, InputFile, Line


def lines_of(path: Path) -> list[tuple[int, str | None]]:
    file = InputFile(path)
    found = [tuple(line) for line in file.lines()]
    file.close()
    return found


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"a\nb\n", [(1, "a"), (2, "b")]),
        (b"a\nb", [(1, "a"), (2, "b")]),
        (b"a\r\n\r\nb", [(1, "a"), (2, ""), (3, "b")]),
        (b"a\r\rb\r", [(1, "a"), (2, ""), (3, "b")]),
        (b"\xef\xbb\xbf\xef\xbb\xbfa", [(1, "a")]),
        (b"", []),
        (b"\n", [(1, "")]),
        ("ü\n".encode(), [(1, "ü")]),
        (b"\xef\xbb\xbfa\nb\n", [(1, "a"), (2, "b")]),
        ("ü\r\nb\n".encode("utf-16"), [(1, "ü"), (2, "b")]),
        ("\ufeffü\nb\n".encode("utf-16-be"), [(1, "ü"), (2, "b")]),
        ("ü\nb".encode("utf-32"), [(1, "ü"), (2, "b")]),
        (gzip.compress(b"a\nb\n"), [(1, "a"), (2, "b")]),
        (gzip.compress("ü\nb\n".encode("utf-16")), [(1, "ü"), (2, "b")]),
        (gzip.compress(b"a\n") + gzip.compress(b"b\n"), [(1, "a"), (2, "b")]),
    ],
)
def test_lines(tmp_path: Path, data: bytes, expected: list[tuple[int, str]]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    assert lines_of(path) == expected


def test_a_file_can_be_read_again_after_a_look_at_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("a\nb\n".encode("utf-16"))
    file = InputFile(path)
    assert next(file.lines()) == Line(1, "a")
    assert [line.text for line in file.lines()] == ["a", "b"]


def test_lines_that_are_not_utf8_are_read_as_cp1252_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes("ü\n".encode() + b"\xfc \x93x\x94\n")
    file = InputFile(path)
    assert [line.text for line in file.lines()] == ["ü", "ü “x”"]
    assert file.warning == "1 line is not UTF-8: read as cp1252 (Windows Western)"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_line_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(files, "MAXIMUM_LINE", 8)
    monkeypatch.setattr(files, "_CHUNK", 5)
    path = tmp_path / "a"
    path.write_bytes(f"{'x' * 7}\n{'y' * 8}\n{'z' * 33}\nend".encode(encoding))
    assert lines_of(path) == [(1, "x" * 7), (2, None), (3, None), (4, "end")]


def test_the_last_line_may_be_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAXIMUM_LINE", 8)
    path = tmp_path / "a"
    path.write_bytes(b"a\n" + b"z" * 100)
    assert lines_of(path) == [(1, "a"), (2, None)]


def test_a_packed_file_that_breaks_off_gives_what_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    texts = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(3000)]
    data = gzip.compress("\n".join(texts).encode())
    path.write_bytes(data[: len(data) // 2])
    found: list[str | None] = []
    with pytest.raises(BrokenFile, match="breaks off"):
        found.extend(line.text for line in InputFile(path).lines())
    assert len(found) > 1000
    assert found == texts[: len(found)]


def test_a_packed_file_that_is_damaged_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.gz"
    data = bytearray(gzip.compress(os.urandom(50_000).hex().encode()))
    data[20_000:20_100] = bytes(100)
    path.write_bytes(data)
    with pytest.raises(BrokenFile, match="damaged"):
        list(InputFile(path).lines())


def test_name_size_hash_and_position(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"abc\n")
    file = InputFile(path)
    # printf 'abc\n' | sha256sum
    assert file.content_hash == "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb"
    assert (file.name, file.shown, file.size) == ("a.jsonl", str(path), 4)
    list(file.lines())
    assert file.position == 4


def test_a_file_name_that_is_no_text_is_made_safe(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\x1b[31m\xff.jsonl"
    Path(os.fsdecode(path)).write_bytes(b"{}\n")
    file = InputFile(os.fsdecode(path))
    assert file.name == "[31m\ufffd.jsonl"


def test_standard_input_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(gzip.compress(b"a\nb\n")))
    monkeypatch.setattr(sys, "stdin", stream)
    file = InputFile("-")
    assert file.name == "standard input"
    assert [line.text for line in file.lines()] == ["a", "b"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_named_pipe_is_copied(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"a\nb\n",))
    writer.start()
    file = InputFile(path)
    writer.join()
    assert [line.text for line in file.lines()] == ["a", "b"]


def test_what_cannot_be_read_is_named_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.jsonl: No such file"):
        InputFile(tmp_path / "nowhere.jsonl")
    with pytest.raises(InputError, match="is a folder, not a file"):
        InputFile(tmp_path)
    with pytest.raises(InputError, match="is a device"):
        InputFile(os.devnull)


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is unreadable for this user"
)
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch(mode=0o000)
    with pytest.raises(InputError, match="Permission denied"):
        InputFile(path)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"BZh91AY", "bzip2"),
        (b"\xfd7zXZ\x00", "xz"),
        (b"PK\x03\x04", "zip"),
        (b"\x28\xb5\x2f\xfd", "zstd"),
    ],
)
def test_other_archives_are_named(tmp_path: Path, data: bytes, kind: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(data + bytes(20))
    with pytest.raises(InputError, match=f"packed with {kind}: unpack it first"):
        InputFile(path)
