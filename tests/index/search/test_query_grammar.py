from __future__ import annotations

import pytest

from index.search.conditions import All, AnyOf, Excluded, Filter, Fuzzy, Wildcard, Words
from index.search.mending import asked
from index.search.query import parse
from index.search.requests import Has, InCollection, Is, Noted, SetRequest, Tagged, YearRange
from index.search.tree import Among, And, InField, Node, Not, Or, Phrase, Prefix, Term


def understood(text: str, *, typing: bool = False) -> str:
    return parse(text, typing=typing).explanation


def notes(text: str, *, typing: bool = False) -> tuple[str, ...]:
    return parse(text, typing=typing).notes


# Operators


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("cat OR dog", "cat OR dog"),
        ("cat AND dog", "cat AND dog"),
        ("cat NOT dog", "cat AND NOT dog"),
        ("cat AND NOT dog", "cat AND NOT dog"),
        ("cat OR NOT dog", "cat OR NOT dog"),
        ("NOT cat", "NOT cat"),
        ("NOT NOT cat", "cat"),
        ("NOT -cat", "cat"),
        # NOT binds closer than AND, AND closer than OR.
        ("cat dog OR bird fish", "(cat AND dog) OR (bird AND fish)"),
        ("cat AND dog OR NOT bird fish", "(cat AND dog) OR (NOT bird AND fish)"),
        ("cat (dog OR bird)", "cat AND (dog OR bird)"),
        ("(cat OR dog) -bird", "(cat OR dog) AND NOT bird"),
        ("-(cat OR dog) bird", "NOT (cat OR dog) AND bird"),
        ("NOT(cat dog) bird", "NOT (cat AND dog) AND bird"),
        ("cat OR(dog bird)", "cat OR (dog AND bird)"),
        ('-"big dog" cat', 'NOT "big dog" AND cat'),
        ("(cat (dog (bird)))", "cat AND dog AND bird"),
        ("cat OR (dog OR bird)", "cat OR dog OR bird"),
        ("cat OR cats OR Cat", "cat"),
        ("(cat dog) (dog bird)", "cat AND dog AND bird"),
        ("(graph OR tree) NOT title:survey", "(graph OR tree) AND NOT title:survey"),
        # Brackets need not be balanced.
        ("((cat OR dog", "cat OR dog"),
        ("cat) OR dog)", "cat OR dog"),
        ("cat)(dog", "cat AND dog"),
        (") cat (", "cat"),
        ("() cat (())", "cat"),
        # Nor do they group within a word.
        ("big f(x) cat", "big AND cat"),
        ("softmax(QK) cat", "softmax(QK) AND cat"),
        ("graph(tree OR cat) dog", "graph AND (tree OR cat) AND dog"),
        # In lower case they are words (stop words, which fall away), as are other signs.
        ("cat and dog or bird not fish", "cat AND dog AND bird AND fish"),
        ("cat And dog Or bird", "cat AND dog AND bird"),
        ("cat | dog || bird && fish", "cat AND dog AND bird AND fish"),
        ("cat|dog", "cat|dog"),
        ("ORDER NOTE ANDROID", "ORDER AND NOTE AND ANDROID"),
        # A hyphen excludes at the beginning of a word alone, and two are a dash.
        ("cat-dog", "cat-dog"),
        ("cat -- dog", "cat AND dog"),
        ("cat --dog", "cat AND dog"),
        ("cat - dog", "cat AND dog"),
        ("(-cat dog)", "NOT cat AND dog"),
        ('"cat"-dog', '"cat" AND dog'),
        ("state-of-the-art GPT-4o", "state-of-the-art AND GPT-4o"),
    ],
)
def test_operators(text: str, explanation: str) -> None:
    assert understood(text) == explanation


