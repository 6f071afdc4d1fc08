"""Tables that turn LaTeX commands into Unicode: symbols, alphabets, accents, scripts, aliases.

The symbols are pylatexenc's; the rest is what abstracts need beyond them.
"""

from __future__ import annotations

import itertools
import unicodedata

from pylatexenc.latex2text import get_default_latex_context_db

from index.markup.vocabulary import NAMES, TEXT_SYMBOLS

_CATEGORIES = ("latex-base", "advanced-symbols")

# pylatexenc's choices that read badly in a terminal or in a sentence, and standard LaTeX it lacks.
_OVERRIDES = {
    "ast": "*",
    "sim": "~",
    "epsilon": "ε",
    "prime": "′",
    "colon": ":",
    "coloneqq": ":=",
    "triangleq": "≜",
    "lvert": "|",
    "rvert": "|",
    "langle": "⟨",
    "rangle": "⟩",
    "gets": "←",
    "iff": "⟺",
    "implies": "⟹",
    "impliedby": "⟸",
    "land": "∧",
    "lor": "∨",
    "neg": "¬",
    "ne": "≠",
    "models": "⊨",
    "degree": "°",
    "bot": "⊥",
    "diamond": "⋄",
    "ddagger": "‡",
    "ddag": "‡",
    "checkmark": "✓",
    "Re": "Re",
    "Im": "Im",
    "quad": " ",
    "qquad": " ",
    "enspace": " ",
    "enskip": " ",
    "thinspace": " ",
    "space": " ",
    "xspace": "",
    "nolinebreak": "",
    "textcompwordmark": "",
    "copyright": "©",
    "pounds": "£",
    "euro": "€",
    "S": "§",
    "P": "¶",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textunderscore": "_",
    "textasciicircum": "^",
    "textup": "",
    "lq": "‘",
    "rq": "’",
    "slash": "/",
    "dotsm": "⋯",
    "bmod": "mod",
    "mod": "mod",
}
_NOT_SYMBOLS = {"today", "textup"}


def _symbols() -> dict[str, str]:
    table: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs(_CATEGORIES):
        replacement = spec.simplify_repl
        # A `%s` takes arguments: those commands are handled one by one.
        if isinstance(replacement, str) and "%" not in replacement and spec.macroname.isalpha():
            table.setdefault(spec.macroname, replacement)
    for name in NAMES:
        table.setdefault(name, name)
    table.update(_OVERRIDES)
    for name in _NOT_SYMBOLS:
        table.pop(name, None)
    return table


SYMBOLS: dict[str, str] = _symbols()
"""Commands without arguments, by name, and the text they stand for."""


def is_text_symbol(name: str) -> bool:
    """Whether a symbol belongs to the running text, so that it needs no maths style."""
    symbol = SYMBOLS[name]
    return (
        name.startswith(("text", "quote", "guil"))
        or name in TEXT_SYMBOLS
        or symbol.isspace()
        or not symbol
    )


# Names authors give to their own commands so often that there is no doubt what they mean.
ALIASES: dict[str, str] = {
    "eps": "ϵ",
    "ie": "i.e.",
    "eg": "e.g.",
    "etal": "et al.",
    "wrt": "w.r.t.",
    "iid": "i.i.d.",
    "poly": "poly",
    "polylog": "polylog",
    "bigO": "O",
    "R": "ℝ",
    "E": "𝔼",
    "N": "ℕ",
    "Z": "ℤ",
}
"""Author-defined commands, in the text and in formulas."""

ALPHABETS: dict[str, str] = {
    "mathbb": "DOUBLE-STRUCK",
    "mathds": "DOUBLE-STRUCK",
    "mathbbm": "DOUBLE-STRUCK",
    "mathcal": "SCRIPT",
    "mathscr": "SCRIPT",
    "mathfrak": "FRAKTUR",
}
"""Commands that change the alphabet of their argument, and the alphabet's name in Unicode."""


def in_alphabet(command: str, text: str) -> str:
    """Write a text in the alphabet of `mathbb`, `mathcal`, ...; what it lacks stays as it is."""
    return "".join(_letter_in(ALPHABETS[command], character) for character in text)


def _letter_in(alphabet: str, character: str) -> str:
    if alphabet == "DOUBLE-STRUCK" and character.isascii() and character.isdigit():
        return chr(ord("𝟘") + int(character))
    if not (character.isascii() and character.isalpha()):
        return character
    case = "CAPITAL" if character.isupper() else "SMALL"
    # The letters that Unicode had before its mathematical alphabets lie outside them.
    prefixes = (
        ("BLACK-LETTER", "MATHEMATICAL FRAKTUR")
        if alphabet == "FRAKTUR"
        else (
            alphabet,
            f"MATHEMATICAL {alphabet}",
        )
    )
    for prefix in prefixes:
        try:
            return unicodedata.lookup(f"{prefix} {case} {character.upper()}")
        except KeyError:
            continue
    return character


MATH_ALIASES: dict[str, str] = (
    ALIASES
    | {"P": "ℙ"}
    | {f"c{letter}": in_alphabet("mathcal", letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    | {f"cal{letter}": in_alphabet("mathcal", letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
    | {f"bb{letter}": in_alphabet("mathbb", letter) for letter in "CENPQRZ"}
    | {letter * 2: in_alphabet("mathbb", letter) for letter in "CENPQRZ"}
)
"""Author-defined commands in formulas only: shorter names are trusted there."""

COMBINING: dict[str, str] = {
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "hat": "\u0302",
    "widehat": "\u0302",
    "bar": "\u0304",
    "overline": "\u0305",
    "vec": "\u20d7",
    "dot": "\u0307",
    "ddot": "\u0308",
    "check": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
    "Tilde": "\u0303",
    "Hat": "\u0302",
    "Bar": "\u0304",
}
"""Accents over a formula's letter, as combining characters."""

TEXT_ACCENTS: dict[str, str] = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "H": "\u030b",
    "c": "\u0327",
    "v": "\u030c",
    "u": "\u0306",
    "d": "\u0323",
    "b": "\u0331",
    "r": "\u030a",
    "k": "\u0328",
}
"""Accents over a letter of the text."""

_SUPERSCRIPTS = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθιφχ∘⊤′†",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᶥᶲᵡ°ᵀ′†",
        strict=True,
    )
)
_SUBSCRIPTS = dict(
    zip(
        "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
        "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ",
        strict=True,
    )
)


def script(mark: str, body: str) -> str | None:
    """Raise or lower a text with Unicode's own characters.

    Args:
        mark: `^` to raise, `_` to lower.
        body: What to set; blanks between signs do not count, between letters they do.

    Returns:
        The text, or `None` if Unicode lacks one of the characters.
    """
    table = _SUPERSCRIPTS if mark == "^" else _SUBSCRIPTS
    words = body.split()
    if any(a[-1].isalpha() and b[0].isalpha() for a, b in itertools.pairwise(words)):
        return None
    characters = "".join(words)
    if not characters or any(character not in table for character in characters):
        return None
    return "".join(table[character] for character in characters)
