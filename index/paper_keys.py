"""Which papers share the base of a citation key."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from index.database import Database

KEY_PATTERN = "key_pattern"
"""The library fact that says by which pattern of the user's the bases were made, if by any."""

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

    def beginning(self, text: str, limit: int) -> dict[str, int]:
        """Some bases that begin in one way, in lower case, each with a paper that has it."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT base_key, ordinal FROM papers WHERE base_key >= ? AND base_key < ? LIMIT ?",
                (text, text + "\U0010ffff", limit),
            )
            return {key.lower(): ordinal for key, ordinal in rows}

    def replace(self, bases: Iterable[tuple[int, str]], pattern: str) -> None:
        """Give papers other bases, and note the pattern that they were made by."""
        with self._database.writing() as connection:
            connection.executemany("UPDATE papers SET base_key = ?2 WHERE ordinal = ?1", bases)
            connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (KEY_PATTERN, pattern))

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
