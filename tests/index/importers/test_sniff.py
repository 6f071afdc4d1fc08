"""Of which format a file is, by its content alone."""

from __future__ import annotations

import gzip
import json
import random
from importlib import resources
from pathlib import Path

import pytest

from index.errors import InputError
from index.importers.files import InputFile
from index.importers.sniff import FORMATS, format_of, recognise
from tests.index.importers.sample import sample, write
from tests.shared import SHARED, requires_shared

LINE = '{"title": "A"}'


def name_of(path: Path) -> str | None:
    form = recognise(InputFile(path))
    return form.name if form else None


def test_names_and_titles_are_each_used_once() -> None:
    assert len({form.name for form in FORMATS}) == len(FORMATS)
    assert len({form.title for form in FORMATS}) == len(FORMATS)
    assert FORMATS[-1].name == "plain"


@requires_shared
@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("papercopilot_icml2019_pmlr.json", "papercopilot"),
        ("papercopilot_corl2023_openreview.json", "papercopilot"),
        ("openreview_v2_notes.json", "openreview"),
        ("zotero.csl.json", "csl-json"),
        ("bbt_olson_html_title.csl.json", "csl-json"),
        ("papers.jsonl", "jsonl"),
        ("zotero.csv", "csv"),
        ("ieee_xplore.csv", "csv"),
        ("simple.tsv", "tsv"),
        ("markdown_list.md", "markdown"),
        ("plain_seed_style.txt", "plain"),
    ],
)
def test_the_samples_under_any_name(tmp_path: Path, name: str, form: str) -> None:
    data = sample(name).read_bytes()
    assert name_of(write(tmp_path, data, "data.bin")) == form
    assert name_of(write(tmp_path, gzip.compress(data), "data.txt")) == form
    assert name_of(write(tmp_path, b"\xef\xbb\xbf\r\n" + data)) == form
    text = data.decode().replace("\r\n", "\n")
    assert name_of(write(tmp_path, text.replace("\n", "\r").encode())) == form
    assert name_of(write(tmp_path, text.encode("utf-16"))) == form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ('[{"title": "A"}]', "json"),
        ('{"papers": [{"title": "A"}', "json"),
        ('[{"title": "' + "x" * 100_000, "json"),
        ("{\n" + LINE[1:-1] + "\n}\n", "json"),
        (f"{LINE}\n{LINE}\n", "jsonl"),
        ("title,abstract\nA,x\n", "csv"),
        ("Title;Authors\n", "csv"),
        ("title,abstract\r\r\nA,x\r\r\n", "csv"),
        ("Title;Art. No.;Abstract\n", "csv"),
        ("title\tabstract\nA\tx\n", "tsv"),
        ("# A\n\nx\n\n# B\n\nx\n", "markdown"),
        ("We study a thing.", "plain"),
        ("ICML 2026 Papers\n\nWe study.", "plain"),
        ("ICML 2026 论文列表\n\n我们研究。", "plain"),
        # What begins like another format, and is an abstract.
        ("[No abstract available]", "plain"),
        ("[1] shows that we study.", "plain"),
        (r"{\em We} study a thing.", "plain"),
        ("<b>We</b> study a thing.", "plain"),
        ("< 3 percent of all things are studied.", "plain"),
        ("Abstract, we study things, and others.", "plain"),
        ("Title; Abstract, and more\n\nWe study; they do not.", "plain"),
        ("Abstract; a list; of papers\n\nWe study a thing.", "plain"),
        ("#hashtags are what we study.\n#two of them.", "plain"),
        ("@article is how we begin.", "plain"),
        ("--- We study a thing.", "plain"),
    ],
)
def test_small_files(tmp_path: Path, text: str, form: str) -> None:
    assert name_of(write(tmp_path, text)) == form


@pytest.mark.parametrize(
    "data", [b"", b"\n \r\n\t", b"\xef\xbb\xbf", b"\xff\xfe", gzip.compress(b"")]
)
def test_an_empty_file_is_an_answer_of_its_own(tmp_path: Path, data: bytes) -> None:
    assert name_of(write(tmp_path, data)) is None


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n\xb5\xb5", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n" + bytes(20), "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
        (b"{\\rtf1\\ansi We study.}", "an RTF document"),
        (b"text \x00 text", "is not text"),
        (b"a.bib" + bytes(252) + b"ustar\x0000", "a tar archive: unpack it first"),
        ("We study.".encode("utf-16-le"), "needs --encoding utf-16"),
        (b"\x01\x02\x03\x04", "is not text"),
        (gzip.compress(b"%PDF-1.7"), "a PDF document"),
        (gzip.compress(gzip.compress(b"We study.")), "packed with gzip twice"),
        (b"<!DOCTYPE html><p>We study.", "a web page"),
        (b"<html lang=en>", "a web page"),
        (b'<?xml version="1.0"?><svg/>', "XML of a kind that is not known"),
        (b"12 34 56 78", "no words in it"),
    ],
)
def test_what_holds_no_papers_is_named_in_one_line(tmp_path: Path, data: bytes, what: str) -> None:
    path = write(tmp_path, data)
    with pytest.raises(InputError, match=what) as caught:
        recognise(InputFile(path))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_seeds_and_each_of_their_abstracts() -> None:
    for entry in resources.files("index.seeds").iterdir():
        if entry.name.endswith(".txt"):
            text = entry.read_text(encoding="utf-8")
            assert format_of(text, entry.name).name == "plain"
            for block in text.split("\n\n"):
                assert format_of(block.strip(), entry.name).name == "plain"


@requires_shared
def test_2000_bare_abstracts_and_300_files_of_20() -> None:
    assert SHARED is not None
    with gzip.open(SHARED / "data" / "papers" / "papers.jsonl.gz", "rt", encoding="utf-8") as file:
        abstracts = [json.loads(line)["abstract"] for line in list(file)[::43]]
    assert len(abstracts) > 2000
    for abstract in abstracts:
        assert format_of(abstract.lstrip(), "x").name == "plain", abstract
    chooser = random.Random(1)
    headings = ["ICML 2026 Papers", "ICML 2026 论文列表", "NeurIPS, 2025; oral", "# My list", ""]
    for _ in range(300):
        blocks = [chooser.choice(headings), *chooser.choices(abstracts, k=20)]
        assert format_of("\n\n".join(blocks).lstrip()[:65_536], "x").name == "plain"
