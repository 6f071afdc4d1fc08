"""Web addresses as they are compared."""

from __future__ import annotations

import re

SCHEME = re.compile(r"https?://(?:www\.)?|www\.", re.IGNORECASE)
"""What browsers put before an address, and people leave out."""


def address_of(url: str) -> str:
    """A web address without what does not tell pages apart.

    That is the scheme, `www.`, the fragment, and a slash at the end. The host is in lower case.
    """
    bare = SCHEME.sub("", url.strip(), count=1).partition("#")[0].rstrip("/")
    host, slash, path = bare.partition("/")
    return host.lower() + slash + path
