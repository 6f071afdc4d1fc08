"""Which papers share the base of a citation key."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.database import Database

_AT_ONCE = 500


class Keyed(NamedTuple):
    """A paper's ordinal and id, and the base of its citation key."""

    ordinal: int
    id: str
    base: str


class PaperKeys:
    """Finds papers by the bases of their citation keys.

    Case does not count: BibTeX takes keys that differ in nothing else for one.

    Args:
        database: the papers' store.

    Raises:
        LibraryError: (every method) the store cannot be read.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def with_base(self, base: str) -> list[int]:
        """Ordinals of the papers with a base, in ascending order."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT ordinal FROM papers WHERE base_key = ? ORDER BY ordinal", (base,)
            )
            return [row[0] for row in rows]

    def sharing(self, ordinals: Sequence[int]) -> list[Keyed]:
        """The given papers, and all others that have the same base as one of them."""
        found: dict[int, Keyed] = {}
        for start in range(0, len(ordinals), _AT_ONCE):
            part = tuple(ordinals[start : start + _AT_ONCE])
            with self._database.reading() as connection:
                rows = connection.execute(
                    "SELECT ordinal, id, base_key FROM papers WHERE base_key IN (SELECT base_key "
                    f"FROM papers WHERE ordinal IN ({','.join('?' * len(part))}))",
                    part,
                )
                found.update((row[0], Keyed(*row)) for row in rows)
        return list(found.values())
