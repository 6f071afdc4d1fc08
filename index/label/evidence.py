"""What speaks for and against a mention's being the name of the paper's own contribution.

The points were fitted by conditional logistic regression (the candidates of an abstract compete
with one another and with "no name") on the abstracts of papers titled "Name: ...", whose title
tells the name, and of papers whose acronyms all are common to many others, which have none; then
they were rounded.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from index.label.name_words import (
    ACTING,
    ARTICLES,
    CALLING,
    CLAUSE_OPENERS,
    COMPARING,
    COMPONENTS,
    INTRODUCING,
    OWN_ADJECTIVES,
    PREPOSITIONS,
    SHOWN_OF,
    THING_NOUNS,
    USING,
)
from index.label.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from index.label.mentions import Mention


class Evidence(Enum):
    """A reason to take NAME, as it stands in the pattern, for the paper's own - or not to."""

    INTRODUCED = "we propose NAME,"
    CALLED = "a framework called NAME"
    WITH_NOUN = "we propose the NAME framework"
    AFTER_NOUN = "we propose a framework, NAME"
    IN_PHRASE = "we propose a fast attention NAME"
    LONG_FORM = "we propose a Long Form (NAME)"
    LONG_FORM_OBLIQUE = "we propose to steer by a Long Form (NAME)"
    IN_BRACKETS = "we propose something (NAME)"
    EXPANDED = "we propose NAME (Long Form)"
    EXPANDED_LATER = "NAME (Long Form) elsewhere"
    APPOSED = "we propose NAME, a framework"
    APPOSED_LATER = "NAME, a novel framework"
    OR_NAME = "we propose a long form, or NAME"
    PASSIVE = "NAME is proposed"
    COPULA = "NAME is a framework, first of all"
    OURS = "our NAME"
    OUR_THING = "our method, NAME,"
    ACTS = "NAME achieves"
    SHOWN = "results show that NAME"
    ADDRESS = "github.com/x/NAME"
    FIRST = "the first name brought in"
    MENTIONED_AGAIN = "NAME ... NAME"
    USED = "using NAME"
    NOT_INTRODUCED = "NAME, never brought in"
    BACKGROUND = "mentioned before the paper's own part"
    BACKGROUND_LONG_FORM = "Long Form (NAME) outside the paper's own part"
    COMPARED = "than NAME"
    DATASET = "on the NAME dataset"
    PART = "NAME among other capitalised words"
    COMPONENT = "a loss called NAME"


POINTS: Final = {
    Evidence.INTRODUCED: 0.7,
    Evidence.CALLED: 0.2,
    Evidence.WITH_NOUN: 0.1,
    Evidence.AFTER_NOUN: 0.2,
    Evidence.IN_PHRASE: 0.4,
    Evidence.LONG_FORM: -0.1,
    Evidence.LONG_FORM_OBLIQUE: -0.4,
    Evidence.BACKGROUND_LONG_FORM: -0.4,
    Evidence.IN_BRACKETS: 0.9,
    Evidence.EXPANDED: 0.1,
    Evidence.EXPANDED_LATER: 0.3,
    Evidence.APPOSED: 0.7,
    Evidence.APPOSED_LATER: 0.1,
    Evidence.OR_NAME: 0.1,
    Evidence.PASSIVE: -0.1,
    Evidence.COPULA: 0.1,
    Evidence.OURS: 0.3,
    Evidence.OUR_THING: 0.5,
    Evidence.ACTS: 1.0,
    Evidence.SHOWN: 1.0,
    Evidence.ADDRESS: 1.0,
    Evidence.FIRST: 0.9,
    Evidence.MENTIONED_AGAIN: 0.4,
    Evidence.NOT_INTRODUCED: -1.9,
    Evidence.USED: -0.3,
    Evidence.BACKGROUND: -0.8,
    Evidence.COMPARED: -0.6,
    Evidence.DATASET: -0.4,
    Evidence.PART: -0.9,
    Evidence.COMPONENT: -0.3,
}
SHAPE_POINTS: Final = {
    Shape.MIXED: 1.2,
    Shape.COMPOUND: 0.8,
    Shape.CAPITALS: 0.2,
    Shape.TWO_CAPITALS: -1.1,
    Shape.NUMBERED: 0.0,
    Shape.TITLED: -0.6,
    Shape.JOINED: 0.0,
    Shape.CAPITALISED: -2.0,
    Shape.RUN: -0.1,
}
"""The points of a candidate's shape, added to those of its evidence."""

