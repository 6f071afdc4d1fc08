"""The steps from one state of the screen to the next."""

from __future__ import annotations

import pytest

from tui.browser.state import (
    Found,
    State,
    answered,
    cleared,
    explanation_line,
    moved,
    related,
    status_line,
    stepped,
    toggled,
    typed,
    with_papers,
)


def found(*ordinals: int, explanation: str = "x", notes: tuple[str, ...] = ()) -> Found:
    return Found(ordinals, len(ordinals), explanation, notes, lambda _: (), 1.6)


ROOM = State(papers=(1, 2, 3, 4, 5), is_ready=True)


def test_typing_asks_anew_and_keeps_what_is_shown() -> None:
    state = typed(ROOM, "water")
    assert (state.query, state.generation, state.rows) == ("water", 1, ROOM.papers)


def test_an_answer_to_the_newest_query_is_shown_with_the_cursor_on_the_best() -> None:
    state = answered(moved(typed(ROOM, "water"), 3), 1, found(4, 2))
    assert (state.rows, state.cursor) == ((4, 2), 0)


def test_a_late_answer_is_dropped() -> None:
    state = typed(typed(ROOM, "wat"), "water")
    assert answered(state, 1, found(4)) is state


def test_an_answer_to_an_emptied_box_is_dropped() -> None:
    state = typed(typed(ROOM, "wat"), "")
    assert answered(state, 2, found(4)).rows == ROOM.papers


def test_emptying_the_box_shows_all_papers_with_the_cursor_on_the_same_one() -> None:
    state = typed(answered(typed(ROOM, "w"), 1, found(4, 2)), "")
    assert (state.rows, state.current) == (ROOM.papers, 4)


def test_the_same_query_answered_anew_keeps_the_paper() -> None:
    state = moved(answered(typed(ROOM, "w"), 1, found(4, 2)), 1)
    again = answered(state._replace(generation=2), 2, found(5, 4, 2))
    assert again.current == 2


def test_papers_that_come_in_leave_the_cursor_on_its_paper() -> None:
    state = with_papers(moved(ROOM, 2), (0, 1, 2, 3, 4, 5))
    assert state.current == 3


def test_the_first_papers_get_the_cursor() -> None:
    assert with_papers(State(), (7, 8)).current == 7


def test_moving_stays_on_the_list_and_forgets_match_and_sentence() -> None:
    state = ROOM._replace(match=2, sentence=1)
    assert moved(state, 99).cursor == 4
    assert moved(state, -5) == state
    assert (moved(state, 1).match, moved(state, 1).sentence) == (None, None)


def test_selecting_goes_on_to_the_next_paper_and_works_both_ways() -> None:
    state = toggled(toggled(ROOM))
    assert (state.selected, state.cursor) == ({1, 2}, 2)
    assert toggled(moved(state, 0)).selected == {2}


def test_targets_are_the_selected_papers_in_list_order_then_those_out_of_sight() -> None:
    state = ROOM._replace(selected=frozenset({1, 2, 4, 5}))
    state = answered(typed(state, "w"), 1, found(4, 3, 2))
    assert state.targets == (4, 2, 1, 5)
    assert moved(ROOM, 1).targets == (2,)
    assert State().targets == ()


@pytest.mark.parametrize(
    ("position", "count", "step", "result"),
    [(None, 3, 1, 0), (None, 3, -1, 2), (2, 3, 1, 0), (0, 3, -1, 2), (None, 0, 1, None)],
)
def test_stepped(position: int | None, count: int, step: int, result: int | None) -> None:
    assert stepped(position, count, step) == result


def test_the_explanation_counts_and_times_and_gives_the_notes() -> None:
    state = answered(typed(ROOM, "w"), 1, found(4, 2, notes=("ignored: AND",)))
    assert explanation_line(state) == "x · 2 of 5 · ignored: AND · 2 ms"
    assert explanation_line(ROOM) == ""


def test_papers_that_only_come_near_are_counted_apart() -> None:
    some = Found((4, 2, 1), 1, "x", (), lambda _: (), 1.6, near=2)
    assert explanation_line(answered(typed(ROOM, "w"), 1, some)) == "x · 1 of 5, then 2 near · 2 ms"


def test_a_suggestion_and_shared_words_are_shown() -> None:
    some = Found((4, 2), 2, "x", (), lambda _: (), 1.6, "water", lambda _: ("rare", "word"))
    assert explanation_line(answered(typed(ROOM, "w"), 1, some)) == (
        "this one shares rare, word · x · 2 of 5 · did you mean water? Tab takes it · 2 ms"
    )


def test_related_papers_are_asked_for_instead_of_a_query() -> None:
    state = related(typed(ROOM, "w"), 3)
    assert (state.query, state.subject, state.generation) == ("", 3, 2)
    assert answered(state, 2, found(5, 4)).rows == (5, 4)
    assert typed(state, "v").subject is None
    assert cleared(answered(state, 2, found(5, 4))).rows == ROOM.papers


def test_a_query_before_the_index_is_there_says_what_it_waits_for() -> None:
    assert "being built" in explanation_line(typed(State(papers=(1,)), "w"))


def test_the_status_line_names_collections_counts_and_work() -> None:
    state = ROOM._replace(selected=frozenset({1}), activity="indexing 2 of 5")
    left, right = status_line(state, ("A", "B", "C", "D", "E"))
    assert left == " readingroom · A + B + C + 2 more"
    assert right == "indexing 2 of 5 · 5 papers · 1 selected "
