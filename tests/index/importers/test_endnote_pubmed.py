"""EndNote's and PubMed's XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.paper import Date, Paper
from tests.index.importers.whole_path import links, paper, papers, read, spoken


def styled(text: str, face: str = "normal") -> str:
    return f'<style face="{face}" font="default" size="100%">{text}</style>'


def endnote(*records: str) -> str:
    """Records as EndNote exports them: the whole document in one line."""
    inside = "".join(f"<record>{record}</record>" for record in records)
    return f'<?xml version="1.0" encoding="UTF-8" ?><xml><records>{inside}</records></xml>'


def test_an_article_of_endnote(tmp_path: Path) -> None:
    # Elements as in EndNote's RSXML.dtd.
    found = paper(
        tmp_path,
        endnote(
            '<database name="x.enl" path="C:\\secret\\x.enl">x.enl</database>'
            "<rec-number>2</rec-number>"
            '<ref-type name="Journal Article">17</ref-type>'
            f"<contributors><authors><author>{styled('van der Berg, Anna')}</author>"
            f"<author>{styled('World Health Organization,')}</author></authors>"
            f"<secondary-authors><author>{styled('Ed, Al')}</author></secondary-authors>"
            "</contributors>"
            f"<auth-address>{styled('Secret University')}</auth-address>"
            f"<titles><title>{styled('Growth of ')}{styled('E. coli', 'italic')}"
            f"{styled(' in H')}{styled('2', 'subscript')}{styled('O')}</title>"
            f"<secondary-title>{styled('J Depth')}</secondary-title></titles>"
            f"<periodical><full-title>{styled('Journal of Depth')}</full-title></periodical>"
            f"<pages>{styled('2487-2495')}</pages><volume>{styled('11')}</volume>"
            f"<number>{styled('6')}</number>"
            f"<keywords><keyword>{styled('one')}</keyword><keyword>two&#xD;three</keyword>"
            "</keywords>"
            f"<dates><year>{styled('2015')}</year><pub-dates><date>{styled('Jun 9')}</date>"
            "</pub-dates></dates>"
            f"<abstract>{styled('BACKGROUND: We ask.&#xD;RESULTS: n &lt; m at 10')}"
            f"{styled('-3', 'superscript')}{styled('.')}</abstract>"
            f"<urls><related-urls><url>{styled('&lt;Go to ISI&gt;://WOS:1')}</url>"
            f"<url>{styled('http://a.example/p')}</url></related-urls>"
            "<pdf-urls><url>internal-pdf://1/x.pdf</url></pdf-urls></urls>"
            f"<electronic-resource-num>{styled('10.1000/x')}</electronic-resource-num>"
        ),
        "endnote-xml",
    )
    assert found.title == "Growth of \\textit{E. coli} in H\\textsubscript{2}O"
    assert spoken(found.authors) == ["Anna|van der|Berg", "World Health Organization"]
    assert spoken(found.editors) == ["Al||Ed"]
    assert (found.kind, found.venue) == ("article", "Journal of Depth")
    assert (found.volume, found.issue, found.pages) == ("11", "6", "2487-2495")
    assert found.keywords == ("one", "two", "three")
    assert found.date == Date(2015, 6, 9)
    assert found.abstract == ("BACKGROUND: We ask.\nRESULTS: n < m at 10\\textsuperscript{-3}.")
    assert links(found) == [("url", "http://a.example/p")]
    assert (found.ids.doi, found.source.record_key) == ("10.1000/x", "2")
    assert "ecret" not in repr(found)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ('<ref-type name="Conference Proceedings">10</ref-type>', "conference"),
        ("<ref-type>47</ref-type>", "conference"),
        ('<ref-type name="Book Section">5</ref-type>', "chapter"),
        ('<ref-type name="Thesis">32</ref-type>', "other"),
    ],
)
def test_kinds_of_endnote_without_styles(tmp_path: Path, kind: str, expected: str) -> None:
    found = paper(
        tmp_path,
        endnote(
            f"{kind}<contributors><authors><author>Doe, Jo</author></authors></contributors>"
            "<titles><title>Plain</title><secondary-title>Where</secondary-title>"
            "<tertiary-title>Series</tertiary-title></titles><dates><year>1999</year></dates>"
            "<pub-location>Bonn</pub-location><publisher>Press</publisher>"
        ),
        "endnote-xml",
    )
    assert (found.kind, found.venue, found.series) == (expected, "Where", "Series")
    assert (found.title, found.publisher, found.place) == ("Plain", "Press", "Bonn")


def test_a_record_in_the_one_line_of_a_document_is_told_by_its_number(tmp_path: Path) -> None:
    found = read(tmp_path, endnote("<titles><title>A</title></titles>", "<year>1</year>"),
                 "endnote-xml")  # fmt: skip
    assert str(found[1]).endswith("file: record 2 has neither a title nor an abstract")


def test_what_scripts_get_wrong_in_xml(tmp_path: Path) -> None:
    text = endnote(
        "<titles><title>R&D &nbsp;at AT&amp;T &eacute;\x0b & x &#8211; y</title></titles>",
        "<titles><title>Second</title></titles>",
    )
    first, second = papers(tmp_path, text, "endnote-xml")
    assert first.title == "R&D at AT&T é & x – y"
    assert second.title == "Second"


def pubmed(*articles: str) -> str:
    """A set as NLM's DTD has it; the DTD itself is named and never loaded."""
    return (
        '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" '
        '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_240101.dtd">\n'
        f"<PubmedArticleSet>\n{''.join(articles)}</PubmedArticleSet>\n"
    )


