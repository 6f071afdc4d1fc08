"""Copies to look at, for the tests of the clipboard."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING

from tui.clipboard import Clipboard, Receipt

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

SSH = {"SSH_CONNECTION": "10.0.0.2 51000 10.0.0.1 22"}
ENTRY = "@misc{latent,\n\tnote = {Poincaré, 鲁棒}\n}\n"
"""39 characters."""


def copy(
    text: str, folder: Path, environ: Mapping[str, str], *, terminal: bool = True
) -> tuple[Receipt, list[str]]:
    """Copy as "BibTeX"; the receipt, and what was written to the terminal."""
    written: list[str] = []
    clipboard = Clipboard(written.append if terminal else None, folder, environ)
    return asyncio.run(clipboard.copy(text, "BibTeX")), written


def sent(text: str) -> str:
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"
