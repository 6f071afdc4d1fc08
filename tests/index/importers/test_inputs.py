"""Folders, patterns, archives and standard input."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from index.errors import InputError
from index.importers import archives, inputs
from index.importers.intake import Imports
from index.importers.report import Report
from index.store import PaperStore

PROSE = "We study quokkas, which are small marsupials that live on an island and smile at all."
CSV = "title,abstract\nOn Quokkas,We study quokkas.\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PaperStore]:
    store = PaperStore(tmp_path / "home" / "library.db")
    yield store
    store.close()


@pytest.fixture
def imports(store: PaperStore) -> Imports:
    return Imports(store)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    (folder / "deep" / "deeper").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    return folder


def line(number: int) -> str:
    return json.dumps({"title": f"P{number}", "abstract": f"{PROSE} It is number {number}."}) + "\n"


def files_of(store: PaperStore) -> list[str]:
    return [store.paper(ordinal).source.file for ordinal in store.ordinals()]


def zipped(path: Path, **members: str | bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_a_folder_with_all_in_it(imports: Imports, store: PaperStore, folder: Path) -> None:
    (folder / "b.jsonl").write_text(line(1))
    (folder / "a.csv").write_text(CSV)
    (folder / "deep" / "deeper" / "c.jsonl.gz").write_bytes(gzip.compress(line(2).encode()))
    (folder / ".hidden" / "d.jsonl").write_text(line(3))
    (folder / ".e.jsonl").write_text(line(4))
    report = imports.add([folder])
    assert (report.new, report.passed_over, report.warnings) == (3, 0, [])
    assert files_of(store) == ["a.csv", "b.jsonl", "c.jsonl.gz"]


def test_what_is_no_papers_in_a_folder_is_passed_over_and_named(
    imports: Imports, store: PaperStore, folder: Path
) -> None:
    (folder / "a.jsonl").write_text(line(1))
    (folder / "README.md").write_text(f"# One\n\n{PROSE}\n\n# Two\n\n{PROSE}\n")
    (folder / "LICENSE").write_text(PROSE)
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "program.py").write_text(f"import os\n\n# {PROSE}\n")
    (folder / "notes.txt").write_text("short\n\nlines\n")
    (folder / "table.txt").write_text(f"{PROSE}\n\n| {PROSE} |\n")
    (folder / "settings.json").write_text('{"a": 1}')
    zipped(folder / "office.docx", **{"[Content_Types].xml": ""})
    (folder / "broken.zip").write_bytes(b"PK\x03\x04" + bytes(100))
    report = imports.add([folder])
    assert (report.new, report.failed) == (1, False)
    assert report.passed_over == len(report.warnings) == 9
    for name, reason in (
        ("README.md", "is about the files beside it"),
        ("picture.png", "is a PNG image"),
        ("program.py", "has no abstracts in it"),
        ("settings.json", "is JSON, but no list of papers"),
        ("office.docx", "is an Office document"),
        ("broken.zip", "the packed file is damaged"),
    ):
        (told,) = [text for text in report.warnings if name in text]
        assert told.startswith("passed over: ")
        assert reason in told


def test_plain_text_in_a_folder(imports: Imports, store: PaperStore, folder: Path) -> None:
    (folder / "a.txt").write_text(f"Heading\n\n{PROSE}\n\n{PROSE} Twice.\n")
    (folder / "b.md").write_text(f"# List\n\n## A\n\n{PROSE}\n\n## B\n\n{PROSE} Thrice.\n")
    assert imports.add([folder]).new == 3
    assert store.collections() == ("Heading", "List")


def test_an_empty_file_in_a_folder_is_told(imports: Imports, folder: Path) -> None:
    (folder / "a.jsonl").write_text(line(1))
    (folder / "b.jsonl").touch()
    assert imports.add([folder]).warnings == [f"{folder / 'b.jsonl'} is empty"]


@pytest.mark.parametrize("content", [None, "README.md", "empty.txt", "deep/a.png"])
def test_a_folder_without_papers(imports: Imports, folder: Path, content: str | None) -> None:
    if content:
        (folder / content).write_bytes(b"" if content == "empty.txt" else b"\x89PNG\r\n")
    with pytest.raises(InputError, match=f"no papers in {folder}") as caught:
        imports.add([folder])
    assert "\n" not in str(caught.value)


def test_links_are_not_followed_out(imports: Imports, store: PaperStore, folder: Path) -> None:
    (folder / "a.jsonl").write_text(line(1))
    outside = folder.parent / "outside"
    outside.mkdir()
    (outside / "secret.jsonl").write_text(line(2))
    (folder / "file.jsonl").symlink_to(outside / "secret.jsonl")
    (folder / "away").symlink_to(outside)
    (folder / "round").symlink_to(folder)
    (folder / "dangling").symlink_to(folder / "nowhere")
    (folder / "circle").symlink_to("circle")
    (folder / ".annex").write_text(line(3))
    (folder / "inside.jsonl").symlink_to(".annex")
    report = imports.add([folder])
    assert files_of(store) == ["a.jsonl", "inside.jsonl"]
    assert report.passed_over == 5
    assert all("is a link that is not followed" in text for text in report.warnings)


def test_a_folder_with_very_many_files(
    imports: Imports, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inputs, "MAXIMUM_FILES", 3)
    for number in range(4):
        (folder / f"{number}.jsonl").write_text(line(number))
    with pytest.raises(InputError, match="holds more than 3 files: name those with papers"):
        imports.add([folder])


@pytest.fixture
def nobody() -> Iterator[Path]:
    """A folder with one below that may not be entered, by a user who may not do everything."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        closed = folder / "closed"
        (closed / "deep").mkdir(parents=True)
        (closed / "deep" / "a.jsonl").write_text(line(1))
        closed.chmod(0)
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        if is_root:
            os.seteuid(65_534)
        try:
            yield folder
        finally:
            if is_root:
                os.seteuid(0)
            closed.chmod(0o755)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no such permissions here")
