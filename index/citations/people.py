"""Names as the formats for programs want them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.names import full_name, known_names, parse_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from index.paper import Name


def inverted_name(name: Name) -> str:
    """`de la Cruz, Juan`, `King, Martin Luther, Jr.`; a name without these parts as it is."""
    if name.literal.strip() or not name.family.strip() or not name.given.strip():
        return full_name(name)
    family = " ".join(f"{name.particle} {name.family}".split())
    return ", ".join(filter(None, (family, " ".join(name.given.split()), name.suffix.strip())))


def inverted_names(names: Sequence[Name]) -> list[str]:
    """The names that say anything, each as `inverted_name` writes it."""
    return [inverted_name(name) for name in known_names(names)]


def listed_names(names: Sequence[Name]) -> str:
    """The names in one text, parted by `; `.

    A single name such as `García López, Ana María` could as well be two people: a semicolon after
    it says that it is one.
    """
    known = inverted_names(names)
    ambiguous = len(known) == 1 and len(parse_names(known[0])) > 1
    return "; ".join(known) + (";" if ambiguous else "")


def csl_names(names: Sequence[Name]) -> list[dict[str, str]]:
    """Names as CSL-JSON has them: the parts, or `literal` for a name that has none."""
    return [_csl_name(name) for name in known_names(names)]


def _csl_name(name: Name) -> dict[str, str]:
    if name.literal.strip() or not name.family.strip():
        return {"literal": full_name(name)}
    parts = {
        "family": name.family,
        "given": name.given,
        "non-dropping-particle": name.particle,
        "suffix": name.suffix,
    }
    return {part: " ".join(text.split()) for part, text in parts.items() if text.strip()}
