"""The command `export`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import (
    FOUND,
    NOTHING_FOUND,
    complain,
    open_index,
    progress,
    with_library,
)

if TYPE_CHECKING:
    import argparse

    from index.library import Library
    from tui.commandline.parsing import Commands

EXAMPLES = """
  readingroom export -o library.bib
  readingroom export --query is:starred --format csl-json > starred.json
  readingroom export -o backup.jsonl
"""


def add_export_parser(commands: Commands) -> None:
    """Add `export` to a command line."""
    export = add_command(commands, "export", "write papers to a file for other programs", EXAMPLES)
    export.add_argument("--query", metavar="Q", help="only what a search finds; all by default")
    export.add_argument(
        "--format",
        metavar="FORMAT",
        help="bibtex, biblatex, ris, csl-json, csv, markdown, jsonl or typst; by default what the "
        "ending of FILE says, else bibtex",
    )
    export.add_argument(
        "-o", "--output", metavar="FILE", help="the file; standard output by default"
    )
    export.add_argument(
        "--raw", action="store_true", help="in CSV, leave cells that begin like a formula as is"
    )
    export.set_defaults(run=_export)


def _export(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        from tui.exporting import chosen, export_papers, format_of, receipt

        name = format_of(options.format, options.output, raw=options.raw)
        if options.query is not None:
            open_index(library)
        found = chosen(library, options.query, complain)
        if not found:
            return NOTHING_FOUND
        bar = progress("writing") if options.output else None
        written = export_papers(library, found, name, options.output, raw=options.raw, progress=bar)
        if options.output:
            print(receipt(written, options.output), file=sys.stderr)
        return FOUND

    return with_library(act)
