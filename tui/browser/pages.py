"""What the reader shows: the page of the paper under the cursor, made when it is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tui.page import Page, PageMarks, build_page

if TYPE_CHECKING:
    from index.mark_state import MarkState
    from index.store import PaperStore
    from tui.browser.screen import BrowserScreen


class Pages:
    """Keeps the reader at the state's paper.

    Args:
        screen: whose reader it is.
        papers: where the papers are.
    """

    def __init__(self, screen: BrowserScreen, papers: PaperStore) -> None:
        self._screen = screen
        self._papers = papers
        self._page = Page()
        self._shown: tuple[object, ...] = ()

    @property
    def current(self) -> Page:
        """The page of the current state, shown by now."""
        self.show()
        return self._page

    def forget(self) -> None:
        """Make the page anew the next time."""
        self._shown = ()

    def show_soon(self) -> None:
        """Show the page after the list has been painted: that is what a typing reader looks at."""
        self._screen.call_after_refresh(self.show)

    def show(self) -> None:
        """Bring the reader up to the state."""
        state, reader = self._screen.state, self._screen.reader
        if state.current is None:
            if self._page.text:
                self._page, self._shown = Page(), ()
                reader.show(self._page)
            return
        marks = _marks_on(state.marks, state.current)
        shown = (state.current, state.raw, state.found, marks)
        if shown != self._shown:
            same_paper = self._shown[:1] == shown[:1]
            self._shown = shown
            self._page = build_page(
                self._papers.paper(state.current),
                self._papers.forms(state.current),
                raw=state.raw,
                highlight=state.found.highlight if state.found else None,
                marks=marks,
                origin=self._origin(state.current),
            )
            reader.show(self._page, keep_place=same_paper)
        match = state.match if (state.match or 0) < len(self._page.matches) else None
        sentence = state.sentence if (state.sentence or 0) < len(self._page.sentences) else None
        reader.mark(match=match, sentence=sentence)

    def _origin(self, ordinal: int) -> str:
        """Where the fields of a paper come from that a full record completes; else nothing."""
        origin = self._papers.joined.origin(ordinal)
        if not origin:
            return ""
        from index.enrichment import origin_line

        return origin_line(origin)


def _marks_on(marks: MarkState, ordinal: int) -> PageMarks:
    return PageMarks(
        ordinal in marks.starred,
        ordinal in marks.read,
        marks.tags_of(ordinal),
        marks.notes.get(ordinal, ""),
    )
