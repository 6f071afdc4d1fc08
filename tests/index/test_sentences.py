"""Sentences end where a reader of papers would end them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.sentences import sentences
from tests.shared import SEED_EXPECTED

# Counted by hand in the seed files: (file, number in the file) -> sentences.
COUNTED = {
    ("000", 1): 6,
    ("000", 3): 7,
    ("000", 4): 11,
    ("000", 14): 7,
    ("000", 18): 7,
    ("003", 3): 9,
    ("003", 4): 5,
    ("003", 8): 8,
    ("003", 9): 7,
    ("003", 14): 8,
    ("003", 15): 7,
    ("003", 17): 7,
}


def seeds() -> dict[tuple[str, int], str]:
    with (SEED_EXPECTED / "plain.jsonl").open(encoding="utf-8") as lines:
        return {(row["file"][:3], row["n"]): row["plain"] for row in map(json.loads, lines)}


def cut(plain: str) -> list[str]:
    return [plain[start:end] for start, end in sentences(plain)]


@pytest.mark.parametrize(("place", "count"), COUNTED.items())
def test_seed_counts(place: tuple[str, int], count: int) -> None:
    assert len(cut(seeds()[place])) == count


@pytest.mark.parametrize(
    ("place", "number", "begins", "ends"),
    [
        (("000", 4), 4, "In this work, we present FakeWorld 1.0, an", "evaluation framework."),
        (("000", 4), 11, "We position FakeWorld 1.0 as", "fake multimodal content."),
        (
            ("000", 14),
            6,
            "This model helps us explain prior empirical phenomena - e.g.,",
            "controls.",
        ),
        (("000", 18), 1, "Most current paradigms", "or optimization with regularization)."),
        (("000", 18), 3, "Under this framework", "unable to activate model features)."),
        (("003", 3), 6, "For backdoors in vision models", "four datasets (next best 0.83)."),
        (("003", 4), 1, "How should the sequence", "the model’s internal state?"),
        (("003", 8), 6, "Moreover, on Llama-3.2-3B-it", "that achieve 7.0% and 10.2%."),
        (("003", 9), 2, 'These "Rashomon sets" pose', "robust decision making."),
        (("003", 15), 4, "We establish a lower bound of 1.366", "within a factor better than 3."),
        (("003", 16), 11, "Our code is available at:", "https://github.com/mbzuai-nlp/CRH."),
        (("003", 17), 6, "Finally, we demonstrate", "contamination-driven performance."),
    ],
)
def test_seed_texts(place: tuple[str, int], number: int, begins: str, ends: str) -> None:
    sentence = cut(seeds()[place])[number - 1]
    assert sentence.startswith(begins)
    assert sentence.endswith(ends)


@pytest.mark.parametrize(
    "expected",
    [
        # Abbreviations inside a sentence.
        ["Some methods, e.g. BERT, fail.", "Others do not."],
        ["This holds (e.g., A and B), i.e. Always.", "We prove it."],
        ["Upper vs. Lower bounds.", "See also cf. Smith."],
        ["It is convex w.r.t. X, resp. Y.", "It takes approx. 3 hours."],
        ["As in Fig. 3 and Figs. 4, 5.", "By Eq. (2) and Sec. B it holds."],
        ["We follow J. Smith and A. B. Jones.", "They were first."],
        ["Smith et al. (2020) and Lee et al. [3] agree.", "So do we."],
        ["This was shown by Kim et al.", "We extend it."],
        ["Dr. Lee and Prof. Kim wrote it."],
        ["It includes cats, dogs, etc. and more.", "It has cats, dogs, etc.", "We stop."],
        ["It runs in the U.S. Army.", "It runs in the U.S.", "The rest does not."],
        ["The answer is no.", "We use No. 5 of them."],
        ["It runs on a mobile app.", "We measure it on App. B of them."],
        # Not abbreviations, though they look like ones.
        ["Images from CT and MR.", "It fuses both."],
        ["This improves the state of the art.", "Further results follow."],
        ["It works for class C.", "The rest fails."],
        ["It answers within 9 ms.", "This is fast."],
        # Numbers, versions, addresses.
        ["The bound is 1.366.", "FakeWorld 1.0, in v2.1, beats GPT-3.5."],
        ["See https://a.b/c.html?x=1!y.z for it.", "Code: www.a.b/c.", "Done."],
        # Other ends.
        ["Is attention all you need?", "No!", "Really?!", "Yes."],
        ['He asks "why?" and goes.', '"Is it so?"', "It is (we hope).", "(It was.)", "So."],
        ["It grows ... and grows.", "And so on...", "We stop…", "Here."],
        ["The Yahoo! Answers set.", "We win!", "The rest loses."],
        ["They agree (Smith et al.).", "Bayesian ones do not."],
        ["First, (i) we do.", "(ii) Then we stop.", "(2) Done."],
        ["1. We do this.", "2. We do that."],
        # Names spelled with a small first letter.
        ["It fails.", "iPhone users do not.", "x-vectors work.", "vLLM too."],
        # A slip of the author's.
        ["We propose methods.", "our results are good."],
    ],
)
def test_sentences(expected: list[str]) -> None:
    assert cut(" ".join(expected)) == expected


def test_forgotten_blank() -> None:
    assert cut("It is the core of the model.We show more.") == [
        "It is the core of the model.",
        "We show more.",
    ]
    assert cut("It uses node.js and x.The at https://a.b/model.We show.") == [
        "It uses node.js and x.The at https://a.b/model.We show."
    ]


def test_ideographs_need_no_blank() -> None:
    assert cut("我们提出新方法。它很好！真的？是的.对") == [
        "我们提出新方法。",
        "它很好！",
        "真的？",
        "是的.",
        "对",
    ]
    assert cut("他说：“好。”我们走。") == ["他说：“好。”", "我们走。"]


def test_line_end_parts_paragraphs() -> None:
    assert cut("  one\n\ntwo, no stop \n three. ") == ["one", "two, no stop", "three."]


def test_blank_text_has_none() -> None:
    assert sentences("") == ()
    assert sentences(" \n\t ") == ()


PIECES = st.sampled_from(
    [
        *".!?…。！？\n\"'”’)(”[] ,;:-",
        "We",
        "we",
        "e.g.",
        "et al.",
        "Fig.",
        "J.",
        "3",
        "1.5",
        "中",
        "A",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_ranges_cover_every_character(plain: str) -> None:
    found = sentences(plain)
    covered = [False] * len(plain)
    last = 0
    for start, end in found:
        assert last <= start < end <= len(plain)
        assert plain[start:end] == plain[start:end].strip()
        covered[start:end] = [True] * (end - start)
        last = end
    assert all(done or plain[at].isspace() for at, done in enumerate(covered))


@pytest.mark.parametrize(
    "hostile",
    [
        "a" * 200_000,
        "." * 200_000,
        ". " * 100_000,
        ".) " * 70_000,
        "." + ")" * 200_000,
        ("." + " " * 1_000) * 200,
        "e.g. " * 40_000,
        "a.We " * 40_000,
        "1. a " * 40_000,
        "A. " * 70_000,
        "\n" * 200_000,
    ],
)
def test_hostile_text_is_cut_whole(hostile: str) -> None:
    joined = "".join(hostile[start:end] for start, end in sentences(hostile))
    assert joined.count(".") == hostile.count(".")
    assert joined.count("a") == hostile.count("a")