@pytest.mark.parametrize(
    "path", ["closed", "closed/deep", "closed/deep/a.jsonl", "closed/*.x", "."]
)
def test_what_may_not_be_entered(nobody: Path, path: str) -> None:
    chooser = inputs.Chooser(archives.Archives(), None, lambda _: False)
    with pytest.raises(InputError) as caught:
        list(chooser.choose(f"{nobody}/{path}"))
    assert str(nobody) in str(caught.value)
    assert "Permission denied" in str(caught.value) or "no file matches" in str(caught.value)


def test_a_name_that_cannot_be(imports: Imports) -> None:
    with pytest.raises(InputError, match="cannot read"):
        imports.add(["a\0b"])
    with pytest.raises(InputError, match="cannot read"):
        imports.add(["x" * 5_000])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_pipes_in_a_folder_are_not_waited_for(imports: Imports, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "a.jsonl").write_text(line(1))
    assert imports.add([folder]).new == 1


def test_a_pattern_that_the_shell_left(imports: Imports, store: PaperStore, folder: Path) -> None:
    (folder / "a.jsonl").write_text(line(1))
    (folder / "b.jsonl").write_text(line(2))
    (folder / "deep" / "c.jsonl").write_text(line(3))
    (folder / "x.png").write_bytes(b"\x89PNG\r\n")
    assert imports.add([f"{folder}/*.jsonl"]).new == 2
    assert imports.add([f"{folder}/**/*.jsonl"]).new == 1
    with pytest.raises(InputError, match="no file matches"):
        imports.add([f"{folder}/*.bib"])
    # It means what it matches: a picture is an error as if it were named.
    with pytest.raises(InputError, match="is a PNG image"):
        imports.add([f"{folder}/*.png"])


def test_a_name_that_looks_like_a_pattern(imports: Imports, folder: Path) -> None:
    (folder / "a[1].jsonl").write_text(line(1))
    assert imports.add([folder / "a[1].jsonl"]).new == 1


def test_an_archive(imports: Imports, store: PaperStore, tmp_path: Path) -> None:
    path = zipped(
        tmp_path / "x.zip",
        **{
            "a.csv": CSV,
            "deep/b.jsonl.gz": gzip.compress(line(1).encode()),
            "README.md": PROSE,
            "__MACOSX/._a.csv": "x",
            ".hidden.csv": CSV,
            "deep/picture.png": b"\x89PNG\r\n",
        },
    )
    report = imports.add([path])
    assert (report.new, report.passed_over) == (2, 2)
    assert files_of(store) == ["x.zip/a.csv", "x.zip/deep/b.jsonl.gz"]
    assert report.warnings[0] == f"passed over: {path}/README.md is about the files beside it"
    # It is known again, member by member.
    assert (imports.add([path]).new, imports.add([path]).same) == (0, 2)


