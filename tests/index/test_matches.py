"""Untitled papers that are given what a full record says, and have it taken away again."""

from __future__ import annotations

from pathlib import Path

import pytest

from index.errors import LibraryError
from index.library import Library
from index.matches import Match, beyond_doubt
from index.names import full_name
from index.paper import Date, Link
from index.search.builder import build_index
from index.search.snapshot import open_snapshot
from tests.index.full_records import SEALS, TREES, add_both, dump, of_seed, opened, write

KEY_OF_THE_FIRST = "icml2026-approaches-watermarking-67e21d"


@pytest.fixture
def library(library: Library, tmp_path: Path) -> Library:
    """The seeds, and full records of the first and the sixth as 39 and 40."""
    add_both(library, tmp_path)
    library.search.ensure()
    return library


def found(library: Library, query: str) -> list[int]:
    library.search.ensure()
    answer = library.search.run(query)
    return list(answer.hits.ordinals[: answer.exact])


def test_what_matches_is_offered(library: Library) -> None:
    offered = library.matches.offered()
    assert [match[:2] for match in offered] == [(1, 39), (6, 40)]
    assert all(match.is_same and match.containment == 1 for match in offered)


def test_an_accepted_paper_has_what_the_full_record_says_and_keeps_its_own(
    library: Library,
) -> None:
    before = library.papers.paper(1)
    act = library.matches.accept([(1, 39)])
    assert act is not None
    assert act.what == "gave DistSeal its title"
    paper = library.papers.paper(1)
    assert (paper.id, paper.abstract, paper.collection, paper.source) == (
        before.id, before.abstract, "ICML 2026 Papers", before.source,
    )  # fmt: skip
    assert paper.title == "Seals in Latent Space"
    assert list(map(full_name, paper.authors)) == ["Ada Lovelace", "Alan Turing"]
    assert (paper.venue, paper.date, paper.pages) == ("Conference on Seals", Date(2026), "17-29")
    assert paper.ids.doi == "10.1234/seals.7"
    assert paper.links == (Link("url", "https://example.org/seals"),)
    assert library.matches.applied == {1: 39}
    assert [source.file for source in library.papers.sources(1)] == [
        "000_6a8826d06095cfa9.txt", "full.jsonl",
    ]  # fmt: skip


def test_both_are_one_paper_in_list_and_search(library: Library) -> None:
    assert found(library, "author:lovelace") == [39]
    library.matches.accept([(1, 39)])
    assert library.papers.count() == 39
    assert 39 not in library.papers.ordinals()
    (row,) = library.papers.rows([1])
    assert (row.heading, row.detail) == ("Seals in Latent Space", "Lovelace, Turing 2026")
    assert found(library, "author:lovelace") == found(library, "title:seals") == [1]
    assert found(library, "in:full.jsonl lovelace") == found(library, "has:title latent") == [1]
    # The last words are those of the abstract that the paper had before.
    assert found(library, "author:turing providing both more efficient and more robust") == [1]
    library.marks.undo()
    library.matches.apply()
    assert found(library, "author:lovelace") == [39]
    assert 1 not in found(library, "has:title")


def test_the_snapshot_follows_too(library: Library, tmp_path: Path) -> None:
    def counts() -> tuple[int, int]:
        """Papers in the snapshot, and those in which a word of both abstracts stands."""
        build_index("snapshot", library.papers, tmp_path / "snapshot", None)
        stamp = {"papers": library.papers.content_stamp()}
        engine = open_snapshot(tmp_path / "snapshot", stamp)
        return engine.count, engine.document_frequency("distseal")

    assert counts() == (40, 2)
    library.matches.accept([(1, 39)])
    assert counts() == (39, 1)
    library.marks.undo()
    library.matches.apply()
    assert counts() == (40, 2)


def test_undo_restores_everything_and_redo_does_it_again(library: Library) -> None:
    before = dump(library)
    library.matches.accept([(1, 39), (6, 40)])
    after = dump(library)
    assert after != before
    act = library.marks.undo()
    assert act is not None
    assert act.what == "gave 2 papers their titles"
    assert library.matches.apply()
    assert dump(library) == before
    assert library.matches.applied == {}
    library.marks.redo()
    assert library.matches.apply()
    assert dump(library) == after
    assert not library.matches.apply()


