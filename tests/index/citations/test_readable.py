"""Markdown and Org: readable references whose markup is ours alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations import cite, markdown, org
from index.paper import Link
from tests.index.citations.samples import (
    ARTICLE,
    AUTHORS_ONLY,
    CONFERENCE,
    PREPRINT,
    TITLE_ONLY,
    cited,
    untitled,
)

ZERO_WIDTH_SPACE = "\u200b"


def test_markdown_sets_the_container_in_italics() -> None:
    assert cite([cited(CONFERENCE)], "markdown") == (
        "Alain Rakotomamonjy, Gilles Gasso, and Joseph Salmon. Screening rules for Lasso with"
        " non-convex Sparse Regularizers. In *Proceedings of the 36th International Conference on"
        " Machine Learning*, edited by Kamalika Chaudhuri and Ruslan Salakhutdinov, vol. 97 of"
        " Proceedings of Machine Learning Research, pp. 5341–5350, PMLR, 2019."
        " <https://proceedings.mlr.press/v97/rakotomamonjy19a.html>"
    )
    assert cite([cited(PREPRINT)], "markdown").endswith(
        ". arXiv:1706.03762, 2017. <https://arxiv.org/abs/1706.03762>"
    )
    assert cite([cited(TITLE_ONLY)], "markdown") == "What Is 3D? n.d."
    assert r" \[Title not recorded\]. In *" in cite([cited(AUTHORS_ONLY)], "markdown")


def test_org_begins_with_its_own_citation() -> None:
    assert cite([cited(ARTICLE, "lecun2015deep")], "org") == (
        "[cite:@lecun2015deep] Yann LeCun, Yoshua Bengio, and Geoffrey Hinton. Deep learning."
        " /Nature/, vol. 521, no. 7553, pp. 436–444, 2015. [[https://doi.org/10.1038/nature14539]]"
    )


def test_org_of_an_untitled_paper() -> None:
    assert cite([cited(untitled(), "icml2026-x-1")], "org") == (
        "[cite:@icml2026-x-1] Untitled abstract beginning “We study it” — /ICML 2026 Papers/,"
        " no. 3 (2026), =a.txt=. Title and authors not recorded."
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a *b* and _c_", r"a \*b\* and \_c\_"),
        ("costs $5 to $10", r"costs \$5 to \$10"),
        ("<script> [x](y) `z` \\q", r"\<script\> \[x\](y) \`z\` \\q"),
        ("~~gone~~ ~ home", r"\~~gone\~~ ~ home"),
        ("AT&amp;T & R&D", r"AT\&amp;T & R&D"),
        ("# One", r"\# One"),
        ("1. Introduction", r"1\. Introduction"),
        ("- dash", r"\- dash"),
        ("3D is #1 - so", "3D is #1 - so"),
    ],
)
def test_plain_text_stays_plain_in_markdown(text: str, written: str) -> None:
    assert markdown.escaped(text) == written


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"])))
def test_a_markdown_reader_shows_what_was_written(text: str) -> None:
    from markdown_it import MarkdownIt

    line = " ".join(f"Title {text} end".split())
    tokens = MarkdownIt("commonmark").parse(markdown.escaped(line))

    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    children = tokens[1].children or []
    assert {child.type for child in children} <= {"text", "text_special"}
    assert "".join(child.content for child in children) == line


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a *b* /c/", "a |*b* |/c/"),
        ("snake_case x^2", "snake|_case x|^2"),
        ("[[file:x]] [fn:1] [cite:@x]", "[|[file:x]] [|fn:1] [|cite:@x]"),
        ("@@html:<b>@@ {{{m}}}", "@|@html:<b>@|@ {|{|{m}}}"),
        (r"\alpha \(x\) $x$", r"\|alpha \|(x\) $|x$"),
        ("src_python{1}", "src|_python{1}"),
        ("<2024-01-01> 1/2 = 3 * 4", "<|2024-01-01> 1/2 = 3 * 4"),
    ],
)
def test_plain_text_stays_plain_in_org(text: str, written: str) -> None:
    assert org.escaped(text) == written.replace("|", ZERO_WIDTH_SPACE)
    assert org.escaped(text).replace(ZERO_WIDTH_SPACE, "") == text


@pytest.mark.parametrize(
    ("name", "written"),
    [("a.txt", "=a.txt="), ("a=b.txt", "~a=b.txt~"), ("a=~b", "a=~b")],
)
def test_file_names_in_org(name: str, written: str) -> None:
    assert org.verbatim(name) == written


def test_addresses_do_not_end_their_link() -> None:
    paper = replace(CONFERENCE, links=(Link("url", "https://x.org/a]]b>c d<e"),))

    assert "<https://x.org/a]]b%3Ec%20d%3Ce>" in cite([cited(paper)], "markdown")
    assert "[[https://x.org/a%5D%5Db>c%20d<e]]" in cite([cited(paper)], "org")
