"""Names and gists of papers without a title."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import index.label
from index.label import LABEL_VERSION, Label, label
from index.label.shapes import Shape, abbreviates, long_form_before, shape_of
from tests.shared import SEED_EXPECTED

# Articles, prepositions and conjunctions: no gist ends with one.
_DANGLING = (
    "a an the of for to in on with and or nor but by from that which as at into via than if "
    "because while when where whether our their its under over between across through"
)
DANGLING = frozenset(_DANGLING.split())
STOP_WORDS = DANGLING | {"is", "are", "be", "can", "we", "this", "these", "it", "how"}

# Its object alone is wider than a gist.
TOO_LONG = "We study the habits of small cats in cold water during the dark winters of Scandinavia."


def cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def collapsed(text: str) -> str:
    return " ".join(text.split())


@cache
def seeds() -> list[tuple[dict[str, Any], str, tuple[str, ...]]]:
    """Each seed's expected label, its plain abstract and its links."""

    def rows(name: str) -> dict[tuple[str, int], dict[str, Any]]:
        with (SEED_EXPECTED / name).open(encoding="utf-8") as lines:
            return {(row["file"], row["n"]): row for row in map(json.loads, lines)}

    plains = rows("plain.jsonl")
    return [
        (expected, plain, tuple(re.findall(r"https?://\S+[^\s.]", plain)))
        for place, expected in rows("labels.jsonl").items()
        for plain in [plains[place]["plain"]]
    ]


@cache
def seed_labels() -> list[tuple[dict[str, Any], str, Label]]:
    return [(expected, plain, label(plain, links)) for expected, plain, links in seeds()]


def content_words(text: str) -> set[str]:
    return set(re.findall(r"\w+(?:[-’'–]\w+)*", text.lower())) - STOP_WORDS


def assert_is_gist(gist: str, plain: str) -> None:
    """A verbatim piece in whole words, narrow enough, that does not stop short of a noun."""
    text = collapsed(plain)
    assert gist
    assert gist == collapsed(gist)
    assert cells(gist) <= 70
    at = text.find(gist)
    assert at >= 0
    assert re.search(rf"(?<!\w){re.escape(gist)}(?!\w)", text)
    assert gist.rsplit(maxsplit=1)[-1].lower().strip("(),") not in DANGLING


def test_there_are_38_seeds() -> None:
    assert len(seed_labels()) == 38


def test_seed_names() -> None:
    right = [found.name == expected["name"] for expected, _, found in seed_labels()]
    assert sum(right) >= 37


def test_no_seed_without_a_name_gets_a_foreign_one() -> None:
    for expected, _, found in seed_labels():
        if expected["name"] is None:
            assert found.name is None or (
                found.name in expected["also_named"] and found.name != "MFA"
            )


def test_seed_long_forms() -> None:
    for expected, _, found in seed_labels():
        if found.name == expected["name"]:
            assert found.long_name == expected["long"]


def test_seed_gists_are_gists() -> None:
    for _, plain, found in seed_labels():
        assert_is_gist(found.gist, plain)


def test_seed_gists_tell_what_a_reader_would() -> None:
    shared = 0
    for expected, _, found in seed_labels():
        wanted = content_words(expected["gist"])
        shared += 2 * len(wanted & content_words(found.gist)) >= len(wanted)
    assert shared >= 28


def test_no_rule_knows_a_seed() -> None:
    names = {
        name
        for expected, _, _ in seed_labels()
        for name in (expected["name"], expected["long"], *expected["also_named"])
        if name
    }
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(index.label.__file__).parent.glob("*.py")
    )
    for name in names:
        assert not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", source), name


@pytest.mark.parametrize(
    ("plain", "name", "long_name"),
    [
        ("We propose FooNet, a network for cats. FooNet wins.", "FooNet", None),
        ("We introduce a framework called FooNet for cats.", "FooNet", None),
        ("We present the FooNet framework for cats.", "FooNet", None),
        ("We develop a new method, FooNet, for cats. FooNet wins.", "FooNet", None),
        (
            "Cats are hard. We propose Fast Optimal Ordering (FOO), which orders cats. FOO wins.",
            "FOO",
            "Fast Optimal Ordering",
        ),
        (
            "We propose FooBar (Fast Ordering of Big Arrays), a sorter. FooBar wins.",
            "FooBar",
            "Fast Ordering of Big Arrays",
        ),
        ("In this paper, a method named FooNet is proposed for cats.", "FooNet", None),
        ("We present FooNet 2.0, a network for cats. FooNet wins.", "FooNet 2.0", None),
        ("We present the Growing Cat Algorithm, which feeds cats.", "Growing Cat Algorithm", None),
        ("We introduce “FooNet”, a network for cats.", "FooNet", None),
        (
            "We propose cat balance (CB), which balances cats. We show that CB wins.",
            "cat balance",
            None,
        ),
        ("This paper presents FooNet Lab, a tool. FooNet Lab runs.", "FooNet Lab", None),
        # Somebody else's.
        ("We study cats with BERT and CLIP. BERT wins on ImageNet.", None, None),
        ("Feline Analysis Tools (FATS) are popular. We study how FATS see cats.", None, None),
        ("We use Mixed Array Sorting (MAS-X) as a tool. It beats QUUX-3 by far.", None, None),
        ("We compare our method with FooNet and beat it on BarSet.", None, None),
        ("We study why cats purr. We find that warmth is the reason.", None, None),
    ],
)
def test_names(plain: str, name: str | None, long_name: str | None) -> None:
    found = label(plain)
    assert (found.name, found.long_name) == (name, long_name)


