"""Collections whose relevant papers are known."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, NamedTuple

from bench import SEED
from bench.corpus import Article, generate, read_papers, shared_folder

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

COLLECTIONS = ("cranfield", "med", "scifact")
KNOWN_ITEM_SIZE = 8_000
"""The smaller collection for known items: the targets and other papers."""
_SAMPLE_SEED = 7
TYPED_SHARES = (40, 60, 80, 100)
"""How much of the last word is typed, in percent."""


class Topic(NamedTuple):
    """A query and the gain of each paper that is relevant to it."""

    text: str
    gains: dict[int, int]


class Judged(NamedTuple):
    """Papers, and queries with their judgements."""

    name: str
    articles: Sequence[Article]
    topics: Sequence[Topic]


def load(name: str, folder: Path) -> Judged:
    """A collection of documents, queries and judgements.

    Queries without a relevant document are left out.

    Args:
        name: the name of its folder.
        folder: the folder with the collections.
    """
    articles = []
    number_of: dict[str, int] = {}
    for number, line in enumerate(_lines(folder / name / "docs.jsonl")):
        record = json.loads(line)
        number_of[record["id"]] = number
        articles.append(Article(number, record["title"], record["text"]))
    gains: dict[str, dict[int, int]] = {}
    for line in _lines(folder / name / "qrels.tsv"):
        query, document, gain = line.split("\t")
        if int(gain) > 0:
            gains.setdefault(query, {})[number_of[document]] = int(gain)
    topics = [
        Topic(record["text"], gains[record["id"]])
        for record in map(json.loads, _lines(folder / name / "queries.jsonl"))
        if record["id"] in gains
    ]
    return Judged(name, articles, topics)


def known_items(folder: Path, size: int) -> Judged:
    """Papers to be found again by words of their titles, which are not indexed.

    Args:
        folder: the folder with `relevance/` and `papers/` in it.
        size: how many papers to search: the targets, and others drawn by chance; all if there are
            not so many.
    """
    wanted = [json.loads(line) for line in _lines(folder / "relevance" / "known_item.jsonl")]
    papers = read_papers(folder / "papers" / "papers.jsonl.gz")
    targets = {item["line"] for item in wanted}
    lines = list(range(len(papers)))
    if size < len(lines):
        others = [line for line in lines if line not in targets]
        drawn = random.Random(_SAMPLE_SEED).sample(others, max(0, size - len(targets)))
        lines = sorted(targets.union(drawn))
    number_of = {line: number for number, line in enumerate(lines)}
    return Judged(
        f"known items among {len(lines):,}",
        [Article(number, "", papers[line].abstract) for number, line in enumerate(lines)],
        [Topic(item["query"], {number_of[item["line"]]: 1}) for item in wanted],
    )


def generated(size: int) -> Judged:
    """Generated papers to be found again by their own words; says nothing but that it works."""
    chance = random.Random(SEED)
    articles = generate(size)
    topics = [
        Topic(" ".join(chance.sample(article.abstract.lower().split(), 4)), {article.number: 1})
        for article in articles[:30]
    ]
    return Judged(
        f"generated papers, {size:,}",
        [article._replace(title="") for article in articles],
        topics,
    )


def typed_to(judged: Judged, share: int) -> Judged:
    """The same with only the first `share` percent of each query's last word typed."""
    topics = []
    for topic in judged.topics:
        head, blank, last = topic.text.rpartition(" ")
        kept = last[: max(1, -(-len(last) * share // 100))]
        topics.append(topic._replace(text=head + blank + kept))
    return judged._replace(topics=topics)


def available() -> list[Judged]:
    """The collections of documents that are at hand."""
    data = shared_folder()
    if data is None:
        return []
    folder = data / "relevance"
    return [load(name, folder) for name in COLLECTIONS if (folder / name).is_dir()]


def _lines(file: Path) -> list[str]:
    # Not `splitlines`, which also splits at the line separators that abstracts may contain.
    return file.read_text(encoding="utf-8").rstrip("\n").split("\n")
