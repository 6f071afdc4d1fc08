"""The word lists behind gists: which verbs lead to one, and where an English clause may end."""

from __future__ import annotations

from typing import Final

from index.label.name_words import ACTING, words

BRINGING: Final = words(
    "propose proposes proposed introduce introduces introduced present presents presented develop "
    "develops developed design designs designed devise devises devised formulate formulates "
    "formulated establish establishes established build builds built construct constructs "
    "constructed release releases released describe describes described create creates created "
    "contribute contributes derive derives derived provide provides offer offers unveil curate "
    "curates collect report reports give gives obtain suggest outline"
)
"""Verbs whose object is the contribution: "we propose ..."."""

RECASTING: Final = words(
    "reframe reframes recast recasts cast casts frame frames reformulate leverage leverages use "
    "uses apply applies extend extends combine combines adopt adopts adapt adapts generalize "
    "generalizes unify unifies integrate integrates learn learns replace model "
    "models modify modifies transform transforms exploit exploits employ employs utilize improve "
    "improves reduce treat treats bridge automate enable enables advance scale optimize"
)
"""Verbs that say what the authors do, and so stay in the clause: "we reframe ... as ..."."""

STUDYING: Final = words(
    "study studies investigate investigates examine examines explore explores address addresses "
    "consider considers analyze analyzes analyse analyses revisit revisits tackle tackles "
    "quantify quantifies characterize characterizes identify identifies ask asks discuss "
    "discusses compare compares evaluate evaluates review reviews survey surveys uncover solve "
    "solves measure measures target targets"
)
"""Verbs whose object is the question: "we study ..."."""

SHOWING: Final = words(
    "show shows find finds prove proves demonstrate demonstrates argue argues reveal reveals "
    "suggest suggests observe observes discover discovers establish hypothesize posit conclude "
    "indicate indicates"
)
"""Verbs with a clause after them: "we show that ..."."""

AUTHORS_VERBS: Final = BRINGING | STUDYING | SHOWING

RESULT_NOUNS: Final = words("findings results experiments analysis analyses approach method")
"""With "our" before them, subjects of what is shown."""

JOINTS: Final = words("and then first here can systematically")
"""Words between a subject, or the verb before, and its next verb: "we ... and then *show*"."""

ADVERBS: Final = words("first also then further")
"""Adverbs that do not end in "-ly"."""

CONTAINING: Final = words(
    "incorporates employs uses utilizes consists comprises contains leverages introduces adopts "
    "features includes integrates combines applies"
)
"""Verbs between a thing and what it is made of: "it incorporates ..."."""

PRAISE: Final = words(
    "novel new simple unified unifying general principled efficient effective flexible powerful "
    "robust scalable lightweight practical first carefully designed innovative yet but and fully "
    "completely highly several tailored dedicated comprehensive generic fast versatile so-called "
    "intuitive elegant"
)
"""Words before a noun that say nothing of what it is."""

GENERIC: Final = PRAISE | words(
    "a an the our its their this these those that which who whose it they we be is are was were "
    "been can could may might will would has have had do does of in on at to for from by with "
    "without into onto over under across between among through via as than or if while when where "
    "how what why whether not no more most less both each other such also then thus only same "
    "framework frameworks method methods approach approaches model models algorithm algorithms "
    "system systems technique techniques strategy paradigm pipeline scheme tool solution problem "
    "problems task tasks work paper study way ways using based two three one set class family "
    "type kind extent variety number range called named termed dubbed setting settings existing "
    "variant step promising results main contributions performance state-of-the-art best"
)
"""Words that tell one paper from another too little to count."""

HEADS: Final = words(
    "framework method approach model algorithm system technique strategy paradigm pipeline scheme "
    "tool toolkit solution architecture network benchmark dataset library platform defense attack "
    "procedure mechanism module suite agent package protocol formulation variant extension "
    "estimator optimizer family class corpus metric"
)
"""Nouns a description is about: "a framework for ...", "a method that ..."."""

WEAK_VERBS: Final = words(
    "is are was were be can works work achieves achieve outperforms outperform enables allows has "
    "have may improves significantly consistently also performs provides makes yields requires "
    "helps aims surpasses attains obtains does remains seems appears becomes"
)
"""Verbs (with their adverbs) of praise and results, not of what a thing does."""

