from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from index.citations import (
    STYLES,
    Cited,
    StyleNotAvailable,
    UnknownStyle,
    available,
    cite,
)
from index.paper import Identifiers, Link
from tests.index.citations.samples import (
    ARTICLE,
    AUTHORS_ONLY,
    CONFERENCE,
    TITLE_ONLY,
    cited,
    untitled,
)

LETTERS = {
    "bibtex": "b",
    "biblatex": "l",
    "ris": "r",
    "csl-json": "c",
    "apa": "a",
    "apa-in-text": "n",
    "mla": "m",
    "chicago-author-date": "h",
    "ieee": "i",
    "acm": "A",
    "harvard": "H",
    "nature": "N",
    "vancouver": "V",
    "markdown": "d",
    "org": "o",
    "typst": "T",
    "plain": "p",
    "key": "k",
    "cite": "L",
    "pandoc": "P",
    "label": "t",
    "abstract": "x",
    "quotation": "q",
    "link": "u",
}
ZEBRA = untitled("Zebras run.")
APES = untitled("Apes climb.")


def test_every_style_has_its_own_letter() -> None:
    assert {info.name: info.letter for info in STYLES.values()} == LETTERS
    assert all(name == info.name for name, info in STYLES.items())


@pytest.mark.parametrize("style", LETTERS)
def test_every_style_writes_every_paper(style: str) -> None:
    assert STYLES[style].untitled
    for paper in (ZEBRA, CONFERENCE, TITLE_ONLY, AUTHORS_ONLY):
        assert available(style, [paper])
        if style not in {"quotation", "link"}:
            assert cite([cited(paper)], style)


@pytest.mark.parametrize("paper", [CONFERENCE, TITLE_ONLY, AUTHORS_ONLY])
def test_a_title_or_author_rules_the_untitled_templates_out(paper: object) -> None:
    for style in STYLES:
        try:
            text = cite([cited(paper)], style)  # type: ignore[arg-type]
        except StyleNotAvailable:
            continue
        assert "Untitled abstract" not in text


@pytest.mark.parametrize(
    ("asked", "nearest"), [("bibtx", "bibtex"), ("APA", "apa"), ("chicago", "chicago-author-date")]
)
def test_an_unknown_style_is_answered_with_the_nearest(asked: str, nearest: str) -> None:
    with pytest.raises(UnknownStyle, match=rf"{asked}.*did you mean {nearest}\?"):
        cite([cited(ZEBRA)], asked)
    with pytest.raises(UnknownStyle):
        available(asked, [ZEBRA])


def test_a_style_like_no_other_is_answered_with_all_of_the_command_line() -> None:
    with pytest.raises(UnknownStyle, match=r"styles are bibtex, .*, key(; other CSL styles .*)?$"):
        cite([cited(ZEBRA)], "zzzzzz")


@pytest.mark.parametrize("style", STYLES)
def test_no_papers_cannot_be_cited(style: str) -> None:
    assert not available(style, [])
    with pytest.raises(ValueError, match="nothing to cite"):
        cite([], style)


def test_author_date_styles_sort() -> None:
    for style in ("apa", "mla", "chicago-author-date", "harvard"):
        text = cite([cited(ZEBRA), cited(APES)], style)
        assert re.findall("Zebras|Apes", text) == ["Apes", "Zebras"]
        assert len(text.splitlines()) == 2


def test_numbered_styles_count_in_list_order() -> None:
    for style, one, two in (
        ("ieee", "[1] U", "[2] U"),
        ("acm", "[1] U", "[2] U"),
        ("nature", "1. U", "2. U"),
        ("vancouver", "1. [U", "2. [U"),
    ):
        first, second = cite([cited(ZEBRA), cited(APES)], style).splitlines()
        assert first.startswith(f"{one}ntitled abstract beginning “Zebras")
        assert second.startswith(f"{two}ntitled abstract beginning “Apes")


@pytest.mark.parametrize("style", ["markdown", "plain"])
def test_other_texts_keep_the_order_one_a_line(style: str) -> None:
    first, second = cite([cited(ZEBRA), cited(APES)], style).splitlines()

    assert "Zebras" in first
    assert "Apes" in second


def test_several_in_text_share_the_parentheses() -> None:
    assert cite([cited(ZEBRA), cited(APES)], "apa-in-text") == (
        "([Untitled abstract beginning “Apes climb”], 2026;"
        " [Untitled abstract beginning “Zebras run”], 2026)"
    )


