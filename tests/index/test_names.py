from __future__ import annotations

import pytest

from index.names import bibtex_name, bibtex_names, family_name, full_name, join_names
from index.paper import Name

KNUTH = Name(family="Knuth", given="Donald E.")
CRUZ = Name(family="Cruz", given="Juan", particle="de la")
KING = Name(family="King", given="Martin Luther", suffix="Jr.")
OPENAI = Name(literal="OpenAI")
WANG = Name(family="王", given="小明")
OTHERS = Name(literal="others")


def unescaped(text: str) -> str:
    return text


@pytest.mark.parametrize(
    ("name", "full", "family", "bibtex"),
    [
        (KNUTH, "Donald E. Knuth", "Knuth", "Knuth, Donald E."),
        (CRUZ, "Juan de la Cruz", "de la Cruz", "de la Cruz, Juan"),
        (KING, "Martin Luther King Jr.", "King", "King, Jr., Martin Luther"),
        (OPENAI, "OpenAI", "OpenAI", "{OpenAI}"),
        (Name(literal="王小明"), "王小明", "王小明", "{王小明}"),
        (WANG, "王小明", "王", "{王小明}"),
        (Name(family="김", given="민수"), "김민수", "김", "{김민수}"),
        (Name(family="Plato"), "Plato", "Plato", "{Plato}"),
        (Name(given="Madonna"), "Madonna", "Madonna", "{Madonna}"),
        (Name(family="O'Neill", given="Ann"), "Ann O'Neill", "O'Neill", "O'Neill, Ann"),
        (
            Name(literal="Barnes and Noble, Inc."),
            "Barnes and Noble, Inc.",
            "Barnes and Noble, Inc.",
            "{Barnes and Noble, Inc.}",
        ),
        (
            Name(family="Ortega y Gasset", given="José"),
            "José Ortega y Gasset",
            "Ortega y Gasset",
            "{Ortega y Gasset}, José",
        ),
        (
            Name(family="van der Berg", given="Eva"),
            "Eva van der Berg",
            "van der Berg",
            "van der Berg, Eva",
        ),
        (Name(family="Doe, PhD", given="Jo"), "Jo Doe, PhD", "Doe, PhD", "{Doe, PhD}, Jo"),
        (
            Name(family=" Le\n Roux ", given="Nicolas"),
            "Nicolas Le Roux",
            "Le Roux",
            "Le Roux, Nicolas",
        ),
    ],
)
def test_one_name_in_its_three_forms(name: Name, full: str, family: str, bibtex: str) -> None:
    assert full_name(name) == full
    assert family_name(name) == family
    assert bibtex_name(name, unescaped) == bibtex


@pytest.mark.parametrize(
    ("names", "joined"),
    [
        ([], ""),
        ([KNUTH], "Donald E. Knuth"),
        ([KNUTH, CRUZ], "Donald E. Knuth and Juan de la Cruz"),
        ([KNUTH, CRUZ, OPENAI], "Donald E. Knuth, Juan de la Cruz, and OpenAI"),
        ([KNUTH, Name(), CRUZ], "Donald E. Knuth and Juan de la Cruz"),
        ([KNUTH, OTHERS], "Donald E. Knuth, et al."),
        ([OTHERS], "others"),
    ],
)
def test_joined_names_leave_nobody_out(names: list[Name], joined: str) -> None:
    assert join_names(names) == joined


def test_no_list_is_shortened() -> None:
    names = [Name(family=f"Family{i}", given="A.") for i in range(30)]

    joined = join_names(names)

    assert all(f"A. Family{i}" in joined for i in range(30))
    assert "et al." not in joined


def test_others_stay_bibtex_s_own_word_only_at_the_end() -> None:
    assert bibtex_names([KNUTH, OTHERS], unescaped) == "Knuth, Donald E. and others"
    assert bibtex_names([OTHERS], unescaped) == "{others}"


def test_every_part_of_a_bibtex_name_is_escaped() -> None:
    name = Name(family="F_", given="G_", particle="p_", suffix="S_")

    assert bibtex_name(name, lambda text: text.replace("_", r"\_")) == r"p\_ F\_, S\_, G\_"


def test_names_read_back_from_bibtex_as_they_were_written() -> None:
    database = pytest.importorskip("pybtex.database")
    person = database.Person(bibtex_name(Name(family="Ortega y Gasset", given="José"), unescaped))
    assert (person.first_names, person.prelast_names, person.last_names) == (
        ["José"],
        [],
        ["{Ortega y Gasset}"],
    )
    king = database.Person(bibtex_name(KING, unescaped))
    assert (king.first_names, king.middle_names, king.last_names, king.lineage_names) == (
        ["Martin"],
        ["Luther"],
        ["King"],
        ["Jr."],
    )
    cruz = database.Person(bibtex_name(CRUZ, unescaped))
    assert (cruz.prelast_names, cruz.last_names) == (["de", "la"], ["Cruz"])
