"""What formats share: dates, pages, names, and values of BibTeX and HTML, whatever is in them."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.importers.bibtex_values import addresses, persons, unprotected, value
from index.importers.html_pages import abstract_of, anchors, citation, text_of
from index.importers.wording import arxiv_id, in_month, page_range, person, read_date
from index.importers.xml_markup import in_command, without_pairs

latex = st.text(st.sampled_from("ab {}\\\"$#~,=&%\n'and[]") | st.characters(), max_size=60)
html = st.text(st.sampled_from("ab <>/=\"'&;$\n!-ip") | st.characters(), max_size=80)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2014//", "2014"), ("1948/07//", "1948-07"), ("2014///Spring", "2014"),
        ("2020 Oct 9", "2020-10-09"), ("9 October 2020", "2020-10-09"), ("Oct. 2020", "2020-10"),
        ("15-20 June 2019", "2019-06"), ("20201009", "2020-10-09"), ("2004 JUN 8", "2004-06-08"),
        ("1998 Dec-1999 Jan", "1998"), ("2012-13", "2012"), ("2012-00-00", "2012"),
        ("2012-02-40", "2012-02"), ("05/24/2019", "2019"), ("0000", None), ("", None),
        ("a maybe 2019", "2019"), ("..2020", "2020"), ("//////", None), ("٢٠٢٠", None),
    ],
)  # fmt: skip
def test_dates(text: str, date: str | None) -> None:
    assert read_date(text) == date


@given(st.text(max_size=40) | st.from_regex(r"[0-9/ .-]{0,30}"))
def test_no_text_breaks_a_date_or_a_name(text: str) -> None:
    for found in (read_date(text), in_month("2019", text)):
        assert found is None or 4 <= len(found) <= 10
    page_range(text, text)
    person(text)
    arxiv_id(text)


@pytest.mark.parametrize(
    ("first", "last", "pages"),
    [
        ("1", "9", "1–9"), ("1", "1", "1"), ("379-423", None, "379-423"), ("1 -- 9", None, "1–9"),
        (None, "9", "9"), (None, None, None), ("e0815", None, "e0815"),
        ("1--3, 7---9", None, "1–3, 7–9"),
    ],
)  # fmt: skip
def test_pages(first: str | None, last: str | None, pages: str | None) -> None:
    assert page_range(first, last) == pages


@given(latex)
def test_no_value_of_bibtex_breaks_its_reading(text: str) -> None:
    said, rest = value(text, {"a": "b"})
    assert len(said) + len(rest) <= len(text) + 1
    persons(text)
    addresses(text)


@given(latex)
def test_only_braces_and_forced_ends_are_taken_out(text: str) -> None:
    def letters(words: str) -> str:
        return "".join(c for c in words if c.isalnum())

    if "\\\\" not in text:
        assert letters(unprotected(text)) == letters(text)


@given(html)
def test_no_html_breaks_its_reading(text: str) -> None:
    text_of(text)
    anchors(f"<a href={text}>{text}</a>")
    abstract_of(f"<div class=abstract>{text}")
    citation(f'<meta name="citation_title" content="x"{text}>{text}')


@given(st.text(st.sampled_from("ab <$\n"), max_size=60))
def test_a_sign_that_begins_no_tag_stays_text(text: str) -> None:
    assert "".join(text_of(text).split()) == "".join(text.split())


def test_commands_around_text() -> None:
    assert in_command("textit", " x ") == " \\textit{x} "
    assert in_command("textit", "a}b") == "a}b"
    assert in_command("textit", "  ") == "  "
    assert without_pairs("<i>a <b>c</b></i> n<i") == "\\textit{a \\textbf{c}} n<i"


def test_no_parser_is_loaded_before_a_file_needs_it() -> None:
    code = (
        "import sys, index.importers.sniff\n"
        "print(*{'bibtexparser', 'defusedxml', 'pybtex', 'yaml'} & set(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "\n"
