"""Papers that are shown with what a full record says of them, and the two records behind each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from index.database import Database
    from index.forms import Forms
    from index.paper import Paper

_AT_ONCE = 500
_TOGETHER = 100
"""So many papers are joined in one transaction: others wait for it to write."""

_SOURCE = (
    "SELECT file, number, records, record_key, format FROM occurrences JOIN sources USING (source) "
    "WHERE ordinal = ? AND original IS ? ORDER BY source, number LIMIT 1"
)
_RECORDS = "(SELECT ordinal, id FROM papers UNION ALL SELECT ordinal, id FROM originals)"


class JoinedPapers:
    """Joins papers and looks joined ones up.

    Args:
        database: the papers' store.

    Raises:
        LibraryError: every method: the file cannot be read or written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def pairs(self) -> dict[int, int]:
        """The ordinals of joined papers with those of their full records."""
        return dict(
            self._rows("SELECT shown, ordinal FROM originals WHERE ordinal != shown ORDER BY shown")
        )

    def shown(self, full: int) -> int:
        """The paper to which a full record is joined.

        Raises:
            KeyError: it is joined to none.
        """
        sql = "SELECT shown FROM originals WHERE ordinal = ? AND ordinal != shown"
        for row in self._rows(sql, (full,)):
            return int(row[0])
        raise KeyError(full)

    def full_ids(self, ordinals: Sequence[int]) -> dict[int, str]:
        """The ids of the full records of those of some papers that are joined, by ordinal."""
        return dict(
            self._many(
                "SELECT shown, id FROM originals WHERE ordinal != shown AND shown IN ({})", ordinals
            )
        )

    def originals(self, ordinal: int) -> tuple[Paper, Paper] | None:
        """The two records of a joined paper, each with its first source; `None` for any other."""
        from index.paper import Source
        from index.store_joining import originals

        with self._database.reading() as connection:
            both = originals(connection, ordinal)
            if not both:
                return None
            found = []
            for record, paper in both:
                mark = None if record == ordinal else record
                source = connection.execute(_SOURCE, (ordinal, mark)).fetchone()
                found.append(replace(paper, source=Source(*source) if source else paper.source))
        paper, full = found
        return paper, full

    def origin(self, ordinal: int) -> dict[str, str]:
        """Where each field of a joined paper comes from, as `enrichment.origin`; else nothing."""
        # The reader asks at every paper, and hardly any is joined.
        both = self.originals(ordinal) if self.full_ids([ordinal]) else None
        if both is None:
            return {}
        from index.enrichment import origin

        return origin(*both)

    def records(self, identifiers: Iterable[str]) -> dict[str, int]:
        """The ordinals of records by id, joined or not; unknown ids are left out."""
        return dict(
            self._many(f"SELECT id, ordinal FROM {_RECORDS} WHERE id IN ({{}})", list(identifiers))
        )

    def records_of_aliases(self, aliases: Iterable[str]) -> dict[str, set[int]]:
        """The ordinals of the records, joined or not, to which each alias leads."""
        found: dict[str, set[int]] = {}
        for alias, ordinal in self._many(
            f"SELECT alias, ordinal FROM aliases JOIN {_RECORDS} USING (id) "
            "WHERE NOT lent AND alias IN ({})",
            list(aliases),
        ):
            found.setdefault(alias, set()).add(ordinal)
        return found

    def become(self, wanted: Mapping[int, int], make: Callable[[Paper], tuple[Forms, str]]) -> bool:
        """Have these papers joined to these full records, and no others; whether any was not.

        A library that can only be read stays as it is.

        Args:
            wanted: the ordinals of papers with those of their full records; no ordinal twice.
            make: as for `PaperStore.add`.
        """
        from index.store_joining import join, part
        from index.store_writing import begin_revision

        changed = False
        while not self._database.is_read_only:
            now = self.pairs()
            leaving = [paper for paper in now if wanted.get(paper) != now[paper]][:_TOGETHER]
            coming = [pair for pair in wanted.items() if pair[0] not in now][:_TOGETHER]
            if not leaving and not coming:
                return changed
            with self._database.writing() as connection:
                if self.pairs() != now:  # another window was faster
                    continue
                begin_revision(connection)
                for paper in leaving:
                    part(connection, paper, make)
                for paper, full in () if leaving else coming:
                    join(connection, paper, full, make)
            changed = True
        return changed

    def has_candidates(self) -> bool:
        """Whether there are both untitled papers and full records."""
        untitled = "SELECT 1 FROM list_rows WHERE NOT titled"
        full = "SELECT 1 FROM papers WHERE title NOTNULL"
        return any(self._rows(f"SELECT 1 WHERE EXISTS ({untitled}) AND EXISTS ({full})"))

    def texts(
        self, *, full: bool, ordinals: Sequence[int] | None = None
    ) -> Iterator[tuple[int, str]]:
        """The plain abstracts of full records, or of papers without title and author.

        Args:
            full: which of the two.
            ordinals: only these; all by default.
        """
        which = "title NOTNULL" if full else "NOT titled"
        table = "forms" if full else "list_rows JOIN forms USING (ordinal)"
        if ordinals is not None:
            yield from self._many(
                f"SELECT ordinal, plain FROM {table} WHERE {which} AND ordinal IN ({{}})",
                ordinals,
            )
            return
        last = -1
        while True:
            rows = list(
                self._rows(
                    f"SELECT ordinal, plain FROM {table} WHERE ordinal > ? AND {which} "
                    f"ORDER BY ordinal LIMIT {_AT_ONCE}",
                    (last,),
                )
            )
            if not rows:
                return
            yield from rows
            last = rows[-1][0]

    def _many(self, sql: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        for start in range(0, len(values), _AT_ONCE):
            part = tuple(values[start : start + _AT_ONCE])
            yield from self._rows(sql.format(",".join("?" * len(part))), part)

    def _rows(self, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with self._database.reading() as connection:
            return connection.execute(sql, values).fetchall()
