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
from index.importers import decoding, files
from index.importers.files import InputFile, Line
from index.importers.unpacking import BrokenFile


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


@pytest.mark.parametrize(
    ("data", "told", "expected", "warning"),
    [
        ("ü\n".encode(), None, "ü\n", None),
        ("我们研究。".encode("gb18030"), "gb18030", "我们研究。", None),
        ("我们".encode("utf-8-sig"), "gb18030", "我们", None),
        ("ü".encode("utf-16"), "gb18030", "ü", None),
        ("ü\r\n".encode("utf-16-le"), "utf-16-le", "ü\n", None),
        ("日本".encode("shift_jis"), "shift_jis", "日本", None),
        (b"\xfc", "utf-8", "ü", "1 line is not UTF-8: read as cp1252 (Windows Western)"),
        (
            b"a\xfc\nb\nc\x80\x9d",
            None,
            "aü\nb\nc€",
            "2 lines are not UTF-8: read as cp1252 (Windows Western)",
        ),
        (
            b"a\xff\nb",
            "gb18030",
            "a\ufffd\nb",
            "1 line is damaged: not gb18030; what cannot be read is \ufffd",
        ),
        (
            "ü".encode("utf-16") + b"\x00",
            None,
            "ü\ufffd",
            "1 line is damaged: not utf-16; what cannot be read is \ufffd",
        ),
    ],
)
def test_encodings(
    tmp_path: Path, data: bytes, told: str | None, expected: str, warning: str | None
) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    file = InputFile(path, encoding=told)
    assert (file.text(), file.warning) == (expected, warning)
    assert "".join(file.chunks()) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16", "shift_jis"])
def test_characters_across_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(decoding, "CHUNK", 1)
    text = "日本\r\n本\r\r日\n"
    path = tmp_path / "a"
    path.write_bytes(text.encode(encoding))
    file = InputFile(path, encoding=encoding)
    assert file.text() == "日本\n本\n\n日\n"
    assert [line.text for line in file.lines()] == ["日本", "本", "", "日"]


@pytest.mark.parametrize(
    "name", ["klingon", "rot13", "base64", "idna", "punycode", "", "a b", "\0"]
)
def test_what_is_no_encoding(name: str) -> None:
    with pytest.raises(InputError, match="there is no encoding"):
        decoding.checked_encoding(name)


def test_names_of_encodings() -> None:
    assert decoding.checked_encoding("GB18030") == "gb18030"
    assert decoding.checked_encoding("Windows-1252") == "cp1252"


def test_a_file_is_read_as_a_whole_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAXIMUM_TEXT", 10)
    path = tmp_path / "a"
    path.write_text("x" * 10)
    assert InputFile(path).text() == "x" * 10
    path.write_text("x" * 11)
    with pytest.raises(BrokenFile, match="longer than"):
        InputFile(path).text()


def test_its_bytes_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for data in (b"abc\n" * 50_000, b""):
        for packed in (data, gzip.compress(data)):
            path.write_bytes(packed)
            file = InputFile(path)
            file.release()
            assert file.stream().read() == data
            assert file.first_bytes() == data[:65_536]
            assert file.stream().read(3) == data[:3]


def test_the_bytes_of_a_file_that_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(gzip.compress(os.urandom(100_000).hex().encode())[:-50_000])
    with pytest.raises(BrokenFile, match="breaks off"):
        InputFile(path).stream().read()


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
