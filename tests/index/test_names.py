from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.names import (
    bibtex_name,
    bibtex_names,
    family_name,
    full_name,
    join_names,
    parse_name,
    parse_names,
)
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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Donald E. Knuth", KNUTH),
        ("Knuth, Donald E.", KNUTH),
        ("  Knuth ,\n Donald   E. ", KNUTH),
        ("Donald~E. Knuth", KNUTH),
        # Particles, in lower case and with a capital.
        ("Juan de la Cruz", CRUZ),
        ("de la Cruz, Juan", CRUZ),
        ("Cruz, Juan de la", CRUZ),
        ("Alejandro de la Concha Duarte", Name("Concha Duarte", "Alejandro", "de la")),
        ("Alexander von zur Mühlen", Name("Mühlen", "Alexander", "von zur")),
        ("Nicolas Le Roux", Name("Le Roux", "Nicolas")),
        ("Le Roux, Nicolas", Name("Le Roux", "Nicolas")),
        ("Ewout Van Den Berg", Name("Van Den Berg", "Ewout")),
        ("Guy Van den Broeck", Name("Van den Broeck", "Guy")),
        ("Fernando De la Torre", Name("De la Torre", "Fernando")),
        ("Pedro Zuidberg Dos Martires", Name("Dos Martires", "Pedro Zuidberg")),
        ("Artur d'Avila Garcez", Name("d'Avila Garcez", "Artur")),
        # No particles: the first word, before an initial, in a Chinese or Vietnamese name.
        ("Di Huang", Name("Huang", "Di")),
        ("Ben Taskar", Name("Taskar", "Ben")),
        ("Mohamed El Amine Seddik", Name("Seddik", "Mohamed El Amine")),
        ("Alexander G. de G. Matthews", Name("Matthews", "Alexander G. de G.")),
        ("Minh Van Nguyen", Name("Nguyen", "Minh Van")),
        ("Richard Yi Da Xu", Name("Xu", "Richard Yi Da")),
        # Spanish, Portuguese and Catalan double names.
        ("Blaise Aguera y Arcas", Name("Aguera y Arcas", "Blaise")),
        ("Ortega y Gasset, José", Name("Ortega y Gasset", "José")),
        (
            "Jose Luis García del Castillo y López",
            Name("Castillo y López", "Jose Luis García", "del"),
        ),
        # Suffixes in every place.
        ("King, Jr., Martin Luther", KING),
        ("Martin Luther King, Jr.", KING),
        ("Martin Luther King Jr", KING),
        ("King, Martin Luther, jr.", KING),
        ("Hal Daumé III", Name("Daumé", "Hal", "", "III")),
        ("Jr. Jun Okamoto", Name("Okamoto", "Jun", "", "Jr.")),
        ("II Hong Suh", Name("Suh", "II Hong")),
        ("Charles Jr.", Name(literal="Charles Jr.")),
        # Whole names.
        ("{OpenAI}", OPENAI),
        ("{Barnes and Noble, Inc.}", Name(literal="Barnes and Noble, Inc.")),
        ("The ATLAS Collaboration", Name(literal="The ATLAS Collaboration")),
        ("Academy of Arts and Crafts", Name(literal="Academy of Arts and Crafts")),
        ("Olivier Company", Name("Company", "Olivier")),
        ("Mausam", Name(literal="Mausam")),
        ("Plato,", Name(literal="Plato")),
        ("江常皓", Name(literal="江常皓")),
        ("王 小明", Name(literal="王 小明")),
        ("王, 小明", WANG),
        ("One, Two, Three, Four", Name(literal="One, Two, Three, Four")),
        ("et al.", OTHERS),
        ("others", OTHERS),
        # Marks of footnotes.
        ("Huan Zhang*", Name("Zhang", "Huan")),
        ("*Azalia Mirhoseini", Name("Mirhoseini", "Azalia")),
        ("Ze Liu(†)", Name("Liu", "Ze")),
        ("Sujith Ravi[2]", Name("Ravi", "Sujith")),
        ("Bingbing Ni⁴", Name("Ni", "Bingbing")),
        ("1Zoltan-Csaba Marton", Name("Marton", "Zoltan-Csaba")),
        ("Rudolph Triebel)", Name("Triebel", "Rudolph")),
        ("Mufan (Bill) Li", Name("Li", "Mufan (Bill)")),
        ("Anna Berg^1", Name("Berg", "Anna")),
        ("Anna Berg^{1,2}", Name("Berg", "Anna")),
        ("Anna Berg$^{*}$", Name("Berg", "Anna")),
        ("Anna Berg\\textsuperscript{1}", Name("Berg", "Anna")),
        ("Anna Berg <sup>1</sup>", Name("Berg", "Anna")),
        ("Anna Berg1,2", Name("Berg", "Anna")),
        # What stands around a name.
        ("Anna Berg (Example University)", Name("Berg", "Anna")),
        ("Xiaoming Wang (王小明)", Name("Wang", "Xiaoming")),
        ("王小明 (Xiaoming Wang)", Name(literal="王小明")),
        ("Anna Berg, Ph.D.", Name("Berg", "Anna")),
        ("Anna Berg PhD", Name("Berg", "Anna")),
        ("Anna Berg, MD", Name("Berg", "Anna")),
        ("Md Rahman", Name("Rahman", "Md")),
        ("Prof. Dr. Anna Berg", Name("Berg", "Anna")),
        ("Dr. Dre", Name("Dre", "Dr.")),
        # Initials behind the family name, as Scopus and PubMed write them.
        ("Berg A.", Name("Berg", "A.")),
        ("van der Berg A.B.", Name("Berg", "A.B.", "van der")),
        ("Weinan E", Name("E", "Weinan")),
        ("A. Berg", Name("Berg", "A.")),
        ("Prashanth L.A.", Name("Prashanth", "L.A.")),
        ("Doe J", Name("Doe", "J")),
        ("Bo LI", Name("LI", "Bo")),
        ("Greg Ver Steeg", Name("Ver Steeg", "Greg")),
        # Bodies.
        ("Google Research", Name(literal="Google Research")),
        ("World Health Organization", Name(literal="World Health Organization")),
        ("Gemini Team Google", Name(literal="Gemini Team Google")),
        ("Team OLMo", Name(literal="Team OLMo")),
        ("Llama Team @ Meta", Name(literal="Llama Team @ Meta")),
        ("Zhipu AI", Name(literal="Zhipu AI")),
        ("Bo Ai", Name("Ai", "Bo")),
        # Nobody.
        ("", None),
        (" )*", None),
        ("Anonymous", None),
        ("Anonymous Author(s)", None),
        ("-1", None),
        ("anna@example.org", None),
        ("Anna " * 200, None),
    ],
)
def test_a_name_is_taken_apart(text: str, name: Name | None) -> None:
    assert parse_name(text) == name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Donald E. Knuth; Juan de la Cruz", [KNUTH, CRUZ]),
        ("Knuth, Donald E.; de la Cruz, Juan", [KNUTH, CRUZ]),
        ("Donald E. Knuth;; Juan de la Cruz;", [KNUTH, CRUZ]),
        ("Donald E. Knuth；Juan de la Cruz", [KNUTH, CRUZ]),
        ("Knuth, Donald E. and de la Cruz, Juan", [KNUTH, CRUZ]),
        ("Donald E. Knuth and Juan de la Cruz", [KNUTH, CRUZ]),
        ("Donald E. Knuth & Juan de la Cruz", [KNUTH, CRUZ]),
        ("Donald E. Knuth, Juan de la Cruz", [KNUTH, CRUZ]),
        ("Donald E. Knuth, Martin Luther King Jr., and Juan de la Cruz", [KNUTH, KING, CRUZ]),
        ("King, Jr., Martin Luther and {OpenAI}", [KING, OPENAI]),
        ("King, Jr., Martin Luther", [KING]),
        (
            "{Barnes and Noble; Sons} and Knuth, Donald E.",
            [Name(literal="Barnes and Noble; Sons"), KNUTH],
        ),
        (
            "Garcia Lopez, Ana Maria and Knuth, Donald E.",
            [Name("Garcia Lopez", "Ana Maria"), KNUTH],
        ),
        ("Li, B., Roe, J.-P.", [Name("Li", "B."), Name("Roe", "J.-P.")]),
        ("Rodriguez, S.", [Name("Rodriguez", "S.")]),
        ("de la Cruz, Juan Maria", [Name("Cruz", "Juan Maria", "de la")]),
        (
            "Plato, Aristotle, Socrates",
            [Name(literal="Plato"), Name(literal="Aristotle"), Name(literal="Socrates")],
        ),
        ("王小明、李四", [Name(literal="王小明"), Name(literal="李四")]),
        # Two people in one place of the list, and a body that is one.
        ("K. Lai and D. Fox; Donald E. Knuth", [Name("Lai", "K."), Name("Fox", "D."), KNUTH]),
        (
            "Ministry of Arts and Crafts; Donald E. Knuth",
            [Name(literal="Ministry of Arts and Crafts"), KNUTH],
        ),
        ("Donald E. Knuth; and Juan de la Cruz", [KNUTH, CRUZ]),
        # A suffix in a place of its own.
        ("Martin Luther King; Jr.; Donald E. Knuth", [KING, KNUTH]),
        ("Jr.; Donald E. Knuth", [KNUTH]),
        # Lists that were cut.
        ("Knuth, Donald E. and others", [KNUTH, OTHERS]),
        ("Donald E. Knuth et al.", [KNUTH, OTHERS]),
        ("Donald E. Knuth, Juan de la Cruz, et al.", [KNUTH, CRUZ, OTHERS]),
        ("Donald E. Knuth; Juan de la Cruz; et al", [KNUTH, CRUZ, OTHERS]),
        ("Donald E. Knuth | Juan de la Cruz", [KNUTH, CRUZ]),
        ("Donald E. Knuth · Juan de la Cruz", [KNUTH, CRUZ]),
        ("Donald E. Knuth AND Juan de la Cruz", [KNUTH, CRUZ]),
        ("Donald E. Knuth\nJuan de la Cruz\n", [KNUTH, CRUZ]),
        ("Knuth, Donald E.\nde la Cruz, Juan", [KNUTH, CRUZ]),
        ("Donald E. Knuth, Juan\nde la Cruz", [KNUTH, CRUZ]),
        ("Knuth, Donald E. and\nde la Cruz, Juan", [KNUTH, CRUZ]),
        ("Knuth D.E.; Berg A.", [Name("Knuth", "D.E."), Name("Berg", "A.")]),
        ("Anonymous", []),
        ("", []),
    ],
)
def test_a_list_of_names_is_taken_apart(text: str, names: list[Name]) -> None:
    assert list(parse_names(text)) == names


