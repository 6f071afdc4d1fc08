"""The arXiv's feeds, the ACL Anthology's files, EndNote's and PubMed's XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.importers.report import Problem, Skipped
from index.paper import Date, Paper
from tests.index.importers.whole_path import links, paper, problems, read, read_all, spoken
from tests.shared import SHARED, requires_shared


def feed(*entries: str) -> str:
    """A feed as the "arXiv API User's Manual", section 3.3, has it."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:arxiv="http://arxiv.org/schemas/atom">\n<id>http://arxiv.org/api/x</id>\n'
        f"<title>arXiv Query</title>\n{''.join(entries)}</feed>\n"
    )


ENTRY = """<entry>
<id>http://arxiv.org/abs/1706.03762v5</id>
<published>2017-06-12T17:57:34Z</published>
<title>A title of $x^2$ that
  goes on</title>
<summary>  First line
of n &lt; m.

Second paragraph.
</summary>
<author><name>Anna van den Berg</name><arxiv:affiliation>Secret Lab</arxiv:affiliation></author>
<author><name>The ATLAS Collaboration</name></author>
<arxiv:comment>15 pages</arxiv:comment>
<link href="https://arxiv.org/abs/1706.03762v5" rel="alternate" type="text/html"/>
<link title="pdf" href="https://arxiv.org/pdf/1706.03762v5" rel="related"/>
<category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/>
<category term="cs.LG"/>
%s</entry>
"""


def test_a_preprint_of_the_arxiv(tmp_path: Path) -> None:
    found = paper(tmp_path, feed(ENTRY % ""), "arxiv")
    assert found.title == "A title of $x^2$ that goes on"
    assert found.abstract == "First line of n < m.\n\nSecond paragraph."
    assert spoken(found.authors) == ["Anna|van den|Berg", "The ATLAS Collaboration"]
    assert (found.kind, found.venue, found.date) == ("preprint", None, Date(2017, 6, 12))
    assert found.ids.arxiv == "1706.03762"
    assert found.source.record_key == "1706.03762v5"
    assert found.keywords == ("cs.CL", "cs.LG")
    assert links(found) == [
        ("url", "https://arxiv.org/abs/1706.03762v5"),
        ("pdf", "https://arxiv.org/pdf/1706.03762v5"),
    ]
    assert "Secret" not in repr(found)


def test_a_preprint_that_has_appeared(tmp_path: Path) -> None:
    more = (
        "<arxiv:doi>10.1000/x</arxiv:doi><arxiv:journal_ref>J. of X 3 (2018) 1</arxiv:journal_ref>"
    )
    found = paper(tmp_path, feed(ENTRY % more), "arxiv")
    assert (found.venue, found.date) == ("J. of X 3 (2018) 1", Date(2018))
    assert (found.ids.doi, found.ids.arxiv) == ("10.1000/x", "1706.03762")


def test_an_answer_of_the_arxiv_that_is_an_error(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        feed("<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title>\n"
             "<summary>incorrect id format for 1</summary></entry>", ENTRY % ""),
        "arxiv",
    )  # fmt: skip
    assert isinstance(found[1], Paper)
    assert problems(found) == [
        Problem(str(tmp_path / "file"), 5,
                "the arXiv answered with an error: incorrect id format for 1")
    ]  # fmt: skip


@requires_shared
def test_the_samples_of_the_arxiv() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "import_samples"
    assert read_all(folder / "arxiv_0808.05394.atom.xml", "arxiv") == []  # no entry
    (found,) = read_all(folder / "arxiv_astro-ph_0601001.atom.xml", "arxiv")
    assert isinstance(found, Paper)
    assert spoken(found.authors) == [
        "Andrew||Gould", "Susan||Dorsher", "B. Scott||Gaudi", "Andrzej||Udalski",
    ]  # fmt: skip
    assert found.ids.arxiv == "astro-ph/0601001"
    assert (found.venue, found.date) == ("ActaAstron.56:1-50,2006", Date(2006))
    assert found.abstract.startswith("We derive the frequencies of hot Jupiters (HJs) with 3--5")
    assert "V_max<17.5" in found.abstract


ACL = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="%s">
  <volume id="%s" type="%s">
    <meta>
      <booktitle>Proceedings of <fixed-case>X</fixed-case></booktitle>
      <editor><first>Al</first><last>Ed</last></editor>
      <publisher>ACL</publisher><address>Bangkok, Thailand</address>
      <month>July</month><year>2024</year>
      %s
    </meta>
    <frontmatter><url>x-1.0</url><bibkey>x-2024</bibkey></frontmatter>
    %s
  </volume>
