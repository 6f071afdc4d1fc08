"""CSV and TSV: the exports of databases, plain headers, bad rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.importers import tables
from index.paper import Date, Identifiers, Link, Name
from tests.index.importers.sample import papers, problems, read, sample, titles, write
from tests.shared import requires_shared

# The columns of Scopus' "Export document settings: CSV" with all citation, bibliographical and
# abstract information (Scopus Support Center, "How do I export documents from Scopus?").
SCOPUS = (
    '"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Issue",'
    '"Art. No.","Page start","Page end","Cited by","DOI","Link","Abstract","Author Keywords",'
    '"Document Type","Source","EID"\n'
    '"van den Berg A.; Garcia Lopez B.C.","van den Berg, Anna (57190000001); Garcia Lopez, Bo C. '
    '(57190000002)","57190000001; 57190000002","On Quokkas","2021","Journal of Marsupials","12",'
    '"3","","101","110","5","10.1000/jm.2021.12","https://www.scopus.com/inward/record.uri?eid='
    '2-s2.0-1","We study quokkas.","quokkas; marsupials","Article","Scopus","2-s2.0-1"\n'
    '"Li B.","","57190000003","Wombats Meet","2022","Proceedings of Pouches","","","7","","","",'
    '"","","[No abstract available]","","Conference paper","Scopus","2-s2.0-2"\n'
)

# The two-letter tags of Web of Science's "Tab delimited file" (Clarivate, "Web of Science Core
# Collection Field Tags").
WEB_OF_SCIENCE = (
    "PT\tAU\tAF\tTI\tSO\tDE\tAB\tBP\tEP\tVL\tIS\tDI\tPY\tUT\n"
    "J\tBerg, A; Li, B\tBerg, Anna; Li, Bo\tOn Quokkas\tJOURNAL OF MARSUPIALS\tquokkas; pouches\t"
    "We study quokkas.\t101\t110\t12\t3\t10.1000/jm\t2021\tWOS:000600000000001\n"
)


@requires_shared
def test_zotero() -> None:
    (paper,) = papers(sample("zotero.csv"))
    # Line 2, in the order of the columns of line 1.
    assert (paper.source.format, paper.source.record_key) == ("csv", "ABCD2345")
    assert (paper.kind, paper.date) == ("conference", Date(2019, 5, 24))
    assert paper.authors[1] == Name("Lučić", "Mario")
    assert len(paper.authors) == 5
    assert paper.title == "A Large-Scale Study on Regularization and Normalization in GANs"
    assert paper.venue == "Proceedings of the 36th International Conference on Machine Learning"
    assert paper.links == (Link("url", "https://proceedings.mlr.press/v97/kurach19a.html"),)
    assert paper.abstract.endswith('a non-trivial amount of “tricks".')
    assert (paper.pages, paper.volume, paper.issue) == ("1-10", "97", None)
    assert paper.keywords == ("optimization", "theory")


@requires_shared
def test_ieee_xplore() -> None:
    (paper,) = papers(sample("ieee_xplore.csv"))
    # Line 2; all its authors stand there twice.
    assert [author.family for author in paper.authors] == ["Roznere", "Mordohai", "Rekleitis", "Li"]
    assert paper.title == (
        "3-D Reconstruction Using Monocular Camera and Lights: Multi-View Photometric Stereo for "
        "Non-Stationary Robots"
    )
    assert paper.venue == "2023 IEEE International Conference on Robotics and Automation (ICRA)"
    assert (paper.kind, paper.date, paper.pages) == ("conference", Date(2023), "1-7")
    assert paper.ids == Identifiers(doi="10.1109/ICRA48891.2023.10160459")
    assert paper.links == (Link("url", "https://ieeexplore.ieee.org/document/10160459/"),)
    assert paper.keywords == ("Robotics", "Agriculture")


@requires_shared
def test_a_plain_tsv() -> None:
    (paper,) = papers(sample("simple.tsv"))
    # Line 2.
    assert paper.source.format == "tsv"
    assert paper.authors[0] == Name("Kurach", "Karol")
    assert paper.abstract.startswith("Generative adversarial networks (GANs) are")


def test_scopus(tmp_path: Path) -> None:
    first, second = papers(write(tmp_path, "\ufeff" + SCOPUS))
    assert first.authors == (Name("Berg", "Anna", "van den"), Name("Garcia Lopez", "Bo C."))
    assert (first.title, first.date) == ("On Quokkas", Date(2021))
    assert (first.venue, first.kind) == ("Journal of Marsupials", "article")
    assert (first.volume, first.issue, first.pages) == ("12", "3", "101-110")
    assert first.ids == Identifiers(doi="10.1000/jm.2021.12")
    assert first.keywords == ("quokkas", "marsupials")
    assert first.source.record_key == "2-s2.0-1"
    assert (second.abstract, second.venue) == ("", "Proceedings of Pouches")
    assert (second.kind, second.authors) == ("conference", (Name("Li", "B."),))


def test_scopus_without_full_names(tmp_path: Path) -> None:
    header = "Authors,Title,Year,Source title,EID\n"
    row = '"van den Berg A.; Garcia Lopez B.C.; OpenAI",T,2021,J,2-s2.0-1\n'
    (paper,) = papers(write(tmp_path, header + row))
    assert paper.authors == (
        Name("Berg", "A.", "van den"), Name("Garcia Lopez", "B.C."), Name(literal="OpenAI"),
    )  # fmt: skip


def test_web_of_science(tmp_path: Path) -> None:
    (paper,) = papers(write(tmp_path, WEB_OF_SCIENCE))
    assert paper.authors == (Name("Berg", "Anna"), Name("Li", "Bo"))
    assert (paper.title, paper.venue, paper.kind) == (
        "On Quokkas", "JOURNAL OF MARSUPIALS", "article",
    )  # fmt: skip
    assert (paper.volume, paper.issue, paper.pages) == ("12", "3", "101-110")
    assert (paper.date, paper.ids) == (Date(2021), Identifiers(doi="10.1000/jm"))
    assert paper.keywords == ("quokkas", "pouches")


def test_pubmed(tmp_path: Path) -> None:
    # The columns of PubMed's "Save: CSV".
    text = (
        "PMID,Title,Authors,Citation,First Author,Journal/Book,Publication Year,DOI\n"
        '33036065,On Quokkas,"Berg AB, van den Berg A, Li B.",J Mars. 2021.,Berg AB,J Mars,2021,'
        "10.1000/jm\n"
    )
    (paper,) = papers(write(tmp_path, text))
    assert paper.authors == (Name("Berg", "AB"), Name("Berg", "A", "van den"), Name("Li", "B"))
    assert (paper.venue, paper.kind, paper.date) == ("J Mars", "article", Date(2021))
    assert (paper.ids.doi, paper.source.record_key) == ("10.1000/jm", "33036065")


def test_the_extra_field_of_zotero(tmp_path: Path) -> None:
    # Zotero documentation, "Citing Fields from Extra"; arXiv and citation keys stand there too.
    text = 'Title,Extra\nOn Q,"arXiv:2101.00001 [cs]\nCitation Key: berg2021\nread on the train"\n'
    (paper,) = papers(write(tmp_path, text))
    assert paper.ids == Identifiers(arxiv="2101.00001", citation_key="berg2021")


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_every_delimiter_is_found_in_the_header(tmp_path: Path, delimiter: str) -> None:
    rows = (("Title", "Authors", "Abstract", "Year"), ("On Q", "Anna Berg", "We study.", "2021"))
    text = "\n".join(delimiter.join(row) for row in rows)
    (paper,) = papers(write(tmp_path, text))
    assert (paper.title, paper.abstract, paper.date) == ("On Q", "We study.", Date(2021))
    assert paper.source.format == ("tsv" if delimiter == "\t" else "csv")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(tmp_path: Path, end: str) -> None:
    text = f'title,abstract{end}A,"two{end}lines"{end}{end}B,x{end}'
    first, second = papers(write(tmp_path, text))
    assert (first.abstract, second.title) == ("two\nlines", "B")


@pytest.mark.parametrize("first", ["sep=;\n", "sep=;\r\n", "\ufeffsep=;\n", "\n\n"])
def test_what_may_stand_before_the_header(tmp_path: Path, first: str) -> None:
    assert titles(write(tmp_path, first + "title;year\nA;2019\n")) == ["A"]


def test_a_cell_of_200_000_characters(tmp_path: Path) -> None:
    # Beyond 131,072, where Python's reader stops by itself.
    text = f'title,abstract\nA,"{"x " * 95_000}"\n'
    (paper,) = papers(write(tmp_path, text))
    assert len(paper.abstract) == 189_999
    path = write(tmp_path, f'title,abstract\nA,"{"x" * 300_000}"\nB,y\n')
    assert titles(path) == ["B"]
    assert problems(path) == [(2, "an abstract of 300,000 characters is none", False)]


def test_bad_rows_are_named_by_line(tmp_path: Path) -> None:
    path = write(tmp_path, "title,abstract,year\nA,x,2019\nB,x,2019,more\nonly\nC,x,2019,,\nD,x\n")
    assert titles(path) == ["A", "C", "D"]
    assert problems(path) == [
        (3, "has 4 cells where the header has 3", False),
        (4, "has 1 cell where the header has 3", False),
    ]


@pytest.mark.parametrize(
    "bad",
    ['B,"never closed', 'B,"never closed, 1', '"B,x', 'B,"x" y, "z'],
)
def test_a_quotation_mark_that_is_never_closed_costs_its_row(tmp_path: Path, bad: str) -> None:
    path = write(tmp_path, f"title,abstract\nA,x\n{bad}\nC,x\nD,y\n")
    assert titles(path) == ["A", "C", "D"]
    ((line, _, is_end),) = problems(path)
    assert (line, is_end) == (3, False)


def test_one_that_a_later_one_closes_costs_no_row_behind_it(tmp_path: Path) -> None:
    path = write(tmp_path, 'title,abstract\nA,"never closed\nB,x\nC,"y"\nD,z\n')
    assert titles(path) == ["B", "C", "D"]
    assert problems(path) == [(2, "a quotation mark is not closed", False)]


def test_quotation_marks_inside_cells(tmp_path: Path) -> None:
    path = write(tmp_path, 'title,abstract\nA 5" screen,"say ""so"" twice"\n"B" x,y\n')
    first, second = papers(path)
    assert (first.title, first.abstract) == ('A 5" screen', 'say "so" twice')
    assert second.title == "B x"


def test_in_tables_with_tabs_a_mark_may_be_just_that(tmp_path: Path) -> None:
    path = write(tmp_path, 'title\tabstract\n"Deep\twe study\nB\t"x y\nC\tz\n')
    assert titles(path) == ['"Deep', "B", "C"]


def test_a_row_that_breaks_in_lines_and_has_a_cell_too_many_makes_no_papers(
    tmp_path: Path,
) -> None:
    path = write(tmp_path, 'title,abstract,year\nA,"two\nwhole, lines\nof it",2019,more\nB,x,1\n')
    assert titles(path) == ["B"]


def test_giving_back_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_REREAD", 50)
    path = write(tmp_path, "title,abstract\n" + 'A,"x\n' * 31)
    found = problems(path)
    assert found
    assert all(reason == "a quotation mark is not closed" for _, reason, _ in found)


def test_a_header_alone_is_a_table_without_papers(tmp_path: Path) -> None:
    assert read(write(tmp_path, "title,abstract\n")) == []