BRINGS_IN: Final = frozenset(
    {
        Evidence.INTRODUCED,
        Evidence.CALLED,
        Evidence.WITH_NOUN,
        Evidence.AFTER_NOUN,
        Evidence.IN_PHRASE,
        Evidence.LONG_FORM,
        Evidence.EXPANDED,
        Evidence.PASSIVE,
    }
)
"""Evidence that the authors bring the name in."""
MAKES_OWN: Final = BRINGS_IN | {
    Evidence.OUR_THING,
    Evidence.OURS,
    Evidence.COPULA,
    Evidence.APPOSED,
    Evidence.APPOSED_LATER,
    Evidence.ADDRESS,
    Evidence.OR_NAME,
}
"""Evidence without any of which a name counts as not introduced."""

_PHRASE_ENDS: Final = frozenset(",.:;()–—-[]!?") | PREPOSITIONS | CLAUSE_OPENERS | ARTICLES
_ASIDE: Final = frozenset({",", ":", "—", "–", "-", "("})
# Reaches from the cue, in characters, and of a noun phrase, in words.
_APPOSITION_REACH: Final = 120
_LONG_FORM_REACH: Final = 170
_NOUN_REACH: Final = 16
_PHRASE_REACH: Final = 9


def _ends_phrase(mention: Mention) -> bool:
    """Whether no word follows that the name would merely modify."""
    return mention.after() in _PHRASE_ENDS


def _thing_before(mention: Mention) -> int:
    """Return how many words before the name the word for a thing is, 0 where there is none."""
    distance = 2 if mention.before() in _ASIDE else 1
    return distance if mention.before(distance) in THING_NOUNS else 0


def _introduced(mention: Mention) -> bool:
    return mention.cue is not None and not mention.qualifiers and _ends_phrase(mention)


def _called(mention: Mention) -> bool:
    if mention.before() == "namely" or mention.window[-2:] in {("namely", ","), ("i.e", ",")}:
        return True
    words = mention.window
    for at in range(len(words) - 1, -1, -1):
        if words[at] in CALLING or words[at - 1 : at + 1] == ("to", "as"):
            return not any(word in {"and", ",", "(", ")", "."} for word in words[at + 1 :])
    return words[-3:] == ("i.e", ".", ",")


def _with_noun(mention: Mention) -> bool:
    if mention.cue is None or mention.qualifiers:
        return False
    for word in (mention.after(distance) for distance in (1, 2, 3)):
        if word in THING_NOUNS:
            return True
        if not word.islower() or word in _PHRASE_ENDS:
            return False
    return False


def _after_noun(mention: Mention) -> bool:
    if mention.cue is None or len(mention.between) > _NOUN_REACH or not _ends_phrase(mention):
        return False
    return 0 < _thing_before(mention) <= len(mention.between)


def _in_phrase(mention: Mention) -> bool:
    words = [word for word in mention.qualifiers if word != "-"]
    return (
        0 < len(words) <= _PHRASE_REACH
        and all(word.islower() and word not in _PHRASE_ENDS for word in words)
        and _ends_phrase(mention)
    )


def _is_near_cue(mention: Mention) -> bool:
    return mention.cue is not None and mention.distance < _LONG_FORM_REACH


def _is_oblique(mention: Mention) -> bool:
    """Whether the long form is not what the verb brings in, but part of its description."""
    length = len((mention.long_form_before or "").split())
    outside = mention.between[: len(mention.between) - 1 - length]
    return any(word in PREPOSITIONS or word in CLAUSE_OPENERS for word in outside)


def _long_form(mention: Mention) -> bool:
    has_form = mention.long_form_before is not None
    return has_form and _is_near_cue(mention) and not _is_oblique(mention)


def _long_form_oblique(mention: Mention) -> bool:
    has_form = mention.long_form_before is not None
    return has_form and _is_near_cue(mention) and _is_oblique(mention)


def _background_long_form(mention: Mention) -> bool:
    return mention.long_form_before is not None and not _is_near_cue(mention)


def _in_brackets(mention: Mention) -> bool:
    return mention.is_bracketed and mention.long_form_before is None and _is_near_cue(mention)


