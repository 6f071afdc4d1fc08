"""Personal and corporate names: read as people write them, written as citations want them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from index.name_marks import without_marks, without_raised
from index.name_words import (
    BODIES,
    CAPITAL_PARTICLES,
    CONNECTORS,
    ELIDED,
    IN_NO_NAME,
    NEVER_AFTER_PARTICLE,
    NOBODY,
    NUMERALS,
    OTHERS,
    PARTICLES,
    SUFFIXES,
)
from index.paper import Name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

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


def is_east_asian_name(name: Name) -> bool:
    """Whether all letters of a personal name are East Asian, so that it is written as one."""
    whole = name.family + name.given
    if whole.isascii():
        return False
    letters = [c for c in whole if c.isalpha()]
    return bool(letters) and all(is_east_asian(c) for c in letters)


def is_others(name: Name) -> bool:
    """Whether a name is BibTeX's word for authors left out of a list, `and others`."""
    return _one_line(name.literal) == "others"


def family_name(name: Name) -> str:
    """What a text citation calls a person: `de la Cruz`, or a whole corporate name."""
    if literal := _one_line(name.literal):
        return literal
    if is_east_asian_name(name) and not name.family:
        return _one_line(name.given)
    return _one_line(f"{name.particle} {name.family}") or _one_line(name.given)


def full_name(name: Name) -> str:
    """A name as it is spoken: `Juan de la Cruz`, `Martin Luther King Jr.`, `王小明`."""
    if literal := _one_line(name.literal):
        return literal
    if is_east_asian_name(name):
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
    if name.literal.strip() or not family or not given or is_east_asian_name(name):
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


MAXIMUM_NAME = 500
"""Characters; a longer text names nobody."""

# How names are read. The grammar is BibTeX's ("Tame the BeaST", section 11); what its trust in
# lower case alone gets wrong is put right: suffixes without a comma, particles with a capital,
# Spanish double names, East Asian and one-word names, bodies.

# Of single letters E and O are family names: Weinan E.
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.-?)+|[A-DF-NP-Z]")
_INITIAL = re.compile(r"\w\.(?:-?\w\.)*")
_AND_OTHERS = re.compile(r"[,;]? (?:and |& )?(?:et al\.?|others)$", re.IGNORECASE)
_SEPARATORS = str.maketrans({"；": ";", "、": ";", "，": ";", "~": " "})
_SPACED_SEPARATORS = re.compile(r" [|·•] ")
_LATEX = re.compile(r"[\\{}$&]")
_ADDRESS = re.compile(r"\S@\S")


def parse_name(text: str, plain: Callable[[str], str] | None = None) -> Name | None:
    """Take one name apart, whichever way round it is written.

    `Family, Given`, `Family, Jr., Given` and `Given particle Family III` are understood. A name in
    braces, of one word, wholly in East Asian characters, or of a body stays whole, as `literal`;
    so do "et al." and its like, as `others`. Footnote marks are dropped.

    Args:
        text: the name; any text at all is taken.
        plain: turns LaTeX into plain text; by default only braces are dropped.

    Returns:
        The name, or `None` where the text names nobody: it is empty, `Anonymous`, an address, or
        longer than `MAXIMUM_NAME`.
    """
    text = _one_line(text.replace("~", " "))
    if len(text) > MAXIMUM_NAME:
        return None
    text = without_raised(text)
    whole = _is_braced(text)
    if _LATEX.search(text):
        text = (plain(text) if plain else text).replace("{", "").replace("}", "")
    text = _one_line(text) if whole else without_marks(_one_line(text))
    known = text.casefold()
    if _ADDRESS.search(text) or known in NOBODY or not any(c.isalpha() for c in text):
        return None
    if known in OTHERS:
        return Name(literal="others")
    words = text.split()
    if whole or len(words) == 1 or _is_body(words):
        return Name(literal=text)
    if "," in text:
        return _inverted([part for part in map(str.strip, text.split(",")) if part])
    if all(is_east_asian(c) for c in text if c.isalpha()):
        return Name(literal=text)
    return _spoken(words)


