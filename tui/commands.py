"""One table of commands, read by the keys, the footer, the help, the palette and the `:` line."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tui.glyphs import glyphs, key_label


class Place(StrEnum):
    """Where the keyboard is: a key means what its place says."""

    LIST = "list"
    READER = "reader"
    BOX = "box"


BOTH = (Place.LIST, Place.READER)


class Command(NamedTuple):
    """Something that a user can do.

    Attributes:
        id: its stable name, `area.verb`; `screen.py` has a method `do_area_verb` for it.
        title: what it does, in the help and the palette.
        keys: key sequences, the keys of one sequence separated by blanks.
        places: where the keys work.
        name: its name on the `:` line, or `None`.
        argument: what the `:` line shows for its argument, or `None` if it takes none.
        footer: its short name in the footer, or `None`.
        palette: whether the palette lists it.
    """

    id: str
    title: str
    keys: tuple[str, ...] = ()
    places: tuple[Place, ...] = BOTH
    name: str | None = None
    argument: str | None = None
    footer: str | None = None
    palette: bool = True

    @property
    def full_title(self) -> str:
        """The title by itself: styles of copies are titles only where copying is talked of."""
        return f"Copy {self.title}" if self.id in COPY_IDS else self.title

    @property
    def area(self) -> str:
        """The part of the help that it belongs to."""
        return self.id.partition(".")[0]


AREAS = {
    "move": "Moving",
    "search": "Searching",
    "read": "Reading",
    "select": "Selecting",
    "mark": "Marking",
    "add": "Bringing papers in",
    "copy": "Copying",
    "export": "To other programs",
    "room": "The room",
}
"""The parts of the help, in order, by the first word of the commands' ids."""


def _copy(style: str, title: str, letter: str) -> Command:
    return Command(f"copy.{style}", title, (f"y {letter}",))


COPY_COMMANDS = (
    _copy("bibtex", "BibTeX", "b"),
    _copy("biblatex", "BibLaTeX", "l"),
    _copy("ris", "RIS", "r"),
    _copy("csl-json", "CSL-JSON", "c"),
    _copy("apa", "APA", "a"),
    _copy("mla", "MLA", "m"),
    _copy("chicago-author-date", "Chicago", "h"),
    _copy("ieee", "IEEE", "i"),
    _copy("acm", "ACM", "A"),
    _copy("harvard", "Harvard", "H"),
    _copy("nature", "Nature", "N"),
    _copy("vancouver", "Vancouver", "V"),
    _copy("markdown", "Markdown", "d"),
    _copy("plain", "plain", "p"),
    _copy("apa-in-text", "in-text", "n"),
    _copy("org", "Org", "o"),
    _copy("typst", "Typst", "T"),
    _copy("key", "key", "k"),
    _copy("cite", "\\cite{}", "L"),
    _copy("pandoc", "[@key]", "P"),
    _copy("label", "title or label", "t"),
    _copy("abstract", "abstract", "x"),
    _copy("quotation", "sentence", "q"),
    _copy("link", "link", "u"),
)
"""One command a style of `index.citations.STYLES`, under the same name."""
COPY_IDS = frozenset(command.id for command in COPY_COMMANDS)

SAVED_COMMANDS = tuple(
    Command(f"search.saved{slot}", f"Saved search {slot}", (f"' {slot}",), palette=False)
    for slot in "123456789"
)
"""One command a place for a saved search."""
SAVED_IDS = frozenset(command.id for command in SAVED_COMMANDS)

