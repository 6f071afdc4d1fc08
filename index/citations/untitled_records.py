"""Untitled, authorless papers in the formats that programs read.

BibTeX and BibLaTeX take `@misc`: BibTeX styles sort by `key` where there is no author, biblatex
prints `label`. RIS takes `GEN`, since Zotero turns RIS's own `ABST` into a journal article. CSL
takes `document` with the genre "Abstract", Typst `misc` with the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from index.citations import latex
from index.citations.record import address, doi
from index.citations.ris import record
from index.citations.typst import Bare, verbatim, written
from index.citations.untitled import NOT_RECORDED, facts

if TYPE_CHECKING:
    from index.citations.record import Cited
    from index.citations.untitled import Facts

Json = dict[str, Any]


def bibtex(item: Cited, *, full: bool = False) -> str:
    """A BibTeX entry in ASCII, apart from what has no LaTeX command.

    Args:
        item: The paper.
        full: Add the abstract, and whatever else `latex.contents` finds.
    """
    known = facts(item)
    place = f"{_capital_noun(known)}{_number(known)}"
    file = rf"file \texttt{{{latex.escaped(known.file)}}}" if known.file else ""
    if known.heading:
        place += f" in {_tex_quoted(latex.escaped(known.heading))}" + (f", {file}" if file else "")
    elif file:
        place += f" in {file}"
    sort_key = latex.escaped(_sort_key(known))
    return latex.entry(
        "misc",
        known.key,
        [
            *([("key", f"{{{sort_key}}}")] if sort_key else []),
            ("title", f"{{{{[{_description(known, enquote=False)}]}}}}"),
            ("howpublished", f"{{{place}}}"),
            ("year", "{n.d.}" if known.year is None else f"{{{known.year}}}"),
            ("note", f"{{{NOT_RECORDED} in the source}}"),
            *_tex_addresses(item),
            *(latex.contents(item.paper) if full else []),
        ],
    )


def biblatex(item: Cited, *, full: bool = False) -> str:
    """A BibLaTeX entry in UTF-8, with the abstract if it is to be `full`."""
    known = facts(item)
    place = f"{_capital_noun(known)}{_number(known)}"
    file = _biblatex_text(known.file) if known.file else ""
    if known.heading:
        place += rf" in \mkbibemph{{{_biblatex_text(known.heading)}}}"
    elif file:
        place += rf" in file \texttt{{{file}}}"
    number = "" if known.number is None else f"no. {known.number}"
    label = ", ".join(filter(None, (known.heading or known.file, number)))
    sort_key = _sort_key(known)
    addendum = rf"{{File \texttt{{{file}}}}}" if known.heading and file else ""
    return latex.entry(
        "misc",
        known.key,
        [
            ("title", f"{{{{[{_description(known, enquote=True)}]}}}}"),
            *([("label", f"{{{_biblatex_text(label)}}}")] if label else []),
            *([("sortkey", f"{{{_biblatex_text(sort_key)}}}")] if sort_key else []),
            ("howpublished", f"{{{place}}}"),
            *([("date", f"{{{known.year}}}")] if known.year is not None else []),
            ("note", f"{{{NOT_RECORDED} in the source}}"),
            *([("addendum", addendum)] if addendum else []),
            *_tex_addresses(item),
            *(latex.contents(item.paper, ascii_only=False) if full else []),
        ],
    )


def ris(item: Cited) -> str:
    """A RIS record: CRLF line ends, one line a value, closed by `ER`."""
    known = facts(item)
    return record(
        [
            ("TY", "GEN"),
            ("ID", known.key),
            ("TI", f"[{known.description}]"),
            ("T2", known.heading),
            ("PY", known.year),
            ("M1", known.number),
            ("M3", "Abstract" if known.opening else None),
            ("AB", known.plain),
            ("N1", known.note),
            ("DO", doi(item.paper)),
            ("UR", known.address),
        ]
    )


def csl(item: Cited) -> Json:
    """A CSL-JSON item."""
    known = facts(item)
    values: Json = {
        "id": known.key,
        "type": "document",
        "title": f"[{known.description}]",
        "container-title": known.heading,
        "number": None if known.number is None else str(known.number),
        "genre": "Abstract" if known.opening else None,
        "issued": None if known.year is None else {"date-parts": [[known.year]]},
        "abstract": known.plain,
        "note": known.note,
        "DOI": doi(item.paper),
        "URL": known.address,
    }
    return {name: value for name, value in values.items() if value}


def typst(item: Cited) -> str:
    """An entry in YAML by Hayagriva's file format."""
    known = facts(item)
    where = {"type": Bare("misc"), "title": verbatim(known.heading)} if known.heading else None
    return written(
        known.key,
        {
            "type": Bare("misc"),
            "title": verbatim(f"[{known.description}]"),
            "date": None if known.year is None else Bare(f"{known.year:04d}"),
            "genre": "Abstract" if known.opening else None,
            "serial-number": {"doi": identifier} if (identifier := doi(item.paper)) else None,
            "url": None if doi(item.paper) else known.address,
            "note": known.note,
            "parent": where,
        },
    )


def _capital_noun(known: Facts) -> str:
    return known.noun.capitalize()


def _number(known: Facts) -> str:
    return "" if known.number is None else f" no.~{known.number}"


def _sort_key(known: Facts) -> str:
    """Heading and number, padded so that the numbers of one file sort as numbers."""
    width = max(2, len(str(known.count or 0)))
    number = "" if known.number is None else f"{known.number:0{width}d}"
    return " ".join(filter(None, (known.heading or known.file, number)))


def _biblatex_text(text: str) -> str:
    return latex.escaped(text, ascii_only=False)


def _description(known: Facts, *, enquote: bool) -> str:
    if known.opening is None:
        return known.description
    body = latex.escaped(known.opening.text, ascii_only=not enquote)
    body += r"\ldots{}" if known.opening.cut else ""
    quoted = rf"\enquote{{{body}}}" if enquote else _tex_quoted(body)
    return f"Untitled abstract beginning {quoted}"


def _tex_quoted(body: str) -> str:
    """LaTeX in double quotation marks; an empty group parts them from a quote beside them."""
    before = "{}" if body.startswith("`") else ""
    after = "{}" if body.endswith("'") else ""
    return f"``{before}{body}{after}''"


def _tex_addresses(item: Cited) -> list[tuple[str, str]]:
    identifier, page = doi(item.paper), address(item.paper)
    fields = [("doi", identifier), ("url", None if identifier else page)]
    return [(name, f"{{{latex.verbatim(value)}}}") for name, value in fields if value]
