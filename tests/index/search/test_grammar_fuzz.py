"""Whatever is typed is answered, within bounds, and with a list where words alone have one."""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from index.search.analyse import STOP_WORDS, tokens
from index.search.answer import Answer, answer
from index.search.conditions import All, AnyOf, Excluded, Words, conditions, is_strict, tree
from index.search.engine import Hits
from index.search.grammar import MAX_DEPTH, MAX_WORDS
from index.search.mending import Mending, asked
from index.search.query import MAX_CHARACTERS, Query, parse

if TYPE_CHECKING:
    from index.search.conditions import Condition
    from index.search.engine import Engine
    from index.search.whoosh_engine import WhooshEngine

STRINGS = 3_000
ANSWERED_EVERY = 5
CONTROLS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

PIECES = [
    *"\"()[]{}<>*?~^:;-+|&!/\\.,'`$#@%=_ \t\n\r\x00\x1b\x07\u200b\u202e\u2028\ufeff\ud800",
    *"aZ09\u9c81\u00e9\u0301\ufdfa\u2461\ufb03\u0130\u1e9e\u00df\u210c\u00bd\U0001d54f\U0001f469",
    *["AND", "OR", "NOT", "AND NOT", " AND ", " OR ", " NOT ", "and", "&&", "||", "TO", "ANDMAYBE"],
    *["title:", "author:", "year:", "year:2019..2023", "year:>=", "is:", "is:starred", "has:code"],
    *["tag:", "note:*", "in:(", "titel:", "foo:bar", "title:(", "-title:", 'abstract:"'],
    *["model~9", "~", "~2", "wat*", "*mark", "w?ter", "*a*", "**", "a*b*c*d", "??", "l2~"],
    *["10.1145/3290605.3300907", "arXiv:2404.14339v2", "https://a.b/c?d=e*f", "Law:2009The"],
    *["GPT-4o", "C++", "state-of-the-art", "-latent", "--", " -", "watermark", "watermrk", "the"],
    *["latent ", "diffusion ", "xyzzy ", "\u201clatent", "\u00ab", "\u2011", "\uff1a", "\uff08"],
]