COMMANDS: tuple[Command, ...] = (
    Command("move.down", "Next paper, or a line down", ("j", "down"), palette=False),
    Command("move.up", "Previous paper, or a line up", ("k", "up"), palette=False),
    Command("move.half_down", "Half a page down", ("ctrl+d",), palette=False),
    Command("move.half_up", "Half a page up", ("ctrl+u",), palette=False),
    Command("move.page_down", "A page down", ("pagedown",), palette=False),
    Command("move.page_up", "A page up", ("pageup",), palette=False),
    Command("move.first", "To the top", ("g g", "home"), palette=False),
    Command("move.last", "To the bottom", ("G", "end"), palette=False),
    Command("move.unread", "Next unread paper", ("] u",), palette=False),
    Command("move.unread_back", "Previous unread paper", ("[ u",), palette=False),
    Command("search.box", "Search", ("/",), name="search", argument="QUERY", footer="search"),
    Command("search.clear", "Clear the search", name="clear"),
    Command("search.next", "Next match", ("n",)),
    Command("search.previous", "Previous match", ("N",)),
    Command("search.related", "Related papers", ("R",), name="related", footer="related"),
    Command("search.shared", "Search a word that a related paper shares", ("#",)),
    Command("search.facets", "Facets", ("f",), name="facets", argument="[FIELD]"),
    Command("search.sort", "Sort", ("S",), name="sort", argument="ORDER"),
    *SAVED_COMMANDS,
    Command("search.saved", "Saved searches", name="searches"),
    Command("search.save", "Save the search", name="save", argument="[1-9] NAME"),
    Command("search.forget", "Take a saved search away", name="forget", argument="1-9"),
    Command(
        "read.open",
        "Read the paper",
        ("enter",),
        (Place.LIST,),
        footer="read",
        palette=False,
    ),
    Command("read.back", "Back one level, or clear", ("escape",), palette=False),
    Command(
        "read.page",
        "A page of the abstract, then the next paper",
        ("space",),
        (Place.READER,),
        palette=False,
    ),
    Command("read.sentence", "Next sentence", (")",)),
    Command("read.sentence_back", "Previous sentence", ("(",)),
    Command("read.raw", "Raw source, or rendered", ("z",), name="raw", footer="raw"),
    Command("read.link", "Open a link", ("o",), name="open", footer="open"),
    Command("select.toggle", "Select the paper, and on", ("space",), (Place.LIST,), name="select"),
    Command("select.range", "Select a range: move, then act", ("v",)),
    Command("select.all", "Select all results, or none", ("*",), name="all"),
    Command("select.none", "Select nothing", name="deselect"),
    Command("mark.star", "Star, or no longer", ("s",), name="star", footer="star"),
    Command("mark.read", "Mark as read, or as unread", ("r",), name="read"),
    Command("mark.tag", "Tag", ("t",), name="tag", argument="TAG -TAG ...", footer="tag"),
    Command("mark.note", "Write a note in your editor", ("e",), name="note"),
    Command("mark.note_here", "Write a note here", ("E",), name="note-here"),
    Command("mark.undo", "Undo a change to marks", ("u",), name="undo"),
    Command("mark.redo", "Redo it", ("ctrl+r",), name="redo"),
    Command(
        "mark.reading_list",
        "Reading list in Markdown: copy it, or write a file",
        name="reading-list",
        argument="[FILE]",
    ),
    Command("mark.matches", "Titles for untitled papers", name="matches"),
    Command("add.files", "Add files, folders or archives", name="add", argument="FILE ..."),
    Command("add.cancel", "Stop adding; what is complete is kept", name="cancel"),
    Command("add.refresh", "Read the files again that have changed", name="refresh"),
    Command("add.keep", "Keep the papers of this visit", name="keep"),
    Command("add.report", "What came of the last import", name="report"),
    *COPY_COMMANDS,
    Command(
        "copy.again",
        "Copy in the last style",
        ("y y",),
        name="copy",
        argument="STYLE",
    ),
    Command("copy.history", "The last 20 copies", ('"',), name="copies"),
    Command(
        "export.pipe",
        "Pipe citations to a command, and see what it says",
        ("|",),
        name="pipe",
        argument="COMMAND",
    ),
    Command(
        "export.file",
        "Write the selected papers, or all results, to a file",
        name="export",
        argument="FILE [FORMAT]",
        palette=False,
    ),
    Command("room.command", "Command line", (":",), palette=False),
    Command("room.palette", "Palette", ("ctrl+o",), palette=False),
    Command("room.theme", "Light or dark, or a theme", name="theme", argument="NAME"),
    Command("room.density", "Rows of one line or two", name="density", argument="DENSITY"),
    Command("room.narrower", "A smaller list, a larger reader", ("<",)),
    Command("room.wider", "A larger list, a smaller reader", (">",)),
    Command(
        "room.reset",
        "Forget what was set here: theme, density, split",
        name="reset",
    ),
    Command("room.redraw", "Redraw, and search again", ("ctrl+l",), name="redraw"),
    Command("room.help", "Help", ("?", "f1"), name="help", footer="help"),
    Command("room.back", "Back, then quit", ("q",), palette=False),
    Command("room.quit", "Quit", name="quit"),
)

BY_ID = {command.id: command for command in COMMANDS}
BY_NAME = {command.name: command for command in COMMANDS if command.name}


def box_keys() -> tuple[tuple[str, str, str], ...]:
    """The keys of the search box, for footer and help: they are the box's own."""
    keys = glyphs().keys
    arrows = f"{keys['up']} {keys['down']}"
    return (
        (keys["enter"], "to the list", "To the list, once the answer is there"),
        (arrows, "move", "Move the list (also ^P ^N)"),
        (f"Alt+{arrows}", "history", "Walk through the queries of before"),
        ("Tab", "accept", "Take the query that was perhaps meant, while it is shown"),
        ("Esc", "clear", "Empty the box, then back to the list"),
    )


def keys_label(command: Command) -> str:
    """All key sequences of a command, separated by blanks."""
    return " ".join(key_label(sequence) for sequence in command.keys)
