"""What can go wrong and be told to a user in one line."""

from __future__ import annotations


class ReadingRoomError(Exception):
    """An error whose message is one clear line that names the way out."""


class LibraryError(ReadingRoomError):
    """The library's files cannot be opened, read or written."""


class InputError(ReadingRoomError):
    """A file handed in cannot be read as papers; the message names it."""


class KeyNotFound(ReadingRoomError):
    """No paper answers to a key."""


class AmbiguousKey(ReadingRoomError):
    """More than one paper answers to a shortened key."""
