"""RIS of Reference Manager, EndNote, Mendeley, Ovid, Zotero and publishers."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.importers.report import Problem
from index.paper import Date, Paper
from tests.index.importers.whole_path import links, paper, papers, problems, read, read_all, spoken
from tests.shared import SHARED, requires_shared


def record(tmp_path: Path, *lines: str, kind: str = "JOUR") -> Paper:
    return paper(tmp_path, "\n".join((f"TY  - {kind}", "TI  - T", *lines, "ER  - ", "")), "ris")


def test_an_article_as_mendeley_exports_it(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        "TY  - JOUR\r\nT1  - Deep <i>things</i> & more <b\r\nA1  - van der Berg, Anna\r\n"
        "A1  - King, Martin Luther, Jr.\r\nA1  - World Health Organization,\r\n"
        "JO  - J. Deep\r\nJF  - Journal of Depth\r\nVL  - 12\r\nIS  - 3\r\n"
        "SP  - 101\r\nEP  - 115\r\n"
        "PY  - 2019/05/06/\r\nDA  - 2019/05/06/\r\nDO  - 10.1000/xyz\r\nUR  - https://a.example/p\r\n"
        "L1  - https://a.example/p.pdf\r\nL1  - file:///home/me/p.pdf\r\nKW  - one\r\nKW  - two\r\n"
        "N2  - First line.\r\nSecond line.\r\nSN  - 1234-5678\r\nPB  - Deep Press\r\nER  - \r\n",
        "ris",
    )
    assert found.title == "Deep \\textit{things} & more <b"
    assert spoken(found.authors) == [
        "Anna|van der|Berg", "Martin Luther||King|Jr.", "World Health Organization",
    ]  # fmt: skip
    assert (found.kind, found.venue) == ("article", "Journal of Depth")
    assert (found.volume, found.issue, found.pages) == ("12", "3", "101–115")
    assert found.date == Date(2019, 5, 6)
    assert found.publisher == "Deep Press"
    assert found.ids.doi == "10.1000/xyz"
    assert links(found) == [("url", "https://a.example/p"), ("pdf", "https://a.example/p.pdf")]
    assert found.keywords == ("one", "two")
    assert found.abstract == "First line.\nSecond line."


def test_a_conference_paper_with_editors_and_series(tmp_path: Path) -> None:
    found = record(tmp_path, "AU  - Doe, Jo", "A2  - Ed, Al", "T2  - Proc. of X", "T3  - LNCS",
                   "CY  - Bonn", kind="CONF")  # fmt: skip
    assert (found.kind, found.venue, found.series, found.place) == (
        "conference", "Proc. of X", "LNCS", "Bonn",
    )  # fmt: skip
    assert (spoken(found.authors), spoken(found.editors)) == (["Jo||Doe"], ["Al||Ed"])


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("CPAPER", "conference"), ("CHAP", "chapter"), ("MGZN", "article"), ("THES", "other"),
     ("jour", "article"), ("GEN", "other")],
)  # fmt: skip
def test_kinds(tmp_path: Path, kind: str, expected: str) -> None:
    assert record(tmp_path, kind=kind.upper()).kind == expected


def test_a_preprint_is_known_by_its_venue(tmp_path: Path) -> None:
    found = record(tmp_path, "JF  - arXiv", "AN  - arXiv:1706.03762")
    assert (found.kind, found.ids.arxiv) == ("preprint", "1706.03762")


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        (["PY  - 2014//"], Date(2014)),
        (["Y1  - 1948/07//"], Date(1948, 7)),
        (["PY  - 2014///Spring"], Date(2014)),
        (["PY  - 2019", "DA  - 2019/03/05"], Date(2019, 3, 5)),
        (["PY  - 2019", "DA  - 2021/03/05"], Date(2019)),
        (["PY  - 2019", "Y2  - 2019/03/05"], Date(2019)),
        (["DA  - May 2011"], Date(2011, 5)),
        (["PY  - in press"], None),
    ],
)
def test_dates(tmp_path: Path, lines: list[str], date: Date | None) -> None:
    # "RIS Format Specifications", "Date fields": YYYY/MM/DD/other; Y2 is the date of access.
    assert record(tmp_path, *lines).date == date


@pytest.mark.parametrize(
    "line",
    ["UR  - http://a.example;http://b.example", "UR  - http://a.example; http://b.example",
     "UR  - http://a.example\nUR  - http://b.example"],
)  # fmt: skip
def test_several_addresses(tmp_path: Path, line: str) -> None:
    assert links(record(tmp_path, line)) == [
        ("url", "http://a.example"), ("url", "http://b.example"),
    ]  # fmt: skip


def test_nothing_is_lost_that_stands_twice(tmp_path: Path) -> None:
    found = record(tmp_path, "AU  - Doe, Jo", "A1  - Doe, Jo", "AU  - Roe, Al", "AB  - One.",
                   "N2  - Two.", "KW  - a\nb")  # fmt: skip
    assert spoken(found.authors) == ["Jo||Doe", "Al||Roe"]
    assert found.abstract == "One.\n\nTwo."
    assert found.keywords == ("a", "b")


def test_a_long_note_is_the_abstract_where_there_is_no_other(tmp_path: Path) -> None:
    note = "We find out what nobody asked. " * 8
    assert record(tmp_path, f"N1  - {note}").abstract == note.strip()
    assert record(tmp_path, f"N1  - {note}", "AB  - Short.").abstract == "Short."
    assert record(tmp_path, "N1  - Export date: today").abstract == ""


def test_a_line_of_an_abstract_that_looks_like_a_tag(tmp_path: Path) -> None:
    found = record(tmp_path, "AB  - Scans of", "MR - based kind", "", "A new paragraph", "ER -")
    assert found.abstract == "Scans of\nMR - based kind\n\nA new paragraph"


def test_a_record_of_pmlr(tmp_path: Path) -> None:
    found = record(
        tmp_path, "BT  - Proceedings of ICML", "DA  - 2019/05/24", "ED  - Kamalika Chaudhuri",
        "ID  - pmlr-v97-doe19a", "PB  - PMLR", "DP  - Proceedings of Machine Learning Research",
        "VL  - 97", "SP  - 11", "EP  - 20", "UR  - https://proceedings.mlr.press/v97/doe19a.html",
        kind="CPAPER",
    )  # fmt: skip
    assert (found.venue, found.volume, found.pages) == ("Proceedings of ICML", "97", "11–20")
    assert found.series == "Proceedings of Machine Learning Research"
    assert spoken(found.editors) == ["Kamalika||Chaudhuri"]
    assert (found.ids.pmlr, found.ids.citation_key) == ("v97/doe19a", "pmlr-v97-doe19a")


def test_endnote_puts_the_issue_among_other_numbers(tmp_path: Path) -> None:
    assert record(tmp_path, "M1  - 4").issue == "4"
    assert record(tmp_path, "M1  - 1008150341").issue is None


def test_one_blank_before_the_hyphen(tmp_path: Path) -> None:
    found = papers(tmp_path, "TY - JOUR\nTI - A\nAU - Doe, Jo\nER -\nTY - JOUR\nTI - B\nER -\n",
                   "ris")  # fmt: skip
    assert [one.title for one in found] == ["A", "B"]
    assert spoken(found[0].authors) == ["Jo||Doe"]


def test_prose_and_tags_between_records_are_passed_over(tmp_path: Path) -> None:
    # Ovid puts its search history there.
    text = (
        "Database: Ovid MEDLINE(R)\nSearch Strategy:\n1 exp Cats/ (100)\n\n1.\n"
        "TY  - JOUR\nTI  - A\nER  - \n\n<2>\nDB  - Ovid MEDLINE(R)\nUI  - 17\n"
        "Link to the Ovid Full Text\n2.\nTY  - JOUR\nTI  - B\nAB  - W.\nER  - \nmore prose\n"
    )
    found = papers(tmp_path, text, "ris")
    assert [(one.title, one.abstract) for one in found] == [("A", ""), ("B", "W.")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_byte_order_mark_and_missing_ends_of_records(tmp_path: Path, end: str) -> None:
    text = end.join(["\ufeffTY  - JOUR", "TI  - Ä", "TY  - JOUR", "TI  - B", "AB  - x"])
    found = papers(tmp_path, text, "ris")
    assert [one.title for one in found] == ["Ä", "B"]


def test_cp1252(tmp_path: Path) -> None:
    found = paper(tmp_path, "TY  - JOUR\nTI  - Über “das”\nER  - \n".encode("cp1252"), "ris")
    assert found.title == "Über “das”"


def test_a_record_that_says_nothing_is_told_with_its_line(tmp_path: Path) -> None:
    found = read(tmp_path, "TY  - JOUR\nTI  - A\nER  - \n\nTY  - JOUR\nDO  - 10.1/x\nER  - \n"
                           "TY  - JOUR\nTI  - C\nER  - \n", "ris")  # fmt: skip
    assert [one.title for one in found if isinstance(one, Paper)] == ["A", "C"]
    assert problems(found) == [
        Problem(str(tmp_path / "file"), 5, "has neither a title nor an abstract")
    ]


def test_a_line_that_is_too_long_costs_only_itself(tmp_path: Path) -> None:
    long = "x" * (4 * 1024 * 1024)
    found = read(tmp_path, f"TY  - JOUR\nTI  - A\nN1  - {long}\nAU  - Doe, Jo\nER  - \n", "ris")
    (one,) = [item for item in found if isinstance(item, Paper)]
    assert spoken(one.authors) == ["Jo||Doe"]
    assert [problem.line for problem in problems(found)] == [3]


@requires_shared
def test_samples() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "import_samples"
    first, second = read_all(folder / "rispy_example_full.ris", "ris")
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert first.title == "Title of reference"  # line 4
    assert spoken(first.authors) == ["Karl||Marx", "Astrid||Lindgren"]  # lines 5, 6
    assert spoken(first.editors) == ["Daniel||Glattauer"]  # line 7
    assert first.date == Date(2014)  # line 8
    assert first.abstract.startswith("BACKGROUND: Lorem ipsum dolor sit amet")  # line 9
    assert first.keywords == ("Pippi", "Nordwind", "Piraten")  # lines 10 to 12
    assert (first.venue, first.volume, first.issue, first.pages) == ("Lorem", "9", "3", "e0815")
    assert (first.place, first.publisher) == ("United States", "Fun Factory")  # lines 18, 19
    assert (second.title, second.date) == ("The title of the reference", Date(2006))
    urls = read_all(folder / "rispy_example_urls.ris", "ris")
    assert [len(one.links) for one in urls if isinstance(one, Paper)] == [1, 2, 2, 2]
    (empty,) = read_all(folder / "rispy_example_bom.ris", "ris")
    assert isinstance(empty, Problem)
    assert empty.line == 1
