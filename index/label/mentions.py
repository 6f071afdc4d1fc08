"""A sentence in words, and a mention of a possible name with what stands around it."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from index.label.name_words import ARTICLES, INTRODUCING, NOVELTY, SUBJECT_NOUNS, SUBJECTS
from index.label.shapes import (
    LONGEST_FORM,
    LONGEST_WORD,
    Shape,
    abbreviates,
    is_known,
    is_version,
    long_form_before,
    shape_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# A word keeps inner hyphens, dots, plus signs and ampersands, and the "++" or "*" it may end
# with; everything else that is no blank is a mark of its own. Apostrophes part, so that a
# possessive leaves the name whole.
_TOKEN: Final = re.compile(r"[^\W_](?:\w|[-‐‑.+&](?=\w))*[+*]{0,3}|[^\w\s]|_")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+")

_QUOTES: Final = frozenset("\"'“”‘’`«»*")
_INSIDE_LONG_FORMS: Final = frozenset("-–/’'&")
# Reaches in words: from "we" to its verb, from the verb to what it brings in, of a long form,
# of a run of capitalised words.
_SUBJECT_REACH: Final = 16
_CUE_REACH: Final = 40
_LONG_FORM_REACH: Final = 16
_RUN_REACH: Final = 6


class Token(NamedTuple):
    """A word or a single mark, with its `[start, end)` in the sentence."""

    text: str
    start: int
    end: int

    @property
    def is_word(self) -> bool:
        """Whether it is a word or a number, no mark."""
        return self.text[0].isalnum()


class Sentence:
    """A sentence in words, with the verbs by which its authors bring something in (cues)."""

    def __init__(self, text: str) -> None:
        """Read the words of `text`; addresses are no words."""
        self.text = _ADDRESS.sub(lambda found: " " * len(found[0]), text)
        self.tokens = [
            Token(found[0], found.start(), found.end()) for found in _TOKEN.finditer(self.text)
        ]
        self.cues = frozenset(self._find_cues())

    def word(self, at: int) -> str:
        """Return the text of a token; before the first and after the last a full stop."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) else "."

    def mentions(self) -> Iterator[Mention]:
        """Yield every word, or run of words, that may be a name, in order."""
        cue: int | None = None
        at = 0
        while at < len(self.tokens):
            if at in self.cues:
                cue = at
            elif cue is not None and at - cue > _CUE_REACH:
                cue = None
            run_end = self._end_of_run(at, cue)
            if run_end is not None:
                yield Mention(self, at, run_end, cue, Shape.RUN)
            shape = shape_of(self.tokens[at].text)
            # Any word is capitalised where a sentence begins.
            if shape is None or (shape is Shape.CAPITALISED and at == 0):
                at += 1
                continue
            end = at + 2 if self._has_version(at) else at + 1
            yield Mention(self, at, end, cue, shape)
            at = end

    def _find_cues(self) -> Iterator[int]:
        subject: int | None = None
        for at, token in enumerate(self.tokens):
            word = token.text.lower()
            if word in SUBJECTS or token.text == "I" or self._is_paper(at):
                subject = at
            elif word == ";":
                subject = None
            elif word in INTRODUCING and subject is not None and at - subject <= _SUBJECT_REACH:
                yield at

    def _is_paper(self, at: int) -> bool:
        """Whether the token is the "paper" of "this paper" or "our work"."""
        return self.word(at) in SUBJECT_NOUNS and self.word(at - 1).lower() in {
            "this",
            "the",
            "our",
            "present",
        }

    def _has_version(self, at: int) -> bool:
        """Whether a version number follows the token and belongs to it."""
        number = self.word(at + 1)
        if not is_version(number) or self.tokens[at + 1].start != self.tokens[at].end + 1:
            return False
        return not number.isdigit() or not self.word(at + 2)[0].isalnum()

    def _end_of_run(self, at: int, cue: int | None) -> int | None:
        """Return where a run of capitalised words ends that the cue brings in by itself."""
        if cue is None or not cue < at <= cue + 4 or not self.word(at)[0].isupper():
            return None
        if strip_praise(self.word(before) for before in range(cue + 1, at)):
            return None
        end = at
        while end - at < _RUN_REACH and self.word(end)[0].isupper():
            if len(self.word(end)) > LONGEST_WORD:
                return None
            end += 1
        if end - at < 2 or all(is_known(self.word(inner)) for inner in range(at, end)):
            return None
        if self.word(end) in {",", "—", "–", "-", ":"}:
            # "... Long Name, NAME" or "... Long Name, dubbed NAME" is named by its short form.
            return None if shape_of(self.word(end + 1)) else end
        return end if self.word(end) in {".", "which", "that", "as", "a", "an"} else None