ARTICLE = """<PubmedArticle><MedlineCitation Status="MEDLINE">
<PMID Version="1">123</PMID>
<Article PubModel="Print"><Journal><ISSN>1</ISSN><JournalIssue CitedMedium="Internet">
<Volume>148</Volume><Issue>6</Issue><PubDate>%s</PubDate></JournalIssue>
<Title>Cell</Title><ISOAbbreviation>Cell</ISOAbbreviation></Journal>
<ArticleTitle>Role of <i>BRCA1</i> in 10<sup>-3</sup> of
 cases.</ArticleTitle>
<Pagination><StartPage>1204</StartPage><EndPage>1222</EndPage><MedlinePgn>1204-22</MedlinePgn>
</Pagination><ELocationID EIdType="pii">S0</ELocationID>
<ELocationID EIdType="doi" ValidYN="Y">10.1000/a.1</ELocationID>
<Abstract><AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">We ask.</AbstractText>
<AbstractText Label="RESULTS">At <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:msup>
<mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup><mml:mo>&lt;</mml:mo><mml:mfrac><mml:mn>1</mml:mn>
<mml:mi>n</mml:mi></mml:mfrac></mml:math> we find.</AbstractText>
<CopyrightInformation>(c) Cell</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Doe</LastName><ForeName>Jane Q</ForeName>
<Initials>JQ</Initials><AffiliationInfo><Affiliation>Secret University.</Affiliation>
</AffiliationInfo></Author>
<Author ValidYN="N"><LastName>Deo</LastName><ForeName>Jane</ForeName></Author>
<Author><LastName>King</LastName><ForeName>Martin</ForeName><Suffix>Jr</Suffix></Author>
<Author><CollectiveName>The Trial Group</CollectiveName></Author>
<Author><LastName>van Berg</LastName><Initials>A</Initials></Author></AuthorList>
<PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList>
<ArticleDate DateType="Electronic"><Year>2012</Year><Month>03</Month><Day>05</Day></ArticleDate>
</Article>
<MeshHeadingList><MeshHeading><DescriptorName UI="D1">Mice</DescriptorName>
<QualifierName>genetics</QualifierName></MeshHeading></MeshHeadingList>
<KeywordList Owner="NOTNLM"><Keyword MajorTopicYN="N">trials</Keyword></KeywordList>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/a.1</ArticleId>
</ArticleIdList><ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.9/other
</ArticleId></ArticleIdList></Reference></ReferenceList></PubmedData></PubmedArticle>
"""


