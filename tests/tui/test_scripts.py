"""Papers in every script on the screen: columns stay where they are, and nothing is cut in half."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len

from index.library import Library
from tests.tui.test_browser import opened, until
from tui.settings import Settings
from tui.text import graphemes

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
TITLES = [
    "大语言模型的鲁棒性评估与水印检测方法研究综述以及未来方向",
    "Café x\u0302y\u0302z\u0302: naïve résumés of Poincaré embeddings revisited",
    f"Emoji {FAMILY} understanding {FAMILY}{FAMILY} in multimodal {FAMILY} models",
    "Flags 🇩🇪🇫🇷🇯🇵🇩🇪🇫🇷🇯🇵🇩🇪🇫🇷🇯🇵🇩🇪🇫🇷🇯🇵🇩🇪🇫🇷 as tokens",
    "تعلّم تمثيلات اللغة العربيّة بالشبكات العصبيّة العميقة للنصوص الطويلة",
    "לימוד ייצוגים עמוקים של טקסט עברי עם ניקוד: שָׁלוֹם עוֹלָם",
    "한국어 문장 임베딩의 견고성과 워터마크 탐지에 관한 연구",
    "हिन्दी पाठ के लिए गहन शिक्षण और जल-चिह्न",
]


@pytest.fixture
def scripts(library: Library, tmp_path: Path) -> Library:
    path = tmp_path / "scripts.jsonl"
    path.write_text(
        "".join(
            json.dumps(
                {
                    "title": title,
                    "abstract": f"{title}. " * 6,
                    "authors": ["Ada Lovelace"],
                    "year": 2024,
                },
                ensure_ascii=False,
            )
            + "\n"
            for title in TITLES
        )
    )
    library.imports.add([str(path)])
    library.search.ensure()
    return library


@pytest.mark.parametrize(("width", "height"), [(120, 40), (80, 24), (40, 14)])
async def test_every_line_is_as_wide_as_the_screen(
    scripts: Library, width: int, height: int
) -> None:
    async with opened(scripts, width, height, Settings(density="comfortable")) as (pilot, screen):
        assert len(screen.state.rows) == 38 + len(TITLES)
        await pilot.press("slash", *"in:scripts", "enter")
        await until(pilot, lambda: len(screen.state.rows) == len(TITLES))
        for keys in [[], ["enter"], ["right_parenthesis"], ["escape"], ["question_mark"]]:
            await pilot.press(*keys)
            await pilot.pause()
            for _ in range(len(TITLES)):
                for strip in pilot.app.screen._compositor.render_strips():
                    assert cell_len(strip.text) == width
                    assert sum(cell_len(segment.text) for segment in strip) == width
                await pilot.press("j" if keys != ["enter"] else "n")


async def test_no_character_is_cut_in_half(scripts: Library) -> None:
    whole = {title[start:end] for title in TITLES for start, end, _ in graphemes(title)}
    async with opened(scripts, 60, 40, Settings(density="comfortable")) as (pilot, screen):
        await pilot.press("slash", *"in:scripts", "enter")
        await until(pilot, lambda: len(screen.state.rows) == len(TITLES))
        for width in range(60, 100, 7):
            await pilot.resize_terminal(width, 40)
            await pilot.pause()
            list_ = screen.paper_list
            for y in range(0, 2 * len(TITLES), 2):
                text = list_.render_line(y).text[2:].rstrip()
                shown = text.rstrip("…").rstrip()
                found = {shown[start:end] for start, end, _ in graphemes(shown)}
                assert found <= whole, (width, text)


async def test_a_dialog_with_a_long_line_of_them_stays_in_its_frame(scripts: Library) -> None:
    async with opened(scripts, 70, 20) as (pilot, screen):
        await pilot.press("slash", *"in:scripts", "enter")
        await until(pilot, lambda: len(screen.state.rows) == len(TITLES))
        await pilot.press("asterisk", "y", "t")
        await until(pilot, lambda: bool(scripts.shelf.copies()))
        await pilot.press("quotation_mark")
        await until(pilot, lambda: len(pilot.app.screen_stack) == 2)
        await pilot.pause()
        for strip in pilot.app.screen._compositor.render_strips():
            assert cell_len(strip.text) == 70