PRONOUNS: Final = words(
    "it they them this these that those its such their he she which there both one our we us so"
)
ANAPHORS: Final = words(
    "this these such it they their them above former latter following our we us"
)
"""Words that point out of the clause."""
AUXILIARIES: Final = words("be been is are was were")
PAIRING: Final = frozenset({"both", "between"})
"""Words that call for an "and"."""
RELATIVES: Final = frozenset({"that", "which", "who", "whose"})
QUESTION_WORDS: Final = frozenset({"how", "whether", "why", "what"})

PREPOSITIONS: Final = words(
    "for with in on under across from into over within against during among toward towards at "
    "about after before beyond upon onto throughout to"
)
LATE_PREPOSITIONS: Final = words("as between than")
"""Prepositions that hold more tightly to what is before them."""

SUBORDINATORS: Final = words(
    "that which who whose where when while because although if so via by using through without "
    "rather instead whereas thereby thus since unlike and/or"
)
PARTICIPLES: Final = words(
    "enabling leading combining allowing achieving leveraging ensuring improving consisting "
    "providing yielding making resulting reducing capturing induced designed trained inspired "
    "derived called named termed dubbed tailored specifically requiring containing comprising "
    "covering including given based driven exploiting revealing showing outperforming "
    "incorporating integrating producing generated guided equipped"
)
"""Participles that begin a clause of their own after a noun."""

NOMINAL: Final = words(
    "learning training reasoning planning modeling modelling processing understanding clustering "
    "sampling tuning fine-tuning finetuning steering grounding tracking matching mapping rendering "
    "embedding mining parsing coding encoding decoding prompting pruning forecasting scheduling "
    "labeling ranking pooling watermarking manufacturing imaging sensing editing hashing testing "
    "pre-training pretraining setting meaning string thing building programming computing "
    "denoising engineering monitoring driving grasping walking swimming flying filtering smoothing "
    "boosting averaging mixing routing pricing hedging"
)
"""Words in "-ing" that are nouns."""

FINITE: Final = words(
    "is are was were can cannot could may might will should must has have had do does produces "
    "produce achieves achieve improves improve outperforms outperform provides provide yields "
    "yield leads lead enables enable requires require allows allow reduces reduce depends remains "
    "remain exhibits exhibit emerges arises fails fail suffers performs perform affects affect "
    "plays becomes become makes make shows show"
)
"""Verbs that end the noun phrase before them."""

ADJECTIVE_ENDINGS: Final = ("al", "ive", "ous", "ic", "able", "ible", "ary", "ful", "less", "ed")
"""By which a word may well be an adjective."""

AFTER_COMMA: Final = (
    SUBORDINATORS
    | PARTICIPLES
    | FINITE
    | BRINGING
    | SHOWING
    | STUDYING
    | ACTING
    | words("but a an the with we as yet to both")
)
"""Words that begin a clause after a comma, where others go on with a list."""

DANGLING: Final = (
    PREPOSITIONS
    | LATE_PREPOSITIONS
    | SUBORDINATORS
    | FINITE
    | words(
        "a an the of and or but nor not no our its their his her my your this these those both "
        "each every all any some such more most less least very be been being would designed able "
        "aims leading according due focused compared used consisting relying relies aimed aiming "
        "including enabling allowing leveraging combining ensuring improving using based called "
        "named termed dubbed tailored comprising given i.e e.g vs et al first only also then "
        "further how what why whether one two three four other another many several novel new "
        "different existing same various long-standing fundamental yet non built trained inspired "
        "driven induced proves prove find demonstrate argue reveal suggest propose introduce "
        "present develop investigate examine explore address identify order observed obtained "
        "found presented made introduced even just well better much there it they we previously "
        "per off out up down like near around along amid despite except inside outside until "
        "between within via until unless once though although whereas"
    )
)
"""Words no clause ends with."""

CONNECTIVES: Final = words(
    "however moreover furthermore specifically finally additionally therefore thus hence here "
    "recently concretely accordingly consequently notably overall empirically"
)
"""Adverbs that lead into a sentence: "However, ..."."""
