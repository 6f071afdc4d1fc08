"""Stars, read marks, tags and notes on stored papers, and the journal that undoes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from index.errors import InputError
from index.forms import make_forms
from index.identity import paper_id
from index.journal import Journal
from index.library import Library
from index.mark_state import MarkState
from index.mark_texts import BETWEEN_NOTES
from index.marks import Marks
from index.paper import Identifiers, Paper, Source
from index.paths import default_paths
from index.search.requests import Has, Is, Noted, Tagged, YearRange

WORDS = "the paper says in fifteen words or more what nobody has ever said about it before now"


def shown(state: MarkState) -> tuple[object, ...]:
    """The state as values that can be compared."""
    return (state.starred, state.read, dict(state.tags), dict(state.notes))


@pytest.fixture
def marks(library: Library) -> Marks:
    return library.marks


def again(library: Library) -> Marks:
    """The marks as another window finds them."""
    fresh = Marks(library.papers, Journal(library.shelf._database))
    fresh.refresh()
    return fresh


def test_a_star_is_kept_and_taken_off(library: Library, marks: Marks) -> None:
    act = marks.star([1])
    assert act is not None
    assert act.what == "starred DistSeal"
    assert again(library).state.starred == {1}
    act = marks.star([1])
    assert act is not None
    assert act.what == "unstarred DistSeal"
    assert again(library).state.starred == frozenset()


def test_a_star_on_several_stars_those_that_have_none(marks: Marks) -> None:
    marks.star([2])
    act = marks.star([1, 2, 3])
    assert act is not None
    assert (act.what, len(act.changes)) == ("starred 2 papers", 2)
    assert marks.state.starred == {1, 2, 3}
    marks.star([1, 2, 3])
    assert marks.state.starred == frozenset()


def test_nothing_changed_is_no_act(marks: Marks) -> None:
    assert marks.star([1], on=False) is None
    assert marks.star([]) is None
    assert marks.tag([1], remove=["nobody-has-it"]) is None
    assert marks.note([1], "  \n") == (None, False)
    assert marks.undo() is None


def test_tags_are_words_and_known_ones_keep_their_spelling(library: Library, marks: Marks) -> None:
    marks.tag([1, 2], ["#To  read", "LLM"])
    marks.tag([3], ["llm"], ["to-read"])
    assert dict(marks.state.tags) == {"To-read": {1, 2}, "LLM": {1, 2, 3}}
    marks.tag([1, 2], remove=["TO-READ"])
    assert dict(again(library).state.tags) == {"LLM": {1, 2, 3}}
    assert marks.state.tags_of(3) == ("LLM",)


@pytest.mark.parametrize("wrong", ["", "#", "--", "!?", "x" * 61])
def test_what_is_no_tag_is_refused(marks: Marks, wrong: str) -> None:
    with pytest.raises(InputError, match="is no tag"):
        marks.tag([1], [wrong])
    assert not marks.state.tags


def test_notes_lose_control_characters_and_keep_their_lines(library: Library, marks: Marks) -> None:
    marks.note([1], "\n# Idea\r\n\x1b[31mred\x9b \n\n* item  \n\n")
    assert again(library).state.notes == {1: "# Idea\n[31mred›\n\n* item"}
    marks.note([1], "")
    assert not again(library).state.notes


def test_a_conflict_keeps_both_texts(library: Library, marks: Marks) -> None:
    marks.note([1], "mine", before="")
    elsewhere = again(library)
    elsewhere.note([1], "theirs", before="mine")
    kept = marks.note([1], "mine, longer", before="mine")
    assert kept.joined
    assert again(library).state.notes == {1: f"theirs{BETWEEN_NOTES}mine, longer"}


def test_a_note_on_several_is_added_to_each(marks: Marks) -> None:
    marks.note([1], "old")
    marks.note([1, 2], "new")
    assert marks.state.notes == {1: f"old{BETWEEN_NOTES}new", 2: "new"}


def test_undo_and_redo_go_through_the_acts_also_after_a_restart(
    library: Library, marks: Marks
) -> None:
    marks.star([1])
    marks.note([1], "text")
    fresh = again(library)
    undone = fresh.undo()
    assert undone is not None
    assert undone.what == "wrote a note on DistSeal"
    assert (fresh.state.starred, dict(fresh.state.notes)) == ({1}, {})
    fresh.undo()
    assert fresh.undo() is None
    fresh.redo()
    assert fresh.state.starred == {1}
    fresh.read([5])
    # Something new was done: the note cannot be redone, but its text is still in the journal.
    assert fresh.redo() is None
    with library.shelf._database.reading() as connection:
        kept = connection.execute("SELECT after FROM changes WHERE kind = 'note'").fetchall()
    assert kept == [("text",)]


def test_another_windows_marks_are_seen_and_not_mixed_up(library: Library, marks: Marks) -> None:
    other = again(library)
    marks.star([1])
    other.star([2])
    assert marks.refresh()
    assert marks.state.starred == {1, 2}
    assert not marks.refresh()
    marks.star([3])
    assert other.refresh()
    assert other.state.starred == marks.state.starred == {1, 2, 3}


def test_queries_by_marks(library: Library, marks: Marks) -> None:
    marks.star([3, 1])
    marks.read([2])
    marks.tag([4], ["Naïve-Bayes"])
    marks.note([5], "Compare with the Poincaré ball")

    def found(request: Is | Has | Tagged | Noted) -> list[int]:
        answer = marks.answers(request)
        assert answer is not None
        return list(answer)

    assert found(Is("starred")) == [1, 3]
    assert found(Is("read")) == [2]
    assert len(found(Is("unread"))) == 37
    assert found(Tagged("naive bayes")) == found(Tagged("naive-bayes")) == [4]
    assert found(Tagged("naive", prefix=True)) == [4]
    assert found(Tagged("naive")) == []
    assert found(Noted("poincare")) == found(Has("note")) == [5]
    assert marks.answers(YearRange(2026, 2026)) is None
    marks.undo()
    assert found(Has("note")) == []


def added(library: Library, paper: Paper) -> int:
    made = library.papers.add(
        [paper], lambda paper: (make_forms(paper), paper.id), file="x", format_name="x",
        content_hash=paper.id,
    )  # fmt: skip
    return made[0].ordinal


def test_marks_follow_aliases_to_another_id(tmp_path: Path) -> None:
    doi = Identifiers(doi="10.1/x")
    old = Paper(paper_id("Old title", WORDS), WORDS, Source("a"), title="Old title", ids=doi)
    other = "of another text that has nothing to do with the first but is long enough to be one too"
    new = Paper(paper_id("New title", other), other, Source("b"), title="New title", ids=doi)
    assert old.id != new.id
    paths = default_paths({"READINGROOM_HOME": str(tmp_path / "home")})
    with Library(paths) as library:
        ordinal = added(library, old)
        library.marks.star([ordinal])
        library.marks.tag([ordinal], ["kept"])
        library.marks.note([ordinal], "from before")
    # The papers are gone, the shelf stays; then the paper comes under another id.
    paths.library_file.unlink()
    with Library(paths) as library:
        library.marks.refresh()
        assert not library.marks.state.starred
        added(library, Paper("0" * 16, other + " again", Source("c"), title="Filler"))
        ordinal = added(library, new)
        library.marks.refresh()
        assert library.marks.state.starred == {ordinal}
        library.marks.note([ordinal], "from now", before="from before")
        library.marks.star([ordinal])
        state = again(library).state
        assert shown(state) == (
            frozenset(),
            frozenset(),
            {"kept": {ordinal}},
            {ordinal: "from now"},
        )
        library.marks.undo()
        library.marks.undo()
        state = again(library).state
        assert shown(state) == (
            {ordinal}, frozenset(), {"kept": {ordinal}}, {ordinal: "from before"},
        )  # fmt: skip


@pytest.fixture(scope="module")
def shelf_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("undo")
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.imports.prepare()
    return home


ORDINALS = st.lists(st.integers(1, 12), min_size=1, max_size=6, unique=True)
TAGS = st.lists(st.sampled_from(["a", "B", "c-d", "é"]), max_size=3)


class UndoMachine(RuleBasedStateMachine):
    """Acts, undo and redo against a list of the states that there were."""

    home: Path

    @initialize()
    def begin(self) -> None:
        self.library = Library(default_paths({"READINGROOM_HOME": str(self.home)}))
        while self.library.marks.undo():
            pass
        self.past = [shown(self.library.marks.state)]
        self.future: list[tuple[object, ...]] = []

    def teardown(self) -> None:
        if hasattr(self, "library"):
            self.library.close()

    def done(self, act: object) -> None:
        if act is not None:
            self.past.append(shown(self.library.marks.state))
            self.future.clear()
        assert shown(self.library.marks.state) == self.past[-1]

    @rule(ordinals=ORDINALS, on=st.sampled_from([None, True, False]))
    def star(self, ordinals: list[int], on: bool | None) -> None:
        self.done(self.library.marks.star(ordinals, on))

    @rule(ordinals=ORDINALS)
    def read(self, ordinals: list[int]) -> None:
        self.done(self.library.marks.read(ordinals))

    @rule(ordinals=ORDINALS, add=TAGS, remove=TAGS)
    def tag(self, ordinals: list[int], add: list[str], remove: list[str]) -> None:
        self.done(self.library.marks.tag(ordinals, add, remove))

    @rule(ordinals=ORDINALS, text=st.text(max_size=30), before=st.none() | st.just("other"))
    def note(self, ordinals: list[int], text: str, before: str | None) -> None:
        self.done(self.library.marks.note(ordinals, text, before=before).act)

    @rule(count=st.integers(1, 5))
    def undo(self, count: int) -> None:
        for _ in range(count):
            act = self.library.marks.undo()
            assert (act is None) == (len(self.past) == 1)
            if act is not None:
                self.future.append(self.past.pop())
            assert shown(self.library.marks.state) == self.past[-1]

    @precondition(lambda self: self.future)
    @rule()
    def redo(self) -> None:
        assert self.library.marks.redo() is not None
        self.past.append(self.future.pop())
        assert shown(self.library.marks.state) == self.past[-1]

    @rule()
    def restart(self) -> None:
        self.library.close()
        self.library = Library(default_paths({"READINGROOM_HOME": str(self.home)}))
        self.library.marks.refresh()
        assert shown(self.library.marks.state) == self.past[-1]


def test_undo_returns_every_earlier_state_exactly(shelf_home: Path) -> None:
    machine = type("Machine", (UndoMachine,), {"home": shelf_home})
    case = machine.TestCase
    case.settings = settings(
        max_examples=8, stateful_step_count=200, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    case().runTest()


def test_two_hundred_changes_are_all_undone(library: Library, marks: Marks) -> None:
    import random

    chance = random.Random(4)
    states = [shown(marks.state)]
    while len(states) <= 200:
        some = chance.sample(range(1, 39), chance.randint(1, 5))
        act = chance.choice([
            lambda some=some: marks.star(some),
            lambda some=some: marks.read(some),
            lambda some=some: marks.tag(some, [f"t{chance.randint(1, 4)}"]),
            lambda some=some: marks.tag(some, [], [f"t{chance.randint(1, 4)}"]),
            lambda some=some: marks.note(some, f"note {chance.random()}").act,
        ])()  # fmt: skip
        if act is not None:
            states.append(shown(marks.state))
    while len(states) > 1:
        states.pop()
        assert marks.undo() is not None
        assert shown(again(library).state) == states[-1] == shown(marks.state)
    assert marks.undo() is None
