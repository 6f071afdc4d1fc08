from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.markup.spans import STYLES, Span, decode_spans, encode_spans

STYLE_SETS = st.frozensets(st.sampled_from(STYLES), min_size=1)


@st.composite
def span_lists(draw: st.DrawFn) -> tuple[Span, ...]:
    cuts = sorted(draw(st.sets(st.integers(0, 3000), max_size=20)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    hrefs = st.none() | st.sampled_from(["https://a.org/é?x=1#y", "mailto:a@b.org"])
    return tuple(Span(start, end, draw(STYLE_SETS), draw(hrefs)) for start, end in pairs)


@settings(deadline=None)
@given(span_lists())
def test_spans_survive_storage(spans: tuple[Span, ...]) -> None:
    assert decode_spans(encode_spans(spans)) == spans


def test_encoding_is_compact_and_stable() -> None:
    spans = (
        Span(0, 2, frozenset(["math", "bold"])),
        Span(3, 9, frozenset(["link"]), "https://a.org"),
    )
    assert encode_spans(spans) == '[[0,2,"bx"],[3,9,"l","https://a.org"]]'
    assert encode_spans(()) == "[]"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "7",
        "[7]",
        "[[1]]",
        '[[0,2,"?"]]',
        '[[2,2,"b"]]',
        '[[0,3,"b"],[2,4,"i"]]',
        '[[-1,3,"b"]]',
        '[["a",3,"b"]]',
        "[" * 100_000,
    ],
)
def test_damaged_spans_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        decode_spans(text)


def test_spans_and_fold_import_only_the_standard_library() -> None:
    program = (
        "import sys, index.clean, index.markup.spans, index.markup.fold;"
        "print([name for name in ('markdown_it', 'pylatexenc', 'whoosh') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
