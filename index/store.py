"""The papers, in SQLite: the truth from which every index can be rebuilt."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from index.database import Database
from index.store_schema import MIGRATIONS

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from index.forms import Forms
    from index.joined_papers import JoinedPapers
    from index.paper import Paper, Source
    from index.paper_ids import PaperIds
    from index.paper_keys import PaperKeys
    from index.paper_sets import PaperSets
    from index.store_sources import SourceFiles

# The list is painted from here before anything else: what rows do not need is imported where it
# is needed.


_SOURCES = (
    "SELECT file, number, records, record_key, format FROM occurrences "
    "JOIN sources USING (source) WHERE ordinal = ? ORDER BY original NOTNULL, source, number"
)
_FIRST_SOURCES = (
    "SELECT ordinal, file, number, records, record_key, format "
    "FROM occurrences JOIN sources USING (source) WHERE ordinal IN ({}) "
    "ORDER BY ordinal, original ISNULL, source DESC, number DESC"
)


class Row(NamedTuple):
    """What a list shows of a paper.

    `heading` is the title, the name, or empty; `detail` the gist of an untitled paper or the
    byline of a titled one.
    """

    ordinal: int
    heading: str
    detail: str
    titled: bool


class Added(NamedTuple):
    """What came of one record: its ordinal, and what it told.

    It made a `new` paper, or `changed` one that was known by completing it, or neither.
    """

    ordinal: int
    new: bool
    changed: bool = False


class PaperStore:
    """All papers of a library, numbered by ordinals that are never used twice.

    Args:
        path: the SQLite file.

    Raises:
        LibraryError: the file cannot be opened (every method: cannot be read or written).
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, MIGRATIONS)

    @property
    def database(self) -> Database:
        """The file itself."""
        return self._database

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def meta(self, name: str) -> str | None:
        """A fact about the library itself, or `None`."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
        return row[0] if row else None

    def set_facts(self, facts: Mapping[str, str]) -> None:
        """Remember facts about the library itself."""
        with self._database.writing() as connection:
            for name, value in facts.items():
                _set_meta(connection, name, value)

    def content_stamp(self) -> str:
        """A string that changes with every change to the papers or their forms.

        It is `LIBRARY.REVISION`: a random name of the library itself, so that one that is deleted
        and made again does not look like the old, then its revision.
        """
        return f"{self.meta('library')}.{self.revision()}"

    def data_version(self) -> int:
        """A number that changes when anything but this thread has written to the library."""
        return self._database.data_version()

    def count(self) -> int:
        """How many papers there are."""
        with self._database.reading() as connection:
            number: int = connection.execute("SELECT count(*) FROM papers").fetchone()[0]
        return number

    def ordinals(self) -> Sequence[int]:
        """Every ordinal in file order."""
        with self._database.reading() as connection:
            low, high, number = connection.execute(
                "SELECT min(ordinal), max(ordinal), count(*) FROM list_rows"
            ).fetchone()
            if not number:
                return ()
            if high - low + 1 == number:
                return range(low, high + 1)
            # The rows of the list fill a small part of the pages that the papers fill.
            rows = connection.execute("SELECT ordinal FROM list_rows ORDER BY ordinal")
            return array("i", [row[0] for row in rows])

    def collections(self) -> tuple[str, ...]:
        """What has been added, by heading or else by file name, in that order, each once."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT coalesce(heading, file) FROM sources ORDER BY source")
            return tuple(dict.fromkeys(row[0] for row in rows))

    def paper(self, ordinal: int) -> Paper:
        """One paper with its first source.

        The ordinal of a full record that is joined to a paper leads to that paper.

        Raises:
            KeyError: there is no such ordinal.
        """
        from index.paper import Source
        from index.store_rows import PAPER_COLUMNS, read_paper

        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {PAPER_COLUMNS} FROM papers WHERE ordinal = ?",
                (ordinal,),
            ).fetchone()
            if row is None:
                return self.paper(self.joined.shown(ordinal))
            source = connection.execute(f"{_SOURCES} LIMIT 1", (ordinal,)).fetchone()
        return read_paper(row, Source(*source))

    def sources(self, ordinal: int) -> list[Source]:
        """Every place where a record of a paper was read, the first one first."""
        from index.paper import Source

        with self._database.reading() as connection:
            rows = connection.execute(_SOURCES, (ordinal,)).fetchall()
        return [Source(*row) for row in rows]

    def forms(self, ordinal: int) -> Forms:
        """The stored forms of one paper; as `paper`.

        Raises:
            KeyError: there is no such ordinal.
        """
        from index.store_rows import FORM_COLUMNS, read_forms

        with self._database.reading() as connection:
            row = connection.execute(
                f"SELECT {FORM_COLUMNS} FROM forms WHERE ordinal = ?",
                (ordinal,),
            ).fetchone()
        if row is None:
            return self.forms(self.joined.shown(ordinal))
        return read_forms(row)

    def rows(self, ordinals: Sequence[int]) -> list[Row]:
        """The list rows of the given papers, in the order given; unknown ordinals are left out.

        Costs are proportional to the number asked for: ask for what is on screen.
        """
        found: dict[int, Row] = {}
        with self._database.reading() as connection:
            for start in range(0, len(ordinals), 500):
                part = ordinals[start : start + 500]
                marks = ",".join("?" * len(part))
                for ordinal, heading, detail, titled in connection.execute(
                    "SELECT ordinal, heading, detail, titled FROM list_rows "
                    f"WHERE ordinal IN ({marks})",
                    tuple(part),
                ):
                    found[ordinal] = Row(ordinal, heading, detail, bool(titled))
        return [found[ordinal] for ordinal in ordinals if ordinal in found]

    def contents(self, ordinals: Sequence[int] | None = None) -> Iterator[tuple[int, Paper, Forms]]:
        """Papers with their forms, in file order, a few at a time.

        The papers carry no source other than an empty one: an index needs none.

        Args:
            ordinals: which ones, in ascending order; all by default. Unknown ones are left out.
        """
        from index.paper import Source
        from index.store_rows import FORM_COLUMNS, PAPER_COLUMNS, read_forms, read_paper

        wanted = self.ordinals() if ordinals is None else ordinals
        sql = (
            f"SELECT ordinal, {PAPER_COLUMNS}, {FORM_COLUMNS} "
            "FROM papers JOIN forms USING (ordinal)"
        )
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            with self._database.reading() as connection:
                rows = connection.execute(
                    f"{sql} WHERE ordinal IN ({marks}) ORDER BY ordinal", tuple(part)
                ).fetchall()
            for row in rows:
                yield row[0], read_paper(row[1:-8], Source("")), read_forms(row[-8:])

    def records(self, ordinals: Sequence[int]) -> Iterator[tuple[int, Paper, Forms]]:
        """Papers with their first source and their forms, in the order given, a few at a time.

        Unknown ordinals are left out.
        """
        from dataclasses import replace

        from index.paper import Source

        for start in range(0, len(ordinals), 500):
            part = ordinals[start : start + 500]
            found = {record[0]: record for record in self.contents(sorted(part))}
            with self._database.reading() as connection:
                sql = _FIRST_SOURCES.format(",".join("?" * len(part)))
                # The first source of a paper comes last, and stays.
                sources = {row[0]: Source(*row[1:]) for row in connection.execute(sql, tuple(part))}
            for ordinal in part:
                if ordinal in found:
                    _, paper, forms = found[ordinal]
                    yield ordinal, replace(paper, source=sources[ordinal]), forms

    @cached_property
    def sets(self) -> PaperSets:
        """Finds papers by year, source and what they have."""
        from index.paper_sets import PaperSets

        return PaperSets(self._database)

    @cached_property
    def keys(self) -> PaperKeys:
        """Finds the papers that share the base of a citation key."""
        from index.paper_keys import PaperKeys

        return PaperKeys(self._database)

    @cached_property
    def files(self) -> SourceFiles:
        """The files that the papers came from."""
        from index.store_sources import SourceFiles

        return SourceFiles(self._database)

    @cached_property
    def identities(self) -> PaperIds:
        """Leads from ordinals to ids and aliases, and back."""
        from index.paper_ids import PaperIds

        return PaperIds(self._database)

    @cached_property
    def joined(self) -> JoinedPapers:
        """Papers that are shown with what a full record says of them."""
        from index.joined_papers import JoinedPapers

        return JoinedPapers(self._database)

    def revision(self) -> int:
        """A number that grows with every change to papers or their forms."""
        return int(self.meta("revision") or 0)

    def changed_since(self, revision: int) -> list[int]:
        """Papers that are new or have changed after a revision, in ascending order."""
        return self._ordinals(
            "SELECT ordinal FROM list_rows WHERE revision > ? ORDER BY ordinal", (revision,)
        )

    def removed_since(self, revision: int) -> list[int]:
        """Papers that were taken out of the list after a revision, in ascending order."""
        return self._ordinals(
            "SELECT ordinal FROM removed_rows WHERE revision > ? ORDER BY ordinal", (revision,)
        )

    def ordinal_of_id(self, identifier: str) -> int | None:
        """The ordinal of a paper id."""
        return self.identities.of_id(identifier)

    def ordinals_of_id_prefix(self, prefix: str) -> list[int]:
        """Ordinals of the papers whose id begins with `prefix` (hexadecimal digits)."""
        return self.identities.of_prefix(prefix)

    def ordinals_of_alias(self, alias: str) -> list[int]:
        """Ordinals of the papers with an identifier, given as `doi:...` or `arxiv:...`."""
        return self._ordinals(
            "SELECT ordinal FROM aliases JOIN papers USING (id) WHERE alias = ? ORDER BY ordinal",
            (alias,),
        )

    def outcome(self, content_hash: str) -> str | None:
        """What was noted when a file with this content had come in; `None` if it has not."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT outcome FROM sources WHERE content_hash = ?", (content_hash,)
            ).fetchone()
        return row[0] if row else None

    def add(
        self,
        papers: Iterable[Paper],
        make: Callable[[Paper], tuple[Forms, str]],
        *,
        file: str,
        format_name: str,
        content_hash: str,
        heading: str | None = None,
        facts: dict[str, str] | None = None,
    ) -> list[Added]:
        """Add records of one file in one transaction.

        Args:
            papers: the records. The ids that they carry are kept for papers seen for the first
                time; a record of a known paper completes it.
            make: gives the forms of a paper and the base of its citation key; called for papers
                that are new or have changed.
            file: the file's name.
            format_name: the name of its format.
            content_hash: SHA-256 of its bytes.
            heading: what the file calls itself.
            facts: library facts to remember in the same transaction.

        Returns:
            What came of each record, in order.
        """
        from index.store_joining import complete_known
        from index.store_writing import begin_revision, insert, same_paper, take_back_revision

        added: list[Added] = []
        occurrences: list[tuple[int, int, int | None, str | None, int | None]] = []
        with self._database.writing() as connection:
            begin_revision(connection)
            connection.execute(
                "INSERT OR IGNORE INTO sources (file, format, content_hash, heading) "
                "VALUES (?, ?, ?, ?)",
                (file, format_name, content_hash, heading),
            )
            source = connection.execute(
                "SELECT source FROM sources WHERE content_hash = ?", (content_hash,)
            ).fetchone()[0]
            for paper in papers:
                known = same_paper(connection, paper)
                original = None
                if known is None:
                    item = Added(insert(connection, paper, *make(paper)), new=True)
                else:
                    changed, original = complete_known(connection, known, paper, make)
                    item = Added(known, new=False, changed=changed)
                added.append(item)
                place = paper.source.number, paper.source.record_key
                occurrences.append((item.ordinal, source, *place, original))
            connection.executemany(
                "INSERT OR IGNORE INTO occurrences VALUES (?, ?, ?, ?, ?)", occurrences
            )
            for name, value in (facts or {}).items():
                _set_meta(connection, name, value)
            if not any(item.new or item.changed for item in added):
                take_back_revision(connection)
        return added

    def finish(self, content_hash: str, records: int, outcome: str | None) -> None:
        """Note that a file has come in as a whole.

        Args:
            content_hash: SHA-256 of its bytes.
            records: how many records it holds.
            outcome: what to answer when the same file is added again; `None` if it should be
                read again then.
        """
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE sources SET records = ?, outcome = ? WHERE content_hash = ?",
                (records, outcome, content_hash),
            )

    def replace_forms(self, forms: Iterable[tuple[int, Paper, Forms]], version: str) -> None:
        """Store forms made anew for known papers, and the version that they were made by."""
        from index.store_writing import begin_revision, insert_forms

        with self._database.writing() as connection:
            begin_revision(connection)
            for ordinal, paper, made in forms:
                insert_forms(connection, ordinal, paper, made)
            _set_meta(connection, "forms", version)

    def _ordinals(self, sql: str, values: tuple[str | int, ...]) -> list[int]:
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(sql, values)]


def _set_meta(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))
