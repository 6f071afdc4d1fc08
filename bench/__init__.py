"""Measurements of readingroom beside its peers; see README.md in this folder.

Nothing here is part of the installed project, and nothing here fails because of a time.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The folder that the measuring processes start in, so that they find the project."""
SEED = 7
"""For everything that is drawn by chance."""


class CannotMeasure(Exception):
    """Something that a measurement needs is not there; the message says what."""
