"""Where the large data sets lie that tests may use but the project may not ship."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def _find() -> Path | None:
    named = os.environ.get("READINGROOM_SHARED")
    folder = Path(named) if named else Path(__file__).resolve().parents[2] / "shared"
    return folder if (folder / "data").is_dir() else None


SHARED = _find()
"""The folder with `data/` in it, or `None` where it is absent."""

requires_shared = pytest.mark.skipif(
    SHARED is None, reason="needs the shared data sets (set READINGROOM_SHARED to their folder)"
)
DATA = Path(__file__).parent / "data"
SEED_EXPECTED = DATA / "seed_expected"
