"""From lexemes to conditions. Words must all occur; NOT binds closer than AND, AND than OR.

What cannot be understood is left out or read as words, and a note says so. Operators are words in
capitals: `and`, `or` and `not` are words like any other.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from index.search.analyse import MAX_TERM, STOP_WORDS, tokens
from index.search.conditions import (
    All,
    AnyOf,
    Every,
    Excluded,
    Filter,
    Fuzzy,
    Typed,
    Wildcard,
    Words,
    all_of,
    any_of,
    clipped,
)
from index.search.lexer import Kind
from index.search.requests import REQUEST_FIELDS, Has, hint, read_exact, read_request
from index.search.tree import Prefix, Term
from index.search.typos import LONG, MOST_SLIPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.search.analyse import Token
    from index.search.conditions import Condition, Part
    from index.search.lexer import Lexeme
    from index.search.requests import Reading

MAX_WORDS = 128
"""Words of a query that are read."""
MAX_DEPTH = 8
"""How deep brackets are nested; deeper ones are passed over."""

_SIGNS = frozenset("*?")
_STARS = re.compile(r"\*+")
_FUZZY = re.compile(r"~(\d{0,4})$")
_HALF_OPERATORS = frozenset({"AN", "NO"})


class Grammar:
    """Reads the lexemes of one query.

    Args:
        lexemes: the query's lexemes.
        typing: whether the query is still being typed; see `query.parse`.

    Attributes:
        ignored: what was left out, as it should be named.
        notes: what else is to be said.
        is_cut: whether there are more words than `MAX_WORDS`.
    """

    def __init__(self, lexemes: Sequence[Lexeme], *, typing: bool) -> None:
        self.ignored: list[str] = []
        self.notes: list[str] = []
        self.is_cut = False
        self._lexemes = lexemes
        self._typing = typing
        self._next = 0
        self._room = MAX_WORDS
        self._passed_over = 0  # brackets open that were nested too deeply

    def read(self) -> Condition | None:
        """The condition the lexemes describe, or `None` if they say nothing."""
        return self._group(None, depth=0, finished=False)

    def _group(self, within: str | None, depth: int, *, finished: bool) -> Condition | None:
        """Read up to the bracket that closes a group, or to the end.

        Args:
            within: the field the group belongs to.
            depth: how many groups are open.
            finished: whether its last word counts as finished in any case.
        """
        branches: list[list[Condition]] = [[]]
        operator: Lexeme | None = None  # one that waits for what comes after it
        negations: list[Lexeme] = []
        while self._next < len(self._lexemes):
            lexeme = self._lexemes[self._next]
            self._next += 1
            if lexeme.kind is Kind.CLOSE:
                if not self._passed_over and depth:
                    break
                self._passed_over = max(self._passed_over - 1, 0)
                continue
            if lexeme.kind is Kind.NOT:
                negations.append(lexeme)
                continue
            if lexeme.kind in {Kind.AND, Kind.OR}:
                self._ignore("", negations)
                negations.clear()
                if operator is not None:
                    self._ignore("", [lexeme])
                elif not branches[-1]:
                    self._ignore("leading ", [lexeme])
                else:
                    operator = lexeme
                continue
            negative = len(negations) % 2 == 1
            found = self._operand(lexeme, within, depth, finished=finished or negative)
            if negative and isinstance(found, Every):
                self.ignored.append("NOT *")
                found = None
            if found is None:
                negations.clear()
                continue
            if operator is not None and operator.kind is Kind.OR:
                branches.append([])
            operator = None
            branches[-1].append(_negated(found) if negative else found)
            negations.clear()
        if not self.is_cut:
            self._ignore("trailing ", [operator] if operator else [])
            self._ignore("trailing ", negations)
        return self._any([self._all(branch) for branch in branches])

    def _operand(
        self, lexeme: Lexeme, within: str | None, depth: int, *, finished: bool
    ) -> Condition | None:
        has_field, exact = False, None
        while lexeme.kind is Kind.FIELD:
            has_field, exact = True, lexeme.text if lexeme.is_exact else None
            within = lexeme.text
            value = self._lexemes[self._next] if self._next < len(self._lexemes) else None
            # A quotation's text begins after its mark.
            if value is None or value.start - (value.kind is Kind.QUOTED) != lexeme.end:
                value = None
            if value is None or value.kind not in {Kind.WORD, Kind.QUOTED, Kind.OPEN, Kind.FIELD}:
                self.notes.append(hint(within))
                return None
            self._next += 1
            lexeme = value
        if lexeme.kind is Kind.OPEN:
            if depth < MAX_DEPTH:
                return self._group(within, depth + 1, finished=finished)
            self.ignored.append(f"brackets within {MAX_DEPTH} others")
            self._passed_over += 1
            return None
        unfinished = self._typing and lexeme.is_last and not finished
        # The beginning of a value is found as anywhere in the field, until it is the whole.
        if exact is not None and not unfinished:
            return self._asked(read_exact(exact, lexeme.text), lexeme, unfinished=False)
        if within in REQUEST_FIELDS:
            return self._request(within, lexeme, unfinished=unfinished)
        if unfinished and lexeme.text in _HALF_OPERATORS and self._next > 1:
            return None
        words = self._words(lexeme, within, unfinished=unfinished)
        if has_field and isinstance(words, Words):
            # Nobody types a field for a word that does not matter.
            return replace(words, is_slight=False)
        return words

    def _request(self, field: str, lexeme: Lexeme, *, unfinished: bool) -> Condition | None:
        if field == "note" and lexeme.text == "*":
            return Filter(Has("note"))
        reading = read_request(field, lexeme.text, unfinished=unfinished)
        return self._asked(reading, lexeme, unfinished=unfinished)

    def _asked(self, reading: Reading, lexeme: Lexeme, *, unfinished: bool) -> Condition | None:
        """The set that a field's value asks for, or its words."""
        if reading.note is not None:
            self.notes.append(reading.note)
        if reading.as_words:
            return self._words(lexeme, None, unfinished=unfinished)
        if reading.request is None:
            return None
        return Filter(reading.request) if self._take(1) else None

    def _take(self, words: int) -> int:
        """Make room for some words; how many of them there is room for."""
        taken = min(words, self._room)
        self._room -= taken
        if taken < words:
            self.is_cut = True
            self._next = len(self._lexemes)
        return taken

    def _words(self, lexeme: Lexeme, within: str | None, *, unfinished: bool) -> Condition | None:
        if lexeme.kind is Kind.WORD and "*" in lexeme.text and _SIGNS.issuperset(lexeme.text):
            return self._every(within)
        text, slips = lexeme.text, None
        if lexeme.kind is Kind.WORD and not lexeme.is_literal and (match := _FUZZY.search(text)):
            text, slips = text[: match.start()], match[1]
        found = tokens(text)
        if not found:
            return None
        parts = _parts(text, found, is_literal=lexeme.is_literal)
        parts = parts[: self._take(len(parts))]
        if not parts:
            return None
        part, typed = parts[-1]
        ends_it = typed.end == len(text)
        if slips is not None and ends_it and isinstance(part, Term):
            parts[-1] = _Read(_fuzzy(part, typed.word, slips), typed)
        elif unfinished and ends_it and isinstance(part, Term):
            parts[-1] = _Read(Prefix(typed.word, part.term), typed)
        return _clause(lexeme, text, parts, within, unfinished=unfinished and ends_it)

    def _every(self, within: str | None) -> Condition | None:
        if within is None:
            return Every()
        if within == "title":
            return Filter(Has("title"))
        self.ignored.append(f"{within}:*")
        return None

    def _all(self, children: Sequence[Condition]) -> Condition | None:
        """The condition that all hold, without words that say nothing beside the others."""
        together = all_of(children)
        if not isinstance(together, All):
            return together
        kept = [child for child in together.children if not _is_slight(child)]
        if not kept:
            return together
        for child in together.children:
            if _is_slight(child) and (missed := _missed(child)):
                self.ignored.append(missed)
        return all_of(kept)

    def _any(self, branches: Sequence[Condition | None]) -> Condition | None:
        together = any_of([branch for branch in branches if branch is not None])
        if not isinstance(together, AnyOf):
            return together
        # One letter of a word still to be typed stands for half the collection.
        kept = [child for child in together.children if not _is_mere_beginning(child)]
        return any_of(kept or together.children)

    def _ignore(self, which: str, lexemes: Sequence[Lexeme]) -> None:
        self.ignored += [which + lexeme.text for lexeme in lexemes]


