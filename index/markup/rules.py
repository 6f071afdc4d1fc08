"""The rules of running text: quotes, code, emphasis, groups, links, dashes, line ends.

Each rule reads at the state's position. It either writes tokens, moves on and returns `True`, or
leaves everything as it is and returns `False`: the character is then plain text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from html.entities import html5

from markdown_it.rules_inline import StateInline, emphasis

from index.clean import clean
from index.markup.commands import accent_at, command, formula
from index.markup.links import BARE_URL, safe_href, trimmed, unescaped
from index.markup.stream import (
    closing_brace,
    nest,
    push_code,
    push_link,
    push_math,
    push_text,
    read_range,
    source_of,
)
from index.markup.symbols import script
from index.markup.vocabulary import DECLARATIONS

_SPECIAL = re.compile(
    r"[\n$\\{`*\[~&]|_+|\^\{|--|(?<![A-Za-z0-9])(?:https?://|www\.)", re.IGNORECASE
)

# Farther away a closing mark belongs to something else; a straight one is the weaker evidence.
_MAX_QUOTATION = 1000
_MAX_MIXED_QUOTATION = 200

_BACKTICKS = re.compile(r"`+")
_SINGLE_QUOTED = re.compile(r"`((?:[^`'\n]|(?<=\w)'(?=\w)){1,80})'(?!\w)")
_DASHES = re.compile(r"-+")
_STARS = re.compile(r"\*+")
_DECLARATION = re.compile(r"\{\s*\\([A-Za-z]+)\s*")
_GROUP_COMMAND = re.compile(r"\s*\\[A-Za-z]")
_TARGET = re.compile(
    r"""\(\s{0,9}<?
        (?P<url>(?:https?://|mailto:|www\.)[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)
        >?(?:\s{1,9}"[^"\n]{0,200}")?\s{0,9}\)""",
    re.VERBOSE | re.IGNORECASE,
)
_LINE_END = re.compile(r"[ \t]*\n\s*")
_LIST_ITEM = re.compile(r"(?:[-*+•‣–]|\(?(?:\d{1,2}|[ivx]{1,4}|[a-h])[.)])[ \t]")
_NUMBERED = re.compile(
    r"(?:fig|figs|figure|figures|sec|sect|section|sections|table|tables|theorem|lemma|eq|eqs|"
    r"equation|algorithm|chapter|appendix|proposition|corollary|definition|step|part)\.?\Z",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_SCRIPT = re.compile(r"([\^_])\{([^{}\n]{1,20})\}")


def text_run(state: StateInline) -> bool:
    """Read plain text up to the next character that may begin something."""
    match = _SPECIAL.search(state.src, state.pos + 1, state.posMax)
    end = match.start() if match else state.posMax
    push_text(state, state.src[state.pos : end])
    state.pos = end
    return True


def _group(state: StateInline) -> bool:
    r"""Read `{\em words}`, `{}` and braces that only hold a letter of a word together."""
    closing = closing_brace(state, state.pos)
    if closing < 0:
        return False
    declaration = _DECLARATION.match(state.src, state.pos, closing)
    if declaration and declaration.group(1) in DECLARATIONS:
        nest(state, declaration.end(), closing, style=DECLARATIONS[declaration.group(1)])
    elif closing > state.pos + 1:
        if not _is_grouping(state, closing):
            return False
        nest(state, state.pos + 1, closing)
    state.pos = closing + 1
    return True


def _is_grouping(state: StateInline, closing: int) -> bool:
    """Whether braces belong to LaTeX and not, like those of `{0, 1}`, to the sentence."""
    content = state.src[state.pos + 1 : min(closing, state.pos + 40)]
    if len(content) < closing - state.pos - 1:
        return bool(_GROUP_COMMAND.match(content))
    accented = accent_at(state.src, state.pos + 1, closing)
    if accented is not None and accented[1] == closing:
        return True
    if len(content) == 1 and not content.isascii() and content.isalpha():
        return True
    if _GROUP_COMMAND.match(content) or not content.strip("-–—"):
        return True
    before = state.src[max(0, state.pos - 2) : state.pos]
    after = state.src[closing + 1 : min(closing + 2, state.posMax)]
    return content.isalpha() and _completes_word(before, content, after)


def _completes_word(before: str, content: str, after: str) -> bool:
    """Whether braces around letters stand in the middle of a word.

    A command that lost its backslash, `emph{word}`, must not come out as `emphword`: plain letters
    count only where the word goes on after them, or where a single capital is before them.
    """
    if not content.isascii():
        return before[-1:].isalpha() or after.isalpha()
    if before[-1:].isalpha():
        is_initial = before[-1:].isupper() and not before[-2:-1].isalpha()
        goes_on = len(content) == 1 and after.isalpha()
        return goes_on or (is_initial and len(content) > 1 and content.islower())
    return after.isalpha() and len(content) + len(after) > 1


def _backtick(state: StateInline) -> bool:
    run = _BACKTICKS.match(state.src, state.pos, state.posMax)
    if run is None:
        return False
    length = run.end() - run.start()
    if length == 2 and _double_quoted(state):
        return True
    if length == 1 and _single_quoted(state):
        return True
    if _code(state, length):
        return True
    push_text(state, run.group())
    state.pos = run.end()
    return True


def _double_quoted(state: StateInline) -> bool:
    source, start, end = source_of(state), state.pos + 2, state.posMax
    reopened = source.find("``", start, end)
    limit = reopened if reopened >= 0 else end
    closer = "''"
    closing = source.find(closer, start, min(limit, start + _MAX_QUOTATION))
    if closing < 0:
        closer = '"'
        closing = source.find(closer, start, min(limit, start + _MAX_MIXED_QUOTATION))
    if closing < 0:
        return False
    push_text(state, "“")
    read_range(state, start, closing)
    push_text(state, "”")
    state.pos = closing + len(closer)
    return True


def _single_quoted(state: StateInline) -> bool:
    match = _SINGLE_QUOTED.match(state.src, state.pos, state.posMax)
    if match is None or _is_inside_word(state, state.pos + 1):
        return False
    push_text(state, "‘")
    read_range(state, match.start(1), match.end(1))
    push_text(state, "’")
    state.pos = match.end()
    return True


def _is_inside_word(state: StateInline, after: int) -> bool:
    """Whether alphanumerics stand both before the position and at `after`."""
    before = state.src[state.pos - 1 : state.pos] if state.pos else ""
    return before.isalnum() and state.src[after : min(after + 1, state.posMax)].isalnum()


def _code(state: StateInline, length: int) -> bool:
    start = state.pos + length
    closing = source_of(state).backtick_run(length, start, state.posMax)
    content = state.src[start:closing]
    if closing < 0 or not content.strip() or "\n\n" in content:
        return False
    if length == 1 and _is_inside_word(state, start):
        return False  # an apostrophe, as in: don`t
    after = state.src[closing + length : closing + length + 1]
    if content[-1].isspace() and not content[0].isspace() and after.isalnum():
        return False  # two opening quotes, as in: the `foo and `bar
    push_code(state, content.strip())
    state.pos = closing + length
    return True


def _star(state: StateInline) -> bool:
    run = _STARS.match(state.src, state.pos, state.posMax)
    if run is None:
        return False
    # `3*3` multiplies, and so may `f*g`: a star between letters can close emphasis, not open it.
    inside_word = _is_inside_word(state, run.end())
    if inside_word and state.src[state.pos - 1].isdigit() and state.src[run.end()].isdigit():
        push_text(state, run.group())
        state.pos = run.end()
        return True
    emphasis.tokenize(state, False)
    if inside_word and len(run.group()) == 1:
        state.delimiters[-1].open = False
    return True


def _underscore(state: StateInline) -> bool:
    return _raised(state) or emphasis.tokenize(state, False)


def _raised(state: StateInline) -> bool:
    """Read `10^{-3}` and `x_{1}` outside a formula, where Unicode can write them."""
    match = _SCRIPT.match(state.src, state.pos, state.posMax)
    before = state.src[state.pos - 1 : state.pos] if state.pos else ""
    if match is None or not (before.isalnum() or before in {")", "]"}):
        return False
    text = script(match.group(1), match.group(2))
    if text is None:
        return False
    push_math(state, text, match.group())
    state.pos = match.end()
    return True


def _bracket(state: StateInline) -> bool:
    """Read a Markdown link to an absolute address."""
    closing = source_of(state).brackets.get(state.pos, -1)
    if not state.pos < closing < state.posMax:
        return False
    target = _TARGET.match(state.src, closing + 1, state.posMax)
    href = safe_href(_with_scheme(target.group("url"))) if target else None
    if target is None or href is None:
        return False
    if state.src[state.pos + 1 : closing].strip():
        nest(state, state.pos + 1, closing, href=href)
    else:
        push_link(state, target.group("url"), href)
    state.pos = target.end()
    return True


def _with_scheme(address: str) -> str:
    return "https://" + address if address[:4].lower() == "www." else address


def _address(state: StateInline) -> bool:
    if state.pos and state.src[state.pos - 1].isalnum():
        return False
    match = BARE_URL.match(state.src, state.pos, state.posMax)
    written = trimmed(match.group()) if match else ""
    shown = unescaped(written)
    href = safe_href(_with_scheme(shown)) if shown else None
    if href is None:
        return False
    push_link(state, shown, href)
    state.pos += len(written)
    return True


def _dash(state: StateInline) -> bool:
    run = _DASHES.match(state.src, state.pos, state.posMax)
    if run is None:
        return False
    push_text(state, {2: "–", 3: "—"}.get(len(run.group()), run.group()))
    state.pos = run.end()
    return True


def _tilde(state: StateInline) -> bool:
    """Read LaTeX's no-break space; a tilde that may mean "about" or "to" stays."""
    before = state.src[max(0, state.pos - 12) : state.pos]
    after = state.src[state.pos + 1 : min(state.pos + 2, state.posMax)]
    follows_word = before[-1:] in {".", ")", "}", "$", ","} or (
        before[-2:].isalpha() and len(before) > 1
    )
    leads_on = after.isalpha() or after in {"\\", "(", "$"}
    is_number = after.isdigit() and _NUMBERED.search(before)
    if not (follows_word and (leads_on or is_number)):
        return False
    push_text(state, " ")
    state.pos += 1
    return True


def _entity(state: StateInline) -> bool:
    """Read an HTML entity, of which titles from publishers are full."""
    match = _ENTITY.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    name = match.group()[1:]
    # `html.unescape` would also read the "not" of "&notes;".
    text = html.unescape(match.group()) if name[0] == "#" else html5.get(name)
    if text is None:
        return False
    push_text(state, clean(text))
    state.pos = match.end()
    return True


def _line_end(state: StateInline) -> bool:
    match = _LINE_END.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    is_break = match.group().count("\n") > 1 or _LIST_ITEM.match(state.src, match.end())
    push_text(state, "\n" if is_break else " ")
    state.pos = match.end()
    return True


Rule = Callable[[StateInline], bool]

RULES: dict[str, Rule] = {
    "\n": _line_end,
    "$": formula,
    "\\": command,
    "{": _group,
    "`": _backtick,
    "*": _star,
    "_": _underscore,
    "^": _raised,
    "[": _bracket,
    "-": _dash,
    "~": _tilde,
    "&": _entity,
    "h": _address,
    "H": _address,
    "w": _address,
    "W": _address,
}
"""The rule tried at each character that may begin something."""