@pytest.mark.parametrize(
    ("text", "explanation", "note"),
    [
        ("diffusion AND", "diffusion", "ignored: trailing AND"),
        ("AND diffusion", "diffusion", "ignored: leading AND"),
        ("diffusion OR OR flow", "diffusion OR flow", "ignored: OR"),
        ("diffusion AND OR flow", "diffusion AND flow", "ignored: OR"),
        ("diffusion NOT", "diffusion", "ignored: trailing NOT"),
        ("diffusion NOT OR flow", "diffusion OR flow", "ignored: NOT"),
        ("diffusion OR NOT", "diffusion", "ignored: trailing OR, trailing NOT"),
        ("(diffusion OR) flow", "diffusion AND flow", "ignored: trailing OR"),
        ("(OR diffusion)", "diffusion", "ignored: leading OR"),
        ("NOT", "", "ignored: trailing NOT"),
        ("NOT NOT", "", "ignored: trailing NOT"),
        ("OR", "", "ignored: leading OR"),
        ("AND AND", "", "ignored: leading AND"),
        ('"latent space"~5', '"latent space"', "ignored: ~5"),
        ("-* cat", "cat", "ignored: NOT *"),
    ],
)
@pytest.mark.parametrize("end", ["", " "])
def test_operators_without_operands_are_ignored(
    text: str, explanation: str, note: str, end: str
) -> None:
    assert understood(text + end) == explanation
    assert notes(text + end) == (note,)


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("diffusion A", "diffusion"),
        ("diffusion AN", "diffusion"),
        ("diffusion AND", "diffusion"),
        ("diffusion AND ", "diffusion"),
        ("diffusion AND f", "diffusion"),
        ("diffusion AND fl", "diffusion AND fl*"),
        ("diffusion OR", "diffusion"),
        ("diffusion OR f", "diffusion"),
        ("diffusion OR fl", "diffusion OR fl*"),
        ("diffusion NO", "diffusion"),
        ("diffusion NOT fl", "diffusion AND NOT fl"),
        ("diffusion -(fl", "diffusion AND NOT fl"),
        ("diffusion (", "diffusion"),
        ("diffusion (fl", "diffusion AND fl*"),
        ("diffusion (fl)", "diffusion AND fl"),
        ("diffusion titl", "diffusion AND titl*"),
        ("diffusion title:", "diffusion"),
        ("diffusion title:fl", "diffusion AND title:fl*"),
        ('diffusion title:"fl', 'diffusion AND title:"fl*"'),
        ("diffusion title:(flow ma", "diffusion AND title:flow AND title:ma*"),
        ("diffusion title:fl ", "diffusion AND title:fl"),
        ("diffusion -title:fl", "diffusion AND NOT title:fl"),
        ("AN", "AN*"),
    ],
)
def test_half_typed_tails_keep_the_list(text: str, explanation: str) -> None:
    assert understood(text, typing=True) == explanation


def test_deep_brackets_are_passed_over() -> None:
    query = parse("(" * 1500 + "cat OR dog" + ")" * 1500 + " bird", typing=False)
    assert query.explanation == "(cat OR dog) AND bird"
    assert query.notes == ("ignored: brackets within 8 others",)
    assert understood("((((((((cat OR dog)))))))) bird") == "(cat OR dog) AND bird"


# Fields


def test_fields_of_words() -> None:
    graph, title = Term("graph"), ("title", "name")
    in_title = Or(tuple(InField(field, graph) for field in title))
    assert parse("title:graph", typing=False).node == in_title
    assert parse("TITLES:graph", typing=False).node == in_title
    assert parse("-title:graph", typing=False).node == Not(in_title)
    assert parse("author:graph", typing=False).node == InField("author", graph)
    assert parse("abstract:graph", typing=False).node == InField("abstract", graph)
    assert parse("keywords:graph", typing=False).node == InField("keyword", graph)
    assert parse("venue:gra", typing=True).node == InField("venue", Prefix("gra", "gra"))
    ho = Phrase((Term("jonathan"), Term("ho")))
    assert parse('author:"Jonathan Ho"', typing=False).node == InField("author", ho)
    assert parse("author:Jonathan-Ho", typing=False).node == InField("author", ho)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("author:(ho chen)", And((InField("author", Term("ho")), InField("author", Term("chen"))))),
        (
            "author:(ho OR chen)",
            Or((InField("author", Term("ho")), InField("author", Term("chen")))),
        ),
        ("author:(-ho)", Not(InField("author", Term("ho")))),
        (
            "author:(ho venue:icml)",
            And((InField("author", Term("ho")), InField("venue", Term("icml")))),
        ),
        ("author:venue:icml", InField("venue", Term("icml"))),
        # A field reaches to the next blank alone.
        ("author:ho chen", And((InField("author", Term("ho")), Term("chen")))),
        # Wildcards and stop words within fields.
        ("author:ho*", InField("author", Prefix("ho", "ho"))),
        ("author:the", InField("author", Term("the"))),
        ("cat author:the", And((Term("cat"), InField("author", Term("the"))))),
        ("author:(the ho)", InField("author", Term("ho"))),
    ],
)
def test_groups_within_fields(text: str, node: Node) -> None:
    assert parse(text, typing=False).node == node


