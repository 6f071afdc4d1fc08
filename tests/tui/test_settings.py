"""What `config.toml` may say, and what is said where it is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui.settings import Settings, read_settings


def read(folder: Path, text: str | bytes) -> tuple[Settings, list[str]]:
    path = folder / "config.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    settings, problems = read_settings(path)
    return settings, [problem.removeprefix(f"{path}: ") for problem in problems]


def test_no_file_is_in_order(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "config.toml") == (Settings(), [])


def test_everything_can_be_set(tmp_path: Path) -> None:
    settings, problems = read(
        tmp_path,
        """
        mark_read = false
        theme = "contrast-dark"
        density = "compact"
        split = 35
        ascii = true
        animation = true
        colour = "never"
        ambiguous = 2
        [keys]
        "mark.star" = "f2"
        "move.first" = ["g g", "home"]
        """,
    )
    assert not problems
    assert settings == Settings(
        mark_read=False,
        theme="contrast-dark",
        density="compact",
        split=35,
        ascii=True,
        animation=True,
        colour="never",
        ambiguous=2,
        keys={"mark.star": ("f2",), "move.first": ("g g", "home")},
    )


def test_five_mistakes_are_five_lines_and_the_rest_counts(tmp_path: Path) -> None:
    settings, problems = read(
        tmp_path,
        'thme = "dark"\nsplit = 5\ndensity = "tiny"\nascii = "yes"\nzzz = 1\nmark_read = false\n',
    )
    assert settings == Settings(mark_read=False)
    assert problems[:4] == [
        "there is no setting 'thme'; did you mean theme?",
        "split must be a whole number from 20 to 80 (percent), not 5",
        'density must be "auto", "compact" or "comfortable", not "tiny"',
        'ascii must be true or false, not "yes"',
    ]
    assert problems[4].startswith("there is no setting 'zzz'; known are mark_read, style, ")
    assert len(problems) == 5


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("split = true", "split must be a whole number from 20 to 80 (percent), not true"),
        ("ambiguous = true", "ambiguous must be 1 or 2, not true"),
        ("ambiguous = 3", "ambiguous must be 1 or 2, not 3"),
        ('colour = ""', 'colour must be "auto" or "never", not ""'),
        ("theme = 3", "theme must be a name in quotation marks, not 3"),
        ("density = []", 'density must be "auto", "compact" or "comfortable", not []'),
        ('keys = "y"', 'keys must be a table: a line [keys], the keys below it, not "y"'),
    ],
)
def test_values_of_the_wrong_kind(tmp_path: Path, line: str, problem: str) -> None:
    settings, problems = read(tmp_path, line)
    assert settings == Settings()
    assert problems == [problem]


def test_keys_without_quotation_marks_are_a_table_in_the_table(tmp_path: Path) -> None:
    settings, problems = read(tmp_path, '[keys]\nmark.star = "x"\nmark.read = 1\ncopy.apa = ["z"]')
    assert settings.keys == {"mark.star": ("x",), "copy.apa": ("z",)}
    assert problems == [
        'keys: mark.read must be a key sequence such as "g g", or a list of them, not 1'
    ]


@pytest.mark.parametrize(
    "text",
    [b"theme =", b"\xff\xfe", b"theme = \x00", b"a" * 10_000, b"a=" + b"[" * 100_000],
    ids=["cut", "not UTF-8", "control", "no value", "deep"],
)
def test_a_broken_file_is_one_line(tmp_path: Path, text: bytes) -> None:
    settings, problems = read(tmp_path, text)
    assert settings == Settings()
    assert len(problems) == 1
    assert "so nothing in it counts" in problems[0]


def test_a_mark_at_the_beginning_that_editors_leave_is_passed_over(tmp_path: Path) -> None:
    assert read(tmp_path, b"\xef\xbb\xbfmark_read = false") == (Settings(mark_read=False), [])


def test_a_folder_in_its_place_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "config.toml").mkdir()
    settings, problems = read_settings(tmp_path / "config.toml")
    assert settings == Settings()
    assert len(problems) == 1
