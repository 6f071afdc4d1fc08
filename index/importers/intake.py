"""The imports part of the library: from files to stored papers."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from contextlib import ExitStack
from functools import partial
from importlib import resources
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from index.forms import forms_maker, make_forms, versions
from index.importers.files import InputFile, Place
from index.importers.reader import read_papers
from index.importers.records import READER_VERSION
from index.importers.report import Problem, Progress, Report, Skipped
from index.paper import Paper
from index.paper_keys import KEY_PATTERN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from index.forms import Forms
    from index.importers.inputs import Chosen
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

    def use_key_pattern(
        self, pattern: str, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Make citation keys by a pattern from now on; keys that were handed out stay valid.

        Args:
            pattern: the pattern, see `index.citations.key_pattern`; empty for keys as they are
                made without one.
            progress: called with the number of papers done and of all there are to do.

        Raises:
            LibraryError: the library cannot be written.
        """
        if (self._store.meta(KEY_PATTERN) or "") == pattern:
            return
        from index.citations.keys import citation_key

        total = self._store.count()

        def bases() -> Iterator[tuple[int, str]]:
            for done, (ordinal, paper, _) in enumerate(self._store.contents(), start=1):
                yield ordinal, citation_key(paper, pattern)
                if progress is not None:
                    progress(done, total)

        self._store.keys.replace(bases(), pattern)

    def add(
        self,
        paths: Sequence[str | Path],
        *,
        include_rejected: bool = False,
        strict: bool = False,
        encoding: str | None = None,
        progress: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> Report:
        """Bring in files of papers.

        All files are looked at before anything is stored. Records are committed in batches, so
        whatever stops an import keeps what was complete; adding the file again takes up the rest.
        A file that came in whole and well is known again by its content and not read twice.

        Args:
            paths: files, folders, patterns and zip archives, packed with gzip or not; `-` is
                standard input.
            encoding: the encoding of files that do not say it themselves.
            include_rejected: take in papers as well that were rejected or withdrawn or are under
                review.
            strict: the report is `failed` if any record is malformed.
            progress: told now and then how far it is.
            cancelled: asked at every record; once it says yes the import ends.

        Raises:
            InputError: a file cannot be read at all or holds no papers, or there is no such
                encoding; nothing of any file has been stored.
            LibraryError: the library cannot be written; complete batches are kept.
        """
        from index.importers.archives import Archives
        from index.importers.decoding import checked_encoding
        from index.importers.inputs import Chooser

        report = Report(strict=strict)
        told = checked_encoding(encoding) if encoding else None
        asked = {
            "reader": READER_VERSION,
            "include_rejected": include_rejected,
            "encoding": told,
        }

        def is_known(file: InputFile) -> bool:
            return self._known_outcome(file, asked) is not None

        with Archives() as archives, ExitStack() as opened:
            chooser = Chooser(archives, told, is_known)
            chosen: list[Chosen] = []
            for path in paths:
                for item in chooser.choose(path):
                    if isinstance(item, str):
                        report.pass_over(item)
                        continue
                    opened.callback(item.file.close)
                    item.file.release()
                    chosen.append(item)
            watch = _Watch([item.file for item in chosen], progress, cancelled)
            try:
                for item in chosen:
                    self._add_file(item, report, watch, asked)
                    item.file.close()
                    watch.tell()
            except _Cancelled:
                report.interrupted = True
        return report

    def go_without_seeds(self) -> None:
        """Never offer the seeds to this library.

        Raises:
            LibraryError: the library cannot be written.
        """
        self._store.set_facts({SEEDS_FACT: "none", "forms": versions()})

    def restore_seeds(self, progress: Callable[[int, int], None] | None = None) -> Report:
        """Add the seeds again that were removed.

        Raises:
            LibraryError: the library cannot be written.
        """
        report = Report()
        self._add_seeds(report, progress)
        return report

    def _add_file(
        self, chosen: Chosen, report: Report, watch: _Watch, asked: dict[str, Any]
    ) -> None:
        file, form = chosen
        report.hashes.add(file.content_hash)
        if (known := self._known_outcome(file, asked)) is not None:
            report.same += known["papers"]
            report.skipped.update(known["skipped"])
            return
        kinds: Counter[type] = Counter()
        skipped: Counter[str] = Counter()
        if form is not None:
            read = read_papers(file, form, include_rejected=asked["include_rejected"])
            records = watch.each(read)
            while batch := list(islice(records, BATCH)):
                papers = [record for record in batch if isinstance(record, Paper)]
                added = self._store_papers(
                    watch.each(papers, counted=True),
                    file.name,
                    form.name,
                    file.content_hash,
                    heading=_heading(papers),
                )
                # Only what has been committed is counted.
                _count(report, added)
                kinds.update(map(type, batch))
                skipped.update(record.reason for record in batch if isinstance(record, Skipped))
                for record in batch:
                    if isinstance(record, Problem):
                        report.complain(record)
        report.skipped.update(skipped)
        if form is None:
            report.warn(f"{file.shown} is empty")
        elif not kinds:
            report.warn(f"{file.shown} is {form.title} without a record in it")
        elif kinds.keys() == {Problem}:
            report.is_broken = True
            report.warn(f"{file.shown}: none of its records could be read")
        if file.warning:
            report.warn(f"{file.shown}: {file.warning}")
        self._store.files.locate(file.content_hash, file.path, json.dumps(asked))
        outcome = {**asked, "papers": kinds[Paper], "skipped": skipped}
        self._store.finish(
            file.content_hash, kinds.total(), None if kinds[Problem] else json.dumps(outcome)
        )

    def _known_outcome(self, file: InputFile, asked: dict[str, Any]) -> dict[str, Any] | None:
        """What came of the same file when it was added before, if reading it gives that again."""
        noted = self._store.outcome(file.content_hash)
        if noted is None:
            return None
        outcome: dict[str, Any] = json.loads(noted)
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
            self._maker(),
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

    def _maker(self) -> Callable[[Paper], tuple[Forms, str]]:
        """What makes the forms of a paper and the base of its citation key."""
        return forms_maker(self._store.meta(KEY_PATTERN) or "")

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


def _is_text(name: str) -> bool:
    return name.endswith(".txt")


def _heading(papers: Sequence[Paper]) -> str | None:
    """What a file calls itself: the heading that all its papers stand under."""
    headings = {paper.collection for paper in papers}
    return headings.pop() if len(headings) == 1 else None


def _plain_papers(name: str, data: bytes) -> list[Paper]:
    from index.importers.plain import FORMAT_PLAIN

    file = InputFile(Place(name, name, partial(BytesIO, data)))
    return [paper for paper in read_papers(file, FORMAT_PLAIN) if isinstance(paper, Paper)]
