from __future__ import annotations

import pytest

from index.search.engine import Stale
from index.search.typos import distance, nearest


@pytest.mark.parametrize(
    ("word", "other", "slips"),
    [
        ("latent", "latent", 0),
        ("latnet", "latent", 1),  # swapped
        ("forgry", "forgery", 1),  # missing
        ("paddding", "padding", 1),  # too many
        ("covarience", "covariance", 1),  # changed
        ("acress", "caress", 1),
        ("abc", "cab", 2),
        ("ca", "abc", 3),  # two by a distance that edits letters twice
        ("kitten", "sitting", 3),
        ("", "abc", 3),
        ("abc", "", 3),
    ],
)
def test_distance(word: str, other: str, slips: int) -> None:
    assert distance(word, other, 5) == slips
    assert distance(other, word, 5) == slips
    assert distance(word, other, 0) == min(slips, 1)


def test_distance_to_a_beginning() -> None:
    assert distance("latnt", "latently", 2, beginning=True) == 1
    assert distance("lat", "latent", 2, beginning=True) == 0
    assert distance("latently", "latent", 2, beginning=True) == 2


WORDS = ["lace", "lasso", "laser", "later", "latent", "latency", "latents", "dinov3", "patent"]


def near(word: str, *, unfinished: bool = False) -> list[str]:
    return nearest(word, WORDS, lambda: False, unfinished=unfinished)


def test_only_the_nearest_are_meant() -> None:
    # latents is two slips away, latent one.
    assert near("latnet") == ["latent"]
    assert near("laso") == ["lasso"]


def test_short_words_forgive_one_slip_and_long_ones_two() -> None:
    assert near("laxxr") == []
    assert near("latxxcy") == ["latency"]


def test_an_unfinished_word_is_compared_with_beginnings() -> None:
    # "late", which later begins with, is one letter short of it; laten- one swap away.
    assert near("latne", unfinished=True) == ["later", "latent", "latency", "latents"]
    assert near("latn", unfinished=True) == []


def test_what_is_no_typo() -> None:
    assert near("lce") == []  # too short to tell
    assert near("dinov2") == []  # another version is not a slip
    assert near("batent") == []  # the first letter counts as right


def test_gives_up_when_stale() -> None:
    with pytest.raises(Stale):
        nearest("latnet", WORDS, lambda: True, unfinished=False)
