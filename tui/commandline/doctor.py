"""The command `doctor`: what there is, and what is wrong with it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command, one_of
from tui.commandline.running import FOUND, NOTHING_FOUND, complain

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from index.checkup import Finding
    from index.library import Library
    from index.paths import Paths
    from tui.commandline.parsing import Commands

PARTS = ("clipboard", "index", "terminal")

EXAMPLES = """
  readingroom doctor
  readingroom doctor clipboard     tries every route; the clipboard is overwritten
  readingroom doctor --json | jq 'select(.problem)'
"""


def add_doctor_parser(commands: Commands) -> None:
    """Add `doctor` to a command line."""
    doctor = add_command(
        commands,
        "doctor",
        "say what is there and what is wrong: exit status 1 if anything is",
        EXAMPLES,
    )
    doctor.add_argument(
        "part",
        nargs="?",
        type=one_of("part", PARTS),
        choices=PARTS,
        help="only one part; clipboard overwrites the clipboard with a test, and restores nothing",
    )
    doctor.add_argument(
        "--json", action="store_true", help="one JSON object a line: area, name, value, problem"
    )
    doctor.set_defaults(run=_examine)


def _examine(options: argparse.Namespace) -> int:
    problems = 0
    show = _show_as_json if options.json else _show
    for finding in _findings(options.part):
        show(finding)
        problems += bool(finding.problem)
    if problems:
        complain(f"{problems} thing{'s' * (problems != 1)} to mend")
    return NOTHING_FOUND if problems else FOUND


def _findings(part: str | None) -> Iterator[Finding]:
    from index import checkup
    from index.paths import default_paths
    from tui.commandline.terminal_checks import clipboard, terminal

    paths = default_paths()
    if part is None:
        yield from checkup.versions()
        yield from checkup.places(paths)
        yield from _opened(paths, "library", checkup.library)
        yield from _opened(paths, "shelf", checkup.shelf)
    if part in {None, "index"}:
        yield from _opened(paths, "index", checkup.index)
    if part in {None, "terminal"}:
        yield from terminal(os.environ)
    if part in {None, "clipboard"}:
        yield from clipboard(os.environ, paths.cache, trying=part == "clipboard")
    if part is None:
        yield from _settings(paths)


def _opened(
    paths: Paths, area: str, look: Callable[[Paths, Library], Iterator[Finding]]
) -> Iterator[Finding]:
    from index.checkup import Finding, checked
    from index.library import Library

    def looked() -> Iterator[Finding]:
        with Library(paths) as library:
            yield from look(paths, library)

    if paths.library_file.exists():
        yield from checked(area, looked)
    else:
        yield Finding(area, "state", "made by the first launch")


def _settings(paths: Paths) -> Iterator[Finding]:
    from index.checkup import Finding
    from tui.settings import read_settings

    problems = read_settings(paths.config_file)[1]
    for problem in problems:
        yield Finding("settings", "config.toml", "wrong", problem)
    if not problems:
        there = "in order" if paths.config_file.exists() else "none, which is in order"
        yield Finding("settings", "config.toml", there)


def _show(finding: Finding) -> None:
    from index.clean import visible

    mark = "!!" if finding.problem else "ok"
    line = f"{mark}  {finding.area:<9}  {finding.name:<15}  {finding.value}"
    print(visible(line))
    if finding.problem:
        print(visible(f"    {finding.problem}"))


def _show_as_json(finding: Finding) -> None:
    import json

    from index.clean import visible

    record = finding._asdict() | {"problem": finding.problem or None}
    shown = {name: visible(value) if value else value for name, value in record.items()}
    print(json.dumps(shown, ensure_ascii=False))
