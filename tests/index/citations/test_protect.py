from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.citations.protect import protect


@pytest.mark.parametrize(
    ("title", "protected"),
    [
        (
            "Flash3D: Feed-Forward 3D Scene Reconstruction",
            "{Flash3D}: Feed-Forward {3D} Scene Reconstruction",
        ),
        ("GPT-4 and BERT on ImageNet-1K", "{GPT-4} and {BERT} on {ImageNet-1K}"),
        ("DistSeal: Watermarking for GANs", "{DistSeal}: Watermarking for {GANs}"),
        ("X-ray and T-cell Imaging", "{X-ray} and {T-cell} Imaging"),
        ("Top-K Routing, k-NN", "{Top-K} Routing, {k-NN}"),
        ("Growth of E. coli", "Growth of E. coli"),
        ("A Study of A and B", "A Study of A and B"),
        ("(GANs), “LLMs”; ResNet(s)", "({GANs}), “{LLMs}”; {ResNet}(s)"),
        ("TCP/IP and And/Or Trees", "{TCP/IP} and And/Or Trees"),
        ("C++ and L2 on iPhone", "{C++} and {L2} on {iPhone}"),
        (r"R\&D at AT\&T", r"{R\&D} at {AT\&T}"),
        ("Navier--Stokes", "Navier--Stokes"),
        ("ÉcoleNet and ÜberÄra", "{ÉcoleNet} and {ÜberÄra}"),
        # An accented letter is part of its word, and its command no letter.
        (r"{\"U}ber Schr{\"o}dinger", r"{\"U}ber Schr{\"o}dinger"),
        (r"{\"U}berNet and A{\"O}B", r"{{\"U}berNet} and {A{\"O}B}"),
        (r"{\L}ukasiewicz, Erd{\H{o}}s", r"{\L}ukasiewicz, Erd{\H{o}}s"),
        # Maths would be lowered as well: O(N) would become o(n).
        (r"The $k$ of $O(N)$", r"The $k$ of {$O(N)$}"),
        (r"A $B \$ c$ D", r"A {$B \$ c$} D"),
        (r"\LaTeX{} and \emph{Flash3D}", r"{\LaTeX}{} and \emph{Flash3D}"),
        # BibTeX takes a group that begins with a command for one accented letter.
        (r"\emph{\textbf{DistSeal}}", r"\emph{{\textbf{DistSeal}}}"),
        (r"\emph{\textbf{small}}", r"\emph{\textbf{small}}"),
        (
            r"{\ensuremath{\epsilon}}-Close to {\ensuremath{\mathbb{R}}}",
            r"{\ensuremath{\epsilon}}-Close to {{\ensuremath{\mathbb{R}}}}",
        ),
        ("", ""),
    ],
)
def test_words_that_must_keep_their_capitals_are_braced(title: str, protected: str) -> None:
    assert protect(title) == protected


@given(st.text(alphabet="abAB3 -/.'+$\\{}&#_é\"", max_size=40))
def test_only_braces_are_added(title: str) -> None:
    protected = protect(title)

    rest = iter(protected)
    assert all(character in rest for character in title)
    assert protected.replace("{", "").replace("}", "") == title.replace("{", "").replace("}", "")
    added = len(protected) - len(title)
    assert protected.count("{") - title.count("{") == added / 2
