"""The files that papers came from: listed, removed, and replaced by newer ones."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal, NamedTuple

from index.forms import forms_maker
from index.paper_keys import KEY_PATTERN
from index.store_joining import part_those_of
from index.store_writing import begin_revision

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.database import Database

FileState = Literal["there", "missing", "older"]
"""Whether a file is where it was, is not there any more, or holds other records by now."""


class StoredFile(NamedTuple):
    """A file that was added.

    Attributes:
        number: by which it can be named.
        file: its name.
        heading: what it calls itself, if it does.
        format: the name of its format.
        papers: how many papers came from it.
        path: where it was, absolute; `None` for the seeds and for what came by a pipe.
        asked: how it was read, as JSON; `None` for the seeds.
        added_at: when, in seconds since 1970, if that is known.
        state: "older" has the records that the file does not hold any more.
        content_hash: SHA-256 (hex) of its bytes.
    """

    number: int
    file: str
    heading: str | None
    format: str
    papers: int
    path: str | None
    asked: str | None
    added_at: float | None
    state: FileState
    content_hash: str


class SourceFiles:
    """Keeps the files in the papers' store.

    Args:
        database: the store's.

    Raises:
        LibraryError: every method: the store cannot be read or written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[StoredFile]:
        """Every file, in the order in which they were added."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT source, file, heading, format, "
                "(SELECT count(DISTINCT ordinal) FROM occurrences "
                "WHERE occurrences.source = sources.source), "
                "path, asked, added_at, state, content_hash FROM sources ORDER BY source"
            )
            return [StoredFile(*row) for row in rows]

    def locate(self, content_hash: str, path: str | None, asked: str) -> None:
        """Remember where a file was and how it was read.

        Args:
            content_hash: SHA-256 (hex) of its bytes.
            path: where it was; `None` leaves what is known.
            asked: how it was read, as JSON.
        """
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE sources SET path = coalesce(?, path), asked = ?, state = 'there', "
                "added_at = coalesce(added_at, ?) WHERE content_hash = ?",
                (path, asked, time.time(), content_hash),
            )

    def set_state(self, number: int, state: FileState) -> None:
        """Remember what has become of a file."""
        with self._database.writing() as connection:
            connection.execute("UPDATE sources SET state = ? WHERE source = ?", (state, number))

    def only_in(self, numbers: Sequence[int]) -> list[int]:
        """The ordinals of the papers that came from these files and from no other."""
        marks = ",".join("?" * len(numbers))
        with self._database.reading() as connection:
            rows = connection.execute(
                f"SELECT ordinal FROM occurrences GROUP BY ordinal "
                f"HAVING sum(source NOT IN ({marks})) = 0 ORDER BY ordinal",
                tuple(numbers),
            )
            return [row[0] for row in rows]

    def remove(self, numbers: Sequence[int]) -> list[int]:
        """Remove files, and the papers that came from no other.

        What leads to a paper (ids, aliases, pinned keys) stays, so that it is the same paper again
        when it is added again.

        Returns:
            The ordinals of the papers that were removed.
        """
        marks = ",".join("?" * len(numbers))
        with self._database.writing() as connection:
            begin_revision(connection)
            # What a full record in them said of a paper goes with them.
            row = connection.execute(
                "SELECT value FROM meta WHERE name = ?", (KEY_PATTERN,)
            ).fetchone()
            part_those_of(connection, numbers, forms_maker(row[0] if row else ""))
            gone = self.only_in(numbers)
            connection.execute(f"DELETE FROM sources WHERE source IN ({marks})", tuple(numbers))
            connection.executemany(
                "INSERT OR REPLACE INTO removed_rows "
                "VALUES (?, (SELECT value FROM meta WHERE name = 'revision'))",
                [(ordinal,) for ordinal in gone],
            )
            # Forms, rows of the list and occurrences go with them.
            connection.executemany(
                "DELETE FROM papers WHERE ordinal = ?", [(ordinal,) for ordinal in gone]
            )
        return gone

    def supersede(self, older: int, newer: Sequence[int]) -> int:
        """A file has other content now: its papers come from there, if they are there.

        Args:
            older: the file as it was.
            newer: the files that stand in its place.

        Returns:
            How many papers are in none of them; they stay, under the older file.
        """
        marks = ",".join("?" * len(newer))
        with self._database.writing() as connection:
            connection.execute(
                "DELETE FROM occurrences WHERE source = ? AND coalesce(original, ordinal) IN "
                f"(SELECT coalesce(original, ordinal) FROM occurrences WHERE source IN ({marks}))",
                (older, *newer),
            )
            left: int = connection.execute(
                "SELECT count(DISTINCT ordinal) FROM occurrences WHERE source = ?", (older,)
            ).fetchone()[0]
            if left:
                connection.execute("UPDATE sources SET state = 'older' WHERE source = ?", (older,))
            else:
                connection.execute("DELETE FROM sources WHERE source = ?", (older,))
        return left
