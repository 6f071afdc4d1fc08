"""One analysis of text for every engine, for queries and for highlighting.

Words are runs of letters and digits in the folded text, reduced to their stem by Porter's English
stemmer (M. F. Porter, "Snowball: A language for stemming algorithms", 2001). A word with a digit in
it, or in letters that English does not use, stays as it is.
"""

from __future__ import annotations

import re
import threading
from functools import lru_cache
from itertools import chain, count
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from snowballstemmer.english_stemmer import EnglishStemmer

from index.markup.fold import fold, fold_with_offsets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from index.search.engine import Document

T = TypeVar("T")

ANALYSE_VERSION = 2
"""Raised whenever some text is analysed differently: indexes made before are then rebuilt."""

TITLE_WEIGHT = 2
"""How often a paper's heading counts."""

MAX_TERM = 64
"""Characters of a word that are looked at."""

STOP_WORDS = frozenset(
    """
    a about above across after afterwards again against all almost alone along already also
    although always am among amongst amount an and another any anyhow anyone anything anyway
    anywhere are aren around as at back be became because become becomes becoming been before
    beforehand behind being below beside besides between beyond both bottom but by call can cannot
    cant co con could couldn couldnt de describe detail did didn do does doesn doing don done down
    due during each eg eight either eleven else elsewhere enough etc even ever every everyone
    everything everywhere except few fifteen fifty fill find first five for former formerly forty
    found four from full further get give go had hadn has hasn hasnt have haven having he hence
    her here hereafter hereby herein hereupon hers herself him himself his how however hundred i
    ie if in inc indeed into is isn it its itself keep last latter latterly least less ltd made
    many may me meanwhile might more moreover most mostly much must my myself namely needn neither
    never nevertheless next nine no nobody none nor not nothing now nowhere of off often on once
    one only onto or other others otherwise our ours ourselves out over own part per perhaps
    please put rather re same see seem seemed seeming seems several she should shouldn show since
    six sixty so some somehow someone something sometime sometimes somewhere still such take ten
    than that the their them themselves then thence there thereafter thereby therefore therein
    thereupon these they third this those though three through throughout thru thus to together
    too top toward towards twelve twenty two un under until up upon us very via was wasn we well
    were weren what whatever when whence whenever where whereafter whereas whereby wherein
    whereupon wherever whether which while whither who whoever whole whom whose why will with
    within without won would wouldn yet you your yours yourself yourselves
    """.split()  # noqa: SIM905 - a literal list would be 300 lines long
)
"""Words that say nothing about a paper's subject.

The list of the Glasgow Information Retrieval Group, without the nouns and verbs on it that papers
are about (system, fire, mine, front ...), with what is left of "doesn't" and the like.
They are indexed like any word, but not counted in a paper's length, and queries leave them out
beside other words.
"""

FIELDS = ("title", "name", "abstract", "author", "keyword", "venue")
"""The parts of a paper. They share one sequence of positions, each with a stretch of its own."""

FIELD_POSITIONS = 1 << 20
"""Positions of each field's stretch; further words of a part are left out."""

_COUNTED = frozenset({"title", "name", "abstract"})
_COPY_GAP = 64
"""Positions left free between the copies of a heading, so that no phrase reaches across."""

# Chinese, Japanese and Korean write without blanks, or with blanks that do not delimit words: each
# character is a word, and longer words are phrases.
_CJK = (
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
# Vowel signs and points that belong to the letter before them; `\w` does not know them.
_MARK = (
    "[\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957"
    "\u0962\u0963\u0981-\u0983\u09bc-\u09d7\u0a01-\u0a03\u0a3c-\u0a51\u0a81-\u0a83\u0abc-\u0acd"
    "\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83"
    "\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]"
)
_LETTER = rf"[^\W_{_CJK}]"
_WORD = rf"{_LETTER}+(?:{_MARK}+{_LETTER}*)*"
_TOKEN = re.compile(
    rf"[{_CJK}]"
    # c++, c#, f#, r+: one letter, and nothing after the sign but, as in c++17, a number.
    rf"|[a-z](?:\+\+(?![+#]|[^\W\d_{_CJK}])|[+#](?![+#]|{_LETTER}))"
    rf"|{_WORD}(?:'{_WORD})*"
)
# No word of a folded text reaches across any other ASCII character than these, and the pattern
# above looks no further ahead either: what lies between such characters can be taken by itself.
_RUN = re.compile(r"[a-z0-9'+#\x80-\U0010ffff]+")
# For texts in ASCII, which folding merely puts in small letters.
_RUN_OR_BLANK = "".join(c if _RUN.fullmatch(c) else " " for c in map(fold, map(chr, range(128))))
_KEPT_RUNS = 1 << 16
# What English appends with an apostrophe: model's, doesn't, we've ...
_ENDINGS = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})

_stemmer = EnglishStemmer()
_stemming = threading.Lock()  # the stemmer works in place


