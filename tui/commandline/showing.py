"""The commands `show` and `cite`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.running import FOUND, with_library

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from index.library import Library
    from tui.commandline.running import Commands


def add_showing_parsers(commands: Commands) -> None:
    """Add `show` and `cite` to a command line."""
    show = commands.add_parser("show", help="show a paper")
    show.add_argument("key", metavar="KEY")
    show.add_argument("--json", action="store_true", help="as a JSON object")
    show.set_defaults(run=_show)

    cite = commands.add_parser("cite", help="write citations")
    cite.add_argument("keys", metavar="KEY", nargs="+")
    cite.add_argument(
        "--style",
        default="bibtex",
        metavar="STYLE",
        help="bibtex (default), biblatex, ris, csl-json, apa, mla, ieee, markdown, plain, ...",
    )
    cite.set_defaults(run=_cite)


def _show(options: argparse.Namespace) -> int:
    return with_library(lambda library: _print_paper(library, options))


def _print_paper(library: Library, options: argparse.Namespace) -> int:
    import json

    from index.clean import visible
    from index.names import full_name
    from index.records import full_record

    ordinal = library.cite.find(options.key)
    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    key = library.cite.keys([ordinal], pin=True)[0]
    if options.json:
        print(json.dumps(full_record(paper, forms, key), ensure_ascii=False))
        return FOUND
    lines: list[str] = []
    if forms.heading:
        lines.append(" · ".join(filter(None, (forms.heading, forms.long_name))))
    if paper.authors:
        lines.append(", ".join(map(full_name, paper.authors)))
    lines += [_origin(library, ordinal), key]
    lines += [link.url for link in paper.links] + list(forms.links)
    lines += ["", *_paragraphs(forms.plain)]
    print("\n".join(visible(line) for line in lines))
    return FOUND


def _origin(library: Library, ordinal: int) -> str:
    from tui.page import source_line

    return source_line(library.papers.paper(ordinal))


def _paragraphs(text: str) -> Iterable[str]:
    import shutil
    import textwrap

    width = min(100, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 0
    for paragraph in text.split("\n"):
        if width > 20:
            yield from textwrap.wrap(paragraph, width) or [""]
        else:
            yield paragraph


def _cite(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        ordinals = [library.cite.find(key) for key in options.keys]
        text = library.cite.write(ordinals, options.style).text
        # RIS has its own line ends: nothing must translate or double them.
        data = text.encode() if text.endswith("\n") else text.encode() + b"\n"
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return FOUND

    return with_library(act)
