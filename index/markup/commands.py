r"""What a backslash begins in running text: accents, escapes, styles, links, symbols.

A command that is not known stays as the author wrote it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from index.markup.arguments import READERS, reference
from index.markup.delimiters import find_formula
from index.markup.maths import is_glued_symbol, to_unicode
from index.markup.stream import closing_brace, nest, push_math, push_text, source_of
from index.markup.symbols import (
    ALIASES,
    ALPHABETS,
    COMBINING,
    SYMBOLS,
    TEXT_ACCENTS,
    is_text_symbol,
)
from index.markup.vocabulary import (
    BINOMIALS,
    DECLARATIONS,
    FRACTIONS,
    LETTERS,
    NEW_LINE,
    STRIPPED_STYLES,
    STYLES,
    WITHOUT_TEXT,
)

if TYPE_CHECKING:
    from markdown_it.rules_inline import StateInline

_NAME = re.compile(r"\\([A-Za-z]+)\*?")
_ACCENT = re.compile(
    r"""\\(?:
        (?P<sign>['`^"~=.])(?:\{\\?([A-Za-z])\}|\\([ij])(?![A-Za-z])(?:\{\})?|([A-Za-z]))
      | (?P<letter>[Hcvudbrk])(?:\{\\?([A-Za-z])\}|\ ([A-Za-z])(?![A-Za-z]))
    )""",
    re.VERBOSE,
)
# `\"open-ended\"` is a quotation escaped for JSON, not a word that begins with an umlaut.
_QUOTED = re.compile(r"""\\"[^\\"\n]{1,200}\\"(?![A-Za-z{])""")
_SCRIPTS = re.compile(r"(?:[_^](?:\{[^{}]{0,60}\}|[A-Za-z0-9*+-]))+")

_ARGUMENTS = {
    **dict.fromkeys([*COMBINING, *ALPHABETS, "sqrt", "operatorname", "mathit"], 1),
    **dict.fromkeys(["mathbf", "mathrm", "bm", "pmb"], 1),
    **dict.fromkeys(FRACTIONS | BINOMIALS, 2),
}
_BARE_ARGUMENT = re.compile(r"\ ?(?:[0-9]|[A-Za-z](?![A-Za-z])|\\[A-Za-z]+)")

_DELIMITER = re.compile(r"\\(?:left|right)\ ?(?=[()\[\]|{}\\])")

_ESCAPED = frozenset("%&_#${}*~^<>[]()!`\"'+=.:-")
_OTHER = {",": " ", ";": " ", " ": " ", "\n": " ", "/": "", "@": "", "|": "‖"}


def command(state: StateInline) -> bool:
    """Read what a backslash begins; `False` leaves the backslash as it is."""
    following = state.src[state.pos + 1 : min(state.pos + 2, state.posMax)]
    if not following:
        return False
    if following in "([" and formula(state):
        return True
    if _accent(state):
        return True
    if following.isascii() and following.isalpha():
        return _named(state)
    return _character(state, following)


def formula(state: StateInline) -> bool:
    """Read a formula with its delimiters."""
    found = find_formula(source_of(state), state.pos, state.posMax)
    if found is None:
        return False
    if not _styled_text(state, found.start, found.end):
        body = state.src[found.start : found.end].strip()
        whole = state.src[state.pos : found.after]
        push_math(state, to_unicode(body) or whole, body)
    state.pos = found.after
    return True


def _styled_text(state: StateInline, start: int, end: int) -> bool:
    r"""Read a formula that is no formula: `$\textsf{Name}$`, `$\underline{\textbf{N}}$`."""
    body = state.src[start:end]
    start += len(body) - len(body.lstrip())
    end -= len(body) - len(body.rstrip())
    match = _NAME.match(state.src, start, end)
    if match is None or match.group(1) not in STYLES or match.end() >= end:
        return False
    if closing_brace(state, match.end()) != end - 1:
        return False
    if not re.search(r"\\(?:text|emph|underline|mbox)", body):
        return False
    nest(state, match.end() + 1, end - 1, style=STYLES[match.group(1)])
    return True


def accent_at(text: str, position: int, end: int) -> tuple[str, int] | None:
    r"""The accented letter written at a position (`\'e`, `\H{o}`) and where it ends."""
    match = _ACCENT.match(text, position, end)
    if match is None:
        return None
    mark = match.group("sign") or match.group("letter")
    letter = next(filter(None, match.group(2, 3, 4, 6, 7)))
    composed = unicodedata.normalize("NFC", letter + TEXT_ACCENTS[mark])
    # A letter that has no such accent anywhere in Unicode was not meant to have one.
    return (composed, match.end()) if len(composed) == 1 else None


