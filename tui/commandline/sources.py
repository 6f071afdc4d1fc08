"""The commands `sources`, `remove` and `refresh`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import with_library

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from index.library import Library
    from index.store_sources import StoredFile
    from tui.commandline.parsing import Commands

STATES = {
    "there": "",
    "missing": "not there any more",
    "older": "no longer in their file",
}

REMOVE_EXAMPLES = """
  readingroom remove references.bib
  readingroom remove 3 4 --yes
"""


def add_sources_parsers(commands: Commands) -> None:
    """Add `sources`, `remove` and `refresh` to a command line."""

    def command(
        parser: argparse.ArgumentParser, act: Callable[[Library, argparse.Namespace], int]
    ) -> None:
        parser.set_defaults(run=lambda options: with_library(lambda it: act(it, options)))

    listed = add_command(commands, "sources", "list the files that the papers came from", "")
    listed.add_argument("--json", action="store_true", help="one JSON object a line")
    command(listed, _list)

    remove = add_command(
        commands, "remove", "remove a file's papers from the library", REMOVE_EXAMPLES
    )
    remove.add_argument(
        "sources", metavar="SOURCE", nargs="+", help="a number, path, name or heading"
    )
    remove.add_argument("--yes", action="store_true", help="do not ask")
    command(remove, _remove)

    refresh = add_command(commands, "refresh", "read the files again that have changed", "")
    refresh.add_argument("--report", choices=["json"], help="write what came of it as JSON")
    command(refresh, _refresh)


def _list(library: Library, options: argparse.Namespace) -> int:
    import json

    from index.clean import visible

    files = library.sources.files()
    for file in files:
        if options.json:
            record = {
                "number": file.number, "file": file.file, "heading": file.heading,
                "format": file.format, "papers": file.papers, "path": file.path,
                "state": file.state,
            }  # fmt: skip
            sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
            continue
        papers = f"{file.papers:,} paper{'s' * (file.papers != 1)}"
        parts = [file.heading or file.file, papers, file.format, STATES[file.state]]
        sys.stdout.write(f"{file.number:>3}  {visible(' · '.join(filter(None, parts)))}\n")
        if file.path or file.heading:
            sys.stdout.write(f"     {visible(file.path or file.file)}\n")
    return 0 if files else 1


def _remove(library: Library, options: argparse.Namespace) -> int:
    from index.clean import visible

    files = list({(file := library.sources.find(name)).number: file for name in options.sources}
                 .values())  # fmt: skip
    names = ", ".join(file.heading or file.file for file in files)
    sys.stderr.write(f"{visible(names)}: {_touched(library, files)}\n")
    if not options.yes and not _agreed():
        sys.stderr.write("readingroom: nothing was removed\n")
        return 1
    gone = library.sources.remove(files)
    sys.stderr.write(f"{len(gone):,} papers removed; stars, notes and keys are kept\n")
    return 0


def _touched(library: Library, files: Sequence[StoredFile]) -> str:
    """How many papers, stars and notes a removal touches."""
    gone = frozenset(library.sources.only_in(files))
    shared = sum(file.papers for file in files) - len(gone)
    library.marks.refresh()
    marks = library.marks.state
    parts = [f"{len(gone):,} papers go"]
    if shared:
        parts.append(f"{shared:,} stay, for they came from other files too")
    starred, noted = len(gone & marks.starred), len(gone & marks.notes.keys())
    if starred or noted:
        parts.append(f"{starred:,} of those that go with a star, {noted:,} with a note")
    return ", ".join(parts)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        sys.stderr.write("readingroom: no terminal to ask on: --yes removes them\n")
        return False
    sys.stderr.write("Remove them? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def _refresh(library: Library, options: argparse.Namespace) -> int:
    from index.clean import visible
    from tui.adding import Bar, Interrupts, report_json, report_lines

    bar = Bar() if sys.stderr.isatty() else None
    with Interrupts() as interrupts:
        interrupts.may_wait = True
        try:
            found = library.sources.refresh(
                progress=bar.show if bar else None, cancelled=lambda: interrupts.came
            )
        finally:
            if bar is not None:
                bar.clear()
    lines = [f"{found.unchanged:,} files unchanged", *report_lines(found.report)]
    lines += [f"not there any more, its papers stay: {path}" for path in found.missing]
    if found.older:
        lines.append(f"{found.older:,} papers stay that their file does not hold any more")
    lines += [f"not read, its papers stay: {problem}" for problem in found.problems]
    sys.stderr.write("".join(f"{visible(line)}\n" for line in lines))
    if options.report:
        sys.stdout.write(report_json(found.report) + "\n")
    return 2 if found.report.failed or found.problems else 0
