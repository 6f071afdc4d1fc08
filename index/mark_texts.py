"""Tags and notes as they are kept."""

from __future__ import annotations

from index.clean import clean, visible
from index.errors import InputError

BETWEEN_NOTES = "\n\n* * *\n\n"
"""Stands between the texts of a note that were written apart from each other."""

MAXIMUM_TAG = 60
"""Characters."""

_NOT_IN_TAGS = str.maketrans(dict.fromkeys(',;"“”', " "))


def normal_tag(text: str) -> str:
    """A tag as it is kept: one word without `#` before it, blanks and commas made hyphens.

    Raises:
        InputError: there is no letter or digit in it, or it is longer than `MAXIMUM_TAG`.
    """
    tag = "-".join(visible(clean(text)).translate(_NOT_IN_TAGS).split()).lstrip("#").strip("-")
    if not any(character.isalnum() for character in tag):
        raise InputError(f"{text!r} is no tag: it needs a letter or a digit")
    if len(tag) > MAXIMUM_TAG:
        raise InputError(f"{tag[:20]}... is no tag: more than {MAXIMUM_TAG} characters")
    return tag


def normal_note(text: str) -> str:
    """A note as it is kept: no control characters, no blanks at the ends of lines or of it all."""
    return "\n".join(line.rstrip() for line in clean(text).split("\n")).strip("\n")


def joined_notes(*texts: str) -> str:
    """Texts of a note as one, each once, in order."""
    parts = [part for text in texts for part in text.split(BETWEEN_NOTES) if part]
    return BETWEEN_NOTES.join(dict.fromkeys(parts))
