"""Styled ranges over a plain text, and the compact form in which the store keeps them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from collections.abc import Iterable

MARKUP_VERSION = 1
"""Raised whenever `parse` gives another result for some input: stored results are then stale."""

Style = Literal["bold", "italic", "mono", "underline", "math", "link"]

_CODE_OF_STYLE: dict[Style, str] = {
    "bold": "b",
    "italic": "i",
    "mono": "m",
    "underline": "u",
    "math": "x",
    "link": "l",
}
_STYLE_OF_CODE: dict[str, Style] = {code: style for style, code in _CODE_OF_STYLE.items()}
STYLES: tuple[Style, ...] = get_args(Style)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `[start, end)` of a plain text, with at least one style.

    The spans of a text are ascending and never overlap; text without a style has no span. `href`
    is an absolute address and goes with the style "link".
    """

    start: int
    end: int
    styles: frozenset[Style]
    href: str | None = None


def encode_spans(spans: Iterable[Span]) -> str:
    """Write spans as compact JSON: `[[start, end, styles], [start, end, styles, href], ...]`.

    `styles` is a string with one letter a style, in a fixed order, so that equal spans always give
    equal text.
    """
    rows: list[list[int | str]] = []
    for span in spans:
        codes = "".join(_CODE_OF_STYLE[style] for style in STYLES if style in span.styles)
        row: list[int | str] = [span.start, span.end, codes]
        if span.href is not None:
            row.append(span.href)
        rows.append(row)
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))


def decode_spans(text: str) -> tuple[Span, ...]:
    """Read what `encode_spans` wrote.

    Raises:
        ValueError: The text is not such JSON, or its spans are empty, overlap or are out of order.
    """
    spans: list[Span] = []
    reached = 0
    try:
        for start, end, codes, *rest in json.loads(text):
            styles = frozenset(_STYLE_OF_CODE[code] for code in codes)
            href = rest[0] if rest else None
            if not reached <= start < end:
                raise ValueError(f"span [{start}, {end}) is empty or out of order")
            spans.append(Span(start, end, styles, href))
            reached = end
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"not an encoded list of spans: {error}") from error
    return tuple(spans)
