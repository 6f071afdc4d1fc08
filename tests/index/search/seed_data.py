"""The expected data of the seeds, shipped with the tests."""

from __future__ import annotations

import json

from tests.shared import SEED_EXPECTED


def read_lines(name: str) -> list[dict[str, object]]:
    """The objects of a file with one JSON object a line."""
    return [json.loads(line) for line in (SEED_EXPECTED / name).read_text().splitlines()]
