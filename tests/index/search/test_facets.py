"""Facets: what is counted is what choosing it finds, in small collections and in large ones."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from index.importers.intake import Imports
from index.library import Library
from index.mark_state import MarkState
from index.paths import default_paths
from index.search.facet_arrays import field_of, open_fields, write_fields
from index.search.facet_fields import STORED_FIELDS, ListedField, gather
from index.search.facet_text import FIELDS, chosen, query_of_rest, toggled, without
from index.search.facets import Facet, FacetValue
from tests.index.importers.test_real_papers import lines
from tests.shared import requires_shared

SAMPLE = """\
{"title": "On cats", "author": "Zoë Grün; Ada Li; Ada  LI", "venue": "ICML 2019", "year": 2019, \
"keywords": ["Deep Learning", "cats"], "abstract": "All about cats and how they learn."}
{"title": "More cats", "author": "Zoe Grun", "venue": "Proc. of \\"ICML\\" 2019", "year": 2019, \
"keywords": ["deep learning"], "abstract": "Cats once more, and dogs.", "pdf": "https://x.org/1.pdf"}
{"title": "On dogs", "author": "Zoë Grün", "venue": "icml 2019", "year": 2020, \
"keywords": ["deep  learning", "Deep Learning (theory)"], "abstract": "Dogs learn deep things."}
{"title": "Rocks", "author": "Juan de la Cruz and others", "venue": "Rock Letters", "year": 2021, \
"abstract": "Nothing is said here of animals."}
"""
SEED_QUERIES = (
    "", "watermark", "model", "latent waterm", "graph OR attention", "-model", "the",
    "learn* -image", "reward policy", "in:icml", "(data OR model) training",
)  # fmt: skip


def opened(home: Path) -> Library:
    return Library(default_paths({"READINGROOM_HOME": str(home)}))


@pytest.fixture
def animals(tmp_path: Path) -> Iterator[Library]:
    file = tmp_path / "animals.jsonl"
    file.write_text(SAMPLE, encoding="utf-8")
    with opened(tmp_path / "animals") as library:
        library.imports.add([file])
        library.search.ensure()
        yield library


def counts(library: Library, text: str, field: str) -> dict[str, int]:
    (facet,) = (item for item in facets(library, text) if item.field == field)
    return {value.value: value.papers for value in facet.values}


def facets(library: Library, text: str) -> list[Facet]:
    library.marks.refresh()
    return library.facets.count(text, library.marks.state)


def total(library: Library, text: str) -> int:
    return library.search.run(text, typing=True).exact


def test_spellings_of_a_value_are_one_and_the_most_frequent_stands(animals: Library) -> None:
    assert counts(animals, "", "author") == {"Zoë Grün": 3, "Ada Li": 1, "Juan de la Cruz": 1}
    assert counts(animals, "", "keyword") == {
        "deep learning": 3, "cats": 1, "Deep Learning (theory)": 1,
    }  # fmt: skip
    assert counts(animals, "", "venue") == {
        "ICML 2019": 2, "Proc. of ICML 2019": 1, "Rock Letters": 1,
    }  # fmt: skip


def test_counts_are_those_of_the_query(animals: Library) -> None:
    assert counts(animals, "cats", "author") == {"Zoë Grün": 2, "Ada Li": 1}
    assert counts(animals, "ca", "year") == {"2019": 2}
    assert counts(animals, "dogs -cats", "keyword") == {
        "deep learning": 1, "Deep Learning (theory)": 1,
    }  # fmt: skip
    assert counts(animals, "", "has") == {"title": 4, "pdf": 1}
    assert list(counts(animals, "", "year")) == ["2021", "2020", "2019"]


def test_a_value_is_asked_for_as_a_whole(animals: Library) -> None:
    for field, value, papers in (
        ("keyword", "Deep Learning", 3), ("venue", "ICML 2019", 2), ("author", "Zoe GRUN", 3),
        ("in", "animals.jsonl", 4), ("author", "Cruz", 0),
    ):  # fmt: skip
        assert total(animals, f'{field}:="{value}" ') == papers
    # Words are found wherever they stand.
    assert total(animals, 'venue:"ICML 2019" ') == 3
    assert total(animals, "author:cruz ") == 1
    assert total(animals, '-venue:="ICML 2019" dogs ') == 1


def test_a_second_value_of_a_field_is_another_way_to_be_found(animals: Library) -> None:
    one = toggled("", "year", "2019")
    facet = next(item for item in facets(animals, one) if item.field == "year")
    assert [(value.value, value.papers, value.is_chosen) for value in facet.values] == [
        ("2021", 1, False), ("2020", 1, False), ("2019", 2, True),
    ]  # fmt: skip
    two = toggled(one, "year", "2021")
    assert (total(animals, one), total(animals, two)) == (2, 3)
    # What is chosen elsewhere counts as ever, and a value that leaves nothing stays to be seen.
    assert counts(animals, two, "author") == {"Zoë Grün": 2, "Ada Li": 1, "Juan de la Cruz": 1}
    none = toggled(two, "author", "Nobody")
    assert counts(animals, none, "author")["nobody"] == 0
    assert counts(animals, toggled(none, "venue", "Rock Letters"), "venue") == {"Rock Letters": 0}


def test_marks_are_facets(animals: Library) -> None:
    animals.marks.star([1, 2])
    animals.marks.read([2])
    animals.marks.tag([1, 3], ["Survey"])
    animals.marks.tag([2], ["to-do"])
    animals.marks.note([3], "read again")
    assert counts(animals, "", "tag") == {"Survey": 2, "to-do": 1}
    assert counts(animals, "", "is") == {"starred": 2, "unread": 3, "read": 1}
    assert counts(animals, "cats ", "is") == {"starred": 2, "unread": 1, "read": 1}
    assert counts(animals, "", "has") == {"title": 4, "pdf": 1, "note": 1}
    # Marks must all hold: each narrows the list.
    assert counts(animals, toggled("", "is", "starred"), "is") == {
        "starred": 2, "unread": 1, "read": 1,
    }  # fmt: skip
    agree(animals, "", random.Random(1))


def test_a_query_that_no_paper_meets_says_that_its_counts_are_of_the_nearest(
    animals: Library,
) -> None:
    found = facets(animals, "rocks dogs ")
    assert all(facet.is_partial for facet in found)
    assert not any(facet.is_partial for facet in facets(animals, "rocks "))


def test_values_are_filtered_and_limited(animals: Library) -> None:
    state = MarkState()
    found = animals.facets.count("", state, limit=1, containing={"author": "CRÜ"})
    author = next(facet for facet in found if facet.field == "author")
    assert [value.value for value in author.values] == ["Juan de la Cruz"]
    keyword = next(facet for facet in found if facet.field == "keyword")
    assert ([value.value for value in keyword.values], keyword.total) == (["deep learning"], 3)


def test_changed_papers_are_counted_anew(animals: Library, tmp_path: Path) -> None:
    assert counts(animals, "", "year") == {"2021": 1, "2020": 1, "2019": 2}
    file = tmp_path / "more.jsonl"
    file.write_text('{"title": "Birds", "year": 2022, "abstract": "Birds fly and sing."}\n')
    animals.imports.add([file])
    animals.search.ensure()
    assert counts(animals, "", "year") == {"2022": 1, "2021": 1, "2020": 1, "2019": 2}
    assert counts(animals, "", "in") == {"animals.jsonl": 4, "more.jsonl": 1}


def agree(library: Library, text: str, chance: random.Random, most: int = 6) -> int:
    """Check that counts are the totals of the queries they stand for; how many were checked."""
    checked = 0
    for facet in facets(library, text):
        if facet.is_partial:
            continue
        alone = text if facet.field in {"has", "is"} else without(text, facet.field)
        offered = [value for value in facet.values if not value.is_chosen]
        for value in chance.sample(offered, min(most, len(offered))):
            longer = toggled(alone, facet.field, value.value)
            if facet.field not in chosen(alone):
                assert value.papers == total(library, longer), longer
                checked += 1
            assert_union(library, text, facet, value)
    return checked


def assert_union(library: Library, text: str, facet: Facet, value: FacetValue) -> None:
    """Choosing a second value finds what either of them finds."""
    taken = [item for item in facet.values if item.is_chosen]
    if len(taken) == 1 and facet.field not in {"has", "is"}:
        both = set(library.search.run(toggled(text, facet.field, value.value)).hits.ordinals)
        alone = without(text, facet.field)
        ways = [
            set(library.search.run(toggled(alone, facet.field, item.value)).hits.ordinals)
            for item in (taken[0], value)
        ]
        assert both == ways[0] | ways[1]


@pytest.mark.parametrize("text", SEED_QUERIES)
def test_counts_and_totals_agree_on_the_seeds(library: Library, text: str) -> None:
    library.marks.star([1, 20])
    library.marks.tag([2, 3, 24], ["a"])
    chance = random.Random(text)
    checked = agree(library, text, chance)
    for facet in facets(library, text):
        for value in facet.values[:2]:
            if not facet.is_partial and value.papers:
                checked += agree(library, toggled(text, facet.field, value.value), chance)
    assert checked > 5


def test_small_collections_are_counted_without_numpy(home: Path) -> None:
    code = (
        "import sys\nfrom index.library import Library\nfrom index.paths import default_paths\n"
        f"with Library(default_paths({{'READINGROOM_HOME': {str(home)!r}}})) as library:\n"
        "    library.search.ensure()\n"
        "    assert library.facets.count('model', library.marks.state)[0].values\n"
        "    assert library.search.run('in:=\"ICML 2026 Papers\" ').hits.total == 19\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])


def listed(field: object, papers: Sequence[int], limit: int, text: str = "") -> object:
    return field.listing(papers, limit, text, ("ada li", "nobody"))  # type: ignore[attr-defined]


def test_arrays_count_as_the_lists_do(animals: Library, tmp_path: Path) -> None:
    stamp = {"papers": "these"}
    gathered = {name: gather(animals.papers.sets, name) for name in STORED_FIELDS}
    write_fields(tmp_path / "facets", stamp, gathered)
    kept = open_fields(tmp_path / "facets", stamp)
    assert kept.keys() == gathered.keys()
    for name, values in gathered.items():
        for papers in ((), (1,), (2, 4), (1, 2, 3, 4), (4, 99)):
            for limit in (0, 1, 2, 10):
                for text in ("", "e", "no such"):
                    found = listed(ListedField(values), papers, limit, text)
                    assert listed(kept[name], papers, limit, text) == found
                    assert listed(field_of(values), papers, limit, text) == found
        for key in (*values.keys, "nobody"):
            assert list(kept[name].papers(key)) == list(ListedField(values).papers(key))


@pytest.mark.parametrize("can_be_kept", [True, False])
def test_more_than_a_few_papers_are_counted_by_arrays(tmp_path: Path, *, can_be_kept: bool) -> None:
    file = tmp_path / "many.jsonl"
    file.write_text(
        "".join(
            f'{{"title": "Paper {number}", "year": {2000 + number % 7}, "venue": "V{number % 3}", '
            f'"abstract": "Text {number} about {"cats" if number % 2 else "dogs"} and more."}}\n'
            for number in range(600)
        ),
        encoding="utf-8",
    )
    with opened(tmp_path / "home") as library:
        library.imports.add([file])
        library.search.ensure()
        kept = library.paths.index / "facets"
        if not can_be_kept:
            kept.write_text("in the way")
        # Of the numbers below 600 every seventh, and half of these are odd.
        assert counts(library, "", "year")["2003"] == 86
        assert counts(library, "cats ", "venue") == {"V0": 100, "V1": 100, "V2": 100}
        assert total(library, 'venue:="v1" cats ') == 100
        assert agree(library, "cats", random.Random(2)) > 5
        assert kept.is_dir() == can_be_kept


@pytest.fixture(scope="session")
def eight_thousand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("facets")
    file = folder / "sample.jsonl"
    file.write_text("".join(random.Random(8).sample(lines(), 8_000)), encoding="utf-8")
    with opened(folder / "home") as library:
        Imports(library.papers).add([file], include_rejected=True)
        library.search.ensure()
        ordinals = list(library.papers.ordinals())
        library.marks.star(ordinals[::7])
        library.marks.read(ordinals[::3])
        library.marks.tag(ordinals[::50], ["Survey"])
        yield library


@requires_shared
def test_counts_and_totals_agree_on_eight_thousand_papers(eight_thousand: Library) -> None:
    library, chance = eight_thousand, random.Random(4)
    rows = library.papers.rows(chance.sample(list(library.papers.ordinals()), 60))
    checked = 0
    for row in rows:
        words = [word for word in row.heading.split() if word.isalpha()] or ["model"]
        form = chance.choice(("{}", "{} {}", "{} OR {}", "{} -{}", '"{}"', "title:{}", "({} OR {}"))
        text = form.replace("{}", "%s") % tuple(chance.choices(words, k=form.count("{}")))
        checked += agree(library, text, chance, 2)
        field = chance.choice(FIELDS)
        values = next(facet for facet in facets(library, text) if facet.field == field).values
        if values and not query_of_rest(text).is_empty:
            narrower = toggled(text, field, chance.choice(values).value)
            checked += agree(library, narrower, chance, 2)
    assert checked > 500


@requires_shared
def test_large_collections_are_kept_beside_the_index(eight_thousand: Library) -> None:
    library = eight_thousand
    found = facets(library, "graph")
    kept = library.paths.index / "facets"
    assert (kept / "current").exists()
    with opened(library.paths.data.parent) as again:
        again.search.ensure()
        assert facets(again, "graph") == found
    generation = kept / (kept / "current").read_text().strip()
    for file in generation.glob("author.*"):
        file.write_bytes(b"nonsense" * 100)
    with opened(library.paths.data.parent) as again:
        again.search.ensure()
        assert facets(again, "graph") == found
