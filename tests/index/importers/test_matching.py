"""Full records found for untitled papers, whatever has happened to their abstracts."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.importers import matching
from index.importers.matching import Found, Kept, keep, matches
from index.importers.shingles import (
    Contained,
    containment,
    containment_of,
    differing,
    normal_words,
    shingles,
    verdict,
)
from index.library import Library
from index.markup.parse import parse
from index.matches import Match, beyond_doubt
from index.search.engine import IndexUnusable
from index.search.generations import Generation
from tests.shared import SHARED, requires_shared

TEXTS = st.lists(
    st.sampled_from(["the", "of", "a", "graph", "model", "learns", "to", "see"]), max_size=40
)


def whitespace(text: str, chance: random.Random) -> str:
    return re.sub(" ", lambda _: chance.choice([" ", " ", "\n", "  "]), text)


def unicode(text: str, chance: random.Random) -> str:
    return parse(text).plain


def stripped(text: str, chance: random.Random) -> str:
    return re.sub(r"[\\${}^_]", "", text)


def last_sentence_dropped(text: str, chance: random.Random) -> str:
    sentences = re.split(r"(?<=[.!?])\s+", text)
    return " ".join(sentences[:-1]) or text


def first_part(text: str, chance: random.Random) -> str:
    return text[: len(text) * 6 // 10]


def first_characters(text: str, chance: random.Random) -> str:
    return text[:300]


def edited(share: float) -> Callable[[str, random.Random], str]:
    """A third each of the edits leaves a word out, puts another in its place, adds one."""

    def edit(text: str, chance: random.Random) -> str:
        words = []
        for word in text.split():
            kind = chance.random() / share
            if kind >= 1 / 3:
                words.append("thing" if kind < 2 / 3 else word)
            if 2 / 3 <= kind < 1:
                words.append("addition")
        return " ".join(words)

    return edit


# The least recall is that of the measurements on which the thresholds rest, less three papers in
# a thousand for another choice of papers.
PERTURBATIONS: dict[str, tuple[Callable[[str, random.Random], str], float]] = {
    "white space": (whitespace, 0.997),
    "LaTeX to Unicode": (unicode, 0.997),
    "markup stripped": (stripped, 0.997),
    "last sentence dropped": (last_sentence_dropped, 0.997),
    "first 60 %": (first_part, 0.995),
    "first 300 characters": (first_characters, 0.989),
    "5 % of the words edited": (edited(0.05), 0.997),
    "15 % of the words edited": (edited(0.15), 0.992),
}
EACH = pytest.mark.parametrize("name", PERTURBATIONS)


def found(kept: Kept, texts: dict[int, str], queries: dict[int, str]) -> list[Found]:
    plain = {ordinal: parse(raw).plain for ordinal, raw in queries.items()}
    return list(
        matches(kept, plain.items(), lambda wanted: {ordinal: texts[ordinal] for ordinal in wanted})
    )


def accepted(offers: list[Found]) -> set[tuple[int, int]]:
    """The pairs that would be accepted together, without anybody looking at each."""
    shown = [Match(*offer[:4], is_same=offer.verdict == "same") for offer in offers]
    return {match[:2] for match in beyond_doubt(shown, 0.9)}


@pytest.mark.parametrize(("text", "words"), [
    ("Poincaré's ﬁrst", ["poincare", "s", "first"]),
    ("a multi- layer\nnet", ["a", "multilayer", "net"]),
    ("See https://example.org/a-b?c. Then", ["see", "then"]),
    ("ℓ₂ and ＧＰＴ-4", ["l2", "and", "gpt", "4"]),
    ("", []),
])  # fmt: skip
def test_words_are_compared_without_what_an_extraction_changes(text: str, words: list[str]) -> None:
    assert normal_words(text) == words


@given(TEXTS, TEXTS)
def test_containment_is_a_share_that_both_sides_agree_on(one: list[str], other: list[str]) -> None:
    first, second = shingles(one), shingles(other)
    share = containment(first, second)
    assert share == containment(second, first)
    assert 0 <= share <= 1
    assert (share == 0) == (not first & second)


@given(TEXTS, st.integers(0, 40))
def test_a_beginning_is_contained_in_the_whole(words: list[str], count: int) -> None:
    beginning = words[:count]
    if len(beginning) >= 3:
        assert containment(shingles(beginning), shingles(words)) == 1


@pytest.mark.parametrize(("contained", "said"), [
    (Contained(0.5, 10, 60), "same"),
    (Contained(0.499, 80, 60), "similar"),
    (Contained(0.3, 10, 60), "similar"),
    (Contained(0.299, 80, 60), None),
    (Contained(1.0, 9, 60), None),
    (Contained(0.7, 20, 59), "same"),
    (Contained(0.699, 20, 59), "similar"),
])  # fmt: skip
def test_the_thresholds(contained: Contained, said: str | None) -> None:
    assert verdict(contained) == said


def test_what_two_texts_have_in_common_is_counted_in_runs_of_three_words() -> None:
    # Of the five runs of the longer text, and three of the shorter one, two are the same.
    assert containment_of("a b c d e f g", "x b c d e") == (2 / 3, 2, 5)


def test_the_words_that_differ_are_found_on_both_sides() -> None:
    one, other = "We train Graph nets, often.", "We train big graph nets on graphs"
    ranges = differing(one, other)
    assert [one[a:b] for a, b in ranges[0]] == ["often."]
    assert [other[a:b] for a, b in ranges[1]] == ["big", "on graphs"]


@given(st.text(max_size=60), st.text(max_size=60))
def test_texts_without_the_ranges_that_differ_are_the_same(one: str, other: str) -> None:
    left = []
    for text, ranges in zip((one, other), differing(one, other), strict=True):
        kept = text
        for start, end in reversed(ranges):
            kept = kept[:start] + " " + kept[end:]
        left.append([tuple(normal_words(token)) or token for token in re.findall(r"\S+", kept)])
    assert left[0] == left[1]


def test_texts_that_are_too_long_are_not_compared_word_by_word() -> None:
    assert differing("a " * 1_500, "b") == ([(0, 2_999)], [(0, 1)])
    assert differing("a " * 1_501, "b") == ([], [])


@EACH
def test_every_seed_is_found_again(library: Library, name: str) -> None:
    change, _ = PERTURBATIONS[name]
    texts = {ordinal: forms.plain for ordinal, _, forms in library.papers.contents()}
    raw = {ordinal: paper.abstract for ordinal, paper, _ in library.papers.contents()}
    chance = random.Random(7)
    queries = {ordinal: change(text, chance) for ordinal, text in raw.items()}
    offers = found(keep(texts.items()), texts, queries)
    assert {offer[:2] for offer in offers if offer.verdict == "same"} == {(n, n) for n in raw}
    assert all(one == other for one, other in accepted(offers))


def test_a_shingle_of_very_many_records_finds_none_of_them() -> None:
    # Two hundred records with the same words, and one more.
    text = " ".join(f"word{number}" for number in range(80))
    wanted = shingles(normal_words(text))
    assert len(keep((n, text) for n in range(200)).candidates(wanted)) == matching.CANDIDATES
    assert keep((n, text) for n in range(201)).candidates(wanted) == []


def full_records(folder: Path, *abstracts: str) -> Path:
    path = folder / f"full{len(list(folder.iterdir()))}.jsonl"
    records = [
        {"title": f"Title {number} of {path.stem}", "author": "Ada Lovelace", "abstract": text}
        for number, text in enumerate(abstracts)
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_what_changes_is_brought_up_as_if_made_anew(library: Library, tmp_path: Path) -> None:
    store, folder = library.papers, tmp_path / "matches"
    whole = [store.forms(ordinal).plain for ordinal in (1, 2, 3)]
    library.imports.add([full_records(tmp_path, *(text[:-30] for text in whole[:2]))])
    matching.find_all(store, folder)
    assert {item[:2] for item in matching.found_before(store, folder)} == {(1, 39), (2, 40)}
    library.imports.add([full_records(tmp_path, whole[2][:-30])])
    library.matches.accept([(1, 39)])
    with pytest.raises(IndexUnusable):
        matching.found_before(store, folder)
    matching.find_all(store, folder)
    assert {item[:2] for item in matching.found_before(store, folder)} == {(2, 40), (3, 41)}
    fresh = tmp_path / "fresh"
    matching.find_all(store, fresh)
    brought_up, anew = (
        matching.generations.open_current(path, matching._stamp(store), matching._opened)
        for path in (folder, fresh)
    )
    assert brought_up.hashes.tolist() == anew.hashes.tolist()
    assert brought_up.ordinals.tolist() == anew.ordinals.tolist()
    assert set(anew.ordinals.tolist()) == {1, 40, 41}


@pytest.mark.parametrize("name", ["hashes.npy", "ordinals.npy", "found.json"])
def test_what_is_damaged_is_found_anew(library: Library, tmp_path: Path, name: str) -> None:
    text = library.papers.forms(1).plain[:-30]
    library.imports.add([full_records(tmp_path, text)])
    before = library.matches.offered()
    assert len(before) == 1
    (generation,) = library.paths.matches.glob("gen-*")
    (generation / name).write_bytes(b"{")
    assert library.matches.offered() == before


def test_nothing_foreign_is_unpickled(tmp_path: Path) -> None:
    for name in ("hashes.npy", "ordinals.npy"):
        np.save(tmp_path / name, np.array([{"an": "object"}], dtype=object), allow_pickle=True)
    with pytest.raises(IndexUnusable, match="damaged"):
        matching._opened(Generation(tmp_path, 1))


def test_without_untitled_papers_or_full_records_nothing_is_looked_for(library: Library) -> None:
    assert library.matches.offered() == []
    assert not library.paths.matches.exists()


def test_a_process_of_its_own_finds_the_same_wherever_the_room_was_started(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.imports.add([full_records(tmp_path, library.papers.forms(1).plain[:-30])])
    at_once = library.matches.offered()
    foreign = tmp_path / "project" / "index"
    foreign.mkdir(parents=True)
    (foreign / "__init__.py").write_text("raise SystemExit('not yours')")
    monkeypatch.chdir(foreign.parent)
    monkeypatch.setattr("index.matches.SMALL", 0)
    library.imports.add([full_records(tmp_path, library.papers.forms(2).plain[:-30])])
    records: list[int] = []
    assert library.matches.offered(records.append)[: len(at_once)] == at_once
    assert len(library.matches.offered()) == 2
    assert records == [0]


class Corpus:
    """All shared papers, and two thousand of them to look for, a third with LaTeX."""

    def __init__(self) -> None:
        assert SHARED is not None
        path = SHARED / "data" / "papers" / "papers.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        self.raw = [record["abstract"] or "" for record in records]
        # Where nothing is marked up the source is the plain text.
        self.texts = {
            number: parse(raw).plain if re.search(r"[\\$`*_{\[&]|http", raw) else raw
            for number, raw in enumerate(self.raw)
        }
        self.titles = [" ".join(normal_words(record["title"])) for record in records]
        self.kept = keep(self.texts.items())
        chance = random.Random(3)
        long = [n for n, text in self.texts.items() if len(normal_words(text)) >= 60]
        latex = [number for number in long if re.search(r"\\[a-z]|\$", self.raw[number])]
        self.chosen = {*chance.sample(latex, 700), *chance.sample(long, 1300)}

    def is_same(self, one: int, other: int) -> bool:
        """Whether two records are of one paper as far as the file itself tells."""
        words = (normal_words(self.texts[number]) for number in (one, other))
        return one == other or self.titles[one] == self.titles[other] or next(words) == next(words)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus()


@requires_shared
@EACH
def test_two_thousand_papers_are_found_among_all(corpus: Corpus, name: str) -> None:
    change, least = PERTURBATIONS[name]
    chance = random.Random(5)
    queries = {number: change(corpus.raw[number], chance) for number in sorted(corpus.chosen)}
    offers = found(corpus.kept, corpus.texts, queries)
    right = {
        one for one, other, *_, said in offers if said == "same" and corpus.is_same(one, other)
    }
    assert len(right) / len(queries) >= least
    together = accepted(offers)
    assert all(corpus.is_same(*pair) for pair in together)