</collection>
"""


def anthology(papers: str, *, collection: str = "2024.x", volume: str = "1",
              kind: str = "proceedings", meta: str = "") -> str:  # fmt: skip
    return ACL % (collection, volume, kind, meta, papers)


def test_a_paper_of_the_acl_anthology(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        anthology(
            '<paper id="2"><title><fixed-case>M</fixed-case>an<fixed-case>W</fixed-case>av: '
            "<tex-math>x_1</tex-math> and <i>more</i></title>\n"
            "<author id='jean'><first>Jean</first><last>de la Seo</last>"
            "<affiliation>Secret University</affiliation>"
            "<variant script='hani'><first>真</first><last>徐</last></variant></author>"
            "<author><first/><last>Mausam</last></author>"
            "<author><first>Jo</first><last>King</last><suffix>Jr.</suffix></author>"
            "<pages>6–11</pages><abstract>We show <b>that</b> 2<tex-math>^2</tex-math> is &lt; 5."
            "</abstract><url hash='09'>2024.x-1.2</url><bibkey>seo-etal-2024-manwav</bibkey>"
            "<doi>10.18653/v1/2024.x-1.2</doi>"
            '<pwccode url="https://github.com/a/b">a/b</pwccode>'
            "<revision id='1' href='2024.x-1.2v1'/></paper>"
        ),
        "acl",
    )
    assert found.title == "ManWav: $x_1$ and \\textit{more}"
    assert found.abstract == "We show \\textbf{that} 2$^2$ is < 5."
    assert spoken(found.authors) == ["Jean|de la|Seo", "Mausam", "Jo||King|Jr."]
    assert spoken(found.editors) == ["Al||Ed"]
    assert (found.kind, found.venue) == ("conference", "Proceedings of X")
    assert (found.date, found.pages) == (Date(2024, 7), "6–11")
    assert (found.publisher, found.place) == ("ACL", "Bangkok, Thailand")
    assert found.ids.doi == "10.18653/v1/2024.x-1.2"
    assert found.ids.acl == "2024.x-1.2" == found.source.record_key
    assert found.ids.citation_key == "seo-etal-2024-manwav"
    assert links(found) == [
        ("url", "https://aclanthology.org/2024.x-1.2/"),
        ("pdf", "https://aclanthology.org/2024.x-1.2.pdf"),
        ("code", "https://github.com/a/b"),
    ]
    assert "Secret" not in repr(found)


@pytest.mark.parametrize(
    ("collection", "volume", "identifier"),
    [
        ("P19", "1", "P19-1002"), ("W19", "50", "W19-5002"), ("W05", "2", "W05-0202"),
        ("D19", "4", "D19-4002"), ("D19", "50", "D19-5002"),
        ("2020.acl", "main", "2020.acl-main.2"),
    ],
)  # fmt: skip
def test_identifiers_of_the_anthology(
    tmp_path: Path, collection: str, volume: str, identifier: str
) -> None:
    # "Anthology Identifiers": letters and four digits until 2020, of which a volume has one or two.
    text = anthology('<paper id="2"><title>T</title></paper>', collection=collection, volume=volume)
    found = paper(tmp_path, text, "acl")
    assert found.ids.acl == identifier
    assert links(found) == [("url", f"https://aclanthology.org/{identifier}/")]


def test_journals_and_removed_papers_of_the_anthology(tmp_path: Path) -> None:
    meta = "<journal-title>TACL</journal-title><journal-volume>7</journal-volume>"
    text = anthology(
        '<paper id="1"><title>A</title><url>https://a.example/a.pdf</url></paper>'
        '<paper id="2"><title>B</title><removed date="2021-01-01">Retracted</removed></paper>',
        kind="journal", meta=meta,
    )  # fmt: skip
    first, second = read(tmp_path, text, "acl")
    assert isinstance(first, Paper)
    assert (first.kind, first.venue, first.volume) == ("article", "TACL", "7")
    assert links(first) == [("pdf", "https://a.example/a.pdf")]
    assert second == Skipped("withdrawn")


@requires_shared
def test_the_sample_of_the_anthology() -> None:
    assert SHARED is not None
    folder = SHARED / "data" / "import_samples"
    first, second = read_all(folder / "acl_2024.fieldmatters_2papers.xml", "acl")
    assert isinstance(first, Paper)
    assert isinstance(second, Paper)
    assert first.title == "ManWav: The First Manchu ASR Model"  # line 20
    assert first.venue == (
        "Proceedings of the Third Workshop on NLP Applications to Field Linguistics"
    )  # line 5
    assert (first.date, first.pages) == (Date(2024, 8), "6-11")  # lines 9, 10 and 23
    assert spoken(second.authors) == ["Ma. Regina E.||Estuar", "Marlene M.||De Leon"]
    assert second.ids.citation_key == "layacan-etal-2024-zero"  # line 36
    assert "Seoul" not in repr(first)  # line 22
