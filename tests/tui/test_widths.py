"""Two cells for characters of ambiguous width; in a process of its own, as it holds for all."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEXTS = ["abc", "α±", "“x”…", "é", "e\u0301", "鲁", "Привет", "☝️", "👩‍🔬", "한", "😀", "①"]


def test_ambiguous_characters_are_wide_and_no_others() -> None:
    code = f"""
import json, unicodedata
from rich.cells import cell_len, split_text
before = [cell_len(text) for text in {TEXTS!r}]
from tui.widths import widen_ambiguous
widen_ambiguous()
from textual.strip import Strip
from rich.segment import Segment
from tui.text import truncated, wrap
after = [Strip([Segment(text)]).cell_length for text in {TEXTS!r}]
odd = [hex(code) for code in range(0x20, 0x110000)
       if unicodedata.east_asian_width(chr(code)) == "A"
       and unicodedata.category(chr(code)) not in ("Co", "Mn", "Me", "Cf")
       and cell_len(chr(code)) != 2]
print(json.dumps([before, after, odd, truncated("αβγδ", 7), wrap("αβγδ", 4), split_text("αβγ", 2)]))
"""
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    before, after, odd, cut, wrapped, split = json.loads(result.stdout)
    assert before == [3, 2, 4, 1, 1, 2, 6, 2, 2, 2, 2, 1]
    assert after == [3, 4, 7, 2, 1, 2, 12, 2, 2, 2, 2, 2]
    assert odd == []
    assert cut == "αβ…"
    assert wrapped == [[0, 2], [2, 4]]
    assert split == ["α", "βγ"]
