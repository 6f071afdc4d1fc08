from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.markup.bibtex import escape, to_bibtex
from index.markup.parse import parse


def written(raw: str, *, ascii_only: bool = False) -> str:
    return to_bibtex(parse(raw), ascii_only=ascii_only)


SPECIAL_ESCAPED = (
    r"{\textbraceleft}a{\textbraceright}{\textbackslash}b{\textasciitilde}c{\textasciicircum}d"
)
UNCLOSED = r"\${\textbackslash}frac{\textbraceleft}a{\textbraceright}{\textbraceleft}b\$"


@pytest.mark.parametrize(
    ("text", "utf8", "ascii_only"),
    [
        ("plain text", "plain text", "plain text"),
        ("5% & a_b #1 $3", r"5\% \& a\_b \#1 \$3", r"5\% \& a\_b \#1 \$3"),
        (
            r"{a}\b~c^d",
            SPECIAL_ESCAPED,
            SPECIAL_ESCAPED,
        ),
        ("Müller, Erdős, Łukasz", "Müller, Erdős, Łukasz", r"M{\"u}ller, Erd{\H{o}}s, {\L}ukasz"),
        ("“a” ‘b’ c—d–e", "“a” ‘b’ c—d–e", "``a'' `b' c---d--e"),
        ("plug\u2011in, eﬃcient", "plug\u2011in, eﬃcient", "plug-in, efficient"),
        ("王小明 ễ", "王小明 ễ", "王小明 ễ"),
        ("a--b x''y", "a-{}-b x'{}'y", "a-{}-b x'{}'y"),
        ("p < q | r", "p < q | r", r"p {\textless} q {\textbar} r"),
        ("two\nlines", "two lines", "two lines"),
        ("", "", ""),
    ],
)
def test_escape(text: str, utf8: str, ascii_only: str) -> None:
    assert escape(text, ascii_only=False) == utf8
    assert escape(text, ascii_only=True) == ascii_only


@pytest.mark.parametrize(
    ("raw", "latex"),
    [
        (r"by 8.78% on $\frac{1}{n}$", r"by 8.78\% on $\frac{1}{n}$"),
        (r"\(x\) and \[y^2\]", "$x$ and $y^2$"),
        (r"$\{0,1\}$ sets", r"$\lbrace 0,1\rbrace $ sets"),
        ("3 \\times 4", r"3 $\times$ 4"),
        ("costs $5", r"costs \$5"),
        ("$5%$", r"$5\%$"),
        # Where the source would not compile elsewhere, what is shown is escaped.
        (r"$\cO(n)$ \foo", r"𝒪(n) {\textbackslash}foo"),
        (r"$\frac{a}{b$", UNCLOSED),
        (r"$\input{x}$", "input x"),
        (r"\begin{align} a &= b \\ c &= d \end{align}", "a = b ; c = d"),
        ("**b *i*** `c_d`", r"\textbf{b \emph{i}} \texttt{c\_d}"),
        (r"\textbf{\textbf{x}}", r"\textbf{x}"),
        (r"\underline{\textsc{x}}", r"\underline{x}"),
        ("at https://a.org/x_y%20z#1.", r"at \url{https://a.org/x_y\%20z\#1}."),
        ("www.a.org", r"\url{https://www.a.org}"),
        ("[our *code*](https://a.org/b_c)", r"\href{https://a.org/b_c}{our \emph{code}}"),
        ("one\n\ntwo", "one two"),
    ],
)  # fmt: skip
def test_to_bibtex(raw: str, latex: str) -> None:
    assert written(raw) == latex


def test_ascii_flavour_of_a_parsed_text() -> None:
    raw = "**Erdős** — $α$ at https://a.org/é"
    assert written(raw, ascii_only=True) == (
        r"\textbf{Erd{\H{o}}s} --- ${\ensuremath{\alpha}}$ at \url{https://a.org/\%C3\%A9}"
    )


def depth_is_sound(latex: str) -> bool:
    """Whether braces balance as BibTeX counts them: a backslash before one changes nothing."""
    depth = 0
    for character in latex:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


OUTSIDE = re.compile(r"\$(?:\\.|[^$\\])*\$|\\url\{[^}]*\}|\\href\{[^}]*\}", re.DOTALL)
UNESCAPED = re.compile(r"(?<!\\)[%&#]")

MARKUP = st.sampled_from(
    [*"$*_{}`[]\\-~\n'\"&^%#<>| ", "$x$", "$\\{", "\\}$", "**", "\\textbf{", "}", "{\\em ",
     "https://a.org/x#y%20", "[t](https://a.org/&)", "\\alpha", "\\frac{1}{2}", "é", "王", "word",
     "\\begin{align}", "\\end{align}", "\\foo{", "``", "''", "--"]
)  # fmt: skip
TEXTS = st.lists(MARKUP | st.characters(exclude_categories=()), max_size=40).map("".join)


@settings(deadline=None)
@given(TEXTS, st.booleans())
def test_any_text_gives_a_safe_field(raw: str, ascii_only: bool) -> None:
    latex = written(raw, ascii_only=ascii_only)
    assert depth_is_sound(latex)
    assert "\n" not in latex
    assert not UNESCAPED.search(OUTSIDE.sub("", latex.replace(r"\$", "")))


@settings(deadline=None)
@given(st.text(max_size=60), st.booleans())
def test_any_value_is_escaped(text: str, ascii_only: bool) -> None:
    latex = escape(text, ascii_only=ascii_only)
    assert depth_is_sound(latex)
    assert not re.search(
        r"(?<!\\)[%&#$_]", re.sub(r"\\ensuremath\{(?:[^{}]|\{[^{}]*\})*\}", "", latex)
    )


# A star is none of LaTeX's signs: it comes out bare, and Markdown may take it for emphasis.
@settings(deadline=None)
@given(st.text("abcé%&#_~^{}\\$<>`'-.,“”—", max_size=40))
def test_escaped_text_reads_back(text: str) -> None:
    shown = " ".join(text.split())
    assert parse(escape(shown, ascii_only=False)).plain == shown


def test_readers_take_what_is_written() -> None:
    bibtexparser = pytest.importorskip("bibtexparser")
    database = pytest.importorskip("pybtex.database")
    hostile = [
        r"odd $ and {brace", r"} closes first", r"100% @article{x, y", "a \" quote\" # b", "\\",
        r"$\{$ and $\}$", "`code}`", "[x](https://a.org/%7B)", "ends in \\textbf{",
    ]  # fmt: skip
    for ascii_only in (False, True):
        fields = [written(raw, ascii_only=ascii_only) for raw in hostile]
        text = "".join(
            f"@article{{k{number},\n  title = {{{field}}},\n  year = {{2020}}\n}}\n"
            for number, field in enumerate(fields)
        )
        library = bibtexparser.parse_string(text)
        assert not library.failed_blocks
        assert [entry["title"] for entry in library.entries] == fields
        entries = database.parse_string(text, "bibtex").entries
        assert [entry.fields["title"].split() for entry in entries.values()] == [
            field.split() for field in fields
        ]
