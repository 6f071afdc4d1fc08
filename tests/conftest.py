"""Libraries to test with."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from index.library import Library
from index.paths import default_paths

# Hypothesis' own deadline would be an assertion about time.
settings.register_profile("readingroom", deadline=None)
settings.load_profile("readingroom")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--draw`."""
    parser.addoption("--draw", action="store_true", help="draw the pictures of the README anew")


@pytest.fixture(scope="session")
def command() -> str:
    """The installed console script."""
    script = Path(sys.executable).with_name("readingroom")
    assert script.exists(), "install the project into the environment that runs the tests"
    return str(script)


@pytest.fixture(scope="session")
def _prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("prepared") / "home"
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.imports.prepare()
        library.search.ensure()
        # What is told on a first visit is the subject of tests of its own.
        library.paths.choices_file.write_text('{"hinted": true}')
    return home


@pytest.fixture
def home(_prepared: Path, tmp_path: Path) -> Path:
    """A home with the seeds in it and their index built; each test has its own."""
    home = tmp_path / "home"
    shutil.copytree(_prepared, home)
    return home


@pytest.fixture
def library(home: Path) -> Iterator[Library]:
    """An open library of the seeds, ready to be searched."""
    with Library(default_paths({"READINGROOM_HOME": str(home)})) as library:
        library.search.ensure()
        yield library
