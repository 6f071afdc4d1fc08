from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.clean import clean
from index.markup.links import safe_href, trimmed


@pytest.mark.parametrize(
    ("address", "href"),
    [
        ("https://a.org/x?y=1#z", "https://a.org/x?y=1#z"),
        ("HTTP://A.org", "HTTP://A.org"),
        ("http://localhost:8000/", "http://localhost:8000/"),
        ("https://例え.jp/é", "https://例え.jp/é"),
        ("mailto:a@b.org", "mailto:a@b.org"),
        ("www.a.org", "https://www.a.org"),
        ("github.com/a/b", "https://github.com/a/b"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("data:text/html,x", None),
        ("ftp://a.org", None),
        ("//a.org/x", None),
        ("https://", None),
        ("https:///path", None),
        ("mailto:", None),
        ("page.html", None),
        ("https://a.org/a b", None),
        ("https://a.org/\x1b]8;;", None),
        ("https://a.org/\x9c", None),
        ("https://a.org/\u202egpj.exe", None),
        ("https://a.org/\u200b", None),
        ("https://a.org/\ud800", None),
        ('https://a.org/"x', None),
        ("https://a.org/{x}", None),
        ("https://a.org/" + "x" * 2000, None),
        ("", None),
    ],
)
def test_safe_href(address: str, href: str | None) -> None:
    assert safe_href(address) == href


@settings(deadline=None)
@given(st.sampled_from(["https://a.org/", "mailto:a@b", ""]), st.text(max_size=20))
def test_no_control_character_gets_into_an_address(start: str, rest: str) -> None:
    href = safe_href(start + rest)
    assert href is None or (href == clean(href) and not any(map(str.isspace, href)))


@pytest.mark.parametrize(
    ("matched", "url"),
    [
        ("https://a.org/x.", "https://a.org/x"),
        ("https://a.org/x).", "https://a.org/x"),
        ("https://a.org/x_(y)", "https://a.org/x_(y)"),
        ("https://a.org/x_(y))", "https://a.org/x_(y)"),
        ("https://a.org/x]**", "https://a.org/x"),
        ("https://a.org/x/", "https://a.org/x/"),
        ("https://a.org/x?!", "https://a.org/x"),
    ],
)
def test_trimmed(matched: str, url: str) -> None:
    assert trimmed(matched) == url