def test_an_article_of_pubmed(tmp_path: Path) -> None:
    dated = ARTICLE % "<Year>2012</Year><Month>Mar</Month><Day>16</Day>"
    found = paper(tmp_path, pubmed(dated), "pubmed-xml")
    assert found.title == "Role of \\textit{BRCA1} in 10\\textsuperscript{-3} of cases"
    assert found.abstract == ("BACKGROUND: We ask.\n\nRESULTS: At $x^{2}<\\frac{1}{n}$ we find.")
    assert spoken(found.authors) == [
        "Jane Q||Doe", "Martin||King|Jr.", "The Trial Group", "A|van|Berg",
    ]  # fmt: skip
    assert (found.kind, found.venue, found.date) == ("article", "Cell", Date(2012, 3, 16))
    assert (found.volume, found.issue, found.pages) == ("148", "6", "1204-22")
    assert found.keywords == ("trials", "Mice")
    assert (found.ids.doi, found.source.record_key) == ("10.1000/a.1", "123")
    assert links(found) == [("url", "https://pubmed.ncbi.nlm.nih.gov/123/")]
    assert "Secret" not in repr(found)


@pytest.mark.parametrize(
    ("printed", "date"),
    [
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", Date(1998)),
        ("<Year>2012</Year>", Date(2012, 3, 5)),
        ("<Year>2013</Year><Season>Spring</Season>", Date(2013)),
        ("", Date(2012, 3, 5)),
    ],
)
def test_dates_of_pubmed(tmp_path: Path, printed: str, date: Date) -> None:
    assert paper(tmp_path, pubmed(ARTICLE % printed), "pubmed-xml").date == date


def test_a_chapter_of_a_book_of_pubmed(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        pubmed(
            "<PubmedBookArticle><BookDocument><PMID>20301</PMID><ArticleIdList>"
            '<ArticleId IdType="bookaccession">NBK1</ArticleId></ArticleIdList>'
            "<Book><Publisher><PublisherName>University of X</PublisherName>"
            "<PublisherLocation>Seattle (WA)</PublisherLocation></Publisher>"
            "<BookTitle>GeneReviews</BookTitle><PubDate><Year>1993</Year></PubDate>"
            '<AuthorList Type="editors"><Author><LastName>Adam</LastName>'
            "<ForeName>Margaret P</ForeName></Author></AuthorList></Book>"
            "<ArticleTitle>Some Syndrome</ArticleTitle>"
            '<AuthorList Type="authors"><Author><LastName>Doe</LastName><ForeName>Jo</ForeName>'
            "</Author></AuthorList>"
            "<Abstract><AbstractText>We describe.</AbstractText></Abstract>"
            "</BookDocument><PubmedBookData/></PubmedBookArticle>"
        ),
        "pubmed-xml",
    )
    assert (found.kind, found.title, found.venue) == ("chapter", "Some Syndrome", "GeneReviews")
    assert (spoken(found.authors), spoken(found.editors)) == (["Jo||Doe"], ["Margaret P||Adam"])
    assert (found.publisher, found.place) == ("University of X", "Seattle (WA)")
    assert (found.date, found.abstract) == (Date(1993), "We describe.")


def test_missing_elements_of_pubmed(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        pubmed(
            "<PubmedArticle/>\n",
            "<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>[Not Available]."
            "</ArticleTitle><VernacularTitle>Über alles.</VernacularTitle></Article>"
            "<OtherAbstract><AbstractText>Andere.</AbstractText></OtherAbstract>"
            "</MedlineCitation></PubmedArticle>",
        ),
        "pubmed-xml",
    )
    assert str(found[0]).endswith("file:4: has neither a title nor an abstract")
    assert isinstance(found[1], Paper)
    assert (found[1].title, found[1].abstract) == ("Über alles", "Andere.")
