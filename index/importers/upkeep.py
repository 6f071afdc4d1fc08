"""What happens to files after they were added: listed, read again, removed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from index.errors import AmbiguousKey, InputError, KeyNotFound
from index.importers.report import Report
from index.markup.fold import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.importers.intake import Imports
    from index.importers.report import Progress
    from index.store import PaperStore
    from index.store_sources import StoredFile


class Refreshed(NamedTuple):
    """What came of reading files again.

    Attributes:
        report: the import of those that have changed.
        unchanged: how many files are as they were.
        missing: paths that are not there any more; their papers stay.
        older: how many papers stay that their file does not hold any more.
        problems: lines on files that cannot be read now; their papers stay.
    """

    report: Report
    unchanged: int
    missing: list[str]
    older: int
    problems: list[str]


class Upkeep:
    """Looks after the files of a library.

    Args:
        store: the papers.
        imports: reads files.
    """

    def __init__(self, store: PaperStore, imports: Imports) -> None:
        self._store = store
        self._imports = imports

    def files(self) -> list[StoredFile]:
        """Every file, in the order in which they were added."""
        return self._store.files.all()

    def find(self, name: str) -> StoredFile:
        """The file that is meant by its number, path, name or heading, or a part of these.

        Raises:
            KeyNotFound: there is none.
            AmbiguousKey: there are several; the message lists them.
        """
        files = self.files()
        wanted, path = fold(name), str(Path(name).absolute())
        meanings: tuple[Callable[[StoredFile], bool], ...] = (
            lambda file: name == str(file.number),
            lambda file: path == file.path,
            lambda file: wanted in (fold(file.file), fold(file.heading or "")),
            lambda file: wanted in fold(f"{file.file}\n{file.heading or ''}"),
        )
        found = next(filter(None, ([*filter(means, files)] for means in meanings)), [])
        if not found:
            raise KeyNotFound(f"no file is called {name!r}: `readingroom sources` lists them")
        if len(found) > 1:
            names = ", ".join(f"{file.number} {file.heading or file.file}" for file in found[:5])
            raise AmbiguousKey(f"{name!r} may be {names}: give the number")
        return found[0]

    def remove(self, files: Sequence[StoredFile]) -> list[int]:
        """Remove files and the papers that came from no other; the reader's marks stay.

        Returns:
            The ordinals of the papers that were removed.
        """
        return self._store.files.remove([file.number for file in files])

    def only_in(self, files: Sequence[StoredFile]) -> list[int]:
        """The ordinals of the papers that would be removed with some files."""
        return self._store.files.only_in([file.number for file in files])

    def refresh(
        self,
        *,
        progress: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Refreshed:
        """Read the files again that have changed since they were added.

        A file that is gone, and a record that its file does not hold any more, keep their papers.

        Args:
            progress: told now and then how far it is within a file.
            cancelled: asked at every record; once it says yes it ends.

        Raises:
            LibraryError: the library cannot be written; complete batches are kept.
        """
        report = Report()
        found = Refreshed(report, 0, [], 0, [])
        unchanged = older = 0
        by_path: dict[str, list[StoredFile]] = {}
        for file in self.files():
            if file.path is not None and file.state != "older":
                by_path.setdefault(file.path, []).append(file)
        for path, files in by_path.items():
            if not Path(path).exists():
                found.missing.append(path)
                for file in files:
                    self._store.files.set_state(file.number, "missing")
                continue
            asked = json.loads(files[0].asked or "{}")
            try:
                part = self._imports.add(
                    [path],
                    include_rejected=asked.get("include_rejected", False),
                    encoding=asked.get("encoding"),
                    progress=progress,
                    cancelled=cancelled,
                )
            except InputError as error:
                found.problems.append(str(error))
                continue
            report.include(part)
            if part.interrupted:
                break
            unchanged += sum(file.content_hash in part.hashes for file in files)
            older += self._superseded(path, files, part.hashes)
        return found._replace(unchanged=unchanged, older=older)

    def _superseded(self, path: str, before: Sequence[StoredFile], hashes: set[str]) -> int:
        """Let newer files stand in the place of older ones at the same path."""
        newer = [
            file.number for file in self.files()
            if file.path == path and file.content_hash in hashes
        ]  # fmt: skip
        for file in before:
            if file.content_hash in hashes and file.state == "missing":
                self._store.files.set_state(file.number, "there")
        return sum(
            self._store.files.supersede(file.number, newer)
            for file in before
            if file.content_hash not in hashes and newer
        )
