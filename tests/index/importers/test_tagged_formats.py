"""The Web of Science, PubMed's tagged format and EndNote's refer format."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.paper import Date, Paper
from tests.index.importers.whole_path import links, paper, papers, problems, read, read_all, spoken
from tests.shared import SHARED, requires_shared

# Tags and layout: "Web of Science Core Collection Field Tags".
WOS_HEAD = "FN Clarivate Analytics Web of Science\nVR 1.0\n"


def test_an_article_of_the_web_of_science(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        WOS_HEAD + "PT J\nAU Doe, JQ\n   van Berg, A\nAF Doe, Jane Q.\n   van Berg, Anna\n"
        "TI A title that goes on\n   in a second line\nSO NATURE DEPTH\nDT Article\n"
        "DE deep; nets\nID BOLD WORDS; NETS\nAB We find\n   it.\nPU DEEP PRESS\nPI BERLIN\n"
        "PD JUN 8\nPY 2004\nVL 43\nIS 22\nBP 7017\nEP 7027\nDI 10.1000/x\nUT WOS:0001\nER\n\nEF\n",
        "wos",
    )
    assert found.title == "A title that goes on in a second line"
    assert spoken(found.authors) == ["Jane Q.||Doe", "Anna|van|Berg"]
    assert (found.kind, found.venue, found.abstract) == ("article", "NATURE DEPTH", "We find it.")
    assert found.keywords == ("deep", "nets", "BOLD WORDS")
    assert found.date == Date(2004, 6, 8)
    assert (found.volume, found.issue, found.pages) == ("43", "22", "7017–7027")
    assert (found.publisher, found.place) == ("DEEP PRESS", "BERLIN")
    assert (found.ids.doi, found.source.record_key) == ("10.1000/x", "WOS:0001")


@pytest.mark.parametrize(
    ("types", "kind"),
    [
        ("PT J\nDT Article; Proceedings Paper", "article"),
        ("PT S\nDT Proceedings Paper", "conference"),
        ("PT C\nDT Article", "conference"),
        ("PT B\nDT Article; Book Chapter", "chapter"),
        ("PT P", "other"),
    ],
)
def test_kinds_of_the_web_of_science(tmp_path: Path, types: str, kind: str) -> None:
    found = paper(
        tmp_path,
        f"{WOS_HEAD}{types}\nAU Doe, J\nBE Ed, A\n   Co, B\nGP IEEE\nTI T\nSO PROC X\nSE LNCS\n"
        "PY 2010\nPD JAN-FEB\nAR 123\nER\n",
        "wos",
    )
    assert (found.kind, found.venue, found.series) == (kind, "PROC X", "LNCS")
    assert spoken(found.authors) == ["J||Doe", "IEEE"]
    assert spoken(found.editors) == ["A||Ed", "B||Co"]
    assert (found.date, found.pages) == (Date(2010), "123")


def test_a_record_cut_off_and_one_without_its_type(tmp_path: Path) -> None:
    records = "PT J\nTI A\nER\n\nAU Doe, J\nTI B\nER\nPT J\nUT 1\nER\nPT J\nTI C\nAB And so"
    found = read(tmp_path, WOS_HEAD + records, "wos")
    assert [one.title for one in found if isinstance(one, Paper)] == ["A", "B", "C"]
    assert [(p.line, p.reason) for p in problems(found)] == [
        (10, "has neither a title nor an abstract")
    ]


@requires_shared
def test_the_sample_of_the_web_of_science() -> None:
    assert SHARED is not None
    path = SHARED / "data" / "import_samples" / "rispy_example_wos.ris"
    first, second = read_all(path, "wos")
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert first.title == (
        "Interactions stabilizing the structure of the core light-harvesting complex (LHl) of "
        "photosynthetic bacteria and its subunit (B820)"
    )  # lines 12 and 13
    assert spoken(first.authors) == ["PS||Parkes-Loach", "AP||Majeed", "CJ||Law", "PA||Loach"]
    assert (first.date, first.ids.doi) == (Date(2004, 6, 8), "10.1021/bi049798f")
    assert len(first.keywords) == 10  # lines 17 to 20
    assert (second.pages, second.source.record_key) == ("7017–7027", "WOS:000221807500020")
    for secret in ("northwestern.edu", "Northwestern"):  # lines 22 to 24
        assert secret not in repr((first, second))


# Tags and layout: "MEDLINE/PubMed Data Element (Field) Descriptions".
NBIB = """PMID- 123
OWN - NLM
DP  - 2020 Oct 9
TI  - Outcomes of a trial that goes on in a second line of the
      record.
