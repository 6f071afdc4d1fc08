"""Where the sentences of a plain abstract begin and end.

One left-to-right scan over the places that may end a sentence; at each of them only the word
before and the word after are looked at, so the time is linear in the length of the text. The
rules are those of edited English prose, with the abbreviations and citation habits of research
papers, and the full stops of Chinese and Japanese.
"""

from __future__ import annotations

import re
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What these abbreviate always goes on: never the last word of a sentence.
_NEVER_LAST: Final = _words(
    "e.g eg i.e ie cf c.f vs viz w.r.t wrt a.k.a aka s.t approx resp incl esp"
)
_TITLES: Final = frozenset({"Mr", "Mrs", "Ms", "Dr", "Prof"})
# They point at a numbered thing ("Fig. 2", "Eq. (3)", "App. B") unless a sentence opener
# follows ("... on a mobile app. We ...").
_POINTERS: Final = _words(
    "fig figs eq eqs eqn eqns sec secs sect subsec tab tabs ref refs thm thms lem prop props def "
    "defs cor rem ex ch chap chaps vol vols no nos nr p pp app alg algs obs supp"
)
# They may close a sentence; only a sentence opener after them tells.
_MAY_BE_LAST: Final = _words(
    "al inc corp ltd co jr sr u.s u.k u.n e.u ph.d m.sc b.sc a.m p.m i.i.d iid ca dept univ intl "
    "st jan feb mar apr jun jul aug sep sept oct nov dec"
)
# Names that carry an exclamation mark of their own.
_EXCLAIMING_NAMES: Final = frozenset({"yahoo", "jeopardy"})

# Words that open a sentence and hardly ever follow an abbreviation inside one.
_OPENERS: Final = _words(
    "a an the we our i in this these that those it its they their there to for as at by on with "
    "from of and but or yet so if when while although though because since however moreover "
    "furthermore additionally also besides finally first second third next then thus hence "
    "therefore consequently specifically notably importantly here both each all many most some "
    "several such unlike despite given using based through under after before during without "
    "extensive experiments experimental empirically results code compared motivated inspired "
    "building leveraging what how why where which can do does is are no not one two three "
    "overall together instead meanwhile nevertheless nonetheless recent recently existing "
    "previous prior evaluation evaluations contrary rather only even once"
)

_CLOSING: Final = r"\"'”’»›)\]}）］｝」』】〉》〕"
_OPENING_BRACKETS: Final = frozenset("([{（［｛")
_IDEOGRAPHIC_STOPS: Final = frozenset("。！？｡")
# What cannot stand at the beginning of a sentence: the text before it goes on.
_NEVER_FIRST: Final = frozenset(".,;:!?…)]}%”’»、，；：。")

# A line end, or a run of stops with the quotes and brackets that close between or after them.
_STOP: Final = re.compile(rf"\n|[.!?…。！？｡][.!?…。！？｡{_CLOSING}]*")
# "(... et al.)." ends whatever stood before its first stop.
_ENDS_TWICE: Final = re.compile(rf"[{_CLOSING}]+[.!?…]")
_BLANKS: Final = re.compile(r"\s*")
_WORD: Final = re.compile(r"[^\W_][\w'’-]{0,40}")
_ENUMERATOR: Final = re.compile(r"[(\[（][a-z]{1,4}[)\]）]")
# How far the word before a stop is looked for, in characters: a longer one is an address or a
# formula, never an abbreviation.
_REACH: Final = 24
_ADDRESS_REACH: Final = 200


def sentences(plain: str) -> tuple[tuple[int, int], ...]:
    """Return the `[start, end)` of each sentence of a plain text.

    The ranges ascend, do not overlap, neither begin nor end with a blank, and together hold
    every character that is not a blank. A line end always ends a sentence: in plain abstracts
    it parts paragraphs.

    Args:
        plain: Any text; markup should have been rendered before.

    Returns:
        Character offsets into `plain`; empty for a text of blanks.
    """
    found: list[tuple[int, int]] = []
    start = 0
    for stop in _STOP.finditer(plain):
        if _ends_sentence(plain, start, stop):
            _append_trimmed(found, plain, start, stop.end())
            start = stop.end()
    _append_trimmed(found, plain, start, len(plain))
    return tuple(found)


def _append_trimmed(found: list[tuple[int, int]], plain: str, start: int, end: int) -> None:
    piece = plain[start:end]
    body = piece.strip()
    if body:
        begin = start + len(piece) - len(piece.lstrip())
        found.append((begin, begin + len(body)))


