"""The real lists of papers, where they are at hand."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path

from index.importers.intake import Imports
from index.store import PaperStore
from tests.shared import SHARED, requires_shared


def lines() -> list[str]:
    assert SHARED is not None
    with gzip.open(SHARED / "data" / "papers" / "papers.jsonl.gz", "rt", encoding="utf-8") as file:
        return list(file)


@requires_shared
def test_a_thousand_papers_come_in_as_they_stand(tmp_path: Path) -> None:
    sample = lines()[::87]
    path = tmp_path / "sample.jsonl"
    path.write_text("".join(sample), encoding="utf-8")
    store = PaperStore(tmp_path / "library.db")
    report = Imports(store).add([path], include_rejected=True)
    records = [json.loads(line) for line in sample]
    assert report.problem_count == 0
    assert report.new == store.count() == len(records)
    for ordinal, record in enumerate(records, start=1):
        paper = store.paper(ordinal)
        assert paper.title == " ".join(record["title"].split())
        assert paper.source.record_key == record["id"]
        assert paper.venue is not None
        assert str(paper.date.year if paper.date else "") == record["venue"][-4:]
        slots = [slot for slot in record["author"].split(";") if slot.strip(" *)")]
        # IEEE Xplore, from which some lists come, has all authors twice now and then.
        half = len(slots) // 2
        if half > 1 and slots[:half] == slots[half:]:
            slots = slots[:half]
        assert len(paper.authors) >= len(slots) - record["author"].count("Anonymous")
    store.close()


@requires_shared
def test_rejected_papers_of_three_conferences(tmp_path: Path) -> None:
    """Of 1,544 records 752 are rejected, 63 withdrawn, 3 undecided: counted in the file itself."""
    chosen = [line for line in lines() if json.loads(line)["venue"] in {
        "iclr2013", "iclr2017", "iclr2018",
    }]  # fmt: skip
    path = tmp_path / "iclr.jsonl"
    path.write_text("".join(chosen), encoding="utf-8")
    store = PaperStore(tmp_path / "library.db")
    imports = Imports(store)
    report = imports.add([path])
    assert report.skipped == {"rejected": 752, "withdrawn": 63, "under review": 3}
    assert report.new == len(chosen) - 818 == store.count()
    report = imports.add([path], include_rejected=True)
    assert report.new == 818
    assert report.skipped == {}
    venues = {
        store.paper(ordinal).venue for ordinal in itertools.islice(store.ordinals(), 726, None)
    }
    assert venues == {f"Submitted to ICLR {year}" for year in (2013, 2017, 2018)}
    store.close()
