"""What a line of the dialogue asks for."""

from __future__ import annotations

import re
from typing import NamedTuple

from index.errors import ReadingRoomError

HELP = """\
Type words to search. A number reads that paper of the list. Also:
  next, back        read the paper after, or before, this one
  more              the next ten of the list
  all               all papers again
  sort ORDER        relevance, file, title, year, added or starred
  related N         papers that share the rarest words of paper N
  star N            star it, or no longer
  read N            mark it as read, or as unread
  tag N word -word  give it a tag, take one away
  note N text       add to its note; note N - takes the note away
  cite N STYLE      print its citation: bibtex, apa, mla, ieee, plain, key and more
  copy N STYLE      copy the citation, and print it
  undo, redo        take back a change to marks, or do it again
  search words      search what would be a command otherwise
  help, quit
N is a number of the list, several as in 1,3; without one it is the paper read last.
The STYLE may be left out: then it is the last one, at first bibtex."""


class Misunderstood(ReadingRoomError):
    """The line asks for what cannot be; the message says why."""


class Request(NamedTuple):
    """A line taken apart: a verb, the numbers it is about, and what follows them."""

    verb: str
    numbers: tuple[int, ...] = ()
    rest: str = ""


ALONE = frozenset({"next", "back", "more", "all", "undo", "redo", "help", "quit"})
"""Commands that stand alone; with words behind them the line is a query."""
NUMBERED = frozenset({"star", "read", "tag", "note", "cite", "copy", "related"})
"""Commands about papers of the list."""
_SYNONYMS = {"exit": "quit", "q": "quit", "?": "help", "h": "help", "n": "next", "previous": "back"}
_NUMBERS = re.compile(r"\d{1,9}(?:,\d{1,9})*")
_TAKES_WORD_FIRST = frozenset({"cite", "copy"})


def parsed(line: str) -> Request | None:
    """What a line asks for; `None` for an empty one.

    A line that is no command is a query, so `star formation` is one and `star 2` is not.
    """
    words = line.strip().lstrip(":")
    if not words:
        return None
    if words.startswith("/"):
        return Request("search", rest=words[1:].strip())
    if _NUMBERS.fullmatch(words):
        return Request("show", _numbers(words))
    first, _, rest = words.partition(" ")
    verb, rest = _SYNONYMS.get(first.lower(), first.lower()), rest.strip()
    if verb in ALONE and not rest:
        return Request(verb)
    if verb in ("search", "sort") and rest:
        return Request(verb, rest=rest)
    if verb in NUMBERED:
        number, _, after = rest.partition(" ")
        if _NUMBERS.fullmatch(number):
            return Request(verb, _numbers(number), after.strip())
        if not rest or (verb in _TAKES_WORD_FIRST and " " not in rest):
            return Request(verb, rest=rest)
    return Request("search", rest=words)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(number) for number in text.split(",")))
