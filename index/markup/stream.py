"""The bridge to markdown-it: what our rules read from its state and write to its token stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.markup.source import Source

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token as RawToken

    from index.markup.spans import Style

MAX_NESTING = 20
"""How deep groups may lie in each other; what lies deeper is shown as it is written."""


def source_of(state: StateInline) -> Source:
    """The pairs of the text that a state reads."""
    source = state.env["source"]
    if not isinstance(source, Source):
        raise TypeError("the parser was started without a source")
    return source


def closing_brace(state: StateInline, opening: int) -> int:
    """The brace that closes the one at `opening` inside the range being read, or -1."""
    if opening >= state.posMax or state.src[opening] != "{":
        return -1
    closing = source_of(state).braces.get(opening, -1)
    return closing if closing < state.posMax else -1


def push_text(state: StateInline, text: str) -> None:
    """Add plain text."""
    state.append_pending(text)


def push_math(state: StateInline, text: str, latex: str) -> None:
    """Add a formula: the text that shows it, and its source without delimiters."""
    token = state.push("math", "", 0)
    token.content = text
    token.meta["latex"] = latex


def push_code(state: StateInline, text: str) -> None:
    """Add program text, in which nothing is markup."""
    state.push("code_inline", "", 0).content = text


def push_link(state: StateInline, text: str, href: str) -> None:
    """Add an address that shows itself."""
    token = state.push("address", "", 0)
    token.content = text
    token.meta["href"] = href


def nest(
    state: StateInline,
    start: int,
    end: int,
    *,
    style: Style | None = None,
    href: str | None = None,
) -> None:
    """Read `[start, end)` of the source as a group of its own, perhaps with a style or a target.

    The position of the state is left unchanged.
    """
    opened = _push_group(state, 1)
    opened.meta.update(style=style, href=href)
    read_range(state, start, end)
    _push_group(state, -1)


def _push_group(state: StateInline, nesting: int) -> RawToken:
    return state.push("group_open", "", 1) if nesting > 0 else state.push("group_close", "", -1)


def read_range(state: StateInline, start: int, end: int) -> None:
    """Read `[start, end)` of the source in place; the position of the state is left unchanged."""
    position, limit = state.pos, state.posMax
    state.pos, state.posMax = start, end
    state.md.inline.tokenize(state)
    state.pos, state.posMax = position, limit
