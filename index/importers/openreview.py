"""Notes of OpenReview: what its API and its clients give of a submission.

Both versions are read. In version 2 each field of `content` is an object with `value`, in version 1
it is the value itself (OpenReview documentation, "How to get all submissions", "API v1 and v2").
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from index.importers.report import Skipped
from index.importers.venues import CONFERENCES

if TYPE_CHECKING:
    from collections.abc import Mapping

_SITE = "https://openreview.net"
_MEETING = re.compile(r"(?:^|/)([A-Za-z]+)(?:\.[a-z]+)?/((?:19|20)\d\d)/Conference(?:/|$)")
_YEAR = re.compile(r"/((?:19|20)\d\d)(?:/|$)")
_FATES = (("withdrawn", "Withdrawn"), ("rejected", "Rejected"), ("desk_reject", "Rejected"))
_CODE = ("code", "github", "code_link", "code_url", "code_repository", "software")


def is_note(record: Mapping[str, Any]) -> bool:
    """Whether an object is a note of OpenReview."""
    return "content" in record and not record.keys().isdisjoint(
        {"forum", "invitation", "invitations", "replyto", "signatures"}
    )


def note_fields(note: Mapping[str, Any]) -> Mapping[str, Any] | Skipped:
    """The fields of a submission; reviews, comments and deleted notes are skipped.

    Whether it was accepted is taken from its `venueid` or invitation, or from a decision among its
    replies. Where nothing tells that, no venue is claimed.
    """
    forum = note.get("forum") or note.get("id")
    if note.get("replyto") or (note.get("id") and forum != note["id"]):
        return Skipped("review or comment")
    if note.get("ddate"):
        return Skipped("deleted")
    content = _content(note)
    invitations = note.get("invitations") or [note.get("invitation")]
    # An invitation that was edited later says more than the first one.
    calls = [call for call in reversed(invitations) if isinstance(call, str)] if isinstance(
        invitations, list
    ) else []  # fmt: skip
    venueid = content.get("venueid") if isinstance(content.get("venueid"), str) else ""
    status = _status(venueid or "", calls) or _decision(note)
    venue = content.get("venue")
    sources = [venueid or "", *calls]
    if not venue and (status or "").lower().startswith(("accept", "reject", "withdraw")):
        venue = _meeting(sources)
    pdf, site = content.get("pdf"), f"{_SITE}/forum?id={forum}" if forum else None
    return {
        "title": content.get("title"),
        "authors": content.get("authors"),
        "abstract": content.get("abstract"),
        "keywords": content.get("keywords"),
        _kind_of_venue(venueid or ""): venue,
        "year": next((found[1] for text in sources if (found := _YEAR.search(text))), None),
        "status": status,
        "url": site,
        "pdf": _SITE + pdf if isinstance(pdf, str) and pdf.startswith("/") else pdf,
        "code": next(filter(None, map(content.get, _CODE)), None),
        "openreview": forum,
        "id": note.get("id"),
    }


def _kind_of_venue(venueid: str) -> str:
    """The field that a venue belongs in: its name alone does not always tell what it is."""
    if venueid == "TMLR":
        return "journal"
    is_meeting = re.search(r"/(?:Conference|Track|Workshop)(?:/|$)", venueid)
    return "conference" if is_meeting else "venue"


def _content(note: Mapping[str, Any]) -> dict[str, Any]:
    content = note.get("content")
    if not isinstance(content, dict):
        return {}
    return {
        key: value["value"] if isinstance(value, dict) and "value" in value else value
        for key, value in content.items()
    }


def _status(venueid: str, calls: list[str]) -> str | None:
    for text in (venueid, *calls):
        for word, status in _FATES:
            if word in text.rpartition("/")[2].lower():
                return status
    return None


def _decision(note: Mapping[str, Any]) -> str | None:
    """The decision among the replies that were asked for with a note (`details`)."""
    details = note.get("details")
    if not isinstance(details, dict):
        return None
    for kind in ("directReplies", "replies"):
        for reply in details.get(kind) or []:
            if isinstance(reply, dict):
                content = _content(reply)
                found = content.get("decision") or content.get("recommendation")
                if isinstance(found, str) and found.lower().startswith(("accept", "reject")):
                    return found
    return None


def _meeting(sources: list[str]) -> str | None:
    for text in sources:
        found = _MEETING.search(text)
        if found and (name := CONFERENCES.get(found[1].lower())):
            return f"{name} {found[2]}"
    return None
