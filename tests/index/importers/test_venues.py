from __future__ import annotations

import pytest

from index.importers.venues import Venue, decision, in_track, read_venue, submitted


@pytest.mark.parametrize(
    ("text", "venue"),
    [
        ("3dv2025", Venue("3DV 2025", 2025, "conference")),
        ("icml2019", Venue("ICML 2019", 2019, "conference")),
        ("ICML 2019", Venue("ICML 2019", 2019, "conference")),
        ("iclr-2024", Venue("ICLR 2024", 2024, "conference")),
        ("ICLR 2024 poster", Venue("ICLR 2024", 2024, "conference")),
        ("CoRL 2023 Oral", Venue("CoRL 2023", 2023, "conference")),
        ("siggraphasia2023", Venue("SIGGRAPH Asia 2023", 2023, "conference")),
        ("nips1987", Venue("NIPS 1987", 1987, "conference")),
        ("nips2017", Venue("NIPS 2017", 2017, "conference")),
        ("nips2018", Venue("NeurIPS 2018", 2018, "conference")),
        ("NeurIPS 2016", Venue("NIPS 2016", 2016, "conference")),
        ("cvpr", Venue("CVPR", None, "conference")),
        ("arXiv", Venue("arXiv", None, "preprint")),
        ("Journal of Foo", Venue("Journal of Foo", None, "article")),
        ("IEEE Transactions on Bar", Venue("IEEE Transactions on Bar", None, "article")),
        (
            "Proceedings of the Third Meeting",
            Venue("Proceedings of the Third Meeting", None, "conference"),
        ),
        ("unheardof2019", Venue("unheardof2019")),
        ("ICML 2019 and other years", Venue("ICML 2019 and other years")),
        ("Nature", Venue("Nature")),
        ("Submitted to ICLR 2018", Venue("Submitted to ICLR 2018", 2018, "other")),
        ("2019", Venue("2019")),
        ("", Venue("")),
    ],
)
def test_a_venue_is_read(text: str, venue: Venue) -> None:
    assert read_venue(text) == venue


@pytest.mark.parametrize(
    ("status", "venue", "expected"),
    [
        ("Poster", "ICLR 2018", None),
        ("", "ICLR 2018", None),
        ("Reject", "ICLR 2018", "rejected"),
        ("Desk Reject", "ICLR 2018", "rejected"),
        ("Desk Rejected", "", "rejected"),
        ("Withdraw", "ICLR 2018", "withdrawn"),
        ("Withdrawn", "", "withdrawn"),
        ("Active", "ICLR 2018", "under review"),
        ("under review", "", "under review"),
        ("", "Submitted to ICLR 2024", "under review"),
        ("", "ICLR 2026 Conference Submission", "under review"),
        ("", "ICLR 2026 Conference Withdrawn Submission", "withdrawn"),
        ("", "ICLR 2026 Conference Desk Rejected Submission", "rejected"),
        ("Accept (Oral)", "ICLR 2018", None),
    ],
)
def test_why_a_paper_is_not_one_of_its_venue(status: str, venue: str, expected: str | None) -> None:
    assert decision(status, venue) == expected


def test_workshops_and_findings_are_no_papers_of_the_conference() -> None:
    assert in_track("ICLR 2017", "Workshop") == "ICLR 2017 Workshop"
    assert in_track("ICLR 2013", "Oral Workshop") == "ICLR 2013 Workshop"
    assert in_track("Workshop on X", "Workshop") == "Workshop on X"
    assert in_track("ACL 2022", "Findings") == "Findings of ACL 2022"
    assert in_track("ACL 2022", "Long") == "ACL 2022"


def test_what_was_only_submitted_says_so_once() -> None:
    assert submitted("ICLR 2018") == "Submitted to ICLR 2018"
    assert submitted("Submitted to ICLR 2018") == "Submitted to ICLR 2018"
