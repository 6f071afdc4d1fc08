"""The command `add`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import FOUND, INTERRUPTED, WRONG_USE, complain, with_library

if TYPE_CHECKING:
    import argparse

    from index.library import Library
    from tui.commandline.parsing import Commands

EXAMPLES = """
  readingroom add references.bib conference.jsonl.gz
  curl -s https://example.org/papers.bib | readingroom add -
  readingroom add papers.csv --strict --report json
"""


def add_adding_parser(commands: Commands) -> None:
    """Add `add` to a command line."""
    add = add_command(commands, "add", "add files of papers to the library", EXAMPLES)
    add.add_argument(
        "files", metavar="FILE", nargs="*", help="a file, folder, .gz or .zip; - for a pipe"
    )
    add.add_argument(
        "--seeds", action="store_true", help="add the abstracts again that come with it"
    )
    add.add_argument(
        "--encoding", metavar="NAME", help="of text that is not UTF-8 and does not say what it is"
    )
    add.add_argument(
        "--include-rejected",
        action="store_true",
        help="take in rejected, withdrawn and undecided submissions too",
    )
    add.add_argument("--report", choices=["json"], help="write what came of it to standard output")
    add.add_argument(
        "--strict", action="store_true", help="exit with status 2 if any record is malformed"
    )
    add.set_defaults(run=_add)


def _add(options: argparse.Namespace) -> int:
    if not (options.files or options.seeds):
        complain("add needs a file, or --seeds")
        return WRONG_USE

    def act(library: Library) -> int:
        from tui.adding import add_files, report_json, report_lines

        seeds = library.imports.restore_seeds() if options.seeds else None
        report = add_files(
            library,
            options.files,
            include_rejected=options.include_rejected,
            strict=options.strict,
            encoding=options.encoding,
        )
        if seeds is not None:
            report.include(seeds)
        for line in report_lines(report):
            print(line, file=sys.stderr)
        if options.report:
            print(report_json(report))
        if report.interrupted:
            return INTERRUPTED
        return WRONG_USE if report.failed else FOUND

    return with_library(act)
