r"""Running text in XML as the markup that papers have: `<i>x</i>` is `\textit{x}`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.importers.xml_records import local

if TYPE_CHECKING:
    from collections.abc import Callable
    from xml.etree.ElementTree import Element

COMMANDS = {
    **dict.fromkeys(("i", "em", "italic", "emph"), "textit"),
    **dict.fromkeys(("b", "strong", "bold"), "textbf"),
    **dict.fromkeys(("sup", "superscript"), "textsuperscript"),
    **dict.fromkeys(("sub", "subscript"), "textsubscript"),
    **dict.fromkeys(("u", "underline"), "underline"),
    **dict.fromkeys(("tt", "code", "monospace"), "texttt"),
}
"""The command that sets its argument as an element of this name does."""

_PAIR = re.compile(r"<(i|em|b|strong|sup|sub)>([^<>]{1,400})</\1>", re.IGNORECASE)
_DEEPEST = 3
_BREAKS = frozenset({"br", "p", "break"})
_BLANK_LINES = re.compile(r"\n\s*\n")
_SPECIAL = re.compile(r"[%#&{}]")


def command_of(element: Element) -> str | None:
    """The command that does what an element does, by the element's name."""
    return COMMANDS.get(local(element))


def marked_up(
    element: Element | None, command: Callable[[Element], str | None] = command_of
) -> str | None:
    r"""All text in an element, styles as commands, formulas in `$`.

    White space is collapsed; blank lines keep paragraphs apart. What only protects capitals, or is
    not known, stands without its element.

    Args:
        element: its own style does not count.
        command: the LaTeX command for an element inside it.

    Returns:
        The text; `None` if it says nothing.
    """
    if element is None:
        return None
    paragraphs = _BLANK_LINES.split(_inside(element, command))
    return "\n\n".join(" ".join(words.split()) for words in paragraphs if words.strip()) or None


def _inside(element: Element, command: Callable[[Element], str | None]) -> str:
    parts = [element.text or ""]
    for child in element:
        parts += [_styled(child, command), child.tail or ""]
    return "".join(parts)


def _styled(element: Element, command: Callable[[Element], str | None]) -> str:
    name = local(element)
    if name == "math":
        return _in_dollars(_tex(element))
    inside = _inside(element, command)
    if name == "tex-math":
        return _in_dollars(inside)
    if name in _BREAKS:
        return f"\n\n{inside}"
    return in_command(command(element), inside)


def in_command(command: str | None, text: str) -> str:
    """A text as a command's argument, without the blanks at its ends; braces must be balanced."""
    words = text.strip()
    if not command or not words or not _is_balanced(words):
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}\\{command}{{{words}}}{after}"


def without_pairs(text: str | None) -> str | None:
    r"""A text with `\textit{x}` for `<i>x</i>` and the like, which publishers leave in titles.

    What is no pair of tags stays: `n <i` may be meant so.
    """
    for _ in range(_DEEPEST):
        if not text or "</" not in text:
            break
        text = _PAIR.sub(lambda pair: in_command(COMMANDS[pair[1].lower()], pair[2]), text)
    return text


def _is_balanced(text: str) -> bool:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _in_dollars(formula: str) -> str:
    formula = formula.strip()
    return formula if not formula or "$" in formula or "\\(" in formula else f"${formula}$"


def _tex(element: Element) -> str:
    """A MathML formula as LaTeX (MathML 3.0, chapter 3); what has no LaTeX is left as its text."""
    parts = [_tex(child) for child in element]
    match local(element), parts:
        case "msup" | "mover", [base, above]:
            return f"{base}^{{{above}}}"
        case "msub" | "munder", [base, below]:
            return f"{base}_{{{below}}}"
        case "msubsup" | "munderover", [base, below, above]:
            return f"{base}_{{{below}}}^{{{above}}}"
        case "mfrac", [over, under]:
            return f"\\frac{{{over}}}{{{under}}}"
        case "mroot", [base, index]:
            return f"\\sqrt[{index}]{{{base}}}"
        case "msqrt", _:
            return f"\\sqrt{{{''.join(parts)}}}"
        case "mfenced", _:
            opening, closing = element.get("open", "("), element.get("close", ")")
            return f"{opening}{','.join(parts)}{closing}"
        case "mspace", _:
            return " "
        case "mtext", _:
            return f"\\text{{{_escaped(element.text)}}}"
        case "semantics", [shown, *_]:
            return shown
    return _escaped(element.text) + "".join(parts)


def _escaped(text: str | None) -> str:
    return _SPECIAL.sub(r"\\\g<0>", " ".join((text or "").split()))
