"""The child process that builds large indexes, so that the screen keeps its own to itself.

It is run as `python -P -m index.search.builder KIND LIBRARY FOLDER`, tells its progress on standard
output, a number of papers a line, and ends with `done` or with `failed` and a reason. It gives way
to everything else on the machine, and ends at once when its standard input is closed: then the
process that wanted the index is gone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from index.errors import LibraryError, ReadingRoomError
from index.search.engine import IndexUnusable

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.store import PaperStore

Kind = Literal["snapshot", "whoosh", "matches", "facets"]
"""What can be built: the two indexes of the search, the matches of untitled papers, and facets."""
BUILT = {
    "snapshot": "the search index",
    "whoosh": "the search index",
    "matches": "the index of matching records",
    "facets": "the fields for the facets",
}

NICENESS = 10


class Child:
    """Builds an index in a process of its own.

    Args:
        kind: which index.
        library: the papers' store.
        folder: the index's folder.
    """

    def __init__(self, kind: Kind, library: Path, folder: Path) -> None:
        # Without -P the folder in which the room was started would be looked in for the module.
        module = ["-P", "-m", "index.search.builder"]
        self.kind = kind
        self._what = f"cannot build {BUILT[kind]}"
        self._command = [sys.executable, *module, kind, str(library), str(folder)]
        self._process: subprocess.Popen[str] | None = None

    def run(self, progress: Callable[[int], None]) -> None:
        """Build, and return when the index is there.

        Args:
            progress: told now and then how many papers are done.

        Raises:
            LibraryError: it could not be built; the message says why.
        """
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        except OSError as error:
            raise LibraryError(f"{self._what}: {error}") from error
        self._process = process
        last = "failed it ended without a word"
        with process:
            for line in process.stdout or ():
                last = line.strip()
                if last.isdigit():
                    progress(int(last))
        if last != "done":
            raise LibraryError(f"{self._what}: {last.removeprefix('failed ')}")

    def stop(self) -> None:
        """End the build, if there is one; what it has done so far is thrown away."""
        if self._process is not None:
            self._process.kill()


def build_index(
    kind: Kind, store: PaperStore, folder: Path, progress: Callable[[int], None] | None
) -> None:
    """Build an index of all papers, or bring it up to date, in this process.

    Raises:
        IndexUnusable: its folder cannot be written or is not safe.
    """
    if kind == "facets":
        from index.search.facet_store import keep_fields

        keep_fields(store, folder)
        return
    from index.search.sources import documents

    stamp = {"papers": store.content_stamp()}
    if kind == "matches":
        from index.importers.matching import find_all

        find_all(store, folder, progress)
        return
    if kind == "whoosh":
        from index.search.whoosh_engine import build

        build(documents(store), folder, stamp, progress=progress)
        return
    from index.search.snapshot_build import build_snapshot

    if not _update(store, folder, stamp, progress):
        build_snapshot(documents(store), folder, stamp, progress=progress)


def _update(
    store: PaperStore,
    folder: Path,
    stamp: dict[str, str],
    progress: Callable[[int], None] | None,
) -> bool:
    """Bring a snapshot of an earlier revision up to date; whether there was one."""
    from index.search import generations
    from index.search.snapshot_build import update_snapshot
    from index.search.sources import documents

    try:
        before = generations.stamp_of(folder).get("of papers", "")
    except IndexUnusable:
        return False
    library, _, revision = before.rpartition(".")
    if not revision.isdigit() or library != store.content_stamp().rpartition(".")[0]:
        return False
    changed = store.changed_since(int(revision))
    gone = store.removed_since(int(revision))
    if (len(changed) + len(gone)) * 2 > store.count():
        return False
    try:
        update_snapshot(
            folder,
            {"papers": before},
            stamp,
            added=documents(store, changed),
            removed=sorted({*changed, *gone}),
            progress=progress,
        )
    except IndexUnusable:
        return False
    return True


def main() -> None:
    """Build as the command line says."""
    from index.store import PaperStore

    kind, library, folder = sys.argv[1:]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        store = PaperStore(Path(library))
        build_index(cast("Kind", kind), store, Path(folder), _tell)
    except ReadingRoomError as error:
        print(f"failed {error}", flush=True)  # noqa: T201 - the parent reads it
        sys.exit(1)
    print("done", flush=True)  # noqa: T201


def _tell(papers: int) -> None:
    print(papers, flush=True)  # noqa: T201


def _end_with_parent() -> None:
    while os.read(0, 1024):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
