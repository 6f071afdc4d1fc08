"""Clocks, percentiles and memory."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MEGABYTE = 1_000_000


class Summary(NamedTuple):
    """What is told of the times of many keys; all in the unit of the times."""

    keys: int
    p50: float
    p99: float
    mean: float


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of the values do not exceed.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    rank = -(-share * len(ordered) // 1)
    return ordered[max(0, int(rank) - 1)]


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two in the middle.

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def summary(values: Sequence[float]) -> Summary:
    """Median, 99th percentile and mean.

    Raises:
        ValueError: there are no values.
    """
    mean = sum(values) / len(values) if values else 0.0
    return Summary(len(values), percentile(values, 0.5), percentile(values, 0.99), mean)


class Clock:
    """Wall and CPU seconds since it was made, less what is spent in `paused` blocks.

    CPU time is that of all threads of this process.
    """

    def __init__(self) -> None:
        self._wall = time.perf_counter()
        self._cpu = time.process_time()

    @property
    def wall(self) -> float:
        """Wall seconds."""
        return time.perf_counter() - self._wall

    @property
    def cpu(self) -> float:
        """CPU seconds."""
        return time.process_time() - self._cpu

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Let what happens inside not count."""
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self._wall += time.perf_counter() - wall
        self._cpu += time.process_time() - cpu


@contextmanager
def no_collections() -> Iterator[None]:
    """Keep the garbage collector out of what is timed."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _status(pid: int | str, name: str) -> float | None:
    """A line of a process's status on Linux, in MB; elsewhere, or after its end, `None`."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return None
    for line in text.splitlines():
        field, _, value = line.partition(":")
        if field == name:
            return int(value.split()[0]) * 1024 / MEGABYTE
    return None


def peak_memory() -> float | None:
    """The most memory this process has had resident since `forget_peak` or its start, in MB.

    Not `ru_maxrss`, which a process inherits from the one that started it.
    """
    return _status("self", "VmHWM")


class Children(NamedTuple):
    """What the processes used that this one started and that have ended.

    `cpu` in seconds; `peak` is the most that one of them had resident, in MB.
    """

    cpu: float
    peak: float


def ended_children() -> Children:
    """See `Children`."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Children(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MEGABYTE)


def forget_peak() -> None:
    """Let `peak_memory` begin again from what is resident now, where Linux allows it."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def resident_memory(pid: int | str = "self") -> float | None:
    """Resident memory of a process, in MB, mapped files included."""
    return _status(pid, "VmRSS")


def anonymous_memory(pid: int | str = "self") -> float | None:
    """Resident memory of a process that no file backs, in MB."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8")
    except OSError:
        return _status(pid, "RssAnon")
    for line in text.splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1]) * 1024 / MEGABYTE
    return None


def descendants(pid: int) -> list[int]:
    """The processes that a process started, and those that they started."""
    found: list[int] = []
    pending = [pid]
    while pending:
        for task in _children(pending.pop()):
            found.append(task)
            pending.append(task)
    return found


def _children(pid: int) -> Iterable[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [
            int(child)
            for task in tasks
            for child in (task / "children").read_text(encoding="ascii").split()
        ]
    except OSError:
        return []


def folder_size(folder: Path) -> float:
    """What the files below a folder hold, in MB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / MEGABYTE


def machine() -> dict[str, object]:
    """What may be told of the machine: how many cores, and which Python."""
    import platform

    return {"cores": os.cpu_count(), "python": platform.python_version()}