def nasty_strings() -> list[str]:
    """The same strings at each run: short tangles, and bombs of up to 30,000 characters."""
    chosen = random.Random(20_260)
    found = []
    for _ in range(STRINGS - 300):
        size = chosen.choice([1, 2, 3, 5, 8, 13, 30])
        glue = chosen.choice(["", " "])
        found.append(glue.join(chosen.choice(PIECES) for _ in range(size)))
    for number in range(300):
        size = 30_000 if number % 10 == 0 else 2_000
        unit = "".join(chosen.choice(PIECES) for _ in range(chosen.choice([1, 1, 2, 3])))
        found.append((unit * (size // len(unit) + 1))[:size])
    return found


CORPUS = nasty_strings()


def ask(engine: Engine, query: Query) -> Answer:
    sets = {request.name: {1, 2, 3} for request in query.sets}
    return answer(engine, query, sets, 1000, lambda: False)


def depth(condition: Condition) -> int:
    match condition:
        case All(children) | AnyOf(children):
            return 1 + max(map(depth, children))
        case Excluded(child):
            return 1 + depth(child)
        case _:
            return 1


def check_bounds(query: Query) -> None:
    assert len(query.text) <= MAX_CHARACTERS
    assert sum(map(len, query.notes)) < 12 * 300
    for text in (*query.notes, query.explanation):
        assert CONTROLS.isdisjoint(map(unicodedata.category, text))
    if query.condition is None:
        return
    assert len(asked(query.condition)) + len(query.sets) <= MAX_WORDS
    # Each group may be an AnyOf of Alls, and excluded.
    assert depth(query.condition) <= 3 * (MAX_DEPTH + 1) + 1
    assert len(query.explanation) < 100 * MAX_WORDS


def check_answer(engine: WhooshEngine, query: Query) -> None:
    """Check what an answer must hold to, whatever the query.

    1. Exclusions, sets and fields that all must meet are met by every paper, but that a phrase
       within a field may be in pieces.
    2. Where nothing but words is asked for (alone, in phrases, brackets or alternatives, with
       wildcards or fuzzy), the list is not empty if any of the words, as the query means it,
       occurs; words that say nothing and were left out beside others do not count.
    """
    found = ask(engine, query)
    assert len(set(found.hits.ordinals)) == found.hits.total <= engine.count
    for text in (*found.notes, found.explanation, found.suggestion or ""):
        assert CONTROLS.isdisjoint(map(unicodedata.category, text))
    condition = query.condition
    if condition is None or query.is_pasted:
        assert found.hits.total or condition is not None
        return
    mending = Mending(engine, lambda: False)
    sets = {request.name: {1, 2, 3} for request in query.sets}
    for child in condition.children if isinstance(condition, All) else (condition,):
        is_phrase = isinstance(child, Words) and len(child.parts) > 1
        if is_strict(child) and not is_phrase and not mending.unknown(child):
            node = tree(child, mending.leaf)
            held = engine.run(node, sets, 0, lambda: False).ordinals
            assert set(found.hits.ordinals) <= set(held)
    words_alone = all(
        isinstance(item, Words) and item.within is None and not is_excluded
        for item, is_excluded in conditions(condition)
    )
    if words_alone and any(mending.is_known(item.part) for item in asked(condition)):
        assert found.hits.total


@pytest.mark.parametrize("typing", [True, False])
def test_nasty_strings_are_queries(typing: bool) -> None:
    assert len(CORPUS) == STRINGS
    assert max(map(len, CORPUS)) == 30_000
    for text in CORPUS:
        check_bounds(parse(text, typing=typing))


@pytest.mark.parametrize("typing", [True, False])
def test_nasty_strings_are_answered(seed_engine: WhooshEngine, typing: bool) -> None:
    for text in CORPUS[int(typing) :: ANSWERED_EVERY]:
        check_answer(seed_engine, parse(text, typing=typing))


@settings(
    deadline=None, max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.one_of(
        st.text(max_size=60),
        st.lists(st.sampled_from(PIECES), max_size=20).map("".join),
        st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join),
    ),
    st.booleans(),
)
def test_any_text_is_answered(seed_engine: WhooshEngine, text: str, typing: bool) -> None:
    query = parse(text, typing=typing)
    check_bounds(query)
    check_answer(seed_engine, query)


PLAIN = st.lists(
    st.one_of(
        st.sampled_from(
            ["latent", "Watermarks", "watermrk", "the", "of", "x", "GPT-4o", "C++", "xyzzy",
             "diffusion", "and", "or", "not", "LLMs", "post-hoc", "20x", "\u9c81\u68d2", "\u00e9"]
        ),
        st.text(st.characters(categories=["Ll", "Lo", "Nd"]), min_size=1, max_size=8),
    ),
    min_size=1,
    max_size=25,
)  # fmt: skip


@settings(
    deadline=None, max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(PLAIN, st.sampled_from([" ", ", ", "; ", "! ", " / ", ". "]), st.booleans())
def test_plain_words_find_what_any_of_them_finds(
    seed_engine: WhooshEngine, words: list[str], glue: str, typing: bool
) -> None:
    text = glue.join(words)
    found = [token for token in tokens(text) if not says_nothing(token.word)] or tokens(text)
    occurs = any(seed_engine.document_frequency(token.term) for token in found)
    hits = ask(seed_engine, parse(text, typing=typing)).hits
    assert hits.total or not occurs


def says_nothing(word: str) -> bool:
    return word in STOP_WORDS or (len(word) == 1 and word.isascii() and word.isalpha())


class Forgetful:
    """An engine that finds nothing, or everything."""

    def __init__(self, engine: Engine, hits: Hits) -> None:
        self._engine = engine
        self._hits = hits

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    def run(self, *_: object) -> Hits:
        return self._hits


@pytest.mark.parametrize(("text", "found"), [("latent", []), ("is:read -latent", [1, 1])])
def test_the_checks_can_fail(seed_engine: WhooshEngine, text: str, found: list[int]) -> None:
    wrong = Forgetful(seed_engine, Hits(found, [0.0] * len(found)))
    check_answer(seed_engine, parse(text, typing=False))
    with pytest.raises(AssertionError):
        check_answer(wrong, parse(text, typing=False))  # type: ignore[arg-type]
