"""The commands `show` and `cite`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import (
    FOUND,
    WRONG_USE,
    papers_named,
    with_library,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from index.citations.desk import Citation
    from index.library import Library
    from tui.clipboard import Receipt
    from tui.commandline.parsing import Commands

STYLE_NAMES = (
    "bibtex", "biblatex", "ris", "csl-json", "apa", "apa-in-text", "mla", "chicago-author-date",
    "ieee", "acm", "harvard", "nature", "vancouver", "markdown", "org", "typst", "plain", "key",
)  # fmt: skip
"""The styles of `index.citations` that the command line offers, which a help must not load."""

KEY_HELP = "a citation key, an id, a DOI or an arXiv id; - reads keys from standard input"
STYLE_HELP = f"one of {', '.join(STYLE_NAMES)}; with the extra csl any CSL style or .csl file"

SHOW_EXAMPLES = """
  readingroom show dupont2024lattice
  readingroom show 10.1145/3290605.3300907 --json | jq -r .plain
  readingroom search is:starred --keys | readingroom show -
"""
CITE_EXAMPLES = """
  readingroom cite dupont2024lattice >> references.bib
  readingroom cite dupont2024lattice arXiv:2404.14339 --style apa --copy
  readingroom search watermark --keys | readingroom cite - --style ieee
"""


def add_showing_parsers(commands: Commands) -> None:
    """Add `show` and `cite` to a command line."""
    show = add_command(commands, "show", "show papers", SHOW_EXAMPLES)
    show.add_argument("keys", metavar="KEY", nargs="+", help=KEY_HELP)
    form = show.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object a line")
    form.add_argument("--raw", action="store_true", help="the abstract alone, as the source has it")
    show.set_defaults(run=_show)

    cite = add_command(commands, "cite", "write citations", CITE_EXAMPLES)
    cite.add_argument("keys", metavar="KEY", nargs="+", help=KEY_HELP)
    cite.add_argument(
        "--style",
        metavar="STYLE",
        help=f"{STYLE_HELP} (default: style in config.toml, else bibtex)",
    )
    cite.add_argument(
        "--copy", action="store_true", help="to the clipboard instead of standard output"
    )
    cite.set_defaults(run=_cite)


def _show(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        form = _json_line if options.json else _raw if options.raw else _page
        for number, ordinal in enumerate(papers_named(library, options.keys)):
            if number and not options.json:
                print()
            print(form(library, ordinal))
        return FOUND

    return with_library(act)


def _json_line(library: Library, ordinal: int) -> str:
    import json

    from index.records import full_record

    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    (key,) = library.cite.keys([ordinal], pin=True)
    origin = library.papers.joined.origin(ordinal)
    return json.dumps(full_record(paper, forms, key, origin), ensure_ascii=False)


def _raw(library: Library, ordinal: int) -> str:
    from index.clean import visible

    return "\n".join(map(visible, library.papers.paper(ordinal).abstract.split("\n")))


def _page(library: Library, ordinal: int) -> str:
    from index.clean import visible
    from index.enrichment import origin_line
    from index.names import full_name
    from tui.page import source_line

    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    lines: list[str] = []
    if forms.heading:
        lines.append(" · ".join(filter(None, (forms.heading, forms.long_name))))
    if paper.authors:
        lines.append(", ".join(map(full_name, paper.authors)))
    lines.append(source_line(paper))
    if origin := library.papers.joined.origin(ordinal):
        lines.append(origin_line(origin))
    lines += library.cite.keys([ordinal], pin=True)
    lines += [link.url for link in paper.links] + list(forms.links)
    lines += ["", *_paragraphs(forms.plain)]
    return "\n".join(visible(line) for line in lines)


def _paragraphs(text: str) -> Iterator[str]:
    import shutil
    import textwrap

    width = min(100, shutil.get_terminal_size().columns) if sys.stdout.isatty() else 0
    for paragraph in text.split("\n"):
        if width > 20:
            yield from textwrap.wrap(paragraph, width) or [""]
        else:
            yield paragraph


def _cite(options: argparse.Namespace) -> int:
    from tui.settings import read_settings

    def act(library: Library) -> int:
        style = options.style or read_settings(library.paths.config_file)[0].style
        citation = library.cite.write(papers_named(library, options.keys), style)
        if not options.copy:
            write_text(citation.text)
            return FOUND
        receipt = _copy(library, citation)
        print(receipt.text, file=sys.stderr)
        return WRONG_USE if receipt.failed else FOUND

    return with_library(act)


def write_text(text: str) -> None:
    """Write a text to standard output, with a line end at its end."""
    # RIS has its own line ends: nothing must translate or double them.
    sys.stdout.buffer.write(text.encode() if text.endswith("\n") else text.encode() + b"\n")
    sys.stdout.buffer.flush()


def _copy(library: Library, citation: Citation) -> Receipt:
    """Copy a citation by the best route there is, and keep it among the last copies."""
    import asyncio

    from tui.clipboard import Clipboard
    from tui.session import terminal_writer

    clipboard = Clipboard(terminal_writer(), library.paths.cache)
    receipt = asyncio.run(clipboard.copy(citation.text, citation.called))
    if not receipt.failed:
        library.shelf.remember_copy(citation.called, citation.text)
    return receipt
