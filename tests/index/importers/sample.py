"""Files of papers, read as an import reads them."""

from __future__ import annotations

from pathlib import Path

from index.importers.files import InputFile
from index.importers.reader import read_papers
from index.importers.report import Problem, Skipped
from index.importers.sniff import recognise
from index.paper import Paper
from tests.shared import SHARED


def sample(name: str) -> Path:
    """A file of the shared samples; only for tests that require them."""
    assert SHARED is not None
    return SHARED / "data" / "import_samples" / name


def write(folder: Path, text: str | bytes, name: str = "input") -> Path:
    """A file with a text in it."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def read(path: Path, *, include_rejected: bool = False) -> list[Paper | Skipped | Problem]:
    """All records of a file, whatever its format is."""
    file = InputFile(path)
    try:
        form = recognise(file)
        assert form is not None
        return list(read_papers(file, form, include_rejected=include_rejected))
    finally:
        file.close()


def papers(path: Path) -> list[Paper]:
    """All records of a file, which must all be papers."""
    found = read(path)
    assert all(isinstance(item, Paper) for item in found), found
    return [item for item in found if isinstance(item, Paper)]


def problems(path: Path) -> list[tuple[int | None, str, bool]]:
    """Line, reason and end of what is malformed in a file."""
    return [
        (item.line, item.reason, item.is_end) for item in read(path) if isinstance(item, Problem)
    ]


def titles(path: Path) -> list[str | None]:
    """The titles of the papers in a file."""
    return [item.title for item in read(path) if isinstance(item, Paper)]
