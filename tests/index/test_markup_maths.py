from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.markup.delimiters import find_formula
from index.markup.maths import is_standard, to_unicode
from index.markup.source import Source


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("K", "K"),
        ("1.366", "1.366"),
        (r"\approx 0", "≈ 0"),
        (r"a \leq b", "a ≤ b"),
        (r"a\leq b", "a≤b"),
        (r"\alpha x + \beta", "αx + β"),
        ("x_{t+1}", "xₜ₊₁"),
        ("x_i^2", "xᵢ²"),
        ("x^{ab cd}", "x^(ab cd)"),
        (r"L_\infty", "L_∞"),
        ("x^*", "x^*"),
        ("f''", "f′′"),
        (r"x^\prime", "x′"),
        (r"90^\circ", "90°"),
        (r"A^\top", "Aᵀ"),
        (r"\frac{a+b}{c}", "(a+b)/c"),
        (r"\frac{1}{2n}", "1/(2n)"),
        (r"\frac12", "1/2"),
        (r"\frac{1}{2}x", "1/2 x"),
        (r"\frac{(a+b)(c+d)}{e}", "((a+b)(c+d))/e"),
        (r"\sqrt{n}", "√n"),
        (r"\sqrt{a+b}", "√(a+b)"),
        (r"\sqrt[3]{x}", "∛x"),
        (r"\binom{n}{k}", "(n choose k)"),
        (r"\hat{y}", "ŷ"),
        (r"\tilde{O}(\sqrt{T})", "Õ(√T)"),
        (r"\mathbb{R}^d", "ℝᵈ"),
        (r"\mathbb{E}_{x}", "𝔼ₓ"),
        (r"\mathbb{1}", "𝟙"),
        (r"\mathcal{O}(\epsilon^{-2})", "𝒪(ε⁻²)"),
        (r"\mathfrak{g}\mathfrak{R}", "𝔤ℜ"),
        (r"\mathbf{x}^\top y", "xᵀ y"),
        (r"O(n\log n)", "O(n log n)"),
        (r"\sin\theta", "sin θ"),
        (r"\operatorname*{argmin}_x f", "argminₓ f"),
        (r"\text{if } x", "if x"),
        (r"\textsf{Cond-DP}", "Cond-DP"),
        (r"\left\{ x \right.", "{ x"),
        (r"\{0,1\}^n", "{0,1}ⁿ"),
        (r"\|x\|_2", "‖x‖₂"),
        (r"x \not\in A", "x ∉ A"),
        (r"a \bmod b \pmod{n}", "a mod b (mod n)"),
        (r"\overset{p}{\to}", "→ᵖ"),
        (r"\begin{matrix}a&b\\c&d\end{matrix}", "a b; c d"),
        (r"3\%", "3%"),
        # What authors write that is not LaTeX's.
        (r"\cO(\poly(n))", "𝒪(poly(n))"),
        (r"\mathbbR^d", "ℝᵈ"),
        (r"\sqrtT", "√T"),
        (r"\tildeO(n)", "Õ(n)"),
        (r"\algo + 1", "algo + 1"),
        (r"F_\\beta", "Fᵦ"),
        (r"D\_{x}", "Dₓ"),
    ],
)
def test_one_line(source: str, text: str) -> None:
    assert to_unicode(source) == text


@pytest.mark.parametrize(
    "source",
    ["", " ", "{}", r"\frac{a}", "a}", "{a", "x^", "_", r"\sqrt[3", "{" * 30 + "x" + "}" * 30,
     r"\hat" * 100 + "x"],
)  # fmt: skip
def test_what_cannot_be_read(source: str) -> None:
    assert to_unicode(source) is None


LATEX = st.lists(
    st.sampled_from([*"\\{}^_&~'[]$%x1+( é", "\\frac", "\\sqrt", "\\hat", "\\left", "\\begin{a}"]),
    max_size=30,
).map("".join)


@settings(deadline=None)
@given(LATEX)
def test_any_formula_is_read_or_refused(source: str) -> None:
    text = to_unicode(source)
    assert text is None or (text == text.strip() and text)


@settings(deadline=None)
@given(st.text("abcxyz0123456789+-=()<>,.", min_size=1))
def test_plain_signs_stay(source: str) -> None:
    assert to_unicode(source) == source


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("$x$", "x"),
        ("$ x $", " x "),
        ("$$x$$", "x"),
        (r"\(x\)", "x"),
        (r"\[x=1\]", "x=1"),
        (r"$a\$b$", r"a\$b"),
        ("$3$", "3"),
        ("$1 < k$", "1 < k"),
        ("$5 and ", None),
        ("$5 and $10", None),
        ("$5-$10", None),
        ("$20 million in $2020", None),
        ("$20 gift cards$", None),
        ("$the price of the thing$", None),
        ("$$", None),
        ("$ $", None),
        ("$x\n\ny$", None),
        ("$x" + " " * 400 + "$", None),
        (r"\[5\]", None),
        (r"\(a \(b\)", None),
    ],
)
def test_where_a_formula_is(text: str, body: str | None) -> None:
    found = find_formula(Source(text), 0, len(text))
    assert (text[found.start : found.end] if found else None) == body


@pytest.mark.parametrize(
    ("source", "standard"),
    [
        (r"\frac{a}{b} \leq \mathbb{R}", True),
        (r"\{x\}", True),
        (r"\cO(n)", False),
        (r"\eps", False),
        (r"\mathbbR", False),
        (r"\input{/etc/passwd}", False),
        (r"\write18{x}", False),
        (r"\def\x{y}", False),
    ],
)
def test_standard_commands(source: str, standard: bool) -> None:
    assert is_standard(source) is standard