def test_keys_follow_the_pattern_of_the_user(library: Library) -> None:
    library.imports.use_key_pattern("{family}:{word}")
    before = dump(library)
    library.matches.accept([(1, 39)])
    with library.papers.database.reading() as connection:
        row = connection.execute("SELECT base_key FROM papers WHERE ordinal = 1").fetchone()
    assert row == ("lovelace:seals",)
    library.marks.undo()
    library.matches.apply()
    assert dump(library) == before
    library.marks.redo()
    library.matches.apply()
    library.sources.remove([library.sources.find("000_6a8826d06095cfa9.txt")])
    assert library.cite.key(39) == "lovelace:seals"


def test_it_is_undone_after_a_restart(library: Library, home: Path) -> None:
    before = dump(library)
    library.matches.accept([(1, 39)])
    after = dump(library)
    library.close()
    with opened(home) as again:
        assert not again.matches.apply()
        assert dump(again) == after
        again.marks.undo()
        again.matches.apply()
        assert dump(again) == before


def test_another_window_brings_the_papers_in_line(library: Library, home: Path) -> None:
    library.matches.apply()
    with opened(home) as other:
        other.matches.accept([(1, 39)])
        assert library.papers.paper(1).title == "Seals in Latent Space"
        assert not library.matches.apply()
        # The other window has written the journal, and was closed before it could do the rest.
        other.marks.undo()
    assert library.papers.paper(1).title is not None
    assert library.matches.apply()
    assert library.papers.paper(1).title is None


def test_a_library_made_anew_in_another_order_has_the_same_matches(
    library: Library, home: Path, tmp_path: Path
) -> None:
    library.matches.accept([(1, 39), (6, 40)])
    library.marks.star([6])
    library.close()
    for file in (home / "data").glob("library.db*"):
        file.unlink()
    with opened(home) as again:
        # This record comes first, under another title: the full record's id is another one then.
        first = {"title": "A seal by any other name", "doi": SEALS["doi"], "abstract": "-"}
        again.imports.add([write(tmp_path / "first.jsonl", first), tmp_path / "full.jsonl"])
        assert not again.matches.apply()
        again.imports.prepare()
        assert again.matches.apply()
        rows = again.papers.rows(again.papers.ordinals())
        headings = [row.heading for row in rows if row.titled]
        assert headings == ["A seal by any other name", "Falling Trees"]
        assert len(rows) == 38
        again.marks.refresh()
        (starred,) = again.marks.state.starred
        assert again.papers.paper(starred).title == "Falling Trees"


def test_all_keys_lead_to_the_paper(library: Library) -> None:
    full = library.papers.paper(39)
    keys = [
        *library.cite.keys([1, 39]), full.id, full.id[:6], library.papers.paper(1).id,
        "10.1234/seals.7", "https://doi.org/10.1234/SEALS.7",
    ]  # fmt: skip
    assert keys[:2] == [KEY_OF_THE_FIRST, "lovelace2026seals"]
    library.matches.accept([(1, 39)])
    assert [library.cite.find(key) for key in keys] == [1] * 7
    assert library.cite.key(1) == "lovelace2026seals"
    library.marks.undo()
    library.matches.apply()
    assert [library.cite.find(key) for key in keys] == [1, 39, 39, 39, 1, 39, 39]
    assert library.cite.keys([1, 39]) == keys[:2]


def test_a_key_that_was_handed_out_stays(library: Library) -> None:
    (key,) = library.cite.keys([1], pin=True)
    library.matches.accept([(1, 39)])
    assert library.cite.key(1) == key == KEY_OF_THE_FIRST
    assert library.cite.find("lovelace2026seals") == 1


