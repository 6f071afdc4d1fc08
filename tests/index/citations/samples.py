"""Papers that the citation tests share."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import index.seeds
from index.citations import Cited
from index.paper import Date, Identifiers, Link, Name, Paper, Source
from tests.shared import SEED_EXPECTED

SEED_FILES = ("000_6a8826d06095cfa9.txt", "003_30e1072e6f74336e.txt")

CONFERENCE = Paper(
    id="0123456789abcdef",
    abstract="Lasso is slow.",
    source=Source("pmlr.bib", 1, 9, format="bibtex"),
    kind="conference",
    title="Screening rules for Lasso with non-convex Sparse Regularizers",
    authors=(
        Name(family="Rakotomamonjy", given="Alain"),
        Name(family="Gasso", given="Gilles"),
        Name(family="Salmon", given="Joseph"),
    ),
    editors=(
        Name(family="Chaudhuri", given="Kamalika"),
        Name(family="Salakhutdinov", given="Ruslan"),
    ),
    date=Date(2019, 6, 9),
    venue="Proceedings of the 36th International Conference on Machine Learning",
    series="Proceedings of Machine Learning Research",
    volume="97",
    pages="5341-5350",
    publisher="PMLR",
    links=(Link("url", "https://proceedings.mlr.press/v97/rakotomamonjy19a.html"),),
    ids=Identifiers(pmlr="v97/rakotomamonjy19a"),
)
ARTICLE = Paper(
    id="fedcba9876543210",
    abstract="",
    source=Source("refs.ris", 2, 3, format="ris"),
    kind="article",
    title="Deep learning",
    authors=(
        Name(family="LeCun", given="Yann"),
        Name(family="Bengio", given="Yoshua"),
        Name(family="Hinton", given="Geoffrey"),
    ),
    date=Date(2015, 5, 27),
    venue="Nature",
    volume="521",
    issue="7553",
    pages="436–444",
    ids=Identifiers(doi="10.1038/nature14539"),
)
PREPRINT = Paper(
    id="00ff00ff00ff00ff",
    abstract="",
    source=Source("export.atom", 1, 1, format="atom"),
    kind="preprint",
    title="Attention Is All You Need",
    authors=(Name(family="Vaswani", given="Ashish"), Name(family="Shazeer", given="Noam")),
    date=Date(2017),
    venue="arXiv",
    ids=Identifiers(arxiv="1706.03762"),
)
TITLE_ONLY = Paper(
    id="aaaa000011112222",
    abstract="Nobody signed this.",
    source=Source("papers.jsonl", 4),
    title="What Is 3D?",
)
AUTHORS_ONLY = replace(CONFERENCE, title=None, editors=(), links=(), ids=Identifiers())


def cited(paper: Paper, key: str = "key", label: str = "") -> Cited:
    """A paper whose abstract holds no markup, ready to be cited."""
    return Cited(paper, key, paper.abstract, label)


def untitled(abstract: str = "We study it.", **fields: object) -> Paper:
    """An untitled, authorless paper: heading `ICML 2026 Papers`, number 3 of 19 in `a.txt`."""
    known: dict[str, object] = {"source": Source("a.txt", 3, 19), "collection": "ICML 2026 Papers"}
    return Paper(id="5555666677778888", abstract=abstract, **(known | fields))  # type: ignore[arg-type]


def _lines(name: str) -> list[dict[str, object]]:
    text = (SEED_EXPECTED / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@cache
def seeds() -> dict[tuple[str, int], Cited]:
    """The 38 seeds by file and number, with the keys and plain texts that are expected."""
    folder = Path(index.seeds.__file__).parent
    plain = {(row["file"], row["n"]): str(row["plain"]) for row in _lines("plain.jsonl")}
    keys = {(row["file"], row["n"]): str(row["key"]) for row in expected_citations()}
    found = {}
    for file in SEED_FILES:
        heading, *abstracts = (folder / file).read_text(encoding="utf-8").strip().split("\n\n")
        for number, abstract in enumerate(abstracts, start=1):
            paper = Paper(
                id="0" * 16,
                abstract=abstract.strip(),
                source=Source(file, number, len(abstracts)),
                collection=heading.strip(),
            )
            found[file, number] = Cited(paper, keys[file, number], plain[file, number])
    return found


@cache
def expected_citations() -> list[dict[str, object]]:
    """The expected citations of the seeds: `file`, `n`, `key` and a text for each style."""
    text = (SEED_EXPECTED / "citations.json").read_text(encoding="utf-8")
    rows: list[dict[str, object]] = json.loads(text)
    return rows
