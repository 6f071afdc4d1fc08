"""What may be named on the command line: files, folders, patterns, archives, standard input."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from index.clean import clean, visible
from index.errors import InputError
from index.identity import MINIMUM_WORDS
from index.importers.archives import is_zip
from index.importers.files import STANDARD_INPUT, InputFile, Place, place_of
from index.importers.markdown import FORMAT_MARKDOWN
from index.importers.plain import FORMAT_PLAIN
from index.importers.sniff import recognise
from index.importers.unpacking import BrokenFile, explained

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from index.importers.archives import Archives
    from index.importers.reading import Format

MAXIMUM_FILES = 10_000
"""Files in a folder."""

_PATTERN = re.compile(r"[*?\[]")
_ABOUT = re.compile(
    r"(?:authors|changelog|changes|code_of_conduct|contributing|copying|credits|history|licen[cs]e|"
    r"makefile|notice|readme|sources|todo)(?:[._-].*)?",
    re.IGNORECASE,
)
_TEXTS = frozenset({"", ".txt", ".text", ".md", ".markdown", ".gz"})
_NO_PROSE = re.compile(r"\s*(?:[|<>$#!]|```|[-*+] |\d+[.)] )")


class Chosen(NamedTuple):
    """A file to be read, and its format; `None` if there is nothing in it or it is known."""

    file: InputFile
    format: Format | None


class Chooser:
    """Finds the files of papers that are meant.

    Args:
        archives: opens what is packed with zip.
        encoding: the encoding that the files are said to have.
        is_known: whether a file need not be looked at, since it has been read before.
    """

    def __init__(
        self, archives: Archives, encoding: str | None, is_known: Callable[[InputFile], bool]
    ) -> None:
        self._archives = archives
        self._encoding = encoding
        self._is_known = is_known

    def choose(self, path: str | Path) -> Iterator[Chosen | str]:
        """The files that a path means; for each one passed over, a line that says why.

        A folder is searched with all folders in it, an archive with all its members; what is
        hidden there is left out, and so are links that lead out of the folder. A pattern that
        the shell left as it is means all that it matches.

        Raises:
            InputError: a file that is named cannot be read or holds no papers, or a folder or an
                archive has none that does.
        """
        shown = visible(clean(str(path)))
        if str(path) == STANDARD_INPUT:
            yield from self._named(place_of(path))
        elif os.path.isdir(path):  # noqa: PTH112 - says no where `Path` raises
            yield from self._some(self._folder(Path(path), shown), shown)
        elif _PATTERN.search(str(path)) and not os.path.lexists(path):
            matches = sorted(glob.glob(str(path), recursive=True))  # noqa: PTH207 - takes any pattern
            if not matches:
                raise InputError(f"no file matches {shown}")
            for match in matches:
                yield from self.choose(match)
        else:
            yield from self._named(place_of(path))

    def _named(self, place: Place) -> Iterator[Chosen | str]:
        if _is_archive(place):
            yield from self._some(self._inner(self._archives.members(place)), place.shown)
        else:
            yield self._chosen(place)

    def _some(self, found: Iterator[Chosen | str], shown: str) -> Iterator[Chosen | str]:
        """What was found, which must be something."""
        passed = [""]
        count = 0
        for item in found:
            if isinstance(item, str):
                passed.append(item)
            else:
                count += item.format is not None or self._is_known(item.file)
            yield item
        if not count:
            others = len(passed) - 1
            why = f" ({others:,} files, the first: {passed[1]})" if others > 1 else (
                f" ({passed[1]})" if others else ""
            )  # fmt: skip
            raise InputError(f"no papers in {shown}{why}")

    def _folder(self, folder: Path, shown: str) -> Iterator[Chosen | str]:
        for number, path in enumerate(_walk(folder, Path(os.path.realpath(folder)))):
            if number == MAXIMUM_FILES:
                raise InputError(
                    f"{shown} holds more than {MAXIMUM_FILES:,} files: name those with papers"
                )
            if isinstance(path, str):
                yield path
                continue
            try:
                place = place_of(path)
                if _is_archive(place):
                    yield from self._inner(self._archives.members(place))
                    continue
            except InputError as error:
                yield str(error)
                continue
            yield from self._inner(iter([place]))

    def _inner(self, places: Iterator[Place | str]) -> Iterator[Chosen | str]:
        """Files that nobody named: those that are not papers are passed over."""
        for place in places:
            if isinstance(place, str):
                yield place
                continue
            try:
                if _ABOUT.fullmatch(place.name.rpartition("/")[2]):
                    raise InputError(f"{place.shown} is about the files beside it")
                yield self._chosen(place, is_named=False)
            except InputError as error:
                yield str(error)

    def _chosen(self, place: Place, *, is_named: bool = True) -> Chosen:
        file = InputFile(place, encoding=self._encoding)
        try:
            if self._is_known(file):
                return Chosen(file, None)
            form = recognise(file)
            if not is_named and form in {FORMAT_PLAIN, FORMAT_MARKDOWN} and not _has_prose(file):
                raise InputError(f"{file.shown} has no abstracts in it")
        except InputError:
            file.close()
            raise
        file.release()
        return Chosen(file, form)


def _is_archive(place: Place) -> bool:
    try:
        with explained():
            raw = place.open()
            raw.seek(0)
            start = raw.read(4)
            if not place.is_copy:
                raw.close()
    except BrokenFile as error:
        raise InputError(f"cannot read {place.shown}: {error}") from error
    return is_zip(start)


def _has_prose(file: InputFile) -> bool:
    """Whether a text that nobody named is one with abstracts rather than a program or a table."""
    if Path(file.name).suffix.lower() not in _TEXTS:
        return False
    blocks = [block for block in file.head().split("\n\n") if block.strip()]
    prose = [
        block for block in blocks
        if len(block.split()) >= MINIMUM_WORDS and not _NO_PROSE.match(block)
    ]  # fmt: skip
    return any(prose) and all(
        block in prose or len(block.split()) < MINIMUM_WORDS or block.startswith(("#", "["))
        for block in blocks
    )


def _walk(folder: Path, root: Path) -> Iterator[Path | str]:
    """The files in a folder and those in it, by name; a line for each that may not be opened."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        yield f"cannot read {visible(clean(str(folder)))}: {error.strerror or error}"
        return
    for entry in entries:
        path = Path(entry.path)
        if entry.name.startswith("."):
            continue
        if entry.is_symlink():
            # The methods of `Path` raise where links go round in a circle.
            target = Path(os.path.realpath(path))
            if os.path.isfile(target) and target.is_relative_to(root):  # noqa: PTH113
                yield path
            else:
                yield f"{visible(clean(str(path)))} is a link that is not followed"
        elif entry.is_dir(follow_symlinks=False):
            yield from _walk(path, root)
        elif entry.is_file(follow_symlinks=False):
            yield path
