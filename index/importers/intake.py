"""The imports part of the library: from files to stored papers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from importlib import resources
from typing import TYPE_CHECKING

from index.clean import clean, decode
from index.forms import make_forms, versions
from index.identity import paper_id
from index.importers.plain import read_plain
from index.paper import Paper, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from index.forms import Forms
    from index.store import PaperStore

SEEDS_FACT = "seeds"
"""The library fact that says the seeds were offered once; removed seeds stay away."""


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did: papers new to the library, and records already known."""

    new: int
    same: int


class Imports:
    """Brings papers in and keeps their stored forms up to date.

    Args:
        store: where the papers go.
    """

    def __init__(self, store: PaperStore) -> None:
        self._store = store

    @property
    def is_prepared(self) -> bool:
        """Whether the library has been offered its seeds and its forms are current."""
        return self._store.meta(SEEDS_FACT) is not None and not self._forms_are_stale()

    def prepare(self, progress: Callable[[int, int], None] | None = None) -> Report:
        """Add the seeds on first launch; make forms again if their rules have changed.

        Raises:
            LibraryError: the library cannot be written.
        """
        report = Report(0, 0)
        if self._store.meta(SEEDS_FACT) is None:
            report = self._add_seeds(progress)
        if self._forms_are_stale():
            self._renew_forms(progress)
        return report

    def _add_seeds(self, progress: Callable[[int, int], None] | None) -> Report:
        new = same = 0
        files = sorted(
            (entry for entry in resources.files("index.seeds").iterdir() if _is_text(entry.name)),
            key=lambda entry: entry.name,
        )
        contents = [(entry.name, entry.read_bytes()) for entry in files]
        files_read = [(name, data, _plain_papers(name, data)) for name, data in contents]
        total = sum(len(papers) for _, _, papers in files_read)
        done = 0

        def with_forms(papers: list[Paper]) -> Iterator[tuple[Paper, Forms, str]]:
            nonlocal done
            from index.citations.keys import citation_key

            for paper in papers:
                yield paper, make_forms(paper), citation_key(paper)
                done += 1
                if progress is not None:
                    progress(done, total)

        for number, (name, data, papers) in enumerate(files_read, start=1):
            last = number == len(files_read)
            added = self._store.add(
                with_forms(papers),
                file=name,
                format_name="plain",
                content_hash=hashlib.sha256(data).hexdigest(),
                records=len(papers),
                facts={SEEDS_FACT: "added", "forms": versions()} if last else None,
            )
            new += sum(item.new for item in added)
            same += sum(not item.new for item in added)
        return Report(new, same)

    def _forms_are_stale(self) -> bool:
        return self._store.meta("forms") != versions()

    def _renew_forms(self, progress: Callable[[int, int], None] | None) -> None:
        total = self._store.count()

        def renewed() -> Iterator[tuple[int, Forms]]:
            for done, (ordinal, paper, _) in enumerate(self._store.contents(), start=1):
                yield ordinal, make_forms(paper)
                if progress is not None:
                    progress(done, total)

        self._store.replace_forms(renewed(), versions())


def _is_text(name: str) -> bool:
    return name.endswith(".txt")


def _plain_papers(name: str, data: bytes) -> list[Paper]:
    content = read_plain(clean(decode(data).text))
    count = len(content.abstracts)
    return [
        replace(
            Paper("", abstract, Source(name, number, count)),
            id=paper_id(None, abstract),
            collection=content.heading,
        )
        for number, abstract in enumerate(content.abstracts, start=1)
    ]
