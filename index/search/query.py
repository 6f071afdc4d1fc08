"""From what is typed to a query tree. Nothing typed is an error.

Words must all occur, `"a phrase"` must occur as such, `-word` must not occur; everything else is
read as literal words. A word of several parts (`GPT-4o`, `state-of-the-art`, a DOI, a run of
Chinese characters) is a phrase of them.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from index.search.analyse import STOP_WORDS, tokens
from index.search.tree import And, Everything, Not, Phrase, Prefix, Term

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.search.analyse import Token
    from index.search.tree import Leaf, Node

MAX_CHARACTERS = 512
"""Characters of a query that are read."""
MAX_WORDS = 32
"""Words of a query that are read."""

_QUOTES = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"'))


@dataclass(frozen=True, slots=True)
class Clause:
    """One condition of a query.

    `node` is what must match, or with `negative` what must not; `words` are the folded words its
    leaves come from. `shown` is how the explanation writes it.
    """

    node: Leaf | Phrase
    words: tuple[str, ...]
    shown: str
    negative: bool = False

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The parts of a phrase, or the one word."""
        return self.node.parts if isinstance(self.node, Phrase) else (self.node,)


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query: its conditions, all of which must hold, and what was left out of it."""

    clauses: tuple[Clause, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to search for; such a query matches every paper."""
        return not self.clauses

    @property
    def positive(self) -> tuple[Clause, ...]:
        """What must match."""
        return tuple(clause for clause in self.clauses if not clause.negative)

    @property
    def excluded(self) -> tuple[Node, ...]:
        """What must not match, as filters."""
        return tuple(Not(clause.node) for clause in self.clauses if clause.negative)

    @property
    def node(self) -> Node:
        """The tree for an engine."""
        children = (*(clause.node for clause in self.positive), *self.excluded)
        if not children:
            return Everything()
        return children[0] if len(children) == 1 else And(children)

    @property
    def explanation(self) -> str:
        """What was understood, such as `latent AND watermark* AND NOT image`."""
        return " AND ".join(
            f"NOT {clause.shown}" if clause.negative else clause.shown for clause in self.clauses
        )


class _Piece(NamedTuple):
    """A word or quoted phrase as typed; `open` if the text ends in it."""

    text: str
    quoted: bool
    negative: bool
    open: bool


class _Read(NamedTuple):
    """A clause, and whether it is worth nothing beside other clauses."""

    clause: Clause
    droppable: bool


def parse(text: str, *, typing: bool) -> Query:
    """Read a query.

    Args:
        text: what was typed.
        typing: whether it is still being typed. The last word is then unfinished unless a blank
            or a sign follows it. An excluded word counts as finished, lest half of it exclude
            far too much.
    """
    notes: list[str] = []
    text, cut = _normalised(text)
    if cut:
        notes.append(f"only the first {MAX_CHARACTERS} characters were read")
        typing = False
    read: list[_Read] = []
    room = MAX_WORDS
    too_many = False
    for piece in _pieces(text):
        found = tokens(piece.text)
        if not found:
            continue
        too_many = len(found) > room
        if room > 0:
            read.append(_read(piece, found[:room], typing=typing))
        if too_many:
            break
        room -= len(found)
    if too_many:
        notes.append(f"only the first {MAX_WORDS} words were read")
    kept, missed = _without_empty_words(read)
    if missed:
        notes.append(f"ignored: {', '.join(missed)}")
    if text.strip() and not kept:
        notes.append("no word to search for")
    once = {(clause.node, clause.negative): clause for clause in reversed(kept)}
    return Query(tuple(reversed(once.values())), tuple(notes))


def _normalised(text: str) -> tuple[str, bool]:
    """The text in NFKC, free of control characters, and whether it had to be cut."""
    # Cut before the rest, for bounded work; normalisation can lengthen a text again.
    cut = len(text) > MAX_CHARACTERS
    text = unicodedata.normalize("NFKC", text[:MAX_CHARACTERS].translate(_QUOTES))
    text = "".join(map(_visible, text))
    cut = cut or len(text) > MAX_CHARACTERS
    if not cut:
        return text, False
    text = text[:MAX_CHARACTERS]
    # The cut may go through a word; the half of it would match nothing.
    before = text.rsplit(maxsplit=1)
    return before[0] if len(before) > 1 else text, True


def _visible(character: str) -> str:
    category = unicodedata.category(character)
    if category in {"Cc", "Zl", "Zp"}:
        return " "
    return "" if category in {"Cf", "Cs"} else character


def _pieces(text: str) -> Iterator[_Piece]:
    """Split a text at its blanks and quotation marks."""
    place, size = 0, len(text)
    while place < size:
        if text[place].isspace():
            place += 1
            continue
        # A hyphen excludes only at the beginning of a word, and only with a word after it.
        at_start = place == 0 or text[place - 1].isspace()
        negative = (
            at_start and text[place] == "-" and place + 1 < size and not text[place + 1].isspace()
        )
        place += negative
        if text[place] == '"':
            close = text.find('"', place + 1)
            end = size if close < 0 else close
            yield _Piece(text[place + 1 : end], quoted=True, negative=negative, open=close < 0)
            place = end + 1
            continue
        end = place
        while end < size and not text[end].isspace() and text[end] != '"':
            end += 1
        yield _Piece(text[place:end], quoted=False, negative=negative, open=end == size)
        place = end


def _read(piece: _Piece, found: list[Token], *, typing: bool) -> _Read:
    unfinished = typing and piece.open and not piece.negative and found[-1].end == len(piece.text)
    parts: list[Leaf] = [Term(token.term) for token in found]
    if unfinished:
        parts[-1] = Prefix(found[-1].word, found[-1].term)
    shown = piece.text[found[0].start : found[-1].end] + "*" * unfinished
    clause = Clause(
        parts[0] if len(parts) == 1 else Phrase(tuple(parts)),
        tuple(token.word for token in found),
        f'"{shown}"' if piece.quoted else shown,
        piece.negative,
    )
    droppable = not piece.quoted and all(_is_empty_word(token.word) for token in found)
    # An unfinished "the" may become "theory"; one letter says too little yet.
    if unfinished and len(found[-1].word) > 1:
        droppable = False
    return _Read(clause, droppable)


def _is_empty_word(word: str) -> bool:
    return word in STOP_WORDS or (len(word) == 1 and word.isascii() and word.isalpha())


def _without_empty_words(read: list[_Read]) -> tuple[list[Clause], list[str]]:
    """Leave out words that say nothing beside others, and name those that will be missed."""
    if all(item.droppable for item in read):
        return [item.clause for item in read], []
    kept = [item.clause for item in read if not item.droppable]
    dropped = [item.clause for item in read if item.droppable]
    missed = [
        f"-{clause.shown}" if clause.negative else clause.shown
        for clause in dropped
        if clause.negative
        or not (isinstance(clause.node, Prefix) or STOP_WORDS.issuperset(clause.words))
    ]
    return kept, missed