def strip_praise(words: Iterable[str]) -> list[str]:
    """Return the words without articles, marks and what merely praises ("a novel")."""
    return [
        word
        for word in words
        if word.lower() not in ARTICLES
        and word not in NOVELTY
        and word not in _QUOTES
        and word not in {",", ":"}
    ]


class Mention:
    """One mention of a possible name: tokens `[start, end)` of a sentence, quotes included."""

    def __init__(
        self, sentence: Sentence, start: int, end: int, cue: int | None, shape: Shape
    ) -> None:
        """Look at what stands around the tokens; `cue` is the introducing verb before them."""
        tokens = sentence.tokens
        self.sentence = sentence
        self.shape = shape
        self.cue = cue
        self.name = sentence.text[tokens[start].start : tokens[end - 1].end]
        self.opens_sentence = start == 0
        while sentence.word(start - 1) in _QUOTES:
            start -= 1
        if sentence.word(end) in _QUOTES and sentence.word(end + 1) == "s":
            end += 2
        while sentence.word(end) in _QUOTES:
            end += 1
        self.start = start
        self.end = end

    def before(self, distance: int = 1) -> str:
        """Return the word so many before the name, in small letters."""
        return self.sentence.word(self.start - distance).lower()

    def after(self, distance: int = 1) -> str:
        """Return the word so many after the name."""
        return self.sentence.word(self.end + distance - 1)

    @cached_property
    def window(self) -> tuple[str, ...]:
        """The six words before the name, in small letters, the nearest last."""
        return tuple(self.before(distance) for distance in range(6, 0, -1))

    @cached_property
    def between(self) -> tuple[str, ...]:
        """The words between the cue and the name; empty without a cue."""
        if self.cue is None:
            return ()
        return tuple(self.sentence.word(at) for at in range(self.cue + 1, self.start))

    @cached_property
    def qualifiers(self) -> tuple[str, ...]:
        """Those words between the cue and the name that are no articles, marks or praise."""
        return tuple(strip_praise(self.between))

    @cached_property
    def distance(self) -> int:
        """Characters from the cue to the name; 0 without a cue."""
        if self.cue is None:
            return 0
        tokens = self.sentence.tokens
        return tokens[self.start].start - tokens[self.cue].end

    @cached_property
    def partner(self) -> str:
        """The one capitalised word that follows the name, if just one does: "NAME Net"."""
        following = self.after()
        if self.shape in {Shape.RUN, Shape.CAPITALISED, Shape.TITLED} or not (
            2 <= len(following) <= LONGEST_WORD
        ):
            return ""
        neighbours = (self.sentence.word(self.start - 1), self.after(2))
        if is_known(following) or any(word[0].isupper() for word in neighbours):
            return ""
        return following if following[0].isupper() else ""

    @cached_property
    def is_bracketed(self) -> bool:
        """Whether the name is the first thing in round brackets."""
        return self.before() == "(" and self.after() in {")", ",", ";", ":"}

    @cached_property
    def long_form_before(self) -> str | None:
        """The words that a name in brackets abbreviates: "Long Form (NAME)"."""
        if not self.is_bracketed:
            return None
        begin = max(0, self.start - _LONG_FORM_REACH)
        if self.cue is not None:
            begin = max(begin, self.cue + 1)
        first = last = self.start - 1
        while first > begin and self._is_inside_long_form(first - 1):
            first -= 1
        if first == last:
            return None
        tokens = self.sentence.tokens
        phrase = self.sentence.text[tokens[first].start : tokens[last - 1].end]
        return long_form_before(phrase, self.name)

    def _is_inside_long_form(self, at: int) -> bool:
        token = self.sentence.tokens[at]
        return token.is_word or token.text in _INSIDE_LONG_FORMS

    @cached_property
    def long_form_after(self) -> str | None:
        """The words in brackets that the name abbreviates: "NAME (Long Form)"."""
        if self.after() != "(":
            return None
        tokens = self.sentence.tokens
        for at in range(self.end + 3, min(self.end + _LONG_FORM_REACH, len(tokens))):
            if tokens[at].text == ")":
                inside = self.sentence.text[tokens[self.end + 1].start : tokens[at - 1].end]
                return (
                    inside
                    if len(inside) <= LONGEST_FORM and abbreviates(self.name, inside)
                    else None
                )
        return None
