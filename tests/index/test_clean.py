from __future__ import annotations

import codecs
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from index.clean import clean, decode, visible

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (b"plain", "plain", "utf-8"),
        ("café – “x”".encode(), "café – “x”", "utf-8"),
        (codecs.BOM_UTF8 + "é".encode(), "é", "utf-8"),
        (codecs.BOM_UTF16_LE + "é王".encode("utf-16-le"), "é王", "utf-16-le"),
        (codecs.BOM_UTF16_BE + "é王".encode("utf-16-be"), "é王", "utf-16-be"),
        (codecs.BOM_UTF32_LE + "é".encode("utf-32-le"), "é", "utf-32-le"),
        (b"", "", "utf-8"),
    ],
)
def test_decode_without_doubt(data: bytes, text: str, encoding: str) -> None:
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.warning) == (text, encoding, None)


def test_decode_falls_back_to_cp1252_and_says_so() -> None:
    decoded = decode(b"caf\xe9 \x93quoted\x94 \x80")
    assert decoded.text == "café “quoted” €"
    assert decoded.encoding == "cp1252"
    assert decoded.warning is not None
    assert "cp1252" in decoded.warning


def test_decode_drops_the_bytes_cp1252_leaves_undefined() -> None:
    assert decode(b"\xe9\x81\x8d\x8f\x90\x9d").text == "é"


@pytest.mark.parametrize("mark", [codecs.BOM_UTF8 + b"\xff", codecs.BOM_UTF16_LE + b"a"])
def test_decode_replaces_what_is_damaged_after_a_byte_order_mark(mark: bytes) -> None:
    decoded = decode(mark)
    assert decoded.text == "\ufffd"
    assert decoded.warning is not None


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_decode_reads_any_bytes(data: bytes) -> None:
    decode(data).text.encode("utf-8")


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\u2028b\u2029c\x0bd\x0ce", "a\nb\nc\nd\ne"),
        ("a\tb", "a b"),
        ("\x93a\x94 \x96 \x85", "“a” – …"),
        ("a\x81\x8d\x8f\x90\x9db", "ab"),
        ("a\x00\x07\x1b[31mb\x7f", "a[31mb"),
        ("a\u202eb\u2066c\u2069\u200e\u200f\u061c", "abc"),
        ("zero\u200bwidth\ufeff\u2060", "zerowidth"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\U000e0041tag", "tag"),
        ("می\u200cخواهم 👩\u200d🔬", "می\u200cخواهم 👩\u200d🔬"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("a\ud800b", "a\ufffdb"),
        ("no\u00a0break", "no\u00a0break"),
        ("non\u2011breaking", "non\u2011breaking"),
        ("a" + "\u0323\u0307" * 50_000, "ạ" + "\u0323" * 14 + "\u0307" * 15),
        ("\u0344" * 40, "\u0308\u0301" * 15),
        ("ก" * 100, "ก" * 100),
        (r"$\alpha$ 8.78% *x*", r"$\alpha$ 8.78% *x*"),
    ],
)
def test_clean(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@settings(deadline=None)
@given(ANY_TEXT)
def test_clean_text_is_clean(text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    cleaned.encode("utf-8")
    for character in cleaned:
        assert character == "\n" or unicodedata.category(character) not in {"Cc", "Zl", "Zp"}
        assert unicodedata.bidirectional(character) not in {
            *("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"),
        }


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("two\nlines\tand more", "two lines and more"),
        ("\x1b[31mred", "\ufffd[31mred"),
        ("\x9b31m\x7f", "\ufffd31m\ufffd"),
        ("evil\u202efdp.exe", "evil\ufffdfdp.exe"),
        ("王小明 é", "王小明 é"),
    ],
)
def test_visible(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(deadline=None)
@given(ANY_TEXT)
def test_visible_text_holds_no_control_character(text: str) -> None:
    shown = visible(text)
    assert len(shown) == len(text)
    assert not [character for character in shown if unicodedata.category(character) == "Cc"]
