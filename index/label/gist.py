"""Cut from an abstract the clause that says in the fewest words what the paper is about.

A clause may begin where the authors say what they bring in, study or show, and may end where an
English clause can. Of all that fit, the one that tells the most and ends best is the gist.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from index.label.gist_openings import Line, beginnings, cell_width, openings
from index.label.gist_words import (
    ADJECTIVE_ENDINGS,
    AFTER_COMMA,
    ANAPHORS,
    AUTHORS_VERBS,
    AUXILIARIES,
    BRINGING,
    DANGLING,
    FINITE,
    GENERIC,
    LATE_PREPOSITIONS,
    NOMINAL,
    PAIRING,
    PARTICIPLES,
    PREPOSITIONS,
    PRONOUNS,
    QUESTION_WORDS,
    RELATIVES,
    SUBORDINATORS,
    WEAK_VERBS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from index.label.naming import Named

WIDTH: Final = 70
"""The most terminal cells of a gist."""

# What a clause gets, beside the points of its opening: for how well it ends (0 to 1), for each
# telling word up to so many, for each sentence before its own.
_END_POINTS: Final = 3.0
_TELLING_POINTS: Final = 0.5
_MOST_TELLING: Final = 7
_DISTANCE_POINTS: Final = -0.28
_FARTHEST: Final = 8
_SHORT: Final = 25
_VERY_SHORT: Final = 15
# Words after "that" below which a relative clause is a stump ("that works").
_SHORTEST_RELATIVE: Final = 2
_MOST_OPENINGS: Final = 24
_BRACKET_REACH: Final = 8

_TRAILING_MARKS: Final = " ,;:—–-、，；："
_SENTENCE_ENDS: Final = ".?!。！？"


class Clause(NamedTuple):
    """A possible gist and the points for it."""

    points: float
    text: str


def find_gist(sentences: Sequence[str], named: Named | None) -> str:
    """Return the gist: a verbatim piece of one of the sentences, `WIDTH` cells at most.

    Args:
        sentences: The plain abstract's sentences, single blanks between words.
        named: The name shown before the gist, which then need not say it again.

    Returns:
        Whole words, unless the first word alone is wider than a gist; empty only without any.
    """
    lines = [line for line in map(Line, sentences, range(len(sentences))) if line.words]
    if not lines:
        return ""
    anchor = _anchor(lines, named)
    clauses = (
        Clause(clause.points + _distance_points(line, anchor), clause.text)
        for line in lines
        for clause in _clauses(line, named)
    )
    best = max(clauses, key=lambda clause: clause.points, default=None)
    return best.text if best else _cut_hard(lines[0])


def _anchor(lines: Sequence[Line], named: Named | None) -> int:
    """Return the order of the sentence that first has the name; without a name of the first."""
    return next((line.order for line in lines if named and named.name in line.text), 0)


def _distance_points(line: Line, anchor: int) -> float:
    return 0.0 if line.order == anchor else _DISTANCE_POINTS * min(line.order, _FARTHEST)


def _cut_hard(line: Line) -> str:
    """Return the words that fit; of a first word that does not, its characters that fit."""
    last = 0
    while last + 1 < len(line.words) and line.width(0, last + 1) <= WIDTH:
        last += 1
    while last > 0 and not _may_be_last(line.core(last)):
        last -= 1
    text = line.text[line.words[0].start : line.words[last].end][:WIDTH]
    while sum(map(cell_width, text)) > WIDTH:
        text = text[:-1]
    return text


def _clauses(line: Line, named: Named | None) -> Iterator[Clause]:
    for at, opening in islice(openings(line, named), _MOST_OPENINGS):
        for start, points in beginnings(line, at, named):
            if line.core(start):
                yield from _clauses_from(line, start, opening.points + points, named)


def _clauses_from(line: Line, start: int, points: float, named: Named | None) -> Iterator[Clause]:
    """Yield every acceptable clause that begins with the word at `start`."""
    points += _points_of_start(line, start)
    telling: set[str] = set()
    open_brackets = pairs = 0
    last_relative = start - _SHORTEST_RELATIVE
    for last in range(start, len(line.words)):
        word = line.words[last]
        text = _trimmed(line.text[line.words[start].start : word.end])
        if sum(map(cell_width, text)) > WIDTH:
            return
        if _is_telling(word.core):
            telling.add(word.core)
        if word.core in ANAPHORS and last > start:
            points -= 0.3
        if word.core in AUTHORS_VERBS and line.core(last - 1) == "and":
            # "... and prove ...": another thing the authors do.
            points -= 1.0
        if word.core in RELATIVES:
            last_relative = last
            points -= 1.0 if line.core(last + 1) in WEAK_VERBS else 0.0
        open_brackets += _count(word.text, "([“") - _count(word.text, ")]”")
        if line.core(last + 1) == "and" and pairs > 0:
            pairs -= 1
            continue
        pairs += word.core in PAIRING
        if open_brackets or text.count('"') % 2 or last - last_relative < _SHORTEST_RELATIVE:
            continue
        end = _end_quality(line, last, named) if _may_be_last(word.core) else 0.0
        if end > 0:
            told = _TELLING_POINTS * min(len(telling), _MOST_TELLING)
            yield Clause(
                points
                + told
                + _END_POINTS * end
                + _points_of_whole(line, start, last, text, named),
                text,
            )


def _trimmed(text: str) -> str:
    text = text.rstrip(_TRAILING_MARKS)
    ends = text[-1:] and text[-1] in _SENTENCE_ENDS and not text.endswith("..")
    return text[:-1] if ends and len(text) > 1 else text


def _count(text: str, marks: str) -> int:
    return sum(character in marks for character in text)


def _points_of_start(line: Line, start: int) -> float:
    points = 0.0
    first, second = line.core(start), line.core(start + 1)
    if first in PRONOUNS:
        points -= 2.0
    if first in WEAK_VERBS:
        points -= 1.5
    if first in PREPOSITIONS or first in SUBORDINATORS or first in {"as", "and", "or", "but"}:
        points -= 1.5
    if second in ANAPHORS:
        # "use them to ...", "reduce this effort".
        points -= 1.0
    return points


def _points_of_whole(line: Line, start: int, last: int, text: str, named: Named | None) -> float:
    points = 0.0
    width = line.width(start, last)
    if width < _SHORT:
        points -= 1.0
    if width < _VERY_SHORT:
        points -= 1.0
    if start == last:
        points -= 2.0
    if line.core(last) in PRONOUNS:
        points -= 1.5
    if named and (named.name in text or _says_long_form(text, named)):
        points -= 1.5
    if line.core(last) in BRINGING and line.core(last - 1) in AUXILIARIES:
        # "... is proposed" says nothing of it.
        points -= 1.2
    if line.core(start) in QUESTION_WORDS and not line.words[last].text[-1].isalnum():
        # A whole question tells what is asked.
        points += 0.6
    return points


def _says_long_form(text: str, named: Named) -> bool:
    long_form = named.long_form
    return long_form is not None and (long_form in text or text in long_form)


def _is_telling(core: str) -> bool:
    return bool(core) and core not in GENERIC and not core.isdigit() and not _is_adverb(core)


def _is_adverb(core: str) -> bool:
    return core.endswith("ly") and len(core) > 4


def _may_be_last(core: str) -> bool:
    """Whether a clause may end with the word: with no article, preposition or adverb, say."""
    return core not in DANGLING and not _is_adverb(core)


def _end_quality(line: Line, last: int, named: Named | None) -> float:
    """Return how well a clause ends after the word at `last`: 1 with its sentence, 0 not."""
    if last + 1 == len(line.words):
        return 1.0
    word, following = line.words[last], line.words[last + 1]
    mark = word.text[-1]
    if mark in "。！？":
        return 1.0
    if mark in ";:；：" or following.text[0] in "—–-":
        return 0.95
    if named and line.text.startswith(named.name, following.start):
        return 0.9
    if mark in ",，、":
        return _quality_at_comma(line, last)
    if following.text[0] == "(":
        return _quality_at_bracket(line, last)
    return _quality_between(line, last)


def _quality_at_comma(line: Line, last: int) -> float:
    following = line.core(last + 1)
    if following in {"and", "or"}:
        in_list = any(line.ends_with(at, ",") for at in range(max(0, last - 4), last))
        return 0.4 if in_list else 0.8
    if following in AFTER_COMMA or following.endswith("ing"):
        return 0.9
    # The comma stands in a list of nouns, or of adjectives before their noun.
    return 0.0 if line.core(last).endswith(ADJECTIVE_ENDINGS) else 0.25


def _quality_at_bracket(line: Line, last: int) -> float:
    """A noun phrase may go on behind a bracket; it ends before it only if it ends behind it."""
    for at in range(last + 1, min(last + _BRACKET_REACH, len(line.words))):
        if ")" in line.words[at].text:
            return 0.65 if _end_quality(line, at, None) >= 0.5 else 0.0
    return 0.0


def _quality_between(line: Line, last: int) -> float:
    core, following = line.core(last), line.core(last + 1)
    if following in SUBORDINATORS:
        return 0.85
    if following in PREPOSITIONS:
        # "people observed | from ...", "a problem running | on ...": the participle needs it.
        is_participle = core.endswith("ed") and line.core(last - 1) not in AUXILIARIES
        is_gerund = core.endswith("ing") and core not in NOMINAL
        return 0.3 if is_participle or is_gerund else 0.7
    if following in PARTICIPLES or following in FINITE:
        return 0.6
    if following in LATE_PREPOSITIONS:
        return 0.45
    if following in {"and", "or", "but"}:
        # "visual and tactile sensing": an adjective's noun is still to come.
        return 0.0 if core.endswith(ADJECTIVE_ENDINGS) else 0.35
    return 0.0