@pytest.mark.parametrize(
    ("text", "explanation", "note"),
    [
        ("title: foo", "foo", "title: needs a word"),
        ("title:", "", "title: needs a word"),
        ("foo title:)", "foo", "title: needs a word"),
        ("title:foo author:", "title:foo", "author: needs a word"),
        ("in: foo", "foo", "in: needs a word"),
        ("is: foo", "foo", "is: starred, read or unread"),
        ("has:", "", "has: code, pdf, title or note"),
        ("year:", "", "year: needs four digits, or a range such as 2019..2023"),
        ("foo:bar", "foo AND bar", 'no field "foo": searched its words'),
        (
            'titel:foo "bar',
            'titel AND foo AND "bar"',
            'no field "titel" (did you mean title:?): searched its words',
        ),
        (
            "yaer:2019",
            "yaer AND 2019",
            'no field "yaer" (did you mean year:?): searched its words',
        ),
        (
            "Auhtors:(ho chen)",
            "Auhtors AND ho AND chen",
            'no field "Auhtors" (did you mean author:?): searched its words',
        ),
        ("author:*", "", "ignored: author:*"),
    ],
)
def test_empty_and_unknown_fields_say_so(text: str, explanation: str, note: str) -> None:
    assert understood(text) == explanation
    assert notes(text) == (note,)


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("BERT: deep transformers", "BERT AND deep AND transformers"),
        ("std::vector", "std::vector"),
        ("at 10:30", "10:30"),
        (":cat :", "cat"),
        ("https://a.org/x?y=z*", "a.org/x?y=z"),
        ("cat doi:10.1145/3290605", "cat AND 10.1145/3290605"),
        ("title:foo:bar", "title:foo:bar"),
        ("x:y", "x:y"),
    ],
)
def test_a_colon_need_not_be_a_field(text: str, explanation: str) -> None:
    assert understood(text) == explanation
    assert not any("field" in note for note in notes(text))


# Sets of papers


