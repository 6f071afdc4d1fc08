from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations import citation_key, disambiguated, distinct_key
from index.paper import Date, Identifiers, Name, Paper
from tests.index.citations.samples import (
    AUTHORS_ONLY,
    CONFERENCE,
    TITLE_ONLY,
    expected_citations,
    seeds,
    untitled,
)


def written_by(name: Name, title: str | None = "On Lattices") -> Paper:
    return replace(CONFERENCE, authors=(name,), title=title, ids=Identifiers())


def test_the_seeds_have_the_expected_keys() -> None:
    for row in expected_citations():
        item = seeds()[str(row["file"]), int(str(row["n"]))]
        assert citation_key(item.paper) == row["key"]


def hash_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    ("heading", "start"),
    [
        (None, "abstractnd"),
        ("论文列表 2024", "abstract2024"),
        ("Труды 2024", "abstract2024"),
        ("2024 papers", "abstract2024"),
        ("ICML2026", "icml2026"),
        ("3DV 2025", "3dv2025"),
        ("État de l’art", "etatnd"),
        ("R&D 2020", "rd2020"),
    ],
)
def test_an_untitled_key_begins_with_heading_and_year(heading: str | None, start: str) -> None:
    paper = untitled("Watermarks survive.", collection=heading)

    expected = f"{start}-watermarks-survive-{hash_of('Watermarks survive.')[:6]}"
    assert citation_key(paper) == expected


@pytest.mark.parametrize(
    ("abstract", "words"),
    [
        # Stop words, words of three letters and commands are passed over; hyphens split.
        (r"We use \textbf plug‑and‑play GAN models", "plug-play"),
        ("Fréchet Łukasiewicz", "frechet-lukasiewicz"),
        ("It is a " * 40 + "lattice", "lattice"),
        ("水印方法", ""),
        ("a" * 100, "a" * 24),
    ],
)
def test_words_of_an_untitled_key(abstract: str, words: str) -> None:
    parts = ["icml2026", *([words] if words else []), hash_of(abstract.strip())[:6]]

    assert citation_key(untitled(abstract)) == "-".join(parts)


def test_white_space_and_position_do_not_change_an_untitled_key() -> None:
    one = untitled("Watermarks survive it.")
    other = untitled("  Watermarks\n survive   it. ", source=replace(one.source, number=9))

    assert citation_key(one) == citation_key(other)


def test_an_untitled_key_shared_with_another_gets_a_longer_hash() -> None:
    paper = untitled("Watermarks survive.")
    digest = hash_of("Watermarks survive.")

    assert distinct_key(paper) == f"icml2026-watermarks-survive-{digest[:8]}"
    assert distinct_key(paper, 8) == f"icml2026-watermarks-survive-{digest[:8]}-55556666"


@pytest.mark.parametrize(
    ("ids", "key"),
    [
        (Identifiers(citation_key="ahn2023preference", pmlr="v1/x"), "ahn2023preference"),
        (Identifiers(citation_key="DBLP:conf/icml/Doe19"), "DBLP:conf/icml/Doe19"),
        (Identifiers(pmlr="v97/lattanzi19a"), "pmlr-v97-lattanzi19a"),
        (Identifiers(pmlr="pmlr-v97-lattanzi19a"), "pmlr-v97-lattanzi19a"),
        (Identifiers(acl="2024.acl-long.12"), "2024.acl-long.12"),
        (Identifiers(arxiv="2401.01234"), "arxiv-2401.01234"),
        (Identifiers(arxiv="arXiv:cs/0112017"), "arxiv-cs-0112017"),
        (Identifiers(citation_key=r"mü{l,ler} 20\%"), "mu-l-ler-20"),
        (Identifiers(citation_key="王"), "rakotomamonjy2019screening"),
        (Identifiers(openreview="05T81ScPFb"), "rakotomamonjy2019screening"),
    ],
)
def test_a_published_key_is_kept_as_far_as_it_is_safe(ids: Identifiers, key: str) -> None:
    assert citation_key(replace(CONFERENCE, ids=ids)) == key
    assert distinct_key(replace(CONFERENCE, ids=ids)).startswith(key)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        (Name(family="Sørensen", given="A"), "sorensen"),
        (Name(family="Łukasz", given="A"), "lukasz"),
        (Name(family="Weiß", given="A"), "weiss"),
        (Name(family="Đurić", given="A"), "duric"),
        (Name(family="Işık", given="A"), "isik"),
        (Name(family="Müller-Groß", given="A"), "mullergross"),
        (Name(family="O’Neill", given="A"), "oneill"),
        (Name(family="Maaten", given="L", particle="van der"), "vandermaaten"),
        (Name(literal="OpenAI"), "openai"),
        (Name(family="Doe", given="J", suffix="Jr."), "doe"),
    ],
)
def test_family_names_are_folded(name: Name, family: str) -> None:
    assert citation_key(written_by(name)) == f"{family}2019lattices"


@pytest.mark.parametrize(
    ("title", "word"),
    [
        ("The Lattice", "lattice"),
        ("A 3D scene", "3d"),
        ("$k$-means", "means"),
        (r"{\"U}ber \emph{alles}", "uber"),
        ("Don’t stop", "dont"),
        ("How to", "how"),
        ("水印", ""),
        ("", ""),
    ],
)
def test_the_first_telling_word_of_the_title(title: str, word: str) -> None:
    assert citation_key(written_by(Name(family="Doe", given="J"), title)) == f"doe2019{word}"


def test_without_a_latin_family_name_the_id_tells_papers_apart() -> None:
    wang = written_by(Name(literal="王小明"))
    nobody = replace(TITLE_ONLY, authors=(Name(),))

    assert citation_key(wang) == "anon2019lattices-0123"
    assert distinct_key(wang) == "anon2019lattices-01234567"
    assert citation_key(TITLE_ONLY) == "anonnd3d-aaaa"
    assert citation_key(nobody) == "anonnd3d-aaaa"


def test_without_a_title_the_abstract_gives_the_word() -> None:
    assert citation_key(AUTHORS_ONLY) == "rakotomamonjy2019lasso"


def test_a_shared_base_gets_digits_of_the_id() -> None:
    paper = replace(CONFERENCE, ids=Identifiers(), date=Date(2020))

    assert disambiguated("doe2020x", "0123456789abcdef") == "doe2020x-0123"
    assert disambiguated("doe2020x", "0123456789abcdef", 6) == "doe2020x-012345"
    assert distinct_key(paper) == "rakotomamonjy2020screening-0123"
    assert distinct_key(paper, 8) == "rakotomamonjy2020screening-01234567"


SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:._+/-")


@given(text=st.text(), other=st.text(), given=st.none() | st.text())
def test_keys_hold_only_safe_characters(text: str, other: str, given: str | None) -> None:
    ids = Identifiers(citation_key=given)
    papers = (
        untitled(text, collection=other, ids=ids),
        replace(written_by(Name(family=text, given=other), other), ids=ids),
    )
    for paper in papers:
        for key in (citation_key(paper), distinct_key(paper)):
            assert set(key) <= SAFE
            assert key[0].isalnum() or key[0] == "_"
            assert len(key) <= 130
