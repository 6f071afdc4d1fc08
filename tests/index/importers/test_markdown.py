"""Lists of papers in Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.importers import markdown
from index.importers.files import InputFile
from index.importers.markdown import FORMAT_MARKDOWN
from index.importers.sniff import recognise
from index.paper import Identifiers, Link, Name, Paper
from tests.index.importers.sample import papers, problems, sample, titles, write
from tests.shared import requires_shared

LONG = "We study quokkas, which are small marsupials that live on an island and smile at everybody."


def one(tmp_path: Path, body: str, heading: str = "# On Quokkas") -> Paper:
    first, _ = papers(write(tmp_path, f"{heading}\n\n{body}\n\n# Other\n\nBo Li\n\n{LONG}\n"))
    return first


@requires_shared
def test_the_sample() -> None:
    first, second = papers(sample("markdown_list.md"))
    assert first.source.format == "markdown"
    # Lines 1, 3, 5, 7 and 9.
    assert first.collection == second.collection == "ICML 2019"
    assert first.title == "A Large-Scale Study on Regularization and Normalization in GANs"
    assert first.authors[1] == Name("Lučić", "Mario")
    assert len(first.authors) == 5
    assert first.abstract.startswith("Generative adversarial networks (GANs) are a class")
    assert first.links == (
        Link("pdf", "http://proceedings.mlr.press/v97/kurach19a/kurach19a.pdf"),
        Link("code", "https://www.github.com/google/compare_gan"),
    )
    assert first.ids == Identifiers(pmlr="v97/kurach19a")
    # Lines 13, 15 and 17; line 11 is a rule.
    assert second.title == "A Statistical Investigation of Long Memory in Language and Music"
    assert second.authors == (Name("Greaves-Tunnell", "Alexander"), Name("Harchaoui", "Zaid"))
    assert second.abstract.endswith("limited to heuristic tools.")


@pytest.mark.parametrize(
    "line",
    [
        "Anna van den Berg, Bo Li",
        "*Anna van den Berg, Bo Li*",
        "**Anna van den Berg** and **Bo Li**".replace("**", ""),
        "Authors: Anna van den Berg, Bo Li",
        "**Authors:** Anna van den Berg; Bo Li",
        "- **Authors**: Anna van den Berg and Bo Li",
        "By: Anna van den Berg & Bo Li",
    ],
)
def test_the_authors(tmp_path: Path, line: str) -> None:
    paper = one(tmp_path, f"{line}\n\n{LONG}")
    assert paper.authors == (Name("Berg", "Anna", "van den"), Name("Li", "Bo"))
    assert paper.abstract == LONG


@pytest.mark.parametrize(
    "line", ["Best Paper Award", "*Spotlight*", "**Oral**", "TBD", "Accepted, Oral", "June 2019"]
)
def test_what_names_nobody(tmp_path: Path, line: str) -> None:
    paper = one(tmp_path, f"{line}\n\n{LONG}")
    assert (paper.authors, paper.abstract) == ((), LONG)


@pytest.mark.parametrize(
    "body",
    [
        LONG,
        f"Abstract: {LONG}",
        f"**Abstract.** {LONG}".replace("**Abstract.**", "**Abstract**:"),
        f"## Abstract\n\n{LONG}",
        f"Anna Berg\n\n## Abstract\n\n{LONG}\n\n## Links\n\n[pdf](https://example.org/a.pdf)",
        f"{LONG}\n\nMy own note on it is long enough to be an abstract {LONG}",
    ],
)
def test_the_abstract(tmp_path: Path, body: str) -> None:
    paper = one(tmp_path, body)
    assert paper.abstract == LONG
    assert paper.title == "On Quokkas"


def test_an_abstract_under_its_own_heading_may_have_paragraphs(tmp_path: Path) -> None:
    paper = one(tmp_path, f"## Abstract\n\n{LONG}\n\nThey smile a lot.")
    assert paper.abstract == f"{LONG}\n\nThey smile a lot."


@pytest.mark.parametrize(
    "heading",
    [
        "# On Quokkas",
        "# On Quokkas #",
        "# **On Quokkas**",
        "# 1. On Quokkas",
        "# [On Quokkas](https://example.org/a)",
    ],
)
def test_the_title(tmp_path: Path, heading: str) -> None:
    assert one(tmp_path, LONG, heading).title == "On Quokkas"


def test_labelled_lines(tmp_path: Path) -> None:
    paper = one(
        tmp_path,
        f"- **Venue:** ICML 2019\n- Keywords: quokkas, islands\n- DOI: 10.1000/q\n"
        f"- Code: [here](https://github.com/berg/q)\n\n{LONG}",
    )
    assert (paper.venue, paper.keywords) == ("ICML 2019", ("quokkas", "islands"))
    assert paper.ids.doi == "10.1000/q"
    assert paper.links == (Link("code", "https://github.com/berg/q"),)


def test_headings_that_group_are_no_papers(tmp_path: Path) -> None:
    text = f"# List\n\nPapers that I like very much, all of them.\n\n## Topic\n\n### A\n\n{LONG}\n"
    text += f"\n### B\n\n{LONG} Twice.\n\n## Other topic\n\n### C\n\n{LONG} Thrice.\n"
    found = papers(write(tmp_path, text))
    assert [paper.title for paper in found] == ["A", "B", "C"]
    assert {paper.collection for paper in found} == {"List"}


def test_the_items_of_a_list(tmp_path: Path) -> None:
    text = (
        "# Reading list\n\n## Marsupials\n\n"
        "- [On Quokkas](https://arxiv.org/abs/2101.00001), Anna Berg. "
        "[[code](https://github.com/berg/q)]\n"
        "- **On Wombats.** Bo Li. [[pdf](https://example.org/w.pdf)]\n"
        "- a remark without a link\n"
    )
    first, second = papers(write(tmp_path, text))
    assert (first.title, first.ids.arxiv) == ("On Quokkas", "2101.00001")
    assert first.links[1] == Link("code", "https://github.com/berg/q")
    assert (second.title, second.links) == (
        "On Wombats",
        (Link("pdf", "https://example.org/w.pdf"),),
    )
    assert second.collection == "Reading list"


def test_code_and_front_matter_hold_no_headings(tmp_path: Path) -> None:
    text = f"---\ntitle: x\n# no\n---\n# A\n\n{LONG}\n\n```sh\n# no\n```\n\n# B\n\n{LONG} Twice.\n"
    assert titles(write(tmp_path, text)) == ["A", "B"]


def test_a_heading_with_nothing_below_is_not_taken(tmp_path: Path) -> None:
    path = write(tmp_path, f"# A\n\n# B\n\n{LONG}\n\n# Thanks\n")
    assert (titles(path), problems(path)) == (["B"], [])


def test_a_section_that_is_too_long_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "MAXIMUM_LINE", 500)
    words = "word after word\n" * 100
    path = write(tmp_path, f"# A\n\n{LONG}\n\n# B\n\n{words}\n# C\n\n{LONG}\n")
    assert titles(path) == ["A", "C"]
    assert [(line, is_end) for line, _, is_end in problems(path)] == [(5, False)]


@pytest.mark.parametrize("text", ["# One heading\n\nWe study.", "#hashtag\n#hashtag", "C# and F#"])
def test_what_is_not_markdown(tmp_path: Path, text: str) -> None:
    assert recognise(InputFile(write(tmp_path, text))) is not FORMAT_MARKDOWN


@pytest.mark.parametrize(
    "text",
    ["# " + " #" * 200_000, "# a" + " " * 300_000 + "b", "[" * 300_000, "- [" * 100_000],
    ids=["hashes", "blanks", "brackets", "items"],
)
def test_long_lines_take_time_that_grows_with_their_length(tmp_path: Path, text: str) -> None:
    # Were it with the square of it, this would not end today.
    path = write(tmp_path, f"# A\n\n{LONG}\n\n# B\n\n{LONG} Twice.\n\n{text}\n\n# C\n\nBo Li\n")
    assert titles(path) == ["A", "B", "C"]
