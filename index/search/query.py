"""From what is typed to a query. Nothing typed is an error.

Words must all occur, `"a phrase"` must occur as such, `-word` must not occur. A word of several
parts (`GPT-4o`, `state-of-the-art`, a DOI, a run of Chinese characters) is a phrase of them.
`a OR b`, brackets, fields (`title:graph`, `year:2019..2023`), wildcards (`water*`) and fuzzy words
(`watremark~`) are understood; see `grammar`. A pasted paragraph asks for papers like it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from index.search.analyse import term_of
from index.search.conditions import Every, Filter, Fuzzy, Wildcard, conditions, tree, written
from index.search.grammar import MAX_WORDS, Grammar
from index.search.lexer import Kind, Lexer, normalised
from index.search.lookup import identify
from index.search.tree import Everything, Synonyms, Term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.search.conditions import Condition, Part
    from index.search.lexer import Lexeme, Slip
    from index.search.lookup import Lookup
    from index.search.requests import SetRequest
    from index.search.tree import Leaf, Node

MAX_CHARACTERS = 4_000
"""Characters of a query that are read."""
PASTED_CHARACTERS = 200
"""A text of more characters is a pasted one, unless it has operators or fields."""
PASTED_WORDS = 25
"""The same for words between blanks."""
PASTED_LINES_WORDS = 12
"""The same for the words of a text of several lines; fewer may be a broken title."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query.

    Attributes:
        text: what was typed, normalised; places in it are those of `conditions.Typed`.
        condition: what is asked for, or `None` for every paper.
        notes: what was left out or understood in another way.
        lookup: the identifier that the text is, if it looks like one. Whoever knows the papers'
            identifiers should look there first; the condition is what to search for if it is
            unknown there.
        is_pasted: whether the text is a paragraph that asks for papers like it. The condition,
            which is that of its words, then only counts if none of them tells papers apart.
        slips: fields that do not exist.
    """

    text: str = ""
    condition: Condition | None = None
    notes: tuple[str, ...] = ()
    lookup: Lookup | None = None
    is_pasted: bool = False
    slips: tuple[Slip, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to search for; such a query matches every paper."""
        return self.condition is None

    @property
    def sets(self) -> tuple[SetRequest, ...]:
        """The sets of papers that are needed to answer the query, under their `name`s."""
        if self.condition is None:
            return ()
        found = (item for item, _ in conditions(self.condition) if isinstance(item, Filter))
        return tuple(dict.fromkeys(item.request for item in found))

    @property
    def node(self) -> Node:
        """The tree for an engine, as far as it can be known without the collection's words.

        Wildcards stand for no word here, fuzzy words for themselves.
        """
        return Everything() if self.condition is None else tree(self.condition, _leaf)

    @property
    def explanation(self) -> str:
        """What was understood, such as `latent AND watermark* AND NOT image`."""
        if self.is_pasted:
            return "papers like the pasted text"
        return "" if self.condition is None else written(self.condition)


def parse(text: str, *, typing: bool) -> Query:
    """Read a query.

    Args:
        text: what was typed.
        typing: whether it is still being typed. The last word is then unfinished unless a blank
            or a sign follows it. An excluded word counts as finished, lest half of it exclude
            far too much.
    """
    notes: list[str] = []
    lookup = identify(text)
    lines = sum(not line.isspace() for line in text[:MAX_CHARACTERS].splitlines() if line)
    text, cut = normalised(text, MAX_CHARACTERS)
    if cut:
        notes.append(f"only the first {MAX_CHARACTERS:,} characters were read")
        typing = False
    lexer = Lexer(text)
    lexemes = list(lexer.lexemes())
    if lookup is not None and lookup.kind == "key" and lexemes[0].kind is Kind.FIELD:
        lookup = None
    grammar = Grammar(lexemes, typing=typing)
    condition = grammar.read()
    if lookup is None and condition is not None and _is_pasted(text, lexemes, lines):
        return Query(text, condition, tuple(notes), is_pasted=True)
    if grammar.is_cut:
        notes.append(f"only the first {MAX_WORDS} words were read")
    notes += map(_note_on, lexer.slips)
    notes += grammar.notes
    if ignored := dict.fromkeys((*lexer.ignored, *grammar.ignored)):
        notes.append(f"ignored: {', '.join(ignored)}")
    if isinstance(condition, Every):
        notes.append("* matches every paper")
    if text.strip() and condition is None and not notes:
        notes.append("no word to search for")
    unique = tuple(dict.fromkeys(notes))
    return Query(text, condition, unique, lookup, slips=tuple(lexer.slips))


def _is_pasted(text: str, lexemes: Sequence[Lexeme], lines: int) -> bool:
    words = len(text.split(maxsplit=PASTED_WORDS + 1))
    is_long = len(text.strip()) > PASTED_CHARACTERS or words > PASTED_WORDS
    if not is_long and not (lines > 1 and words > PASTED_LINES_WORDS):
        return False
    # A long text may also be a carefully written query. NOT and hyphens are no sign of it, as
    # prose has them, nor is anything in a text that is all capitals.
    return text.isupper() or not any(
        lexeme.kind in {Kind.AND, Kind.OR}
        or (lexeme.kind is Kind.FIELD and _has_value(text, lexeme))
        for lexeme in lexemes
    )


def _has_value(text: str, field: Lexeme) -> bool:
    after = text[field.end : field.end + 1]
    return bool(after) and not after.isspace()


def _note_on(slip: Slip) -> str:
    meant = f" (did you mean {slip.meant}:?)" if slip.meant else ""
    return f'no field "{slip.name}"{meant}: searched its words'


def _leaf(part: Part) -> Leaf:
    match part:
        case Wildcard():
            return Synonyms(())
        case Fuzzy(word):
            return Term(term_of(word))
        case leaf:
            return leaf
