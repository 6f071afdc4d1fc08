"""The command `matches`: full records that match untitled papers."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from tui.commandline.parsing import add_command
from tui.commandline.running import FOUND, NOTHING_FOUND, complain, with_library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.library import Library
    from index.matches import Match
    from tui.commandline.parsing import Commands

EXAMPLES = """
  readingroom matches
  readingroom matches --accept-above 0.9
  readingroom matches --json | jq -r '[.paper.name, .full.title] | @tsv'
"""


def add_matches_parser(commands: Commands) -> None:
    """Add `matches` to a command line."""
    parser = add_command(commands, "matches", "find titles for untitled papers", EXAMPLES)
    parser.add_argument(
        "--accept-above",
        type=_share,
        metavar="F",
        help="accept those whose abstracts are the same to a share of F at least, such as 0.9",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.set_defaults(run=lambda options: with_library(lambda it: _matches(it, options)))


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"must be more than 0 and at most 1, not {text!r}")
    return share


def _matches(library: Library, options: argparse.Namespace) -> int:
    from index.clean import visible
    from index.matches import beyond_doubt

    offered = library.matches.offered(_told if sys.stderr.isatty() else None)
    if options.accept_above is not None:
        offered = beyond_doubt(offered, options.accept_above)
    lines = _lines(library, offered, as_json=options.json)
    if options.accept_above is not None:
        act = library.matches.accept((match.ordinal, match.full_ordinal) for match in offered)
        what = f"{act.what}: `u` in the reading room undoes it" if act else "nothing to accept"
        complain(visible(what))
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return FOUND if offered else NOTHING_FOUND


def _told(records: int) -> None:
    sys.stderr.write(f"\rlooking through {records:,} records\r\x1b[K")


def _lines(library: Library, offered: Sequence[Match], *, as_json: bool) -> list[str]:
    """What is said of matches: of each the paper, then the full record."""
    from index.clean import visible
    from index.records import json_record

    papers = library.papers
    ordinals = list(dict.fromkeys(number for match in offered for number in match[:2]))
    keys = dict(zip(ordinals, library.matches.keys(ordinals), strict=True))
    rows = {row.ordinal: row for row in papers.rows(ordinals)}
    lines: list[str] = []
    for match in offered:
        if as_json:
            record, full = (
                json_record(papers.paper(number), papers.forms(number), keys[number])
                for number in match[:2]
            )
            shown = {
                "paper": record, "full": full, "containment": round(match.containment, 4),
                "shared": match.shared, "same": match.is_same,
            }  # fmt: skip
            lines.append(json.dumps(shown, ensure_ascii=False))
            continue
        paper, full_row = rows[match.ordinal], rows[match.full_ordinal]
        said = "" if match.is_same else " similar, perhaps another version"
        full_line = " · ".join(filter(None, (full_row.heading, full_row.detail)))
        lines += [
            keys[match.ordinal],
            f"  {visible(paper.heading or paper.detail)}",
            f"  {match.containment:.0%}{said}  {visible(full_line)}",
            f"       {keys[match.full_ordinal]}",
        ]
    return lines
