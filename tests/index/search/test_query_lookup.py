from __future__ import annotations

import pytest

from index.addresses import address_of
from index.search.lookup import LONGEST, Lookup, identify
from index.search.query import parse


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("10.1145/3290605.3300907", "doi", "10.1145/3290605.3300907"),
        ("doi:10.1145/3290605.3300907", "doi", "10.1145/3290605.3300907"),
        ("DOI: 10.1145/3290605.3300907.", "doi", "10.1145/3290605.3300907"),
        ("<https://doi.org/10.1145/3290605.3300907>", "doi", "10.1145/3290605.3300907"),
        ("http://dx.doi.org/10.1145%2F3290605.3300907", "doi", "10.1145/3290605.3300907"),
        ("https://dl.acm.org/doi/pdf/10.1145/3290605.3300907", "doi", "10.1145/3290605.3300907"),
        (
            "https://link.springer.com/content/pdf/10.1007/978-3-030-58452-8_24.pdf?x=1",
            "doi",
            "10.1007/978-3-030-58452-8_24",
        ),
        (
            "10.1016/0370-2693(88)91554-2",
            "doi",
            "10.1016/0370-2693(88)91554-2",
        ),
        ("10.1002/(SICI)1097-4571(199806)", "doi", "10.1002/(sici)1097-4571(199806)"),
        ("10.1145/3290605)", "doi", "10.1145/3290605"),
        ("10.48550/arXiv.2404.14339", "arxiv", "2404.14339"),
        ("arXiv:2404.14339", "arxiv", "2404.14339"),
        ("arXiv: 2404.14339v2", "arxiv", "2404.14339"),
        ("arXiv:2404.14339v1 [cs.CL] 22 Apr 2024", "arxiv", "2404.14339"),
        ("2404.14339v2", "arxiv", "2404.14339"),
        ("0704.0001", "arxiv", "0704.0001"),
        ("hep-th/9901001", "arxiv", "hep-th/9901001"),
        ("math.GT/0309136", "arxiv", "math.gt/0309136"),
        ("https://arxiv.org/abs/2404.14339v2", "arxiv", "2404.14339"),
        ("http://export.arxiv.org/pdf/2404.14339v2.pdf", "arxiv", "2404.14339"),
        ("https://www.arxiv.org/html/2404.14339#S1", "arxiv", "2404.14339"),
        ("arxiv.org/abs/hep-th/9901001", "key", "arxiv.org/abs/hep-th/9901001"),
        ("https://arxiv.org/abs/hep-th/9901001", "arxiv", "hep-th/9901001"),
        ("https://huggingface.co/papers/2404.14339", "arxiv", "2404.14339"),
        ("https://openreview.net/forum?id=05T81ScPFb", "openreview", "05T81ScPFb"),
        ("https://openreview.net/pdf?id=05T81ScPFb#page=3", "openreview", "05T81ScPFb"),
        ("https://openreview.net/forum?noteId=a1&id=r-1_x&b=2", "openreview", "r-1_x"),
        ("https://aclanthology.org/2020.acl-main.1/", "acl", "2020.acl-main.1"),
        ("https://aclanthology.org/P19-1001.pdf", "acl", "P19-1001"),
        ("https://www.aclweb.org/anthology/2020.acl-main.1v2", "acl", "2020.acl-main.1"),
        ("2020.acl-main.1", "acl", "2020.acl-main.1"),
        ("P19-1001", "acl", "P19-1001"),
        ("https://proceedings.mlr.press/v139/smith21a.html", "pmlr", "v139/smith21a"),
        ("http://proceedings.mlr.press/v139/smith21a/smith21a.pdf", "pmlr", "v139/smith21a"),
        ("https://www.Example.org/Papers/1/#top", "url", "example.org/Papers/1"),
        ("www.example.org", "url", "example.org"),
        ("Law:2009The", "key", "Law:2009The"),
        (
            "icml2026-approaches-watermarking-67e21d",
            "key",
            "icml2026-approaches-watermarking-67e21d",
        ),
        ("dupont2024lattice", "key", "dupont2024lattice"),
        ("DBLP:conf/nips/VaswaniSPUJGKP17", "key", "DBLP:conf/nips/VaswaniSPUJGKP17"),
        ("GPT-4o", "key", "GPT-4o"),
    ],
)
def test_identifiers(text: str, kind: str, value: str) -> None:
    found = Lookup(kind, value)  # type: ignore[arg-type]
    assert identify(text) == found
    assert identify(f"  {text}\n") == found
    assert parse(text, typing=True).lookup == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "latent",
        "state-of-the-art",
        "l2",
        "2019",
        "10.1145",
        "2413.14339",  # there is no month 13
        "2404.143",
        "latent GPT-4o",
        "10.1145/3290605 and more",
        "\u9c81\u68d2\u6027",
        "title:foo2",
        "year:2019..2023",
        "a" * LONGEST + "1",
        "http://",
    ],
)
def test_what_is_no_identifier(text: str) -> None:
    assert parse(text, typing=False).lookup is None


def test_aliases_cover_the_spellings_of_an_identifier() -> None:
    assert Lookup("doi", "10.1145/3290605").aliases == ("doi:10.1145/3290605",)
    assert Lookup("openreview", "05T81ScPFb").aliases == ("openreview:05t81scpfb",)
    assert Lookup("arxiv", "2404.14339").aliases == (
        "arxiv:2404.14339",
        "doi:10.48550/arxiv.2404.14339",
    )
    assert Lookup("acl", "P19-1001").aliases == ("acl:p19-1001", "doi:10.18653/v1/p19-1001")
    assert "pmlr:v139-smith21a" in Lookup("pmlr", "v139/smith21a").aliases
    assert Lookup("url", "example.org").aliases == Lookup("key", "smith2021a").aliases == ()


def test_addresses_that_lead_to_one_page() -> None:
    for other in ("http://www.Example.org/A/", "https://example.org/A#b", "www.example.org/A "):
        assert address_of(other) == "example.org/A"
    assert address_of("https://example.org/a?b=c") == "example.org/a?b=c"
    assert address_of("https://example.org/a") != address_of("https://example.org/A")


def test_an_identifier_is_searched_as_words_as_well() -> None:
    query = parse("https://doi.org/10.1145/3290605", typing=False)
    assert query.explanation == "doi.org/10.1145/3290605"
    assert query.notes == ()
    query = parse("Law:2009The", typing=False)
    assert query.explanation == "Law AND 2009The"
    assert query.notes == ('no field "Law": searched its words',)
