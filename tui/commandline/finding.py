"""The commands `search` and `related`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.commandline.parsing import Parser, add_command, count, one_of
from tui.commandline.running import (
    FOUND,
    NOTHING_FOUND,
    complain,
    open_index,
    papers_named,
    with_library,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from index.library import Library
    from index.search.answer import Answer
    from index.sorting import Order
    from tui.commandline.parsing import Commands

SORT_ORDERS = ("relevance", "year", "title", "added")

COLUMNS = ("key", "id", "year", "authors", "title", "name", "gist", "venue", "score")
"""The columns of `--tsv`; `related` adds `shared`."""

SEARCH_EXAMPLES = """
  readingroom search latent watermark
  readingroom search 'title:graph year:2019..2023 -survey' --sort year
  readingroom search is:starred --json | jq -r .title
  readingroom search watermark --keys | readingroom cite - --style apa
"""
RELATED_EXAMPLES = """
  readingroom related dupont2024lattice --limit 5
  readingroom related 10.1145/3290605.3300907 --tsv | cut -f 1,10
"""


def add_finding_parsers(commands: Commands) -> None:
    """Add `search` and `related` to a command line."""
    results = Parser(add_help=False)
    form = results.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object a line")
    form.add_argument(
        "--tsv", action="store_true", help=f"a line of columns each: {', '.join(COLUMNS)}"
    )
    form.add_argument("--keys", action="store_true", help="one citation key a line")
    results.add_argument(
        "--limit", type=count, default=50, metavar="N", help="at most N papers (default: 50)"
    )
    search = add_command(commands, "search", "find papers", SEARCH_EXAMPLES, parents=[results])
    search.takes_query = True
    search.add_argument(
        "query", metavar="QUERY", nargs="+", help='words, "phrases", -without, title:word, ...'
    )
    search.add_argument(
        "--sort",
        type=one_of("order", SORT_ORDERS),
        choices=SORT_ORDERS,
        default="relevance",
        help="the order of what is found (default: relevance)",
    )
    search.set_defaults(run=_search)

    related = add_command(
        commands, "related", "find papers like one", RELATED_EXAMPLES, parents=[results]
    )
    related.add_argument("key", metavar="KEY", help="the paper; - reads it from standard input")
    related.set_defaults(run=_related)


def _search(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        open_index(library)
        query = " ".join(options.query).strip()
        answer = library.search.run(query, limit=options.limit)
        if options.sort != "relevance":
            answer = _sorted(library, answer, options.sort)
        for note in answer.notes:
            complain(note)
        if answer.suggestion is not None:
            complain(f"did you mean {answer.suggestion}?")
        return _print_papers(library, answer, options)

    return with_library(act)


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
        ordinal, *others = papers_named(library, [options.key])
        if others:
            complain("related takes one key: give the first line alone")
            return 2
        open_index(library)
        answer, shared = library.search.related(ordinal, limit=options.limit)
        return _print_papers(library, answer, options, shared)

    return with_library(act)


def _print_papers(
    library: Library,
    answer: Answer,
    options: argparse.Namespace,
    shared: Callable[[int], Sequence[str]] | None = None,
) -> int:
    """Print the results that were asked for, each with the words that it shares if it has any."""
    from index.clean import visible

    # Scripts get what meets the query; what only comes near is for the eye.
    shown = list(answer.hits.ordinals[: min(options.limit, answer.exact)])
    keys = library.cite.keys(shown, pin=True)
    if options.keys:
        lines: Iterator[str] = iter(keys)
    elif options.json or options.tsv:
        form = _json_line if options.json else _columns
        scored = zip(shown, keys, answer.hits.scores, strict=False)
        lines = (form(library, *paper, shared) for paper in scored)
    else:
        rows = zip(library.papers.rows(shown), keys, strict=True)
        lines = (
            f"{key}\n  {visible(' · '.join(filter(None, (row.heading, row.detail))))}"
            + (f"\n  shares {visible(_shared(shared, row.ordinal))}" if shared else "")
            for row, key in rows
        )
    for line in lines:
        print(line)
    return FOUND if shown else NOTHING_FOUND


def _shared(shared: Callable[[int], Sequence[str]], ordinal: int) -> str:
    return ", ".join(shared(ordinal)) or "no rare word"


def _json_line(
    library: Library,
    ordinal: int,
    key: str,
    score: float,
    shared: Callable[[int], Sequence[str]] | None,
) -> str:
    import json

    from index.records import json_record

    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    record = json_record(paper, forms, key, score=score)
    if shared is not None:
        record["shared"] = list(shared(ordinal))
    return json.dumps(record, ensure_ascii=False)


def _columns(
    library: Library,
    ordinal: int,
    key: str,
    score: float,
    shared: Callable[[int], Sequence[str]] | None,
) -> str:
    from index.clean import visible
    from index.records import json_record

    paper, forms = library.papers.paper(ordinal), library.papers.forms(ordinal)
    record = json_record(paper, forms, key, score=score)
    record["authors"] = "; ".join(record["authors"])
    cells = ["" if record[name] is None else str(record[name]) for name in COLUMNS]
    if shared is not None:
        cells.append(", ".join(shared(ordinal)))
    # `visible` makes a blank of a tab or a line end, which would end the cell.
    return "\t".join(map(visible, cells))
