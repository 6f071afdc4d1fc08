"""Values as sources write them."""

from __future__ import annotations

import pytest

from index.importers import fields
from index.paper import Date, Name


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("plain", "plain"),
        ("  two   blanks\n and a line ", "two blanks and a line"),
        ("red \x1b[31malert\x07", "red [31malert"),
        ("left\u202eright", "leftright"),
        ("-1", None),
        ("", None),
        ("N/A", None),
        ("null", None),
        (-1, None),
        (None, None),
        (True, None),
        (1984, "1984"),
        (12.0, "12"),
        (1.5, "1.5"),
        (float("nan"), None),
        (float("inf"), "inf"),
        ({"value": "wrapped"}, "wrapped"),
        ({"value": {"name": "twice"}}, "twice"),
        ({"other": "nothing"}, None),
        (["a", "b"], None),
    ],
)
def test_a_value_as_one_line(value: object, expected: str | None) -> None:
    assert fields.line(value) == expected


def test_objects_in_objects_are_not_followed_for_ever() -> None:
    value: object = "deep"
    for _ in range(50):
        value = {"value": value}
    assert fields.line(value) is None
    nested: object = "deep"
    for _ in range(50):
        nested = [nested]
    assert fields.texts(nested) == []


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("We study a thing.", "We study a thing."),
        ("We study\n\na thing.", "We study\n\na thing."),
        # Quotation marks around the whole.
        ('"We study a thing."', "We study a thing."),
        ('"We call it ""deep"" here."', 'We call it "deep" here.'),
        ('"We call it "deep" here."', 'We call it "deep" here.'),
        ('"Energy" is what we call "work"', '"Energy" is what we call "work"'),
        ('We study a thing."', "We study a thing."),
        ('We study a thing. "', "We study a thing."),
        ('We study webcams "in the wild."', 'We study webcams "in the wild."'),
        ('A screen of 5"', 'A screen of 5"'),
        ('"', '"'),
        # The word before it.
        ("Abstract. We study a thing.", "We study a thing."),
        ("ABSTRACT: we study a thing.", "we study a thing."),
        ("Abstract.Deep learning works.", "Deep learning works."),
        ("Abstract—This paper works.", "This paper works."),
        ("Abstract-In this paper we work.", "In this paper we work."),
        ("Abstract\nPapers work.", "Papers work."),
        ("Abstract In this paper we work.", "In this paper we work."),
        ('"Abstract. We study a thing."', "We study a thing."),
        ("Abstract Meaning Representation works.", "Abstract Meaning Representation works."),
        ("Abstract argumentation works.", "Abstract argumentation works."),
        ("Abstract", "Abstract"),
        # A line end spelt out.
        (r"It is complex.\nTo mend it we work.", "It is complex.\nTo mend it we work."),
        (r"It ends.\n\n We work.", "It ends.\n We work."),
        (r"A rate of $\nu$ and \nabla f. \neq it.", r"A rate of $\nu$ and \nabla f. \neq it."),
        (r"after delimiters like $''\n\n''$, it", r"after delimiters like $''\n\n''$, it"),
        ("-1", ""),
    ],
)
def test_an_abstract_without_what_stood_around_it(raw: str, expected: str) -> None:
    assert fields.abstract(raw) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("vision; language;", ("vision", "language")),
        ("vision；language", ("vision", "language")),
        ("vision, language", ("vision", "language")),
        ("deep learning (cs, stat); vision", ("deep learning (cs, stat)", "vision")),
        (["cs, stat", "vision", "Vision"], ("cs, stat", "vision")),
        ({"value": ["vision"]}, ("vision",)),
        ({"value": "vision, language"}, ("vision", "language")),
        ("-1", ()),
        (None, ()),
        ([], ()),
        ([None, 3], ("3",)),
    ],
)
def test_keywords(value: object, expected: tuple[str, ...]) -> None:
    assert fields.keywords(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2019, Date(2019)),
        (2019.0, Date(2019)),
        ("2019", Date(2019)),
        ("2019-05-06", Date(2019, 5, 6)),
        ("2019-05-06T10:00:00Z", Date(2019, 5, 6)),
        ("2019/05", Date(2019, 5)),
        ("2019-13-01", Date(2019)),
        ("2019-02-99", Date(2019, 2)),
        ("May 2019", Date(2019)),
        ("2018 to 2019", Date(2018)),
        ("from 2018 to 2019", None),
        ("in press", None),
        ("0", None),
        ("9999", None),
        (1_557_100_800_000, None),
        (10**300, None),
        (None, None),
    ],
)
def test_a_date_is_no_surer_than_its_source(value: object, expected: Date | None) -> None:
    assert fields.date(value) == expected


