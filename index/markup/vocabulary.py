"""Names of LaTeX commands, sorted by what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from index.markup.spans import Style


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# In the running text.

STYLES: dict[str, Style | None] = {
    "textbf": "bold",
    "mathbf": "bold",
    "boldsymbol": "bold",
    "textit": "italic",
    "textsl": "italic",
    "emph": "italic",
    "texttt": "mono",
    "mathtt": "mono",
    "code": "mono",
    "underline": "underline",
    "uline": "underline",
    # A terminal has one typeface: no sans serif, no small capitals, no small type.
    **dict.fromkeys(_names("textsf textsc textrm textup textmd textnormal text mbox hbox")),
    **dict.fromkeys(_names("ensuremath mathrm mathsf")),
}
"""Commands that set their argument in some style; `None` where a terminal cannot show it."""

STRIPPED_STYLES = (
    *("textbf", "textit", "textsc", "textsf", "textsl", "texttt", "textrm", "underline"),
    *("mathrm", "emph"),
)
"""Styles whose name a word may stick to when the braces got lost."""

DECLARATIONS: dict[str, Style | None] = {
    "bf": "bold",
    "bfseries": "bold",
    "em": "italic",
    "it": "italic",
    "itshape": "italic",
    "sl": "italic",
    "tt": "mono",
    "ttfamily": "mono",
    **dict.fromkeys(_names("rm sf sc small large footnotesize")),
}
"""Commands that set the rest of the group they stand in."""

WITHOUT_TEXT = _names(
    "noindent centering maketitle bigskip medskip smallskip protect relax displaystyle limits "
    "xspace newpage clearpage hfill vfill"
)
"""Commands about the page, which vanish."""

NEW_LINE = _names("par newline linebreak item")
"""Commands that begin a new line."""

MEASURES = _names("label vspace hspace vskip color")
"""Commands whose argument is no text."""

NOTES = _names("footnote footnotetext thanks")
"""Commands that take their argument out of the line."""

LAYOUT_ENVIRONMENTS = _names(
    "itemize enumerate description center quote quotation abstract document flushleft flushright "
    "compactitem compactenum small"
)
"""Environments of which only the text counts."""

MATHS_ENVIRONMENTS = _names(
    "equation align gather multline eqnarray displaymath math flalign alignat"
)
"""Environments that hold a formula."""

LETTERS = _names("L l O o AA aa AE ae OE oe ss i j DH dh TH th DJ dj NG ng")
"""Letters that have no accent but a command of their own."""

TEXT_SYMBOLS = LETTERS | _names(
    "ldots dots S P LaTeX TeX copyright pounds euro dag ddag dagger ddagger bullet checkmark "
    "IJ ij lq rq slash degree backslash lbrace rbrace"
)
"""Symbols that belong to the running text, besides those whose name says so."""

# In formulas.

TRANSPARENT = _names(
    "mathbf mathrm mathsf mathtt mathit mathnormal mathpzc mathbold boldsymbol bm pmb bold text "
    "textrm textsf textsc textbf textit textsl texttt textnormal textup textmd emph mbox hbox "
    "underline uline ensuremath smash mathbin mathrel mathord mathopen mathclose overbrace "
    "underbrace boxed fbox cancel textsuperscript textsubscript"
)
"""Commands that leave their argument as it is, in one line of plain characters."""

OPERATORS = _names("operatorname mathop DeclareMathOperator")
"""Commands whose argument is the name of an operator."""

NAMES = _names(
    "arccos arcsin arctan arg argmax argmin cos cosh cot coth csc deg det dim exp gcd hom inf ker "
    "lg lim ln log max min mod Pr sec sin sinh sup tan tanh Re Im bmod liminf limsup"
)
"""Operators written as a word, which keep a blank on either side of them."""

IGNORED = _names(
    "left right middle big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm "
    "displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag rm sf sc "
    "bf it tt em cal boldmath unboldmath itshape bfseries rmfamily centering noindent protect "
    "xspace relax"
)
"""Commands about size and typeface."""

DROPPED = _names("label hspace vspace phantom hphantom vphantom color")
"""Commands that vanish with their argument."""

FRACTIONS = _names("frac tfrac dfrac cfrac nicefrac sfrac textfrac")
BINOMIALS = _names("binom dbinom tbinom")
STACKED = {"overset": "^", "underset": "_", "stackrel": "^"}
"""Commands that set one thing over or under another, and the script that shows it."""

NONSTANDARD = _names(
    "argmax argmin degree coloneqq xspace euro mathds mathbbm mathpzc mathbold bold bm nicefrac "
    "sfrac textfrac uline cancel Tilde Hat Bar DeclareMathOperator"
)
"""Commands we can show that LaTeX with amsmath and amssymb does not define."""
