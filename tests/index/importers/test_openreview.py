"""Notes of OpenReview, versions 1 and 2 of its API."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from index.importers.report import Problem, Skipped
from index.paper import Date, Identifiers, Link, Name, Paper
from tests.index.importers.sample import papers, read, sample, write
from tests.shared import requires_shared

# The shape of version 1: bare values in `content`, one `invitation` (OpenReview documentation,
# "Using the API", "Notes": the public submissions of a conference are the notes of
# `ICLR.cc/2019/Conference/-/Blind_Submission`; reviews and decisions share their `forum`).
V1 = {
    "id": "HkQuokka1",
    "forum": "HkQuokka1",
    "replyto": None,
    "invitation": "ICLR.cc/2019/Conference/-/Blind_Submission",
    "number": 11,
    "tcdate": 1538087700000,
    "ddate": None,
    "signatures": ["ICLR.cc/2019/Conference"],
    "content": {
        "title": "On Quokkas",
        "authors": ["Anna van den Berg", "Bo Li"],
        "authorids": ["anna@example.org", "bo@example.org"],
        "abstract": "We study $q$ quokkas.",
        "keywords": ["quokkas", "marsupials"],
        "TL;DR": "Quokkas.",
        "pdf": "/pdf/0123456789abcdef.pdf",
    },
}


def wrapped(note: dict[str, Any]) -> dict[str, Any]:
    """A note of version 1 as version 2 has it (documentation, "API V2", "Note")."""
    content = {key: {"value": value} for key, value in note["content"].items()}
    note = {**note, "invitations": [note["invitation"]], "content": content}
    del note["invitation"]
    return note


def note(**changes: Any) -> dict[str, Any]:
    content = {**V1["content"], **changes.pop("content", {})}  # type: ignore[dict-item]
    return {**V1, **changes, "content": content}


def one(tmp_path: Path, record: dict[str, Any], **options: bool) -> Paper | Skipped | Problem:
    (found,) = read(write(tmp_path, json.dumps({"notes": [record], "count": 1})), **options)
    return found


@requires_shared
def test_the_sample_of_version_2() -> None:
    first, second = papers(sample("openreview_v2_notes.json"))
    assert first.source.format == "openreview"
    # Lines 4 (id), 18, 22-24, 35 and 38-40.
    assert first.source.record_key == "-3G6_D66Aua"
    assert first.title == "Simultaneous Learning of Contact and Continuous Dynamics"
    assert first.authors == (
        Name("Bianchini", "Bibit"), Name("Halm", "Mathew"), Name("Posa", "Michael"),
    )  # fmt: skip
    assert first.abstract.startswith("Robotic manipulation can greatly benefit")
    assert first.keywords[0] == "system identification"
    # Line 53, "CoRL 2023 Poster".
    assert (first.venue, first.date, first.kind) == ("CoRL 2023", Date(2023), "conference")
    # Lines 5, 47 and 59.
    assert first.links == (
        Link("url", "https://openreview.net/forum?id=-3G6_D66Aua"),
        Link("pdf", "https://openreview.net/pdf/0123456789abcdef.pdf"),
        Link("code", "https://github.com/example/repo"),
    )
    assert first.ids == Identifiers(openreview="-3G6_D66Aua")
    assert second.authors[1] == Name("Xian", "Zhou")


@pytest.mark.parametrize("record", [V1, wrapped(V1)], ids=["v1", "v2"])
def test_both_versions(tmp_path: Path, record: dict[str, Any]) -> None:
    paper = one(tmp_path, record)
    assert isinstance(paper, Paper)
    assert paper.title == "On Quokkas"
    assert paper.authors == (Name("Berg", "Anna", "van den"), Name("Li", "Bo"))
    assert paper.abstract == "We study $q$ quokkas."
    assert paper.keywords == ("quokkas", "marsupials")
    assert paper.ids == Identifiers(openreview="HkQuokka1")
    assert paper.links[1] == Link("pdf", "https://openreview.net/pdf/0123456789abcdef.pdf")
    # Nothing says that it was accepted: a year, but no venue.
    assert (paper.venue, paper.date) == (None, Date(2019))
    assert "example.org" not in repr(paper)


def test_both_versions_in_one_file(tmp_path: Path) -> None:
    other = wrapped(note(id="HkOther", forum="HkOther", content={"title": "Others"}))
    for text in (json.dumps([V1, other]), f"{json.dumps(V1)}\n{json.dumps(other)}\n"):
        assert [paper.title for paper in papers(write(tmp_path, text))] == ["On Quokkas", "Others"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"id": "Review1", "replyto": "HkQuokka1"}, "review or comment"),
        ({"id": "Review1"}, "review or comment"),
        ({"ddate": 1538087800000}, "deleted"),
        ({"invitation": "ICLR.cc/2021/Conference/-/Withdrawn_Submission"}, "withdrawn"),
        ({"invitation": "ICLR.cc/2021/Conference/-/Desk_Rejected_Submission"}, "rejected"),
        ({"content": {"venueid": "ICLR.cc/2024/Conference/Rejected_Submission"}}, "rejected"),
        ({"content": {"venueid": "ICLR.cc/2024/Conference/Withdrawn_Submission"}}, "withdrawn"),
        ({"content": {"venueid": "ICLR.cc/2024/Conference/Desk_Rejected_Submission"}}, "rejected"),
        ({"content": {"venue": "Submitted to ICLR 2024"}}, "under review"),
        ({"content": {"venue": "ICLR 2022 Submitted"}}, "under review"),
        ({"content": {"venue": "ICLR 2024 Conference Withdrawn Submission"}}, "withdrawn"),
        (
            {"details": {"directReplies": [{"content": {"decision": {"value": "Reject"}}}]}},
            "rejected",
        ),
    ],
)
def test_what_is_left_out(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    for record in (note(**changes), wrapped(note(**changes))):
        assert one(tmp_path, record) == Skipped(reason)


@pytest.mark.parametrize(
    ("changes", "venue"),
    [
        ({"content": {"venue": "ICLR 2019 Poster"}}, "ICLR 2019"),
        ({"content": {"venue": "ICLR 2023 notable top 25%"}}, "ICLR 2023"),
        ({"content": {"venue": "Accepted by TMLR"}}, "Accepted by TMLR"),
        ({"details": {"replies": [{"content": {"decision": "Accept (Poster)"}}]}}, "ICLR 2019"),
        ({"details": {"replies": [{"content": None}, None]}}, None),
        ({"details": "all"}, None),
    ],
)
def test_where_it_appeared(tmp_path: Path, changes: dict[str, Any], venue: str | None) -> None:
    paper = one(tmp_path, note(**changes))
    assert isinstance(paper, Paper)
    assert paper.venue == venue


@pytest.mark.parametrize(
    ("venueid", "venue", "kind"),
    [
        ("NeurIPS.cc/2023/Conference", "NeurIPS 2023 poster", "conference"),
        ("NeurIPS.cc/2023/Track/Datasets", "NeurIPS 2023 Datasets Poster", "conference"),
        ("ICLR.cc/2023/Workshop/X", "Sharing Ideas 2023", "conference"),
        ("TMLR", "Accepted by TMLR", "article"),
        ("", "Something else", "other"),
    ],
)
def test_the_kind_of_a_venue(tmp_path: Path, venueid: str, venue: str, kind: str) -> None:
    paper = one(tmp_path, note(content={"venueid": venueid, "venue": venue}))
    assert isinstance(paper, Paper)
    assert paper.kind == kind


def test_a_rejected_paper_that_is_taken_in_says_so(tmp_path: Path) -> None:
    record = note(content={"venueid": "ICLR.cc/2024/Conference/Rejected_Submission"})
    paper = one(tmp_path, record, include_rejected=True)
    assert isinstance(paper, Paper)
    assert (paper.venue, paper.date) == ("Submitted to ICLR 2024", Date(2024))


def test_authors_as_objects_and_none(tmp_path: Path) -> None:
    people = [{"fullname": "Bo Li", "username": "~Bo_Li1"}]
    paper = one(tmp_path, wrapped(note(content={"authors": people})))
    assert isinstance(paper, Paper)
    assert paper.authors == (Name("Li", "Bo"),)
    for anonymous in (["Anonymous"], None, []):
        paper = one(tmp_path, note(content={"authors": anonymous}))
        assert isinstance(paper, Paper)
        assert paper.authors == ()


@pytest.mark.parametrize("content", [None, [], "text", {}])
def test_a_note_without_content(tmp_path: Path, content: object) -> None:
    path = write(tmp_path, json.dumps({"notes": [V1, {**V1, "content": content}, V1]}))
    first, problem, last = read(path)
    assert isinstance(first, Paper)
    assert isinstance(last, Paper)
    assert isinstance(problem, Problem)
    assert "has neither a title nor an abstract" in problem.reason