ANNA = Name("Berg", "Anna", "van den")
BO = Name("Li", "Bo")


@pytest.mark.parametrize(
    "value",
    [
        "Anna van den Berg; Bo Li",
        "Anna van den Berg;; Bo Li; ",
        "Anna van den Berg and Bo Li",
        "Anna van den Berg, Bo Li",
        ["Anna van den Berg", "Bo Li"],
        ["van den Berg, Anna", "Li, Bo"],
        ["Anna van den Berg; Bo Li"],
        [["van den Berg", "Anna", ""], ["Li", "Bo"]],
        [{"family": "van den Berg", "given": "Anna"}, {"family": "Li", "given": "Bo"}],
        [{"last_name": "van den Berg", "first_name": "Anna"}, {"lastName": "Li", "first": "Bo"}],
        [{"name": "Anna van den Berg", "email": "anna@example.org"}, {"fullname": "Bo Li"}],
        [{"non-dropping-particle": "van den", "family": "Berg", "given": "Anna"}, "Bo Li"],
        {"value": ["Anna van den Berg", "Bo Li"]},
        {"value": "Anna van den Berg; Bo Li"},
    ],
)
def test_authors_in_every_shape(value: object) -> None:
    assert fields.names(value) == (ANNA, BO)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, ()),
        ("-1", ()),
        ([None], ()),
        ([[]], ()),
        ([{}], ()),
        ({"name": "Bo Li"}, (BO,)),
        ([{"family": "OpenAI"}], (Name(literal="OpenAI"),)),
        ([{"literal": "OpenAI"}], (Name(literal="OpenAI"),)),
        (
            [{"family": "King", "given": "Martin", "suffix": "Jr."}],
            (Name("King", "Martin", "", "Jr."),),
        ),
        ([["King", "Martin", "Jr."]], (Name("King", "Martin", "", "Jr."),)),
        (r"Jos\'{e} M. F. Moura", (Name("Moura", "José M. F."),)),
        (r"{\'E}ric {Le Roux}", (Name("Le Roux", "Éric"),)),
        ("{Barnes and Noble} and Bo Li", (Name(literal="Barnes and Noble"), BO)),
    ],
)
def test_authors_of_other_kinds(value: object, expected: tuple[Name, ...]) -> None:
    assert fields.names(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("https://example.org/a", ["https://example.org/a"]),
        ("github.com/a/b", ["https://github.com/a/b"]),
        (
            "https://example.org/a; https://example.org/b",
            ["https://example.org/a", "https://example.org/b"],
        ),
        (
            "https://example.org/a and https://example.org/b",
            ["https://example.org/a", "https://example.org/b"],
        ),
        ("[![x](/icons/x.svg) a/b](https://github.com/a/b)", ["https://github.com/a/b"]),
        (["https://example.org/a", None, 3], ["https://example.org/a"]),
        ({"url": "https://example.org/a", "status": "GREEN"}, ["https://example.org/a"]),
        # An underscore was lost: half an address is worse than none.
        ("https://github.com/a/Deconfounded VG", []),
        ("javascript:alert(1)", []),
        ("mailto:anna@example.org", []),
        ("file:///etc/passwd", []),
        ("https://example.org/\x1b]0;x\x07", ["https://example.org/]0;x"]),
        ("PEPDS_github", []),
        ("", []),
    ],
)
def test_only_whole_web_addresses_are_taken(value: object, expected: list[str]) -> None:
    assert list(fields.addresses(value)) == expected
