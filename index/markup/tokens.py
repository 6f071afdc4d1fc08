"""What one parse of an abstract yields: a flat stream of styled tokens, and its plain forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from index.markup.spans import Span, Style

TokenKind = Literal["text", "math", "code", "link"]


@dataclass(frozen=True, slots=True)
class Token:
    r"""A run of text that is shown in one way.

    `text` is what the reader sees; a line feed in it starts a new line. `styles` lists the styles
    around it, outermost first. `href` is the absolute address the token leads to. `latex` is, for
    a formula, its LaTeX source without the delimiters, and `None` otherwise.
    """

    kind: TokenKind
    text: str
    styles: tuple[Style, ...] = ()
    href: str | None = None
    latex: str | None = None


@dataclass(frozen=True, slots=True)
class Marked:
    """A parsed abstract or title.

    `plain` is the texts of `tokens` joined: single blanks, no blank at either end, a line feed
    between paragraphs and before list items, no other control character. `spans` styles ranges
    of it.
    """

    tokens: tuple[Token, ...]
    plain: str
    spans: tuple[Span, ...]

    @property
    def links(self) -> tuple[str, ...]:
        """The absolute addresses the text leads to, in order, each once."""
        return tuple(dict.fromkeys(token.href for token in self.tokens if token.href))
