"""The seed abstracts come out as a careful reader wrote them down."""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from index.markup.parse import parse
from index.markup.spans import Style
from index.markup.tokens import Marked

EXPECTED = Path(__file__).parents[1] / "data" / "seed_expected"


@cache
def abstracts(file: str) -> list[str]:
    """The abstracts of a seed file: a heading, then paragraphs apart by blank lines."""
    text = (resources.files("index.seeds") / file).read_text(encoding="utf-8")
    _heading, *found = (part.strip("\n") for part in text.split("\n\n"))
    return [abstract for abstract in found if abstract]


def rows(name: str) -> list[dict[str, Any]]:
    with (EXPECTED / name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def styles_at(marked: Marked, position: int) -> frozenset[Style]:
    for span in marked.spans:
        if span.start <= position < span.end:
            return span.styles
    return frozenset()


def find_styled(marked: Marked, text: str, styles: frozenset[str], start: int) -> int:
    """Where a text stands in exactly these styles, at `start` or later, or -1."""
    found = marked.plain.find(text, start)
    while found >= 0:
        if all(styles_at(marked, at) == styles for at in range(found, found + len(text))):
            return found
        found = marked.plain.find(text, found + 1)
    return -1


PLAIN = rows("plain.jsonl")
LINKS = {(row["file"], row["n"]): row["url"] for row in rows("links.jsonl")}


def test_every_seed_is_expected() -> None:
    assert len(PLAIN) == 38
    assert len(LINKS) == 9
    assert len(rows("markup.jsonl")) == 101


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: f"{row['file'][:3]}-{row['n']}")
def test_plain_text(row: dict[str, Any]) -> None:
    marked = parse(abstracts(row["file"])[row["n"] - 1])
    assert marked.plain == row["plain"]
    expected = LINKS.get((row["file"], row["n"]))
    assert marked.links == ((expected,) if expected else ())


def fragments() -> dict[tuple[str, int], list[dict[str, Any]]]:
    grouped: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for row in sorted(rows("markup.jsonl"), key=lambda row: row["start"]):
        grouped[row["file"], row["n"]].append(row)
    return grouped


@pytest.mark.parametrize(
    ("place", "expected"), fragments().items(), ids=lambda value: str(value)[:40]
)
def test_fragments(place: tuple[str, int], expected: list[dict[str, Any]]) -> None:
    raw = abstracts(place[0])[place[1] - 1]
    marked = parse(raw)
    reached = 0
    for row in expected:
        assert raw.startswith(row["raw"], row["start"])
        found = find_styled(marked, row["text"], frozenset(row["styles"]), reached)
        assert found >= reached, row
        reached = found + len(row["text"])
