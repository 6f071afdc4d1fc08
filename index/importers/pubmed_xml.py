"""PubMed's XML: articles and book chapters.

Elements are those of the National Library of Medicine's "MEDLINE/PubMed XML Data Elements".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.nbib import medline_name, pubmed_address, without_full_stop
from index.importers.reading import Format, Raw
from index.importers.wording import Person, body, in_month, page_range, read_date
from index.importers.xml_markup import marked_up
from index.importers.xml_records import Found, child, children, local, read_found, text, texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from index.importers.files import InputFile
    from index.importers.report import Problem

_ARTICLES = ("PubmedArticle", "PubmedBookArticle", "MedlineCitation")
_BEGINNING = re.compile(
    r"<(?:PubmedArticleSet|PubmedArticle|PubmedBookArticle|PubmedBookArticleSet|"
    r"MedlineCitationSet)\b"
)
_NOT_THERE = "[not available]"


def _recognises(head: str) -> bool:
    return head.startswith("<") and _BEGINNING.search(head[:8_000]) is not None


def _read(file: InputFile) -> Iterator[Raw | Problem]:
    for found in read_found(file, _ARTICLES):
        if not isinstance(found, Found):
            yield found
        elif local(found.element) == "PubmedBookArticle":
            yield Raw(found.line, _chapter(found.element))
        else:
            yield Raw(found.line, _article(found.element))


def _article(record: Element) -> dict[str, Any]:
    is_bare = local(record) == "MedlineCitation"
    citation = record if is_bare else child(record, "MedlineCitation")
    article = child(citation, "Article")
    issue = child(article, "Journal", "JournalIssue")
    types = " ".join(texts(article, "PublicationTypeList", "PublicationType")).lower()
    pmid = text(citation, "PMID")
    title = marked_up(child(article, "ArticleTitle"))
    if title is None or title.lower().startswith(_NOT_THERE):
        title = marked_up(child(article, "VernacularTitle"))
    ids = children(child(record, "PubmedData", "ArticleIdList"), "ArticleId")
    return {
        "kind": "preprint" if "preprint" in types else "article",
        "title": without_full_stop(title),
        "authors": _persons(child(article, "AuthorList")),
        "abstract": _abstract(child(article, "Abstract"))
        or _abstract(child(citation, "OtherAbstract")),
        "date": _date(child(issue, "PubDate"), child(article, "ArticleDate")),
        "journal": text(article, "Journal", "Title")
        or text(article, "Journal", "ISOAbbreviation")
        or text(citation, "MedlineJournalInfo", "MedlineTA"),
        "volume": text(issue, "Volume"),
        "issue": text(issue, "Issue"),
        "pages": _pages(article),
        "keywords": _keywords(citation),
        "doi": _doi([*children(article, "ELocationID"), *ids]),
        "url": pubmed_address(pmid),
        "id": pmid,
    }


def _chapter(record: Element) -> dict[str, Any]:
    document = child(record, "BookDocument")
    book = child(document, "Book")
    title = marked_up(child(document, "ArticleTitle"))
    book_title = marked_up(child(book, "BookTitle"))
    people = children(book, "AuthorList")
    editors = [name for group in people if group.get("Type") == "editors"
               for name in _persons(group)]  # fmt: skip
    authors = [name for group in children(document, "AuthorList") for name in _persons(group)]
    pmid = text(document, "PMID")
    ids = [
        *children(child(record, "PubmedBookData", "ArticleIdList"), "ArticleId"),
        *children(child(document, "ArticleIdList"), "ArticleId"),
    ]
    return {
        "kind": "chapter" if title else "other",
        "title": without_full_stop(title or book_title),
        "authors": authors
        or [name for group in people if group.get("Type") != "editors" for name in _persons(group)],
        "editors": editors,
        "abstract": _abstract(child(document, "Abstract")),
        "date": _date(child(book, "PubDate"), child(document, "ContributionDate")),
        "booktitle": book_title if title else None,
        "series": marked_up(child(book, "CollectionTitle")),
        "volume": text(book, "Volume"),
        "pages": _pages(document),
        "publisher": text(book, "Publisher", "PublisherName"),
        "place": text(book, "Publisher", "PublisherLocation"),
        "keywords": _keywords(document),
        "doi": _doi(ids),
        "url": pubmed_address(pmid),
        "id": pmid,
    }


def _persons(group: Element | None) -> list[Person]:
    """Names in order; those marked as no longer valid are mistakes that were corrected."""
    found: list[Person] = []
    for author in children(group, "Author"):
        if author.get("ValidYN") == "N":
            continue
        family = text(author, "LastName")
        given = text(author, "ForeName") or text(author, "FirstName") or text(author, "Initials")
        if family:
            found.append(medline_name(family, given or "", text(author, "Suffix") or ""))
        elif collective := text(author, "CollectiveName") or given:
            found.append(body(collective))
    return found


def _abstract(abstract: Element | None) -> str | None:
    """The parts of an abstract, each after its heading."""
    parts = []
    for part in children(abstract, "AbstractText"):
        words, label = marked_up(part), part.get("Label")
        if words:
            parts.append(f"{label}: {words}" if label and label != "UNLABELLED" else words)
    return "\n\n".join(parts) or None


def _date(printed: Element | None, online: Element | None) -> str | None:
    """When it was printed, completed by when it went online in the same year."""
    dates = []
    for date in (printed, online):
        year = text(date, "Year")
        month = " ".join(filter(None, (text(date, "Month"), text(date, "Day"))))
        dates.append(in_month(year, month) or read_date(text(date, "MedlineDate") or ""))
    first, second = dates
    if first and second and len(first) == 4 and second.startswith(first):
        return second
    return first or second


def _pages(article: Element | None) -> str | None:
    pagination = child(article, "Pagination")
    whole = text(pagination, "MedlinePgn")
    return page_range(whole or text(pagination, "StartPage"),
                      None if whole else text(pagination, "EndPage"))  # fmt: skip


def _keywords(citation: Element | None) -> list[str]:
    stated = [
        word for group in children(citation, "KeywordList") for word in texts(group, "Keyword")
    ]
    headings = children(child(citation, "MeshHeadingList"), "MeshHeading")
    return stated + [word for heading in headings for word in texts(heading, "DescriptorName")]


def _doi(identifiers: list[Element]) -> str | None:
    for identifier in identifiers:
        kind = identifier.get("EIdType") or identifier.get("IdType")
        if kind == "doi" and identifier.get("ValidYN") != "N" and (found := text(identifier)):
            return found
    return None


FORMAT_PUBMED_XML = Format("pubmed-xml", "PubMed XML", _recognises, _read)
