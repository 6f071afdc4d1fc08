from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations import STYLES, Cited, cite
from index.paper import Date, Identifiers, Link, Source
from tests.index.citations.samples import cited, expected_citations, seeds, untitled

TEMPLATES = (
    "bibtex",
    "biblatex",
    "ris",
    "csl-json",
    "apa",
    "apa-in-text",
    "mla",
    "chicago-author-date",
    "ieee",
    "acm",
    "markdown",
    "plain",
)
LATER_TEMPLATES = ("harvard", "nature", "vancouver")
LINES = (
    "apa", "mla", "chicago-author-date", "ieee", "acm", "markdown", "plain", *LATER_TEMPLATES,
)  # fmt: skip
SHORT = "“We study it”"


def test_all_seeds_are_expected_in_all_templates() -> None:
    rows = expected_citations()
    assert len(rows) == len(seeds()) == 38
    assert all(set(row) == {"file", "n", "key", *TEMPLATES} for row in rows)


@pytest.mark.parametrize("style", TEMPLATES)
def test_the_seeds_are_cited_as_expected(style: str) -> None:
    for row in expected_citations():
        item = seeds()[str(row["file"]), int(str(row["n"]))]
        assert cite([item], style) == row[style]


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        (
            "apa",
            f"[Untitled abstract beginning {SHORT}]. (n.d.). In file a.jsonl (Abstract No. 3).",
        ),
        ("apa-in-text", f"([Untitled abstract beginning {SHORT}], n.d.)"),
        ("mla", f"Untitled abstract beginning {SHORT}. File a.jsonl, no. 3."),
        (
            "chicago-author-date",
            f"Untitled abstract beginning {SHORT}. n.d. File a.jsonl, no. 3.",
        ),
        (
            "ieee",
            f"[1] Untitled abstract beginning {SHORT} in file a.jsonl, abstract no. 3, n.d.",
        ),
        (
            "acm",
            f"[1] Untitled abstract beginning {SHORT}. [n. d.]. Abstract no. 3 in file a.jsonl.",
        ),
        (
            "markdown",
            (
                f"Untitled abstract beginning {SHORT} — abstract no. 3 (n.d.), `a.jsonl`."
                " Title and authors not recorded."
            ),
        ),
        (
            "plain",
            (
                f"Untitled abstract beginning {SHORT}. Abstract no. 3 (n.d.)."
                " Title and authors not recorded in a.jsonl."
            ),
        ),
    ],
)
def test_without_a_heading_the_file_is_the_place(style: str, expected: str) -> None:
    paper = untitled(collection=None, source=Source("a.jsonl", 3))

    assert cite([cited(paper)], style) == expected


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("apa", f"[Untitled abstract beginning {SHORT}]. (2026). In ICML 2026 Papers."),
        ("mla", f"Untitled abstract beginning {SHORT}. ICML 2026 Papers, 2026, file a.txt."),
        (
            "chicago-author-date",
            f"Untitled abstract beginning {SHORT}. 2026. In “ICML 2026 Papers.” File a.txt.",
        ),
        (
            "ieee",
            (
                f"[1] Untitled abstract beginning {SHORT} in “ICML 2026 Papers,” abstract, 2026."
                " File: a.txt."
            ),
        ),
        (
            "acm",
            (
                f"[1] Untitled abstract beginning {SHORT}. 2026. Abstract in ICML 2026 Papers."
                " File a.txt."
            ),
        ),
        (
            "markdown",
            (
                f"Untitled abstract beginning {SHORT} — *ICML 2026 Papers* (2026), `a.txt`."
                " Title and authors not recorded."
            ),
        ),
        (
            "plain",
            (
                f"Untitled abstract beginning {SHORT}. ICML 2026 Papers (2026)."
                " Title and authors not recorded in a.txt."
            ),
        ),
    ],
)
def test_an_unknown_number_is_left_out(style: str, expected: str) -> None:
    assert cite([cited(untitled(source=Source("a.txt")))], style) == expected


@pytest.mark.parametrize("style", [*TEMPLATES, *LATER_TEMPLATES])
def test_nothing_but_the_abstract_is_still_a_citation(style: str) -> None:
    text = cite([cited(untitled(collection=None, source=Source("")))], style)
    text = text.replace("[date unknown]", "")

    assert "We study it" in text
    for invented in ("None", "Anonymous", "Anon.", "Unknown", "file", "no.", "20"):
        assert invented not in text.replace("Title and authors not recorded", "")


def test_without_a_date_bibtex_says_so_and_the_others_leave_it_out() -> None:
    item = cited(untitled(collection="Reading list"))

    assert "year         = {n.d.}" in cite([item], "bibtex")
    assert "date" not in cite([item], "biblatex")
    assert "PY  -" not in cite([item], "ris")
    assert "issued" not in json.loads(cite([item], "csl-json"))[0]


def test_a_recorded_date_goes_before_the_heading_s_year() -> None:
    paper = untitled(date=Date(2025, 12))

    assert cite([cited(paper)], "apa-in-text").endswith(", 2025)")


