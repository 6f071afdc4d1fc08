"""The dialogue line by line, without a terminal and without Textual."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.library import Library
from tui.plain.dialogue import Dialogue
from tui.plain.requests import ALONE, NUMBERED, Request, parsed

ROOT = Path(__file__).resolve().parents[2]
APA_OF_THE_FIRST = (
    "[Untitled abstract beginning “Existing approaches for watermarking AI-generated images…”]. "
    "(2026). In ICML 2026 Papers (Abstract No. 1)."
)


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("", None),
        ("   \n", None),
        ("latent water", Request("search", rest="latent water")),
        ("3", Request("show", (3,))),
        ("1,3,1", Request("show", (1, 3))),
        ("2019 models", Request("search", rest="2019 models")),
        ("next", Request("next")),
        ("Next", Request("next")),
        ("next token", Request("search", rest="next token")),
        ("star 2", Request("star", (2,))),
        ("star", Request("star")),
        ("star formation", Request("search", rest="star formation")),
        ("read 1,2", Request("read", (1, 2))),
        ("reading", Request("search", rest="reading")),
        ("tag 2 survey -later", Request("tag", (2,), "survey -later")),
        ("note 2  see page 3", Request("note", (2,), "see page 3")),
        ("copy 2 apa", Request("copy", (2,), "apa")),
        ("copy apa", Request("copy", rest="apa")),
        ("copy", Request("copy")),
        ("copy number variation", Request("search", rest="copy number variation")),
        ("search next", Request("search", rest="next")),
        ("search", Request("search", rest="search")),
        ("/star", Request("search", rest="star")),
        (":quit", Request("quit")),
        ("sort year", Request("sort", rest="year")),
        ("is:starred", Request("search", rest="is:starred")),
    ],
)
def test_lines_are_commands_or_queries(line: str, request_: Request | None) -> None:
    assert parsed(line) == request_


@given(st.text())
def test_every_line_means_something(line: str) -> None:
    request = parsed(line)
    assert request is None or request.verb in {*ALONE, *NUMBERED, "search", "show", "sort"}


class Talk:
    """A dialogue, and what it says to each line."""

    def __init__(self, library: Library, encoding: str = "utf-8") -> None:
        self._out = io.StringIO()
        self.dialogue = Dialogue(library, self._out, encoding)
        self.dialogue.begin([])
        self.opening = self._said()

    def __call__(self, line: str) -> list[str]:
        self.dialogue.take(line + "\n")
        return self._said()

    def _said(self) -> list[str]:
        said = self._out.getvalue()
        self._out.seek(0)
        self._out.truncate()
        return said.splitlines()


@pytest.fixture
def talk(library: Library) -> Talk:
    return Talk(library)


def test_it_begins_with_the_papers_and_what_can_be_done(talk: Talk) -> None:
    assert talk.opening[:2] == [
        "38 papers in the library.",
        "1. DistSeal: a unified approach for latent watermarking",
    ]
    assert talk.opening[-2:] == [
        "1 to 10 of 38; more goes on.",
        "Type words to search, a number to read, help for all commands.",
    ]
    assert talk("more")[-1] == "11 to 20 of 38; more goes on."


def test_a_query_is_explained_and_a_paper_read(talk: Talk) -> None:
    assert talk("latent watermark")[:3] == [
        "2 papers for latent AND watermark, then 1 near.",
        "1. DistSeal: a unified approach for latent watermarking",
        "2. SemBind: the first defense framework for latent-based watermarks",
    ]
    said = talk("2")
    assert said[:2] == ["2. Untitled, called SemBind", "Source: ICML 2026 论文列表, no. 5 of 19"]
    assert said[2] == "Link: https://github.com/XinZhang1999/SemBind"
    assert said[3].startswith("Abstract: Latent-based watermarks, embedded")
    assert talk("next")[0] == "3. Untitled, called RLCracker"
    assert talk("next") == ["Error: there is no paper after it"]
    assert talk("back") == said


def test_nothing_found_keeps_the_list(talk: Talk) -> None:
    talk("sembind")
    assert talk("zzzqqq") == [
        "not in the collection: zzzqqq.",
        "0 papers for zzzqqq; the list stays as it was.",
    ]
    assert talk("1")[0] == "1. Untitled, called SemBind"


def test_marks_are_said_kept_and_undone(talk: Talk, library: Library) -> None:
    assert talk("star 1,2") == ["Done: starred 2 papers."]
    assert talk("read 1") == ["Done: marked DistSeal as read."]
    assert talk("tag 1 survey to-read") == ["Done: tagged DistSeal #survey #to-read."]
    assert talk("note 1 first") == ["Done: wrote a note on DistSeal."]
    assert talk("note 1 second") == ["Done: wrote a note on DistSeal."]
    assert library.marks.state.notes[1] == "first\n\n* * *\n\nsecond"
    said = talk("1")
    assert "Marks: starred, read, with a note, tagged survey, tagged to-read" in said
    assert said[-5:] == ["Note: first", "", "* * *", "", "second"]
    assert talk("note") == ["first", "", "* * *", "", "second"]
    assert talk("tag 1 -survey") == ["Done: tagged DistSeal -#survey."]
    assert talk("undo") == ["Undone: tagged DistSeal -#survey."]
    assert talk("redo") == ["Done again: tagged DistSeal -#survey."]
    assert talk("note 1 -") == ["Done: took off the note on DistSeal."]
    assert talk("is:starred")[1:] == [
        "1. DistSeal: a unified approach for latent watermarking, starred, read, tagged to-read",
        "2. the extent to which an LLM’s hidden-state geometry can be recovered, starred",
    ]


def test_citations_are_printed_and_copied(talk: Talk, library: Library) -> None:
    assert talk("cite 1 apa") == [APA_OF_THE_FIRST]
    assert not library.shelf.copies()
    said = talk("copy 1 APA")
    assert said[-1] == APA_OF_THE_FIRST
    assert said[0].endswith(".")
    assert [copy.text for copy in library.shelf.copies()] == [APA_OF_THE_FIRST]
    # The last style is the next one's.
    assert talk("cite 2")[0].startswith("[Untitled abstract beginning")


def test_related_papers_say_what_they_share_and_sorting_holds(talk: Talk) -> None:
    assert talk("related 1")[1].startswith("1. SemBind: ")
    assert "; shares " in talk("related 1")[1]
    assert talk("sort title")[0].startswith("Sorted, ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("99", "Error: no paper 99 in the list: it has 1 to 38; search 99 finds it"),
        ("0", "Error: no paper 0 in the list: it has 1 to 38; search 0 finds it"),
        ("star", "Error: star which paper? Give its number: star 1"),
        ("tag 1", "Error: tag it with what? For example: tag 1 survey -later"),
        ("undo", "Error: there is nothing to undo"),
        ("back", "Error: there is no paper before it"),
        ("sort size", "Error: no order size: relevance, file, title, year, added, starred"),
        ("note 1", "There is no note."),
    ],
)
def test_what_is_wrong_is_one_line(talk: Talk, line: str, said: str) -> None:
    assert talk(line) == [said]


def test_an_unknown_style_is_one_line(talk: Talk) -> None:
    (said,) = talk("cite 1 appa")
    assert said.startswith("Error: ")
    assert "apa" in said


def test_an_encoding_that_lacks_characters_is_no_trouble(library: Library) -> None:
    talk = Talk(library, "ascii")
    said = talk("in:icml")
    assert all(line.isascii() for line in [*talk.opening, *said, *talk("sembind"), *talk("1")])
    assert "LLM's" in talk.opening[2]


@given(
    st.lists(st.sampled_from(["\x1b[2J", "\x07", "\x9b", "a", "1", "star ", "note 1 ", "\u202e"]))
)
def test_no_control_character_comes_out(parts: list[str]) -> None:
    out = io.StringIO()
    dialogue = Dialogue(None, out, "utf-8")  # type: ignore[arg-type]
    dialogue._say("".join(parts))
    assert not any(
        ord(character) < 32 or 127 <= ord(character) < 160 for character in out.getvalue()[:-1]
    )


def test_it_loads_neither_textual_nor_rich(home: Path) -> None:
    code = (
        "import sys; from tui.cli import main; main(['--plain'])\n"
        "assert not {'textual', 'rich'} & {name.partition('.')[0] for name in sys.modules}"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        input="latent\n1\ncite 1 apa\n",
        env={"READINGROOM_HOME": str(home), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "Untitled abstract beginning" in result.stdout
