"""Damaged files: whatever the damage is, it is told and raises nothing else."""

from __future__ import annotations

import functools
import gzip
import io
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.errors import InputError
from index.importers.files import InputFile, Place
from index.importers.intake import Imports
from index.importers.reader import read_papers
from index.importers.report import Problem, Skipped
from index.importers.sniff import FORMATS, recognise
from index.paper import Paper
from index.store import PaperStore
from tests.shared import SHARED

OWN = Path(__file__).parents[2] / "data" / "imports"
SAMPLES = sorted(OWN.iterdir())
if SHARED is not None:
    SAMPLES += sorted((SHARED / "data" / "import_samples").iterdir())

MUTATIONS = st.tuples(
    st.floats(0, 1),
    st.lists(
        st.tuples(
            st.floats(0, 1, exclude_max=True),
            st.integers(0, 255) | st.sampled_from(b'"\n\r,;\\{}[]:#@<&\x80\xff'),
        ),
        max_size=6,
    ),
)


def mutated(data: bytes, part: float, flips: list[tuple[float, int]]) -> bytes:
    """A file cut off somewhere, some of its bytes replaced."""
    changed = bytearray(data[: max(1, round(len(data) * part))])
    for place, byte in flips:
        changed[int(place * len(changed))] = byte
    return bytes(changed)


def read(data: bytes, name: str) -> list[Paper | Skipped | Problem]:
    file = InputFile(Place(name, name, functools.partial(buffered, data)))
    form = recognise(file)
    return list(read_papers(file, form)) if form else []


def buffered(data: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(data))  # type: ignore[arg-type]


def check(data: bytes, name: str) -> None:
    found: list[Paper | Skipped | Problem] = []
    told = name
    try:
        found = read(data, name)
    except InputError as error:
        told = str(error)
    assert name in told
    assert "\n" not in told
    for item in found:
        assert isinstance(item, Paper | Skipped | Problem)
        if isinstance(item, Paper):
            assert item.title or item.abstract
            # Whatever it is, the store must be able to write it.
            assert repr(item).encode()


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(MUTATIONS)
def test_cut_and_changed(path: Path, mutation: tuple[float, list[tuple[float, int]]]) -> None:
    check(mutated(path.read_bytes(), *mutation), path.name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(SAMPLES), MUTATIONS)
def test_a_format_is_given_a_file_of_another(
    form: object, path: Path, mutation: tuple[float, list[tuple[float, int]]]
) -> None:
    data = mutated(path.read_bytes(), *mutation)
    file = InputFile(Place("x", "x", functools.partial(buffered, data)))
    for item in read_papers(file, form):  # type: ignore[arg-type]
        assert isinstance(item, Paper | Skipped | Problem)


@pytest.mark.parametrize("kind", ["gz", "zip"])
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(MUTATIONS)
def test_packed_files(kind: str, mutation: tuple[float, list[tuple[float, int]]]) -> None:
    plain = (OWN / "papers.jsonl").read_bytes()
    if kind == "gz":
        data = gzip.compress(plain * 20, mtime=0)
    else:
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("a.jsonl", plain)
            archive.writestr("b.csv", (OWN / "zotero.csv").read_bytes())
        data = memory.getvalue()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"x.{kind}"
        path.write_bytes(mutated(data, *mutation))
        store = PaperStore(Path(folder) / "library.db")
        told, new = str(path), 0
        try:
            new = Imports(store).add([path]).new
        except InputError as error:
            told = str(error)
        assert (str(path) in told, new) == (True, store.count())
        store.close()


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(st.text(alphabet=st.sampled_from('[]{}:,"\\ \nabtitle01') | st.characters()))
def test_any_text(text: str) -> None:
    check(text.encode("utf-8", "surrogatepass"), "x")


@pytest.mark.parametrize("path", sorted(OWN.iterdir()), ids=lambda path: path.name)
def test_the_whole_files_are_well(path: Path) -> None:
    found = read(path.read_bytes(), path.name)
    assert not [item for item in found if isinstance(item, Problem)]
    titles = [item.title or item.abstract for item in found if isinstance(item, Paper)]
    assert titles[0] in {
        "On Quokkas",
        "On *Quokkas*",
        "We study quokkas, which are $n$ small marsupials---they smile.",
    }