def test_link_supports_a_name() -> None:
    plain = "We defend cats by masks. QUUX requires one pass. Code is at the address below."
    assert label(plain).name is None
    assert label(plain, ["https://github.com/someone/quux-code."]).name == "QUUX"


def test_link_alone_gives_no_name() -> None:
    plain = "We defend cats by masks. The code is at https://github.com/someone/QuuxNet."
    assert label(plain, ["https://github.com/someone/QuuxNet"]).name is None


@pytest.mark.parametrize(
    ("plain", "gist"),
    [
        # What stands beside the name, and fits.
        ("We propose FooNet, a network for small cats.", "a network for small cats"),
        ("We propose FooNet, which teaches small cats to swim.", "teaches small cats to swim"),
        # Praise is left out, the noun stays.
        (
            "We propose a novel method for teaching small cats to swim.",
            "method for teaching small cats to swim",
        ),
        # The verb belongs to it.
        (
            "We recast cat feeding as a shortest path problem.",
            "recast cat feeding as a shortest path problem",
        ),
        (
            "We show that small cats learn to swim in cold water.",
            "small cats learn to swim in cold water",
        ),
        ("We study how warmth affects small cats, and more.", "how warmth affects small cats"),
        # Cut at the end of a phrase.
        (
            TOO_LONG,
            "the habits of small cats in cold water",
        ),
        # No authors in it: the sentence itself.
        ("Small cats swim in cold water.", "Small cats swim in cold water"),
    ],
)
def test_gists(plain: str, gist: str) -> None:
    assert label(plain).gist == gist


def test_gist_of_wide_characters() -> None:
    found = label("我们提出了一种新的图像水印方法，" * 10)
    assert found.gist.startswith("我们提出了")
    assert 0 < cells(found.gist) <= 70


def test_gist_of_one_long_word_is_cut_in_it() -> None:
    assert label("x" * 500).gist == "x" * 70
    assert label("漢" * 500).gist == "漢" * 35


def test_blank_abstract_has_an_empty_label() -> None:
    assert label("") == label(" \n ") == Label("")


def test_text_behind_leading_blanks_is_read() -> None:
    assert label("\n" * 10_000 + "Small cats swim.").gist == "Small cats swim"


@pytest.mark.parametrize(
    "hostile",
    [
        "a" * 200_000,
        "(" * 200_000,
        "(a) " * 50_000,
        "we propose " * 20_000,
        "We propose A, a b. " * 10_000,
        "we use " * 30_000,
        "A-B " * 50_000,
        "We propose " + "A" * 200_000,
        "We propose " + "A b " * 50_000,
        "We propose FOO (" + "Fast " * 50_000,
        "We propose FooNet, " + "a " * 100_000,
        '"' * 200_000,
        "\n" * 200_000 + ".",
    ],
)
def test_hostile_abstract_gets_a_bounded_label(hostile: str) -> None:
    found = label(hostile, ["https://github.com/" + hostile])
    assert 0 < cells(found.gist) <= 70
    assert len(found.name or "") <= 200
    assert len(found.long_name or "") <= 120


PIECES = st.sampled_from(
    [
        *".,;:()[]-—–'’\"“” \n",
        "We",
        "we",
        "propose ",
        "FOO",
        "FooNet",
        "a",
        "Fast Optimal Order",
        "that ",
        "called ",
        "is ",
        "https://a.b/FOO",
        "中文",
        "e.g.",
        "and ",
        "1.0",
        "é",
    ]
)


@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(PIECES, max_size=60).map("".join)))
def test_any_text_has_a_label(plain: str) -> None:
    found = label(plain, [plain])
    assert cells(found.gist) <= 70
    assert found.gist in collapsed(plain)
    assert bool(found.gist) == bool(plain.strip())
    assert label(plain, [plain]) == found


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("FooNet", Shape.MIXED),
        ("fooNet", Shape.MIXED),
        ("Foo-X2", Shape.COMPOUND),
        ("FOO-bar", Shape.COMPOUND),
        ("3DFoo", Shape.COMPOUND),
        ("QUUX", Shape.CAPITALS),
        ("QUUXs", Shape.CAPITALS),
        ("QX", Shape.TWO_CAPITALS),
        ("Foo2", Shape.NUMBERED),
        ("foo2bar", Shape.NUMBERED),
        ("Foo-Bar", Shape.TITLED),
        ("BERT-CNN", Shape.JOINED),
        ("Mamba", Shape.CAPITALISED),
        ("mamba", None),
        ("BERT", None),
        ("LLMs", None),
        ("LLM-driven", None),
        ("non-BERT", None),
        ("20x", None),
        ("8K", None),
        ("x", None),
        ("III", None),
    ],
)
def test_shapes(word: str, shape: Shape | None) -> None:
    assert shape_of(word) is shape


@pytest.mark.parametrize(
    ("phrase", "acronym", "long_form"),
    [
        ("we propose Hidden Markov Models", "HMM", "Hidden Markov Models"),
        ("fast ordering of arrays", "FOA", "fast ordering of arrays"),
        ("the heat shock transcription factor", "HSF", "heat shock transcription factor"),
        ("a novel neural engine", "NE", "neural engine"),
        ("novel engine", "NE", None),
        ("nothing of it", "XYZ", None),
        ("single", "S", None),
    ],
)
def test_long_forms(phrase: str, acronym: str, long_form: str | None) -> None:
    assert long_form_before(phrase, acronym) == long_form


def test_abbreviates_needs_the_order() -> None:
    assert abbreviates("FBz", "Fast Binary zip")
    assert not abbreviates("BFz", "Fast Binary zip")


def test_version_is_a_positive_number() -> None:
    assert LABEL_VERSION >= 1