@pytest.mark.parametrize("heading", ["Reading list", "ICML 12026", "ICML 2019 and 2020", "No 1850"])
def test_no_year_is_read_into_a_heading(heading: str) -> None:
    assert cite([cited(untitled(collection=heading))], "apa-in-text").endswith(", n.d.)")


@pytest.mark.parametrize("heading", ["ICML2026", "ICML 2026年", "2026: papers", "2026/2026"])
def test_four_digits_are_a_year_wherever_they_stand(heading: str) -> None:
    assert cite([cited(untitled(collection=heading))], "apa-in-text").endswith(", 2026)")


def test_latex_special_characters_are_escaped_wherever_they_come_from() -> None:
    paper = untitled(
        "A_b is 100% of {x} & #1.",
        collection="R&D {100%} 2026_1",
        source=Source("my_100%.txt", 3, 19),
    )

    for style in ("bibtex", "biblatex"):
        text = cite([cited(paper)], style)
        assert r"A\_b is 100\% of {\textbraceleft}x{\textbraceright} \& \#1" in text
        assert r"R\&D {\textbraceleft}100\%{\textbraceright} 2026\_1" in text
        assert r"\texttt{my\_100\%.txt}" in text
        assert text.count("{") == text.count("}")


def test_bibtex_is_ascii_where_latex_can_be_and_biblatex_is_utf8() -> None:
    item = cited(untitled("Poincaré embeddings work.", collection="Café 2026"))

    assert r"Poincar{\'e} embeddings" in cite([item], "bibtex")
    assert r"Caf{\'e} 2026" in cite([item], "bibtex")
    assert "Poincaré embeddings" in cite([item], "biblatex")


def test_markdown_keeps_its_own_characters_out_of_the_text() -> None:
    paper = untitled("A *b* and [c] in snake_case", source=Source("a`b.txt", 1, 1))

    text = cite([cited(paper)], "markdown")

    assert r"“A \*b\* and \[c\] in snake\_case”" in text
    assert "`` a`b.txt ``" in text


def test_a_question_takes_no_full_stop_after_it() -> None:
    item = cited(untitled("What is attention?"))

    assert cite([item], "mla").startswith("Untitled abstract beginning “What is attention?” ICML")


def test_an_empty_abstract_is_said_to_be_missing() -> None:
    item = cited(untitled(""))

    assert cite([item], "apa") == (
        "[Untitled record without an abstract]. (2026). In ICML 2026 Papers (Record No. 3)."
    )
    assert "AB  -" not in cite([item], "ris")
    assert "abstract" not in json.loads(cite([item], "csl-json"))[0]


def test_numbers_sort_as_numbers_in_a_large_file() -> None:
    item = cited(untitled(source=Source("a.txt", 7, 1200)))

    assert "key          = {ICML 2026 Papers 0007}" in cite([item], "bibtex")


def test_a_recorded_identifier_is_kept_and_an_address_in_the_abstract_is_not_taken_for_one() -> (
    None
):
    code = "https://example.org/code"
    own = untitled(ids=Identifiers(doi="https://doi.org/10.1000/a_b"))
    foreign = untitled(f"Our code is at {code} now.", links=(Link("url", code),))

    assert "doi          = {10.1000/a_b}" in cite([cited(own)], "bibtex")
    assert cite([cited(own)], "apa").endswith(". https://doi.org/10.1000/a_b")
    assert "UR  - https://doi.org/10.1000/a_b\r\n" in cite([cited(own)], "ris")
    assert "url " not in cite([cited(foreign)], "bibtex")
    assert "URL" not in json.loads(cite([cited(foreign)], "csl-json"))[0]


def test_ris_values_never_break_the_line() -> None:
    paper = untitled(collection="ICML\n2026", source=Source("a.txt", 1, 1))
    item = Cited(paper, "key", "First paragraph.\n\nER  - second paragraph.")

    lines = cite([item], "ris").split("\r\n")

    assert "AB  - First paragraph. ER - second paragraph." in lines
    assert lines[-2:] == ["ER  - ", ""]
    assert not any("\n" in line for line in lines)


def test_ris_reads_back() -> None:
    rispy = pytest.importorskip("rispy")
    for row in expected_citations():
        item = seeds()[str(row["file"]), int(str(row["n"]))]
        (entry,) = rispy.loads(cite([item], "ris"))
        assert entry["id"] == row["key"]
        assert entry["abstract"] == item.plain
        assert entry["year"] == "2026"


HOSTILE = st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]))


@given(abstract=HOSTILE, heading=HOSTILE, file=HOSTILE)
def test_any_text_gives_one_line_and_balanced_braces(
    abstract: str, heading: str, file: str
) -> None:
    item = cited(untitled(abstract, collection=heading, source=Source(file, 1, 2)))

    for style in LINES:
        assert cite([item], style).splitlines() == [cite([item], style)]
    for style in ("bibtex", "biblatex"):
        text = cite([item], style)
        assert text.count("{") == text.count("}")
        assert text.endswith("\n}")
    assert json.loads(cite([item], "csl-json"))[0]["id"] == "key"


def test_every_template_is_a_style_ready_for_untitled_papers() -> None:
    assert all(STYLES[style].untitled for style in (*TEMPLATES, *LATER_TEMPLATES))
