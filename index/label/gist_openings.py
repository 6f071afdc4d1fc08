"""Where in an abstract's sentence a clause that tells what the paper is about may begin."""

from __future__ import annotations

import re
import unicodedata
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from index.label.gist_words import (
    ADVERBS,
    BRINGING,
    CONNECTIVES,
    CONTAINING,
    HEADS,
    JOINTS,
    PARTICIPLES,
    PRAISE,
    PREPOSITIONS,
    PRONOUNS,
    RECASTING,
    RESULT_NOUNS,
    SHOWING,
    STUDYING,
    SUBORDINATORS,
    WEAK_VERBS,
)
from index.label.name_words import SUBJECT_NOUNS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from index.label.naming import Named

# Han, Kana and Hangul are written without blanks: each such character is a word to cut at. So
# is a dash that is set without blanks.
_IDEOGRAPHS: Final = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef"
_WORD: Final = re.compile(rf"[{_IDEOGRAPHS}]|—+|[^\s—{_IDEOGRAPHS}]+")
_EDGES: Final = ".,;:!?()[]{}“”‘’\"'…—–-、，；：。！？"
# What may stand between a name and what is said of it: a possessive, closing quotes and
# brackets, the long form in brackets.
_AFTER_NAME: Final = re.compile(
    r"(?:['’]s\b)?[)\]”\"’'*]{0,3}\s*(?:\([^()]{1,120}\)\s*)?(?P<mark>[,:—–-]{0,3})\s*"
)
# Reaches in words: from a subject to its verb, from "we aim to" to the second verb, past an
# aside between commas, from a clause's beginning to the noun it is about.
_VERB_REACH: Final = 24
_SECOND_VERB_REACH: Final = 6
_ASIDE_REACH: Final = 6
_HEAD_REACH: Final = 10


class Opening(Enum):
    """How a clause is led up to, and the points that is worth."""

    NAMED = (3.6, "NAME, a framework ...; NAME, which ...")
    BRINGING = (2.0, "we propose ...")
    DOING = (2.0, "it incorporates ...")
    RECASTING = (1.6, "we reframe ... as ...")
    STUDYING = (1.6, "we study ...")
    SHOWING = (0.9, "we show that ...")
    ANY = (-2.0, "a sentence that does none of it")

    @property
    def points(self) -> float:
        """What a clause gets for being led up to like this."""
        return self.value[0]


class Word(NamedTuple):
    """A word with the marks around it, its core in small letters, and its `[start, end)`."""

    text: str
    core: str
    start: int
    end: int


class Line:
    """A sentence cut at its blanks; `order` is its place in the abstract, from 0."""

    def __init__(self, text: str, order: int) -> None:
        """Cut `text` into words and measure them in terminal cells."""
        self.text = text
        self.order = order
        self.words = [
            Word(found[0], found[0].strip(_EDGES).lower(), found.start(), found.end())
            for found in _WORD.finditer(text)
        ]
        self._columns = [0, *accumulate(map(cell_width, text))]

    def core(self, at: int) -> str:
        """Return the word in small letters without its marks; empty outside the sentence."""
        return self.words[at].core if 0 <= at < len(self.words) else ""

    def ends_with(self, at: int, marks: str) -> bool:
        """Whether one of the marks is the last character of the word."""
        return 0 <= at < len(self.words) and self.words[at].text[-1] in marks

    def width(self, first: int, last: int) -> int:
        """Return the terminal cells from the first word to the last, both included."""
        return self._columns[self.words[last].end] - self._columns[self.words[first].start]


def cell_width(character: str) -> int:
    """Return the terminal cells of a character: two for East Asian wide ones, else one."""
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def openings(line: Line, named: Named | None) -> Iterator[tuple[int, Opening]]:
    """Yield the words where a clause may begin, each with how it is led up to."""
    if named:
        yield from _after_name(line, named)
    yield from _after_verbs(line)
    yield from _of_passive(line)
    yield from _after_knowledge(line)
    yield from _of_mechanism(line)
    if line.core(0) not in PREPOSITIONS | SUBORDINATORS or not line.order:
        yield _skip_lead_in(line), Opening.ANY


def _after_name(line: Line, named: Named) -> Iterator[tuple[int, Opening]]:
    found = re.search(rf"(?<!\w){re.escape(named.name)}(?!\w)", line.text)
    between = _AFTER_NAME.match(line.text, found.end()) if found else None
    if between is None:
        return
    at = next((k for k, word in enumerate(line.words) if word.start >= between.end()), -1)
    core = line.core(at)
    if between["mark"] and core in {"a", "an", "the", "our", "one"}:
        yield at, Opening.NAMED
    elif core in {"which", "that"}:
        yield _skip_adverbs(line, at + 1), Opening.NAMED
    elif between["mark"]:
        return
    elif core in {"to", "for", "as"} or (core == "is" and line.core(at + 1) in {"a", "an", "the"}):
        yield at + 1, Opening.NAMED
    elif _is_telling_verb(line, _skip_adverbs(line, at)):
        yield at, Opening.DOING


def _after_verbs(line: Line) -> Iterator[tuple[int, Opening]]:
    """Yield what stands after (or at) the authors' verbs: "we study ... and propose ..."."""
    subject: int | None = None
    in_subclause = False
    for at, word in enumerate(line.words):
        if word.core in {"we", "i"} or _is_own_noun(line, at):
            subject, in_subclause = at, False
            continue
        if subject is None or at - subject > _VERB_REACH:
            continue
        in_subclause = in_subclause or word.core in {"that", "which", "whether", "how"}
        if _is_governed(line, at, subject) and not in_subclause:
            yield from _after_verb(line, at)


