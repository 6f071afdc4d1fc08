r"""Citations within a text: `\cite`, pandoc, author and year, and the quotation of a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations.record import one_line, title
from index.citations.wording import single_quotes
from index.names import family_name, is_others, known_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.citations.record import Cited
    from index.paper import Paper

_PANDOC_KEY = re.compile(r"\w+(?:[:.#$%&+?<>~/-]\w+)*", re.ASCII)


def latex_cite(keys: Sequence[str]) -> str:
    r"""`\cite{a,b}`."""
    return rf"\cite{{{','.join(keys)}}}"


def pandoc_cite(keys: Sequence[str]) -> str:
    """`[@a; @b]`, a key in braces where pandoc would end it too early (pandoc 2.15 and later)."""
    shown = (key if _PANDOC_KEY.fullmatch(key) else f"{{{key}}}" for key in keys)
    return f"[{'; '.join(f'@{key}' for key in shown)}]"


def author_year(paper: Paper) -> str:
    """`Doe, 2019`, `Doe & Roe, 2019` or `Doe et al., 2019`, without parentheses.

    Three authors and more are shortened, as APA 7 (section 8.17) does; without authors the
    title stands in quotation marks (section 8.14).
    """
    year = str(paper.date.year) if paper.date else "n.d."
    authors = known_names(paper.authors)
    if not authors:
        known = title(paper)
        who = f"“{single_quotes(known)}”" if known else "[Title not recorded]"
    elif len(authors) == 1:
        who = family_name(authors[0])
    elif len(authors) == 2 and not is_others(authors[1]):
        who = f"{family_name(authors[0])} & {family_name(authors[1])}"
    else:
        who = f"{family_name(authors[0])} et al."
    return f"{who}, {year}"


def cite_quotation(item: Cited, sentence: str) -> str:
    """A sentence of an abstract in quotation marks, its citation, and the reference below.

    An untitled paper is cited and referred to in APA style, any other by author and year and a
    plain reference.

    Args:
        item: The paper.
        sentence: The sentence, as plain text.
    """
    from index.citations import plain, untitled

    quoted = f"“{single_quotes(one_line(sentence))}”"
    if item.paper.is_untitled:
        known = untitled.facts(item)
        citation, reference = untitled.apa_in_text(known), untitled.apa(known)
    else:
        citation, reference = author_year(item.paper), plain.reference(item.paper)
    return f"{quoted} ({citation})\n\n{reference}"
