"""One parse of an abstract or a title: LaTeX and Markdown in, styled plain text out.

The emphasis algorithm is markdown-it's (CommonMark 0.31, section 6.2); the other rules are our
own, because the text is neither a LaTeX nor a Markdown document but prose with some of each.
Whatever is doubtful stays as it is written, and no word is ever lost.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from index.clean import clean
from index.markup.rules import RULES, text_run
from index.markup.source import Source
from index.markup.spans import Span, Style
from index.markup.stream import MAX_NESTING
from index.markup.tokens import Marked, Token, TokenKind

if TYPE_CHECKING:
    from markdown_it.token import Token as RawToken

__all__ = ["Marked", "Token", "parse"]


def _any_rule(state: StateInline, _silent: bool) -> bool:
    rule = RULES.get(state.src[state.pos])
    return (rule is not None and rule(state)) or text_run(state)


def _parser() -> MarkdownIt:
    parser = MarkdownIt("zero", {"maxNesting": MAX_NESTING})
    parser.inline.ruler.at("text", _any_rule)
    parser.inline.ruler.enableOnly(["text"])
    parser.inline.ruler2.enableOnly(["balance_pairs", "emphasis", "fragments_join"])
    return parser


_PARSER = _parser()

_EMPHASIS: dict[str, Style] = {"strong_open": "bold", "em_open": "italic"}


def _leaves(raw_tokens: list[RawToken]) -> list[Token]:
    """Flatten markdown-it's stream into tokens that know the styles around them."""
    leaves: list[Token] = []
    context: list[tuple[tuple[Style, ...], str | None]] = []
    styles: tuple[Style, ...] = ()
    href: str | None = None
    for raw in raw_tokens:
        if raw.nesting > 0:
            context.append((styles, href))
            style = _EMPHASIS.get(raw.type) or raw.meta.get("style")
            if style is not None and style not in styles:
                styles = (*styles, style)
            href = href or raw.meta.get("href")
        elif raw.nesting < 0:
            styles, href = context.pop()
        elif raw.content:
            leaves.append(_leaf(raw, styles, href))
    return leaves


def _leaf(raw: RawToken, styles: tuple[Style, ...], href: str | None) -> Token:
    if raw.type == "math":
        return Token("math", raw.content, styles, href, raw.meta["latex"])
    if raw.type == "address":
        return Token("link", raw.content, styles, href or raw.meta["href"])
    kind: TokenKind = "code" if raw.type == "code_inline" else "text"
    return Token(kind, raw.content, styles, href)


_BLANKS = re.compile(r"[^\S\n]{2,}|[^\S\n ]")
_AROUND_LINE_FEED = re.compile(r"[^\S\n]*\n\s*")


def _spaced(text: str) -> str:
    """Make every run of blanks one blank and every run with a line feed one line feed."""
    text = _BLANKS.sub(" ", text)
    return _AROUND_LINE_FEED.sub("\n", text) if "\n" in text else text


def _tidied(leaves: list[Token]) -> list[Token]:
    """Collapse blanks, across tokens too, and leave none at either end."""
    tidy: list[Token] = []
    for leaf in leaves:
        text = _spaced(leaf.text)
        last = tidy[-1].text[-1] if tidy else "\n"
        if last == "\n":
            text = text.lstrip()
        elif last == " ":
            if text.startswith("\n"):
                _strip_end(tidy)
                text = text if tidy else text.lstrip()
            else:
                text = text.lstrip(" ")
        if text:
            tidy.append(_with_text(leaf, text))
    if tidy and tidy[-1].text[-1].isspace():
        _strip_end(tidy)
    return tidy


def _strip_end(tokens: list[Token]) -> None:
    last = tokens.pop()
    if text := last.text.rstrip():
        tokens.append(_with_text(last, text))


def _with_text(token: Token, text: str) -> Token:
    if text == token.text:
        return token
    return Token(token.kind, text, token.styles, token.href, token.latex)


_KIND_STYLE: dict[TokenKind, Style] = {"math": "math", "code": "mono"}


def _token_styles(token: Token) -> frozenset[Style]:
    styles = set(token.styles)
    if token.kind in _KIND_STYLE:
        styles.add(_KIND_STYLE[token.kind])
    if token.href is not None:
        styles.add("link")
    return frozenset(styles)


def _spans(tokens: list[Token]) -> tuple[Span, ...]:
    spans: list[Span] = []
    start = 0
    for token in tokens:
        end = start + len(token.text)
        styles = _token_styles(token)
        if styles:
            last = spans[-1] if spans else None
            if last and (last.end, last.styles, last.href) == (start, styles, token.href):
                spans[-1] = Span(last.start, end, styles, token.href)
            else:
                spans.append(Span(start, end, styles, token.href))
        start = end
    return tuple(spans)


def parse(raw: str) -> Marked:
    """Parse an abstract or a title.

    Args:
        raw: Text as the source gives it. It is cleaned first, so any string is fine.

    Returns:
        The tokens, the plain text and its styled spans.
    """
    text = clean(raw)
    state = StateInline(text, _PARSER, {"source": Source(text)}, [])
    _PARSER.inline.tokenize(state)
    for process in _PARSER.inline.ruler2.getRules(""):
        process(state)
    tokens = _tidied(_leaves(state.tokens))
    return Marked(tuple(tokens), "".join(token.text for token in tokens), _spans(tokens))
