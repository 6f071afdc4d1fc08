"""What an import has to tell: how far it is, and what came of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

MOST_PROBLEMS = 1_000
"""Problems kept with their place, and warnings kept; further ones are only counted."""


class Progress(NamedTuple):
    """How far an import is.

    `records` counts the papers looked at, over all files so far; `fraction` is the part of all
    input that has been read, from 0 to 1.
    """

    records: int
    fraction: float


class Problem(NamedTuple):
    """Something in a file that could not be brought in, and where it stands.

    `is_end` says that the file cannot be read on from there.
    """

    file: str
    line: int | None
    reason: str
    is_end: bool = False

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.reason}"


class Skipped(NamedTuple):
    """A record left out on purpose, and why."""

    reason: str


@dataclass(slots=True)
class Report:
    """What came of an import, counted in records.

    `new` made a new paper, `changed` completed a known one, `same` told nothing that was not
    known. `skipped` counts by reason what was left out on purpose. `problems` are malformed
    records, at most `MOST_PROBLEMS` of `problem_count`. `passed_over` counts files in folders and
    archives that are not papers. `warnings` are whole lines about a file, at most `MOST_PROBLEMS`.
    `hashes` are the SHA-256 sums (hex) of the files that were read or known.
    `is_broken` says that a file could not be read, or not to its end, `interrupted` that the import
    was cancelled; what was complete then is kept.
    """

    new: int = 0
    changed: int = 0
    same: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    problem_count: int = 0
    passed_over: int = 0
    warnings: list[str] = field(default_factory=list)
    hashes: set[str] = field(default_factory=set)
    is_broken: bool = False
    interrupted: bool = False
    strict: bool = False

    @property
    def failed(self) -> bool:
        """Whether it is an error: a file broke off, or a record is malformed in `strict`."""
        return self.is_broken or (self.strict and self.problem_count > 0)

    def complain(self, problem: Problem) -> None:
        """Count a malformed record, or the place where a file breaks off."""
        self.problem_count += 1
        self.is_broken |= problem.is_end
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(problem)

    def include(self, other: Report) -> None:
        """Count what came of another import as well."""
        for count in ("new", "changed", "same", "passed_over"):
            setattr(self, count, getattr(self, count) + getattr(other, count))
        self.skipped.update(other.skipped)
        self.problem_count += other.problem_count
        self.problems += other.problems[: MOST_PROBLEMS - len(self.problems)]
        self.warnings += other.warnings[: MOST_PROBLEMS - len(self.warnings)]
        self.hashes |= other.hashes
        self.is_broken |= other.is_broken
        self.interrupted |= other.interrupted

    def warn(self, line: str) -> None:
        """Tell something about a file."""
        if len(self.warnings) < MOST_PROBLEMS:
            self.warnings.append(line)

    def pass_over(self, line: str) -> None:
        """Count a file that is not papers and tell why."""
        self.passed_over += 1
        self.warn(f"passed over: {line}")
