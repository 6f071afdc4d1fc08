"""The commands `marks export`, `import`, `merge` and `list`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import with_library

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from index.library import Library
    from index.marks_file import PaperMarks
    from tui.commandline.parsing import Commands

LISTED = "is:starred OR has:note"
"""The papers of a reading list, unless others are asked for."""

EXAMPLES = """
  readingroom marks export -o marks.tsv
  readingroom marks import marks.tsv
  readingroom marks merge mine.tsv yours.tsv -o both.tsv
  readingroom marks list tag:survey -o list.md
"""


def add_marks_parser(commands: Commands) -> None:
    """Add `marks` and its parts to a command line."""
    parser = add_command(commands, "marks", "share stars, read marks, tags and notes", EXAMPLES)
    parts = parser.add_subparsers(metavar="COMMAND", required=True)

    export = parts.add_parser("export", help="write the marks, one sorted line a paper")
    _add_output(export)
    export.set_defaults(run=lambda options: with_library(lambda it: _export(it, options)))

    take = parts.add_parser("import", help="add the marks of files to your own")
    take.add_argument("files", metavar="FILE", nargs="+", help="- for standard input")
    take.set_defaults(run=lambda options: with_library(lambda it: _import(it, options)))

    merge = parts.add_parser("merge", help="merge files of marks and keep everybody's work")
    merge.add_argument("files", metavar="FILE", nargs="+")
    _add_output(merge)
    merge.set_defaults(run=lambda options: with_library(lambda _: _merge(options)))

    listed = parts.add_parser("list", help="write a reading list in Markdown, with notes")
    listed.takes_query = True
    listed.add_argument(
        "query", metavar="QUERY", nargs="*", help=f"which papers (default: {LISTED})"
    )
    _add_output(listed)
    listed.set_defaults(run=lambda options: with_library(lambda it: _list(it, options)))


def _add_output(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="write there instead of standard output"
    )


def _export(library: Library, options: argparse.Namespace) -> int:
    from index.marks_file import written

    marks = library.marks.collected()
    write_output([written(marks)], options.output)
    return 0 if marks else 1


def _import(library: Library, options: argparse.Namespace) -> int:
    from index.clean import visible
    from index.marks_file import merged

    # All files are read before anything is kept.
    lines = merged(*map(_read, options.files))
    act = library.marks.take_over(lines)
    what = f"{act.what}: `u` in the reading room undoes it" if act else "nothing new"
    sys.stderr.write(f"readingroom: {visible(what)}\n")
    return 0


def _merge(options: argparse.Namespace) -> int:
    from index.marks_file import merged, written

    write_output([written(merged(*map(_read, options.files)))], options.output)
    return 0


def _list(library: Library, options: argparse.Namespace) -> int:
    from index.reading_list import reading_list

    library.search.ensure()
    answer = library.search.run(" ".join(options.query).strip() or LISTED)
    found = answer.hits.ordinals[: answer.exact]
    if not found:
        sys.stderr.write("readingroom: no paper to list\n")
        return 1
    library.marks.refresh()
    write_output(
        reading_list(library.papers, library.cite, library.marks.state, found), options.output
    )
    return 0


def _read(name: str) -> list[PaperMarks]:
    from pathlib import Path

    from index.clean import decode
    from index.errors import InputError
    from index.marks_file import read_marks

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from error
    return read_marks(decode(data).text, "standard input" if name == "-" else name)


def write_output(pieces: Iterable[str], name: str | None) -> None:
    """Write a text to standard output, or to a file that is replaced when all is written.

    Raises:
        InputError: the file cannot be written; what was there before is still there.
    """
    if name is None:
        sys.stdout.writelines(pieces)
        sys.stdout.flush()
        return
    from pathlib import Path

    from index.errors import InputError
    from tui.exporting import replacing

    try:
        with replacing(Path(name)) as out:
            out.writelines(piece.encode() for piece in pieces)
    except OSError as error:
        raise InputError(f"cannot write {name}: {error.strerror or error}") from error
