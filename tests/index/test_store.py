"""The papers' store: identity, ordinals, rows and what is told of changes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from index.database import Database
from index.forms import Forms
from index.identity import paper_id
from index.markup.spans import Span
from index.paper import Date, Identifiers, Link, Name, Paper, Source
from index.store import Added, PaperStore, Row
from index.store_schema import MIGRATIONS

LONG = "We study a thing that matters to many people and show in fifteen words why it does so."
OTHER = (
    "Another abstract, equally long, which says something else about another thing altogether, "
    "in other words than the first."
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PaperStore]:
    store = PaperStore(tmp_path / "data" / "library.db")
    yield store
    store.close()


def record(abstract: str = LONG, **fields: object) -> Paper:
    blank = Paper("", abstract, Source("a.txt", 1, 2))
    paper = replace(blank, **fields)  # type: ignore[arg-type]
    return replace(paper, id=paper_id(paper.title, abstract, paper.authors, paper.date))


FORMS = Forms("plain", (), None, (), None, None, "gist", ())


def make(paper: Paper) -> tuple[Forms, str]:
    return replace(FORMS, title=paper.title), "key"


def add(
    store: PaperStore, *papers: Paper, file: str = "a.txt", heading: str | None = None
) -> list[Added]:
    return store.add(
        papers, make, file=file, format_name="plain", content_hash=file, heading=heading
    )


FULL = record(
    kind="article",
    title="A Title",
    authors=(Name("Berg", "Anna", "van den"), Name(literal="OpenAI")),
    editors=(Name("Ed", "I. T."),),
    date=Date(2023, 5, 6),
    venue="Journal",
    series="Series",
    volume="1",
    issue="2",
    pages="3-4",
    publisher="House",
    place="Town",
    keywords=("one", "two"),
    links=(Link("code", "https://example.org/code"),),
    ids=Identifiers(doi="10.1/X"),
    collection="Heading",
)


def test_a_record_comes_back_as_it_went_in(store: PaperStore) -> None:
    (added,) = add(store, FULL)
    assert added == Added(1, new=True)
    assert store.paper(1) == replace(FULL, source=Source("a.txt", 1))
    store.finish("a.txt", 7, None)
    assert store.paper(1) == replace(FULL, source=Source("a.txt", 1, 7))


def test_forms_come_back_as_they_went_in(store: PaperStore) -> None:
    forms = Forms(
        "a b", (Span(0, 1, frozenset({"bold"})), Span(2, 3, frozenset(), "https://e.org")),
        "T", (), "N", "Long N", "g", ("https://e.org",),
    )  # fmt: skip
    store.add([FULL], lambda _: (forms, "k"), file="f", format_name="x", content_hash="h")
    assert store.forms(1) == forms


def test_an_unknown_ordinal_is_a_key_error(store: PaperStore) -> None:
    for ask in (store.paper, store.forms):
        with pytest.raises(KeyError):
            ask(7)


def test_the_same_abstract_in_two_files_is_one_paper_with_both_sources(store: PaperStore) -> None:
    add(store, record())
    assert add(store, record(), file="b.txt") == [Added(1, new=False)]
    assert store.count() == 1
    assert [file.content_hash for file in store.files.all()] == ["a.txt", "b.txt"]


def test_the_same_abstract_under_another_title_is_another_paper(store: PaperStore) -> None:
    add(store, record(title="One"), record(title="Two"))
    assert store.count() == 2


def test_the_same_abstract_is_the_same_paper_where_one_title_is_missing(store: PaperStore) -> None:
    add(store, record(title="One"))
    assert add(store, record(), file="b.txt") == [Added(1, new=False)]


def test_titles_are_compared_without_case_and_accents(store: PaperStore) -> None:
    add(store, record(title="Poincaré Maps"))
    assert add(store, record(title="POINCARE MAPS"), file="b") == [Added(1, new=False)]


def test_white_space_does_not_make_another_paper(store: PaperStore) -> None:
    add(store, record())
    assert add(store, record(LONG.replace(" ", "  ")), file="b") == [Added(1, new=False)]


def test_a_shared_identifier_makes_one_paper(store: PaperStore) -> None:
    add(store, record(ids=Identifiers(doi="10.1/ABC")))
    assert add(store, record(OTHER, ids=Identifiers(doi="10.1/abc")), file="b") == [
        Added(1, new=False)
    ]


def test_a_short_abstract_identifies_nothing(store: PaperStore) -> None:
    short = "[No abstract available]"
    add(store, record(short, title="One"), record(short, title="Two"))
    assert store.count() == 2


def test_the_id_is_taken_from_title_and_raw_abstract() -> None:
    # printf 'a title\n%s' "We study ... does so." | sha256sum | cut -c1-16
    assert paper_id("A Title", LONG) == "11a64dd44e26881c"


def test_ordinals(store: PaperStore, tmp_path: Path) -> None:
    assert list(store.ordinals()) == []
    add(store, *[record(f"{LONG} Number {number}.") for number in range(4)])
    assert list(store.ordinals()) == [1, 2, 3, 4]
    connection = sqlite3.connect(tmp_path / "data" / "library.db")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("DELETE FROM papers WHERE ordinal = 2")
    connection.commit()
    connection.close()
    assert list(store.ordinals()) == [1, 3, 4]
    assert store.count() == 3


def test_collections_are_headings_or_else_file_names(store: PaperStore) -> None:
    add(store, record(), file="b.txt", heading="Papers")
    add(store, record(OTHER), file="a.jsonl")
    add(store, record(), file="c.txt", heading="Papers")
    assert store.collections() == ("Papers", "a.jsonl")


def test_the_forms_of_a_known_paper_are_made_only_if_it_changes(store: PaperStore) -> None:
    made: list[str | None] = []

    def counting(paper: Paper) -> tuple[Forms, str]:
        made.append(paper.title)
        return make(paper)

    papers = [record(), record(), record(title="One"), record()]
    added = store.add(papers, counting, file="f", format_name="x", content_hash="h")
    assert added == [
        Added(1, new=True), Added(1, new=False),
        Added(1, new=False, changed=True), Added(1, new=False),
    ]  # fmt: skip
    assert made == [None, "One"]


def test_case_counts_in_the_identifiers_of_openreview_alone(store: PaperStore) -> None:
    add(store, record(ids=Identifiers(openreview="aB")))
    add(store, record(OTHER, ids=Identifiers(openreview="Ab", acl="P19-1")))
    assert store.count() == 2
    assert add(store, record("short", ids=Identifiers(acl="p19-1"))) == [Added(2, new=False)]


def test_every_place_of_a_paper_is_kept(store: PaperStore) -> None:
    add(store, record(source=Source("a.txt", 3, record_key="k")), file="a.txt")
    add(store, record(source=Source("b.txt", 1)), record(source=Source("b.txt", 9)), file="b.txt")
    assert store.sources(1) == [
        Source("a.txt", 3, record_key="k"), Source("b.txt", 1), Source("b.txt", 9),
    ]  # fmt: skip
    assert store.sources(2) == []


def test_what_came_of_a_file_is_noted(store: PaperStore) -> None:
    assert store.outcome("a.txt") is None
    add(store, record())
    assert store.outcome("a.txt") is None
    store.finish("a.txt", 1, "fine")
    assert store.outcome("a.txt") == "fine"


def test_a_library_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    old = Database(path, MIGRATIONS[:1])
    with old.writing() as connection:
        connection.execute("INSERT INTO sources VALUES (1, 'a.txt', 'plain', 'h', 1)")
        connection.execute(
            "INSERT INTO papers (ordinal, id, base_key, kind, authors, editors, abstract, keywords,"
            " links, ids, collection) VALUES (1, 'x', 'k', 'other', '[]', '[]', 'A b.', '[]', '[]',"
            " '{}', 'Heading')"
        )
        connection.execute(
            "INSERT INTO forms VALUES (1, 'A b.', '[]', NULL, '[]', 'Name', NULL, 'gist', '[]')"
        )
        connection.execute("INSERT INTO occurrences VALUES (1, 1, 1, NULL)")
    old.close()
    store = PaperStore(path)
    assert store.collections() == ("Heading",)
    assert store.rows([1]) == [Row(1, "Name", "gist", titled=False)]
    assert store.paper(1).source == Source("a.txt", 1, 1)
    store.close()


def test_rows_come_in_the_order_asked_for(store: PaperStore) -> None:
    add(store, record(), replace(FULL, id="f" * 16, abstract=OTHER, ids=Identifiers()))
    untitled, titled = store.rows([1, 2])
    assert (untitled.heading, untitled.detail, untitled.titled) == ("", "gist", False)
    assert (titled.heading, titled.detail) == ("A Title", "van den Berg, OpenAI 2023")
    assert [row.ordinal for row in store.rows([2, 9, 1])] == [2, 1]


def test_the_stamp_changes_with_new_papers_only(store: PaperStore) -> None:
    empty = store.content_stamp()
    add(store, record())
    stamp = store.content_stamp()
    assert stamp != empty
    add(store, record())
    assert store.content_stamp() == stamp
    add(store, record(OTHER), file="c")
    assert store.content_stamp() != stamp


def test_papers_are_found_by_id_prefix_key_and_identifier(store: PaperStore) -> None:
    add(store, FULL)
    assert store.ordinals_of_id_prefix(FULL.id[:4]) == [1]
    assert store.ordinal_of_id(FULL.id) == 1
    assert store.keys.with_base("key") == [1]
    assert store.ordinals_of_alias("doi:10.1/x") == [1]
    assert store.ordinals_of_alias("doi:10.1/y") == []


def test_another_window_sees_what_was_added(store: PaperStore, tmp_path: Path) -> None:
    window = PaperStore(tmp_path / "data" / "library.db")
    before = window.data_version()
    add(store, record())
    assert window.count() == 1
    assert window.data_version() != before
    window.close()


def test_contents_walks_all_papers_in_order(store: PaperStore) -> None:
    many = [record(f"{LONG} Number {number}.") for number in range(1203)]
    add(store, *many)
    walked = [(ordinal, paper.id) for ordinal, paper, _ in store.contents()]
    assert walked == list(enumerate((paper.id for paper in many), start=1))