def test_a_text_a_name_is_not_split() -> None:
    names = parse_names(["Knuth, Donald E.", "Anonymous", "Martin Luther King", "Jr.", "{OpenAI}"])
    assert names == (KNUTH, KING, OPENAI)


def test_a_text_a_name_may_end_the_list_with_others() -> None:
    assert parse_names(["Donald E. Knuth, et al."]) == (KNUTH, OTHERS)
    assert parse_names(["Donald E. Knuth", "others"]) == (KNUTH, OTHERS)


def test_latex_in_names_is_made_plain_by_who_knows_how() -> None:
    name = parse_name(r"Jos\'e Moura", lambda text: text.replace(r"\'e", "é"))
    assert name == Name("Moura", "José")


@given(st.text(alphabet=st.sampled_from("Aab,.;{}()\\~& *1'-\n王III") | st.characters()))
def test_any_text_is_taken(text: str) -> None:
    for name in (*parse_names(text), *parse_names([text]), parse_name(text)):
        if name is not None:
            assert full_name(name)
            assert not (name.literal and (name.family or name.given))


@pytest.mark.parametrize(
    "text",
    ["{" + "a;" * 500_000, "1" * 500_000 + "a", " and" * 200_000, "a, " * 300_000, "(" * 500_000],
    ids=["braces", "digits", "and", "commas", "brackets"],
)
def test_long_lists_are_taken_in_time_that_grows_with_their_length(text: str) -> None:
    # Were it with the square of it, this would not end today.
    assert all(full_name(name) for name in parse_names(text))


WORD = st.from_regex(r"[B-Z][a-z]{3,6}", fullmatch=True)
WORDS = st.lists(WORD, min_size=1, max_size=2).map(" ".join)
PARTICLE = st.sampled_from(["", "de", "van der", "von"])
SUFFIX = st.sampled_from(["", "Jr.", "III"])


@given(WORDS, WORDS, PARTICLE, SUFFIX)
def test_what_is_written_for_bibtex_is_read_back(
    family: str, given_name: str, particle: str, suffix: str
) -> None:
    name = Name(family, given_name, particle, suffix)
    assert parse_name(bibtex_name(name, unescaped)) == name
