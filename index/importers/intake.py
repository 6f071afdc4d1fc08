"""The imports part of the library: from files to stored papers."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from importlib import resources
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from index.clean import clean, decode
from index.forms import make_forms, versions
from index.identity import paper_id
from index.importers.files import InputFile
from index.importers.jsonl import FORMAT, check_jsonl, read_jsonl
from index.importers.plain import read_plain
from index.importers.records import READER_VERSION
from index.importers.report import Problem, Progress, Report, Skipped
from index.paper import Date, Paper, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from index.forms import Forms
    from index.store import Added, PaperStore

SEEDS_FACT = "seeds"
"""The library fact that says the seeds were offered once; removed seeds stay away."""

BATCH = 1_000
"""Records committed together; an import that is cancelled keeps all complete batches."""

_TELL_EVERY = 25

Record = TypeVar("Record")


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

        Args:
            progress: called with the number of papers done and of all there are to do.

        Raises:
            LibraryError: the library cannot be written.
        """
        report = Report()
        if self._store.meta(SEEDS_FACT) is None:
            self._add_seeds(report, progress)
        if self._forms_are_stale():
            self._renew_forms(progress)
        return report

    def add(
        self,
        paths: Sequence[str | Path],
        *,
        include_rejected: bool = False,
        strict: bool = False,
        progress: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Report:
        """Bring in files of papers.

        All files are looked at before anything is stored. Records are committed in batches, so
        whatever stops an import keeps what was complete; adding the file again takes up the rest.
        A file that came in whole and well is known again by its content and not read twice.

        Args:
            paths: the files, JSON lines so far, packed with gzip or not; `-` is standard input.
            include_rejected: take in papers as well that were rejected or withdrawn or are under
                review.
            strict: the report is `failed` if any record is malformed.
            progress: told now and then how far it is.
            cancelled: asked at every record; once it says yes the import ends.

        Raises:
            InputError: a file cannot be read at all; nothing of any file has been stored.
            LibraryError: the library cannot be written; complete batches are kept.
        """
        report = Report(strict=strict)
        with ExitStack() as opened:
            files = []
            for path in paths:
                file = InputFile(path)
                opened.callback(file.close)
                if self._known_outcome(file, include_rejected) is None:
                    check_jsonl(file)
                file.release()
                files.append(file)
            watch = _Watch(files, progress, cancelled)
            try:
                for file in files:
                    self._add_file(file, report, watch, include_rejected=include_rejected)
                    file.close()
                    watch.tell()
            except _Cancelled:
                report.interrupted = True
        return report

    def _add_file(
        self, file: InputFile, report: Report, watch: _Watch, *, include_rejected: bool
    ) -> None:
        if (known := self._known_outcome(file, include_rejected)) is not None:
            report.same += known["papers"]
            report.skipped.update(known["skipped"])
            return
        kinds: Counter[type] = Counter()
        skipped: Counter[str] = Counter()
        records = watch.each(read_jsonl(file, include_rejected=include_rejected))
        while batch := list(islice(records, BATCH)):
            papers = [record for record in batch if isinstance(record, Paper)]
            added = self._store_papers(
                watch.each(papers, counted=True), file.name, FORMAT, file.content_hash
            )
            # Only what has been committed is counted.
            _count(report, added)
            kinds.update(map(type, batch))
            skipped.update(record.reason for record in batch if isinstance(record, Skipped))
            for record in batch:
                if isinstance(record, Problem):
                    report.complain(record)
        report.skipped.update(skipped)
        if not kinds:
            report.warnings.append(f"{file.shown} is empty")
        if file.warning:
            report.warnings.append(f"{file.shown}: {file.warning}")
        outcome = {
            "reader": READER_VERSION,
            "include_rejected": include_rejected,
            "papers": kinds[Paper],
            "skipped": skipped,
        }
        self._store.finish(
            file.content_hash, kinds.total(), None if kinds[Problem] else json.dumps(outcome)
        )

    def _known_outcome(self, file: InputFile, include_rejected: bool) -> dict[str, Any] | None:
        """What came of the same file when it was added before, if reading it gives that again."""
        noted = self._store.outcome(file.content_hash)
        if noted is None:
            return None
        outcome: dict[str, Any] = json.loads(noted)
        asked = {"reader": READER_VERSION, "include_rejected": include_rejected}
        return outcome if asked.items() <= outcome.items() else None

    def _store_papers(
        self,
        papers: Iterable[Paper],
        file: str,
        format_name: str,
        content_hash: str,
        *,
        heading: str | None = None,
        facts: dict[str, str] | None = None,
    ) -> list[Added]:
        return self._store.add(
            papers,
            _forms_and_key,
            file=file,
            format_name=format_name,
            content_hash=content_hash,
            heading=heading,
            facts=facts,
        )

    def _add_seeds(self, report: Report, progress: Callable[[int, int], None] | None) -> None:
        files = sorted(
            (entry for entry in resources.files("index.seeds").iterdir() if _is_text(entry.name)),
            key=lambda entry: entry.name,
        )
        contents = [(entry.name, entry.read_bytes()) for entry in files]
        files_read = [(name, data, _plain_papers(name, data)) for name, data in contents]
        total = sum(len(papers) for _, _, papers in files_read)
        done = 0

        def counted(papers: list[Paper]) -> Iterator[Paper]:
            nonlocal done
            for paper in papers:
                yield paper
                done += 1
                if progress is not None:
                    progress(done, total)

        for number, (name, data, papers) in enumerate(files_read, start=1):
            last = number == len(files_read)
            content_hash = hashlib.sha256(data).hexdigest()
            added = self._store_papers(
                counted(papers),
                name,
                "plain",
                content_hash,
                heading=papers[0].collection,
                facts={SEEDS_FACT: "added", "forms": versions()} if last else None,
            )
            self._store.finish(content_hash, len(papers), None)
            _count(report, added)

    def _forms_are_stale(self) -> bool:
        return self._store.meta("forms") != versions()

    def _renew_forms(self, progress: Callable[[int, int], None] | None) -> None:
        total = self._store.count()

        def renewed() -> Iterator[tuple[int, Paper, Forms]]:
            for done, (ordinal, paper, _) in enumerate(self._store.contents(), start=1):
                yield ordinal, paper, make_forms(paper)
                if progress is not None:
                    progress(done, total)

        self._store.replace_forms(renewed(), versions())


class _Cancelled(Exception):
    """The import is to end; it unwinds the batch that is being stored."""


class _Watch:
    """Tells how far an import is, and ends it when asked to."""

    def __init__(
        self,
        files: Sequence[InputFile],
        progress: Callable[[Progress], None] | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self._files = files
        self._whole = sum(file.size for file in files) or 1
        self._progress = progress
        self._cancelled = cancelled
        self._records = 0

    def each(self, records: Iterable[Record], *, counted: bool = False) -> Iterator[Record]:
        """The records, with a look at every one whether to go on."""
        for record in records:
            if self._cancelled is not None and self._cancelled():
                raise _Cancelled
            yield record
            if counted:
                self._records += 1
                if self._records % _TELL_EVERY == 0:
                    self.tell()

    def tell(self) -> None:
        """Tell how far it is."""
        if self._progress is not None:
            read = sum(file.position for file in self._files)
            self._progress(Progress(self._records, read / self._whole))


def _count(report: Report, added: Iterable[Added]) -> None:
    for item in added:
        report.new += item.new
        report.changed += item.changed
        report.same += not (item.new or item.changed)


def _forms_and_key(paper: Paper) -> tuple[Forms, str]:
    from index.citations.keys import citation_key

    return make_forms(paper), citation_key(paper)


def _is_text(name: str) -> bool:
    return name.endswith(".txt")


def _plain_papers(name: str, data: bytes) -> list[Paper]:
    from index.citations.record import year

    content = read_plain(clean(decode(data).text))
    count = len(content.abstracts)
    papers = []
    for number, abstract in enumerate(content.abstracts, start=1):
        undated = replace(
            Paper("", abstract, Source(name, number, count)),
            id=paper_id(None, abstract),
            collection=content.heading,
        )
        # The year that citations give, which is the heading's.
        found = year(undated)
        papers.append(undated if found is None else replace(undated, date=Date(found)))
    return papers
