"""What a further record of a paper adds to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from index.identity import completed, titles_agree
from index.paper import Date, Identifiers, Link, Name, Paper, Source

KNOWN = Paper("id", "", Source("a"))
LONG = "We study a thing that matters to many people and show in fifteen words why it does so."


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        ("On Things", "ON THINGS", True),
        ("Poincaré", "Poincare", True),
        ("On Things", None, True),
        (None, None, True),
        ("On Things", "\u0301", True),
        ("On Things", "On Thing", False),
    ],
)
def test_titles_agree(one: str | None, other: str | None, agree: bool) -> None:
    assert titles_agree(one, other) is agree
    assert titles_agree(other, one) is agree


@pytest.mark.parametrize(
    ("known", "record", "expected"),
    [
        ({}, {"title": "T", "volume": "3"}, {"title": "T", "volume": "3"}),
        ({"title": "T"}, {"title": "U"}, {"title": "T"}),
        (
            {"authors": (Name("Li", "Bo"),)},
            {"authors": (Name("X"),)},
            {"authors": (Name("Li", "Bo"),)},
        ),
        ({}, {"kind": "article"}, {"kind": "article"}),
        ({"kind": "preprint"}, {"kind": "article"}, {"kind": "preprint"}),
        ({"venue": "ICML 2019"}, {"venue": "Nature", "kind": "article"}, {"venue": "ICML 2019"}),
        (
            {"venue": "Submitted to ICLR 2018", "date": Date(2018)},
            {"venue": "ICML 2019", "kind": "conference", "date": Date(2019)},
            {"venue": "ICML 2019", "kind": "conference", "date": Date(2019)},
        ),
        (
            {"venue": "Submitted to ICLR 2018", "date": Date(2018)},
            {"venue": "Submitted to ICML 2019", "date": Date(2019)},
            {"venue": "Submitted to ICLR 2018", "date": Date(2018)},
        ),
        (
            {"venue": "ICML 2019", "kind": "conference"},
            {"venue": "Submitted to ICLR 2018"},
            {"venue": "ICML 2019", "kind": "conference"},
        ),
        (
            {"ids": Identifiers(doi="10.1000/a")},
            {"ids": Identifiers(doi="10.1000/b", acl="P19-1")},
            {"ids": Identifiers(doi="10.1000/a", acl="P19-1")},
        ),
        (
            {"links": (Link("url", "u"),)},
            {"links": (Link("pdf", "p"), Link("code", "u"))},
            {"links": (Link("url", "u"), Link("pdf", "p"))},
        ),
        ({"abstract": "[No abstract]"}, {"abstract": LONG}, {"abstract": LONG}),
        ({"abstract": LONG}, {"abstract": LONG + " More."}, {"abstract": LONG}),
        ({"abstract": "Short."}, {"abstract": ""}, {"abstract": "Short."}),
    ],
)
def test_a_record_completes_what_is_known(
    known: dict[str, Any], record: dict[str, Any], expected: dict[str, Any]
) -> None:
    further = replace(KNOWN, id="other", source=Source("b"), **record)
    assert completed(replace(KNOWN, **known), further) == replace(KNOWN, **expected)
