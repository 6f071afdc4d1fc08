"""BibTeX and BibLaTeX: fields, strings, names, dates, identifiers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from index.importers import fields
from index.importers.bibtex_fields import record
from index.markup.fold import fold
from index.markup.parse import parse
from index.paper import Date, Name, Paper
from tests.index.importers.whole_path import links, paper, papers, read_all, spoken
from tests.shared import SHARED, requires_shared


def entry(tmp_path: Path, fields: str, kind: str = "article") -> Paper:
    return paper(tmp_path, f"@{kind}{{key1,\n title = {{T}},\n {fields}\n}}\n", "bibtex")


def test_all_fields_of_an_entry_as_pmlr_exports_it(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        "@InProceedings{pmlr-v97-doe19a,\n"
        "  title = \t {A {GAN} for ${\\ell}_1$ Norms},\n"
        '  author =       {Rockt{\\"a}schel, Tim and van den Berg, Anna and Prügel, Bo},\n'
        "  booktitle = \t {Proceedings of the 36th International Conference on Machine Learning},\n"
        "  pages = \t {4343--4351},\n"
        "  year = \t {2019},\n"
        "  editor = \t {Chaudhuri, Kamalika and Salakhutdinov, Ruslan},\n"
        "  volume = \t {97},\n"
        "  series = \t {Proceedings of Machine Learning Research},\n"
        "  address = {Long Beach},\n"
        "  month = \t {09--15 Jun},\n"
        "  publisher =    {PMLR},\n"
        "  pdf = \t {http://proceedings.mlr.press/v97/doe19a/doe19a.pdf},\n"
        "  url = \t {https://proceedings.mlr.press/v97/doe19a.html},\n"
        "  code = {https://github.com/doe/gan},\n"
        "  keywords = {Nets, {GAN}s},\n"
        "  abstract = \t {We find {\\em more} of ${x}$ by 5\\%.}\n"
        "}\n",
        "bibtex",
    )
    assert found.title == "A GAN for ${\\ell}_1$ Norms"
    assert spoken(found.authors) == ["Tim||Rocktäschel", "Anna|van den|Berg", "Bo||Prügel"]
    assert spoken(found.editors) == ["Kamalika||Chaudhuri", "Ruslan||Salakhutdinov"]
    assert found.abstract == "We find {\\em more} of ${x}$ by 5\\%."
    assert found.kind == "conference"
    assert found.venue == "Proceedings of the 36th International Conference on Machine Learning"
    assert found.date == Date(2019, 6)
    assert (found.volume, found.issue, found.pages) == ("97", None, "4343–4351")
    assert found.series == "Proceedings of Machine Learning Research"
    assert (found.publisher, found.place) == ("PMLR", "Long Beach")
    assert found.keywords == ("Nets", "GANs")
    assert links(found) == [
        ("url", "https://proceedings.mlr.press/v97/doe19a.html"),
        ("pdf", "http://proceedings.mlr.press/v97/doe19a/doe19a.pdf"),
        ("code", "https://github.com/doe/gan"),
    ]
    assert found.ids.pmlr == "v97/doe19a"
    assert found.ids.citation_key == "pmlr-v97-doe19a" == found.source.record_key


def test_strings_and_concatenation(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        '@STRING(proc = "Proceedings of ")\n@string{y = 2001}\n'
        '@article(k, title = {A} # " and " # "B", journal = PROC # {X} # " Y",\n'
        ' year = y, month = jun # "~12")\n',
        "bibtex",
    )
    assert found.title == "A and B"
    assert found.venue == "Proceedings of X Y"
    assert found.date == Date(2001, 6, 12)


def test_a_string_that_is_not_defined_stands_for_itself(tmp_path: Path) -> None:
    assert entry(tmp_path, "journal = IEEE_J_PROC").venue == "IEEE_J_PROC"


def test_fields_are_inherited_by_crossref(tmp_path: Path) -> None:
    # BibTeX wants the volume after what refers to it ("BibTeXing", section 4, item 8).
    found = papers(
        tmp_path,
        "@inproceedings{child, title={C}, author={Doe, Jo}, pages={1--2}, crossref={Par}}\n"
        "@inproceedings{own, title={O}, booktitle={Own}, year=1999, crossref={par}}\n"
        "@proceedings{par, title={Proc of Foo}, year={2019}, editor={Ed, Al}, publisher={ACM},\n"
        " url={https://a.example/volume}}\n",
        "bibtex",
    )
    child, own = found
    assert (child.title, child.venue, child.publisher) == ("C", "Proc of Foo", "ACM")
    assert child.date == Date(2019)
    assert spoken(child.editors) == ["Al||Ed"]
    assert child.links == ()
    assert (own.venue, own.date) == ("Own", Date(1999))


def test_what_refers_to_itself_comes_in(tmp_path: Path) -> None:
    found = papers(tmp_path, "@book{a, title={A}, crossref={b}}\n@book{b, title={B}, "
                             "crossref={a}, year={2000}}\n", "bibtex")  # fmt: skip
    assert [one.date for one in found] == [Date(2000), Date(2000)]


def test_xdata_gives_its_fields_and_is_no_paper(tmp_path: Path) -> None:
    # BibLaTeX manual, section 3.13.6.
    found = paper(tmp_path, "@xdata{pub, publisher={P}, location={Here}}\n"
                            "@book{b, title={B}, xdata={pub}}\n", "bibtex")  # fmt: skip
    assert (found.publisher, found.place) == ("P", "Here")


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("de la Cruz, Juan and Martin Luther King", ["Juan|de la|Cruz", "Martin Luther||King"]),
        ("King, Jr., Martin Luther", ["Martin Luther||King|Jr."]),
        ("{OpenAI} and {Barnes and Noble}", ["OpenAI", "Barnes and Noble"]),
        ("Doe, Jane and others", ["Jane||Doe", "others"]),
        ("Garcia Lopez, Ana Maria", ["Ana Maria||Garcia Lopez"]),
        ("Krej{\\v{c}}{\\'{\\i}}, Pavel", ["Pavel||Krejčí"]),
        ('Erd{\\H{o}}s, Paul\n and\tM{\\"u}ller, K.', ["Paul||Erdős", "K.||Müller"]),
        ("given=Hans, family=Harman, prefix=de and family={Team X}", ["Hans|de|Harman", "Team X"]),
        ("", []),
    ],
)
def test_names(tmp_path: Path, field: str, names: list[str]) -> None:
    # "BibTeXing", section 4; the extended format is the BibLaTeX manual's, section 3.7.
    assert spoken(entry(tmp_path, f"author = {{{field}}}").authors) == names


@pytest.mark.parametrize(
    ("fields", "date"),
    [
        ("year = 2016, month = feb", Date(2016, 2)),
        ("year = {2016}, month = {Feb}", Date(2016, 2)),
        ("year = {2016}, month = {7}", Date(2016, 7)),
        ("year = {2016}, month = {Jul/Aug}", Date(2016)),
        ('year = 2016, month = "10~" # jan', Date(2016, 1, 10)),
        ("year = {{\\noopsort{a}}2016}", Date(2016)),
        ("year = {in press}", None),
        ("date = {2020-05-04}", Date(2020, 5, 4)),
        ("date = {2020-05/2020-06}", Date(2020)),
        ("date = {2019-06-09/2019-06-15}", Date(2019, 6)),
        ("date = {2019-12/2020-01}", Date(2019)),
        ("date = {2020-05/}", Date(2020, 5)),
        ("date = {2020-05-04T10:00:00Z}", Date(2020, 5, 4)),
        ("date = {1990~}", Date(1990)),
        ("urldate = {2020-01-01}", None),
    ],
)
def test_dates(tmp_path: Path, fields: str, date: Date | None) -> None:
    # BibLaTeX manual, section 2.3.8; of a range remains what both ends share.
    assert entry(tmp_path, fields).date == date


@pytest.mark.parametrize(
    ("fields", "arxiv", "kind"),
    [
        ("eprint = {1706.03762v5}, archiveprefix = {arXiv}", "1706.03762", "preprint"),
        ("eprinttype = {arxiv}, eprint = {hep-th/9901001}", "hep-th/9901001", "preprint"),
        ("journal = {arXiv preprint arXiv:1706.03762}", "1706.03762", "preprint"),
        ("journal = {CoRR}, volume = {abs/1706.03762}", "1706.03762", "preprint"),
        ("number = {arXiv:1706.03762}, publisher = {arXiv}", "1706.03762", "preprint"),
        ("eprint = {12345}, eprinttype = {pubmed}", None, "other"),
        ("journal = {J}, eprint = {1706.03762}", "1706.03762", "article"),
    ],
)
def test_arxiv_identifiers(tmp_path: Path, fields: str, arxiv: str | None, kind: str) -> None:
    found = entry(tmp_path, fields, "article" if "{J}" in fields else "misc")
    assert (found.ids.arxiv, found.kind) == (arxiv, kind)
    assert found.volume is None
    assert found.issue is None


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ("url = {\\url{https://a.example/x\\_y\\%20z}}", ["https://a.example/x_y%20z"]),
        ("howpublished = {Online: \\url{https://a.example/b}.}", ["https://a.example/b"]),
        ("note = {See https://a.example/c, page 3}", ["https://a.example/c"]),
        ("url = {https://a.example/u}, note = {https://a.example/n}", ["https://a.example/u"]),
        ("file = {:home/me/paper.pdf:PDF}", []),
    ],
)
def test_addresses(tmp_path: Path, fields: str, found: list[str]) -> None:
    assert [url for _, url in links(entry(tmp_path, fields))] == found


def test_a_doi_is_bare(tmp_path: Path) -> None:
    assert entry(tmp_path, "doi = {https://doi.org/10.1000/a\\_b}").ids.doi == "10.1000/a_b"


def test_the_old_addresses_of_the_acl_anthology(tmp_path: Path) -> None:
    found = entry(tmp_path, "url = {https://www.aclweb.org/anthology/P19-1001}")
    assert found.ids.acl == "P19-1001"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("inproceedings", "conference"), ("CONFERENCE", "conference"), ("Article", "article"),
        ("incollection", "chapter"), ("inbook", "chapter"), ("phdthesis", "other"),
        ("book", "other"), ("online", "other"),
    ],
)  # fmt: skip
def test_kinds(tmp_path: Path, kind: str, expected: str) -> None:
    assert entry(tmp_path, "year = 2000", kind).kind == expected


def test_a_subtitle_belongs_to_the_title(tmp_path: Path) -> None:
    assert entry(tmp_path, "subtitle = {S}").title == "T: S"


def test_school_and_institution_publish(tmp_path: Path) -> None:
    assert entry(tmp_path, "school = {MIT}", "phdthesis").publisher == "MIT"
    assert entry(tmp_path, "institution = {INRIA}", "techreport").publisher == "INRIA"


SAMPLES = {
    # file: (line of the sample, what it says)
    "bbt_math_title.bib": ["0.2\\,mm$^2$ Size, and", "Title with space\\quad quad"],  # 2, 15
    "bbt_mojibake_preamble.bib": ["accumulated on silica thin film"],  # line 8
    "bbt_no_key.bib": ["Alzheimer mechanisms and therapeutic strategies"],  # line 4
    "bbt_parenthesised_concat.bib": ["The {\\sc CONNIVER} Reference Manual"],  # line 7
    "bbt_preamble_def.bib": ["Homogenization of scalar wave equation with hysteresis operator"],
    "bbt_space_after_key.bib": ["Phase transitions", "Free Boundary Problems"],  # lines 3, 8
    "ijcai.bib": ["3E-Solver: An Effortless"],  # line 2
    "openreview.bib": ["Simultaneous Learning of", "Learning to Count Objects"],  # lines 3, 12
    "pmlr.bib": ["A Baseline for Any Order", "A Kernel Perspective"],  # lines 2, 18
}


@requires_shared
@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name: str) -> None:
    assert SHARED is not None
    found = read_all(SHARED / "data" / "import_samples" / name, "bibtex")
    titles = [one.title for one in found if isinstance(one, Paper)]
    assert len(titles) == len(SAMPLES[name]) == len(found)
    for title, expected in zip(titles, SAMPLES[name], strict=True):
        assert title is not None
        assert expected in title


@requires_shared
def test_the_facts_of_some_samples() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "import_samples"
    (manual,) = read_all(folder / "bbt_parenthesised_concat.bib", "bibtex")
    assert isinstance(manual, Paper)
    assert manual.authors == (Name("McDermott", "Drew V."), Name("Sussman", "Gerald J."))  # 1, 3
    assert manual.date == Date(1972, 5)  # lines 4, 5
    assert manual.publisher == "MIT Artificial Intelligence Laboratory"  # line 6, with a tab
    assert manual.ids.citation_key == "McDermott:72"
    (cell,) = read_all(folder / "bbt_no_key.bib", "bibtex")
    assert isinstance(cell, Paper)
    assert (cell.venue, cell.volume, cell.issue, cell.pages) == ("Cell", "148", "6", "1204-22")
    assert (cell.ids.citation_key, cell.date) == (None, Date(2012))
    solver, = read_all(folder / "ijcai.bib", "bibtex")  # fmt: skip
    assert isinstance(solver, Paper)
    assert solver.venue == (
        "Proceedings of the Thirty-First International Joint Conference on Artificial "
        "Intelligence, IJCAI-22"
    )  # lines 4 and 5
    assert spoken(solver.editors) == ["Lud||De Raedt"]  # line 7
    assert solver.ids.doi == "10.24963/ijcai.2022/530"


@pytest.mark.parametrize(
    ("latex", "title"),
    [
        ("A Bound\\\\ on {SGD}", "A Bound on SGD"),
        ("\\${\\textbackslash}mu\\$KE and E\\${\\textasciicircum}2\\$", "$\\mu$KE and E$^2$"),
        ("From \\$5 to {\\$6}", "From \\$5 to \\$6"),
        ("{\\em Not} {$x_{1}$} \\emph{The {GAN}} {{A}B}", "{\\em Not} $x_{1}$ \\emph{The GAN} AB"),
        ("On <i>E. coli</i> and n<m", "On \\textit{E. coli} and n<m"),
        ("{\\'E}tude {\\\"u}ber {Foo", "{\\'E}tude {\\\"u}ber Foo"),
    ],
)
def test_titles(latex: str, title: str) -> None:
    # The second one is how OpenReview exports formulas.
    assert record("misc", "k", {"title": latex})["title"] == title


def test_people_called_nan_and_a_tilde_over_a_letter(tmp_path: Path) -> None:
    found = entry(tmp_path, "author = {Jiang, Nan and Loula, Jo{\\~a}o and Mu\\~noz, A. and A.~Li}")
    assert spoken(found.authors) == ["Nan||Jiang", "João||Loula", "A.||Muñoz", "A.||Li"]


def plain(title: str) -> str:
    return fold(parse(title).plain)


@requires_shared
def test_entries_of_a_conference_agree_with_its_list(tmp_path: Path) -> None:
    # The list has each paper's BibTeX beside the title and the names from its page.
    assert SHARED is not None
    path = SHARED / "data" / "papers" / "icml2019.papercopilot.json"
    listed = [
        item for item in json.loads(path.read_text()) if item.get("bibtex", "").startswith("@")
    ]
    (tmp_path / "a.bib").write_text("\n\n".join(item["bibtex"] for item in listed))
    found = [one for one in read_all(tmp_path / "a.bib", "bibtex") if isinstance(one, Paper)]
    assert len(found) == len(listed) == 773
    assert [plain(one.title or "") for one in found] == [plain(item["title"]) for item in listed]
    same = [
        one.authors == fields.names(item["author"]) for one, item in zip(found, listed, strict=True)
    ]
    # The rest are differences between the two sources, such as "Roux, Nicolas Le".
    assert sum(same) >= 755
