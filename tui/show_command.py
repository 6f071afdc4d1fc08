"""The command `show`: everything about one paper."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from index.library import Library
    from tui.marks_commands import Commands, WithLibrary


def add_show_parser(commands: Commands, with_library: WithLibrary) -> None:
    """Add the command to a command line.

    Args:
        commands: where commands are added.
        with_library: opens the library for an act and tells what goes wrong.
    """
    show = commands.add_parser("show", help="show a paper")
    show.add_argument("key", metavar="KEY")
    show.add_argument("--json", action="store_true", help="as a JSON object")
    show.set_defaults(run=lambda options: with_library(lambda it: _show(it, options)))


def _show(library: Library, options: argparse.Namespace) -> int:
    from index.clean import visible
    from index.enrichment import origin_line
    from index.names import full_name
    from index.records import full_record
    from tui.page import source_line

    ordinal = library.cite.find(options.key)
    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    key = library.cite.keys([ordinal], pin=True)[0]
    origin = library.papers.joined.origin(ordinal)
    if options.json:
        record = full_record(paper, forms, key, origin)
        sys.stdout.write(f"{json.dumps(record, ensure_ascii=False)}\n")
        return 0
    lines: list[str] = []
    if forms.heading:
        lines.append(" · ".join(filter(None, (forms.heading, forms.long_name))))
    if paper.authors:
        lines.append(", ".join(map(full_name, paper.authors)))
    lines.append(source_line(paper))
    if origin:
        lines.append(origin_line(origin))
    lines.append(key)
    lines += [link.url for link in paper.links] + list(forms.links)
    lines += ["", *_paragraphs(forms.plain)]
    sys.stdout.write("".join(f"{visible(line)}\n" for line in lines))
    return 0


def _paragraphs(text: str) -> Iterable[str]:
    width = min(100, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 0
    for paragraph in text.split("\n"):
        if width > 20:
            yield from textwrap.wrap(paragraph, width) or [""]
        else:
            yield paragraph
