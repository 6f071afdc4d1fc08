"""Addresses in a text: where they end, and which of them may be opened."""

from __future__ import annotations

import re

from index.clean import clean

_MAX_LENGTH = 2000

# What an address cannot hold: blanks, delimiters, quotes, and the wide punctuation that follows
# one without a blank in Chinese and Japanese.
_STOP = r"\s<>\"{}|^`“”‘’\\，。、；：！？（）【】《》「」"
BARE_URL = re.compile(
    rf"(?:https?://|www\.)(?=\w)(?:[^{_STOP}]|\\[_%#&~]){{1,{_MAX_LENGTH - 20}}}", re.IGNORECASE
)
"""An address in running text, with an escaped `_ % # & ~` allowed in it."""

_TRAILING = frozenset(".,;:!?'\"*_~’”$")
_PAIRS = {")": "(", "]": "["}

_ESCAPED = re.compile(r"\\([%#&_~])")
_TILDE_COMMAND = re.compile(r"\\(?:textasciitilde|sim)(?:\{\}|\s)?")

_ABSOLUTE = re.compile(r"(?:https?://[^\s/?#@:]+[^\s]*|mailto:[^\s@]+@[^\s@]+)", re.IGNORECASE)
_FORBIDDEN = re.compile(r"[\s\"<>\\^`{|}]")
_DOMAIN = re.compile(r"www\.\S+\.\S+|(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}/\S*")


def trimmed(url: str) -> str:
    """Cut off what follows an address in a sentence: punctuation and unbalanced brackets."""
    depth = {close: url.count(opening) - url.count(close) for close, opening in _PAIRS.items()}
    end = len(url)
    while end:
        last = url[end - 1]
        if last in _PAIRS and depth[last] < 0:
            depth[last] += 1
        elif last not in _TRAILING:
            break
        end -= 1
    return url[:end]


def unescaped(url: str) -> str:
    r"""Undo the escapes that LaTeX wants in the argument of `\\url` and `\\href`."""
    return _ESCAPED.sub(r"\1", _TILDE_COMMAND.sub("~", url))


def safe_href(address: str) -> str | None:
    """The absolute address to open, or `None` where there is none that may be opened.

    Only `http`, `https` and `mailto` are let through, and only without characters that are not
    allowed in an address (RFC 3986) or could steer a terminal. `www.host.org` and `host.org/path`,
    which lack only the scheme, get `https`.
    """
    if len(address) > _MAX_LENGTH or _FORBIDDEN.search(address) or clean(address) != address:
        return None
    if _ABSOLUTE.fullmatch(address):
        return address
    if _DOMAIN.fullmatch(address):
        return "https://" + address
    return None