def parse_names(
    source: str | Iterable[str], plain: Callable[[str], str] | None = None
) -> tuple[Name, ...]:
    """Take a list of names apart.

    Args:
        source: one text, in which `;` separates names, or ` and ` where there is none, or commas
            between names that are plainly whole; or one text a name.
        plain: as in `parse_name`.

    Returns:
        The names that say who, in their order. A suffix that stands in a place of its own goes to
        the name before it; where the list ends in "et al.", the last name is `others`.
    """
    names: list[Name] = []
    for piece in _pieces(source) if isinstance(source, str) else _listed(source):
        suffix = _suffix(piece.strip())
        if suffix and names and names[-1].family and not names[-1].suffix:
            names[-1] = replace(names[-1], suffix=suffix)
        elif not suffix and (name := parse_name(piece, plain)):
            names.append(name)
    return tuple(names)


def _is_braced(text: str) -> bool:
    """Whether one pair of braces holds the whole text."""
    if not (text.startswith("{") and text.endswith("}")):
        return False
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "{") - (character == "}")
        if depth == 0:
            return place == len(text) - 1
    return False


def _is_body(words: list[str]) -> bool:
    return (
        words[-1].casefold() in BODIES
        or words[-1] == "AI"
        or not IN_NO_NAME.isdisjoint(words)
        or "Team" in words
    )


def _suffix(word: str) -> str:
    return SUFFIXES.get(word.casefold(), word if word in NUMERALS else "")


def _inverted(parts: list[str]) -> Name | None:
    """`Family, Given` with a suffix in any place after the family name."""
    suffixes = [_suffix(part) for part in parts[1:]]
    suffix = next(filter(None, suffixes), "")
    rest = [part for part, is_suffix in zip(parts[1:], suffixes, strict=True) if not is_suffix]
    if len(rest) > 1:
        return Name(literal=", ".join(parts))
    if not rest:
        words = parts[0].split() if parts else []
        if len(words) < 2:
            return Name(literal=_one_line(f"{' '.join(words)} {suffix}"))
        return replace(_spoken(words), suffix=suffix)
    family, given = parts[0].split(), rest[0].split()
    start = 0
    while start < len(family) - 1 and family[start] in PARTICLES:
        start += 1
    particle = family[:start]
    if not particle:
        end = len(given)
        while end > 1 and given[end - 1] in PARTICLES:
            end -= 1
        given, particle = given[:end], given[end:]
    return Name(" ".join(family[start:]), " ".join(given), " ".join(particle), suffix)


def _spoken(words: list[str]) -> Name:
    """`Given particle Family Suffix`, of two words or more."""
    suffix = ""
    if words[0].casefold() in SUFFIXES:
        suffix, words = _suffix(words[0]), words[1:]
    elif _suffix(words[-1]):
        suffix, words = _suffix(words[-1]), words[:-1]
    if len(words) < 2:
        return Name(literal=_one_line(f"{words[0]} {suffix}"))
    if _INITIALS.fullmatch(words[-1]) and all(word in PARTICLES for word in words[:-2]):
        # `Berg A.` as databases write it, and `Prashanth L.A.`, who has no other family name.
        return Name(words[-2], words[-1], " ".join(words[:-2]), suffix)
    start, end = _particle(words)
    particles = words[start:end]
    if all(word.islower() for word in particles):
        family = " ".join(words[end:])
        return Name(family, " ".join(words[:start]), " ".join(particles), suffix)
    return Name(" ".join(words[start:]), " ".join(words[:start]), "", suffix)