@pytest.mark.parametrize(
    ("text", "request_", "name", "shown"),
    [
        ("year:2019", YearRange(2019, 2019), "year:2019", "year 2019"),
        ("year:=2019", YearRange(2019, 2019), "year:2019", "year 2019"),
        ("year:2019..2023", YearRange(2019, 2023), "year:2019..2023", "year 2019-2023"),
        ("year:2019-2023", YearRange(2019, 2023), "year:2019..2023", "year 2019-2023"),
        ("year:2019\u20132023", YearRange(2019, 2023), "year:2019..2023", "year 2019-2023"),
        ("year:2023...2019", YearRange(2019, 2023), "year:2019..2023", "year 2019-2023"),
        ("year:2019\u20262023", YearRange(2019, 2023), "year:2019..2023", "year 2019-2023"),
        ("year:2019..", YearRange(2019, None), "year:2019..", "year 2019 or later"),
        ("year:>=2019", YearRange(2019, None), "year:2019..", "year 2019 or later"),
        ("year:>= 2019", YearRange(2019, None), "year:2019..", "year 2019 or later"),
        ("year:\u22652019", YearRange(2019, None), "year:2019..", "year 2019 or later"),
        ("year:>2019", YearRange(2020, None), "year:2020..", "year 2020 or later"),
        ("year:..2019", YearRange(None, 2019), "year:..2019", "year 2019 or earlier"),
        ("year:<=2019", YearRange(None, 2019), "year:..2019", "year 2019 or earlier"),
        ("year:<2019", YearRange(None, 2018), "year:..2018", "year 2018 or earlier"),
        ("is:starred", Is("starred"), "is:starred", "is:starred"),
        ("IS:Unread", Is("unread"), "is:unread", "is:unread"),
        ("has:code", Has("code"), "has:code", "has:code"),
        ("title:*", Has("title"), "has:title", "has:title"),
        ("note:*", Has("note"), "has:note", "has:note"),
        ("in:ICML", InCollection("icml"), "in:icml", "in:icml"),
        ('in:" ICML  2026 "', InCollection("icml 2026"), "in:icml 2026", 'in:"icml 2026"'),
        ("in:ICML*", InCollection("icml"), "in:icml", "in:icml"),
        ("tag:To-Read", Tagged("to-read"), "tag:to-read", "tag:to-read"),
        ("tags:c++", Tagged("c++"), "tag:c++", "tag:c++"),
        ("tag:to*", Tagged("to", prefix=True), "tag:to*", "tag:to*"),
        ('note:"ask Ada"', Noted("ask ada"), "note:ask ada", 'note:"ask ada"'),
    ],
)
def test_sets(text: str, request_: SetRequest, name: str, shown: str) -> None:
    query = parse(text, typing=False)
    assert query.sets == (request_,)
    assert query.notes == ()
    assert request_.name == name
    assert query.node == Among(name)
    assert query.explanation == shown
    assert parse(f"-{text}", typing=False).node == Not(Among(name))


def test_every_set_is_asked_for_once() -> None:
    query = parse("(is:read OR year:2020) cat -is:read in:(a OR b)", typing=False)
    assert query.sets == (
        Is("read"),
        YearRange(2020, 2020),
        InCollection("a"),
        InCollection("b"),
    )
    assert query.explanation == "(is:read OR year 2020) AND cat AND NOT is:read AND (in:a OR in:b)"


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("year:2", None),
        ("year:201", None),
        ("year:>", None),
        ("year:>=20", None),
        ("year:..20", None),
        ("year:2019", YearRange(2019, 2019)),
        ("year:2019.", YearRange(2019, 2019)),
        ("year:2019..", YearRange(2019, None)),
        ("year:2019..20", YearRange(2019, None)),
        ("year:2019-20", YearRange(2019, None)),
        ("year:2019..2023", YearRange(2019, 2023)),
        ("is:s", None),
        ("is:unrea", None),
        ("has:c", None),
        ("tag:to", Tagged("to", prefix=True)),
        ("tag:to ", Tagged("to")),
        ("in:ic", InCollection("ic")),
        ("note:as", Noted("as")),
    ],
)
def test_half_typed_sets(text: str, request_: SetRequest | None) -> None:
    query = parse(f"cat {text}", typing=True)
    assert query.sets == (() if request_ is None else (request_,))
    assert query.explanation.startswith("cat")
    assert bool(query.notes) == (request_ is None)


@pytest.mark.parametrize(
    ("text", "explanation"),
    [
        ("cat year:20", "cat"),
        ("cat year:2019..20", "cat"),
        ("cat year:20190", "cat"),
        ("cat year:..", "cat"),
        ("cat year:mmxx", "cat AND mmxx"),
        ("cat year:recent ones", "cat AND recent AND ones"),
        ("cat is:tiger", "cat AND tiger"),
        ("cat has:stripes", "cat AND stripes"),
    ],
)
def test_values_that_a_field_cannot_read(text: str, explanation: str) -> None:
    query = parse(text, typing=False)
    assert query.explanation == explanation
    assert query.sets == ()
    assert len(query.notes) == 1


def test_years_within_a_range() -> None:
    years = [None, 2018, 2019, 2020, 2021]
    assert [year for year in years if YearRange(2019, 2020).holds(year)] == [2019, 2020]
    assert [year for year in years if YearRange(None, 2019).holds(year)] == [2018, 2019]
    assert [year for year in years if YearRange(2020, None).holds(year)] == [2020, 2021]


