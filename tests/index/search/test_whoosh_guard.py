from __future__ import annotations

import json
import pickle
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
import whoosh.index

from index.search import generations, whoosh_engine, whoosh_guard
from index.search.engine import Document, IndexUnusable
from index.search.tree import Phrase, Term
from index.search.whoosh_engine import build, open_engine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[3]


class Payload:
    """Unpickled by a plain unpickler, it writes a file."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.write_text, (self.marker, "code ran"))


@pytest.fixture
def payload(tmp_path: Path) -> Iterator[Payload]:
    """A payload, seen to work beforehand; afterwards the test must have left it unused."""
    payload = Payload(tmp_path / "marker")
    pickle.loads(pickle.dumps(payload))
    payload.marker.unlink()
    yield payload
    assert not payload.marker.exists()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "index"
    papers = [Document(1, "", "big cat"), Document(2, "", "big dog"), Document(3, "", "big cat")]
    build(papers, folder, {})
    return folder


def generation(folder: Path) -> Path:
    return folder / generations.current_name(folder)


def toc(folder: Path) -> Path:
    """Whoosh's table of contents, which holds the pickled schema and list of segments."""
    (file,) = generation(folder).glob("_MAIN_*.toc")
    return file


def reseal(folder: Path) -> None:
    """Make the manifest fit again, as someone could who can write to the folder."""
    path = generation(folder)
    manifest = json.loads((path / "manifest.json").read_text())
    for name, facts in manifest["files"].items():
        data = (path / name).read_bytes()
        facts |= {"size": len(data), "sha256": sha256(data).hexdigest()}
    (path / "manifest.json").write_text(json.dumps(manifest))


def holds(folder: Path, *terms: str) -> list[int]:
    node = Phrase(tuple(Term(term) for term in terms))
    return list(open_engine(folder, {}).run(node, {}, 10, lambda: False).ordinals)


def test_an_honest_index_works(folder: Path) -> None:
    reseal(folder)
    assert holds(folder, "big", "cat") == [1, 3]


def test_a_poisoned_list_of_segments(folder: Path, payload: Payload) -> None:
    file = toc(folder)
    data = file.read_bytes()
    segments = data.rindex(b"\x80" + bytes([pickle.HIGHEST_PROTOCOL]))
    assert pickle.loads(data[segments:])[0].doc_count_all() == 3
    file.write_bytes(data[:segments] + pickle.dumps(payload))
    reseal(folder)
    with pytest.raises(IndexUnusable, match="UnpicklingError"):
        open_engine(folder, {})


def test_a_poisoned_schema_is_never_read(folder: Path, payload: Payload) -> None:
    class Schema(whoosh_guard.fields.Schema):  # type: ignore[misc]
        def __reduce__(self) -> tuple[object, ...]:
            return payload.__reduce__()

    file = toc(folder)
    storage = whoosh_guard.FileStorage(str(file.parent))
    contents = whoosh.index.TOC.read(storage, "MAIN", schema=whoosh_engine._SCHEMA)
    file.unlink()
    whoosh.index.TOC(Schema(), contents.segments, contents.generation).write(storage, "MAIN")
    assert b"write_text" in file.read_bytes()
    reseal(folder)
    assert holds(folder, "big", "cat") == [1, 3]
    # Even asking for the stored schema does not run it.
    with pytest.raises(pickle.UnpicklingError):
        whoosh_guard.FileIndex(storage)


def test_an_older_format_with_an_unpickler_of_its_own(folder: Path) -> None:
    file = toc(folder)
    data = file.read_bytes()
    version = (-111).to_bytes(4, "big", signed=True)
    assert data.count(version) == 1
    file.write_bytes(data.replace(version, (-110).to_bytes(4, "big", signed=True)))
    reseal(folder)
    with pytest.raises(IndexUnusable, match="IndexVersionError"):
        open_engine(folder, {})


