"""Words a mistyped word may have been meant as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.search.analyse import term_of
from index.search.engine import Stale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from index.search.engine import Engine

SHORTEST = 4
"""Letters a finished word has at least to be taken for a typo; nearly any three are near others."""
SHORTEST_UNFINISHED = 5
"""The same for a word still being typed, which is near to more."""
LONG = 6
"""Letters from which on two slips are forgiven instead of one."""
MOST_SLIPS = 2
"""The most slips that are ever forgiven."""
MAX_VARIANTS = 8
"""How many terms are searched instead of a mistyped one."""
LONG_ENOUGH = 7
"""Letters from which on a word that occurs may be a typo all the same."""
HARDLY_ANY = 5_000
"""Such a word is in one of so many papers at most."""
MUCH_COMMONER = 200
"""In how many times as many papers the word is that it is a typo of."""

_CHECK_EVERY = 256


class Speller:
    """Knows the words of a collection that unknown ones may have been meant as.

    Args:
        engine: the collection.
        is_stale: asked now and then.
    """

    def __init__(self, engine: Engine, is_stale: Callable[[], bool]) -> None:
        self._engine = engine
        self._is_stale = is_stale
        self._known: dict[tuple[str, bool], Mapping[str, str]] = {}

    def variants(self, word: str, *, unfinished: bool) -> Mapping[str, str]:
        """Terms a mistyped word may stand for, each with a word it comes from, commonest first.

        Args:
            word: a folded word that the collection does not know.
            unfinished: whether it is still being typed.

        Raises:
            Stale: `is_stale` turned true.
        """
        found = self._known.get((word, unfinished))
        if found is None:
            found = self._known[word, unfinished] = self._find(word, unfinished=unfinished)
        return found

    def likelier(self, word: str, papers: int) -> str | None:
        """The word that a rare one, though it occurs, is likely a typo of.

        A large collection has the usual typos in it. Such a word is long, in hardly any paper, one
        slip away from a word that is in `MUCH_COMMONER` times as many, and not a form of it.

        Args:
            word: a folded word of the collection.
            papers: how many papers hold it.
        """
        if len(word) < LONG_ENOUGH or not word.isalpha():
            return None
        if papers * HARDLY_ANY > self._engine.count:
            return None
        near = within(word, self._engine.words(word[0]), 1, self._is_stale)
        by_papers = {
            self._engine.document_frequency(term): other
            for other in near
            if (term := term_of(other)) != term_of(word)
        }
        most = max(by_papers, default=0)
        return by_papers[most] if most >= papers * MUCH_COMMONER else None

    def _find(self, word: str, *, unfinished: bool) -> Mapping[str, str]:
        words = nearest(word, self._engine.words(word[0]), self._is_stale, unfinished=unfinished)
        by_term: dict[str, str] = {}
        for candidate in words:
            by_term.setdefault(term_of(candidate), candidate)
        frequency = self._engine.document_frequency
        common = sorted(by_term, key=lambda term: (-frequency(term), term))
        return {term: by_term[term] for term in common[:MAX_VARIANTS]}


def nearest(
    word: str, candidates: Iterable[str], is_stale: Callable[[], bool], *, unfinished: bool
) -> list[str]:
    """The candidates at the least distance from a word, if that is a likely slip.

    A slip is a letter too many, missing, changed, or swapped with its neighbour. The first letter
    is taken to be right. Words with digits are names or versions, not typos.

    Args:
        word: a folded word that the collection does not know.
        candidates: folded words.
        is_stale: asked now and then.
        unfinished: whether the word is compared with the beginnings of the candidates.

    Returns:
        Candidates in the order given.

    Raises:
        Stale: `is_stale` turned true.
    """
    if len(word) < (SHORTEST_UNFINISHED if unfinished else SHORTEST) or not word.isalpha():
        return []
    allowed = MOST_SLIPS if len(word) >= LONG else 1
    found: list[str] = []
    for candidate in _plausible(word, candidates, allowed, is_stale, beginning=unfinished):
        slips = distance(word, candidate, allowed, beginning=unfinished)
        if slips < allowed:
            found.clear()
            allowed = slips
        if slips == allowed:
            found.append(candidate)
    return found


def within(
    word: str, candidates: Iterable[str], limit: int, is_stale: Callable[[], bool]
) -> list[str]:
    """All candidates with the same first letter that are at most so many slips from a word.

    Args:
        word: a folded word.
        candidates: folded words.
        limit: the most slips.
        is_stale: asked now and then.

    Returns:
        The nearest first, equally near ones in the order given.

    Raises:
        Stale: `is_stale` turned true.
    """
    by_slips: list[list[str]] = [[] for _ in range(limit + 1)]
    for candidate in _plausible(word, candidates, limit, is_stale, beginning=False):
        slips = distance(word, candidate, limit)
        if slips <= limit:
            by_slips[slips].append(candidate)
    return [candidate for found in by_slips for candidate in found]


def _plausible(
    word: str,
    candidates: Iterable[str],
    limit: int,
    is_stale: Callable[[], bool],
    *,
    beginning: bool,
) -> Iterator[str]:
    """The candidates that may be near enough; it spares most of them the exact distance."""
    letters = set(word)
    shortest = len(word) - limit
    longest = None if beginning else len(word) + limit
    for number, candidate in enumerate(candidates):
        if number % _CHECK_EVERY == 0 and is_stale():
            raise Stale
        size = len(candidate)
        if size < shortest or (longest is not None and size > longest):
            continue
        # A slip brings in one letter at most.
        if candidate[0] == word[0] and len(letters.difference(candidate)) <= limit:
            yield candidate


def distance(word: str, other: str, limit: int, *, beginning: bool = False) -> int:
    """How many slips lie between two words, or `limit + 1` if there are more than `limit`.

    The optimal string alignment distance: insertions, deletions, substitutions and swaps of
    neighbours, no letter edited twice (L. Boytsov, "Indexing methods for approximate dictionary
    searching", ACM Journal of Experimental Algorithmics 16, 2011, section 2).

    Args:
        word: the one word.
        other: the other.
        limit: the most slips of interest.
        beginning: compare `word` with the nearest beginning of `other`.
    """
    far = limit + 1
    if len(other) > len(word) + limit:
        if not beginning:
            return far
        other = other[: len(word) + limit]
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        above, row = row, [i]
        for j, second in enumerate(other, 1):
            if abs(i - j) > limit:
                row.append(far)
                continue
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != second))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == second:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return far
        before = above
    return min(min(row) if beginning else row[-1], far)
