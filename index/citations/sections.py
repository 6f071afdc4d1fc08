"""Papers as sections of a Markdown document: heading, authors, reference, links, abstract.

Title and abstract stand as their source has them, which is Markdown with LaTeX; only what would
start a heading or raw HTML is kept from doing so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from index.citations import markdown, plain
from index.citations.readable import MARKDOWN
from index.citations.record import links, missing, one_line
from index.citations.untitled import facts, in_markdown
from index.names import full_name, known_names

if TYPE_CHECKING:
    from index.citations.record import Cited

_HTML = re.compile(r"<(?=[A-Za-z/!?])")
_HEADING = re.compile(r"^(?=[ \t]{0,3}(?:#{1,6}(?:\s|$)|[=-]+\s*$))", re.MULTILINE)
_PARAGRAPHS = re.compile(r"\n\s*\n")


def section(item: Cited) -> str:
    """One paper; a paper without a title is headed by its authors or its description."""
    paper = item.paper
    if paper.is_untitled:
        known = facts(item)
        heading, lines = markdown.escaped(f"[{known.description}]"), [in_markdown(known)]
    else:
        names = "; ".join(full_name(name) for name in known_names(paper.authors))
        said = f"[{missing(paper)}]" if missing(paper) else ""
        heading = _kept(one_line(paper.title or "")) or markdown.escaped(said)
        lines = [
            markdown.escaped(names) if names else markdown.escaped(said),
            plain.place(paper, MARKDOWN),
        ]
    addresses = [("PDF", links(paper, "pdf")), ("Code", links(paper, "code"))]
    shown = [f"{name}: {markdown.address(url)}" for name, urls in addresses for url in urls]
    abstract = [_kept(part.strip()) for part in _PARAGRAPHS.split(paper.abstract)]
    parts = [f"## {heading}", *lines, " · ".join(shown), *abstract]
    return "\n\n".join(filter(None, parts))


def _kept(text: str) -> str:
    return _HEADING.sub(r"\\", _HTML.sub(r"\\<", text))
