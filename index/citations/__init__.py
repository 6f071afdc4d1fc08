"""Citations: keys, untitled templates, styles."""

from index.citations.intext import cite_quotation
from index.citations.keys import citation_key, disambiguated, distinct_key
from index.citations.record import Cited
from index.citations.styles import (
    STYLES,
    StyleInfo,
    StyleNotAvailable,
    UnknownStyle,
    available,
    cite,
    style_info,
)

__all__ = [
    "STYLES",
    "Cited",
    "StyleInfo",
    "StyleNotAvailable",
    "UnknownStyle",
    "available",
    "citation_key",
    "cite",
    "cite_quotation",
    "disambiguated",
    "distinct_key",
    "style_info",
]
