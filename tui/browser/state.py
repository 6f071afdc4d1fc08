"""What the screen shows, as a frozen value, and the pure steps from one to the next."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from index.mark_state import NO_MARKS, MarkState
from index.sorting import ORDERS
from tui.commands import Place
from tui.glyphs import glyphs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from index.sorting import Order

    Highlight = Callable[[str], Sequence[tuple[int, int]]]


class Found:
    """The answer to a query, as much of it as the screen needs; it equals only itself.

    `explanation` says what was understood, `notes` what was ignored or changed and why,
    `milliseconds` how long the search took. `suggestion` is a query that was perhaps meant;
    `shared` gives the words that a result shares with the paper it is related to. The last `near`
    of the ordinals only come near to the query; `total` does not count them. `order` is how they
    are sorted.
    """

    def __init__(
        self,
        ordinals: Sequence[int],
        total: int,
        explanation: str,
        notes: tuple[str, ...],
        highlight: Highlight,
        milliseconds: float,
        suggestion: str | None = None,
        shared: Callable[[int], Sequence[str]] | None = None,
        near: int = 0,
        order: Order = "relevance",
    ) -> None:
        self.ordinals = ordinals
        self.total = total
        self.explanation = explanation
        self.notes = notes
        self.highlight = highlight
        self.milliseconds = milliseconds
        self.suggestion = suggestion
        self.shared = shared
        self.near = near
        self.order = order

    def without(self, gone: AbstractSet[int]) -> Found:
        """The same answer without some papers that the library has no more."""
        first_near = len(self.ordinals) - self.near
        kept = [ordinal for ordinal in self.ordinals if ordinal not in gone]
        near = sum(ordinal not in gone for ordinal in self.ordinals[first_near:])
        left = copy(self)
        left.ordinals, left.near = kept, near
        left.total = self.total - (first_near - (len(kept) - near))
        return left


class State(NamedTuple):
    """Everything that the screen shows.

    Attributes:
        papers: every paper's ordinal in file order.
        query: what is in the search box.
        generation: the number of the newest query.
        answered: the number of the query whose results are shown.
        found: those results, or `None` where all papers are shown.
        cursor: index of the row under the cursor.
        selected: ordinals of the selected papers.
        place: where the keyboard is.
        raw: whether the reader shows the source.
        match: the current match in the reader, if one was stepped to.
        sentence: the sentence under the sentence cursor, if there is one.
        enter_waits: whether Enter in the box waits for the answer.
        activity: what is being done in the background, for the status line.
        is_ready: whether the search index can be asked.
        subject: the paper whose related papers are asked for, instead of a query.
        order: how the list is sorted; by relevance where all papers are shown is file order.
        marks: the reader's marks.
        anchor: the index at which a range of selected rows begins, while one is being selected.
        unranged: what was selected before that.
    """

    papers: Sequence[int] = ()
    query: str = ""
    generation: int = 0
    answered: int = 0
    found: Found | None = None
    cursor: int = 0
    selected: frozenset[int] = frozenset()
    place: Place = Place.LIST
    raw: bool = False
    match: int | None = None
    sentence: int | None = None
    enter_waits: bool = False
    activity: str = ""
    is_ready: bool = False
    subject: int | None = None
    order: Order = "relevance"
    marks: MarkState = NO_MARKS
    anchor: int | None = None
    unranged: frozenset[int] = frozenset()

    @property
    def rows(self) -> Sequence[int]:
        """The ordinals in the list."""
        return self.papers if self.found is None else self.found.ordinals

    @property
    def current(self) -> int | None:
        """The ordinal under the cursor."""
        return self.rows[self.cursor] if self.cursor < len(self.rows) else None

    @property
    def is_asking(self) -> bool:
        """Whether there is a question: a query, or a paper whose related ones are wanted."""
        return self.subject is not None or bool(self.query.strip())

    @property
    def needs_answer(self) -> bool:
        """Whether the list must be asked for: there is a question, or an order of its own."""
        return self.is_asking or self.order != "relevance"

    @property
    def targets(self) -> tuple[int, ...]:
        """What the next act is about: the selected papers in list order, else the current one."""
        if not self.selected:
            return () if self.current is None else (self.current,)
        listed = [ordinal for ordinal in self.rows if ordinal in self.selected]
        seen = set(listed)
        hidden = [ordinal for ordinal in sorted(self.selected) if ordinal not in seen]
        return (*listed, *hidden)


def with_papers(
    state: State, papers: Sequence[int], shown_as: Mapping[int, int] | None = None
) -> State:
    """The library has these papers now; the cursor keeps its paper.

    Args:
        state: what is shown.
        papers: every paper's ordinal in file order.
        shown_as: records that are no papers of their own, with the papers that show them.
    """
    changed = state._replace(papers=papers)
    gone = set(state.papers).difference(papers)
    if not gone:
        return _keeping_paper(state, changed)
    led = shown_as or {}
    kept = frozenset(led.get(paper, paper) for paper in state.selected).difference(gone)
    changed = ended_range(changed)._replace(selected=kept)
    if state.found is not None:
        changed = changed._replace(found=state.found.without(gone))
    current = led.get(state.current, state.current) if state.current is not None else None
    if current in gone or current is None:
        return moved(changed._replace(match=None, sentence=None), state.cursor)
    rows = changed.rows
    at = rows.index(current) if current in rows else min(state.cursor, max(0, len(rows) - 1))
    return changed._replace(cursor=at, match=None, sentence=None)


def typed(state: State, text: str) -> State:
    """The text in the box has changed; an empty one shows all papers at once."""
    if text == state.query:
        return state
    changed = state._replace(
        query=text, generation=state.generation + 1, enter_waits=False, subject=None
    )
    return changed if changed.needs_answer else _keeping_paper(state, _all_shown(changed))


def cleared(state: State) -> State:
    """No question any more: all papers are shown, the cursor keeps its paper."""
    if not state.is_asking:
        return state
    asked = state._replace(query="", subject=None, generation=state.generation + 1)
    return asked if asked.needs_answer else _keeping_paper(state, _all_shown(asked))


def sorted_by(state: State, order: Order) -> State:
    """The list is to be in another order; until the answer is there it stays as it is."""
    asked = state._replace(order=order, generation=state.generation + 1)
    return asked if asked.needs_answer else _keeping_paper(state, _all_shown(asked))


def related(state: State, ordinal: int) -> State:
    """The papers related to one are asked for; what is shown stays till they are there."""
    return state._replace(query="", subject=ordinal, generation=state.generation + 1)


def _all_shown(state: State) -> State:
    return ended_range(state._replace(found=None, answered=state.generation, enter_waits=False))


def asked_again(state: State) -> State:
    """The same query is to be answered anew."""
    return state._replace(generation=state.generation + 1)


def answered(state: State, generation: int, found: Found) -> State:
    """An answer has come; one to an older query is dropped.

    A new query puts the cursor on the best result; the same query answered anew keeps it on
    its paper.
    """
    if generation != state.generation or not state.needs_answer:
        return state
    fresh = ended_range(state._replace(found=found, answered=generation, match=None, sentence=None))
    is_same = state.found is not None and state.found.explanation == found.explanation
    if is_same or not state.is_asking:
        return _keeping_paper(state, fresh)
    return fresh._replace(cursor=0)


def moved(state: State, index: int) -> State:
    """The cursor is on another row."""
    index = max(0, min(index, len(state.rows) - 1))
    if index == state.cursor:
        return state
    changed = state._replace(cursor=index, match=None, sentence=None)
    if state.anchor is None:
        return changed
    first, last = sorted((state.anchor, index))
    return changed._replace(selected=state.unranged.union(state.rows[first : last + 1]))


def begun_range(state: State) -> State:
    """A range of selected rows begins at the cursor, or ends if one had begun."""
    if state.anchor is not None or state.current is None:
        return ended_range(state)
    return state._replace(
        anchor=state.cursor,
        unranged=state.selected,
        selected=state.selected | {state.current},
    )


def ended_range(state: State) -> State:
    """Moving no longer selects; what is selected stays."""
    return state._replace(anchor=None, unranged=frozenset())


def all_selected(state: State) -> State:
    """Every row is selected; if all are, none is any more."""
    rows = frozenset(state.rows)
    chosen = state.selected - rows if rows <= state.selected else state.selected | rows
    return ended_range(state)._replace(selected=chosen)


def none_selected(state: State) -> State:
    """Nothing is selected."""
    return ended_range(state)._replace(selected=frozenset())


def unread_from(state: State, step: int) -> int | None:
    """The index of the next (or previous) row that has not been read; `None` if there is none."""
    rows, read = state.rows, state.marks.read
    last = len(rows) if step > 0 else -1
    return next((at for at in range(state.cursor + step, last, step) if rows[at] not in read), None)


def toggled(state: State) -> State:
    """The current paper is selected, or no longer; the cursor goes on to the next."""
    if state.current is None:
        return state
    return moved(
        ended_range(state)._replace(selected=state.selected ^ {state.current}),
        min(state.cursor + 1, len(state.rows) - 1),
    )


def stepped(position: int | None, count: int, step: int) -> int | None:
    """The next (or previous) of `count` things, around the ends; `None` if there are none."""
    if count == 0:
        return None
    if position is None:
        return 0 if step > 0 else count - 1
    return (position + step) % count


def status_line(state: State, collections: Sequence[str]) -> tuple[str, str]:
    """The texts at the left and right of the status line."""
    left = " readingroom"
    if collections:
        left += f" {glyphs().dot} " + " + ".join(collections[:3])
        if len(collections) > 3:
            left += f" + {len(collections) - 3} more"
    counts = [_papers(len(state.papers))]
    if starred := len(state.marks.starred):
        counts.append(f"{starred:,} starred")
    if state.selected:
        ranging = ", a range up to here" if state.anchor is not None else ""
        counts.append(f"{len(state.selected):,} selected{ranging}")
    if state.activity:
        counts.insert(0, state.activity)
    return left, f" {glyphs().dot} ".join(counts) + " "


def explanation_line(state: State) -> str:
    """What the query was understood as, how many papers answer it, and in what time."""
    if not state.needs_answer:
        return ""
    found = state.found
    if found is None:
        return "" if state.is_ready else "the search index is being built: answers will follow"
    counts = f"{found.total:,} of {len(state.papers):,}"
    if found.near:
        counts += f", then {found.near:,} near"
    parts = [f"{found.explanation} {glyphs().dot} {counts}"]
    if found.order != "relevance":
        parts.append(ORDERS[found.order])
    if found.shared is not None and state.current is not None:
        # Why this very paper is here comes before what all of them share.
        words = ", ".join(found.shared(state.current))
        parts.insert(0, f"this one shares {words}" if words else "this one shares no rare word")
    parts += found.notes
    if found.suggestion is not None:
        parts.append(f"did you mean {found.suggestion}? Tab takes it")
    parts.append(f"{max(1, round(found.milliseconds))} ms")
    return f" {glyphs().dot} ".join(parts)


def _papers(count: int) -> str:
    return "1 paper" if count == 1 else f"{count:,} papers"


def _keeping_paper(before: State, after: State) -> State:
    """`after` with its cursor on the paper that `before` has under the cursor, if it is there."""
    if before.current is None:
        return after._replace(cursor=0)
    rows = after.rows
    if before.cursor < len(rows) and rows[before.cursor] == before.current:
        return after._replace(cursor=before.cursor)
    try:
        return after._replace(cursor=rows.index(before.current))
    except ValueError:
        return after._replace(cursor=0, match=None, sentence=None)
