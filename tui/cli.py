"""The command line. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from tui.exporting import add_export_parser
from tui.keys_command import add_keys_parser
from tui.marks_commands import add_marks_parser
from tui.sources_commands import add_sources_parsers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from index.library import Library
    from index.search.answer import Answer
    from index.sorting import Order

FOUND, NOTHING_FOUND, WRONG_USE = 0, 1, 2
"""Exit statuses, as grep has them."""

INTERRUPTED = 130

EPILOG = """\
Without a command the reading room opens; ? there lists the keys.
KEY is a citation key, an id or its first four digits or more, a DOI or an arXiv id.
Exit status: 0 found, 1 nothing found, 2 wrong use or unreadable input.
The library lives in the user's data and cache folders, or under READINGROOM_HOME.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `readingroom`.

    Args:
        arguments: the words after the command's name; those of the process by default.

    Returns:
        The exit status.
    """
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has had enough; the interpreter must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FOUND
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="readingroom",
        description="A keyboard-driven terminal browser for collections of research papers.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    parser.add_argument(
        "--ascii", action="store_true", help="draw the reading room in ASCII characters only"
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="a dialogue line by line, for screen readers, simple terminals and pipes",
    )
    parser.set_defaults(run=_open_room)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")

    results = argparse.ArgumentParser(add_help=False)
    results.add_argument("--json", action="store_true", help="one JSON object a line")
    results.add_argument(
        "--limit", type=_count, default=50, metavar="N", help="at most N papers (default: 50)"
    )
    search = commands.add_parser("search", help="find papers", parents=[results])
    search.add_argument(
        "query", metavar="QUERY", nargs="+", help='words, "phrases", -without, title:word, ...'
    )
    search.add_argument(
        "--sort",
        choices=["relevance", "year", "title", "added"],
        default="relevance",
        help="the order of what is found (default: relevance)",
    )
    search.set_defaults(run=_search)

    related = commands.add_parser("related", help="find papers like one", parents=[results])
    related.add_argument("key", metavar="KEY")
    related.set_defaults(run=_related)

    add = commands.add_parser("add", help="add files of papers to the library")
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

    show = commands.add_parser("show", help="show a paper")
    show.add_argument("key", metavar="KEY")
    show.add_argument("--json", action="store_true", help="as a JSON object")
    show.set_defaults(run=_show)

    add_sources_parsers(commands, _with_library)
    add_marks_parser(commands, _with_library)
    add_keys_parser(commands)

    cite = commands.add_parser("cite", help="write citations")
    cite.add_argument("keys", metavar="KEY", nargs="+")
    cite.add_argument(
        "--style",
        default="bibtex",
        metavar="STYLE",
        help="bibtex (default), biblatex, ris, csl-json, apa, mla, ieee, markdown, plain, ...",
    )
    cite.set_defaults(run=_cite)

    add_export_parser(commands, _export)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"readingroom {version('readingroom')}")
        parser.exit()


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def _complain(message: object) -> None:
    print(f"readingroom: {message}", file=sys.stderr)


def _with_library(act: Callable[[Library], int]) -> int:
    """Open the library, prepare it, act, and turn errors into one line and a status."""
    from index.errors import AmbiguousKey, KeyNotFound, ReadingRoomError
    from index.library import Library

    try:
        with Library() as library:
            library.imports.prepare(_progress("preparing"))
            return act(library)
    except AmbiguousKey as error:
        _complain(error)
        return WRONG_USE
    except KeyNotFound as error:
        _complain(error)
        return NOTHING_FOUND
    except ReadingRoomError as error:
        _complain(error)
        return WRONG_USE


def _progress(verb: str) -> Callable[[int, int], None] | None:
    if not sys.stderr.isatty():
        return None

    def report(done: int, total: int) -> None:
        end = "\r\x1b[K" if done == total else ""
        print(f"\r{verb} {done:,} of {total:,}{end}", end="", file=sys.stderr, flush=True)

    return report


def _search(options: argparse.Namespace) -> int:
    return _with_library(lambda library: _print_results(library, options))


def _print_results(library: Library, options: argparse.Namespace) -> int:
    _open_index(library)
    answer = library.search.run(" ".join(options.query), limit=options.limit)
    if options.sort != "relevance":
        answer = _sorted(library, answer, options.sort)
    for note in answer.notes:
        _complain(note)
    if answer.suggestion is not None:
        _complain(f"did you mean {answer.suggestion}?")
    return _print_papers(library, answer, options)


def _sorted(library: Library, answer: Answer, order: Order) -> Answer:
    """What answers the query in another order; what only comes near is left out."""
    from dataclasses import replace

    hits = answer.hits
    scores = dict(zip(hits.ordinals, hits.scores, strict=False))
    found = library.sorter.sort(hits.ordinals[: answer.exact], order)
    ranked = replace(hits, ordinals=found, scores=[scores.get(item, 0.0) for item in found])
    return replace(answer, hits=ranked, near=0)


def _related(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        ordinal = library.cite.find(options.key)
        _open_index(library)
        answer, shared = library.search.related(ordinal, limit=options.limit)
        return _print_papers(library, answer, options, shared)

    return _with_library(act)


def _open_index(library: Library) -> None:
    if repaired := library.search.ensure(_progress("indexing")):
        _complain(f"the search index was made anew: {repaired}")


def _print_papers(
    library: Library,
    answer: Answer,
    options: argparse.Namespace,
    shared: Callable[[int], Sequence[str]] | None = None,
) -> int:
    """Print the results that were asked for, each with the words that it shares if it has any."""
    import json

    from index.clean import visible
    from index.records import json_record

    # Scripts get what meets the query; what only comes near is for the eye.
    shown = list(answer.hits.ordinals[: min(options.limit, answer.exact)])
    keys = library.cite.keys(shown, pin=True)
    scores = answer.hits.scores
    if options.json:
        for ordinal, key, score in zip(shown, keys, scores, strict=False):
            paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
            record = json_record(paper, forms, key, score=score)
            if shared is not None:
                record["shared"] = list(shared(ordinal))
            print(json.dumps(record, ensure_ascii=False))
    else:
        for row, key in zip(library.papers.rows(shown), keys, strict=True):
            print(key)
            print("  " + visible(" · ".join(filter(None, (row.heading, row.detail)))))
            if shared is not None:
                print("  shares " + visible(", ".join(shared(row.ordinal)) or "no rare word"))
    return FOUND if shown else NOTHING_FOUND


def _add(options: argparse.Namespace) -> int:
    if not (options.files or options.seeds):
        _complain("add needs a file, or --seeds")
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

    return _with_library(act)


def _show(options: argparse.Namespace) -> int:
    return _with_library(lambda library: _print_paper(library, options))


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

    return _with_library(act)


def _export(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        from tui.exporting import export_chosen

        bar = _progress("writing") if options.output else None
        found = export_chosen(library, options, _open_index, _complain, bar)
        return FOUND if found else NOTHING_FOUND

    return _with_library(act)


def _open_room(options: argparse.Namespace) -> int:
    from tui.visit import open_room

    return open_room(ascii_only=options.ascii, plain=options.plain)


if __name__ == "__main__":
    sys.exit(main())
