"""Personal names in reference lists: inverted or as spoken, in full or by initials."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from index.name_words import PARTICLES
from index.names import full_name, is_east_asian_name, is_others, known_names

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from index.paper import Name

_ELISION = ("'", "’")
_HYPHENS = re.compile("[-‐‑–]")
_LEFT_OUT = re.compile(r"[^\w’'-]")
_NICKNAME = re.compile(r"\s*(?:\([^)]*\)|“[^”]*”|\"[^\"]*\")\s*")
_BARE_INITIAL = re.compile(r"(?<![^\s])[A-Z](?![^\s])")
_STUCK_INITIALS = re.compile(r"(?<=\w\.)(?=[^\W\d_]\.)")


@dataclass(frozen=True, slots=True)
class Person:
    """A name as reference lists need it.

    Attributes:
        whole: A name that is never taken apart (a body, a one-word or an East Asian name); then
            the other parts are empty.
        body: Whether `whole` names a body rather than a person.
        particle: "van der", "de la".
        stem: The family name without its particle.
        given: The given names as recorded.
        suffix: "Jr.", "III".
    """

    whole: str = ""
    body: bool = False
    particle: str = ""
    stem: str = ""
    given: str = ""
    suffix: str = ""

    @property
    def family(self) -> str:
        """The family name with its particle: `de la Cruz`, `d’Alembert`."""
        if not self.particle or self.particle.endswith(_ELISION):
            return self.particle + self.stem
        return f"{self.particle} {self.stem}"

    def inverted(self, given: str, *, before_suffix: str = ", ") -> str:
        """`King, M. L., Jr.`, with the given names in the form that a style writes them."""
        if self.whole:
            return self.whole
        name = f"{self.family}, {given}" if given else self.family
        return f"{name}{before_suffix}{self.suffix}" if self.suffix else name

    def spoken(self, given: str) -> str:
        """`M. L. King Jr.`, with the given names in the form that a style writes them."""
        return self.whole or " ".join(filter(None, (given, self.family, self.suffix)))


@dataclass(frozen=True, slots=True)
class People:
    """A list of authors or editors; `more` says that the source itself ends it in "et al."."""

    names: tuple[Person, ...]
    more: bool = False

    def __bool__(self) -> bool:
        return bool(self.names)


NOBODY = People(())


def people(names: Sequence[Name]) -> People:
    """The names that say anything, in their order."""
    if not names:
        return NOBODY
    known = known_names(names)
    more = len(known) > 1 and is_others(known[-1])
    return People(tuple(map(_person, known[:-1] if more else known)), more)


@lru_cache(maxsize=4096)
def _person(name: Name) -> Person:
    if name.literal.strip():
        whole = full_name(name)
        return Person(whole=_curled(whole), body=" " in whole or whole.isascii())
    family, given, particle, suffix = (
        _curled(" ".join(part.split()))
        for part in (name.family, name.given, name.particle, name.suffix)
    )
    if is_east_asian_name(name) or not family:
        return Person(whole=_curled(full_name(name)))
    if not particle:
        words = family.split()
        start = 0
        while start < len(words) - 1 and words[start] in PARTICLES:
            start += 1
        particle, family = " ".join(words[:start]), " ".join(words[start:])
    return Person(particle=particle, stem=family, given=given, suffix=suffix)


def _curled(text: str) -> str:
    return text.replace("'", "’")


@lru_cache(maxsize=4096)
def _initials(given: str) -> tuple[str, ...]:
    """The initials of given names, one entry a name, as `J` or, hyphenated, `J-P`.

    Of a name whose second part is in lower case only the first letter counts (`Xiao-ming` is one
    name); two capitals alone are two initials (`JP`); particles that stand among the given names
    are kept whole, nicknames in parentheses are left out; a name that its bearer writes in lower
    case stays so (bell hooks, APA 7 section 9.8).
    """
    spaced = _STUCK_INITIALS.sub(" ", _NICKNAME.sub(" ", given) or given)
    found: list[str] = []
    for word in spaced.split():
        if word in PARTICLES and found:
            found.append(word)
            continue
        if len(word) == 2 and word.isalpha() and word.isupper():
            found.extend(word)
            continue
        letters = [
            part[0]
            for piece in _HYPHENS.split(word)
            if (part := _LEFT_OUT.sub("", piece).lstrip("’'-"))
        ]
        if letters:
            kept = [letters[0], *(letter for letter in letters[1:] if not letter.islower())]
            found.append("-".join(kept))
    capital = [name for name in found if not name[0].islower() or name in PARTICLES]
    return tuple(capital if any(not name[0].islower() for name in capital) else found)


def dotted(given: str, between: str = " ") -> str:
    """Initials with full stops: `M. L.`, `J.-P.`; `between` parts the names."""
    return between.join(
        name if len(name) > 1 and "-" not in name else f"{name.replace('-', '.-')}."
        for name in _initials(given)
    )


def bare(given: str) -> str:
    """Initials without full stops, hyphens or blanks: `ML`, `JP`; a particle stays apart."""
    text = ""
    for name in _initials(given):
        text += f" {name}" if len(name) > 1 and "-" not in name else name.replace("-", "")
    return text


def in_full(given: str) -> str:
    """Given names as recorded, initials with full stops and parted by blanks (CMOS 17 10.12)."""
    return _BARE_INITIAL.sub(r"\g<0>.", _STUCK_INITIALS.sub(" ", given))


def listed(
    names: Sequence[str], conjunction: str, *, serial: bool = True, pair_comma: bool = False
) -> str:
    """`A`, `A and B`, `A, B, and C`.

    Args:
        names: The names as they are to be written.
        conjunction: "and" or "&".
        serial: Whether a comma stands before the conjunction of three names and more.
        pair_comma: Whether it stands before that of two.
    """
    if len(names) < 2:
        return "".join(names)
    comma = "," if (serial if len(names) > 2 else pair_comma) else ""
    return f"{', '.join(names[:-1])}{comma} {conjunction} {names[-1]}"


def first_inverted(
    names: Sequence[Person], most: int, kept: int, *, more: bool, demoted: bool = False
) -> str:
    """The list of MLA and Chicago: `Doe, Jane, Richard Roe, and Ann Poe`, names in full.

    Args:
        names: The names, at least one.
        most: The longest list that is written out.
        kept: How many names are left of a longer list, before "et al."
        more: Whether the source itself leaves names out.
        demoted: Whether the particle of the first name goes behind it: `Cruz, Juan de la`.
    """
    shortened = more or len(names) > most
    shown = names[:kept] if len(names) > most else names
    first = shown[0]
    lead = _demoted(first) if demoted else first.inverted(in_full(first.given))
    texts = [lead, *(person.spoken(in_full(person.given)) for person in shown[1:])]
    if shortened:
        return f"{', '.join(texts)}, et al."
    return listed(texts, "and", pair_comma=not first.body)


def _demoted(person: Person) -> str:
    if person.whole or not person.particle or not person.particle[0].islower():
        return person.inverted(in_full(person.given))
    given = f"{in_full(person.given)} {person.particle}".strip()
    name = f"{person.stem}, {given}"
    return f"{name}, {person.suffix}" if person.suffix else name


def shortened(
    people: People,
    written: Callable[[Person], str],
    conjunction: str,
    most: int,
    kept: int,
    *,
    serial: bool = True,
    comma_before_et_al: bool = False,
) -> str:
    """A list that keeps `kept` names and "et al." where there are more than `most`.

    Args:
        people: The names, at least one.
        written: Writes one name.
        conjunction: As in `listed`.
        most: The longest list that is written out.
        kept: How many names are left of a longer list.
        serial: As in `listed`.
        comma_before_et_al: Whether a comma stands before "et al." even after a single name.
    """
    cut = len(people.names) > most
    texts = [written(person) for person in (people.names[:kept] if cut else people.names)]
    if not (cut or people.more):
        return listed(texts, conjunction, serial=serial)
    comma = "," if comma_before_et_al or (serial and len(texts) > 1) else ""
    return f"{', '.join(texts)}{comma} et al."
