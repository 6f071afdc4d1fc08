"""Bibliographies with something wrong: nothing is lost that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.importers.bibtex import FORMAT_BIBTEX
from index.importers.report import Problem
from index.paper import Date, Paper
from tests.index.importers.whole_path import paper, papers, problems, read, spoken


def titles(found: list[object]) -> list[str | None]:
    return [one.title for one in found if isinstance(one, Paper)]


def test_an_entry_without_its_closing_brace_takes_no_other_with_it(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "@article{a, title={First}, year=2001}\n\n"
        "@article{b,\n title={Second},\n author={Doe, Jane},\n abstract={We do\n"
        "@article{c, title={Third}, year=2003}\n",
        "bibtex",
    )
    assert titles(list(found)) == ["First", "Second", "Third"]
    (problem,) = problems(found)
    assert problem.line == 3
    assert problem.reason == "the entry b is cut off or malformed: read only to there"
    assert not problem.is_end
    second = found[1]
    assert isinstance(second, Paper)
    assert spoken(second.authors) == ["Jane||Doe"]
    assert second.abstract == ""


def test_a_file_that_breaks_off_says_so(tmp_path: Path) -> None:
    found = read(tmp_path, "@article{a, title={One}}\n@article{b, title={Two}, year={20", "bibtex")
    assert titles(list(found)) == ["One", "Two"]
    assert problems(found) == [
        Problem(str(tmp_path / "file"), 2, "the entry b is cut off or malformed: read only to "
                "there", is_end=True)
    ]  # fmt: skip


def test_an_entry_of_which_nothing_can_be_read(tmp_path: Path) -> None:
    found = read(
        tmp_path, "@article{a, title={One}}\n@article{b, title}\n@a{c, title={C}}", "bibtex"
    )
    assert titles(list(found)) == ["One", "C"]
    assert [(p.line, p.reason) for p in problems(found)] == [
        (2, "the entry b is cut off or malformed")
    ]


def test_the_same_key_twice_keeps_both(tmp_path: Path) -> None:
    found = papers(tmp_path, "@a{dup, title={One}}\n@a{dup, title={Two}}\n", "bibtex")
    assert [one.title for one in found] == ["One", "Two"]
    assert {one.ids.citation_key for one in found} == {"dup"}


def test_of_a_field_twice_the_first_counts(tmp_path: Path) -> None:
    found = paper(tmp_path, "@a{k, title={One}, Title={Two}, year={}, year={2000}}\n", "bibtex")
    assert (found.title, found.date) == ("One", Date(2000))


def test_a_missing_comma_loses_no_field(tmp_path: Path) -> None:
    found = paper(tmp_path, "@article{k,\n title={A B}\n author={Doe, Jo}\n journal={J},\n"
                            " year=2001}", "bibtex")  # fmt: skip
    assert (found.title, spoken(found.authors), found.venue) == ("A B", ["Jo||Doe"], "J")
    assert found.date == Date(2001)


def test_quotation_marks_inside_quotation_marks(tmp_path: Path) -> None:
    found = paper(tmp_path, '@article{k, title = "On "hot" and {"}cold{"} things", year=2001}',
                  "bibtex")  # fmt: skip
    assert found.title == 'On "hot" and "cold" things'


def test_blanks_and_line_ends_around_the_type(tmp_path: Path) -> None:
    found = papers(tmp_path, "@ article { a ,\n title={A}}\n@article\n{b,\n title={B}}\n", "bibtex")
    assert [(one.title, one.source.record_key) for one in found] == [("A", "a"), ("B", "b")]


def test_an_entry_without_a_key_that_begins_with_a_field(tmp_path: Path) -> None:
    found = papers(tmp_path, "@article{title={A}, year=2001}\n@article{,title={B}}\n", "bibtex")
    assert [(one.title, one.ids.citation_key) for one in found] == [("A", None), ("B", None)]


def test_comments_and_preambles_are_no_papers(tmp_path: Path) -> None:
    found = paper(
        tmp_path,
        "Free text, mail me@example.org {\n@comment{jabref-meta: grouping: {x}}\n"
        '@preamble{"\\def\\x#1{#1} "}\n'
        "@article{k, title={A}} junk\n",
        "bibtex",
    )
    assert found.title == "A"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("# A\n\nWe list.\n\n## B\n\n```bibtex\n@misc{k, title={T}}\n```\n", False),
        ("<p>\n@misc{k, title={T}}\n</p>", False),
        ("Mail me@example.org, x = 5.\n\nWe use @ {signs} = often.", False),
        ("% Encoding: UTF-8\n\n@Misc{k,\n  title = {T},\n}\n@Comment{jabref-meta: x}", True),
        ('@string(a = "b")', True),
    ],
)
def test_what_is_a_bibliography(text: str, form: bool) -> None:
    assert FORMAT_BIBTEX.recognises(text) is form


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(tmp_path: Path, end: str) -> None:
    text = "\n@article{k,\n title={A\n B},\n}\n@article{l,\n year=1999}\n".replace("\n", end)
    found = read(tmp_path, text, "bibtex")
    assert titles(list(found)) == ["A B"]
    assert [(p.line, p.reason) for p in problems(found)] == [
        (6, "has neither a title nor an abstract")
    ]


def test_encodings(tmp_path: Path) -> None:
    text = "@article{k, title={Über}, author={Müller, Jörg}}"
    for data in (text.encode("utf-8-sig"), text.encode("cp1252"), text.encode("utf-16")):
        found = paper(tmp_path, data, "bibtex")
        assert (found.title, spoken(found.authors)) == ("Über", ["Jörg||Müller"])


def test_braces_without_end(tmp_path: Path) -> None:
    depth = 100_000
    whole = "@article{k, title={" + "{" * depth + "x" + "}" * depth + "}}\n@a{l, title={L}}"
    assert [one.title for one in papers(tmp_path, whole, "bibtex")] == ["x", "L"]
    found = read(tmp_path, "@a{l, title={L}}\n@article{k, title={" + "{" * depth, "bibtex")
    assert titles(list(found)) == ["L"]
    assert problems(found)[0].is_end


def test_strings_and_lines_hold_over_long_files(tmp_path: Path) -> None:
    # Longer than what is parsed at once.
    filler = "word " * 20_000
    entries = "".join(f"@article{{k{n},\n title={{T{n}}},\n journal=jj, abstract={{{filler}}}}}\n"
                      for n in range(9))  # fmt: skip
    found = read(tmp_path, f"@string{{jj={{J}}}}\n{entries}@article{{bad title}}\n", "bibtex")
    assert titles(list(found)) == [f"T{n}" for n in range(9)]
    assert {one.venue for one in found if isinstance(one, Paper)} == {"J"}
    assert [problem.line for problem in problems(found)] == [1 + 9 * 3 + 1]


def test_what_the_parsers_warn_of_stays_off_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    read(tmp_path, "@article{a, title={x}, year=foo}\n@article{b title=\n@article{c", "bibtex")
    assert capfd.readouterr() == ("", "")
