"""Marks from the screen: stars, read marks, tags, undo; each is painted once it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.errors import ReadingRoomError
from index.mark_state import MATCH
from index.saved_searches import SEARCH
from tui.browser import state as states
from tui.browser.messages import MarksChanged, PapersChanged, PapersSettled
from tui.commands import Place

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from index.journal import Act
    from index.library import Library
    from tui.browser.screen import BrowserScreen
    from tui.browser.shelving import Shelving
    from tui.settings import Settings


class Marking:
    """Marks the current paper, or the selected ones.

    Args:
        screen: whose papers are marked.
        shelving: writes the marks.
        settings: whether a paper is marked as read by itself.
    """

    def __init__(self, screen: BrowserScreen, shelving: Shelving, settings: Settings) -> None:
        self._screen = screen
        self._shelving = shelving
        self._settings = settings

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "mark.star": lambda _: self._flag("star"),
            "mark.read": lambda _: self._flag("read"),
            "mark.undo": lambda _: self._replay("undo"),
            "mark.redo": lambda _: self._replay("redo"),
        }

    def known_tags(self, typed: str) -> list[str]:
        """What may stand after `:tag`, beginning with what is typed so far.

        The tags of all papers complete a word; after a hyphen those of the papers that would be
        marked, since these can be taken away.
        """
        start, blank, word = typed.rpartition(" ")
        marks, targets = self._screen.state.marks, self._screen.targets()
        hyphen, name = ("-", word[1:]) if word.startswith("-") else ("", word)
        tags = sorted(marks.tags, key=lambda tag: (-len(marks.tags[tag]), tag))
        if hyphen:
            tags = [tag for tag in tags if not marks.tags[tag].isdisjoint(targets)]
        return [
            f"{start}{blank}{hyphen}{tag}"
            for tag in tags
            if name and tag.lower().startswith(name.lower())
        ]

    async def kept(self, job: Callable[[Library], Act | None]) -> Act | None:
        """Have a change kept, then show it; what cannot be kept is told and not shown."""
        screen = self._screen
        try:
            act = await self._shelving.do(job)
        except ReadingRoomError as error:
            screen.tell(f"Not kept: {error}", trouble=True)
            return None
        self.show()
        if act is not None and any(change.kind == SEARCH for change in act.changes):
            screen.post_message(MarksChanged())
        if act is not None and any(change.kind == MATCH for change in act.changes):
            screen.post_message(PapersChanged())
            screen.post_message(PapersSettled())
        return act

    def show(self) -> None:
        """Show the marks as they are kept now."""
        screen = self._screen
        screen.become(screen.state._replace(marks=screen.library.marks.state))

    def read_to_the_end(self) -> None:
        """Mark the paper in the reader as read if its end is on screen and that is wanted."""
        screen = self._screen
        current = screen.state.current
        if (
            self._settings.mark_read
            and screen.place is Place.READER
            and current is not None
            and current not in screen.state.marks.read
            and screen.reader.at_end
        ):
            screen.act(self._read(current))

    async def _read(self, ordinal: int) -> None:
        await self.kept(lambda library: library.marks.read([ordinal], on=True, to_the_end=True))

    # What is to be marked is settled when the key is pressed: by the time that the change is made
    # further keys may have moved the cursor.

    def _flag(self, kind: str) -> Awaitable[None] | None:
        targets = self._targets()
        return self._flagged(kind, targets) if targets else None

    async def _flagged(self, kind: str, targets: tuple[int, ...]) -> None:
        act = await self.kept(
            lambda library: (
                library.marks.star(targets) if kind == "star" else library.marks.read(targets)
            )
        )
        # The mark of a single paper is seen where it appears.
        if act is not None and len(targets) > 1:
            undo = self._screen.keymap.label("mark.undo")
            self._screen.tell(f"{sentence(act)}: {undo} undoes it")

    def tag(self, words: str) -> Awaitable[None] | None:
        """Tag by words; one with a hyphen before it is a tag to be taken away."""
        targets = self._targets()
        return self._tagged(words, targets) if targets else None

    async def _tagged(self, words: str, targets: tuple[int, ...]) -> None:
        tags = words.split()
        add = [tag for tag in tags if not tag.startswith("-")]
        remove = [tag[1:] for tag in tags if tag.startswith("-")]
        act = await self.kept(lambda library: library.marks.tag(targets, add, remove))
        if act is not None:
            self._screen.tell(sentence(act))

    async def _replay(self, way: str) -> None:
        act = await self.kept(lambda library: _replayed(library, way))
        if act is None:
            self._screen.tell(f"Nothing to {way}")
        else:
            self._screen.tell(f"{'Undone' if way == 'undo' else 'Done again'}: {act.what}")

    def _targets(self) -> tuple[int, ...]:
        screen = self._screen
        targets = screen.targets()
        if not targets:
            screen.tell("Nothing to mark: the list is empty")
        screen.become(states.ended_range(screen.state))
        return targets


def _replayed(library: Library, way: str) -> Act | None:
    act = library.marks.undo() if way == "undo" else library.marks.redo()
    library.matches.apply()
    return act


def sentence(act: Act) -> str:
    """The wording of an act as the beginning of a sentence."""
    return act.what[:1].upper() + act.what[1:]
