"""From the ordinals of stored papers to their ids and aliases, and back, many at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.identity import STRONG_IDENTIFIERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from index.database import Database

_AT_ONCE = 500

# The id of a full record leads to the paper that shows it.
_BY_ID = (
    "SELECT ordinal FROM papers WHERE id = ?1 UNION ALL "
    "SELECT ordinal FROM aliases JOIN papers USING (id) WHERE alias = 'id:' || ?1"
)
_BY_PREFIX = (
    "SELECT ordinal FROM papers WHERE id >= ?1 AND id < ?2 UNION "
    "SELECT ordinal FROM aliases JOIN papers USING (id) "
    "WHERE alias >= 'id:' || ?1 AND alias < 'id:' || ?2 ORDER BY ordinal"
)


class PaperIds:
    """Looks ids up.

    Args:
        database: the papers' store.

    Raises:
        LibraryError: every method: the file cannot be read.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_id(self, identifier: str) -> int | None:
        """The ordinal of the paper that has an id, or shows the record that has it."""
        with self._database.reading() as connection:
            row = connection.execute(_BY_ID, (identifier,)).fetchone()
        return row[0] if row else None

    def of_prefix(self, prefix: str) -> list[int]:
        """As `of_id`, for all ids that begin with some hexadecimal digits."""
        with self._database.reading() as connection:
            rows = connection.execute(_BY_PREFIX, (prefix, prefix + "g"))
            return [row[0] for row in rows]

    def of_ordinals(self, ordinals: Iterable[int]) -> dict[int, str]:
        """The ids of papers by ordinal; unknown ordinals are left out."""
        return dict(
            self._rows("SELECT ordinal, id FROM papers WHERE ordinal IN ({})", list(ordinals))
        )

    def ordinals(self, identifiers: Iterable[str]) -> dict[str, int]:
        """The ordinals of papers by id; unknown ids are left out."""
        return dict(
            self._rows("SELECT id, ordinal FROM papers WHERE id IN ({})", list(identifiers))
        )

    def aliases(self, identifiers: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Pairs of id and alias: identifiers given by others, and hashes of abstracts."""
        kept = (*(f"{kind}:" for kind in STRONG_IDENTIFIERS), "abstract:")
        for identifier, alias in self._rows(
            "SELECT id, alias FROM aliases INDEXED BY aliases_by_id WHERE NOT lent AND id IN ({})",
            list(identifiers),
        ):
            if alias.startswith(kept):
                yield identifier, alias

    def ordinals_of_aliases(self, aliases: Iterable[str]) -> dict[str, list[int]]:
        """The ordinals of the papers that each alias leads to."""
        found: dict[str, list[int]] = {}
        for alias, ordinal in self._rows(
            "SELECT alias, ordinal FROM aliases JOIN papers USING (id) WHERE alias IN ({}) "
            "ORDER BY ordinal",
            list(aliases),
        ):
            found.setdefault(alias, []).append(ordinal)
        return found

    def _rows(self, sql: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        for start in range(0, len(values), _AT_ONCE):
            part = values[start : start + _AT_ONCE]
            with self._database.reading() as connection:
                rows = connection.execute(sql.format(",".join("?" * len(part))), part).fetchall()
            yield from rows