# Wildcards and fuzzy words


@pytest.mark.parametrize(
    ("text", "part", "explanation"),
    [
        ("water*", Prefix("water", "water"), "water*"),
        ("studies*", Prefix("studies", "studi"), "studies*"),
        ("Water**", Prefix("water", "water"), "Water**"),
        ("a*", Prefix("a", "a"), "a*"),
        ("*mark", Wildcard("*mark"), "*mark"),
        ("*mark*", Wildcard("*mark*"), "*mark*"),
        ("w?ter", Wildcard("w?ter"), "w?ter"),
        ("Wa*r**ed", Wildcard("wa*r*ed"), "Wa*r**ed"),
        ("w??er*", Wildcard("w??er*"), "w??er*"),
        ("P*incar\u00e9", Wildcard("p*incare"), "P*incar\u00e9"),
        # A question mark at the end of a word is punctuation.
        ("why?", Term("whi"), "why"),
        ("?why", Term("whi"), "why"),
        ("watremark~", Fuzzy("watremark", 2), "watremark~2"),
        ("watremark~1", Fuzzy("watremark", 1), "watremark~1"),
        ("model~", Fuzzy("model", 1), "model~1"),
        ("models~", Fuzzy("models", 2), "models~2"),
        ("model~9", Fuzzy("model", 2), "model~2"),
        ("model~0", Term("model"), "model"),
        ("l2~9", Fuzzy("l2", 1), "l2~1"),
        ("x~", Term("x"), "x"),
        ("~model~", Fuzzy("model", 1), "model~1"),
        ("model~~", Term("model"), "model"),
        ("mo~del", None, "mo~del"),
    ],
)
@pytest.mark.parametrize("typing", [True, False])
def test_wildcards_and_fuzzy_words(text: str, part: object, explanation: str, typing: bool) -> None:
    query = parse(text + " ", typing=typing)
    assert query.explanation == explanation
    assert isinstance(query.condition, Words)
    if part is not None:
        assert query.condition.parts == (part,)


def test_wildcards_within_compounds_and_phrases() -> None:
    def parts(text: str) -> tuple[object, ...]:
        condition = parse(text, typing=False).condition
        assert isinstance(condition, Words)
        return condition.parts

    assert parts("c*-algebra") == (Prefix("c", "c"), Term("algebra"))
    assert parts("x-*mark") == (Term("x"), Wildcard("*mark"))
    assert parts("GPT-4*") == (Term("gpt"), Prefix("4", "4"))
    assert parts('"latent water*"') == (Term("latent"), Prefix("water", "water"))
    assert parts('"*tent water"') == (Wildcard("*tent"), Term("water"))
    assert parts('"latent water~"') == (Term("latent"), Term("water"))
    assert parts("GPT-mdoel~") == (Term("gpt"), Fuzzy("mdoel", 1))


def test_a_star_alone_is_every_paper() -> None:
    assert notes("*") == ("* matches every paper",)
    assert understood("*") == "*"
    assert understood("cat * **") == "cat"
    assert understood("cat OR *") == "cat OR *"
    assert notes("cat *") == ()


# Structure


def test_conditions_of_a_query() -> None:
    condition = parse("(graph OR tree) -is:read title:survey", typing=False).condition
    assert condition == All(
        (
            AnyOf((Words((Term("graph"),)), Words((Term("tree"),)))),
            Excluded(Filter(Is("read"))),
            Words((Term("survey"),), "title"),
        )
    )


def test_places_of_words_are_those_in_the_text() -> None:
    query = parse('  title:"\uff27raph Neural" wat*k -(GPT-4o OR foo:bar~', typing=True)
    assert query.condition is not None
    words = ("Graph", "Neural", "wat*k", "GPT", "4o", "foo", "bar")
    found = [(query.text.index(word), query.text.index(word) + len(word)) for word in words]
    assert [(item.typed.start, item.typed.end) for item in asked(query.condition)] == found
    assert [item.is_excluded for item in asked(query.condition)] == [False] * 3 + [True] * 4
