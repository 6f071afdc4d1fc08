"""The commands `search` and `related`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tui.commandline.running import (
    FOUND,
    NOTHING_FOUND,
    complain,
    count,
    open_index,
    with_library,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.library import Library
    from index.search.answer import Answer
    from index.sorting import Order
    from tui.commandline.running import Commands


def add_finding_parsers(commands: Commands) -> None:
    """Add `search` and `related` to a command line."""
    results = argparse.ArgumentParser(add_help=False)
    results.add_argument("--json", action="store_true", help="one JSON object a line")
    results.add_argument(
        "--limit", type=count, default=50, metavar="N", help="at most N papers (default: 50)"
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


def _search(options: argparse.Namespace) -> int:
    def act(library: Library) -> int:
        open_index(library)
        answer = library.search.run(" ".join(options.query), limit=options.limit)
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
        ordinal = library.cite.find(options.key)
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