def test_a_key_handed_out_meanwhile_is_the_full_record_s_after_undo(library: Library) -> None:
    library.matches.accept([(1, 39)])
    assert library.cite.keys([1], pin=True) == ["lovelace2026seals"]
    library.marks.undo()
    library.matches.apply()
    assert library.cite.find("lovelace2026seals") == 39
    assert library.cite.keys([1, 39]) == [KEY_OF_THE_FIRST, "lovelace2026seals"]


def test_it_is_cited_by_what_the_full_record_says(library: Library) -> None:
    library.matches.accept([(1, 39), (6, 40)])
    entry = library.cite.write([1], "bibtex").text
    for line in (
        "@inproceedings{lovelace2026seals,", "author    = {Lovelace, Ada and Turing, Alan}",
        "title     = {Seals in Latent Space}", "booktitle = {Conference on Seals}",
        "pages     = {17--29}", "year      = {2026}", "doi       = {10.1234/seals.7}",
    ):  # fmt: skip
        assert line in entry
    assert "ICML" not in entry
    # The journal and the year are the full record's: the collection says ICML 2026.
    reference = library.cite.write([6], "apa").text
    assert reference.startswith("Hopper, G. (2025")
    assert "Journal of Gravity" in reference
    assert "ICML" not in reference
    assert "2026" not in reference
    assert "Untitled" not in reference


def test_where_each_field_comes_from_is_told(library: Library) -> None:
    library.matches.accept([(6, 40)])
    full, own = "full.jsonl, no. 2", "000_6a8826d06095cfa9.txt, no. 6"
    assert library.papers.joined.origin(6) == {
        "title": full, "authors": full, "kind": full, "date": full, "venue": full,
        "abstract": own, "collection": own,
    }  # fmt: skip
    assert library.papers.joined.origin(1) == {}


def test_the_marks_on_both_are_seen(library: Library) -> None:
    library.marks.star([39])
    library.marks.tag([39], ["seal"])
    library.marks.note([1], "mine")
    library.marks.note([39], "also mine")
    library.matches.accept([(1, 39)])
    library.marks.refresh()
    state = library.marks.state
    assert (state.starred, state.tags_of(1)) == ({1}, ("seal",))
    assert set(state.notes) == {1}
    assert {"mine", "also mine"} == set(state.notes[1].split("\n\n* * *\n\n"))
    assert found(library, "is:starred latent") == [1]
    library.marks.star([1])
    assert library.marks.state.starred == frozenset()
    library.marks.undo()
    library.marks.undo()
    library.matches.apply()
    library.marks.refresh()
    assert library.marks.state.starred == {39}
    assert library.marks.state.notes == {1: "mine", 39: "also mine"}


def test_a_further_record_completes_the_one_that_it_is_of(library: Library, tmp_path: Path) -> None:
    library.matches.accept([(1, 39)])
    mended = {**of_seed(library, 1, **SEALS), "publisher": "Seal Press", "arxiv": "2601.01234"}
    report = library.imports.add([write(tmp_path / "mended.jsonl", mended)])
    assert (report.new, report.changed) == (0, 1)
    assert library.papers.paper(1).publisher == "Seal Press"
    assert library.cite.find("2601.01234") == 1
    assert len(library.papers.sources(1)) == 3
    library.marks.undo()
    library.matches.apply()
    assert library.papers.paper(1).publisher is None
    assert library.papers.paper(39).publisher == "Seal Press"
    assert library.cite.find("2601.01234") == 39
    assert [len(library.papers.sources(number)) for number in (1, 39)] == [1, 2]


def test_adding_both_files_again_changes_nothing(library: Library, tmp_path: Path) -> None:
    library.matches.accept([(1, 39), (6, 40)])
    before, stamp = dump(library), library.papers.content_stamp()
    records = of_seed(library, 1, **SEALS), of_seed(library, 6, **TREES)
    library.imports.add([tmp_path / "full.jsonl"])
    report = library.imports.add([write(tmp_path / "again.jsonl", *records[::-1])])
    library.imports.restore_seeds()
    assert (report.new, report.changed, report.same) == (0, 0, 2)
    assert library.papers.content_stamp() == stamp
    after = dump(library)
    for table in ("papers", "forms", "aliases", "originals", "list_rows"):
        assert after[table] == before[table]


