"""The Proceedings of Machine Learning Research: posts, pages and indexes; other pages of papers."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.paper import Date, Paper
from tests.index.importers.whole_path import links, paper, papers, problems, read, read_all, spoken
from tests.shared import SHARED, requires_shared

# The fields of a post: "PMLR Proceedings Specification" (mlresearch.github.io).
POST = """---
title: 'Learning: a $1 < p < 2$ view'
booktitle: Proceedings of the 36th International Conference on Machine Learning
year: '2019'
volume: '97'
series: Proceedings of Machine Learning Research
month: 0
publisher: PMLR
address: No
pdf: http://proceedings.mlr.press/v97/doe19a/doe19a.pdf
url: http://proceedings.mlr.press/v97/doe19a.html
openreview: Ab-1_c
abstract: We find that $1 < p < 2$ holds
  in a second line.
layout: inproceedings
id: doe19a
firstpage: 11
lastpage: 20
page: 11-20
bibtex_author: Doe, Jane and Now{\\'e}, Ann
author:
- given: Jane
  family: Doe
- given: Ann
  family: van Nowé
- given: Jo
  prefix: de
  family: King
  suffix: Jr.
- given: Mausam
  family: ''
editor:
- given: Kamalika
  family: Chaudhuri
date: 2019-05-24
extras:
- label: Code
  link: https://github.com/doe/nets
- label: Supplementary PDF
  link: http://proceedings.mlr.press/v97/doe19a/doe19a-supp.pdf
---
"""


def test_a_post(tmp_path: Path) -> None:
    found = paper(tmp_path, POST, "pmlr")
    assert found.title == "Learning: a $1 < p < 2$ view"
    assert found.abstract == "We find that $1 < p < 2$ holds in a second line."
    assert spoken(found.authors) == ["Jane||Doe", "Ann|van|Nowé", "Jo|de|King|Jr.", "Mausam"]
    assert spoken(found.editors) == ["Kamalika||Chaudhuri"]
    assert found.kind == "conference"
    assert found.venue == "Proceedings of the 36th International Conference on Machine Learning"
    assert found.series == "Proceedings of Machine Learning Research"
    assert (found.volume, found.pages, found.date) == ("97", "11-20", Date(2019, 5, 24))
    assert (found.publisher, found.place) == ("PMLR", "No")  # not "False"
    assert links(found) == [
        ("url", "http://proceedings.mlr.press/v97/doe19a.html"),
        ("pdf", "http://proceedings.mlr.press/v97/doe19a/doe19a.pdf"),
        ("code", "https://github.com/doe/nets"),
    ]
    assert (found.ids.pmlr, found.ids.openreview) == ("v97/doe19a", "Ab-1_c")
    assert (found.ids.citation_key, found.source.record_key) == ("pmlr-v97-doe19a", "doe19a")


def test_a_post_with_little_in_it(tmp_path: Path) -> None:
    found = paper(tmp_path, "---\nlayout: inproceedings\ntitle: T\nauthor: Jane Doe\n"
                            "issued:\n  date-parts:\n  - 2019\n  - 5\n---\n", "pmlr")  # fmt: skip
    assert (found.title, spoken(found.authors), found.date) == ("T", ["Jane||Doe"], Date(2019, 5))


@pytest.mark.parametrize(
    ("front", "reason"),
    [
        ("a: &x [y]\nb: *x", "it refers to itself or is nested too deeply"),
        ("a: " + "[" * 5_000, "it is nested too deeply"),
        ("a:\n " + "- " * 5_000, "it refers to itself or is nested too deeply"),
        ("title: 'open", "found unexpected end of stream in line 3"),
        ("b: x: y", "mapping values are not allowed in this context in line 3"),
    ],
)
def test_posts_that_are_refused(tmp_path: Path, front: str, reason: str) -> None:
    found = read(tmp_path, f"---\nlayout: inproceedings\n{front}\n---\n", "pmlr")
    assert [str(problem) for problem in problems(found)] == [
        f"{tmp_path / 'file'}:1: front matter that is no YAML: {reason}"
    ]


def test_no_code_is_run_that_yaml_names(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    named = f'!!python/object/apply:os.system ["touch {touched}"]'
    text = f"---\nlayout: inproceedings\ntitle: T\nvolume: {named}\n---\n"
    assert paper(tmp_path, text, "pmlr").title == "T"
    assert not touched.exists()


PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="citation_title" content="Nets with n < m &amp; &quot;more&quot;">
<meta name="citation_author" content="Jane Doe">
<meta name="citation_author" content="Nowé, Ann">
<meta name="citation_publication_date" content="2019/05/24">
<meta name="citation_conference_title" content="International Conference on Machine Learning">
<meta name="citation_firstpage" content="11"><meta name="citation_lastpage" content="20">
<meta name="citation_pdf_url" content="http://proceedings.mlr.press/v97/doe19a/doe19a.pdf">
<link rel="canonical" href="https://proceedings.mlr.press/v97/doe19a.html"/>
</head><body><article class="post-content">
<div id="authors" class="authors">Jane Doe, Ann Now&eacute;;</div>
<div id="info" class="authors">
    <i>Proceedings of the 36th International Conference on Machine Learning</i>,
    PMLR 97:11-20, 2019.
</div>
<h4>Abstract</h4>
<div id="abstract" class="abstract">
  %s
</div>
<div id="extras"><ul>
<li><a href="http://proceedings.mlr.press/v97/doe19a/doe19a.pdf">Download PDF</a></li>
<li><a href="https://github.com/doe/nets">Code</a></li></ul></div>
<footer class="abstract">Not this.</footer></article></body></html>
"""


def test_a_page(tmp_path: Path) -> None:
    found = paper(
        tmp_path, PAGE % "We <!-- no -->find <em>it</em>.<div>In &lt; two parts.</div>", "pmlr"
    )
    assert found.title == 'Nets with n < m & "more"'
    assert found.abstract == "We find \\textit{it}.\n\nIn < two parts."
    assert spoken(found.authors) == ["Jane||Doe", "Ann||Nowé"]
    assert found.venue == "Proceedings of the 36th International Conference on Machine Learning"
    assert found.series == "Proceedings of Machine Learning Research"
    assert (found.volume, found.pages, found.date) == ("97", "11-20", Date(2019, 5, 24))
    assert links(found) == [
        ("url", "https://proceedings.mlr.press/v97/doe19a.html"),
        ("pdf", "http://proceedings.mlr.press/v97/doe19a/doe19a.pdf"),
        ("code", "https://github.com/doe/nets"),
    ]
    assert (found.ids.pmlr, found.ids.citation_key) == ("v97/doe19a", "pmlr-v97-doe19a")


@pytest.mark.parametrize(
    "abstract",
    [
        "For $1 < p < 2$ and all the rest.",
        "For $1<p<2$ and all the rest.",
        "For $a<b>c$ and $x<i$ all the rest.",
        "For n<m and O(n) <= 5 all the rest.",
        "For \\(i<b\\) all the rest, a <b c.",
        "It costs $5, or < $10, to read the rest.",
    ],
)
def test_an_abstract_that_is_not_escaped_stays_whole(tmp_path: Path, abstract: str) -> None:
    assert paper(tmp_path, PAGE % abstract, "pmlr").abstract == abstract


def test_a_page_of_a_journal_elsewhere(tmp_path: Path) -> None:
    # Names as in Google Scholar's "Inclusion Guidelines for Webmasters".
    found = paper(
        tmp_path,
        "<html><head><meta content='A Title' name='citation_title'/>"
        '<meta name="citation_authors" content="Doe, Jane; Li, Bo">'
        '<meta name="citation_journal_title" content="J. Depth">'
        '<meta name="citation_volume" content="3"><meta name="citation_issue" content="2">'
        '<meta name="citation_doi" content="10.1000/x"><meta name="citation_date" content="2011">'
        '<meta name="citation_abstract" content="We find.">'
        '<meta name="citation_author_email" content="jane@example.org"></head></html>',
        "pmlr",
    )
    assert (found.title, found.kind, found.venue) == ("A Title", "article", "J. Depth")
    assert spoken(found.authors) == ["Jane||Doe", "Bo||Li"]
    assert (found.volume, found.issue, found.date) == ("3", "2", Date(2011))
    assert (found.ids.doi, found.abstract) == ("10.1000/x", "We find.")
    assert "example.org" not in repr(found)


def test_an_abstract_under_a_heading(tmp_path: Path) -> None:
    # As the proceedings of NeurIPS have it.
    text = (
        '<html><head><meta name="citation_title" content="T"></head><body><div class="col">'
        "<h4>Authors</h4><p>Jane Doe</p><h4>Abstract</h4>\n<p><p>We find $a<b$.</p></p>\n"
        "<h4>Name Change Policy</h4><p>No.</p></div></body></html>"
    )
    assert paper(tmp_path, text, "pmlr").abstract == "We find $a<b$."


INDEX = """<!DOCTYPE html>
<html><body>
<h2>Volume 97: International Conference on Machine Learning, 9-15 June 2019, Long Beach, CA</h2>
<div class="paper">
  <p class="title">Nets for $1<p$ &amp; more</p>
  <p class="details">
    <span class="authors">Jane Doe,&nbsp;Anna van Berg,
      Bo Li</span>;
    <span class="info"><i>Proceedings of the 36th ICML</i>, PMLR 97:1-10</span>
  </p>
  <p class="links">[<a href="https://proceedings.mlr.press/v97/doe19a.html">abs</a>][<a
    href="http://proceedings.mlr.press/v97/doe19a/doe19a.pdf" target="_blank">Download PDF</a>][<a
    href="https://github.com/doe/nets">Software</a>]</p>
</div>
<div class="paper">
  <p class="title">Second</p>
  <p class="details"><span class="authors">Al Ed</span>; <span class="info">PMLR 97:11-20</span></p>
</div>
<div class="paper"><p class="links">nothing</p></div>
</body></html>
"""


def test_the_index_of_a_volume(tmp_path: Path) -> None:
    first, second, third = read(tmp_path, INDEX, "pmlr")
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert first.title == "Nets for $1<p$ & more"
    assert spoken(first.authors) == ["Jane||Doe", "Anna|van|Berg", "Bo||Li"]
    assert (first.venue, first.pages, first.date) == ("Proceedings of the 36th ICML", "1-10",
                                                      Date(2019, 6))  # fmt: skip
    assert links(first) == [
        ("url", "https://proceedings.mlr.press/v97/doe19a.html"),
        ("pdf", "http://proceedings.mlr.press/v97/doe19a/doe19a.pdf"),
        ("code", "https://github.com/doe/nets"),
    ]
    assert first.ids.citation_key == "pmlr-v97-doe19a"
    assert (second.title, second.volume) == ("Second", "97")
    assert second.venue == "International Conference on Machine Learning"
    assert str(third) == f"{tmp_path / 'file'}:19: has neither a title nor an abstract"


@requires_shared
def test_the_samples() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "import_samples"
    for name in ("pmlr_page.html", "pmlr_post.md"):
        (found,) = read_all(folder / name, "pmlr")
        assert isinstance(found, Paper)
        assert found.title == "Dynamic Weights in Multi-Objective Deep Reinforcement Learning"
        assert spoken(found.authors) == ["Axel||Abels", "Ann||Nowé"]
        assert (found.volume, found.pages) == ("97", "11-20")
        assert found.ids.pmlr == "v97/abels19a"
        assert ("code", "https://github.com/axelabels/DynMORL") in links(found)
        if name == "pmlr_page.html":  # line 24
            assert "for $1 < p < 2$, based on their relative importance." in found.abstract


def test_several_hundred_papers_are_told_apart(tmp_path: Path) -> None:
    items = "".join(f'<div class="paper"><p class="title">T{n}</p></div>\n' for n in range(500))
    found = papers(tmp_path, f"<html><body>PMLR\n{items}</body></html>", "pmlr")
    assert [one.title for one in found] == [f"T{n}" for n in range(500)]
