"""Bibliographies of 200 hard records and the 38 seeds, compiled by TeX and read by pandoc."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from index.citations import Cited
from index.markup.parse import parse
from tests.index.citations.hard import hard_records
from tests.index.citations.test_read_back import EVERYTHING, alike, in_full

_TAG = re.compile(r"</?(?:b|i|code|span[^>]*)>")


def needs(*tools: str) -> pytest.MarkDecorator:
    missing = [tool for tool in tools if shutil.which(tool) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


def has_package(name: str) -> bool:
    found = subprocess.run(["kpsewhich", name], capture_output=True, check=False)
    return found.returncode == 0


def run(folder: Path, *command: str) -> str:
    """Run a program that reads nothing and may not ask; its output."""
    result = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return result.stdout.decode(errors="replace")


def errors(output: str) -> list[str]:
    """What TeX complains about: errors, and citations or references that lead nowhere."""
    return re.findall(r"^!.*|.*There were undefined.*", output, re.MULTILINE)


def compiled(folder: Path, engine: str, bibliography: str, document: str) -> str:
    """The last output of TeX over a document `paper.tex` with its bibliography made."""
    (folder / "paper.tex").write_text(document, encoding="utf-8")
    tex = (engine, "-interaction=nonstopmode", "-no-shell-escape", "paper")
    run(folder, *tex)
    made = run(folder, bibliography, "paper")
    assert not re.findall(r"(?i)^.*\berror\b.*", made.replace("error message", ""), re.MULTILINE)
    if bibliography == "biber":
        assert "WARN" not in made
    run(folder, *tex)
    return run(folder, *tex)


def is_ascii(item: Cited) -> bool:
    """Whether an entry has no character of several bytes, which the labels of `alpha` cut up."""
    return in_full("bibtex", [item]).isascii()


@needs("pdflatex", "bibtex")
@pytest.mark.parametrize("style", ["plain", "alpha", "apalike"])
def test_bibtex_compiles(tmp_path: Path, style: str) -> None:
    items = [item for item in EVERYTHING if style != "alpha" or is_ascii(item)]
    text = in_full("bibtex", items)
    (tmp_path / "refs.bib").write_text(text, encoding="utf-8")
    # What LaTeX has no command for, Chinese and the like, is the document's to declare.
    foreign = sorted({character for character in text if not character.isascii()})
    assert all(ord(character) > 0x1E00 for character in foreign)
    declared = "".join(
        rf"\DeclareUnicodeCharacter{{{ord(character):04X}}}{{[{ord(character):04X}]}}"
        for character in foreign
    )
    output = compiled(
        tmp_path,
        "pdflatex",
        "bibtex",
        r"\documentclass{article}\usepackage[utf8]{inputenc}\usepackage[T1]{fontenc}"
        r"\usepackage{textcomp,amsmath,amssymb,hyperref}"
        rf"{declared}\begin{{document}}\nocite{{*}}"
        rf"\bibliographystyle{{{style}}}\bibliography{{refs}}\end{{document}}",
    )
    assert errors(output) == []
    assert "Output written on paper.pdf" in output
    printed = (tmp_path / "paper.bbl").read_text(encoding="utf-8")
    assert printed.count(r"\bibitem") == len(items)
    # The styles lower titles: what must keep its capitals has, and nothing else has.
    for kept in ("{GPT-4} and {BERT} on {ImageNet-1K}", "{DistSeal}: Watermarking for {GANs}"):
        assert kept in " ".join(printed.split())


@needs("lualatex", "biber")
@pytest.mark.parametrize("style", ["numeric", "authoryear"])
def test_biblatex_compiles(tmp_path: Path, style: str) -> None:
    if not (has_package("biblatex.sty") and has_package("csquotes.sty")):
        pytest.skip("needs biblatex and csquotes")
    (tmp_path / "refs.bib").write_text(in_full("biblatex", EVERYTHING), encoding="utf-8")
    output = compiled(
        tmp_path,
        "lualatex",
        "biber",
        r"\documentclass{article}\usepackage{amsmath,amssymb,csquotes}"
        rf"\usepackage[style={style},backend=biber]{{biblatex}}\usepackage{{hyperref}}"
        r"\addbibresource{refs.bib}\begin{document}\nocite{*}\printbibliography\end{document}",
    )
    assert errors(output) == []
    assert "Output written on paper.pdf" in output
    printed = (tmp_path / "paper.bbl").read_text(encoding="utf-8")
    assert printed.count(r"\entry{") == len(EVERYTHING)


@needs("pandoc")
@pytest.mark.parametrize("style", ["bibtex", "biblatex", "csl-json"])
def test_pandoc_reads_every_record(tmp_path: Path, style: str) -> None:
    path = tmp_path / "refs"
    path.write_text(in_full(style, EVERYTHING), encoding="utf-8")
    output = run(
        tmp_path, "pandoc", "-f", style.replace("csl-json", "csljson"), "-t", "csljson", "refs"
    )
    records = {record["id"]: record for record in json.loads(output)}

    assert set(records) == {item.key for item in EVERYTHING}
    for item in hard_records():
        record = records[item.key]
        assert len(record["author"]) == len(item.paper.authors)
        for name, author in zip(item.paper.authors, record["author"], strict=True):
            # Where BibTeX's grammar sees no given name, pandoc takes a body's words apart.
            words = {word for part in author.values() for word in part.split()}
            said = f"{name.family} {name.given} {name.particle} {name.suffix} {name.literal}"
            assert {alike(word) for word in words} <= set(alike(said).split())
        # Formulas and foreign signs come back in forms of their own; \textbar pandoc does not know.
        if not re.search(r"\$|\||[^\x00-\x7f]", item.paper.title or ""):
            # It lowers what is not protected, as BibTeX's own styles do.
            title = alike(_TAG.sub("", record["title"])).casefold()
            assert title == alike(parse(item.paper.title or "").plain).casefold()
