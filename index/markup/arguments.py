r"""LaTeX commands with an argument in braces: styles, addresses, notes, citations, environments."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it.rules_inline import StateInline

from index.markup.links import safe_href, unescaped
from index.markup.maths import to_unicode
from index.markup.stream import closing_brace, nest, push_link, push_math, push_text, source_of
from index.markup.symbols import script
from index.markup.vocabulary import (
    LAYOUT_ENVIRONMENTS,
    MATHS_ENVIRONMENTS,
    MEASURES,
    NOTES,
    STYLES,
)

_REFERENCES = re.compile(r"(?:text|paren|full|foot|auto|no)?[cC]ite[a-zA-Z]*|[a-zA-Z]{0,4}ref")
_OPTION = re.compile(r"\[([^\[\]]{0,200})\]")
_MAX_ENVIRONMENT = 2000


def _style(state: StateInline, name: str, opening: int, closing: int) -> bool:
    nest(state, opening + 1, closing, style=STYLES[name])
    state.pos = closing + 1
    return True


def _raised(state: StateInline, name: str, opening: int, closing: int) -> bool:
    """Read what is set above or below the line: `m²`, but `1st`."""
    content = state.src[opening + 1 : closing]
    text = script("^" if name == "textsuperscript" else "_", content)
    if text is None or content.isalpha():
        nest(state, opening + 1, closing)
    else:
        push_text(state, text)
    state.pos = closing + 1
    return True


def _url(state: StateInline, _name: str, opening: int, closing: int) -> bool:
    address = unescaped(state.src[opening + 1 : closing].strip())
    href = safe_href(address)
    if href is None:
        push_text(state, address)
    else:
        push_link(state, address, href)
    state.pos = closing + 1
    return True


def _href(state: StateInline, _name: str, opening: int, closing: int) -> bool:
    label_end = closing_brace(state, closing + 1)
    if label_end < 0:
        return _url(state, "url", opening, closing)
    address = unescaped(state.src[opening + 1 : closing].strip())
    href = safe_href(address)
    if href is not None and not state.src[closing + 2 : label_end].strip():
        push_link(state, address, href)
    else:
        nest(state, closing + 2, label_end, href=href)
    if href is None and address:
        push_text(state, f" ({address})")
    state.pos = label_end + 1
    return True


def _without_argument(state: StateInline, _name: str, _opening: int, closing: int) -> bool:
    state.pos = closing + 1
    return True


def _colored(state: StateInline, _name: str, _opening: int, closing: int) -> bool:
    text_end = closing_brace(state, closing + 1)
    if text_end < 0:
        state.pos = closing + 1
    else:
        nest(state, closing + 2, text_end)
        state.pos = text_end + 1
    return True


def _note(state: StateInline, _name: str, opening: int, closing: int) -> bool:
    push_text(state, " (")
    nest(state, opening + 1, closing)
    push_text(state, ")")
    state.pos = closing + 1
    return True


def _quotation(state: StateInline, _name: str, opening: int, closing: int) -> bool:
    push_text(state, "“")
    nest(state, opening + 1, closing)
    push_text(state, "”")
    state.pos = closing + 1
    return True


def _environment(state: StateInline, name: str, opening: int, closing: int) -> bool:
    environment = state.src[opening + 1 : closing].rstrip("*")
    if environment in LAYOUT_ENVIRONMENTS:
        option = _OPTION.match(state.src, closing + 1, state.posMax)
        state.pos = option.end() if option and name == "begin" else closing + 1
        push_text(state, "\n")
        return True
    if environment in MATHS_ENVIRONMENTS and name == "begin":
        return _displayed(state, opening, closing)
    push_text(state, state.src[state.pos : closing + 1])
    state.pos = closing + 1
    return True


def _displayed(state: StateInline, opening: int, closing: int) -> bool:
    end_mark = "\\end" + state.src[opening : closing + 1]
    limit = min(state.posMax, closing + _MAX_ENVIRONMENT)
    end = source_of(state).find(end_mark, closing + 1, limit)
    body = state.src[closing + 1 : end].strip()
    text = to_unicode(body) if end >= 0 else None
    after = end + len(end_mark) if text else closing + 1
    if text:
        push_text(state, " ")
        push_math(state, text, body)
        push_text(state, " ")
    else:
        push_text(state, state.src[state.pos : after])
    state.pos = after
    return True


Reader = Callable[[StateInline, str, int, int], bool]
READERS: dict[str, Reader] = {
    **dict.fromkeys(STYLES, _style),
    "url": _url,
    "path": _url,
    "nolinkurl": _url,
    "href": _href,
    "textcolor": _colored,
    "colorbox": _colored,
    **dict.fromkeys(NOTES, _note),
    **dict.fromkeys(MEASURES, _without_argument),
    "textsuperscript": _raised,
    "textsubscript": _raised,
    "enquote": _quotation,
    "begin": _environment,
    "end": _environment,
}
"""What reads each command together with its first argument, given where that begins and ends."""


def reference(state: StateInline, name: str, end: int) -> bool:
    r"""Read `\cite[p. 3]{key}` as `[key, p. 3]`, `\ref{label}` as `[label]`."""
    if not _REFERENCES.fullmatch(name):
        return False
    notes: list[str] = []
    while option := _OPTION.match(state.src, end, state.posMax):
        notes.append(option.group(1).strip())
        end = option.end()
    while end < state.posMax and state.src[end] == " ":
        end += 1
    closing = closing_brace(state, end)
    if closing < 0:
        return False
    keys = state.src[end + 1 : closing].strip()
    push_text(state, "[" + ", ".join(filter(None, [keys, *notes])) + "]")
    state.pos = closing + 1
    return True