def _ends_sentence(plain: str, start: int, stop: re.Match[str]) -> bool:
    if stop[0] == "\n" or not _IDEOGRAPHIC_STOPS.isdisjoint(stop[0]):
        return True
    blanks = _BLANKS.match(plain, stop.end())
    following = blanks.end() if blanks else stop.end()
    if following == len(plain):
        return True
    if following == stop.end():
        return _ends_without_blank(plain, stop)
    return _may_begin(plain, following, stop) and _may_be_last(plain, start, stop, following)


def _ends_without_blank(plain: str, stop: re.Match[str]) -> bool:
    """Whether a stop with no blank after it ends a sentence.

    It does before an ideograph, and where the blank was forgotten ("... of the model.We show
    ..."): a lower-case word, the stop, a sentence opener, and no address around them.
    """
    if _is_ideograph(plain[stop.end()]):
        return True
    before = plain[max(0, stop.start() - 2) : stop.start()]
    if stop[0] != "." or len(before) < 2 or not (before.isalpha() and before.islower()):
        return False
    word = _WORD.match(plain, stop.end())
    if word is None or not word[0].istitle() or word[0].lower() not in _OPENERS:
        return False
    line = plain[max(0, stop.start() - _ADDRESS_REACH) : stop.start()].split()
    return plain[word.end() : word.end() + 1] in {" ", ","} and "/" not in line[-1]


def _is_ideograph(character: str) -> bool:
    """Whether it is Han, Kana or Hangul, which are set without blanks between sentences."""
    return "\u3040" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3"


def _may_begin(plain: str, at: int, stop: re.Match[str]) -> bool:
    """Whether a sentence may begin at `at`, the first character after the stop's blanks."""
    first = plain[at]
    if first in _OPENING_BRACKETS:
        inner = plain[at + 1 : at + 2]
        return not inner.islower() or _ENUMERATOR.match(plain, at) is not None
    if not first.islower():
        # A straight quote with a blank after it closes what came before.
        closes = first in "\"'" and not plain[at + 1 : at + 2].strip()
        return first not in _NEVER_FIRST and not closes
    word = _WORD.match(plain, at)
    name = word[0] if word else first
    if name[1:2] == "-" or any(letter.isupper() or letter.isdigit() for letter in name):
        # A name spelled with a small first letter: "iPhone", "x-vectors".
        return True
    # A small letter after a whole word and a full stop is a slip of the author's; after
    # anything shorter the stop belongs to an abbreviation.
    return stop[0] == "." and _ends_with_whole_word(plain, stop.start())


def _ends_with_whole_word(plain: str, end: int) -> bool:
    before = plain[max(0, end - _REACH) : end].split()
    word = before[-1] if before else ""
    return len(word) > 5 and word.isalpha() and word.islower() and word not in _NEVER_LAST


def _may_be_last(plain: str, start: int, stop: re.Match[str], following: int) -> bool:
    """Whether the word before the stop may be the last of a sentence."""
    mark = stop[0]
    if mark[0] not in ".!" or _ENDS_TWICE.search(mark):
        return True
    piece = plain[max(start, stop.start() - _REACH) : stop.start()].split()
    # The last part alone counts: "(e.g", "image-text/etc", "Smith–Jones et al".
    word = re.split(r"[^\w.]", piece[-1])[-1] if piece else ""
    lowered = word.lower()
    opener = _is_opener(plain, following)
    if mark == "!":
        return opener or lowered not in _EXCLAIMING_NAMES
    if ".." in mark:
        return bool(word) or opener
    if lowered in _NEVER_LAST or word in _TITLES:
        return False
    if word.isupper() and len(word) > 1 and "." not in word:
        # An acronym that only looks like an abbreviation: "in CT and MR. It ...".
        return True
    if lowered in _MAY_BE_LAST or lowered in _POINTERS or _is_initial(word):
        return opener
    # "1. We ..." where a sentence begins is the label of a list's item.
    return not (word.isdigit() and plain[start : stop.start()].strip() == word)


def _is_initial(word: str) -> bool:
    """Whether it is the initial of a name, or several: "J", "J.R"."""
    letters = word.split(".")
    return all(len(letter) == 1 and letter.isupper() for letter in letters)


def _is_opener(plain: str, at: int) -> bool:
    """Whether the word at `at`, a quote or bracket before it left aside, opens a sentence."""
    word = _WORD.match(plain, at) or _WORD.match(plain, at + 1)
    if word is None or word[0][0].islower() or word[0].lower() not in _OPENERS:
        return False
    # "Fig. A", "J. A. Smith": a letter that labels or abbreviates.
    return len(word[0]) > 1 or plain[word.end() : word.end() + 2].strip().islower()
