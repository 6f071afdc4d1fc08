"""Marks as lines of text: written, read, merged, taken over by another library."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.errors import InputError
from index.library import Library
from index.mark_texts import BETWEEN_NOTES, normal_note
from index.marks_file import HEADING, PaperMarks, merged, read_marks, written
from index.paths import default_paths
from index.reading_list import reading_list

A, B, C = "a" * 16, "b" * 16, "c" * 16


def test_a_line_a_paper_sorted_and_complete(library: Library) -> None:
    marks = library.marks
    marks.star([2, 1])
    marks.read([1])
    marks.tag([1], ["to-read", "LLM"])
    marks.note([1], "first\tline\n\\alpha")
    text = written(marks.collected())
    heading, *lines = text.splitlines()
    assert heading == HEADING
    # The ids of the first two seeds, and the SHA-256 of their abstracts as aliases.
    ids = sorted(library.papers.identities.of_ordinals([1, 2]).values())
    assert [line.split("\t")[0] for line in lines] == ids
    line = next(line for line in lines if "DistSeal" in line)
    _, flags, tags, note, aliases, label = line.split("\t")
    assert (flags, tags, label) == ("star read", "LLM to-read", "DistSeal")
    assert note == r"first line\n\\alpha"
    assert aliases.startswith("abstract:")
    other = next(line for line in lines if "DistSeal" not in line)
    assert other.split("\t")[1:4] == ["star", "-", "-"]


MARKS = st.builds(
    PaperMarks,
    st.sampled_from([A, B, C]),
    st.frozensets(st.sampled_from(["star", "read"])),
    st.sets(st.sampled_from(["x", "y-z", "é"])).map(lambda tags: tuple(sorted(tags))),
    st.text(max_size=20).map(normal_note).filter(lambda note: note != "-"),
    st.sets(st.sampled_from(["doi:10.1/a", "arxiv:2401.1"])).map(lambda them: tuple(sorted(them))),
    st.just("label"),
)


@given(st.lists(MARKS, max_size=3, unique_by=lambda marks: marks.identifier))
def test_what_is_written_is_read_back(marks: list[PaperMarks]) -> None:
    found = read_marks(written(marks), "file")
    assert found == sorted(marks, key=lambda item: item.identifier)


@given(st.lists(MARKS, max_size=3), st.lists(MARKS, max_size=3))
def test_merging_loses_nothing_of_either_side(
    one: list[PaperMarks], other: list[PaperMarks]
) -> None:
    both = merged(one, other)
    assert merged(both, both) == both
    for line in (*one, *other):
        home = [
            item for item in both
            if line.identifier in (item.identifier, *item.aliases)
            or set(line.aliases) & set(item.aliases)
        ]  # fmt: skip
        assert any(
            line.flags <= item.flags and set(line.tags) <= set(item.tags)
            and all(part in item.note for part in line.note.split(BETWEEN_NOTES))
            for item in home
        )  # fmt: skip


def test_two_sides_of_one_paper_become_one_line() -> None:
    mine = PaperMarks(A, frozenset({"star"}), ("x",), "my note", ("doi:10.1/a",), "Paper")
    theirs = PaperMarks(B, frozenset({"read"}), ("X", "y"), "their note", ("doi:10.1/a",))
    assert merged([mine], [theirs]) == [
        PaperMarks(
            A, frozenset({"star", "read"}), ("x", "y"), f"my note{BETWEEN_NOTES}their note",
            (B, "doi:10.1/a"), "Paper",
        )
    ]  # fmt: skip


def test_what_one_side_keeps_apart_stays_apart() -> None:
    # Two papers with the same abstract, as one library knows them.
    mine = [PaperMarks(A, tags=("x",), aliases=("abstract:1",)),
            PaperMarks(B, tags=("y",), aliases=("abstract:1",))]  # fmt: skip
    theirs = [PaperMarks(C, tags=("z",), aliases=("abstract:1",))]
    # By its alias the first of theirs could be mine, but the second is it by its id.
    one = [PaperMarks(A, aliases=("doi:10.1/a",))]
    two = [PaperMarks(B, aliases=("doi:10.1/a",)), PaperMarks(A)]
    assert [line.identifier for line in merged(one, two)] == [A, B]
    assert [line.identifier for line in merged(mine, theirs)] == [A, B, C]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("hello", "file:2: no line of marks"),
        (f"{A}\tstars\t-\t-", "file:2: there is no flag 'stars'"),
        (f"{A}\tstar\t!!\t-", "file:2: '!!' is no tag"),
        ("<<<<<<< HEAD", "file:2: holds a conflict of git"),
        ("# readingroom marks 2: more", "file was written by a newer readingroom"),
    ],
)
def test_what_is_no_line_of_marks_is_named(line: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        read_marks(f"{HEADING}\n{line}\n", "file")
    assert str(error.value).startswith(told)


def test_another_library_takes_marks_over_and_undoes_it(library: Library, tmp_path: Path) -> None:
    marks = library.marks
    marks.note([1], "mine")
    stranger = PaperMarks(A, frozenset({"star"}), ("x",), "", ("doi:10.9/none",), "Elsewhere")
    first = library.papers.identities.of_ordinals([1])[1]
    known = PaperMarks(first, frozenset({"star"}), (), "theirs")
    # The same paper under another id: its abstract leads to it.
    (alias,) = [alias for _, alias in library.papers.identities.aliases([first])]
    again = PaperMarks(B, frozenset({"read"}), ("y",), "", (alias,))
    act = marks.take_over([stranger, known, again])
    assert act is not None
    assert (marks.state.starred, marks.state.read) == ({1}, {1})
    assert marks.state.notes == {1: f"mine{BETWEEN_NOTES}theirs"}
    # What the library does not hold is kept all the same.
    lines = {line.identifier: line for line in marks.collected()}
    assert lines[A].flags == {"star"}
    assert marks.take_over([stranger, known, again]) is None
    marks.undo()
    assert (marks.state.starred, dict(marks.state.notes)) == (frozenset(), {1: "mine"})


def test_an_exported_shelf_comes_back_in_an_empty_home(library: Library, tmp_path: Path) -> None:
    library.marks.star([1, 5, 38])
    library.marks.tag([5], ["x"])
    library.marks.note([38], "note")
    text = written(library.marks.collected())
    with Library(default_paths({"READINGROOM_HOME": str(tmp_path / "other")})) as other:
        other.imports.prepare()
        other.marks.take_over(read_marks(text, "file"))
        assert written(other.marks.collected()) == text


def test_a_reading_list_cites_truly_and_quotes_the_notes(library: Library) -> None:
    library.marks.star([1])
    library.marks.tag([1], ["to_read"])
    library.marks.note([1], "*Compare* with\n\n- SemBind")
    text = "".join(reading_list(library.papers, library.cite, library.marks.state, [1, 3]))
    assert text.startswith("# Reading list\n\n## DistSeal\n\n")
    assert library.cite.write([1], "markdown").text in text
    assert "\nstarred #to\\_read\n" in text
    assert "\n> *Compare* with\n>\n> - SemBind\n" in text
    assert text.count("\n## ") == 2
