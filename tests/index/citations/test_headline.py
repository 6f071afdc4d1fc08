"""Capitals and quotation marks of titles."""

from __future__ import annotations

import pytest

from index.citations.references.titles import (
    curled,
    ended,
    headline,
    in_double_quotes,
    in_single_quotes,
)


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("learning from what is given", "Learning from What Is Given"),
        ("end-to-end and state-of-the-art", "End-to-End and State-of-the-Art"),
        ("for in-context learning", "For In-Context Learning"),
        ("fair k-center clustering", "Fair K-Center Clustering"),
        ("a t-SNE of GPT-like iPhone apps", "A t-SNE of GPT-like iPhone Apps"),
        ("trees: a survey", "Trees: A Survey"),
        ("what? a tree", "What? A Tree"),
        ("what we look for", "What We Look For"),
        ("(un)supervised trees", "(Un)Supervised Trees"),
        ("“deep” trees don’t fall", "“Deep” Trees Don’t Fall"),
        ("the growth of E. coli", "The Growth of E. coli"),
        ("3d pose and #tags", "3d Pose and #tags"),
        ("BERT AND I", "BERT AND I"),
        ("école d’été", "École D’été"),
    ],
)
def test_headline_capitals(title: str, shown: str) -> None:
    """CMOS 17 sections 8.159 (rule 7: species) and 8.161."""
    assert headline(title) == shown


def test_mathematics_is_left_alone() -> None:
    assert headline("on log n trees", ((3, 8),)) == "On log n Trees"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('the "deep" tree', "the “deep” tree"),
        ("don't say 'no' to '68", "don’t say ‘no’ to ’68"),
        ("“already” ‘done’", "“already” ‘done’"),
    ],
)
def test_straight_marks_become_typographic(text: str, shown: str) -> None:
    assert curled(text) == shown


@pytest.mark.parametrize(
    ("text", "mark", "shown"),
    [
        ("Trees", ".", "Trees."),
        ("Trees?", ".", "Trees?"),
        ("“Trees”", ".", "“Trees.”"),
        ("“Trees!”", ".", "“Trees!”"),
        ("Trees", ",", "Trees,"),
        ("Trees?", ",", "Trees?,"),
        ("Trees.", ",", "Trees,"),
        ("The end…", ".", "The end…."),
    ],
)
def test_an_ending_is_never_doubled(text: str, mark: str, shown: str) -> None:
    assert ended(text, mark) == shown


def test_quotation_marks_inside_change_their_kind() -> None:
    assert in_double_quotes("On “deep” trees", ".") == "“On ‘deep’ trees.”"
    assert in_double_quotes("On “trees”", ",") == "“On ‘trees,’”"
    assert in_single_quotes("On ‘deep’ trees that don’t") == "‘On “deep” trees that don’t’"