def _negated(condition: Condition) -> Condition:
    return condition.child if isinstance(condition, Excluded) else Excluded(condition)


class _Read(NamedTuple):
    part: Part
    typed: Typed


def _parts(text: str, found: Sequence[Token], *, is_literal: bool) -> list[_Read]:
    """The words of a text, those joined by wildcards taken together."""
    parts: list[_Read] = []
    before = ""  # wildcards that belong to the next word
    glued, joined = False, ""  # whether the next word continues the pattern joined so far
    for number, token in enumerate(found):
        end = found[number + 1].start if number + 1 < len(found) else len(text)
        if number == 0 and not is_literal:
            before = _trailing_stars(text[: token.start])
        gap = "" if is_literal else text[token.end : end]
        after = _leading_signs(gap, is_last=number + 1 == len(found))
        pattern, start = before + token.word, token.start - len(before)
        if glued:
            pattern, start = joined + pattern, parts.pop().typed.start
        pattern = joined = pattern + after
        # No word is as long as that, and such a chain could go on for ever.
        glued = bool(after) and after == gap and len(pattern) <= MAX_TERM
        glued = glued and number + 1 < len(found)
        before = "" if glued or is_literal else _trailing_stars(gap[len(after) :])
        part = _part(pattern, token.term)
        word = part.prefix if isinstance(part, Prefix) else pattern
        parts.append(_Read(part, Typed(word, start, token.end + len(after))))
    return parts


