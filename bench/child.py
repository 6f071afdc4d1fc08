"""The other end of `bench.worker`."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bench import ROOT
from bench.engines import interpreter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bench.engines import Entry

_SHOWN_ERROR = 2_000


class NotInstalled(Exception):
    """What an engine needs is not there; the message tells what."""


class EngineFailed(Exception):
    """An engine ended with an error; the message is the end of what it said."""


class Child:
    """An engine in a process of its own.

    Attributes:
        version: the version of what is measured.
    """

    def __init__(self, process: subprocess.Popen[str], errors: Any) -> None:
        self._process = process
        self._errors = errors
        first = self._reply()
        if "missing" in first:
            raise NotInstalled(first["missing"])
        self.version: str = first["version"]

    def ask(self, do: str, **options: Any) -> dict[str, Any]:
        """Give a command of `bench.worker` and wait for its reply.

        Raises:
            EngineFailed: the engine ended instead.
        """
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **options}) + "\n")
        self._process.stdin.flush()
        return self._reply()

    def _reply(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.wait()
            self._errors.seek(0)
            said = self._errors.read()[-_SHOWN_ERROR:]
            raise EngineFailed(said or f"ended with status {self._process.returncode}")
        reply: dict[str, Any] = json.loads(line)
        return reply


@contextmanager
def running(entry: Entry, settings: Mapping[str, Any] | None = None) -> Iterator[Child]:
    """An engine in a new process, which ends with the block.

    Args:
        entry: the engine.
        settings: constants of modules to give other values, by `module.CONSTANT`.

    Raises:
        NotInstalled: what the engine needs is not there.
        EngineFailed: it cannot be started.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
        try:
            process = subprocess.Popen(
                [
                    interpreter(entry),
                    "-m",
                    "bench.worker",
                    entry.factory,
                    json.dumps(settings or {}),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                encoding="utf-8",
                cwd=ROOT,
                # Numpy's threads would be counted as CPU time without making anything quicker.
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            )
        except FileNotFoundError as error:
            raise NotInstalled(f"there is no {interpreter(entry)}") from error
        with process:
            try:
                yield Child(process, errors)
            except BaseException:
                process.kill()
                raise
