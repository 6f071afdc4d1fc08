from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import pytest

from index.search.analyse import term_of
from index.search.engine import Hits, Stale
from index.search.query import parse
from index.search.suggest import suggest
from index.search.typos import within

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index.search.engine import Engine
    from index.search.whoosh_engine import WhooshEngine


class Vocabulary:
    """An engine that knows how many papers hold each word, and no papers."""

    def __init__(self, papers: Mapping[str, int], count: int) -> None:
        self.count = count
        self._words = sorted(papers)
        self._papers: dict[str, int] = {}
        for word, number in papers.items():
            term = term_of(word)
            self._papers[term] = max(number, self._papers.get(term, 0))

    def document_frequency(self, term: str) -> int:
        return self._papers.get(term, 0)

    def words(self, prefix: str) -> list[str]:
        start = bisect_left(self._words, prefix)
        return [word for word in self._words[start:] if word.startswith(prefix)]

    def expand(self, prefix: str) -> list[str]:
        return sorted({term_of(word) for word in self.words(prefix)})

    def run(self, *_: object) -> Hits:
        return Hits([], [])


def suggested(engine: Engine, text: str, *, typing: bool = False) -> str | None:
    return suggest(engine, parse(text, typing=typing), lambda: False)


@pytest.fixture
def zoo(engine_of: Callable[..., WhooshEngine]) -> WhooshEngine:
    return engine_of(
        "elephant tiger lion deep learning",
        "elephants of marble",
        "marvel",
        "marvel",
        "marker of the deep",
    )


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("elehpant", "elephant"),
        ("tiger elehpant", "tiger elephant"),
        ("tiger  AND NOT (elehpant OR tigre)", "tiger  AND NOT (elephant OR tiger)"),
        ('"elehpant tigre" -loin', '"elephant tiger" -lion'),
        ("title:elehpant~1 is:read", None),  # fuzzy, it means elephant already
        ("title:elehpant is:read", "title:elephant is:read"),
        ("title:(elehpant tiger", "title:(elephant tiger"),
        ("\uff25lehpant", "elephant"),
        ("elehpant-tiger!", "elephant-tiger!"),
        # Marble, marvel and marker are one slip away; two papers have marvel, one each the others.
        ("marxel", "marvel"),
        ("elehpant Elehpant OR elehpant", "elephant elephant OR elephant"),
        # Some words are right or stand alone.
        ("elehpant quagga", "elephant quagga"),
        ("quagga", None),
        ("elephant tiger", None),
        ("", None),
        ("* NOT", None),
        # Fields, and what they are like.
        ("titel:tiger", "title:tiger"),
        ("titel:tigre auhtor:lion", "title:tiger author:lion"),
        ("foo:tiger", None),
        # Words run together.
        ("deeplearning", "deep learning"),
        ("ofmarble", None),
        ("deep2learning", None),
        ("-deeplearning tiger", "-deep learning tiger"),
    ],
)
def test_suggestions(zoo: WhooshEngine, text: str, suggestion: str | None) -> None:
    assert suggested(zoo, text) == suggestion


def test_an_unfinished_word_is_finished(zoo: WhooshEngine) -> None:
    assert suggested(zoo, "tiger elehp", typing=True) == "tiger elephant"
    assert suggested(zoo, "tiger elep", typing=True) is None
    assert suggested(zoo, 'title:"tiger elehp', typing=True) == 'title:"tiger elephant'
    assert suggested(zoo, "elehpan*") == "elephant"


def test_a_pasted_text_is_left_alone(zoo: WhooshEngine) -> None:
    assert suggested(zoo, "elehpant " * 30) is None


@pytest.fixture
def large() -> Vocabulary:
    papers = {"transformer": 1_000, "transformers": 1_000, "transformed": 900, "transform": 900}
    typos = {"transfomer": 2, "tranformers": 3, "transformex": 6, "transformen": 30, "modle": 1}
    return Vocabulary({**papers, **typos, "model": 9_000}, 50_000)


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("transfomer", "transformer"),
        ("a transfomer model", "a transformer model"),
        ("tranformers", "transformers"),
        # A hundred and sixty-six times as many are not enough.
        ("transformex", None),
        # Thirty papers of 50,000 are too many, and five letters too few.
        ("transformen", None),
        ("modle", None),
        ("transformed", None),
    ],
)
def test_words_that_only_occur_as_typos(
    large: Vocabulary, text: str, suggestion: str | None
) -> None:
    assert suggested(large, text) == suggestion
    assert suggested(large, text, typing=True) == suggestion


def test_in_a_small_collection_a_rare_word_is_no_typo(large: Vocabulary) -> None:
    large.count = 5_000
    assert suggested(large, "transfomer") is None


def test_words_within_a_distance() -> None:
    words = ["lace", "later", "latter", "latest", "letter", "patter"]

    def near(word: str, limit: int) -> list[str]:
        return within(word, words, limit, lambda: False)

    assert near("later", 0) == ["later"]
    assert near("later", 1) == ["later", "latter"]
    # lace: r away, c for t; latest: s in, t for r; letter: e for a, t in.
    assert near("later", 2) == ["later", "latter", "lace", "latest", "letter"]


def test_gives_up_when_stale(zoo: WhooshEngine) -> None:
    with pytest.raises(Stale):
        suggest(zoo, parse("elehpant", typing=False), lambda: True)
