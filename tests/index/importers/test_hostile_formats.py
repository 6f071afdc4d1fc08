"""Files that mean harm or are damaged: a problem is told, and nothing worse happens."""

from __future__ import annotations

import gzip
import itertools
import json
import random
from pathlib import Path

import pytest

from index.errors import InputError
from index.importers.files import InputFile
from index.importers.reader import read_papers
from index.importers.report import Problem, Skipped
from index.importers.sniff import FORMATS, recognise
from index.paper import Paper
from tests.index.importers.whole_path import problems, read
from tests.shared import SHARED, requires_shared

ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
EXTERNAL = '<!DOCTYPE x [<!ENTITY c SYSTEM "file:///etc/hostname">]>'
PARAMETER = '<!DOCTYPE x [<!ENTITY % c SYSTEM "http://a.example/x.dtd"> %c;]>'
DOCUMENTS = {
    "endnote-xml": "<xml><records><record><titles><title>%s</title></titles></record>"
                   "</records></xml>",
    "pubmed-xml": "<PubmedArticleSet><PubmedArticle><MedlineCitation><Article><ArticleTitle>%s"
                  "</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
    "arxiv": '<feed xmlns="http://www.w3.org/2005/Atom"><id>http://arxiv.org/api/1</id><entry>'
             "<title>%s</title></entry></feed>",
    "acl": '<collection id="2024.x"><volume id="1"><paper id="1"><title>%s</title></paper></volume>'
           "</collection>",
}  # fmt: skip


@pytest.mark.parametrize("form", DOCUMENTS)
@pytest.mark.parametrize("declaration", [ENTITIES, EXTERNAL, PARAMETER])
def test_entities_are_refused(tmp_path: Path, form: str, declaration: str) -> None:
    text = f'<?xml version="1.0"?>\n{declaration}\n{DOCUMENTS[form] % "&c;"}'
    (problem,) = read(tmp_path, text, form)
    assert problem == Problem(
        str(tmp_path / "file"), 2, "defines or loads entities, which is refused", is_end=True
    )


@pytest.mark.parametrize("form", DOCUMENTS)
def test_elements_without_end_are_refused(tmp_path: Path, form: str) -> None:
    text = DOCUMENTS[form] % ("<i>" * 200_000)
    (problem,) = read(tmp_path, text, form)
    assert isinstance(problem, Problem)
    assert problem.reason == "nests elements more than 100 deep, which is refused"
    assert problem.is_end


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_document_that_breaks_off_keeps_what_was_whole(tmp_path: Path, form: str) -> None:
    whole = DOCUMENTS[form] % "One"
    head, record, tail = _apart(whole)
    found = read(tmp_path, f"{head}\n{record}\n{record[:-9]}", form)
    assert [item.title for item in found if isinstance(item, Paper)] == ["One"]
    assert [(problem.line, problem.is_end) for problem in problems(found)] == [(3, True)]
    found = read(tmp_path, f"{head}\n{record}\n<x></y>\n{record}{tail}", form)
    assert [item.title for item in found if isinstance(item, Paper)] == ["One"]
    assert problems(found)[0].line == 3
    assert problems(found)[0].reason == "XML that breaks off here: mismatched tag"


def _apart(document: str) -> tuple[str, str, str]:
    """What stands before the record of a document, the record, what stands after it."""
    for name in ("<record>", "<PubmedArticle>", "<entry>", '<paper id="1">'):
        if name in document:
            start = document.index(name)
            closing = f"</{name.strip('<>').split()[0]}>"
            end = document.index(closing) + len(closing)
            return document[:start], document[start:end], document[end:]
    raise AssertionError(document)


@pytest.mark.parametrize("form", DOCUMENTS)
@pytest.mark.parametrize(
    ("encoding", "declared"),
    [("utf-8", "UTF-8"), ("utf-8-sig", ""), ("utf-16", "UTF-16"), ("cp1252", "UTF-8"),
     ("latin-1", "ISO-8859-1"), ("cp1251", "windows-1251"), ("gb18030", "GB18030")],
)  # fmt: skip
def test_encodings_of_xml(tmp_path: Path, form: str, encoding: str, declared: str) -> None:
    title = {"cp1251": "Привет", "gb18030": "你好"}.get(encoding, "Über é")
    said = f' encoding="{declared}"' if declared else ""
    data = f'<?xml version="1.0"{said}?>{DOCUMENTS[form] % title}'.encode(encoding)
    (found,) = read(tmp_path, data, form)
    assert isinstance(found, Paper)
    assert found.title == title


