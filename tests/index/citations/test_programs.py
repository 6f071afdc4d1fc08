"""BibLaTeX, RIS, CSL-JSON and Typst of single papers, letter by letter."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from index.citations import Cited, cite
from index.paper import Date, Identifiers, Link, Name
from tests.index.citations.samples import (
    ARTICLE,
    AUTHORS_ONLY,
    CONFERENCE,
    PREPRINT,
    TITLE_ONLY,
    cited,
    untitled,
)

CHAPTER = replace(
    CONFERENCE,
    kind="chapter",
    title="R&D: 100 % of x_i",
    authors=(
        Name("Cruz", "Juan", "de la"),
        Name("King", "Martin Luther", "", "Jr."),
        Name(literal="OpenAI"),
        Name(literal="王小明"),
    ),
    editors=(Name("Müller", "Jürgen"),),
    date=Date(2019, 6),
    series=None,
    venue="Élet & Co.",
    place="Zürich",
    pages="e1-e9, 12",
    ids=Identifiers(),
    links=(),
)


def test_biblatex_of_a_conference_paper() -> None:
    assert cite([cited(CONFERENCE, "pmlr-v97-rakotomamonjy19a")], "biblatex") == (
        "@inproceedings{pmlr-v97-rakotomamonjy19a,\n"
        "  author    = {Rakotomamonjy, Alain and Gasso, Gilles and Salmon, Joseph},\n"
        "  editor    = {Chaudhuri, Kamalika and Salakhutdinov, Ruslan},\n"
        "  title     = {Screening rules for Lasso with non-convex Sparse Regularizers},\n"
        "  booktitle = {Proceedings of the 36th International Conference on Machine Learning},\n"
        "  series    = {Proceedings of Machine Learning Research},\n"
        "  volume    = {97},\n"
        "  pages     = {5341--5350},\n"
        "  publisher = {PMLR},\n"
        "  date      = {2019-06-09},\n"
        "  url       = {https://proceedings.mlr.press/v97/rakotomamonjy19a.html}\n"
        "}"
    )


def test_biblatex_of_an_article_a_preprint_and_a_chapter() -> None:
    assert cite([cited(ARTICLE, "lecun2015deep")], "biblatex").splitlines()[3:] == [
        "  journaltitle = {Nature},",
        "  volume       = {521},",
        "  number       = {7553},",
        "  pages        = {436--444},",
        "  date         = {2015-05-27},",
        "  doi          = {10.1038/nature14539}",
        "}",
    ]
    assert cite([cited(PREPRINT, "p")], "biblatex") == (
        "@online{p,\n"
        "  author     = {Vaswani, Ashish and Shazeer, Noam},\n"
        "  title      = {Attention Is All You Need},\n"
        "  date       = {2017},\n"
        "  eprint     = {1706.03762},\n"
        "  eprinttype = {arxiv}\n"
        "}"
    )
    assert cite([cited(CHAPTER, "c")], "biblatex") == (
        "@incollection{c,\n"
        "  author    = {de la Cruz, Juan and King, Jr., Martin Luther and {OpenAI} and {王小明}},\n"
        "  editor    = {Müller, Jürgen},\n"
        "  title     = {{R\\&D}: 100 \\% of x\\_i},\n"
        "  booktitle = {Élet \\& Co.},\n"
        "  volume    = {97},\n"
        "  pages     = {e1--e9, 12},\n"
        "  publisher = {PMLR},\n"
        "  location  = {Zürich},\n"
        "  date      = {2019-06}\n"
        "}"
    )


def test_biblatex_asks_nothing_of_online_that_is_not_there() -> None:
    lone = replace(PREPRINT, ids=Identifiers(), venue="Someone's server")

    assert cite([cited(lone)], "biblatex").startswith("@misc{")
    assert "howpublished = {Someone's server}" in cite([cited(lone)], "biblatex")


def test_an_issue_with_a_name_is_no_number_in_biblatex() -> None:
    assert "issue        = {Spring}" in cite([cited(replace(ARTICLE, issue="Spring"))], "biblatex")


@pytest.mark.parametrize(
    ("date", "written"),
    [
        (Date(2015), "2015"),
        (Date(2015, 5), "2015-05"),
        (Date(2015, 5, 27), "2015-05-27"),
        (Date(2015, 2, 30), "2015-02"),
        (Date(2015, 13, 1), "2015"),
        (Date(2015, 0, 1), "2015"),
        (Date(476), "0476"),
    ],
)
def test_a_date_is_as_precise_as_it_is_sure(date: Date, written: str) -> None:
    item = cited(replace(ARTICLE, date=date))

    assert f"date         = {{{written}}}" in cite([item], "biblatex")
    assert f"\n  date: {written}\n" in cite([item], "typst")
    parts = [int(part) for part in written.split("-")]
    assert json.loads(cite([item], "csl-json"))[0]["issued"] == {"date-parts": [parts]}


def test_ris_of_a_conference_paper() -> None:
    paper = replace(
        CONFERENCE,
        keywords=("lasso", "screening; rules"),
        links=(
            *CONFERENCE.links,
            Link("pdf", "https://example.org/a.pdf"),
            Link("code", "https://example.org/code"),
        ),
    )
    assert cite([cited(paper, "k")], "ris") == (
        "TY  - CONF\r\n"
        "ID  - k\r\n"
        "TI  - Screening rules for Lasso with non-convex Sparse Regularizers\r\n"
        "AU  - Rakotomamonjy, Alain\r\n"
        "AU  - Gasso, Gilles\r\n"
        "AU  - Salmon, Joseph\r\n"
        "A2  - Chaudhuri, Kamalika\r\n"
        "A2  - Salakhutdinov, Ruslan\r\n"
        "T2  - Proceedings of the 36th International Conference on Machine Learning\r\n"
        "T3  - Proceedings of Machine Learning Research\r\n"
        "PY  - 2019\r\n"
        "DA  - 2019/06/09/\r\n"
        "VL  - 97\r\n"
        "SP  - 5341\r\n"
        "EP  - 5350\r\n"
        "PB  - PMLR\r\n"
        "KW  - lasso\r\n"
        "KW  - screening; rules\r\n"
        "UR  - https://proceedings.mlr.press/v97/rakotomamonjy19a.html\r\n"
        "L1  - https://example.org/a.pdf\r\n"
        "AB  - Lasso is slow.\r\n"
        "N1  - Code: https://example.org/code\r\n"
        "ER  - \r\n"
    )


def test_ris_names_pages_and_identifiers() -> None:
    lines = cite([cited(CHAPTER)], "ris").split("\r\n")
    assert [line for line in lines if line.startswith("AU")] == [
        "AU  - de la Cruz, Juan",
        "AU  - King, Martin Luther, Jr.",
        "AU  - OpenAI",
        "AU  - 王小明",
    ]
    assert "SP  - e1–e9, 12" in lines
    assert "DA  - 2019/06//" in lines
    both = replace(PREPRINT, ids=Identifiers(doi="doi:10.1/x", arxiv="1706.03762"))
    lines = cite([cited(both)], "ris").split("\r\n")
    assert "DO  - 10.1/x" in lines
    assert "AN  - arXiv:1706.03762" in lines
    assert "UR  - https://arxiv.org/abs/1706.03762" in lines


def test_a_value_never_breaks_a_line_of_ris() -> None:
    paper = replace(ARTICLE, title="One\n\nER  - two", venue="A\u2028B\x85C")
    text = cite([Cited(paper, "k", "First.\n\nTY  - JOUR\r\nsecond.")], "ris")

    assert text.count("\r\n") == text.count("\n") == len(text.splitlines())
    assert "TI  - One ER - two\r\n" in text
    assert text.count("ER  - ") == 1
    assert text.endswith("\r\nER  - \r\n")


def test_csl_of_a_preprint_and_of_a_chapter() -> None:
    assert json.loads(cite([cited(PREPRINT, "p")], "csl-json")) == [
        {
            "id": "p",
            "type": "article",
            "title": "Attention Is All You Need",
            "author": [
                {"family": "Vaswani", "given": "Ashish"},
                {"family": "Shazeer", "given": "Noam"},
            ],
            "genre": "Preprint",
            "number": "arXiv:1706.03762",
            "issued": {"date-parts": [[2017]]},
            "URL": "https://arxiv.org/abs/1706.03762",
            "note": "arXiv: 1706.03762",
        }
    ]
    (chapter,) = json.loads(cite([cited(CHAPTER)], "csl-json"))
    assert chapter["type"] == "chapter"
    assert chapter["author"] == [
        {"family": "Cruz", "given": "Juan", "non-dropping-particle": "de la"},
        {"family": "King", "given": "Martin Luther", "suffix": "Jr."},
        {"literal": "OpenAI"},
        {"literal": "王小明"},
    ]
    assert chapter["container-title"] == "Élet & Co."
    assert chapter["publisher-place"] == "Zürich"
    assert chapter["page"] == "e1-e9, 12"


def test_typst_of_a_conference_paper() -> None:
    assert cite([cited(CONFERENCE, "pmlr-v97-rakotomamonjy19a")], "typst") == (
        "pmlr-v97-rakotomamonjy19a:\n"
        "  type: article\n"
        '  title: "Screening rules for Lasso with non-convex Sparse Regularizers"\n'
        '  author: ["Rakotomamonjy, Alain", "Gasso, Gilles", "Salmon, Joseph"]\n'
        "  date: 2019-06-09\n"
        "  page-range: 5341-5350\n"
        '  url: "https://proceedings.mlr.press/v97/rakotomamonjy19a.html"\n'
        "  parent:\n"
        "    type: proceedings\n"
        '    title: "Proceedings of the 36th International Conference on Machine Learning"\n'
        '    editor: ["Chaudhuri, Kamalika", "Salakhutdinov, Ruslan"]\n'
        "    volume: 97\n"
        '    publisher: "{PMLR}"\n'
        "    parent:\n"
        "      type: anthology\n"
        '      title: "Proceedings of Machine Learning Research"'
    )


def test_typst_is_yaml_whatever_the_texts_are() -> None:
    yaml = pytest.importorskip("yaml")
    hostile = replace(
        ARTICLE,
        title='A: "b" # {c} $d$ \\e\n- f: !!python/object:os.system',
        venue="null",
        volume="0x10",
        pages="1e5",
        authors=(Name("y", "No"), Name(literal="Barnes, Noble & Co."), *CHAPTER.authors),
    )
    keys = ("2024.acl-long.12", "null", "1e5", "k", "a: b")
    text = cite([cited(hostile, key) for key in keys], "typst")

    entries = yaml.safe_load(text)
    assert tuple(entries) == keys
    entry = entries["k"]
    assert entry["author"] == [
        {"name": "y", "given-name": "No"},
        {"name": "Barnes, Noble & Co."},
        "de la Cruz, Juan",
        "King, Martin Luther, Jr.",
        "OpenAI",
        "王小明",
    ]
    assert entry["parent"] == {
        "type": "periodical",
        "title": "null",
        "volume": "0x10",
        "issue": 7553,
    }
    assert entry["page-range"] == "1e5"
    assert entry["title"] == 'A: "b" # \\{c\\} d \\\\e - f: !!python/object:os.system'


def test_typst_of_an_untitled_paper() -> None:
    assert cite([cited(untitled(), "icml2026-x-1")], "typst") == (
        "icml2026-x-1:\n"
        "  type: misc\n"
        '  title: "{[Untitled abstract beginning “We study it”]}"\n'
        "  date: 2026\n"
        '  genre: "Abstract"\n'
        '  note: "Title and authors not recorded in the source. Source file: a.txt,'
        ' abstract 3 of 19."\n'
        "  parent:\n"
        "    type: misc\n"
        '    title: "{ICML 2026 Papers}"'
    )


@pytest.mark.parametrize("style", ["biblatex", "ris", "csl-json", "typst"])
def test_what_is_missing_is_said_and_not_made_up(style: str) -> None:
    assert "Authors not recorded in the source" in cite([cited(TITLE_ONLY)], style)
    authored = cite([cited(AUTHORS_ONLY)], style)
    assert "Title not recorded in the source" in authored
    assert "Lasso" not in authored.replace("Lasso is slow.", "")
    for invented in ("None", "Anonymous", "Untitled", "n.d."):
        assert invented not in authored + cite([cited(TITLE_ONLY)], style)
