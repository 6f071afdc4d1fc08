"""Personal and corporate names as citations write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.paper import Name

_EAST_ASIAN = (
    (0x3040, 0x30FF),  # Hiragana, Katakana
    (0x3400, 0x4DBF),  # Han, extension A
    (0x4E00, 0x9FFF),  # Han
    (0xAC00, 0xD7A3),  # Hangul syllables
    (0xF900, 0xFAFF),  # Han, compatibility
    (0x20000, 0x323AF),  # Han, further extensions
)


def is_east_asian(character: str) -> bool:
    """Whether one character belongs to a script that puts no blanks between words or names.

    Hangul counts: Korean puts blanks between words but none inside a personal name.
    """
    code = ord(character)
    return any(low <= code <= high for low, high in _EAST_ASIAN)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_east_asian_name(name: Name) -> bool:
    letters = [c for c in name.family + name.given if c.isalpha()]
    return bool(letters) and all(is_east_asian(c) for c in letters)


def is_others(name: Name) -> bool:
    """Whether a name is BibTeX's word for authors left out of a list, `and others`."""
    return _one_line(name.literal) == "others"


def family_name(name: Name) -> str:
    """What a text citation calls a person: `de la Cruz`, or a whole corporate name."""
    if literal := _one_line(name.literal):
        return literal
    if _is_east_asian_name(name) and not name.family:
        return _one_line(name.given)
    return _one_line(f"{name.particle} {name.family}") or _one_line(name.given)


def full_name(name: Name) -> str:
    """A name as it is spoken: `Juan de la Cruz`, `Martin Luther King Jr.`, `王小明`."""
    if literal := _one_line(name.literal):
        return literal
    if _is_east_asian_name(name):
        return _one_line(f"{name.family}{name.given}")
    return _one_line(f"{name.given} {name.particle} {name.family} {name.suffix}")


def known_names(names: Sequence[Name]) -> list[Name]:
    """The names that say anything, in their order."""
    return [name for name in names if full_name(name)]


def join_names(names: Sequence[Name]) -> str:
    """All names in full: `A B`, `A B and C D`, `A B, C D, and E F`; nobody is left out.

    "et al." appears only where the source itself ends its list with "others".
    """
    known = known_names(names)
    if len(known) > 1 and is_others(known[-1]):
        return f"{', '.join(full_name(name) for name in known[:-1])}, et al."
    words = [full_name(name) for name in known]
    if len(words) <= 2:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def _splits_after_capital(family: str) -> bool:
    """Whether BibTeX would take part of a family name for a particle.

    Everything up to the last lower-case word before the comma is the "von" part (BibTeX's own
    name grammar, "Tame the BeaST" section 11), so `Ortega y Gasset` would be sorted under G.
    A name that begins in lower case, `van der Berg`, is meant to be split that way.
    """
    seen_capital = False
    for word in family.split():
        if word[0].islower():
            if seen_capital:
                return True
        else:
            seen_capital = True
    return False


def _would_split(part: str) -> bool:
    """Whether BibTeX would read a comma or `and` inside a part of a name as its own."""
    return "," in part or "and" in part.lower().split()


def bibtex_name(name: Name, escape: Callable[[str], str]) -> str:
    """A name for an `author` or `editor` field.

    `de la Cruz, Juan`; `King, Jr., Martin Luther`; a corporate, one-word or East Asian name in
    braces, `{OpenAI}`, so that it is never taken apart.

    Args:
        name: The name; it says something (see `known_names`).
        escape: Turns plain text into LaTeX with balanced braces.
    """
    family, given = _one_line(name.family), _one_line(name.given)
    if name.literal.strip() or not family or not given or _is_east_asian_name(name):
        return f"{{{escape(full_name(name))}}}"

    def guarded(part: str, *, brace: bool = False) -> str:
        return f"{{{escape(part)}}}" if brace or _would_split(part) else escape(part)

    last = guarded(family, brace=_splits_after_capital(family))
    particle, suffix = _one_line(name.particle), _one_line(name.suffix)
    parts = [
        f"{guarded(particle)} {last}" if particle else last,
        *([guarded(suffix)] if suffix else []),
        guarded(given),
    ]
    return ", ".join(parts)


def bibtex_names(names: Sequence[Name], escape: Callable[[str], str]) -> str:
    """An `author` or `editor` field: names joined by ` and `; empty if none is known."""
    known = known_names(names)
    last = len(known) - 1
    return " and ".join(
        "others" if i == last and i > 0 and is_others(name) else bibtex_name(name, escape)
        for i, name in enumerate(known)
    )
