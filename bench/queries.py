"""What is typed: fragments of titles, queries as people write them, and what comes of each key."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, NamedTuple

from bench import SEED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.corpus import Article, Corpus

FRAGMENTS = 150
"""How many queries are pieces of titles."""
SOURCES = 1_000
"""The papers whose titles are used: the first, which are in a corpus of every size."""
FIRST_KEY = 2
"""A query is searched from its second character on."""

HAND_WRITTEN = """\
graph neural network oversmoothing
diffusion models for image editing
low rank adaptation
reward hacking rlhf
watermark language model
contrastive learning augmentations
federated learning heterogeneity
transformer long context
mixture of experts routing
adversarial robustness certified
offline reinforcement learning
neural radiance fields sparse views
chain of thought reasoning
protein structure prediction
knowledge distillation
bayesian optimization high dimensional
causal discovery latent confounders
speech recognition low resource
semantic segmentation weakly supervised
optimal transport wasserstein
point cloud completion
few-shot classification
machine unlearning
tabular data deep learning
time series forecasting
multi-agent coordination
differential privacy sgd
retrieval augmented generation
hallucination detection
vision language pretraining
score matching sde
normalizing flows
neural architecture search
continual learning forgetting
out-of-distribution detection
fairness constraints
code generation benchmark
quantization 4-bit
speculative decoding
equivariant molecules
video question answering
text-to-3d generation
interpretability attention heads
convergence nonconvex stochastic
bandits regret bound
dataset distillation
medical image segmentation
stable diffusion personalization
model merging
gpt-4 evaluation bias
""".splitlines()
"""Queries as readers of machine-learning papers write them."""

_WORD_HERE = re.compile(r"\{\}")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Key(NamedTuple):
    """The query as it stands after a key."""

    query: int
    text: str


def typed_queries(corpus: Corpus) -> list[str]:
    """Two hundred queries: pieces of titles, and hand-written ones.

    Generated papers are not about anything that a person would ask for: pieces of titles take
    the place of the hand-written queries.
    """
    chance = random.Random(SEED)
    wanted = FRAGMENTS + (0 if corpus.is_real else len(HAND_WRITTEN))
    queries = fragments([article.title for article in corpus.first(SOURCES)], wanted, chance)
    return queries + (HAND_WRITTEN if corpus.is_real else [])


def fragments(texts: Sequence[str], wanted: int, chance: random.Random) -> list[str]:
    """Pieces of two to five words of texts that were drawn by chance."""
    usable = [text.lower().split() for text in texts if len(text.split()) >= 2]
    found = []
    for _ in range(wanted):
        words = chance.choice(usable)
        length = min(chance.randint(2, 5), len(words))
        start = chance.randint(0, len(words) - length)
        found.append(" ".join(words[start : start + length]))
    return found


def keys(queries: Sequence[str]) -> list[Key]:
    """What stands in the box after each key of each query, from the second character on."""
    return [
        Key(number, query[:end])
        for number, query in enumerate(queries)
        for end in range(min(FIRST_KEY, len(query)), len(query) + 1)
    ]


def phrases(corpus: Corpus, wanted: int = 60) -> list[str]:
    """Quoted phrases of two or three words that stand in abstracts."""
    chance = random.Random(SEED)
    articles = corpus.first(SOURCES)
    found: list[str] = []
    for article in chance.choices(articles, k=wanted * 4):
        words = article.abstract.split()
        length = chance.choice((2, 3))
        if len(words) < length:
            continue
        start = chance.randint(0, len(words) - length)
        piece = words[start : start + length]
        if all(_WORD.fullmatch(word) for word in piece):
            found.append(f'"{" ".join(piece).lower()}"')
    return found[:wanted]


def boolean(corpus: Corpus, wanted: int = 60) -> list[str]:
    """Queries with OR, exclusion and brackets, over words of titles."""
    chance = random.Random(SEED)
    forms = ("{} OR {}", "{} -{}", "({} OR {}) {}", "{} NOT {}", "{} {} OR {}")
    return _filled(corpus, forms, chance, wanted)


def fields(corpus: Corpus, wanted: int = 60) -> list[str]:
    """Queries for words of a title, an abstract or an author's name."""
    chance = random.Random(SEED)
    forms = ("title:{}", "title:{} {}", "abstract:{} {}", "author:{author} {}")
    authors = [article.authors.split("; ")[0] for article in corpus.first(SOURCES)]
    families = [author.split()[-1].lower() for author in authors if author.strip()] or ["smith"]
    found = _filled(corpus, forms, chance, wanted)
    return [query.replace("{author}", chance.choice(families)) for query in found]


def years(corpus: Corpus, wanted: int = 60) -> list[str]:
    """Queries for a word in some years."""
    chance = random.Random(SEED)
    found = _filled(corpus, ("{} year:>={year}", "{} {} year:{year}"), chance, wanted)
    return [query.replace("{year}", str(chance.randint(2018, 2024))) for query in found]


def _filled(corpus: Corpus, forms: Sequence[str], chance: random.Random, wanted: int) -> list[str]:
    articles = [article for article in corpus.first(SOURCES) if _words(article)]
    return [
        _WORD_HERE.sub(lambda _: chance.choice(_words(chance.choice(articles))), form)
        for form in chance.choices(forms, k=wanted)
    ]


def _words(article: Article) -> list[str]:
    return [word.lower() for word in _WORD.findall(article.title) if len(word) > 3] or ["model"]
