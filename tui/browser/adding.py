"""Bringing papers in from the screen: files, what has changed in them, a visit's papers."""

from __future__ import annotations

import asyncio
import glob
import os
import re
import shlex
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from tui.browser.messages import PapersChanged, PapersSettled, Progressed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from index.importers.report import Progress, Report
    from tui.browser.screen import BrowserScreen

MOST_PATHS = 100
"""So many paths are looked at to complete one."""
_FRAME_SECONDS = 0.1
_SPECIAL = re.compile(r"([^\w@%+=:,./~-])")
_BLANK = re.compile(r"(?<!\\) +")


class Adding:
    """Adds files to the library, one import at a time.

    Args:
        screen: whose library it is.
    """

    def __init__(self, screen: BrowserScreen) -> None:
        self._screen = screen
        self._cancelled = threading.Event()
        self._is_busy = False
        self._report: Sequence[str] = ("Nothing has been added in this visit",)

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "add.files": self._add,
            "add.cancel": lambda _: self._cancel(),
            "add.refresh": lambda _: self._run("reading again", self._refreshed),
            "add.keep": lambda _: self._keep(),
            "add.report": lambda _: self._show_report(),
        }

    def stop(self) -> None:
        """Stop what is being added; what is complete is kept."""
        self._cancelled.set()

    def _add(self, words: str) -> Awaitable[None] | None:
        try:
            files = [str(Path(word).expanduser()) for word in shlex.split(words)]
        except ValueError as error:
            self._screen.tell(f"Nothing added: {error} in {words}", trouble=True)
            return None
        if not files:
            self._screen.areas.room.open_command_line("add ")
            return None

        def add(told: Callable[[Progress], None]) -> list[str]:
            report = self._screen.library.imports.add(
                files, progress=told, cancelled=self._cancelled.is_set
            )
            return _lines(report)

        return self._run("adding", add)

    def _keep(self) -> Awaitable[None] | None:
        guests = self._screen.library.guests
        if guests is None:
            self._screen.tell("Nothing to keep: these papers are in your library")
            return None

        def keep(told: Callable[[Progress], None]) -> list[str]:
            from index.library import Library
            from index.paths import default_paths

            with Library(default_paths()) as home:
                home.imports.prepare()
                report = home.imports.add(guests, progress=told, cancelled=self._cancelled.is_set)
            return _lines(report)

        return self._run("keeping", keep)

    def _refreshed(self, told: Callable[[Progress], None]) -> list[str]:
        found = self._screen.library.sources.refresh(
            progress=told, cancelled=self._cancelled.is_set
        )
        lines = _lines(found.report)
        lines += [f"not there any more, its papers stay: {path}" for path in found.missing]
        lines += [f"not read, its papers stay: {problem}" for problem in found.problems]
        return lines

    def _run(
        self, verb: str, job: Callable[[Callable[[Progress], None]], list[str]]
    ) -> Awaitable[None] | None:
        """Do a job off the screen's loop, telling how far it is in the status line."""
        if self._is_busy:
            self._screen.tell("Papers are being added: `:cancel` stops that", trouble=True)
            return None
        self._is_busy = True
        self._cancelled.clear()
        return self._running(verb, job)

    async def _running(
        self, verb: str, job: Callable[[Callable[[Progress], None]], list[str]]
    ) -> None:
        from tui.adding import bar_text

        screen = self._screen
        began, shown = time.monotonic(), 0.0

        def told(progress: Progress) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown >= _FRAME_SECONDS:
                shown = now
                text = f"{verb} {bar_text(progress, now - began).strip()}  (:cancel stops)"
                screen.post_message(Progressed(text))

        try:
            lines = await asyncio.to_thread(job, told)
        except ReadingRoomError as error:
            screen.tell(str(error), trouble=True)
            return
        finally:
            self._is_busy = False
            screen.post_message(Progressed(""))
            screen.post_message(PapersChanged())
            screen.post_message(PapersSettled())
        self._report = lines
        screen.tell(lines[0])
        if len(lines) > 1:
            self._show_report()

    def _cancel(self) -> None:
        if self._is_busy:
            self.stop()
        else:
            self._screen.tell("Nothing is being added")

    def _show_report(self) -> None:
        from tui.dialogs.text import TextDialog

        self._screen.app.push_screen(TextDialog("Import", self._report))


def _lines(report: Report) -> list[str]:
    from tui.adding import report_lines

    return [line.replace(" (--include-rejected adds them)", "") for line in report_lines(report)]


def paths_beginning(typed: str) -> list[str]:
    """Files and folders that continue what is typed after `:add`, with backslashes as they must be.

    What stands in quotation marks is not completed.
    """
    before, word = _last_word(typed)
    try:
        parts = shlex.split(word)
    except ValueError:
        return []
    start = os.path.expanduser(parts[0] if parts else "")  # noqa: PTH111 - keeps a slash at the end
    found = sorted(glob.glob(f"{glob.escape(start)}*"))[:MOST_PATHS]  # noqa: PTH207
    home = f"{Path.home()}/"
    completed = []
    for path in found:
        shown = _SPECIAL.sub(r"\\\1", path)
        if word.startswith("~/") and path.startswith(home):
            shown = "~/" + _SPECIAL.sub(r"\\\1", path.removeprefix(home))
        completed.append(f"{before}{shown}{'/' if Path(path).is_dir() else ''}")
    return completed


def _last_word(typed: str) -> tuple[str, str]:
    """What is typed, parted before its last word; a blank after a backslash parts nothing."""
    starts = [match.end() for match in _BLANK.finditer(typed)]
    start = starts[-1] if starts else 0
    return typed[:start], typed[start:]
