"""Any history of accepting, undo, redo and restarts ends in what its matches alone determine."""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from index.library import Library
from tests.index.full_records import add_both, dump, opened

PAIRS = ((1, 39), (6, 40))


class MatchMachine(RuleBasedStateMachine):
    """Accepting, undo, redo and restarts against what each set of matches looked like."""

    home: Path
    folder: Path

    @initialize()
    def begin(self) -> None:
        self.own = self.folder / secrets.token_hex(8)
        shutil.copytree(self.home, self.own)
        self.library = opened(self.own)
        self.past: list[frozenset[tuple[int, int]]] = [frozenset()]
        self.future: list[frozenset[tuple[int, int]]] = []
        self.looks = {frozenset(): dump(self.library)}

    def teardown(self) -> None:
        if hasattr(self, "library"):
            self.library.close()

    def look(self) -> None:
        self.library.matches.apply()
        now = frozenset(self.library.matches.applied.items())
        assert now == self.past[-1]
        assert dump(self.library) == self.looks.setdefault(now, dump(self.library))

    @rule(chosen=st.sets(st.sampled_from(PAIRS), min_size=1))
    def accept(self, chosen: set[tuple[int, int]]) -> None:
        if self.library.matches.accept(chosen) is not None:
            self.past.append(self.past[-1] | chosen)
            self.future.clear()
        self.look()

    @rule()
    def undo(self) -> None:
        assert (self.library.marks.undo() is None) == (len(self.past) == 1)
        if len(self.past) > 1:
            self.future.append(self.past.pop())
        self.look()

    @rule()
    def redo(self) -> None:
        assert (self.library.marks.redo() is None) == (not self.future)
        if self.future:
            self.past.append(self.future.pop())
        self.look()

    @rule(between=st.booleans())
    def restart(self, between: bool) -> None:
        # The window may be gone before the papers follow the journal.
        if between and len(self.past) > 1:
            self.library.marks.undo()
            self.future.append(self.past.pop())
        self.library.close()
        self.library = opened(self.own)
        self.look()


def test_every_set_of_matches_looks_the_same_however_it_came_about(
    library: Library, home: Path, tmp_path: Path
) -> None:
    add_both(library, tmp_path)
    library.close()
    machine = type("Machine", (MatchMachine,), {"home": home, "folder": tmp_path / "copies"})
    case = machine.TestCase
    case.settings = settings(
        max_examples=10, stateful_step_count=30, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    case().runTest()