def _expanded(mention: Mention) -> bool:
    return mention.cue is not None and mention.long_form_after is not None


def _expanded_later(mention: Mention) -> bool:
    return mention.cue is None and mention.long_form_after is not None


def _apposed(mention: Mention) -> bool:
    return (
        mention.cue is not None
        and mention.distance < _APPOSITION_REACH
        and mention.after() in {",", "—", "–", "-", ":"}
        and mention.after(2) in {"a", "an", "the", "our", "which", "one"}
    )


def _apposed_later(mention: Mention) -> bool:
    return (
        mention.cue is None
        and mention.after() in {",", "—", "–"}
        and (mention.after(2) == "our" or mention.after(3) in {"novel", "new", "first"})
    )


def _or_name(mention: Mention) -> bool:
    return mention.cue is not None and mention.before() == "or" and _ends_phrase(mention)


def _passive(mention: Mention) -> bool:
    at = 2 if mention.after() == ")" else 1
    if mention.after(at) not in {"is", "are"}:
        return False
    first, second = mention.after(at + 1), mention.after(at + 2)
    return first in INTRODUCING or (first not in ARTICLES and second in INTRODUCING)


def _copula(mention: Mention) -> bool:
    return (
        mention.opens_sentence and mention.after() in {"is", "are"} and mention.after(2) in ARTICLES
    )


def _ours(mention: Mention) -> bool:
    if mention.before() in {"our", "proposed"}:
        return True
    return mention.before(2) in {"our", "proposed"} and mention.before().isalpha()


def _our_thing(mention: Mention) -> bool:
    thing = _thing_before(mention)
    return thing > 0 and any(
        mention.before(thing + further) in OWN_ADJECTIVES for further in (1, 2, 3, 4)
    )


def _acts(mention: Mention) -> bool:
    return mention.after() in ACTING


def _shown(mention: Mention) -> bool:
    if mention.before() == "that":
        return True
    return mention.before() in {"of", "for"} and not SHOWN_OF.isdisjoint(mention.window[-4:])


def _used(mention: Mention) -> bool:
    return mention.before() in USING or mention.before(2) in USING


def _compared(mention: Mention) -> bool:
    return mention.before() in COMPARING or mention.window[-2:] in {
        ("such", "as"),
        ("compared", "to"),
        ("e.g", ","),
    }


def _dataset(mention: Mention) -> bool:
    return mention.before() == "on" or mention.window[-2:] == ("on", "the")


def _part(mention: Mention) -> bool:
    following = mention.after()
    return mention.shape is not Shape.RUN and following[0].isupper() and len(following) > 1


def _component(mention: Mention) -> bool:
    around = (*mention.window[-3:], mention.after(), mention.after(2))
    return any(word in COMPONENTS for word in around)


RULES: Final[tuple[tuple[Evidence, Callable[[Mention], bool]], ...]] = (
    (Evidence.INTRODUCED, _introduced),
    (Evidence.CALLED, _called),
    (Evidence.WITH_NOUN, _with_noun),
    (Evidence.AFTER_NOUN, _after_noun),
    (Evidence.IN_PHRASE, _in_phrase),
    (Evidence.LONG_FORM, _long_form),
    (Evidence.LONG_FORM_OBLIQUE, _long_form_oblique),
    (Evidence.BACKGROUND_LONG_FORM, _background_long_form),
    (Evidence.IN_BRACKETS, _in_brackets),
    (Evidence.EXPANDED, _expanded),
    (Evidence.EXPANDED_LATER, _expanded_later),
    (Evidence.APPOSED, _apposed),
    (Evidence.APPOSED_LATER, _apposed_later),
    (Evidence.OR_NAME, _or_name),
    (Evidence.PASSIVE, _passive),
    (Evidence.COPULA, _copula),
    (Evidence.OURS, _ours),
    (Evidence.OUR_THING, _our_thing),
    (Evidence.ACTS, _acts),
    (Evidence.SHOWN, _shown),
    (Evidence.USED, _used),
    (Evidence.COMPARED, _compared),
    (Evidence.DATASET, _dataset),
    (Evidence.PART, _part),
    (Evidence.COMPONENT, _component),
)
"""The evidence that one mention alone can give, with the rule that finds it."""