def _is_own_noun(line: Line, at: int) -> bool:
    return line.core(at) in SUBJECT_NOUNS | RESULT_NOUNS and line.core(at - 1) in {
        "this",
        "our",
        "the",
        "these",
    }


def _is_governed(line: Line, at: int, subject: int) -> bool:
    """Whether the word, if a verb, is the subject's: next to it, or the next in its row."""
    before = line.core(at - 1)
    return (
        at - 1 == subject
        or before in JOINTS
        or before.endswith("ly")
        or line.ends_with(at - 1, ",")
        or (before == "to" and at - subject < _SECOND_VERB_REACH)
    )


def _after_verb(line: Line, at: int) -> Iterator[tuple[int, Opening]]:
    verb = line.core(at)
    after = at + 1
    if line.ends_with(at, ","):
        # "we quantify, layer by layer, how ...": the aside is left out.
        aside = range(after, after + _ASIDE_REACH)
        after = next((k for k in aside if line.ends_with(k, ",")), at) + 1
    object_ = line.core(after)
    if verb in SHOWING and (verb not in BRINGING or object_ in {"that", "how"}):
        yield after + (object_ == "that"), Opening.SHOWING
    elif verb in BRINGING:
        yield after + (object_ in {"to", "on"}), Opening.BRINGING
    elif verb in STUDYING:
        yield after, Opening.STUDYING
    elif verb in RECASTING and object_ not in PREPOSITIONS | PRONOUNS:
        yield at, Opening.RECASTING


def _of_passive(line: Line) -> Iterator[tuple[int, Opening]]:
    """Yield the beginning of "A method for ... is proposed"."""
    for at in range(2, len(line.words)):
        if line.core(at) in BRINGING and line.core(at).endswith("ed"):
            auxiliary = line.core(at - 1)
            if auxiliary in {"is", "are", "been"}:
                yield _skip_lead_in(line), Opening.BRINGING
                return


def _after_knowledge(line: Line) -> Iterator[tuple[int, Opening]]:
    """Yield the claim after "to the best of our knowledge, the first ..."."""
    for at in range(1, len(line.words) - 1):
        if line.core(at - 1) == "knowledge" and line.core(at + 1) == "first":
            yield at, Opening.BRINGING


def _of_mechanism(line: Line) -> Iterator[tuple[int, Opening]]:
    """Yield the verb of "it incorporates ..." or "our method casts ..."."""
    at = _skip_lead_in(line)
    if line.core(at) == "it" and line.order:
        at += 1
    elif line.core(at) in {"our", "the"}:
        at += 2 if line.core(at + 1) == "proposed" else 1
        if line.core(at) not in HEADS:
            return
        at += 1
    else:
        return
    at = _skip_adverbs(line, at)
    if _is_telling_verb(line, at):
        yield at + (line.core(at) in CONTAINING), Opening.DOING


def _is_telling_verb(line: Line, at: int) -> bool:
    verb = line.core(at)
    return verb.endswith("s") and not verb.endswith("ss") and verb not in WEAK_VERBS


def _skip_adverbs(line: Line, at: int) -> int:
    while line.core(at).endswith("ly") or line.core(at) in ADVERBS:
        at += 1
    return at


def _skip_lead_in(line: Line) -> int:
    """Return where a sentence begins after "However," or "In this paper,"."""
    at = 0
    while line.core(at) in CONNECTIVES and line.ends_with(at, ","):
        at += 1
    if line.core(at) == "in" and line.core(at + 1) == "this" and line.core(at + 2) in SUBJECT_NOUNS:
        at += 3
    return at if at < len(line.words) else 0


def beginnings(line: Line, at: int, named: Named | None) -> Iterator[tuple[int, float]]:
    """Yield the ways to begin a clause that opens at `at`, each with its points.

    With or without its article and praise; or, past the noun it is about, with what that noun
    is for or does: "a unified framework for *detecting* ...", "a model that *casts* ...".
    """
    told = at + (line.core(at) in {"a", "an", "the", "our", "several"})
    says_new = line.core(at) == "our"
    while line.core(told) in PRAISE:
        says_new = says_new or line.core(told) in {"novel", "new"}
        told += 1
    yield at, 0.2 if says_new else 0.6
    if told > at:
        yield told, 0.5 if says_new else 0.3
    for head in range(told, min(told + _HEAD_REACH, len(line.words) - 1)):
        if line.ends_with(head, ".;"):
            return
        if line.ends_with(head, ":"):
            if line.core(head + 1) in {"a", "an", "the"}:
                yield head + 1, 0.8
            return
        yield from _past_head(line, head, named)
        if line.core(head + 1) in _HEAD_ENDS:
            return


_HEAD_ENDS: Final = PREPOSITIONS | SUBORDINATORS | PARTICIPLES | {"and"}


def _past_head(line: Line, head: int, named: Named | None) -> Iterator[tuple[int, float]]:
    after = line.core(head + 1)
    is_head = line.core(head) in HEADS
    if after in {"that", "which"}:
        begin = _skip_adverbs(line, head + 2)
        if line.core(begin) == "is" and line.core(begin + 1) in {"a", "an"}:
            begin += 1
        # Without a name before it, a verb alone makes a poor line of a list.
        yield begin, (0.0 if named else -1.6) - _weakness(line, begin)
    elif is_head and after in {"for", "to"}:
        begin = head + 2
        loses_head = after == "for" and not line.core(begin).endswith("ing")
        yield begin, (-1.2 if loses_head else 0.0) - _weakness(line, begin)
    elif is_head and after in PARTICIPLES and after.endswith("ing"):
        yield head + 1, 0.0


def _weakness(line: Line, at: int) -> float:
    return 1.5 if line.core(at) in WEAK_VERBS | PRONOUNS else 0.0
