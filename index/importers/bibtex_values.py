r"""Values of BibTeX fields: pieces joined by `#`, `@string` names, braces, names, addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.importers.wording import Person, in_parts, is_suffix

if TYPE_CHECKING:
    from collections.abc import Mapping

_MARK = re.compile(r"(?<!\\)[{}\"]")
_BEGINS_PIECE = re.compile(r"\s*(?:([{\"])|([^\s{}\"#,=]+))")
_AFTER_PIECE = re.compile(r"\s*(?:$|#|[\w-]+\s*=)")
_JOINED = re.compile(r"\s*#")
_BRACE = re.compile(r"(?<!\\)[{}]")
_STEP = re.compile(r"\\(?:[A-Za-z]+\*?[ \t]*|.)|\$|[{}]", re.DOTALL)
_WITHOUT_ARGUMENT = frozenset(
    ("em", "bf", "it", "sl", "tt", "sc", "rm", "sf", "bfseries", "itshape", "ttfamily", "")
)
_FURTHER = "further argument"
_BEGINS = re.compile(r"\\[A-Za-z'`^\"~=.]")
_ESCAPES = frozenset("{}%&$#_")
_FORCED_END = re.compile(r"[ \t]{0,9}\\\\(?:\[[^\]]{0,20}\])?[ \t\n]{0,9}")
_ESCAPED_FORMULA = re.compile(r"\\\$((?:(?!\\\$).){1,200})\\\$", re.DOTALL)
_ESCAPED_SIGNS = {
    r"{\textbackslash}": "\\", r"{\textasciicircum}": "^", r"{\textasciitilde}": "~",
    r"\{": "{", r"\}": "}", r"\_": "_",
}  # fmt: skip
_TILDE = re.compile(r"\\~[ \t]{0,9}(?:\{[ \t]{0,9}\\?([A-Za-z])\}|\\?([A-Za-z]))")
_AND = re.compile(r"(?<!\S)and(?!\S)", re.IGNORECASE)
_PART = re.compile(r"\s*(given|family|prefix|suffix)(?:-i)?\s*=\s*(.*)\s*$", re.DOTALL)
_PARTS = {"given": "given", "family": "family", "prefix": "particle", "suffix": "suffix"}

_URL = re.compile(r"(?:https?://|www\.)[^\s{}<>\"|\\^`]+", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([%#&_$~])(?:\{\})?")
_TEXT_SIGNS = {
    r"{\textasciitilde}": "~", r"\textasciitilde{}": "~", r"{\_}": "_", r"{\&}": "&", r"{\%}": "%",
    r"{\#}": "#", r"$\sim$": "~", r"\textunderscore{}": "_",
}  # fmt: skip


def value(source: str, strings: Mapping[str, str]) -> tuple[str, str]:
    """What the right side of a field's `=` says, without its delimiters, and what is left over.

    Args:
        source: pieces in braces or in quotation marks, numbers and names, joined by `#`.
        strings: the text of each `@string` by its name in lower case; a name that is not known
            stands for itself.
    """
    said: list[str] = []
    place = 0
    while match := _BEGINS_PIECE.match(source, place):
        opening, place = match[1], match.end()
        if opening:
            end = _end(source, place - 1)
            said.append(source[place:end])
            place = end + 1
        else:
            said.append(strings.get(match[2].lower(), match[2]))
        joined = _JOINED.match(source, place)
        if joined is None:
            break
        place = joined.end()
    return "".join(said), source[place:].strip()


def _end(source: str, start: int) -> int:
    """Where the piece ends that a brace or a quotation mark opens; its length if nowhere."""
    depth = 0
    is_quoted = source[start] == '"'
    for match in _MARK.finditer(source, start + 1):
        mark = match.group()
        if mark == "{":
            depth += 1
        elif mark == "}":
            if depth == 0 and not is_quoted:
                return match.start()
            depth -= 1
        elif is_quoted and depth <= 0 and _closes(source, match.end()):
            return match.start()
    return len(source)


def _closes(source: str, after: int) -> bool:
    """Whether a quotation mark ends its piece, and does not merely quote a word inside it."""
    return _AFTER_PIECE.match(source, after) is not None


def unprotected(latex: str) -> str:
    r"""A text without the braces that only keep BibTeX from changing its capitals.

    Braces that belong to a command or to a formula stay. Forced line ends become blanks, and a
    formula that was escaped as if it were text, `\${\textbackslash}mu\$`, is one again.
    """
    latex = _FORCED_END.sub(" ", latex)
    if "{" not in latex:
        return latex
    latex = _ESCAPED_FORMULA.sub(_formula, latex)
    out: list[str] = []
    opened: list[tuple[bool, bool]] = []  # of each group: whether it stays, whether one may follow
    in_formula = False
    command = ""
    place = 0
    for match in _STEP.finditer(latex):
        text, step = latex[place : match.start()], match.group()
        place = match.end()
        out.append(text)
        if text.strip() or (text and command == _FURTHER):
            command = ""
        if step == "{":
            stays = in_formula or command != "" or _BEGINS.match(latex, place) is not None
            opened.append((stays, len(command) > 1))
            out.append(step if stays else "")
            command = ""
        elif step == "}":
            stays, has_more = opened.pop() if opened else (True, False)
            out.append(step if stays else "")
            command = _FURTHER if has_more else ""
        else:
            in_formula ^= step == "$"
            out.append(step)
            command = _taking_argument(step)
    return "".join([*out, latex[place:]])


def _formula(match: re.Match[str]) -> str:
    formula = match[1]
    if "{\\text" not in formula:
        return match.group()
    for escaped, sign in _ESCAPED_SIGNS.items():
        formula = formula.replace(escaped, sign)
    return f"${formula}$"


def _taking_argument(step: str) -> str:
    """The name of a command whose argument is in braces; empty for anything else."""
    name = step[1:].strip()
    is_command = step.startswith("\\") and name not in _WITHOUT_ARGUMENT and name not in _ESCAPES
    return name if is_command else ""


def persons(field: str) -> list[Person]:
    """The names in a field: `and` between them, each as BibTeX or as BibLaTeX writes it.

    BibLaTeX's extended format is `family=Harman, given=Hans, prefix=de` (manual, section 3.7).
    """
    # Elsewhere in names a tilde is a blank.
    field = _TILDE.sub(lambda letter: f"{letter[1] or letter[2]}\u0303", field)
    names = (" ".join(name.split()) for name in _outside_braces(_AND, field))
    return [_person(name) for name in names if name]


def _person(name: str) -> Person:
    parts = [part.strip() for part in _outside_braces(re.compile(","), name)]
    named = [_PART.match(part) for part in parts]
    if all(named):
        found = {_PARTS[match[1]]: unprotected(match[2]).strip('"') for match in named if match}
        if set(found) == {"family"}:
            return f"{{{found['family']}}}"
        return dict(found)
    if len(parts) == 2 and all(parts):
        return in_parts(*parts)
    # BibTeX's own order is `von Last, Jr, First`; the suffix is found wherever it stands.
    if len(parts) == 3 and all(parts) and any(map(is_suffix, parts[1:])):
        suffix = next(filter(is_suffix, parts[1:]))
        given = next((part for part in parts[1:] if part != suffix), "")
        return in_parts(parts[0], given, suffix)
    return name


def _outside_braces(separator: re.Pattern[str], text: str) -> list[str]:
    """Split a text at each separator that stands outside of braces."""
    pieces = []
    start = 0
    braces = _BRACE.finditer(text)
    brace = next(braces, None)
    depth = 0
    for match in separator.finditer(text):
        while brace is not None and brace.start() < match.start():
            depth += 1 if brace.group() == "{" else -1
            brace = next(braces, None)
        if depth <= 0:
            pieces.append(text[start : match.start()])
            start = match.end()
    return [*pieces, text[start:]]


def verbatim(text: str) -> str:
    """An address or an identifier without the escapes that LaTeX asks for."""
    for sign, character in _TEXT_SIGNS.items():
        text = text.replace(sign, character)
    return _ESCAPED.sub(r"\1", text).strip("{} \t\n")


def addresses(text: str) -> list[str]:
    r"""The web addresses in a text, bare or in `\url{...}`."""
    return [address.rstrip(".,;") for address in _URL.findall(verbatim(text))]