def _accent(state: StateInline) -> bool:
    if _QUOTED.match(state.src, state.pos, state.posMax) and not _follows_letter(state):
        return False
    found = accent_at(state.src, state.pos, state.posMax)
    if found is None:
        return False
    text, state.pos = found
    push_text(state, text)
    return True


def _character(state: StateInline, character: str) -> bool:
    if character == "\\":
        return _double_backslash(state)
    text = character if character in _ESCAPED else _OTHER.get(character)
    if text is None:
        return False
    if character == "-" and _is_inside_word(state):
        text = ""  # LaTeX's hint that a word may be hyphenated here.
    push_text(state, text)
    state.pos += 2
    return True


def _is_inside_word(state: StateInline) -> bool:
    return _follows_letter(state) and state.src[state.pos + 2 : state.pos + 3].isalpha()


def _follows_letter(state: StateInline) -> bool:
    return state.pos > 0 and state.src[state.pos - 1].isalpha()


def _double_backslash(state: StateInline) -> bool:
    after = state.src[state.pos + 2 : min(state.pos + 3, state.posMax)]
    if not after or after.isspace():
        push_text(state, "\n")
        state.pos += 2
    elif after in "%&_#$":
        push_text(state, after)  # escaped twice on its way here
        state.pos += 3
    else:
        push_text(state, "\\\\")
        state.pos += 2
    return True


def _named(state: StateInline) -> bool:
    match = _NAME.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    name, end = match.group(1), match.end()
    opening = end
    while opening < state.posMax and state.src[opening] == " ":
        opening += 1
    closing = closing_brace(state, opening)
    if closing >= 0:
        reader = READERS.get(name)
        if reader is not None:
            return reader(state, name, opening, closing)
    if reference(state, name, end):
        return True
    return _bare(state, match, opening)


def _bare(state: StateInline, match: re.Match[str], following: int) -> bool:
    """Read a command that takes no argument in braces."""
    name, end = match.group(1), match.end(1)
    if name in NEW_LINE:
        push_text(state, "\n• " if name == "item" else "\n")
        state.pos = following
    elif name in WITHOUT_TEXT or name in DECLARATIONS:
        state.pos = following
    elif name in LETTERS:
        _letter(state, name, end)
    elif name in SYMBOLS or name in _ARGUMENTS or is_glued_symbol(name):
        return _symbol(state, name, end)
    elif name in ALIASES:
        push_text(state, ALIASES[name])
        state.pos = _skip_empty_group(state, end)
    elif style := _stuck_style(name):
        state.pos += 1 + len(style)
    elif size := _DELIMITER.match(state.src, state.pos, state.posMax):
        state.pos = size.end()
    else:
        _unknown(state, end)
    return True


def _stuck_style(name: str) -> str | None:
    r"""The style in `\emphnatural gradient`, which lost its braces and with them its extent."""
    stuck = (style for style in STRIPPED_STYLES if name.startswith(style) and name != style)
    return next(stuck, None)


def _skip_empty_group(state: StateInline, end: int) -> int:
    return end + 2 if state.src.startswith("{}", end) and end + 2 <= state.posMax else end


def _letter(state: StateInline, name: str, end: int) -> None:
    r"""Read `\L{}`, `\o` and the like; a blank after the name only ended it."""
    push_text(state, SYMBOLS[name])
    after = _skip_empty_group(state, end)
    if after == end and state.src[end : end + 1] == " " and state.src[end + 1 : end + 2].isalpha():
        after = end + 1
    state.pos = min(after, state.posMax)


def _symbol(state: StateInline, name: str, end: int) -> bool:
    for _ in range(_ARGUMENTS.get(name, 0)):
        closing = closing_brace(state, end)
        if closing >= 0:
            end = closing + 1
        elif bare := _BARE_ARGUMENT.match(state.src, end, state.posMax):
            end = bare.end()
        else:
            _unknown(state, end)
            return True
    if name in SYMBOLS and is_text_symbol(name):
        push_text(state, SYMBOLS[name])
        state.pos = _skip_empty_group(state, end)
        return True
    scripts = _SCRIPTS.match(state.src, end, state.posMax)
    end = scripts.end() if scripts else end
    latex = state.src[state.pos : end]
    text = to_unicode(latex)
    if text is None:
        _unknown(state, end)
        return True
    push_math(state, text, latex)
    state.pos = _skip_empty_group(state, end)
    return True


def _unknown(state: StateInline, end: int) -> None:
    """Show a command as it is written, the braces of its argument with it."""
    push_text(state, state.src[state.pos : end])
    state.pos = end
    while (closing := closing_brace(state, state.pos)) >= 0:
        push_text(state, "{")
        nest(state, state.pos + 1, closing)
        push_text(state, "}")
        state.pos = closing + 1
