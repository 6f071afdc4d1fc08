"""A file through the whole path: known by its content, read, made papers."""

from __future__ import annotations

from pathlib import Path

from index.importers.files import InputFile
from index.importers.reader import read_papers
from index.importers.report import Problem, Skipped
from index.importers.sniff import recognise
from index.paper import Name, Paper


def read_all(path: Path, form: str) -> list[Paper | Problem | Skipped]:
    """Everything in a file, which must be known as of a format."""
    file = InputFile(path)
    try:
        known = recognise(file)
        assert known is not None
        assert known.name == form
        return list(read_papers(file, known))
    finally:
        file.close()


def read(folder: Path, content: str | bytes, form: str) -> list[Paper | Problem | Skipped]:
    """Everything in a text, as if it were a file."""
    path = folder / "file"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_all(path, form)


def papers(folder: Path, content: str | bytes, form: str) -> list[Paper]:
    """The papers in a text, which has nothing wrong with it."""
    found = [item for item in read(folder, content, form) if isinstance(item, Paper)]
    assert len(found) == len(read(folder, content, form))
    return found


def paper(folder: Path, content: str | bytes, form: str) -> Paper:
    """The one paper in a text."""
    (found,) = papers(folder, content, form)
    return found


def problems(found: list[Paper | Problem | Skipped]) -> list[Problem]:
    """What is wrong."""
    return [item for item in found if isinstance(item, Problem)]


def spoken(names: tuple[Name, ...]) -> list[str]:
    """Names with their parts apart: `given|particle|family|suffix`, or the whole."""
    return [
        name.literal or f"{name.given}|{name.particle}|{name.family}|{name.suffix}".rstrip("|")
        for name in names
    ]


def links(one: Paper) -> list[tuple[str, str]]:
    """The links of a paper."""
    return [(link.kind, link.url) for link in one.links]
