"""The built wheel: everything that the program needs is in it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "index", "man", "tui"):
        (source / name).symlink_to(ROOT / name)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         "--wheel-dir", str(folder), str(source)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    (built,) = folder.glob("*.whl")
    return built


def test_it_holds_the_seeds_and_the_style_sheet_and_no_tests(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert sum(name.startswith("index/seeds/") and name.endswith(".txt") for name in names) == 2
    assert "tui/browser/browser.tcss" in names
    assert any(name.endswith("/data/share/man/man1/readingroom.1") for name in names)
    assert not [name for name in names if name.startswith(("tests", "bench"))]
    modules = {
        str(path.relative_to(ROOT))
        for part in ("index", "tui")
        for path in (ROOT / part).rglob("*.py")
    }
    assert modules <= set(names)


def test_it_runs(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target",
         str(installed), str(wheel)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    code = (
        "import index, sys; from tui.cli import main; "
        f"assert index.__file__.startswith({str(installed)!r}), index.__file__; "
        "sys.exit(main(['search', 'latent', 'watermark']))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **os.environ,
            "PYTHONPATH": str(installed),
            "READINGROOM_HOME": str(tmp_path / "home"),
        },
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    assert "DistSeal" in result.stdout
