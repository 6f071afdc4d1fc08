"""tantivy, through its Python binding."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import tantivy

from bench.engines.base import SearchEngine, split

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article

_WRITER_BYTES = 128_000_000


class Tantivy(SearchEngine):
    """Two stemmed fields; a prefix is a regular expression over the terms.

    A boost for the title makes its ranking worse, so there is none.
    """

    def __init__(self) -> None:
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("number", stored=True)
        builder.add_text_field("title", stored=True, tokenizer_name="en_stem")
        builder.add_text_field("authors", stored=True, tokenizer_name="raw")
        builder.add_text_field("abstract", tokenizer_name="en_stem")
        self._schema = builder.build()
        # The same analysis as the tokenizer "en_stem".
        self._analyzer = (
            tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
            .filter(tantivy.Filter.remove_long(40))
            .filter(tantivy.Filter.lowercase())
            .filter(tantivy.Filter.stemmer("English"))
            .build()
        )

    @property
    def version(self) -> str:
        """The version of the binding."""
        return f"tantivy {version('tantivy')}"

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the index in one thread."""
        writer = tantivy.Index(self._schema, path=str(folder)).writer(_WRITER_BYTES, 1)
        for article in articles:
            writer.add_document(
                tantivy.Document(
                    number=article.number,
                    title=article.title,
                    authors=article.authors,
                    abstract=article.abstract,
                )
            )
        writer.commit()
        writer.wait_merging_threads()

    def open(self, folder: Path) -> None:
        """Open the index."""
        self._searcher = tantivy.Index.open(str(folder)).searcher()

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """Each word in either field."""
        words, last = split(text, unfinished=unfinished)
        clauses = [self._term(stem) for stem in self._analyzer.analyze(" ".join(words))]
        if last is not None:
            stems = [self._term(stem) for stem in self._analyzer.analyze(last)]
            clauses.append(self._any([self._prefix(last), *stems]))
        if not clauses:
            return []
        occur = tantivy.Occur.Must if every_word else tantivy.Occur.Should
        query = tantivy.Query.boolean_query([(occur, clause) for clause in clauses])
        hits = self._searcher.search(query, limit, count=False).hits
        return [(address, score) for score, address in hits]

    def _term(self, stem: str) -> Any:
        return self._in_fields(tantivy.Query.term_query, stem)

    def _prefix(self, word: str) -> Any:
        return self._in_fields(tantivy.Query.regex_query, f"{word}.*")

    def _in_fields(self, kind: Any, text: str) -> Any:
        return self._any([kind(self._schema, name, text) for name in ("title", "abstract")])

    def _any(self, queries: Sequence[Any]) -> Any:
        return tantivy.Query.boolean_query([(tantivy.Occur.Should, query) for query in queries])

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """The stored fields."""
        documents = [self._searcher.doc(address) for address in handles]
        return [(found.get_first("title"), found.get_first("authors")) for found in documents]

    def number(self, handle: Any) -> int:
        """The number is a stored field."""
        number: Any = self._searcher.doc(handle).get_first("number")
        return int(number)