def test_problems_in_an_archive_are_named_with_their_member(
    imports: Imports, tmp_path: Path
) -> None:
    path = zipped(tmp_path / "x.zip", **{"a.jsonl": line(1) + "{bad\n"})
    (problem,) = imports.add([path]).problems
    assert str(problem).startswith(f"{path}/a.jsonl:2: not JSON")


def test_no_path_in_an_archive_is_followed(
    imports: Imports, store: PaperStore, tmp_path: Path
) -> None:
    before = sorted(tmp_path.rglob("*"))
    path = zipped(tmp_path / "x.zip", **{"../../evil.csv": CSV, "/etc/\x1b]0;x\x07.jsonl": line(1)})
    assert imports.add([path]).new == 2
    assert files_of(store) == ["x.zip/evil.csv", "x.zip/etc/]0;x.jsonl"]
    assert sorted(set(tmp_path.rglob("*")) - set(before) - {path}) == []


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_archives_in_a_folder_and_from_a_pipe(
    imports: Imports, folder: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zipped(folder / "x.zip", **{"a.jsonl": line(1), "b.jsonl": line(2)})
    zipped(folder / "y.zip", **{"c.jsonl": line(3)})
    if kind == "folder":
        assert imports.add([folder]).new == 3
    else:
        data = io.BytesIO(path.read_bytes())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(data))
        assert imports.add(["-"]).new == 2


def failing(imports: Imports, path: Path) -> str:
    with pytest.raises(InputError) as caught:
        imports.add([path])
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_bombs_are_refused(imports: Imports, tmp_path: Path) -> None:
    zeros = b"a" * 100_000_000
    bomb = zipped(tmp_path / "bomb.zip", **{"a.txt": zeros})
    assert "unpacks to more than 200 times its size" in failing(imports, bomb)
    packed = tmp_path / "bomb.gz"
    packed.write_bytes(gzip.compress(b"We study.\n\n" + zeros))
    report = imports.add([packed])
    assert report.failed
    assert "unpacks to more than 200 times its size" in report.problems[-1].reason
    nested = zipped(tmp_path / "nested.zip", **{"bomb.zip": bomb.read_bytes()})
    assert "bomb.zip is packed with zip: unpack it first" in failing(imports, nested)


def test_an_archive_with_too_many_members(
    imports: Imports, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "MAXIMUM_MEMBERS", 2)
    path = zipped(tmp_path / "x.zip", **{f"{number}.csv": CSV for number in range(3)})
    assert "holds more than 2 files" in failing(imports, path)


def test_damaged_archives(imports: Imports, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", **{"a.jsonl": os.urandom(3000).hex(), "b.jsonl": line(1)})
    data = bytearray(path.read_bytes())
    path.write_bytes(data[:-30])
    assert "the packed file is damaged" in failing(imports, path)
    data[100:110] = bytes(10)
    path.write_bytes(data)
    report = imports.add([path])
    assert (report.new, report.passed_over) == (1, 1)
    assert f"{path}/a.jsonl: the packed file is damaged" in report.warnings[0]
    # The flag that a member is encrypted (APPNOTE.TXT 4.4.4), in both headers.
    path = zipped(tmp_path / "y.zip", **{"a.csv": CSV})
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert "needs a password" in failing(imports, path)
    empty = zipped(tmp_path / "z.zip")
    assert "no papers in" in failing(imports, empty)


def test_a_file_that_vanishes_after_the_first_look(
    imports: Imports, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.jsonl").write_text(line(1))
    (tmp_path / "b.jsonl").write_text(line(2))
    original = Imports._add_file

    def remove_first(self: Imports, *arguments: object) -> None:
        (tmp_path / "b.jsonl").unlink(missing_ok=True)
        original(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Imports, "_add_file", remove_first)
    report = imports.add([tmp_path / "a.jsonl", tmp_path / "b.jsonl"])
    assert report.new == 1
    assert report.failed
    assert report.problems[-1].reason == "cannot be read on: No such file or directory"


def test_many_files_passed_over_are_counted_and_some_named() -> None:
    report = Report()
    for number in range(1_200):
        report.pass_over(f"{number}.png is a PNG image")
    assert (report.passed_over, len(report.warnings)) == (1_200, 1_000)
