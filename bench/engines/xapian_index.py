"""Xapian, through Debian's Python binding; nothing but the standard library beside it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import xapian

from bench.engines.base import SearchEngine

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from bench.corpus import Article

_TITLE_WEIGHT = 2
_EXPANSIONS = 100


class Xapian(SearchEngine):
    """English stems, the title twice, and `FLAG_PARTIAL` with the 100 commonest expansions."""

    @property
    def version(self) -> str:
        """The version of Xapian."""
        return f"Xapian {xapian.version_string()}"

    def build(self, articles: Iterable[Article], folder: Path) -> None:
        """Build the database."""
        database = xapian.WritableDatabase(str(folder), xapian.DB_CREATE_OR_OVERWRITE)
        generator = xapian.TermGenerator()
        generator.set_stemmer(xapian.Stem("english"))
        for article in articles:
            document = xapian.Document()
            document.set_data(json.dumps([article.title, article.authors]))
            generator.set_document(document)
            generator.set_termpos(0)
            generator.index_text(article.title, _TITLE_WEIGHT)
            generator.increase_termpos()
            generator.index_text(article.abstract)
            # Xapian counts from one.
            database.replace_document(article.number + 1, document)
        database.close()

    def open(self, folder: Path) -> None:
        """Open the database."""
        self._database = xapian.Database(str(folder))
        self._parser = xapian.QueryParser()
        self._parser.set_database(self._database)
        self._parser.set_stemmer(xapian.Stem("english"))
        self._parser.set_stemming_strategy(xapian.QueryParser.STEM_SOME)
        self._parser.set_max_expansion(
            _EXPANSIONS,
            xapian.Query.WILDCARD_LIMIT_MOST_FREQUENT,
            xapian.QueryParser.FLAG_PARTIAL,
        )

    def find(
        self, text: str, *, unfinished: bool, every_word: bool, limit: int
    ) -> list[tuple[Any, float]]:
        """What Xapian's own parser makes of the text."""
        self._parser.set_default_op(xapian.Query.OP_AND if every_word else xapian.Query.OP_OR)
        flags = xapian.QueryParser.FLAG_PARTIAL if unfinished else 0
        enquire = xapian.Enquire(self._database)
        enquire.set_query(self._parser.parse_query(text, flags))
        return [(match.docid, match.weight) for match in enquire.get_mset(0, limit)]

    def rows(self, handles: Sequence[Any]) -> Sequence[object]:
        """The stored data."""
        return [json.loads(self._database.get_document(at).get_data()) for at in handles]

    def number(self, handle: Any) -> int:
        """Documents count from one."""
        return int(handle) - 1