def _leading_signs(gap: str, *, is_last: bool) -> str:
    """The wildcards right after a word; a question mark at the end is punctuation."""
    size = len(gap) - len(gap.lstrip("*?"))
    signs = gap[:size]
    return signs if signs == gap and not is_last else signs.partition("?")[0]


def _trailing_stars(gap: str) -> str:
    """A star right before a word."""
    return "*" if gap.endswith("*") else ""


def _part(pattern: str, term: str) -> Part:
    if _SIGNS.isdisjoint(pattern):
        return Term(term)
    beginning = pattern.rstrip("*")
    if _SIGNS.isdisjoint(beginning):
        return Prefix(beginning, term)
    return Wildcard(_STARS.sub("*", pattern))


def _fuzzy(part: Term, word: str, digits: str) -> Part:
    usual = MOST_SLIPS if len(word) >= LONG else 1
    slips = min(int(digits) if digits else usual, MOST_SLIPS, len(word) - 1)
    return Fuzzy(word, slips) if slips else part


def _clause(
    lexeme: Lexeme, text: str, parts: Sequence[_Read], within: str | None, *, unfinished: bool
) -> Words:
    words = [typed.word for _, typed in parts]
    last = parts[-1].part
    start, end = parts[0].typed.start, parts[-1].typed.end
    if text[end : end + 1] == ")" and text.find("(", start, end) >= 0:
        end += 1  # as in f(x)
    shown = clipped(text[start:end])
    slight = lexeme.kind is Kind.WORD and _SIGNS.isdisjoint(shown)
    slight = slight and all(map(_says_nothing, words))
    # An unfinished "the" may become "theory"; one letter says too little yet.
    if unfinished and len(words[-1]) > 1:
        slight = False
    if isinstance(last, Fuzzy):
        shown += f"~{last.slips}"
    elif unfinished and isinstance(last, Prefix) and not shown.endswith("*"):
        shown += "*"
    if lexeme.kind is Kind.QUOTED:
        shown = f'"{shown}"'
    return Words(
        tuple(part for part, _ in parts),
        within,
        tuple(Typed(word, lexeme.start + a, lexeme.start + b) for _, (word, a, b) in parts),
        shown if within is None else f"{within}:{shown}",
        slight,
    )


def _says_nothing(word: str) -> bool:
    return word in STOP_WORDS or (len(word) == 1 and word.isascii() and word.isalpha())


def _is_slight(condition: Condition) -> bool:
    inner = condition.child if isinstance(condition, Excluded) else condition
    return isinstance(inner, Words) and inner.is_slight


def _missed(condition: Condition) -> str | None:
    """What to call a slight condition that may be missed: an exclusion, or no stop word."""
    if isinstance(condition, Excluded) and isinstance(condition.child, Words):
        return f"-{condition.child.shown}"
    if not isinstance(condition, Words) or isinstance(condition.parts[-1], Prefix):
        return None
    stops = STOP_WORDS.issuperset(typed.word for typed in condition.typed)
    return None if stops else condition.shown


def _is_mere_beginning(condition: Condition) -> bool:
    return (
        _is_slight(condition)
        and isinstance(condition, Words)
        and isinstance(condition.parts[-1], Prefix)
    )
