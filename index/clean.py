"""Text as it comes in: bytes to characters, and characters no terminal should ever be sent."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

_REPLACEMENT = "\ufffd"

# A control character of ISO 8859-1's upper half (C1) is nearly always a cp1252 byte that was
# decoded as Latin-1: browsers read it so too (WHATWG Encoding Standard, "windows-1252"). cp1252
# leaves five of the 32 undefined; they mean nothing and are dropped.
_C1_AS_CP1252 = {
    code: bytes([code]).decode("cp1252", errors="ignore") for code in range(0x80, 0xA0)
}

_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\u2028\u2029]")

# Invisible characters that reorder, hide or smuggle text (UAX #9 bidirectional controls, the
# zero-width and deprecated format characters, interlinear annotation, musical format controls,
# tags, the soft hyphen) and code points that are no characters. ZWNJ (U+200C) and ZWJ (U+200D)
# stay: words of several scripts and emoji need them.
_FORMAT_RANGES = (
    (0x00AD, 0x00AD),
    (0x061C, 0x061C),
    (0x180E, 0x180E),
    (0x200B, 0x200B),
    (0x200E, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFDD0, 0xFDEF),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
    (0xFFFE, 0xFFFF),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE007F),
)


def _character_class(ranges: tuple[tuple[int, int], ...]) -> str:
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


_FORMAT = _character_class(_FORMAT_RANGES)
# Everything `clean` changes apart from line ends and normalization; a line feed is the one control
# character that may stay.
_UNCLEAN = re.compile(f"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff{_FORMAT}]")
# Putting combining marks in order takes time with the square of their number, so no letter may
# have more of them than in Unicode's Stream-Safe Text Format (UAX #15, section 13).
_MAX_MARKS = 30
_MAYBE_MARKS = re.compile(f"[^\x00-\u02ff]{{{_MAX_MARKS + 1},}}")
_INVISIBLE = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{_FORMAT}]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, the encoding it was read in and what the reader should be told."""

    text: str
    encoding: str
    warning: str | None = None


# UTF-32's little-endian mark begins with UTF-16's: the longer ones come first.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes) -> Decoded:
    """Turn the bytes of a file into text; any bytes at all give some text.

    A byte order mark decides; without one it is UTF-8, and where that fails cp1252 (Windows
    Western), which reads every byte. The last comes with a warning, because nothing in the file
    proves it.
    """
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            body = data[len(mark) :]
            try:
                return Decoded(body.decode(encoding), encoding)
            except UnicodeDecodeError as error:
                warning = f"damaged {encoding} from byte {len(mark) + error.start} on"
                return Decoded(body.decode(encoding, errors="replace"), encoding, warning)
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError as error:
        warning = f"not UTF-8 (byte {error.start}): read as cp1252 (Windows Western)"
        return Decoded(data.decode("latin-1").translate(_C1_AS_CP1252), "cp1252", warning)


def _cleaned_character(match: re.Match[str]) -> str:
    character = match.group()
    code = ord(character)
    if character == "\t":
        return " "
    if 0x80 <= code <= 0x9F:
        return _C1_AS_CP1252[code]
    # A lone surrogate cannot be encoded, so it could not even be stored.
    return _REPLACEMENT if 0xD800 <= code <= 0xDFFF else ""


def _with_bounded_marks(match: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for character in match.group():
        marks = marks + 1 if unicodedata.combining(character) else 0
        if marks <= _MAX_MARKS:
            kept.append(character)
    return "".join(kept)


def _normalized(text: str) -> str:
    text = _MAYBE_MARKS.sub(_with_bounded_marks, text)
    # A few marks fall apart into two.
    return _MAYBE_MARKS.sub(_with_bounded_marks, unicodedata.normalize("NFC", text))


def clean(text: str) -> str:
    r"""Take out of a text what no reader sees and no terminal should get.

    Line ends of every kind become `\n`, a tab becomes a blank, C1 controls their cp1252
    character; other control characters, bidirectional controls and invisible format characters go
    (ZWJ and ZWNJ stay), and so do combining marks beyond thirty on one letter; a lone surrogate
    becomes U+FFFD. The result is in normalization form NFC, and cleaning it again changes nothing.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _LINE_ENDS.sub("\n", text)
    text = _UNCLEAN.sub(_cleaned_character, text)
    return text if text.isascii() else _normalized(text)


def _visible_character(match: re.Match[str]) -> str:
    return " " if match.group() in "\t\n\x0b\x0c\r\u2028\u2029" else _REPLACEMENT


def visible(text: str) -> str:
    """Make a text safe to show on a single line of a terminal.

    Line ends and tabs become blanks. Every other control, bidirectional or invisible format
    character is shown as U+FFFD rather than dropped, so that what is hidden there is noticed.
    """
    if text.isascii() and text.isprintable():
        return text
    return _INVISIBLE.sub(_visible_character, text)
