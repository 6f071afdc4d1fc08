"""A dialogue line by line: for screen readers, for terminals without a cursor, and for pipes.

Nothing is drawn: what is written is words and line ends, and all that changes is said.
"""

from __future__ import annotations

import asyncio
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, NamedTuple, TextIO, cast

from index.clean import clean, visible
from index.errors import LibraryError, ReadingRoomError
from tui.plain.papers import brief, full
from tui.plain.requests import HELP, Misunderstood, Request, parsed
from tui.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.citations.desk import Citation
    from index.journal import Act
    from index.library import Library
    from index.sorting import Order

PAGE = 10
"""How many papers are listed at a time."""
LONGEST = 1 << 16
"""A longer line is taken as several."""
FIRST_STYLE = "bibtex"
PROMPT = "> "


class Listed(NamedTuple):
    """The papers that numbers stand for, and what they answer."""

    ordinals: Sequence[int]
    said: str


def hold_dialogue(library: Library, lines: Sequence[str]) -> int:
    """Answer standard input line by line until it ends.

    Args:
        library: an open library.
        lines: what to say at the beginning.

    Returns:
        The exit status.
    """
    from tui.terminals import output_encoding

    # Standard output is UTF-8 for other programs; here it goes to the eye or the ear.
    encoding = output_encoding(sys.__stderr__)
    if isinstance(sys.stdin, TextIOWrapper) and isinstance(sys.stdout, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
        sys.stdout.reconfigure(encoding=encoding, errors="replace")
    asks = sys.stdin.isatty() and sys.stdout.isatty()
    dialogue = Dialogue(library, sys.stdout, encoding)
    dialogue.begin(lines)
    while not dialogue.is_over:
        if asks:
            sys.stdout.write(PROMPT)
        sys.stdout.flush()
        line = sys.stdin.readline(LONGEST)
        if not line:
            break
        dialogue.take(line)
    if asks and not dialogue.is_over:
        sys.stdout.write("\n")
    return 0


class Dialogue:
    """Takes lines, and says what they bring about.

    Args:
        library: an open library.
        out: where everything is said.
        encoding: that of the terminal; characters it lacks become their base letters or `?`.
    """

    def __init__(self, library: Library, out: TextIO, encoding: str) -> None:
        self._library = library
        self._out = out
        self._encoding = encoding
        self._listed = Listed((), "")
        self._told = 0
        self._current: int | None = None
        self._style = FIRST_STYLE
        self._order: Order = "relevance"
        self.is_over = False
        self._answers: dict[str, Callable[[Request], None]] = {
            "search": self._search,
            "show": self._show,
            "next": lambda _: self._step(1),
            "back": lambda _: self._step(-1),
            "more": lambda _: self._more(),
            "all": lambda _: self._all(),
            "sort": self._sort,
            "related": self._related,
            "star": self._star,
            "read": self._read,
            "tag": self._tag,
            "note": self._note,
            "cite": lambda request: self._cite(request, copied=False),
            "copy": lambda request: self._cite(request, copied=True),
            "undo": lambda _: self._replay("undo"),
            "redo": lambda _: self._replay("redo"),
            "help": lambda _: self._say(HELP),
            "quit": lambda _: self._end(),
        }

    def begin(self, lines: Sequence[str]) -> None:
        """Say the first lines, prepare the library, and list the papers."""
        for line in lines:
            if line:
                self._say(line)
        library = self._library
        if not library.imports.is_prepared:
            self._say("Preparing the library for its first use.")
        library.imports.prepare()
        if repaired := library.search.ensure():
            self._say(f"The search index was made anew: {repaired}.")
        self._all()
        self._say("Type words to search, a number to read, help for all commands.")

    def take(self, line: str) -> None:
        """Answer a line; what is wrong with it is said in one."""
        from index.citations import StyleNotAvailable, UnknownStyle

        request = parsed(clean(line))
        if request is None:
            return
        try:
            self._answers[request.verb](request)
        except (ReadingRoomError, StyleNotAvailable, UnknownStyle) as error:
            self._say(f"Error: {visible(str(error))}")
        except KeyError:
            self._say("Error: that paper is no longer there; all lists those that are.")

    # Lists.

    def _all(self) -> None:
        ordinals = self._library.papers.ordinals()
        self._list(self._sorted(ordinals), f"{_papers(len(ordinals))} in the library")

    def _search(self, request: Request) -> None:
        library = self._library
        library.marks.refresh()
        answer = library.search.run(request.rest)
        hits = answer.hits.ordinals
        exact, near = hits[: answer.exact], hits[answer.exact :]
        found = [*self._sorted(exact), *self._sorted(near)]
        said = f"{_papers(answer.exact)} for {answer.explanation}"
        if answer.near:
            said += f", then {answer.near:,} near"
        for note in answer.notes:
            self._say(f"{note}.")
        if found:
            self._list(found, said)
        else:
            self._say(f"{said}; the list stays as it was.")
        if answer.suggestion is not None:
            self._say(f"Did you mean {answer.suggestion}?")

    def _related(self, request: Request) -> None:
        (ordinal,) = self._targets(request)[:1]
        answer, shared = self._library.search.related(ordinal)
        self._list(
            answer.hits.ordinals, f"{_papers(len(answer.hits.ordinals))} related", shared=shared
        )

    def _sorted(self, ordinals: Sequence[int]) -> Sequence[int]:
        if self._order == "relevance":
            return ordinals
        library = self._library
        starred = library.marks.state.starred if self._order == "starred" else ()
        return library.sorter.sort(ordinals, self._order, starred)

    def _sort(self, request: Request) -> None:
        from index.sorting import ORDERS

        found = [order for order in ORDERS if order.startswith(request.rest.lower())]
        if len(found) != 1:
            raise Misunderstood(f"no order {request.rest}: {', '.join(ORDERS)}")
        self._order = cast("Order", found[0])
        self._list(self._sorted(self._listed.ordinals), f"Sorted, {ORDERS[self._order]}")

    def _list(
        self,
        ordinals: Sequence[int],
        said: str,
        shared: Callable[[int], Sequence[str]] | None = None,
    ) -> None:
        self._listed = Listed(ordinals, said)
        self._told = 0
        self._current = None
        self._say(f"{said}.")
        if ordinals:
            self._more(shared)

    def _more(self, shared: Callable[[int], Sequence[str]] | None = None) -> None:
        ordinals, library = self._listed.ordinals, self._library
        if self._told >= len(ordinals):
            raise Misunderstood("the list has no more papers" if ordinals else "the list is empty")
        first, last = self._told, min(self._told + PAGE, len(ordinals))
        library.marks.refresh()
        rows = library.papers.rows(ordinals[first:last])
        for number, row in enumerate(rows, first + 1):
            line = brief(row, library.marks.state)
            words = shared(row.ordinal) if shared is not None else ()
            self._say(f"{number}. {line}" + (f"; shares {', '.join(words)}" if words else ""))
        self._told = last
        if last < len(ordinals):
            self._say(f"{first + 1} to {last} of {len(ordinals):,}; more goes on.")

    # Papers.

    def _show(self, request: Request) -> None:
        for number in request.numbers:
            ordinal = self._at(number)
            self._current = number
            library = self._library
            library.marks.refresh()
            for line in full(library, ordinal):
                self._say(f"{number}. {line.text}" if line.is_heading else line.text)

    def _step(self, step: int) -> None:
        number = (self._current or 0) + step
        if not 1 <= number <= len(self._listed.ordinals):
            raise Misunderstood("there is no paper " + ("after" if step > 0 else "before") + " it")
        self._show(Request("show", (number,)))

    def _at(self, number: int) -> int:
        count = len(self._listed.ordinals)
        if not 1 <= number <= count:
            held = f"it has 1 to {count}" if count else "it is empty"
            raise Misunderstood(f"no paper {number} in the list: {held}; search {number} finds it")
        return self._listed.ordinals[number - 1]

    def _targets(self, request: Request) -> list[int]:
        if request.numbers:
            return [self._at(number) for number in request.numbers]
        if self._current is None:
            raise Misunderstood(f"{request.verb} which paper? Give its number: {request.verb} 1")
        return [self._at(self._current)]

    # Marks.

    def _star(self, request: Request) -> None:
        self._done(self._library.marks.star(self._targets(request)))

    def _read(self, request: Request) -> None:
        self._done(self._library.marks.read(self._targets(request)))

    def _tag(self, request: Request) -> None:
        words = request.rest.replace("#", " ").split()
        add = [word for word in words if not word.startswith("-")]
        remove = [word[1:] for word in words if word.startswith("-") and len(word) > 1]
        if not add and not remove:
            raise Misunderstood("tag it with what? For example: tag 1 survey -later")
        self._done(self._library.marks.tag(self._targets(request), add, remove))

    def _note(self, request: Request) -> None:
        from index.mark_texts import joined_notes

        marks, targets = self._library.marks, self._targets(request)
        marks.refresh()
        for ordinal in targets:
            before = marks.state.notes.get(ordinal, "")
            if not request.rest:
                self._say(before or "There is no note.")
                continue
            after = "" if request.rest == "-" else joined_notes(before, request.rest)
            self._done(marks.note([ordinal], after, before=before).act)

    def _replay(self, way: str) -> None:
        marks = self._library.marks
        act = marks.undo() if way == "undo" else marks.redo()
        if act is None:
            raise Misunderstood(f"there is nothing to {way}")
        self._say(f"{'Undone' if way == 'undo' else 'Done again'}: {visible(act.what)}.")

    def _done(self, act: Act | None) -> None:
        self._say(f"Done: {visible(act.what)}." if act else "Nothing has changed.")

    # Citations.

    def _cite(self, request: Request, *, copied: bool) -> None:
        targets = self._targets(request)
        style = request.rest.lower() or self._style
        citation = self._library.cite.write(targets, style)
        self._style = style
        if copied:
            self._copy(citation)
        self._say(citation.text.rstrip("\r\n"))

    def _copy(self, citation: Citation) -> None:
        from tui.clipboard import Clipboard

        # A terminal that is only written to line by line is sent no control sequence either.
        clipboard = Clipboard(None, self._library.paths.cache)
        receipt = asyncio.run(clipboard.copy(citation.text, citation.what))
        self._say(f"{visible(receipt.text)}.")
        if not receipt.failed:
            try:
                self._library.shelf.remember_copy(citation.what, citation.text)
            except LibraryError as problem:
                self._say(f"Not kept among the last copies: {problem}.")

    def _end(self) -> None:
        self.is_over = True

    def _say(self, text: str) -> None:
        """Write a text, each of its lines without any control character."""
        for line in text.split("\n"):
            self._out.write(spelled(visible(line.rstrip("\r")), self._encoding) + "\n")


def _papers(count: int) -> str:
    return "1 paper" if count == 1 else f"{count:,} papers"
