r"""Text as LaTeX that is safe inside a BibTeX field.

Two flavours: UTF-8 for BibLaTeX and its Biber, and ASCII for classic BibTeX, in which accents and
symbols are commands. BibTeX counts every brace, the escaped ones too (btxdoc, section 4), so a
brace of the text never comes out as one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from pylatexenc.latexencode import UnicodeToLatexEncoder

from index.markup.maths import is_standard

if TYPE_CHECKING:
    from index.markup.spans import Style
    from index.markup.tokens import Marked, Token

_SPECIAL = {
    "\\": r"{\textbackslash}",
    "{": r"{\textbraceleft}",
    "}": r"{\textbraceright}",
    "~": r"{\textasciitilde}",
    "^": r"{\textasciicircum}",
    "`": r"{\textasciigrave}",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "_": r"\_",
    "\n": " ",
}
_ESCAPES = str.maketrans(_SPECIAL)
_ASCII_ESCAPES = str.maketrans(
    {
        **_SPECIAL,
        # TeX's old text fonts have other characters in the places of these three.
        "<": r"{\textless}",
        ">": r"{\textgreater}",
        "|": r"{\textbar}",
        "\u00a0": " ",
        "\u2010": "-",
        "\u2011": "-",
        "…": r"{\ldots}",
        **dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", ["ff", "fi", "fl", "ffi", "ffl", "st", "st"], strict=True)),
    }
)
# TeX joins these into a dash and a quotation mark unless something stands between them.
_LIGATURE = re.compile(r"-(?=-)|'(?=')")
_TYPOGRAPHY = str.maketrans({"“": "``", "”": "''", "‘": "`", "’": "'", "–": "--", "—": "---"})

_SCRIPT = re.compile(r"\\mathscr\{([A-Z])\}")

# LaTeX takes the dot away by itself; readers of BibTeX make one letter of this form alone.
_DOTLESS = re.compile(r"""(\\['`^"])\\i(?![A-Za-z])""")

_COMMANDS: dict[Style, str] = {
    "bold": r"\textbf{",
    "italic": r"\emph{",
    "mono": r"\texttt{",
    "underline": r"\underline{",
}


@cache
def _encoder() -> UnicodeToLatexEncoder:
    return UnicodeToLatexEncoder(
        non_ascii_only=True,
        replacement_latex_protection="braces-all",
        unknown_char_policy="keep",
        unknown_char_warning=False,
    )


def _as_commands(latex: str) -> str:
    """Write what LaTeX has a command for as that command; other characters (CJK, ...) stay."""
    if latex.isascii():
        return latex
    # The script alphabet that LaTeX has without a further package; of capitals only.
    commands = _SCRIPT.sub(r"\\mathcal{\1}", str(_encoder().unicode_to_latex(latex)))
    return _DOTLESS.sub(r"\1i", commands)


def escape(text: str, *, ascii_only: bool) -> str:
    """Write plain text as LaTeX.

    Args:
        text: Any plain text. A line feed becomes a blank.
        ascii_only: Write accents, quotes, dashes and symbols as commands wherever LaTeX has one.

    Returns:
        LaTeX in which braces balance and no character of the text has a special meaning.
    """
    latex = text.translate(_ASCII_ESCAPES if ascii_only else _ESCAPES)
    latex = _LIGATURE.sub(r"\g<0>{}", latex)
    return _as_commands(latex.translate(_TYPOGRAPHY)) if ascii_only else latex


_UNESCAPED = re.compile(r"\\.|[%#]", re.DOTALL)
_BRACE_COMMANDS = {r"\{": r"\lbrace ", r"\}": r"\rbrace ", "%": r"\%", "#": r"\#"}
# After the end of a row, some readers of BibTeX take a brace for an escaped one.
_ROW_END = re.compile(r"\\\\(?=[{}])")
# TeX takes one token for the argument of an accent or a root, and a command is only its first.
_BARE_ARGUMENT = re.compile(
    r"(\\(?:acute|bar|breve|check|d?dot|grave|hat|overline|sqrt|tilde|underline|vec|wide\w+))\s*"
    r"(\\(?:(?:math\w+|boldsymbol)\s*(?:\{[^{}]*\}|[A-Za-z])|log|ln)(?![A-Za-z]))"
)
# Such a switch needs a group around it.
_BARE_SWITCH = re.compile(r"[_^]\s*\\(?:bf|cal|it|mit|rm|sf|sl|tt)(?![A-Za-z])")
_PAIRED = re.compile(r"\\.|[{}$&]", re.DOTALL)


def _is_settable(latex: str) -> bool:
    """Whether a formula would compile between dollar signs in another document."""
    if not is_standard(latex) or _BARE_SWITCH.search(latex):
        return False
    has_environment = r"\begin" in latex
    depth = 0
    for match in _PAIRED.finditer(latex):
        sign = match.group()
        depth += (sign == "{") - (sign == "}")
        if depth < 0 or sign == "$" or (sign in {"&", r"\\"} and not has_environment):
            return False
    return depth == 0 and not _ends_in_backslash(latex)


def _ends_in_backslash(latex: str) -> bool:
    return (len(latex) - len(latex.rstrip("\\"))) % 2 == 1


def _formula(token: Token, *, ascii_only: bool) -> str:
    source = " ".join((token.latex or "").split())
    if not source or not _is_settable(source):
        return escape(token.text, ascii_only=ascii_only)
    source = _UNESCAPED.sub(lambda sign: _BRACE_COMMANDS.get(sign.group(), sign.group()), source)
    source = _ROW_END.sub(r"\g<0> ", source)
    source = _BARE_ARGUMENT.sub(r"\1{\2}", source.replace(r"\mathscr", r"\mathcal"))
    return f"${_as_commands(source) if ascii_only else source}$"


def _address(href: str, *, ascii_only: bool) -> str:
    if ascii_only and not href.isascii():
        href = quote(href, safe="%/:=&?~#+!$,;'@()*[]")
    return href.replace("%", r"\%").replace("#", r"\#")


def _shows_itself(token: Token) -> bool:
    return token.href is not None and token.href in {token.text, f"https://{token.text}"}


def _openings(token: Token, *, ascii_only: bool) -> list[str]:
    """The commands around a token, outermost first."""
    openings = [_COMMANDS[style] for style in token.styles if style in _COMMANDS]
    if token.href is not None and not _shows_itself(token):
        openings.insert(0, rf"\href{{{_address(token.href, ascii_only=ascii_only)}}}{{")
    if token.kind == "code" and _COMMANDS["mono"] not in openings:
        openings.append(_COMMANDS["mono"])
    return openings


def _body(token: Token, *, ascii_only: bool) -> str:
    if token.href is not None and _shows_itself(token):
        return rf"\url{{{_address(token.href, ascii_only=ascii_only)}}}"
    if token.kind == "math":
        return _formula(token, ascii_only=ascii_only)
    return escape(token.text, ascii_only=ascii_only)


def to_bibtex(marked: Marked, *, ascii_only: bool) -> str:
    r"""Write a parsed title or abstract as the value of a BibTeX field.

    Formulas keep their LaTeX source where it would compile elsewhere, and are written in Unicode
    (or the commands for it) where not: with the author's own commands, for example. Links become
    `\url` and `\href`, styles their commands.

    Args:
        marked: What `parse` returned.
        ascii_only: See `escape`.

    Returns:
        LaTeX on one line, with balanced braces, without the braces around the whole field.
    """
    parts: list[str] = []
    opened: list[str] = []
    for token in marked.tokens:
        wanted = _openings(token, ascii_only=ascii_only)
        shared = 0
        while shared < min(len(opened), len(wanted)) and opened[shared] == wanted[shared]:
            shared += 1
        parts.append("}" * (len(opened) - shared))
        parts.extend(wanted[shared:])
        parts.append(_body(token, ascii_only=ascii_only))
        opened = wanted
    parts.append("}" * len(opened))
    return "".join(parts)
