"""Find what an abstract calls its own contribution.

Every coined word of the abstract is a candidate, and so is a run of capitalised words right
after "we propose". Rules over the words around each mention collect evidence for a candidate
and against it; the one with the most points wins if they are enough.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from index.label.evidence import (
    BRINGS_IN,
    MAKES_OWN,
    POINTS,
    RULES,
    SHAPE_POINTS,
    Evidence,
)
from index.label.mentions import Mention, Sentence
from index.label.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

THRESHOLD: Final = 0.5
"""The least points of a name; at 0 "no name" is as likely, and a foreign acronym is worse."""

# Letters below which an acronym says too little to stand alone.
_SHORTEST: Final = 3
_WEAK_SHAPES: Final = frozenset({Shape.RUN, Shape.TITLED, Shape.CAPITALISED})


class Named(NamedTuple):
    """A name, and the words it abbreviates where the abstract spells them out."""

    name: str
    long_form: str | None


@dataclass(slots=True)
class Candidate:
    """A possible name with all that speaks for and against it; `order` is its first mention's."""

    name: str
    shape: Shape
    order: int
    long_form: str | None = None
    partners: set[str] = field(default_factory=set)
    evidence: set[Evidence] = field(default_factory=set)

    @property
    def points(self) -> float:
        """The sum of all points."""
        return SHAPE_POINTS[self.shape] + sum(POINTS[kind] for kind in self.evidence)


def find_name(sentences: Sequence[str], links: Iterable[str] = ()) -> Named | None:
    """Return the name of what the abstract brings in, `None` where it names nothing.

    Args:
        sentences: The plain abstract's sentences, single blanks between words.
        links: The addresses the abstract gives; a repository often has the name of the thing.
    """
    found = candidates(sentences, links)
    best = max(found, key=lambda each: (round(each.points, 3), -each.order), default=None)
    if best is None or best.points < THRESHOLD:
        return None
    if best.long_form and len(best.name.rstrip("s")) < _SHORTEST:
        return Named(best.long_form, None)
    return Named(best.name, best.long_form)


def candidates(sentences: Iterable[str], links: Iterable[str] = ()) -> list[Candidate]:
    """Return every possible name of an abstract with its evidence, in order of first mention."""
    found: dict[str, Candidate] = {}
    in_own_part = False
    for sentence in map(Sentence, sentences):
        in_own_part = in_own_part or bool(sentence.cues)
        for mention in sentence.mentions():
            _take_in(found, mention, in_own_part=in_own_part)
    for candidate in list(found.values()):
        _settle_parts(found, candidate)
    _add_evidence_of_whole(found, links)
    return list(found.values())


def _take_in(found: dict[str, Candidate], mention: Mention, *, in_own_part: bool) -> None:
    candidate = _known_candidate(found, mention.name)
    if candidate is None:
        candidate = Candidate(mention.name, mention.shape, order=len(found))
        found[mention.name] = candidate
        if not in_own_part:
            candidate.evidence.add(Evidence.BACKGROUND)
    else:
        candidate.evidence.add(Evidence.MENTIONED_AGAIN)
    candidate.partners.add(mention.partner)
    candidate.long_form = candidate.long_form or mention.long_form_after or mention.long_form_before
    candidate.evidence.update(kind for kind, holds in RULES if holds(mention))


def _known_candidate(found: dict[str, Candidate], name: str) -> Candidate | None:
    """Return the candidate of this name, or of its plural or singular."""
    other = name[:-1] if name.endswith("s") else name + "s"
    return found.get(name) or found.get(other)


def _settle_parts(found: dict[str, Candidate], candidate: Candidate) -> None:
    """Drop what is only part of a long form; make "NAME Net" one name if it always is one."""
    if candidate.long_form:
        for name, other in list(found.items()):
            if other.shape in _WEAK_SHAPES and other.name in candidate.long_form:
                del found[name]
    if len(candidate.partners) == 1 and candidate.partners != {""}:
        candidate.name += " " + candidate.partners.pop()
        candidate.evidence.discard(Evidence.PART)


def _add_evidence_of_whole(found: dict[str, Candidate], links: Iterable[str]) -> None:
    """Add the evidence that only the abstract as a whole gives."""
    targets = [_folded(link.rstrip("/.").rsplit("/", 1)[-1]) for link in links]
    for candidate in found.values():
        key = _folded(candidate.name)
        if len(key) >= _SHORTEST and any(target.startswith(key) for target in targets):
            candidate.evidence.add(Evidence.ADDRESS)
        if candidate.shape is not Shape.RUN and candidate.evidence.isdisjoint(MAKES_OWN):
            candidate.evidence.add(Evidence.NOT_INTRODUCED)
    brought_in = [each for each in found.values() if not each.evidence.isdisjoint(BRINGS_IN)]
    if brought_in:
        brought_in[0].evidence.add(Evidence.FIRST)


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
