"""Venues as sources abbreviate them, and whether a submission was accepted there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from index.identity import SUBMITTED

if TYPE_CHECKING:
    from index.paper import Kind

CONFERENCES = {
    name.lower().replace(" ", ""): name
    for name in (
        "3DV", "AAAI", "AAMAS", "ACCV", "ACL", "ACM MM", "ACML", "AISTATS", "ALT", "AutoML",
        "BMVC", "CHI", "CIKM", "COLING", "COLM", "COLT", "CoNLL", "CoRL", "CVPR", "EACL", "ECAI",
        "ECCV", "ECIR", "EMNLP", "ICAPS", "ICASSP", "ICCV", "ICDM", "ICIP", "ICLR", "ICML",
        "ICPR", "ICRA", "IJCAI", "IJCNLP", "IJCNN", "Interspeech", "IROS", "ISMIR", "KDD",
        "L4DC", "LREC", "MICCAI", "MIDL", "MLSys", "NAACL", "NeurIPS", "NIPS", "RecSys", "RSS",
        "SIGGRAPH", "SIGGRAPH Asia", "SIGIR", "UAI", "VLDB", "WACV", "WSDM", "WWW",
    )
}  # fmt: skip
"""Conferences that lists of papers call by a short name, and how that name is written."""

FIRST_NEURIPS = 2018
"""The year from which the conference NIPS bears its new name."""

Decision = Literal["rejected", "withdrawn", "under review"]

_SHORT = re.compile(
    r"(?P<name>[A-Za-z0-9][A-Za-z0-9 ]{0,20}?)[ _-]?(?P<year>(?:19|20)\d\d)"
    r"(?: (?:conference |conditional ?|regular |blind ?)?(?:poster|oral|spotlight|talk|conference|"
    r"oralposter|spotlightposter|notable top \d+%))?",
    re.IGNORECASE,
)
_MEETING = re.compile(r"\b(?:conference|proceedings|symposium|workshop)\b", re.IGNORECASE)
_JOURNAL = re.compile(r"\b(?:journal|transactions)\b", re.IGNORECASE)
_PREPRINTS = frozenset({"arxiv", "arxiv.org", "biorxiv", "medrxiv", "corr"})
_REVIEWED = frozenset({"active", "in review", "pending", "submitted", "under review"})


class Venue(NamedTuple):
    """A venue as a citation names it, the year that its name gives, and the kind of its papers."""

    name: str
    year: int | None = None
    kind: Kind = "other"


def read_venue(text: str) -> Venue:
    """Read a venue: `icml2019` is ICML 2019; what is not known is left as it stands."""
    if text.startswith(SUBMITTED):
        return read_venue(text.removeprefix(SUBMITTED).strip())._replace(name=text, kind="other")
    match = _SHORT.fullmatch(text)
    if match and (known := CONFERENCES.get(match["name"].lower().replace(" ", ""))):
        year = int(match["year"])
        if known in {"NIPS", "NeurIPS"}:
            known = "NIPS" if year < FIRST_NEURIPS else "NeurIPS"
        return Venue(f"{known} {year}", year, "conference")
    if known := CONFERENCES.get(text.lower().replace(" ", "")):
        return Venue(known, None, "conference")
    if text.lower() in _PREPRINTS:
        return Venue(text, None, "preprint")
    if _MEETING.search(text):
        return Venue(text, None, "conference")
    return Venue(text, None, "article" if _JOURNAL.search(text) else "other")


def in_track(venue: str, status: str) -> str:
    """The venue of a paper whose status says that it belongs to a part of its own.

    A workshop and ACL's Findings are no papers of the conference itself.
    """
    track = status.lower()
    if "workshop" in track and "workshop" not in venue.lower():
        return f"{venue} Workshop"
    if track == "findings" and "findings" not in venue.lower():
        return f"Findings of {venue}"
    return venue


def decision(status: str, venue: str) -> Decision | None:
    """Why a paper is not one of its venue's; `None` if nothing speaks against it.

    Args:
        status: what the source says of it: `Poster`, `Reject`, `Desk Rejected`, `Withdraw`.
        venue: its venue, which OpenReview words as `Submitted to ...` where it was not accepted,
            and as `... Withdrawn Submission` or `... Submission` otherwise.
    """
    for text in (status.lower(), venue.lower()):
        if "withdraw" in text:
            return "withdrawn"
        if "reject" in text:
            return "rejected"
    if status.lower() in _REVIEWED:
        return "under review"
    if venue.startswith(SUBMITTED) or venue.endswith((" Submission", " Submitted")):
        return "under review"
    return None


def submitted(venue: str) -> str:
    """What the venue of a paper is called that did not appear there."""
    return venue if venue.startswith(SUBMITTED) else f"{SUBMITTED} {venue}"
