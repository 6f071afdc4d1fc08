"""The word lists behind names, all of them general English of research papers."""

from __future__ import annotations

from typing import Final


def words(text: str) -> frozenset[str]:
    """Return the words of a list written as text."""
    return frozenset(text.split())


SUBJECTS: Final = words("here herein we")
"""Words for the authors; "I" counts too, where it is a capital."""

SUBJECT_NOUNS: Final = words(
    "article authors chapter demo letter manuscript note paper poster report study survey "
    "thesis tutorial work"
)
"""With "this", "the" or "our" before them: the paper itself as the one who acts."""

INTRODUCING: Final = words(
    "build builds built collect collected construct constructed constructs contribute "
    "contributes create created creates creating curate curated curates demonstrate "
    "demonstrates derive derived derives describe described describes design designed designing "
    "designs develop developed developing develops devise devised devises establish establishes "
    "explore formulate formulates implement implemented implements instantiate instantiates "
    "introduce introduced introduces introducing offer offers open-source open-sourced pioneer "
    "present presented presenting presents propose proposed proposes proposing provide provides "
    "publish release released releases releasing report reports unveil unveils"
)
"""Forms of the verbs by which authors bring in something of their own."""

CALLING: Final = words(
    "abbreviated call called calls christened coin coined coins denote denoted denotes dub "
    "dubbed dubs entitled name named namely names nicknamed term termed terms titled"
)
"""Verbs after which a name stands: "a framework called NAME"."""

ARTICLES: Final = words("a an its our the these this")
"""Words that open a noun phrase."""

NOVELTY: Final = words(
    "effective efficient fast first flexible four general large-scale lightweight new novel "
    "powerful principled robust scalable simple three two unified"
)
"""Words before a name or its noun that merely praise it."""

THING_NOUNS: Final = words(
    "agent agents algorithm algorithms approach approaches architecture architectures attack "
    "attacks baseline baselines benchmark benchmarks challenge classifier codebase collection "
    "corpus database dataset datasets decoder defense defenses descriptor detector ecosystem "
    "encoder engine environment environments estimator extension family formulation framework "
    "frameworks generator gripper hand interface kernel language layer layers learner libraries "
    "library loss losses mechanism method methods metric metrics model models module modules "
    "network networks objective operator optimizer optimizers package paradigm paradigms "
    "pipeline pipelines planner platform platforms policy procedure protocol protocols "
    "regularizer representation resource robot sampler scheme schemes score series simulator "
    "software solution solver strategies strategy suite system systems task tasks technique "
    "techniques testbed tool toolkit toolkits tools tracker transformer transformers variant"
)
"""What a name may be the name of."""

COMPONENTS: Final = words(
    "block blocks dataset layer layers loss mechanism metric module modules operator strategy "
    "variant variants"
)
"""Words for a part of a contribution rather than the whole."""

OWN_ADJECTIVES: Final = words("new novel our proposed resulting")
"""With a thing noun they say whose it is: "our proposed method, NAME"."""

PREPOSITIONS: Final = words(
    "across after against among as at based before between beyond by during for from in into of "
    "on onto over per through to toward towards under upon using via with within without"
)
"""Words that end the noun phrase before them."""

CLAUSE_OPENERS: Final = words(
    "although and because but hence how if or since so that thereby though thus unlike what "
    "when where whereas whether which while who whom whose why"
)
"""Words that begin another clause."""

ACTING: Final = words(
    "achieve achieves adaptively addresses adopts aims allows also are attains automatically "
    "builds can captures combines comprises consist consistently consists contains covers "
    "decomposes delivers demonstrate demonstrates directly does dynamically effectively "
    "efficiently employ employs enable enables encodes exhibits explicitly exploits extends "
    "features first further generalizes generates has improve improves incorporates integrates "
    "introduces is jointly learns leverage leverages maintains models not obtains offers only "
    "outperform outperforming outperforms outputs performs produces provides reduce reduces "
    "represents requires runs shows significantly substantially supports surpass surpasses "
    "takes then trains uses utilizes works yields"
)
"""What a named thing does, right after its name."""

SHOWN_OF: Final = words(
    "advantages code codes contribution core demo design effectiveness efficacy idea "
    "implementation performance superiority usefulness utility version"
)
"""What is shown or released of one's own thing: "the effectiveness of NAME"."""

COMPARING: Final = words("existing like original popular previous prior standard than vanilla")
"""Before a name: somebody else's."""

USING: Final = words(
    "adopt adopting adopts applies apply applying employ employing employs from leverage "
    "leverages leveraging use used uses using utilize utilizing via with"
)
"""Before a tool that is taken as it is."""

ADJECTIVAL_ENDINGS: Final = words(
    "agnostic and as-a assisted augmented aware based bit centric class compatible complete "
    "conditioned constrained dependent dimensional driven efficient end enhanced equivariant "
    "free generated guided hard in independent induced inspired invariant level like minimal "
    "modal of one only optimal order oriented powered regularized related scale shot side space "
    "specific step style the-art time to trained tuned type wise world"
)
"""Last part of a hyphenated adjective: "KL-minimal", "LLM-driven"."""

NEVER_BEGINS: Final = words(
    "a an and are as based by called for in introduce introduces is its named new novel of on "
    "or our present presents propose proposes that the their these this to using via we which "
    "with"
)
"""Words that no long form of an acronym begins with."""