class Token(NamedTuple):
    """A word of a text.

    `start` and `end` delimit it in the plain text, `position` counts words from 0. `word` is the
    folded word and `term` what is indexed for it.
    """

    term: str
    position: int
    start: int
    end: int
    word: str


class Content(NamedTuple):
    """What an engine indexes for a paper: `tokens` are (term, position) in ascending positions.

    `length` is the paper's length for ranking, `words` its folded words before stemming.
    """

    tokens: list[tuple[str, int]]
    length: int
    words: set[str]


@lru_cache(maxsize=1 << 16)
def term_of(word: str) -> str:
    """The term that is indexed for a folded word."""
    if not (word.isascii() and word.isalpha()):
        return word
    with _stemming:
        stem: str = _stemmer.stemWord(word)
    return stem


def _scan(folded: str) -> Iterator[tuple[str, int, int]]:
    """The words of a folded text, each with its start and end there."""
    for match in _TOKEN.finditer(folded):
        start, text = match.start(), match[0]
        if "'" not in text:
            yield text[:MAX_TERM], start, start + len(text)
            continue
        pieces = text.split("'")
        if pieces[-1] in _ENDINGS:
            pieces.pop()
        for piece in pieces:
            yield piece[:MAX_TERM], start, start + len(piece)
            start += len(piece) + 1


def tokens(plain: str) -> list[Token]:
    """The words of a plain text, in order."""
    folded = fold_with_offsets(plain)
    offsets = folded.offsets
    found: list[Token] = []
    for position, (word, start, end) in enumerate(_scan(folded.text)):
        # A character that folds to several (a ligature, a fraction) is part of the word as a whole.
        stop = max(offsets[end], offsets[end - 1] + 1)
        found.append(Token(term_of(word), position, offsets[start], stop, word))
    return found


def field_positions(field: str) -> range:
    """The positions of a field's words.

    Raises:
        ValueError: there is no such field.
    """
    start = FIELDS.index(field) * FIELD_POSITIONS
    return range(start, start + FIELD_POSITIONS)


def runs(plain: str) -> list[str]:
    """The stretches of a text, folded, that hold words: mostly one each. See `words_of_run`."""
    return plain.translate(_RUN_OR_BLANK).split() if plain.isascii() else _RUN.findall(fold(plain))


def words_of_run(run: str) -> tuple[str, ...]:
    """The words of one of the `runs` of a text."""
    return tuple(word for word, _, _ in _scan(run))


class _WordsOfRun(dict[str, tuple[str, ...]]):
    """The words of each run, for the runs met first: these are the common ones."""

    def __missing__(self, run: str) -> tuple[str, ...]:
        found = words_of_run(run)
        if len(run) <= MAX_TERM and len(self) < _KEPT_RUNS:
            self[run] = found
        return found


_words_of_runs = _WordsOfRun()


def words(plain: str) -> list[str]:
    """The folded words of a plain text, in order: those of `tokens`, but found much faster."""
    return list(chain.from_iterable(map(_words_of_runs.__getitem__, runs(plain))))


def terms(plain: str) -> list[str]:
    """The terms of a plain text, in order."""
    return [term_of(word) for word in words(plain)]


class Stretch(NamedTuple, Generic[T]):
    """Consecutive words of one of the `FIELDS` of a paper, from `position` on."""

    field: str
    position: int
    words: Sequence[T]

    @property
    def is_counted(self) -> bool:
        """Whether the words make up the paper's length, stop words apart."""
        return self.field in _COUNTED


def stretches(document: Document, split: Callable[[str], Sequence[T]]) -> Iterator[Stretch[T]]:
    """Everything of a paper that is searched, text by text, field by field.

    The heading counts `TITLE_WEIGHT` times. Only heading and abstract count for the length: a long
    list of authors is no long text.

    Args:
        document: the paper.
        split: `words`, or what else stands for the words of a text.
    """
    year = "" if document.year is None else str(document.year)
    heading = [document.heading] * TITLE_WEIGHT
    parts = {
        "title": heading if document.is_titled else [],
        "name": [] if document.is_titled else heading,
        "abstract": [document.abstract],
        "author": [document.authors],
        "keyword": [document.keywords],
        "venue": [f"{document.venue} {year}"],
    }
    for field, texts in parts.items():
        positions = field_positions(field)
        position = positions.start
        for text in texts:
            found = split(text)[: max(positions.stop - position, 0)]
            yield Stretch(field, position, found)
            position += len(found) + _COPY_GAP


def content_tokens(document: Document) -> Content:
    """The `stretches` of a paper as one sequence of terms."""
    content = Content([], 0, set())
    length = 0
    for stretch in stretches(document, words):
        content.tokens.extend(
            zip(map(term_of, stretch.words), count(stretch.position), strict=False)
        )
        content.words.update(stretch.words)
        if stretch.is_counted:
            length += sum(word not in STOP_WORDS for word in stretch.words)
    return content._replace(length=length)
