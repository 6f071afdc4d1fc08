"""The command `add`: brings files in and tells what came of it."""

from __future__ import annotations

import json
import shutil
import signal
import sys
import time
from typing import TYPE_CHECKING, Any, Self

from index.clean import visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType, TracebackType

    from index.importers.report import Progress, Report
    from index.library import Library

SHOWN_PROBLEMS = 20
"""So many problems are listed on the screen; `--report json` has them all."""

UNDECIDED = frozenset({"rejected", "under review", "withdrawn"})
"""Reasons for which papers are left out that `--include-rejected` adds."""

_FRAME_SECONDS = 0.1


def add_files(
    library: Library,
    files: Sequence[str],
    *,
    include_rejected: bool = False,
    strict: bool = False,
    encoding: str | None = None,
) -> Report:
    """Bring files in, with a progress bar where standard error is a terminal.

    Raises:
        InputError: a file cannot be read at all.
        LibraryError: the library cannot be written.
        KeyboardInterrupt: an interrupt came before anything was stored, or a second one.
    """
    bar = Bar() if sys.stderr.isatty() else None
    with Interrupts() as interrupts:

        def told(progress: Progress) -> None:
            interrupts.may_wait = True
            if bar is not None:
                bar.show(progress)

        try:
            return library.imports.add(
                files,
                include_rejected=include_rejected,
                strict=strict,
                encoding=encoding,
                progress=told,
                cancelled=lambda: interrupts.came,
            )
        finally:
            if bar is not None:
                bar.clear()


class Interrupts:
    """Lets the first interrupt end an import in good order.

    Until something has been stored (`may_wait`) there is nothing to be kept, and a read from a
    pipe must not be waited for: then, and at the second interrupt, `KeyboardInterrupt` is raised.
    """

    def __init__(self) -> None:
        self.came = False
        self.may_wait = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.came or not self.may_wait:
            raise KeyboardInterrupt
        self.came = True


class Bar:
    """A line on standard error: how much is done, how fast, and how long it will take."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._shown = 0.0

    def show(self, progress: Progress) -> None:
        """Paint it again, at most ten times a second."""
        now = time.monotonic()
        if now - self._shown < _FRAME_SECONDS:
            return
        self._shown = now
        width = shutil.get_terminal_size().columns - 1
        text = bar_text(progress, now - self._began)
        sys.stderr.write(f"\r{text[:width]}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Take it off the screen."""
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def bar_text(progress: Progress, seconds: float) -> str:
    """`42 %  36,700 papers  1,250 a second  0:40 left` after so many seconds."""
    parts = [f"{progress.fraction:4.0%}", f"{progress.records:,} papers"]
    if seconds >= 1:
        parts.append(f"{progress.records / seconds:,.0f} a second")
    if seconds >= 1 and progress.fraction > 0:
        left = round(seconds * (1 - progress.fraction) / progress.fraction)
        minutes, rest = divmod(left, 60)
        hours, minutes = divmod(minutes, 60)
        parts.append(
            f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"
        )
    return "  ".join(parts)


def report_lines(report: Report) -> list[str]:
    """What came of an import, a line for each kind of count, safe to show on a terminal."""
    lines = [f"{report.new:,} new, {report.changed:,} changed, {report.same:,} same"]
    for reason, count in sorted(report.skipped.items()):
        hint = " (--include-rejected adds them)" if reason in UNDECIDED else ""
        lines.append(f"{count:,} skipped: {reason}{hint}")
    if report.problem_count:
        records = "record" if report.problem_count == 1 else "records"
        lines.append(f"{report.problem_count:,} malformed {records}")
        lines += [f"  {problem}" for problem in report.problems[:SHOWN_PROBLEMS]]
        if report.problem_count > SHOWN_PROBLEMS:
            lines.append(f"  and {report.problem_count - SHOWN_PROBLEMS:,} more")
    if report.passed_over:
        files = "file" if report.passed_over == 1 else "files"
        lines.append(f"{report.passed_over:,} {files} passed over")
    lines += report.warnings[:SHOWN_PROBLEMS]
    if len(report.warnings) > SHOWN_PROBLEMS:
        lines.append(f"and {len(report.warnings) - SHOWN_PROBLEMS:,} more lines like these")
    if report.interrupted:
        lines.append("interrupted: what was complete is kept; add the file again for the rest")
    return [visible(line) for line in lines]


def report_json(report: Report) -> str:
    """What came of an import as one JSON object.

    It has `new`, `changed`, `same`, `skipped` (a count by reason), `problems` (objects with
    `file`, `line`, `reason`; at most 1,000 of `problem_count`), `passed_over` (a count of files),
    `warnings`, `interrupted` and `failed`.
    """
    record: dict[str, Any] = {
        "new": report.new,
        "changed": report.changed,
        "same": report.same,
        "skipped": report.skipped,
        "problems": [
            {"file": problem.file, "line": problem.line, "reason": problem.reason}
            for problem in report.problems
        ],
        "problem_count": report.problem_count,
        "passed_over": report.passed_over,
        "warnings": report.warnings,
        "interrupted": report.interrupted,
        "failed": report.failed,
    }
    return json.dumps(record, ensure_ascii=False)
