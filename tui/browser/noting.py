"""Notes: in the reader's editor or in a dialog, on the papers for which they were begun."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from index.errors import ReadingRoomError
from tui.browser.marking import sentence
from tui.editor import editor_command, run_editor
from tui.session import OutsideError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from index.drafts import Draft
    from index.journal import Act
    from index.library import Library
    from tui.browser.marking import Marking
    from tui.browser.screen import BrowserScreen
    from tui.browser.shelving import Shelving

AT_ONCE = 0.5
"""An editor that returns unchanged within so many seconds has perhaps not waited."""


class Noting:
    """Has notes written.

    Args:
        screen: whose papers the notes are on.
        shelving: keeps them.
        marking: shows them.
    """

    def __init__(self, screen: BrowserScreen, shelving: Shelving, marking: Marking) -> None:
        self._screen = screen
        self._shelving = shelving
        self._marking = marking

    def handlers(self) -> dict[str, Callable[[str], Awaitable[None] | None]]:
        """What the commands of this area do, by their ids."""
        return {
            "mark.note": lambda _: self._edit(self._screen.targets()),
            "mark.note_here": lambda _: self._write_here(self._screen.targets()),
        }

    async def _edit(self, targets: tuple[int, ...]) -> None:
        """Have the note on a paper edited, or one added to each of several."""
        screen = self._screen
        try:
            command = editor_command()
        except OutsideError as problem:
            screen.tell(f"{problem}; the note is written here", trouble=True)
            await self._write_here(targets)
            return
        draft = await self._begun(targets)
        if draft is None:
            return
        started = time.monotonic()
        try:
            with screen.app.suspend():
                # Nothing of ours must paint while the editor has the terminal.
                status = run_editor(command, draft.path, draft.lock)
        except SuspendNotSupported:
            self._write(draft)
            return
        except OutsideError as problem:
            draft.discard()
            screen.tell(f"No note: {problem}", trouble=True)
            return
        screen.refresh(repaint=True, layout=True)
        await self._edited(draft, command[0], status, time.monotonic() - started)

    async def _write_here(self, targets: tuple[int, ...]) -> None:
        """Have the note written in a dialog."""
        draft = await self._begun(targets)
        if draft is not None:
            self._write(draft)

    def _write(self, draft: Draft) -> None:
        from tui.dialogs.note import NoteDialog

        def written(text: str | None) -> None:
            screen = self._screen
            if text is not None:
                screen.act(self._keep(draft))
            elif draft.text() == draft.before:
                draft.discard()
            else:
                screen.tell(f"Not kept as a note; the text is in {draft.set_aside()}")

        title = f"Note on {self._called(draft)}"
        self._screen.app.push_screen(NoteDialog(title, draft), written)

    async def _begun(self, targets: tuple[int, ...]) -> Draft | None:
        screen = self._screen
        if not targets:
            screen.tell("Nothing to note: the list is empty")
            return None

        def begin(library: Library) -> Draft:
            library.marks.refresh()
            found = library.papers.identities.of_ordinals(targets)
            papers = [found[ordinal] for ordinal in targets if ordinal in found]
            notes = library.marks.state.notes
            before = notes.get(targets[0], "") if len(targets) == 1 else ""
            return library.drafts.begin(papers, before)

        try:
            return await self._shelving.do(begin)
        except ReadingRoomError as error:
            screen.tell(f"No note: {error}", trouble=True)
            return None

    async def _edited(self, draft: Draft, editor: str, status: int, seconds: float) -> None:
        """What becomes of a draft when the editor is gone."""
        screen = self._screen
        is_unchanged = draft.text() == draft.before
        if draft.release():
            screen.tell(f"{editor} still has the note open: it is kept when that is closed")
        elif status > 0 and is_unchanged:
            draft.discard()
            screen.tell(f"The note is unchanged: {editor} ended with status {status}")
        elif status > 0:
            # As git has it, an editor that fails says that its text is not wanted.
            screen.tell(
                f"The note is unchanged: {editor} ended with status {status}; its text is in "
                f"{draft.set_aside()}",
                trouble=True,
            )
        elif is_unchanged:
            draft.discard()
            hint = f": if {editor} has a window of its own, give it its option to wait"
            screen.tell(f"The note is unchanged{hint if seconds < AT_ONCE else ''}")
        else:
            await self._keep(draft)

    async def _keep(self, draft: Draft) -> None:
        """Have the text kept; until it is, the draft stays."""
        told: list[str] = []

        def keep(library: Library) -> Act | None:
            act, line = keep_draft(library, draft)
            told.append(line)
            return act

        if await self._marking.kept(keep) is not None or told:
            self._screen.tell(told[0])

    def _called(self, draft: Draft) -> str:
        if len(draft.papers) > 1:
            return f"{len(draft.papers):,} papers: it is added to each"
        papers = self._screen.library.papers
        rows = papers.rows(list(papers.identities.ordinals(draft.papers).values()))
        return (rows[0].heading or rows[0].detail) if rows else "a paper"


def keep_draft(library: Library, draft: Draft) -> tuple[Act | None, str]:
    """Put the text of a draft on the shelf, then remove the draft.

    Returns:
        The act, and a line that says what became of the text.

    Raises:
        ReadingRoomError: it cannot be kept; the draft stays.
    """
    found = library.papers.identities.ordinals(draft.papers)
    ordinals = [found[identifier] for identifier in draft.papers if identifier in found]
    if not ordinals:
        return None, f"The paper of a note is no longer there: its text is in {draft.set_aside()}"
    kept = library.marks.note(ordinals, draft.text(), before=draft.before)
    draft.discard()
    if kept.act is None:
        return None, "The note is unchanged"
    if kept.joined:
        return kept.act, "The note was changed elsewhere meanwhile: both texts are kept"
    return kept.act, sentence(kept.act)


def keep_left_drafts(library: Library) -> list[str]:
    """Put the text of drafts on the shelf that somebody left behind; a line on each.

    Raises:
        ReadingRoomError: one cannot be kept; it stays.
    """
    told: list[str] = []
    for draft in library.drafts.left():
        if draft.text() == draft.before:
            draft.discard()
        else:
            told.append(f"Recovered: {keep_draft(library, draft)[1]}")
    return told