def test_what_is_removed_takes_back_what_it_said_until_it_returns(
    library: Library, tmp_path: Path
) -> None:
    library.matches.accept([(1, 39), (6, 40)])
    library.sources.remove([library.sources.find("full.jsonl")])
    assert (library.papers.paper(1).title, library.papers.count()) == (None, 38)
    assert not library.matches.apply()
    assert library.matches.applied == {}
    library.imports.add([tmp_path / "full.jsonl"])
    assert library.matches.apply()
    assert library.papers.paper(1).title == "Seals in Latent Space"
    assert library.papers.count() == 38
    library.sources.remove([library.sources.find("000_6a8826d06095cfa9.txt")])
    assert library.papers.count() == 21
    rows = library.papers.rows(library.papers.ordinals())
    assert [row.heading for row in rows if row.titled] == ["Seals in Latent Space", "Falling Trees"]


@pytest.mark.parametrize("pair", [(1, 6), (39, 40), (39, 1), (1, 99), (99, 39)])
def test_only_an_untitled_paper_can_be_given_a_title(
    library: Library, pair: tuple[int, int]
) -> None:
    assert library.matches.accept([pair]) is None
    assert library.matches.applied == {}


def test_what_is_accepted_cannot_be_accepted_twice(library: Library) -> None:
    assert library.matches.accept([(1, 39), (6, 39)]) is not None
    assert library.matches.applied == {1: 39}
    assert library.matches.accept([(1, 40)]) is None
    assert library.matches.accept([(6, 39)]) is None
    assert [match[:2] for match in library.matches.offered()] == [(6, 40)]


def test_all_are_accepted_at_once_from_a_containment_on(library: Library) -> None:
    act = library.matches.accept_all(0.9)
    assert act is not None
    assert act.what == "gave 2 papers their titles"
    assert library.matches.accept_all(0.9) is None


def test_together_only_what_leaves_no_doubt_is_accepted() -> None:
    offered = [
        Match(1, 50, 1.0, 90, is_same=True),
        Match(1, 51, 0.95, 80, is_same=True),
        Match(2, 52, 1.0, 90, is_same=True),  # two records say the same
        Match(2, 53, 1.0, 90, is_same=True),
        Match(3, 54, 0.89, 90, is_same=True),
        Match(4, 55, 1.0, 40, is_same=False),
        Match(5, 56, 0.9, 90, is_same=True),
        Match(6, 57, 1.0, 90, is_same=True),  # one record for two papers
        Match(7, 57, 0.95, 90, is_same=True),
    ]
    assert [match[:2] for match in beyond_doubt(offered, 0.9)] == [(1, 50), (5, 56)]


def test_a_library_that_can_only_be_read_stays_as_it_is(
    library: Library, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(home) as other:
        other.matches.accept([(1, 39)])
        other.marks.undo()
    monkeypatch.setattr(library.papers.database, "is_read_only", True)
    assert not library.matches.apply()
    assert library.papers.paper(1).title == "Seals in Latent Space"


def test_a_folder_that_others_can_write_to_is_refused(library: Library) -> None:
    library.paths.matches.mkdir(parents=True)
    library.paths.matches.chmod(0o777)
    with pytest.raises(LibraryError, match=r"cannot look for matching records: .*others can write"):
        library.matches.offered()


def test_a_mended_record_at_the_same_place_is_the_full_record_s(
    library: Library, tmp_path: Path
) -> None:
    library.matches.accept([(6, 40)])
    record = of_seed(library, 6, **TREES)
    mended = {**record, "title": "Trees That Fall", "abstract": f"{record['abstract']} So there."}
    path = write(tmp_path / "full.jsonl", of_seed(library, 1, **SEALS), {**mended, "volume": "3"})
    assert library.imports.add([path]).new == 0
    assert library.papers.paper(6).volume == "3"
    library.marks.undo()
    library.matches.apply()
    assert (library.papers.paper(6).title, library.papers.paper(6).volume) == (None, None)
    assert library.papers.paper(40).volume == "3"
