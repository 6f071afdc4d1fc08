"""Words a mistyped word may have been meant as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.search.engine import Stale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SHORTEST = 4
"""Letters a finished word has at least to be taken for a typo; nearly any three are near others."""
SHORTEST_UNFINISHED = 5
"""The same for a word still being typed, which is near to more."""
LONG = 6
"""Letters from which on two slips are forgiven instead of one."""

_CHECK_EVERY = 256


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
    allowed = 2 if len(word) >= LONG else 1
    letters = set(word)
    found: list[str] = []
    for number, candidate in enumerate(candidates):
        if number % _CHECK_EVERY == 0 and is_stale():
            raise Stale
        if candidate[0] != word[0] or len(candidate) < len(word) - allowed:
            continue
        if not unfinished and len(candidate) > len(word) + allowed:
            continue
        # A slip brings in one letter at most; this spares most candidates the table.
        if len(letters.difference(candidate)) > allowed:
            continue
        slips = distance(word, candidate, allowed, beginning=unfinished)
        if slips < allowed:
            found.clear()
            allowed = slips
        if slips == allowed:
            found.append(candidate)
    return found


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
