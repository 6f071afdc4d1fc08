"""The plain reference in plain text, Markdown and Org."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.citations import markdown, org
from index.citations.plain import Dress, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from index.citations.record import Cited

MARKDOWN = Dress(markdown.escaped, markdown.italic, markdown.address)
ORG = Dress(org.escaped, org.italic, org.address)


def _in_org(item: Cited) -> str:
    return f"{org.citation(item.key)} {reference(item.paper, ORG)}"


WRITERS: Mapping[str, Callable[[Cited], str]] = {
    "plain": lambda item: reference(item.paper),
    "markdown": lambda item: reference(item.paper, MARKDOWN),
    "org": _in_org,
}
"""The styles that need no manual, by name: what writes a paper with a title or authors."""