def build_poisoned(folder: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Build an index whose positions are some other pickle."""

    def encode(_: object, places: list[int]) -> bytes:
        return len(places).to_bytes(4, "big") + data

    with monkeypatch.context() as patch:
        patch.setattr("whoosh.formats.Positions.encode", encode)
        build([Document(1, "", "big cat"), Document(2, "", "big dog")], folder, {})


def test_poisoned_positions(
    tmp_path: Path, payload: Payload, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "poisoned"
    build_poisoned(folder, monkeypatch, pickle.dumps(payload, 2))
    with pytest.raises(IndexUnusable, match="UnpicklingError"):
        holds(folder, "big", "cat")


def test_poisoned_blocks_of_postings(
    tmp_path: Path, payload: Payload, monkeypatch: pytest.MonkeyPatch
) -> None:
    def poisoned(_: object, protocol: int) -> bytes:
        return pickle.dumps(payload, protocol)

    folder = tmp_path / "poisoned"
    with monkeypatch.context() as patch:
        patch.setattr("whoosh.codec.whoosh3.dumps", poisoned)
        build([Document(1, "", "big cat"), Document(2, "", "big dog")], folder, {})
    for term in ("big", "cat"):  # stored as a block, and inside the list of terms
        with pytest.raises(IndexUnusable, match="UnpicklingError"):
            holds(folder, term)


def test_poisoned_stored_values(tmp_path: Path, payload: Payload) -> None:
    schema = whoosh_guard.fields.Schema(kept=whoosh_guard.fields.STORED())
    index = whoosh_guard.create_in(str(tmp_path), schema)
    writer = index.writer()
    writer.add_document(kept=payload)
    writer.commit()
    reader = whoosh_guard.FileIndex(index.storage, schema=schema).reader()
    with pytest.raises(pickle.UnpicklingError):
        reader.stored_fields(0)
    reader.close()


@pytest.mark.parametrize(
    "data",
    [
        b"cos\nsystem\n(S'true'\ntR.",
        b"c__builtin__\neval\n(S'1'\ntR.",
        b"\x80\x04\x8c\x08builtins\x94\x8c\x07getattr\x94\x93\x94.",
        # A dotted name may not lead out of an allowed class, nor a foreign module to one.
        b"\x80\x04\x8c\x08builtins\x94\x8c\x0cint.__init__\x94\x93\x94.",
        b"\x80\x04\x8c\x0bcollections\x94\x8c\x0bOrderedDict\x94\x93\x94.",
        b"\x80\x04\x8c\x07_codecs\x94\x8c\x06decode\x94\x93\x94.",
    ],
)
def test_pickles_may_name_next_to_nothing(data: bytes) -> None:
    with pytest.raises(pickle.UnpicklingError, match="no place in an index"):
        whoosh_guard._loads(data)


def test_plain_values_are_loaded() -> None:
    value = [1, "a", b"\x00\xff", (2.5, None), {"k": {3}}]
    assert whoosh_guard._loads(pickle.dumps(value, 4)) == value
    assert whoosh_guard._loads(pickle.dumps(b"\x00\xff", 2)) == b"\x00\xff"


def test_no_module_of_whoosh_keeps_a_loader_of_its_own() -> None:
    raw = (pickle, pickle.load, pickle.loads, pickle.Unpickler)
    modules = {name: module for name, module in sys.modules.items() if name.startswith("whoosh")}
    assert len(modules) > 20
    armed = {
        name
        for name, module in modules.items()
        for value in vars(module).values()
        if any(value is loader for loader in raw)
    }
    # It serves the formats before Whoosh 2.5, which are refused (see the test above).
    assert armed == {"whoosh.util.loading"}


# Whose Whoosh it is


def fake(name: str, top_level: str | None, record: str = "") -> SimpleNamespace:
    files = {"top_level.txt": top_level, "RECORD": record}
    return SimpleNamespace(name=name, version="2.7.5", read_text=files.get)


OURS = fake("Whoosh-Reloaded", "whoosh\n")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    def install(*distributions: SimpleNamespace) -> None:
        whoosh_guard.distribution.cache_clear()
        monkeypatch.setattr("importlib.metadata.distributions", lambda: iter(distributions))

    yield install
    whoosh_guard.distribution.cache_clear()


def test_the_right_distribution(installed: Callable[..., None]) -> None:
    other = fake("requests", None, "requests/__init__.py,,\nrequests/whoosh/x.py,,")
    installed(fake("rich", "rich"), OURS, other)
    assert whoosh_guard.distribution() == "Whoosh-Reloaded 2.7.5"


@pytest.mark.parametrize(
    ("distributions", "named"),
    [
        ([], "none"),
        ([fake("Whoosh", "whoosh")], "Whoosh"),
        ([OURS, fake("Whoosh", "other whoosh")], "Whoosh, Whoosh-Reloaded"),
        ([fake("whoosh3", None, "whoosh3.dist-info/METADATA,,\nwhoosh/index.py,,")], "whoosh3"),
    ],
)
def test_any_other_is_refused(
    installed: Callable[..., None],
    tmp_path: Path,
    distributions: list[SimpleNamespace],
    named: str,
) -> None:
    installed(*distributions)
    for attempt in (lambda: build([], tmp_path, {}), lambda: open_engine(tmp_path, {})):
        with pytest.raises(IndexUnusable, match=f"comes from: {named}$"):
            attempt()


def test_queries_are_parsed_and_answered_without_loading_whoosh() -> None:
    code = """
import sys
import index.search.answer, index.search.generations, index.search.highlight, index.search.query
import index.search.statistics
assert not {"whoosh", "numpy"} & {name.partition(".")[0] for name in sys.modules}
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
