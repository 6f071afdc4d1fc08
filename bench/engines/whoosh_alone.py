"""Whoosh as it comes: its analyser, its queries, its scoring, its collector."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from whoosh import fields, index, query
from whoosh.analysis import StemmingAnalyzer

from bench.engines.base import SearchEngine, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article

_TITLE_BOOST = 2.0


def _schema() -> Any:
    analyzer = StemmingAnalyzer()
    return fields.Schema(
        number=fields.STORED,
        title=fields.TEXT(analyzer, stored=True),
        authors=fields.STORED,
        abstract=fields.TEXT(analyzer),
    )


class WhooshAlone(SearchEngine):
    """Two fields, all words of a query in either of them, the last one as a `Prefix`."""

    @property
    def version(self) -> str:
        """The version of Whoosh."""
        return f"Whoosh-Reloaded {version('Whoosh-Reloaded')}"

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the index with the default settings of the writer."""
        writer = index.create_in(str(folder), _schema()).writer()
        for article in articles:
            writer.add_document(
                number=article.number,
                title=article.title,
                authors=article.authors,
                abstract=article.abstract,
            )
        writer.commit()

    def open(self, folder: Path) -> None:
        """Open the index."""
        self._schema = _schema()
        self._searcher = index.open_dir(str(folder), schema=self._schema).searcher()

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """What a `MultifieldParser` makes of the words, with a `Prefix` for the last."""
        words, last = split(text, unfinished=unfinished)
        clauses = [self._either(query.Term, term) for term in self._terms(" ".join(words))]
        if last is not None:
            stems = [self._either(query.Term, stem) for stem in self._terms(last)]
            clauses.append(query.Or([self._either(query.Prefix, last), *stems]))
        if not clauses:
            return []
        whole = query.And(clauses) if every_word else query.Or(clauses)
        return list(self._searcher.search(whole, limit=limit).items())

    def _terms(self, text: str) -> list[str]:
        return [token.text for token in self._schema["abstract"].analyzer(text)]

    def _either(self, kind: Any, text: str) -> Any:
        return query.Or([kind("title", text, boost=_TITLE_BOOST), kind("abstract", text)])

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """The stored fields."""
        return [self._searcher.stored_fields(document) for document in handles]

    def number(self, handle: Any) -> int:
        """The number is a stored field."""
        return int(self._searcher.stored_fields(handle)["number"])