def _particle(words: list[str]) -> tuple[int, int]:
    """Where the particle of a spoken name begins and ends; equal where there is none.

    The first word is always given; what follows the particle is the family name.
    """
    end = len(words) - 1
    for place in range(len(words) - 2, 1, -1):
        if words[place] in CONNECTORS:
            end = place - 1
            break
    else:
        # BibTeX's rule: a lower-case particle begins the family name, however long that is.
        for place in range(len(words) - 2, 0, -1):
            if words[place].startswith(ELIDED):
                end = place
                break
            if words[place] in PARTICLES and not _INITIAL.fullmatch(words[place + 1]):
                end = place + 1
                break
    start = end
    while start > 1 and _is_particle(words[start - 1], words[end]):
        start -= 1
    return start, end


def _is_particle(word: str, family: str) -> bool:
    if word in PARTICLES:
        return True
    return word.casefold() in CAPITAL_PARTICLES and family.casefold() not in NEVER_AFTER_PARTICLE


def _listed(texts: Iterable[str]) -> Iterator[str]:
    """The names of a list in which each has a text of its own, but for "et al." behind one."""
    for text in texts:
        shortened = _AND_OTHERS.sub("", text.strip())
        yield shortened
        if shortened and shortened != text.strip():
            yield "others"


def _pieces(text: str) -> Iterator[str]:
    """The single names of a list in one text."""
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and ";" not in text and not re.search(r"\band\b", text, re.IGNORECASE):
        # A name a line; a list that was wrapped has its commas in other places.
        commas = {line.strip().rstrip(",").count(",") for line in lines}
        if commas in ({0}, {1}) and all(len(line.split()) > 1 for line in lines):
            text = ";".join(lines)
    text = _one_line(text.translate(_SEPARATORS)).replace(" AND ", " and ")
    text = _SPACED_SEPARATORS.sub(";", text)
    shortened = _AND_OTHERS.sub("", text)
    listed = _outside_braces(shortened, ";")
    if len(listed) > 1:
        for piece in listed:
            yield from _two_people(piece)
    else:
        pieces = [
            part for piece in _outside_braces(shortened, " and ")
            for part in _outside_braces(piece, " & ")
        ]  # fmt: skip
        # Where every name has its one comma, commas are inside names: `Garcia Lopez, Ana and ...`
        inverted = len(pieces) > 1 and all(piece.count(",") == 1 for piece in pieces)
        for piece in pieces:
            yield from [piece] if inverted else _comma_people(piece)
    if shortened != text:
        yield "others"


def _two_people(piece: str) -> list[str]:
    """Two people joined by "and" in one place of a list; a body with that word stays whole."""
    people = _outside_braces(piece.replace(" & ", " and "), " and ")
    whole = all(
        len(words) > 1 and all(word[0].isupper() or word in PARTICLES for word in words)
        for words in map(str.split, people)
    )
    return people if whole else [piece]


def _comma_people(piece: str) -> list[str]:
    """The names in a text with commas, which may stand in names or between them."""
    parts = [part for part in map(str.strip, _outside_braces(piece, ",")) if part]
    lengths = [len(part.split()) for part in parts]
    if len(parts) < 2 or (len(parts) <= 3 and any(map(_suffix, parts)) and lengths[0] == 1):
        return [piece]
    if len(parts) == 2 and (min(lengths) == 1 or parts[0].split()[0] in PARTICLES):
        return [piece]
    if len(parts) % 2 == 0 and all(map(_are_initials, parts[1::2])):
        return [", ".join(pair) for pair in zip(parts[::2], parts[1::2], strict=True)]
    return parts


def _are_initials(text: str) -> bool:
    return len(text) <= 12 and all(c.isupper() or c in ". -" for c in text)


def _outside_braces(text: str, separator: str) -> list[str]:
    """Split a text where a separator stands outside braces."""
    parts = text.split(separator)
    if "{" not in text:
        return parts
    pieces: list[list[str]] = []
    depth = 0
    for part in parts:
        if depth > 0:
            pieces[-1].append(part)
        else:
            pieces.append([part])
            depth = 0
        depth += part.count("{") - part.count("}")
    return [separator.join(piece) for piece in pieces]
