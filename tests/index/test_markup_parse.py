from __future__ import annotations

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.markup.parse import parse


def styled(raw: str) -> list[tuple[str, set[str]]]:
    marked = parse(raw)
    return [(marked.plain[span.start : span.end], set(span.styles)) for span in marked.spans]


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        # Characters with a meaning in LaTeX or Markdown that have none here.
        ("by 8.78% accuracy. Next", "by 8.78% accuracy. Next"),
        ("Q&A at AT&T", "Q&A at AT&T"),
        ("ranked #1", "ranked #1"),
        ("train_test_split", "train_test_split"),
        ("A* search, 2 * 3, p<0.05*, C*", "A* search, 2 * 3, p<0.05*, C*"),
        ("3*3 and 5*5 kernels", "3*3 and 5*5 kernels"),
        ("the convolution f*g and h*k", "the convolution f*g and h*k"),
        ("n<m & x>y", "n<m & x>y"),
        ("a set {0,1} and {x, y}", "a set {0,1} and {x, y}"),
        ("about ~10% and 5~10", "about ~10% and 5~10"),
        ("O~(n) and openly~ (here) and x~y", "O~(n) and openly~ (here) and x~y"),
        # Money.
        ("costs $5 per hour and $10", "costs $5 per hour and $10"),
        ("a $50M budget with $x$-d", "a $50M budget with x-d"),
        ("from $5-$10 to $1.2B (vs. $3B)", "from $5-$10 to $1.2B (vs. $3B)"),
        ("saves $20 million. Let $n$ be", "saves $20 million. Let n be"),
        # Formulas.
        ("we get $O(n log n time. More", "we get $O(n log n time. More"),
        (r"$\frac{a+b}{c}$, $x_{t+1}$", "(a+b)/c, xₜ₊₁"),
        (r"\(n\) and \[x^2\] and $$y_1$$", "n and x² and y₁"),
        (r"in \[5\], we", "in [5], we"),
        (r"\begin{equation} a \leq b \end{equation} holds", "a ≤ b holds"),
        ("an open $x\n\n and $ here", "an open $x\nand $ here"),
        ("S$&$P 500", "S&P 500"),
        ("10$^{-3}$ and CO$_2$", "10⁻³ and CO₂"),
        # LaTeX in running text.
        (r"Fr\'echet, H\"older, Erd\H{o}s, \L{}ukasz", "Fréchet, Hölder, Erdős, Łukasz"),
        (r"na{\"i}ve, \'{\i}, gar\c{c}on, \O re", "naïve, í, garçon, Øre"),
        (r"\"open-ended\" and Gr\"ober", '"open-ended" and Gröber'),
        (r"5\% \& a\_b \#1 \$3 \{x\}", "5% & a_b #1 $3 {x}"),
        (r"15\\% better", "15% better"),
        (r"\eps, $\cO(\poly(n))$", "ϵ, 𝒪(poly(n))"),
        (r"3 \times 4, \alpha is, \ldots", "3 × 4, α is, …"),
        (r"$\mathbbR^d$ $\sqrtT$ \mathcalU", "ℝᵈ √T 𝒰"),
        (r"10^{-3} and O(n^{2/3}) and x_{ab}", "10⁻³ and O(n^{2/3}) and x_{ab}"),
        (r"\|x\|", "‖x‖"),
        (r"\mymethod{} and \our{big} set", r"\mymethod{} and \our{big} set"),
        (r"\emphnatural gradient", "natural gradient"),
        (r"mph{word} extit{word}", "mph{word} extit{word}"),
        ("Lov{\\'a}sz, Lov{á}sz, {B}ayes, {\\L}ojasiewicz", "Lovász, Lovász, Bayes, Łojasiewicz"),
        (r"word\footnote{a note} next", "word (a note) next"),
        (r"see~\cite{abc} and~\citep[p.~3]{d,e}", "see [abc] and [d,e, p.~3]"),
        (r"Fig.~3 of Figure~\ref{fig:a}", "Fig. 3 of Figure [fig:a]"),
        (r"\textcolor{red}{Warning} \label{x}end", "Warning end"),
        (r"1\textsuperscript{st}, 10\textsuperscript{-3}", "1st, 10⁻³"),
        (r"hy\-phen", "hyphen"),
        # Typography.
        ("``quoted'' and `single'", "“quoted” and ‘single’"),
        ("don`t and can`t", "don`t and can`t"),
        ("``left open", "``left open"),
        ("x''y", "x''y"),
        ("a--b---c----d", "a–b—c----d"),
        ("the `foo and `bar", "the `foo and `bar"),
        ("&amp; &lt;b&gt; &notes; &#x27;", "& <b> &notes; '"),
        # White space.
        ("  a\u00a0b \t c  ", "a b c"),
        ("one\ntwo\r\nthree", "one two three"),
        ("one\n\n\n two", "one\ntwo"),
        ("We:\n- first\n- second", "We:\n- first\n- second"),
        (r"\begin{itemize}\item one \item two\end{itemize} so", "• one\n• two\nso"),
        ("plug\u2011and\u2011play", "plug\u2011and\u2011play"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_plain_text(raw: str, plain: str) -> None:
    assert parse(raw).plain == plain


@pytest.mark.parametrize(
    ("raw", "spans"),
    [
        ("**bold** and _italic_", [("bold", {"bold"}), ("italic", {"italic"})]),
        ("**A**rchitecture, *F*irst", [("A", {"bold"}), ("F", {"italic"})]),
        (r"\textbf{a \emph{b}}", [("a ", {"bold"}), ("b", {"bold", "italic"})]),
        (r"{\it c} {\bf d}", [("c", {"italic"}), ("d", {"bold"})]),
        (r"$\underline{\textbf{F}}$ine", [("F", {"bold", "underline"})]),
        (r"$\textsf{Cond-DP}$ \textsc{Name}", []),
        ("`code_x*y*`", [("code_x*y*", {"mono"})]),
        (r"\texttt{tt} $K$", [("tt", {"mono"}), ("K", {"math"})]),
        ("**with $x$**", [("with ", {"bold"}), ("x", {"bold", "math"})]),
        (r"*\textbf{both}*", [("both", {"bold", "italic"})]),
    ],
)  # fmt: skip
def test_styles(raw: str, spans: list[tuple[str, set[str]]]) -> None:
    assert styled(raw) == spans


@pytest.mark.parametrize(
    ("raw", "plain", "links"),
    [
        ("at https://a.org/x.", "at https://a.org/x.", ["https://a.org/x"]),
        ("http://a.b/~user/x_y#z", "http://a.b/~user/x_y#z", ["http://a.b/~user/x_y#z"]),
        ("(https://a.org/f_(x))", "(https://a.org/f_(x))", ["https://a.org/f_(x)"]),
        ("*https://a.org*", "https://a.org", ["https://a.org"]),
        ("www.a.org, ok", "www.a.org, ok", ["https://www.a.org"]),
        (r"\url{https://a.org/x\_y\%20}.", "https://a.org/x_y%20.", ["https://a.org/x_y%20"]),
        (r"https://a.org/x\_y", "https://a.org/x_y", ["https://a.org/x_y"]),
        (r"\href{https://a.org}{our \emph{code}}", "our code", ["https://a.org"]),
        ("[text](https://a.org/b_(c))", "text", ["https://a.org/b_(c)"]),
        (r"\href{https://a.org}{}", "https://a.org", ["https://a.org"]),
        ("[](https://a.org)", "https://a.org", ["https://a.org"]),
        ("[mail](mailto:a@b.org)", "mail", ["mailto:a@b.org"]),
        (r"\url{github.com/a/b}", "github.com/a/b", ["https://github.com/a/b"]),
        ("https://a.org and https://a.org", "https://a.org and https://a.org", ["https://a.org"]),
        ("参见https://a.org/x。然后", "参见https://a.org/x。然后", []),
        ("参见 https://a.org/x。然后", "参见 https://a.org/x。然后", ["https://a.org/x"]),
        # Never followed.
        ("[x](javascript:alert)", "[x](javascript:alert)", []),
        ("[x](file:///etc/passwd)", "[x](file:///etc/passwd)", []),
        (r"\href{javascript:x}{label}", "label (javascript:x)", []),
        (r"\url{file:///etc/passwd}", "file:///etc/passwd", []),
        (r"\href{data:text/html,x}{y}", "y (data:text/html,x)", []),
        (r"\href{page.html}{y}", "y (page.html)", []),
        ("xhttps://a.org", "xhttps://a.org", []),
    ],
)
def test_links(raw: str, plain: str, links: list[str]) -> None:
    marked = parse(raw)
    assert marked.plain == plain
    assert list(marked.links) == links


def test_a_link_keeps_its_target_beside_its_styles() -> None:
    (span,) = parse("[**bold**](https://a.org)").spans
    assert span.styles == {"bold", "link"}
    assert span.href == "https://a.org"


def test_a_formula_keeps_its_source() -> None:
    tokens = parse(r"so $\frac{1}{n}$ and \times").tokens
    assert [(t.text, t.latex) for t in tokens if t.kind == "math"] == [
        ("1/n", r"\frac{1}{n}"),
        ("×", r"\times"),
    ]


def test_an_unreadable_formula_is_shown_as_written() -> None:
    assert parse(r"so $\frac{a}{b$ it").plain == r"so $\frac{a}{b$ it"
    deep = "{" * 60 + "x" + "}" * 60
    assert parse(f"${deep}$").plain == f"${deep}$"


@pytest.mark.parametrize(
    "unit",
    [
        *("$", "$$", "*", "**", "_", "{", "}", "`", "``", "[", "]", "\\", "\\(", "\\[", "-", "~"),
        *("$a", "$a ", "*a", "_a ", "`a", "``a", "[a](", "[a](http://x", "\\textbf{", "{\\em "),
        *("\\cite[", "\\begin{equation}", "\\href{a}{", "x^{", "https://", "www.", "$\\hat"),
        *("$\\frac{", "\\mathbb", "``\\textbf{", "&amp;", "**a** ", "*a*b", "\\\\", "\n", "'"),
    ],
)
def test_endless_markup_is_read(unit: str) -> None:
    raw = unit * (100_000 // len(unit))
    marked = parse(raw)
    assert "".join(token.text for token in marked.tokens) == marked.plain


@pytest.mark.parametrize(
    ("opening", "closing"),
    [("{", "}"), ("[", "](http://a.b)"), ("\\textbf{", "}"), ("{\\em ", "}"), ("*a ", "a*"),
     ("``", "''"), ("\\footnote{", "}"), ("\\foo{", "}"), ("\\(", "\\)"), ("$\\hat{", "}$")],
)  # fmt: skip
def test_deep_nesting_keeps_the_words(opening: str, closing: str) -> None:
    marked = parse(opening * 10_000 + " innermost " + closing * 10_000)
    assert "innermost" in marked.plain


MARKUP = st.sampled_from(
    [*"$*_{}`[]\\-~\n'\"&^%# ", "$x$", "$$", "``", "''", "**", "\\textbf{", "{\\em ", "\\url{",
     "https://a.org/x", "[t](https://a.org)", "\\alpha", "\\frac{1}{2}", "\\cite{", "\\item ",
     "\\begin{itemize}", "\\end{itemize}", "\\'e", "\n\n", "word", "é", "1", ".", "\x1b", "\u202e",
     "\u00a0", "\ud800", "&amp;"]
)  # fmt: skip
TEXTS = st.lists(MARKUP | st.characters(exclude_categories=()), max_size=60).map("".join)


@settings(deadline=None)
@given(TEXTS)
def test_any_text_is_parsed_soundly(raw: str) -> None:
    marked = parse(raw)
    plain = marked.plain
    assert "".join(token.text for token in marked.tokens) == plain
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", plain)
    assert not re.search(r"\s\s|^\s|\s\Z|[^\S\n ]", plain)
    assert all(token.text for token in marked.tokens)
    reached = 0
    for span in marked.spans:
        assert reached <= span.start < span.end <= len(plain)
        assert span.styles
        assert (span.href is not None) == ("link" in span.styles)
        reached = span.end
    for link in marked.links:
        assert re.match(r"(?:https?://|mailto:)[^\s\x00-\x1f]+\Z", link, re.IGNORECASE)


WORDS = st.lists(st.text(string.ascii_letters + "éüøß,.;()", min_size=1), min_size=1)


@settings(deadline=None)
@given(WORDS)
def test_text_without_markup_is_untouched(words: list[str]) -> None:
    text = " ".join(words)
    if "www." not in text:
        assert parse(text).plain == text
        assert parse(text).spans == ()


@settings(deadline=None)
@given(st.lists(st.sampled_from(string.ascii_lowercase), min_size=3, max_size=8), TEXTS)
def test_a_word_survives_any_markup_around_it(letters: list[str], noise: str) -> None:
    word = "Q" + "".join(letters).upper() + "Q"
    marked = parse(f"{noise} {word} {noise}")
    shown = marked.plain + "".join(marked.links)
    assert word in shown
