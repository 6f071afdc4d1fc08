"""Two hundred complete records that are hard to write: names, scripts, maths, money, braces."""

from __future__ import annotations

from index.citations import Cited
from index.markup.parse import parse
from index.paper import Date, Identifiers, Kind, Link, Name, Paper, Source

NAMES = (
    Name("Cruz", "Juan", "de la"),
    Name("King", "Martin Luther", "", "Jr."),
    Name("Vallée Poussin", "Charles Louis Xavier Joseph", "de la"),
    Name("O'Neill", "Cathy"),
    Name("Müller", "Jürgen"),
    Name("Erdős", "Paul"),
    Name("Łukasiewicz", "Jan"),
    Name("Ångström", "Anders Jonas"),
    Name("Ortega y Gasset", "José"),
    Name("Van Den Berg", "Ewout"),
    Name("Le Roux", "Nicolas"),
    Name("Garcia Lopez", "Ana María"),
    Name("Gates", "Henry Louis", "", "III"),
    Name("Şahin", "Çağrı"),
    Name("Nguyễn", "Thị Minh"),
    Name("Lévy-Bruhl", "Jean-François"),
    Name("Maaten", "Laurens", "van der"),
    Name(literal="OpenAI"),
    Name(literal="Allen Institute for Artificial Intelligence"),
    Name(literal="王小明"),
    Name(literal="김철수"),
)
TITLES = (
    "R&D: 100 % of x_i is #1",
    "Costs of $5 to $10 per token",
    "A $50M budget for $O(n \\log n)$ search",
    "{Braces} and the set {0, 1}",
    "DistSeal: Watermarking for GANs",
    "GPT-4 and BERT on ImageNet-1K",
    "Learning in $\\mathbb{R}^d$ with $\\ell_2$ balls",
    "Poincaré embeddings by Fréchet means",
    'The "lottery ticket" hypothesis, “revisited”',
    "What is 3D? A survey",
    "C++ for C# programmers",
    "State-of-the-art: X-ray Top-K retrieval",
    "基于深度学习的水印方法",
    "Efficient~search at https://example.org/~a/b_c?d=e&f#g",
    "*Emphatic* **bold** `code_x` claims",
    "Half-open [0, 1) and <tags> | pipes ^ carets",
    "Backslash \\ and tilde ~ in prose",
    "It’s ‘quoted’ – dashes — and ellipsis…",
    "Schr\\\"odinger's cat by Erd\\H{o}s",
    "An unsettable formula $\\myown{x}^2$ here",
    "$\\alpha$-Divergence ≥ β-VAE ∈ ℝ",
    "@article{not, an = entry}",
    "Why? Because!",
    "5% of A* search, 2 * 3 and p<0.05",
    "The éclair: Ångström ßtraße Œuvre",
)
VENUES = (
    "Proceedings of the 36th International Conference on Machine Learning",
    "Science & Co.",
    "IEEE Trans. on R&D, 100% #1",
    "Élet és Tudomány",
    "论文列表",
)
KINDS: tuple[Kind, ...] = ("conference", "article", "preprint", "chapter", "other")
ABSTRACT = (
    "We study {0, 1} and 50% of $x_1$ at a cost of $5 & more in case {number} of a_b, by Erdős; "
    "see https://example.org/{number}_x. It is long enough to tell one paper from all the others."
)


def hard_papers() -> list[Paper]:
    """The records; each differs from every other in title and abstract."""
    return [_paper(number) for number in range(200)]


def hard_records() -> list[Cited]:
    """The records ready to be cited, with keys `hard0`, `hard1`, ..."""
    return [
        Cited(paper, f"hard{number}", parse(paper.abstract).plain)
        for number, paper in enumerate(hard_papers())
    ]


def _paper(number: int) -> Paper:
    kind = KINDS[number % len(KINDS)]
    names = [NAMES[(number * step + step) % len(NAMES)] for step in range(1, 2 + number % 4)]
    dates = (Date(2019, 6, 9), Date(2020, 12), Date(1999))
    return Paper(
        id=f"{number:016x}",
        abstract=ABSTRACT.replace("{number}", str(number)),
        source=Source("hard.jsonl", number + 1, 200, format="jsonl"),
        kind=kind,
        title=f"{TITLES[number % len(TITLES)]} ({number})",
        authors=tuple(dict.fromkeys(names)),
        editors=(NAMES[number % 17],) if kind in {"conference", "chapter"} else (),
        date=dates[number % len(dates)],
        venue=VENUES[number // 5 % len(VENUES)] if kind != "preprint" else None,
        series="Lecture Notes & Co." if number % 3 == 0 and kind == "conference" else None,
        volume=str(number) if number % 2 else None,
        issue="7" if kind == "article" else None,
        pages=("5341–5350", "12", "e1-e9")[number % 3],
        publisher="50% Press" if number % 4 == 0 else None,
        place="Zürich" if number % 8 == 0 else None,
        keywords=("R&D", f"case {number}") if number % 2 else (),
        links=(
            Link("url", f"https://example.org/papers/{number}_a%20b"),
            Link("pdf", f"https://example.org/papers/{number}.pdf"),
            Link("code", f"https://github.com/example/r_{number}"),
        ),
        ids=_identifiers(number, kind),
    )


def _identifiers(number: int, kind: Kind) -> Identifiers:
    if kind == "preprint":
        return Identifiers(arxiv=f"2401.{number:05d}", citation_key=f"hard{number}")
    doi = f"10.1000/a_b(c)<d>{number}" if number % 2 else None
    return Identifiers(doi=doi, citation_key=f"hard{number}")
