from __future__ import annotations

import pytest

from index.search.highlight import Matcher, highlight, matcher_of
from index.search.query import parse
from index.search.tree import Leaf, Prefix, Synonyms, Term


def group(leaf: Leaf) -> tuple[str, ...]:
    """What leaves stand for in a collection whose only words in la- are latent and latency."""
    match leaf:
        case Term(term):
            return (term,)
        case Synonyms(terms):
            return terms
        case Prefix(prefix, term):
            words = {"latent": "latent", "latency": "latenc"}
            return (term, *(words[word] for word in words if word.startswith(prefix)))


def marked(plain: str, text: str, *, typing: bool = False) -> list[str]:
    matcher = matcher_of(parse(text, typing=typing).node, group)
    return [plain[start:end] for start, end in highlight(plain, matcher)]


@pytest.mark.parametrize(
    ("plain", "query", "expected"),
    [
        ("Watermarks and a watermarking", "watermark", ["Watermarks", "watermarking"]),
        ("A Caf\u00e9 in Poincar\u00e9's", "poincare cafe", ["Caf\u00e9", "Poincar\u00e9"]),
        ("plug\u2011and\u2011play", "plug-and-play", ["plug\u2011and\u2011play"]),
        ("plug and play, play", "plug-and-play", ["plug and play"]),
        ("e\ufb03cient", "efficient", ["e\ufb03cient"]),
        ("\u9c81\u68d2\u6027", "\u9c81\u68d2", ["\u9c81\u68d2"]),
        ("C and C++", "C++", ["C++"]),
        ("attention heads; heads attention", '"attention heads"', ["attention heads"]),
        ("very very very good", '"very very"', ["very very very"]),
        ("cats, not dogs", "cats -dogs", ["cats"]),
        ("[ * ( a|b", "[ * (", []),
        ("anything", "", []),
        ("", "cat", []),
    ],
)
def test_highlight(plain: str, query: str, expected: list[str]) -> None:
    assert marked(plain, query) == expected


def test_an_unfinished_word_marks_whole_words() -> None:
    assert marked("Latent latency lace", "la", typing=True) == ["Latent", "latency"]
    assert marked("low latency", '"low la', typing=True) == ["low latency"]


def test_words_side_by_side_are_marked_apart() -> None:
    assert highlight("\u9c81\u68d2", Matcher(frozenset("\u9c81\u68d2"))) == [(0, 1), (1, 2)]


def test_a_phrase_and_its_words_are_marked_once() -> None:
    matcher = Matcher(frozenset({"b"}), ((frozenset("a"), frozenset("b")),))
    assert highlight("a b b", matcher) == [(0, 3), (4, 5)]
