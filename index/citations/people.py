"""Names as the formats for programs want them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from index.names import full_name, known_names

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
