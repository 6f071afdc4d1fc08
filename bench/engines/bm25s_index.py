"""bm25s: scores of all papers at once, with numpy; it knows no "all words"."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from heapq import nlargest
from importlib.metadata import version
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import bm25s
import numpy as np
from bm25s.selection import topk
from bm25s.stopwords import STOPWORDS_EN
from snowballstemmer import stemmer

from bench.engines.base import SearchEngine, split
from bench.engines.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article

_WORD = re.compile(r"\w\w+")
_STOP_WORDS = frozenset(STOPWORDS_EN)
_EXPANSIONS = 50
_english = stemmer("english")


@lru_cache(maxsize=1 << 18)
def _stem(word: str) -> str:
    stem: str = _english.stemWord(word)
    return stem


def _terms(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(text.lower()) if word not in _STOP_WORDS]


class Bm25s(SearchEngine):
    """Lucene's BM25, Porter stems, bm25s's stop words, the title twice, 50 expansions."""

    @property
    def version(self) -> str:
        """The version of bm25s."""
        return f"bm25s {version('bm25s')}"

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the index and save it, the rows beside it."""
        corpus = [
            _terms(f"{article.title} {article.title} {article.abstract}")
            for article in RowTable.filling(articles, folder)
        ]
        scorer = bm25s.BM25(k1=1.5, b=0.75, method="lucene")
        scorer.index(corpus, show_progress=False)
        scorer.save(folder, show_progress=False)

    def open(self, folder: Path) -> None:
        """Load the index."""
        self._scorer = bm25s.BM25.load(folder, show_progress=False)
        self._identifiers: dict[str, int] = self._scorer.vocab_dict
        self._vocabulary = sorted(self._identifiers)
        starts = self._scorer.scores["indptr"].tolist()
        # The empty term that bm25s adds has no postings of its own.
        frequencies = [end - start for start, end in pairwise(starts)] + [0]
        self._frequencies = [frequencies[self._identifiers[term]] for term in self._vocabulary]
        self._rows = RowTable(folder)

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """Any word counts; `every_word` says nothing to it."""
        del every_word
        words, last = split(text, unfinished=unfinished)
        wanted = set(_terms(" ".join(words)))
        if last is not None:
            start = bisect_left(self._vocabulary, last)
            end = bisect_left(self._vocabulary, last + "\U0010ffff", start)
            common = nlargest(_EXPANSIONS, range(start, end), key=self._frequencies.__getitem__)
            wanted.update((self._vocabulary[at] for at in common), _terms(last))
        known = [self._identifiers[term] for term in sorted(wanted) if term in self._identifiers]
        if not known:
            return []
        scores = self._scorer.get_scores_from_ids(known)
        # Most scores are 0, over which bm25s's own selection takes ten times as long.
        matching = np.flatnonzero(scores)
        best, places = topk(scores[matching], min(limit, len(matching)), backend="numpy")
        return list(zip(matching[places].tolist(), best.tolist(), strict=True))

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """The rows of papers."""
        return self._rows.rows(handles)
