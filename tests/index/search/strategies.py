"""Generated collections and query trees, for every engine to answer alike."""

from __future__ import annotations

from hypothesis import strategies as st

from index.search.analyse import FIELDS
from index.search.engine import Document
from index.search.tree import (
    Among,
    And,
    Best,
    Everything,
    InField,
    Not,
    Nothing,
    Or,
    Phrase,
    Prefix,
    Synonyms,
    Term,
)

WORDS = ("cat", "cats", "catalog", "dog", "dogged", "do", "the", "of", "x", "\u9c81", "4o", "c++")
texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
documents = st.builds(
    Document,
    st.integers(0, 60),
    st.one_of(st.just(""), texts),
    texts,
    st.one_of(st.just(""), texts),
    is_titled=st.booleans(),
)
collections = st.lists(documents, max_size=8, unique_by=lambda document: document.ordinal)
some_terms = st.sampled_from(("cat", "catalog", "dog", "do", "the", "x", "\u9c81", "4o", "no"))
LEAVES = (Term("cat"), Term("dog"), Synonyms(("cat", "the")), Prefix("cat", "cat"))
"""Words whose distances are compared."""
leaves = st.one_of(
    st.builds(Term, some_terms),
    st.builds(Synonyms, st.lists(some_terms, max_size=3).map(tuple)),
    st.builds(Prefix, st.sampled_from(("c", "cat", "cata", "d", "t", "z")), some_terms),
)
phrases = st.builds(Phrase, st.lists(leaves, min_size=1, max_size=3).map(tuple))
nodes = st.recursive(
    st.one_of(
        leaves,
        phrases,
        st.builds(InField, st.sampled_from(FIELDS), st.one_of(leaves, phrases)),
        st.builds(Among, st.sampled_from(("odd", "none"))),
        st.just(Everything()),
        st.just(Nothing()),
    ),
    lambda children: st.one_of(
        st.builds(And, st.lists(children, max_size=4).map(tuple)),
        st.builds(Or, st.lists(children, max_size=4).map(tuple)),
        st.builds(Best, st.lists(children, max_size=4).map(tuple)),
        st.builds(Not, children),
    ),
    max_leaves=8,
)