def test_entries_for_programs_are_joined_as_their_format_asks() -> None:
    items = [cited(ZEBRA, "z"), cited(APES, "a")]

    for style in ("bibtex", "biblatex"):
        assert cite(items, style) == "\n\n".join(cite([item], style) for item in items)
    assert cite(items, "ris") == "".join(cite([item], "ris") for item in items)
    assert [record["id"] for record in json.loads(cite(items, "csl-json"))] == ["z", "a"]


def test_bibtex_and_plain_mix_both_kinds_of_paper() -> None:
    items = [cited(CONFERENCE, "c"), cited(ZEBRA, "z")]

    assert re.findall("^@.*", cite(items, "bibtex"), re.MULTILINE) == [
        "@inproceedings{c,",
        "@misc{z,",
    ]
    assert len(cite(items, "plain").splitlines()) == 2


def test_keys() -> None:
    items = [cited(ZEBRA, "a"), cited(CONFERENCE, "b2"), cited(APES, "pmlr-v1-x:y.z")]

    assert cite(items, "key") == "a\nb2\npmlr-v1-x:y.z"
    assert cite(items, "cite") == r"\cite{a,b2,pmlr-v1-x:y.z}"
    assert cite(items, "pandoc") == "[@a; @b2; @pmlr-v1-x:y.z]"
    assert cite([cited(ZEBRA, "a--b")], "pandoc") == "[@{a--b}]"


def test_labels_are_titles_where_there_are_any() -> None:
    assert cite([cited(CONFERENCE, label="Lasso")], "label") == CONFERENCE.title
    assert cite([cited(ZEBRA, label="ZebraNet")], "label") == "ZebraNet"
    assert cite([cited(ZEBRA)], "label") == "Untitled abstract beginning “Zebras run”"
    assert cite([cited(AUTHORS_ONLY)], "label") == "Rakotomamonjy et al., 2019"


def test_abstracts_are_plain_text() -> None:
    item = Cited(untitled("*Zebras* run."), "z", "Zebras run.")

    assert cite([item, cited(APES)], "abstract") == "Zebras run.\n\nApes climb."
    with pytest.raises(StyleNotAvailable, match="No abstract is recorded"):
        cite([cited(ARTICLE)], "abstract")


def test_a_quotation_is_of_one_paper_and_needs_a_sentence() -> None:
    assert not available("quotation", [ZEBRA, APES])
    with pytest.raises(StyleNotAvailable, match="one sentence of one paper"):
        cite([cited(ZEBRA)], "quotation")


def test_links_come_from_the_record_then_from_identifiers_then_from_the_abstract() -> None:
    recorded = untitled(
        links=(
            Link("code", "https://example.org/code"),
            Link("pdf", "https://example.org/a.pdf"),
            Link("url", "https://example.org/a"),
        )
    )
    archived = untitled(
        ids=Identifiers(arxiv="2401.01234"), links=(Link("pdf", "https://example.org/a.pdf"),)
    )
    mentioned = untitled(r"Our code: \url{https://example.org/x_y}.")

    assert cite([cited(recorded)], "link").splitlines() == [
        "https://example.org/a",
        "https://example.org/a.pdf",
        "https://example.org/code",
    ]
    assert cite([cited(archived)], "link").splitlines() == [
        "https://arxiv.org/abs/2401.01234",
        "https://example.org/a.pdf",
    ]
    assert cite([cited(ARTICLE)], "link") == "https://doi.org/10.1038/nature14539"
    assert cite([cited(mentioned)], "link") == "https://example.org/x_y"
    with pytest.raises(StyleNotAvailable, match="No link is recorded"):
        cite([cited(ZEBRA)], "link")


@pytest.mark.parametrize(
    ("ids", "link"),
    [
        (Identifiers(openreview="05T81ScPFb"), "https://openreview.net/forum?id=05T81ScPFb"),
        (Identifiers(acl="2024.acl-long.12"), "https://aclanthology.org/2024.acl-long.12/"),
        (Identifiers(doi="doi:10.1/x", acl="a"), "https://doi.org/10.1/x"),
    ],
)
def test_identifiers_give_a_link(ids: Identifiers, link: str) -> None:
    assert cite([cited(untitled(ids=ids))], "link") == link


def test_importing_citations_loads_no_parser() -> None:
    code = (
        "import sys, index.citations; "
        "sys.exit(bool({'markdown_it', 'pylatexenc', 'textual', 'whoosh'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