LID - S0008(20)1 [pii]
LID - 10.1000/a.1 [doi]
PG  - 1204-22
AB  - BACKGROUND: We ask. RESULTS: We
      find.
FAU - Doe, Jane Q
AU  - Doe JQ
AD  - Example University. jane@example.org
FAU - King, Martin L 3rd
AU  - King ML 3rd
CN  - The Trial Group
AU  - van Berg A
LA  - eng
PT  - Journal Article
VI  - 148
IP  - 6
PL  - England
TA  - Cell
JT  - Cell : the journal
MH  - *Mice/genetics
OT  - trials
AID - 10.1000/a.1 [doi]
SO  - Cell. 2020 Oct 9;148(6):1204-22. doi: 10.1000/a.1.
"""


def test_an_article_of_pubmed(tmp_path: Path) -> None:
    found = paper(tmp_path, NBIB, "nbib")
    assert found.title == "Outcomes of a trial that goes on in a second line of the record"
    assert spoken(found.authors) == [
        "Jane Q||Doe", "Martin L||King|III", "The Trial Group", "A|van|Berg",
    ]  # fmt: skip
    assert found.abstract == "BACKGROUND: We ask. RESULTS: We find."
    assert found.date == Date(2020, 10, 9)
    assert (found.kind, found.venue, found.place) == ("article", "Cell : the journal", None)
    assert (found.volume, found.issue, found.pages) == ("148", "6", "1204-22")
    assert found.keywords == ("trials", "Mice/genetics")
    assert (found.ids.doi, found.source.record_key) == ("10.1000/a.1", "123")
    assert links(found) == [("url", "https://pubmed.ncbi.nlm.nih.gov/123/")]
    assert "example.org" not in repr(found)


@pytest.mark.parametrize(
    ("lines", "date"),
    [
        ("DP  - 1998 Dec-1999 Jan", Date(1998)),
        ("DP  - 2014 Spring", Date(2014)),
        ("DP  - 2019 Jul-Aug", Date(2019)),
        ("DP  - 2020\nDEP - 20201009", Date(2020, 10, 9)),
        ("DP  - 2021\nDEP - 20201009", Date(2021)),
        ("DEP - 20201009", Date(2020, 10, 9)),
    ],
)
def test_dates_of_pubmed(tmp_path: Path, lines: str, date: Date) -> None:
    assert paper(tmp_path, f"PMID- 1\nTI  - T.\n{lines}\n", "nbib").date == date


def test_records_of_pubmed_with_and_without_blank_lines(tmp_path: Path) -> None:
    found = papers(
        tmp_path,
        "PMID- 1\nTI  - A.\nPT  - Preprint\n\nPMID- 2\nTI  - [B].\nPMID- 3\nBTI - Book\n"
        "CTI - Series\nPB  - P\nPL  - Bonn\nTI  - C...\nFED - Ed, A\nED  - Ed A\n",
        "nbib",
    )
    assert [one.title for one in found] == ["A", "[B]", "C..."]
    assert [one.kind for one in found] == ["preprint", "other", "chapter"]
    chapter = found[2]
    assert (chapter.venue, chapter.series, chapter.publisher, chapter.place) == (
        "Book", "Series", "P", "Bonn",
    )  # fmt: skip
    assert spoken(chapter.editors) == ["A||Ed"]


@requires_shared
def test_the_sample_of_pubmed() -> None:
    assert SHARED is not None
    (found,) = read_all(SHARED / "data" / "import_samples" / "pubmed.nbib", "nbib")
    assert isinstance(found, Paper)
    assert found.title == (
        "Outcomes of Black men with prostate cancer treated with radiation therapy in the "
        "Veterans Health Administration"
    )  # lines 8 and 9, without the full stop
    assert (found.date, found.venue) == (Date(2020, 10, 9), "Cancer")  # lines 7 and 18
    assert found.ids.doi == "10.1002/cncr.33224"  # line 10
    assert spoken(found.authors) == ["Jane Q||Doe"]  # line 14


def test_a_conference_paper_as_pmlr_exports_it(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        "%0 Conference Paper\n%T A $\\ell_1$ title\n%A Jane Doe\n%A Anna van den Berg\n"
        "%B Proceedings of the 36th International Conference on Machine Learning\n"
        "%C Proceedings of Machine Learning Research\n%D 2019\n%E Kamalika Chaudhuri\n"
        "%E Ruslan Salakhutdinov\t\n%F pmlr-v97-doe19a\n%I PMLR\n%P 4343--4351\n"
        "%U https://proceedings.mlr.press/v97/doe19a.html\n%V 97\n%X We find\n\nit.\n",
        "refer",
    )
    assert found.title == "A $\\ell_1$ title"
    assert spoken(found.authors) == ["Jane||Doe", "Anna|van den|Berg"]
    assert spoken(found.editors) == ["Kamalika||Chaudhuri", "Ruslan||Salakhutdinov"]
    assert found.kind == "conference"
    assert found.venue == "Proceedings of the 36th International Conference on Machine Learning"
    assert (found.volume, found.pages, found.date) == ("97", "4343–4351", Date(2019))
    assert (found.ids.pmlr, found.ids.citation_key) == ("v97/doe19a", "pmlr-v97-doe19a")
    assert found.abstract == "We find\n\nit."


def test_an_entry_as_the_pages_of_pmlr_offer_it(tmp_path: Path) -> None:
    # The template joins names by "and" and leaves words of its own behind the editors.
    found = paper(
        tmp_path,
        "%T Title\n%A Jane Doe and Bo Li\n%B International Conference\n"
        "%C Proceedings of Machine Learning Research\t\n%D 2019\n"
        "%E Al Ed and Bea CoEditor/Secondary author\t\n%I PMLR\t\n"
        "%J Proceedings of Machine Learning Research\t\n%P 1--9\n%R \n%V 97\n%W PMLR\n%X Text.\n",
        "refer",
    )
    assert spoken(found.authors) == ["Jane||Doe", "Bo||Li"]
    assert spoken(found.editors) == ["Al||Ed", "Bea||Co"]
    assert (found.kind, found.venue) == ("conference", "International Conference")
    assert (found.series, found.place) == ("Proceedings of Machine Learning Research", None)


def test_an_article_and_a_body_in_endnotes_own_words(tmp_path: Path) -> None:
    first, second, third = papers(
        tmp_path,
        "%0 Journal Article\n%A Doe, Jane\n%A World Health Organization,\n%T One\n%J Nature\n"
        "%V 5\n%N 2\n%P 1-9\n%D 2001\n%8 May 3\n%R 10.1000/x\n%K a\nb\n%X W.\n\n"
        "%0 Book Section\n%T Two\n%B Book\n%I Press\n%C Bonn\n%> https://a.example/x.pdf\n"
        "%0 Generic\n%T Three\n",
        "refer",
    )
    assert spoken(first.authors) == ["Jane||Doe", "World Health Organization"]
    assert (first.kind, first.venue, first.volume, first.issue) == ("article", "Nature", "5", "2")
    assert (first.date, first.ids.doi, first.keywords) == (
        Date(2001, 5, 3),
        "10.1000/x",
        ("a", "b"),
    )
    assert (second.kind, second.venue, second.publisher, second.place) == (
        "chapter", "Book", "Press", "Bonn",
    )  # fmt: skip
    assert links(second) == [("pdf", "https://a.example/x.pdf")]
    assert third.kind == "other"


def test_records_of_refer_without_types_are_parted_by_blank_lines(tmp_path: Path) -> None:
    found = papers(tmp_path, "%A A B\n%T One\n%X a\n\nb\n\n%A C D\n%T Two\n%D 2002\n", "refer")
    assert [(one.title, one.abstract) for one in found] == [("One", "a\n\nb"), ("Two", "")]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize(
    ("text", "form"),
    [(NBIB, "nbib"), (WOS_HEAD + "PT J\nTI A\nAU D, E\nER\n", "wos"), ("%0 G\n%T A\n", "refer")],
)
def test_line_ends(tmp_path: Path, text: str, form: str, end: str) -> None:
    ours = paper(tmp_path, text, form)
    assert paper(tmp_path, ("\ufeff" + text).replace("\n", end), form) == ours