@requires_shared
def test_no_sample_and_no_seed_is_taken_for_another_format() -> None:
    assert SHARED is not None
    known = {
        "acl_2024.fieldmatters_2papers.xml": "acl", "arxiv_0808.05394.atom.xml": "arxiv",
        "arxiv_astro-ph_0601001.atom.xml": "arxiv", "bbt_olson_html_title.csl.json": "csl-json",
        "ieee_xplore.csv": "csv", "markdown_list.md": "markdown",
        "openreview_v2_notes.json": "openreview",
        "papercopilot_corl2023_openreview.json": "papercopilot",
        "papercopilot_icml2019_pmlr.json": "papercopilot", "papers.jsonl": "jsonl",
        "plain_seed_style.txt": "plain", "pmlr_page.html": "pmlr", "pmlr_post.md": "pmlr",
        "pubmed.nbib": "nbib", "rispy_example_wos.ris": "wos", "simple.tsv": "tsv",
        "zotero.csl.json": "csl-json", "zotero.csv": "csv",
    }  # fmt: skip
    by_end = {".bib": "bibtex", ".ris": "ris"}
    for path in sorted((SHARED / "data" / "import_samples").iterdir()):
        if path.name != "SOURCES.md":
            form = recognise(InputFile(path))
            assert form is not None
            assert form.name == known.get(path.name, by_end.get(path.suffix)), path.name
    for path in sorted((SHARED / "data" / "seeds").glob("*.txt")):
        form = recognise(InputFile(path))
        assert form is not None
        assert form.name == "plain"


BIBLIOGRAPHIC = frozenset(
    ("arxiv", "acl", "endnote-xml", "pubmed-xml", "pmlr", "ris", "nbib", "wos", "refer", "bibtex")
)
BITS = (
    b"{", b"}", b'"', b"<", b">", b"&", b"\n", b"@", b"$", b"\\", b"#", b"\r", b"\0", b"---\n",
    b"TY  - ", b"ER  - ", b"<p>", b"</style>", b"]]>", b"<![CDATA[", b"%0 ", b"PMID- ", b"\xff",
)  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A file cut off, with bytes changed, taken out and put in."""
    found = bytearray(data)
    for _ in range(chance.randint(1, 12)):
        place = chance.randrange(len(found) + 1)
        match chance.randrange(4):
            case 0:
                found[place : place + 1] = bytes([chance.randrange(256)])
            case 1:
                del found[place : place + chance.randint(1, 40)]
            case 2:
                found[place:place] = chance.choice(BITS)
            case _:
                del found[max(place, len(found) // 4) :]
    return bytes(found)


@requires_shared
@pytest.mark.parametrize("seed", range(40))
def test_damaged_samples_give_papers_and_problems(tmp_path: Path, seed: int) -> None:
    assert SHARED is not None
    chance = random.Random(seed)
    path = tmp_path / "file"
    for sample in sorted((SHARED / "data" / "import_samples").iterdir()):
        path.write_bytes(damaged(sample.read_bytes()[:8_000], chance))
        file = InputFile(path)
        try:
            form = recognise(file)
        except InputError:
            continue
        for item in read_papers(file, form) if form else ():
            assert isinstance(item, Paper | Problem | Skipped)
            assert "\n" not in str(item) or isinstance(item, Paper)
        file.close()


@requires_shared
def test_no_abstract_is_taken_for_a_bibliography() -> None:
    assert SHARED is not None
    with gzip.open(SHARED / "data" / "papers" / "papers.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = map(json.loads, itertools.islice(lines, 10_000))
        abstracts = [found for one in records if (found := (one.get("abstract") or "").lstrip())]
    assert len(abstracts) > 5_000
    forms = [form for form in FORMATS if form.name in BIBLIOGRAPHIC]
    assert len(forms) == len(BIBLIOGRAPHIC)
    groups = ["\n\n".join(abstracts[place : place + 20]) for place in range(0, 5_000, 20)]
    for text in abstracts + groups:
        assert [form.name for form in forms if form.recognises(text)] == []
